// SPDX-License-Identifier: MIT
// Happens-before between lanes, as lines that never cross a text: from a step down into the gap
// below its row, along the gap, and down beside the other lane to the step that it leads to. The
// order within a lane is the lane's own line.

const kTracks = 3;
const kTrackWidth = 4;

// [{from, to, kind: "reads" | "causes" | "stale"}] between different threads. If a step reads a
// value and is enabled by the same other step, it has one arrow.
function arrowsOf(trace) {
  const arrows = [];
  trace.steps.forEach((step, to) => {
    const add = (from, kind) => {
      const source = trace.steps[from];
      if (source && from !== to && source.thread !== step.thread) arrows.push({from, to, kind});
    };
    if (step.read_from !== null) add(step.read_from, "reads");
    if (step.superseded_by !== null) add(step.superseded_by, "stale");
    if (step.cause !== null && step.cause !== step.read_from) add(step.cause, "causes");
  });
  return arrows;
}

// Assigns each arrow a track beside its target's lane. Arrows that overlap there get different
// tracks, as long as there are enough.
function assignTracks(arrows, laneOf) {
  const busy = new Map();
  for (const arrow of arrows.slice().sort((a, b) => a.to - b.to)) {
    const lane = laneOf(arrow.to);
    if (!busy.has(lane)) busy.set(lane, new Array(kTracks).fill(-1));
    const until = busy.get(lane);
    const free = until.findIndex((end) => end <= arrow.from);
    arrow.track = free < 0 ? kTracks - 1 : free;
    until[arrow.track] = Math.max(until[arrow.track], arrow.to);
  }
  return arrows;
}

// From the dot at `a` to the dot at `b`; `gap` is where the row of `a` ends.
function arrowPath(a, b, gap, track) {
  const side = b.x - 12 - track * kTrackWidth;
  const run = gap - 2 + track;
  const way = side > a.x ? 1 : -1;
  const bend = Math.min(5, Math.abs(side - a.x) / 2);
  return `M${a.x},${a.y + 4} V${run - 4} q0,4 ${way * 4},4 H${side - way * bend} ` +
    `q${way * bend},0 ${way * bend},${Math.min(5, b.y - run)} V${b.y - 4} q0,4 4,4 H${b.x - 5}`;
}
