// SPDX-License-Identifier: MIT
// 500 steps: each takes less than 100 ms by any kind of navigation; only rows near the visible area
// are in the page. Other load on the machine makes times longer, so the faster quarter of the steps
// counts, and the fastest of the few leaps and searches.
const steps = 500;
const times = [];
function timed(act) {
  const begin = performance.now();
  act();
  document.body.getBoundingClientRect();
  one("#board .board-scroll").getBoundingClientRect();
  times.push(performance.now() - begin);
}
press("Home");
same(text(".where"), "start", "the start");
for (let i = 0; i < steps; ++i) timed(() => press("ArrowRight"));
same(currentRow(), steps - 1, "each step was one step");
const sorted = times.slice().sort((a, b) => a - b);
const worst = sorted[sorted.length - 1];
check(sorted[steps / 4] < 100, `a step costs ${sorted[steps / 4]} ms, the slowest ${worst}`);
times.length = 0;
for (let i = 0; i < 20; ++i) {
  timed(() => press("Home"));
  timed(() => press("End"));
}
times.sort((a, b) => a - b);
check(times[0] < 100, `a leap costs ${times[0]} ms`);
check(all("#board .row").length < 200, "rows out of sight are not in the page");
const box = one("#board .board-scroll");
const row = one("#board .row.current").getBoundingClientRect();
const edge = box.getBoundingClientRect();
check(row.top >= edge.top && row.bottom <= edge.bottom + 1, "the current row is in sight");
check(text("#source .note").includes("not available"), "a file that is not there");
same(all("#objects tbody tr").length, 47, "all objects");
times.length = 0;
for (let i = 0; i < 40; ++i) timed(() => { press("/"); type("x" + i); });
press("Escape");
times.sort((a, b) => a - b);
check(times[0] < 100, `a search costs ${times[0]} ms`);
dispatchEvent(new Event("beforeprint"));
same(all("#board .row.step").length, steps, "on paper are all steps");
same(stepRows().join(), [...Array(steps).keys()].join(), "in their order");
