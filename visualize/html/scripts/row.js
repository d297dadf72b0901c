// SPDX-License-Identifier: MIT
// Creates the element of one row of a board.

function drawRow(board, row) {
  const draw = {step: stepRow, note: noteRow, turn: turnRow, end: endRow}[row.kind];
  const element = draw(board, row);
  element.style.top = row.top + "px";
  element.style.height = row.height + "px";
  return element;
}

function labelAt(board, lane, attributes, ...children) {
  const at = board.lanes.get(lane);
  const label = make("span", attributes, ...children);
  if (at) {
    label.style.left = (at.column ? at.column.text : at.x + 10) + "px";
    label.style.maxWidth = (at.column ? at.column.room : at.width - 8) + "px";
  }
  return label;
}

// The class of text that may be cut if space is short.
function lengthClass(text, most) { return text.length > most ? "long" : ""; }

function stepRow(board, row) {
  const {trace, pair} = board.view;
  const step = trace.steps[row.step];
  const mark = pair.get(row.step);
  const number = row.step + 1;
  const object = plain(step.object);
  const place = board.oneFile ? step.line || "" : placeText(step);
  return make("div", {class: "row step", role: "option", id: board.name + "-" + row.step,
    "data-step": row.step, title: row.text,
    "aria-label": `step ${number}, ${shown(step.thread, 60)}: ${row.text}, ${placeText(step)}` +
      (step.why ? ", " + shown(step.why, 80) : "") + (mark ? ", " + mark.words : "")},
  mark ? make("span", {class: "pair", title: mark.words}, mark.sign) : "",
  make("span", {class: "number"}, number),
  labelAt(board, row.lane, board.column
    ? {class: "label " + colourOf(row.lane), "data-who": shown(step.thread, 12)}
    : {class: "label"},
    make("span", {class: "operation " + lengthClass(step.operation, 4)},
      shown(step.operation, 60)),
    object ? make("b", {class: lengthClass(object, 12)}, "\u00a0" + shown(object, 80)) : "",
    step.value ? make("span", {class: "value " + lengthClass(step.value, 16)},
      (object ? ":\u00a0" : "\u00a0") + shown(step.value, 80)) : ""),
  board.placeWidth > 0 ? make("span", {class: "place"}, place) : "");
}

function noteRow(board, row) {
  const kind = row.preemption ? " preemption" : row.overwrites ? " overwrites" : "";
  return make("div", {class: "row note" + kind,
    role: "presentation", "data-step": row.step},
  labelAt(board, row.lane, {class: "label", title: row.text}, row.text));
}

function turnRow(board, row) {
  return make("div", {class: "row turn", role: "presentation"},
    make("span", {class: "turn-text", title: row.text}, "◆ " + row.text));
}

function endRow(board, row) {
  const words = row.cells.map((cell) => cell.words).join("; ");
  return make("div", {class: "row end", role: "option", id: board.name + "-" + row.step,
    "data-step": row.step, "aria-label": "the end: " + words},
  row.cells.map((cell) => {
    const label = labelAt(board, board.lanes.has(cell.lane) ? cell.lane : firstLane(board),
      {class: "label " + (cell.good ? "good" : "bad"), title: cell.text}, cell.text);
    if (board.column) label.style.top = cell.top + "px";
    return label;
  }));
}

function firstLane(board) { return board.lanes.keys().next().value; }
