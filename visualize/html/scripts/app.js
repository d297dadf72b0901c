// SPDX-License-Identifier: MIT
// The state of the page: the current failure and moment, and the filters. Informs all panes of
// changes. The address stores it: …#failure=2&step=7&theme=dark

class App {
  constructor(data) {
    this.data = data;
    this.entries = entriesOf(data);
    const by = (id) => document.getElementById(id);
    this.parts = {top: by("top"), index: by("index"), toolbar: by("toolbar"), main: by("main"),
      twin: by("twin"), step: by("step"), help: by("help")};
    this.board = new Board(by("board"), "failing", (step) => this.go(step));
    this.twin = new Board(by("twin"), "passing", (step) => this.goTwin(step));
    this.source = new SourcePane(by("source"), data.sources);
    this.toolbar = new Toolbar(this.parts.toolbar, this);
    this.objects = new ObjectsPane(by("objects"), this);
    this.comparing = false;
  }

  open(index, moment) {
    const entry = this.entries[index];
    if (!entry) return;
    this.entry = index;
    Object.assign(this, entry);
    const steps = this.failure ? this.failure.trace : [];
    this.trace = steps.length > 0 ? new Trace(steps, this.failure.threads) : null;
    this.timeline = this.trace ? new Timeline(this.trace) : null;
    this.turning = this.failure ? this.failure.turning : null;
    this.passing = this.turning && this.turning.passing.length > 0 && this.trace
      ? new Trace(this.turning.passing, [], this.trace.threads) : null;
    this.comparing = this.comparing && Boolean(this.passing);
    this.hiddenThreads = new Set();
    this.onlyObjects = new Set();
    this.found = [];
    this.toolbar.search.value = "";
    this.parts.toolbar.hidden = this.parts.main.hidden = !this.trace;
    showTop(this.parts.top, this);
    showIndex(this.parts.index, this);
    if (!this.trace) return this.updateAddress();
    this.toolbar.build();
    this.objects.build();
    this.showBoards();
    this.go(moment === undefined ? this.firstMoment() : moment);
  }

  // The step after which the failure is inevitable, if it is known; otherwise the end.
  firstMoment() {
    return this.turning && this.turning.step !== null ? this.turning.step : this.trace.end;
  }

  subject(result) {
    const named = result.test && result.test !== result.program ? result.test + " of " : "";
    return named + [result.program, ...result.arguments].join(" ");
  }

  showBoards() {
    const wanted = (step) => !this.hiddenThreads.has(step.thread) &&
      (this.onlyObjects.size === 0 || this.onlyObjects.has(step.object));
    const shownThreads = this.trace.threads.filter((name) => !this.hiddenThreads.has(name));
    const view = {wanted, shownThreads, found: new Set(this.found)};
    this.wanted = wanted;
    this.parts.twin.hidden = !this.comparing;
    this.parts.main.classList.toggle("comparing", this.comparing);
    this.board.show({...view, trace: this.trace, title: this.comparing ? "this one fails" : "",
      turning: this.turningText(), pair: this.pairMarks(this.trace), ending: this.ending(),
      notes: this.report.notes});
    if (!this.comparing) return;
    this.twin.show({...view, found: new Set(), trace: this.passing, title: "this one passes",
      turning: null, pair: this.pairMarks(this.passing),
      ending: [{lane: 0, good: true, text: "✓ passes", words: "passes"}],
      notes: this.report.passing_notes});
  }

  turningText() {
    if (!this.turning || this.turning.step === null) return null;
    return {step: this.turning.step, text: "decisive step: " + (this.turning.certain
      ? "from here on every continuation fails"
      : "from here on every continuation that was tried fails")};
  }

  // The decisive pair, at its positions in this trace.
  pairMarks(trace) {
    const marks = new Map();
    if (!this.turning) return marks;
    [[this.turning.first, "①"], [this.turning.second, "②"]].forEach(([step, sign]) => {
      if (step === null || !this.trace.steps[step]) return;
      const there = trace.at(this.trace.steps[step].thread, this.trace.ordinalOf(step));
      const words = "of the decisive pair: in reverse order the execution passes";
      if (there >= 0) marks.set(there, {sign, words});
    });
    return marks;
  }

  // The texts of the last row, and their lanes.
  ending() {
    const cells = [];
    const cell = (thread, text) => cells.push({lane: this.trace.laneOf(thread), text: "✗ " + text,
      words: shown(thread, 40) + " " + text});
    if (this.report.stuck) {
      for (const end of this.trace.ends.values()) {
        if (end.state === "blocked" && !this.hiddenThreads.has(end.thread)) {
          cell(end.thread, waitText(end));
        }
      }
    }
    if (cells.length === 0) cell(this.failure.thread || this.trace.threads[0], this.report.mark);
    return cells;
  }

  go(moment) {
    this.moment = Math.max(-1, Math.min(moment, this.trace.end));
    this.board.go(this.moment);
    if (this.comparing) this.twin.go(this.momentInTwin());
    this.toolbar.go(this.moment);
    this.toolbar.showHits(this.found, this.moment);
    showStep(this.parts.step, this);
    this.objects.go();
    this.source.show(this.currentPlace(), this.marks());
    this.updateAddress();
  }

  momentInTwin() {
    if (this.moment < 0) return -1;
    if (this.moment >= this.trace.end) return this.passing.end;
    const step = this.trace.steps[this.moment];
    return this.passing.at(step.thread, this.trace.ordinalOf(this.moment));
  }

  goTwin(moment) {
    if (moment >= this.passing.end) return this.go(this.trace.end);
    const step = this.passing.steps[moment];
    const here = this.trace.at(step.thread, this.passing.ordinalOf(moment));
    this.twin.go(moment);
    if (here >= 0) this.go(here);
  }

  currentPlace() {
    const step = this.trace.steps[this.moment];
    if (step) return step;
    if (this.moment < 0) return this.trace.steps[0];
    const ends = [...this.trace.ends.values()]
      .filter((end) => end.file && end.state !== "finished");
    return ends.find((end) => end.thread === this.failure.thread) || ends[0] ||
      this.trace.steps[this.trace.end - 1];
  }

  // Source lines where threads are: the current step's line, and the lines of the other threads.
  marks() {
    const {trace, moment} = this;
    const running = moment >= 0 && moment < trace.end ? trace.steps[moment].thread : null;
    const marks = moment >= trace.end ? this.sides() : [];
    for (const thread of trace.threads) {
      const at = thread === running ? {place: trace.steps[moment]}
        : this.timeline.threadAt(thread, moment);
      if (!at.place || !at.place.file) continue;
      const words = thread === running ? "does this now" : at.state === "waits" && at.next
        ? waitText({...at.next, holders: at.holders}) : at.state === "failed" ? "failed here"
          : at.next ? "next: " + stepText({...at.next, value: ""}) : "is here";
      marks.push({file: at.place.file, line: at.place.line, words: shown(thread, 40) + " " + words,
        chip: threadChip(trace, thread), current: thread === running || at.state === "failed"});
    }
    return marks;
  }

  // Places of the failure's stacks, such as the other side of a race.
  sides() {
    return this.failure.stacks.flatMap((stack) => {
      const thread = this.trace.threads.find((name) => stack.title.startsWith(name + " "));
      const end = this.trace.ends.get(thread) || {};
      const at = stack.frames[0];
      if (!at || !thread || (end.file === at.file && end.line === at.line)) return [];
      return [{file: at.file, line: at.line, current: true,
        words: shown(stack.title, 200), chip: threadChip(this.trace, thread)}];
    });
  }

  // Shows a place of the source that is not the current step's.
  locate(place) { this.source.show(place, [{...place, words: "here", chip: make("span", {}, "›"),
    current: true}]); }
}
