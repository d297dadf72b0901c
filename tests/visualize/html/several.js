// SPDX-License-Identifier: MIT
// A verified test, one with a deadlock and a race, and one with a lost update.
same(all("#index button").length, 4, "one for each failure, one for the test without");
same(text("#index [aria-current]").trim().slice(0, 8), "✗ sample", "it begins with a failure");
same(text("h1"), "MC004 deadlock", "the first one");
press("]");
same(text("h1"), "MC001 data race", "the next one");
same(all(".stacks section").length, 2, "both stacks");
check(text(".stacks").includes("T1 writes") && text(".stacks").includes("neither holds a lock"),
  "who did what, and what is missing");
one(".stacks button.link").click();
same(text(".code-line.current .code-number"), "14", "from a stack to the source");
press("[");
press("[");
same(text("h1"), "lost_update_right", "the test without a failure");
check(text(".badge").includes("verified"), "its verdict");
check(one("#main").hidden && one("#toolbar").hidden, "there is nothing to step through");
check(text(".search").includes("12 executions"), "what was searched");
check(text(".search").includes("sequential consistency"), "what is assumed");
press("ArrowRight");
press("/");
press("Escape");
press("[");
same(text("h1"), "lost_update_right", "there is none before the first");
all("#index button")[3].click();
same(text("h1"), "MC002 failed check", "the last one");
same(currentRow(), 3, "with steps to step through");
check(all("button").every((b) => (b.getAttribute("aria-label") || b.textContent).trim() !== ""),
  "each button has a name");
check(all("input").every((field) => field.getAttribute("aria-label")), "each field, too");
check(document.documentElement.scrollWidth <= innerWidth, "the page is as wide as the window");
