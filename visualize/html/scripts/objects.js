// SPDX-License-Identifier: MIT
// The pane of shared objects: the value of each at this moment, the holders and waiters of each
// lock. Rows are created once per failure; a step updates only the cells that changed.

const kMaxObjects = 200;

class ObjectsPane {
  constructor(host, app) {
    this.host = host;
    this.app = app;
  }

  build() {
    const all = [...this.app.timeline.objects.values()];
    const locks = all.filter((object) => object.isLock).slice(0, kMaxObjects);
    const others = all.filter((object) => !object.isLock).slice(0, kMaxObjects);
    const left = all.length - locks.length - others.length;
    this.rows = [...locks, ...others].map((object) => this.row(object));
    const bodies = [this.rows.slice(0, locks.length), this.rows.slice(locks.length)];
    // The height is set once, so that a step lays out only this pane.
    const tables = bodies.filter((rows) => rows.length > 0).length;
    const height = this.rows.length * 28 + tables * 52 + 18;
    document.body.style.setProperty("--objects-height", Math.max(60, height) + "px");
    replaceAll(this.host,
      locks.length > 0 ? table("Locks", ["lock", "held by", "waiting"], bodies[0]) : "",
      others.length > 0 ? table("Shared objects", ["object", "now", "by step"], bodies[1]) : "",
      all.length === 0 ? make("p", {class: "note"}, "No step was about a shared object.") : "",
      left > 0 ? make("p", {class: "note"}, `… and ${left} more, at their steps`) : "");
  }

  // The object's name is a button that filters by its steps.
  row(object) {
    const button = make("button", {class: "object", "aria-pressed": "false",
      title: "show only the steps of " + shown(object.name, 2000),
      onclick: () => this.app.filterObject(object.name)}, shown(plain(object.name), 60));
    const cells = [make("td"), make("td")];
    const element = make("tr", {}, make("th", {scope: "row"}, button), cells);
    return {object, button, cells, element, shownState: null};
  }

  go() {
    for (const row of this.rows) {
      const {object} = row;
      const only = String(this.app.onlyObjects.has(object.name));
      const now = object.isLock ? this.lockNow(object) : this.valueNow(object);
      const newState = JSON.stringify([now, only]);
      if (row.shownState === newState) continue;
      row.shownState = newState;
      row.button.setAttribute("aria-pressed", only);
      row.element.className = now.changed ? "changed" : "";
      if (object.isLock) this.showLock(row.cells, now);
      else this.showValue(row.cells, now);
    }
  }

  lockNow(lock) {
    const {timeline, trace, moment} = this.app;
    const step = trace.steps[moment];
    return {changed: Boolean(step) && step.object === lock.name,
      holders: timeline.holdersAt(lock, moment).map((holder) => holder.thread),
      waiters: timeline.waitersAt(lock, moment)};
  }

  showLock(cells, now) {
    [now.holders, now.waiters].forEach((threads, i) => replaceAll(cells[i], threads.length === 0
      ? make("span", {class: "none"}, "–")
      : threads.map((thread) => [threadChip(this.app.trace, thread), " "])));
  }

  valueNow(object) {
    const {timeline, moment} = this.app;
    const now = timeline.stateAt(object, moment);
    if (!now) return {changed: false, state: null};
    const at = firstAbove(object.changeSteps, moment) - 1;
    const changed = now.step === moment;
    return {changed, state: now.state, step: now.step,
      before: changed && at > 0 ? object.changes[at - 1].state : null};
  }

  showValue(cells, now) {
    const {app} = this;
    cells[0].className = "state";
    if (now.state === null) {
      replaceAll(cells[0], make("span", {class: "none"}, "–"));
      return replaceAll(cells[1]);
    }
    cells[0].title = shown(now.state, 2000);
    replaceAll(cells[0], now.before === null ? ""
      : make("span", {class: "before"}, shown(now.before, 60) + " → "), shown(now.state, 60));
    return replaceAll(cells[1], stepLink(app, now.step, String(now.step + 1)), " ",
      threadChip(app.trace, app.trace.steps[now.step].thread));
  }
}

function table(title, names, rows) {
  return make("table", {}, make("caption", {}, title),
    make("thead", {}, make("tr", {}, names.map((name) => make("th", {scope: "col"}, name)))),
    make("tbody", {}, rows.map((row) => row.element)));
}
