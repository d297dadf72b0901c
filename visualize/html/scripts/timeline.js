// SPDX-License-Identifier: MIT
// The state after each step: values of shared objects, holders and waiters of locks, and the
// position of each thread.

const kAcquires = new Set(["lock", "timed lock", "try_lock",
  "lock_shared", "timed lock_shared", "try_lock_shared"]);
const kReleases = new Set(["unlock", "unlock_shared"]);

function isLockStep(step) { return kAcquires.has(step.operation) || kReleases.has(step.operation); }
// False if the attempt "failed for no reason" or "timed out".
function acquiresLock(step) {
  return kAcquires.has(step.operation) && !/^(failed|timed out)/.test(step.value);
}

class Timeline {
  constructor(trace) {
    this.trace = trace;
    this.objects = new Map();
    const held = new Map();
    const hasStates = trace.steps.some((step) => step.state);
    trace.steps.forEach((step, i) => {
      if (!step.object || kThreadOperations.has(step.operation)) return;
      const object = this.objectOf(step.object);
      object.steps.push(i);
      if (isLockStep(step)) {
        object.isLock = true;
        object.holders.push(holdersAfter(held, step));
        object.holderSteps.push(i);
      }
      const state = hasStates ? step.state : stateOf(step);
      const last = object.changes[object.changes.length - 1];
      const wrote = !kReads.has(step.operation) && step.superseded_by === null;
      if (state && (wrote || !last || last.state !== state)) object.changes.push({step: i, state});
    });
    for (const object of this.objects.values()) {
      object.changeSteps = object.changes.map((change) => change.step);
    }
  }

  objectOf(name) {
    if (!this.objects.has(name)) {
      this.objects.set(name, {name, isLock: false, steps: [], changes: [], changeSteps: [],
        holders: [], holderSteps: []});
    }
    return this.objects.get(name);
  }

  // {state, step} at that moment, or null before the first.
  stateAt(object, moment) {
    const at = firstAbove(object.changeSteps, moment);
    return at > 0 ? object.changes[at - 1] : null;
  }

  holdersAt(lock, moment) {
    const at = firstAbove(lock.holderSteps, moment);
    return at > 0 ? lock.holders[at - 1] : [];
  }

  waitersAt(lock, moment) {
    return this.trace.threads.filter((thread) => {
      const {next, state} = this.threadAt(thread, moment);
      return next && state !== "not started" && next.object === lock.name &&
        kAcquires.has(next.operation);
    });
  }

  // {state, next, place}: where a thread is, and what it does or waits for next.
  threadAt(thread, moment) {
    const trace = this.trace;
    const step = trace.nextOf(thread, moment);
    const done = trace.lastOf(thread, moment);
    if (step < 0) return this.stateAtEnd(thread, done);
    const next = trace.steps[step];
    if (done < 0 && thread !== trace.threads[0]) {
      if (next.cause === null ? moment < 0 : next.cause > moment) {
        return {state: "not started", next, place: null};
      }
    }
    return {state: this.isBlocked(next, thread, moment) ? "waits" : "ready", next, place: next,
      holders: this.holdersOf(next, thread, moment)};
  }

  stateAtEnd(thread, done) {
    const end = this.trace.ends.get(thread);
    const last = done >= 0 ? this.trace.steps[done] : null;
    if (!end) return {state: last ? "finished" : "not started", next: null, place: null};
    const states = {blocked: "waits", finished: "finished", failed: "failed", ready: "ready"};
    const next = end.operation ? end : null;
    const place = end.file ? end : last;
    return {state: states[end.state] || "ready", next, holders: end.holders,
      place: end.state === "finished" ? null : place};
  }

  isBlocked(next, thread, moment) {
    if (next.cause !== null && next.cause > moment) return true;
    if (next.operation === "try_lock" || next.operation === "try_lock_shared") return false;
    return this.holdersOf(next, thread, moment).length > 0;
  }

  holdersOf(next, thread, moment) {
    const object = this.objects.get(next.object);
    if (!object || !kAcquires.has(next.operation)) return [];
    const holders = this.holdersAt(object, moment);
    const shared = next.operation.includes("shared");
    return holders.filter((h) => h.thread !== thread && !(shared && h.shared)).map((h) => h.thread);
  }
}

// Operations that do not write: the step that wrote the value stays the one shown.
const kReads = new Set(["load", "read", "wait", "await", "wait_for", "try_wait"]);

// Operations whose "object" is a thread, not something shared.
const kThreadOperations = new Set(["start thread", "join"]);

// The holders of a lock after a step on it, as a new list: [{thread, shared, times}].
function holdersAfter(held, step) {
  let holders = held.get(step.object) || [];
  const own = holders.find((holder) => holder.thread === step.thread);
  const others = holders.filter((holder) => holder !== own);
  const times = own ? own.times : 0;
  const shared = step.operation.includes("shared");
  if (acquiresLock(step)) holders = [...others, {thread: step.thread, shared, times: times + 1}];
  if (kReleases.has(step.operation)) {
    holders = times > 1 ? [...others, {...own, times: times - 1}] : others;
  }
  held.set(step.object, holders);
  return holders;
}

// For old results, whose steps do not contain the object's state.
function stateOf(step) {
  if (acquiresLock(step)) return "held by " + step.thread;
  if (kReleases.has(step.operation)) return "free";
  if (isLockStep(step) || !/^-?[0-9"'tf]|→/.test(step.value)) return "";
  const arrow = step.value.lastIndexOf("→");
  return arrow < 0 ? step.value : step.value.slice(arrow + 1).trim();
}
