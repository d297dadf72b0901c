// SPDX-License-Identifier: MIT
// The lost update: search, the dialog of keys, the same object, the same thread, light and dark.
press("Home");
press("/");
same(document.activeElement.id, "search", "/ goes to the search");
type("STORE");
same(text(".hits"), "1 of 2", "found, whatever the case");
same(currentRow(), 4, "the first hit");
press("ArrowLeft");
same(currentRow(), 4, "arrows are for the text now");
press("Enter");
same(currentRow(), 6, "the next hit");
press("Enter");
same(currentRow(), 4, "and around");
press("Enter", {shiftKey: true});
same(currentRow(), 6, "the hit before");
same(all(".row.found").length, 2, "hits are marked");
type("no such thing");
same(text(".hits"), "none", "nothing found");
press("Escape");
same(one("#search").value, "", "Escape empties the search");
check(document.activeElement.id !== "search", "and leaves it");
same(all(".row.found").length, 0, "no hits any more");

press("Home");
press("ArrowRight");
press("s");
same(currentRow(), 1, "the thread's next step");
press("ArrowRight");
press("o");
same(currentRow(), 3, "the object's next step");
press("O");
same(currentRow(), 2, "the object's last step");

press("f");
same(stepRows().join(), "2,3,4,6,8", "only this object's steps");
press("Escape");
same(stepRows().length, 9, "all again");

press("?");
check(one("#help").open, "? opens the keys");
check(text("#help").includes("a step forwards"), "which are told");
press("ArrowRight");
same(currentRow(), 2, "while they are open, keys do nothing");
one("#help form button").click();
one("#help").close();

const before = getComputedStyle(document.body).backgroundColor;
press("t");
check(getComputedStyle(document.body).backgroundColor !== before, "t: light or dark");
press("t");
same(getComputedStyle(document.body).backgroundColor, before, "and back");
press("ArrowRight", {ctrlKey: true});
same(currentRow(), 2, "keys with Ctrl are the browser's");
press("Home");
one("#failing-rows").focus();
press("End");
same(text(".where"), "the end", "keys in the lanes");
