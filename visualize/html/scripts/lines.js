// SPDX-License-Identifier: MIT
// The lines, dots and arrows of a board. Each can update its class for the current moment.

// [{element, mark()}] between two heights.
function linesWithin(board, top, bottom) {
  const parts = [...board.lanes].flatMap(([lane, at]) => laneLines(board, lane, at));
  for (const arrow of board.arrows) {
    const from = board.rowOf.get(arrow.from);
    const to = board.rowOf.get(arrow.to);
    if (from && to && to.top >= top && from.top <= bottom) parts.push(arrowLine(board, arrow));
  }
  const [first, last] = rowsWithin(board.rows, top, bottom);
  for (const row of board.rows.slice(first, last)) {
    if (row.kind === "step") parts.push(stepDot(board, row));
  }
  return parts;
}

// Sets the class only if it changed: most lines stay the same from step to step.
function withClass(element, computeClass) {
  let last = null;
  return {element,
    mark() {
      const now = computeClass();
      if (now !== last) element.setAttribute("class", now);
      last = now;
    }};
}

function dotPosition(board, step) {
  const row = board.rowOf.get(step);
  return {x: board.lanes.get(row.lane).x, y: row.top + row.height / 2};
}

// From the thread's first step to its last; and, dotted, to the end if the thread is stuck.
function laneLines(board, lane, at) {
  const {trace} = board.view;
  const own = (trace.stepsOf.get(trace.threads[lane]) || []).filter((i) => board.rowOf.has(i));
  if (own.length === 0) return [];
  const line = (kind, y1, y2) => withClass(svg("line", {x1: at.x, x2: at.x, y1,
    y2: Math.max(y2, y1 + 0.01)}), () => "lane-line " + kind + colourOf(lane));
  const last = dotPosition(board, own[own.length - 1]).y;
  const end = trace.ends.get(trace.threads[lane]);
  const bottom = board.rowOf.get(trace.end);
  const lines = [line("", dotPosition(board, own[0]).y, last)];
  if (end && end.state !== "finished" && bottom) lines.push(line("stuck ", last, bottom.top));
  return lines;
}

function stepDot(board, row) {
  const {x, y} = dotPosition(board, row.step);
  return withClass(svg("circle", {cx: x, cy: y, r: 4}), () => "dot " + colourOf(row.lane) +
    (row.step === board.current ? " current" : row.step > board.current ? " future" : ""));
}

function arrowLine(board, arrow) {
  const row = board.rowOf.get(arrow.from);
  const [from, to] = [dotPosition(board, arrow.from), dotPosition(board, arrow.to)];
  const head = arrow.kind === "stale" ? "marker-start" : "marker-end";
  const path = svg("path", {[head]: `url(#${board.name}-${arrow.kind})`,
    d: arrowPath(from, to, row.top + row.height, arrow.track)});
  return withClass(path, () => "arrow " + arrow.kind +
    (arrow.from === board.current || arrow.to === board.current ? " near"
      : arrow.to > board.current ? " future" : ""));
}

function arrowHeads(name) {
  return svg("defs", {}, ["reads", "causes", "stale"].map((kind) =>
    svg("marker", {id: name + "-" + kind, class: "head " + kind, viewBox: "0 0 6 6", refX: 5,
      refY: 3, markerWidth: 6, markerHeight: 6, orient: "auto-start-reverse",
      markerUnits: "userSpaceOnUse"},
    svg("path", {d: "M0,0 L6,3 L0,6 z"}))));
}
