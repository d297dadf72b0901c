// SPDX-License-Identifier: MIT
// The lost update beside the passing execution.
check(one("#twin").hidden, "not shown at first");
check(text(".row.turn").includes("from here on every continuation fails"), "the decisive step");
same(all("#board .pair").map((mark) => mark.textContent).join(), "①,②", "the two that decide");
same(all(".tape .turn-mark").length, 1, "marked on the tape");
press("p");
check(!one("#twin").hidden, "p shows it");
same(one("#compare").getAttribute("aria-pressed"), "true", "the switch is on");
same(all("#twin .row.step").length, 9, "all of its steps");
same(text("#twin .row.end"), "✓ passes", "and how it ends");
same(all("#twin .pair").map((mark) => mark.textContent).join(), "①,②", "the two, as they are here");
press("Home");
for (let i = 0; i < 7; ++i) press("ArrowRight");
same(currentRow(), 6, "T2 stores");
same(text("#twin .row.current .label"), "store\u00a0count:\u00a01 → 2", "and does so there");
one("#twin [data-step='8']").click();
same(currentRow(), 8, "a step of the twin is found here");
press("End");
check(one("#twin .row.end").classList.contains("current"), "both at their ends");
one("#compare").click();
check(one("#twin").hidden, "and away");
