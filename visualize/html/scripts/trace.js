// SPDX-License-Identifier: MIT
// One execution with indices: the steps of each thread, the text of each step, its effects and
// readers. A moment is the number of the last step that was done: -1 is the start, steps.length the
// end, which shows the failure.

class Trace {
  // `threadOrder` are the threads of another trace, in order, so that a thread has the same lane
  // and colour in both.
  constructor(steps, ends = [], threadOrder = []) {
    this.steps = steps;
    this.ends = new Map(ends.map((end) => [end.thread, end]));
    const named = [...threadOrder, ...ends.map((end) => end.thread), ...steps.map((s) => s.thread)];
    this.threads = [...new Set(named)].filter((name) => name !== "");
    this.lanes = new Map(this.threads.map((name, lane) => [name, lane]));
    this.stepsOf = new Map(this.threads.map((name) => [name, []]));
    this.readers = new Map();
    this.effects = new Map();
    steps.forEach((step, i) => {
      if (this.stepsOf.has(step.thread)) this.stepsOf.get(step.thread).push(i);
      if (step.read_from !== null) append(this.readers, step.read_from, i);
      if (step.cause !== null) append(this.effects, step.cause, i);
    });
  }

  get end() { return this.steps.length; }

  laneOf(thread) {
    const lane = this.lanes.get(thread);
    return lane === undefined ? 0 : lane;
  }

  // The first step of a thread after a moment, or -1.
  nextOf(thread, moment) {
    const own = this.stepsOf.get(thread) || [];
    const at = firstAbove(own, moment);
    return at < own.length ? own[at] : -1;
  }

  // The last step of a thread up to a moment, or -1.
  lastOf(thread, moment) {
    const own = this.stepsOf.get(thread) || [];
    const at = firstAbove(own, moment);
    return at > 0 ? own[at - 1] : -1;
  }

  // The index of a step among its thread's steps, which finds the step in another execution.
  ordinalOf(step) {
    const own = this.stepsOf.get(this.steps[step].thread) || [];
    return firstAbove(own, step) - 1;
  }

  at(thread, ordinal) {
    const own = this.stepsOf.get(thread) || [];
    return ordinal >= 0 && ordinal < own.length ? own[ordinal] : -1;
  }
}

function append(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

// How many of the ascending numbers are at most `limit`.
function firstAbove(numbers, limit) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

// "fetch_add counter: 0 → 1"
function stepText(step, most = kMaxShown) {
  const object = step.object ? " " + shown(plain(step.object), most) : "";
  const value = step.value ? (step.object ? ": " : " ") + shown(step.value, most) : "";
  return shown(step.operation, most) + object + value;
}

// The failure's message. A check states what should hold, so the text must say that it failed.
function failureText(failure) {
  return (failure.kind === "check" ? "check failed: " : "") + plain(failure.message);
}

// "waits to lock `b`, held by T2": for a thread's end, or for its next step.
function waitText(wait) {
  const object = wait.object ? " `" + shown(plain(wait.object), 60) + "`" : "";
  const holders = (wait.holders || []).map((name) => shown(name, 30));
  const held = wait.operation !== "join" && holders.length > 0
    ? ", held by " + holders.join(" and ") : "";
  if (!wait.operation) return "waits";
  if (wait.operation === "wait") return "waits for" + object + held;
  if (wait.operation === "wake up") return "waits for a notify of" + object;
  if (wait.operation === "join") return "waits for " + joined(wait) + " to finish";
  return "waits to " + shown(wait.operation, 40) + object + held;
}

// The thread that a join waits for, or that a start begins: stored as the object or as the value.
function joined(step) { return shown(step.object || step.value || "a thread", 40); }
