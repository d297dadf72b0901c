// SPDX-License-Identifier: MIT
// The lost update on a narrow screen: all texts in one column, and none of them cut off.
check(one("#board").classList.contains("one-column"), "there is no room for texts in the lanes");
const labels = all("#board .row .label");
const edges = new Set(labels.map((label) => label.style.left));
check(labels.length > 9 && edges.size === 1, "each text begins where the others do");
const cut = (element) => element.scrollWidth > element.clientWidth + 1 &&
  getComputedStyle(element).display !== "inline";
for (const element of all("#board .label, #board .label > *, #board .lane-head, .turn-text")) {
  check(!cut(element), "it is cut off: " + element.textContent);
}
const tops = all("#board .row").map((row) => row.getBoundingClientRect());
const kTurnMargin = 4;  // of the decisive row, above its line
check(tops.every((box, i) => i === 0 || box.top >= tops[i - 1].bottom - kTurnMargin - 1),
  "no row covers another");
same(all("#board [data-who]").length, 9, "each step names its thread");
check(document.documentElement.scrollWidth <= innerWidth, "the page is as wide as the window");
