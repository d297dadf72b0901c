// SPDX-License-Identifier: MIT
// The rows and lanes of a board in pixels, computed without the page's layout. So a board of any
// length needs only its visible rows.

const kHeights = {step: 28, note: 19, turn: 26, end: 32, ends: 50};
const kNumberWidth = 40;
const kGutter = 26;       // left of a lane's line, for arrows
const kLetterWidth = 7.3; // of the labels' font, about
const kMinLane = 112;
const kMaxLane = 300;
const kNarrowRoom = 520;  // narrower: texts that do not fit into lanes share a column
const kNarrowLane = 26;
// How notes begin that have a row of their own.
const kNotable = ["overwrites ", "stale: ", "before "];

// Rows of the steps that `wanted` accepts: [{kind, step, top, height, lane, text …}].
function rowsOf(trace, {wanted, turning, ending, shownThreads, notes}) {
  const most = shownThreads.length > 2 ? 22 : 40; // letters of an end in one line
  const rows = [];
  let top = 6;
  const add = (row) => {
    row.top = top;
    row.height = kHeights[row.cells && row.cells.some((cell) => cell.text.length > most)
      ? "ends" : row.kind];
    top += row.height;
    rows.push(row);
  };
  let before = "";
  trace.steps.forEach((step, i) => {
    if (wanted(step)) {
      const lane = trace.laneOf(step.thread);
      if (step.why && step.thread !== before) {
        const text = (step.preemption ? "▶ " : "↳ ") + shown(step.why, 200);
        add({kind: "note", step: i, lane, text, preemption: step.preemption});
      }
      add({kind: "step", step: i, lane, text: stepText(step, 200)});
      if (kNotable.some((beginning) => notes[i].startsWith(beginning))) {
        add({kind: "note", step: i, lane, text: shown(notes[i], 200), overwrites: true});
      }
      before = step.thread;
    }
    if (turning && turning.step === i) add({kind: "turn", step: i, lane: 0, text: turning.text});
  });
  if (ending.length > 0) add({kind: "end", step: trace.end, lane: 0, cells: ending});
  return {rows, height: top + 8};
}

// The position and width of each lane: as wide as its texts, within the available width.
function lanesOf(trace, rows, shownThreads, room, placeWidth) {
  const needs = new Map(shownThreads.map((thread) => [trace.laneOf(thread), kMinLane]));
  const need = (lane, text) => {
    if (!needs.has(lane)) return;
    const width = kGutter + 22 + text.length * kLetterWidth;
    needs.set(lane, Math.min(kMaxLane, Math.max(needs.get(lane), width)));
  };
  for (const row of rows) {
    if (row.kind === "end") row.cells.forEach((cell) => need(cell.lane, cell.text.slice(0, 24)));
    else if (row.kind !== "turn") need(row.lane, row.text);
  }
  const free = Math.max(0, room - kNumberWidth - placeWidth);
  const wanted = [...needs.values()].reduce((sum, width) => sum + width, 0);
  if (wanted > free && room < kNarrowRoom) return oneColumn([...needs.keys()], room);
  const count = Math.max(1, needs.size);
  const spare = Math.min(60, (free - wanted) / count);
  const least = count * kMinLane;
  const share = wanted > free ? (free - least) / (wanted - least || 1) : 1;
  const lanes = new Map();
  let left = kNumberWidth;
  for (const [lane, width] of needs) {
    const own = wanted > free ? kMinLane + (width - kMinLane) * Math.max(0, share)
      : width + spare;
    lanes.set(lane, {left, width: own, x: left + kGutter});
    left += own;
  }
  return {lanes, width: Math.max(left + placeWidth, room)};
}

// Lanes with lines only; all texts are to the right of them.
function oneColumn(shown, room) {
  const text = kNumberWidth + shown.length * kNarrowLane + 6;
  const column = {text, room: Math.max(kMinLane, room - text - 8)};
  const lanes = new Map(shown.map((lane, i) => {
    const left = kNumberWidth + i * kNarrowLane;
    return [lane, {left, width: kNarrowLane, x: left + kNarrowLane - 8, column}];
  }));
  return {lanes, width: Math.max(room, text + column.room), column};
}

// Recomputes heights for a single column: ends below each other, and longer texts. Returns the
// total height.
function restack(rows, column) {
  const lines = (text, room) => text.length * kLetterWidth > room ? 2 : 1;
  let top = 6;
  for (const row of rows) {
    row.top = top;
    if (row.kind === "turn") {
      row.height = 6 + 20 * lines(row.text, column.text + column.room - kNumberWidth);
    } else if (row.kind === "end") {
      row.height = 4;
      for (const cell of row.cells) {
        cell.top = row.height;
        row.height += 6 + 20 * lines(cell.text, column.room);
      }
    }
    top += row.height;
  }
  return top + 8;
}

// The rows between two heights, as a pair of numbers [first, last).
function rowsWithin(rows, top, bottom) {
  let first = 0;
  let high = rows.length;
  while (first < high) {
    const middle = (first + high) >> 1;
    if (rows[middle].top + rows[middle].height < top) first = middle + 1;
    else high = middle;
  }
  let last = first;
  while (last < rows.length && rows[last].top < bottom) ++last;
  return [first, last];
}
