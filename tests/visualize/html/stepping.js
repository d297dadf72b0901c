// SPDX-License-Identifier: MIT
// The lost update: each moment by keys, buttons, scrubber and rows; the values at that moment.
const value = () => text("#objects tbody td.state");
same(text("h1"), "MC002 failed check", "what was found");
same(text(".message"), "check failed: both additions count", "the message");
same(text(".command code"), "mcheck replay './my prog' mc1.lost_update..2vvc.0-0", "the command");
check(text(".facts").includes("4 failing executions"), "how many executions it stands for");
check(text(".facts").includes("fewest preemptions"), "how far it was made small");
same(currentRow(), 3, "it begins where the story turns");

press("Home");
same(text(".where"), "start", "Home");
same(currentRow(), null, "nothing has happened");
same(value(), "–", "no value yet");
press("ArrowRight");
same(currentRow(), 0, "a step");
const values = [];
for (let i = 1; i < 9; ++i) {
  press("ArrowDown");
  values.push(value());
}
same(values.join("|"), "–|0|0|0 → 1|1|1 → 1|1|1", "the values after each step");
same(text(".where"), "step 9 of 9", "the last step");
press("ArrowRight");
same(text(".where"), "the end", "beyond the last step");
same(text(".row.end"), "✗ check failed", "what became of it");
press("ArrowRight");
same(text(".where"), "the end", "there is nothing beyond the end");
press("ArrowLeft");
press("ArrowUp");
same(currentRow(), 7, "back");
check(text("#step dl").includes("enabled by"), "the cause of a join is told");
one("#step dl button").click();
same(currentRow(), 6, "a link leads to the step that it names");

same(text(".row.overwrites"), "overwrites T1's value (step 5)", "what a store destroys");
check(text("#step").includes("②one of the decisive pair"), "what decides is told");
check(text("#step").includes("overwrites T1's value (step 5)"), "and what it destroys");

const buttons = all(".tool");
buttons[0].click();
same(text(".where"), "start", "the first button");
buttons[2].click();
buttons[2].click();
buttons[1].click();
same(currentRow(), 0, "forwards, forwards, back");
buttons[3].click();
same(text(".where"), "the end", "the last button");

const scrubber = one("#scrubber");
same(scrubber.max, "9", "the scrubber knows the end");
scrubber.value = 4;
scrubber.dispatchEvent(new Event("input", {bubbles: true}));
same(currentRow(), 4, "the scrubber");
same(scrubber.getAttribute("aria-valuetext"), "step 5 of 9: T1: store count: 0 → 1", "in words");
one("#board [data-step='2'] .label").click();
same(currentRow(), 2, "a row");
same(one("#failing-rows").getAttribute("aria-activedescendant"), "failing-2", "heard, too");
same(one("#failing-2").getAttribute("aria-selected"), "true", "and selected");

same(all(".arrow.causes").length, 4, "starts and ends of threads");
same(all(".arrow.reads").length, 1, "who read from whom");
same(all(".lane-line:not(.stuck)").length, 3, "a lane for each thread");
same(all(".row.preemption").length, 1, "one preemption");
same(performance.getEntriesByType("resource").length, 0, "nothing is loaded");
