// SPDX-License-Identifier: MIT
// The toolbar above the lanes: the scrubber with a tape of which thread ran when, filters of
// threads, search.

class Toolbar {
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.range = make("input", {type: "range", id: "scrubber", min: -1, step: 1,
      "aria-label": "moment", oninput: () => app.go(Number(this.range.value))});
    this.where = make("output", {class: "where", for: "scrubber"});
    this.tape = svg("svg", {class: "tape", preserveAspectRatio: "none", "aria-hidden": "true"});
    this.filters = make("div", {class: "filters", role: "group", "aria-label": "filter"});
    this.search = make("input", {type: "search", id: "search", placeholder: "search steps  /",
      "aria-label": "search steps", autocomplete: "off", spellcheck: "false",
      oninput: () => app.find(this.search.value)});
    this.hits = make("span", {class: "hits", role: "status"});
    this.compare = make("button", {id: "compare", "aria-pressed": "false",
      title: "an execution that passes, beside it (p)", onclick: () => app.compare()},
    "passing twin");
  }

  build() {
    const {app} = this;
    const tool = (shape, words, key, run) =>
      make("button", {class: "tool", title: `${words} (${key})`, "aria-label": words, onclick: run},
        svg("svg", {viewBox: "0 0 14 12", width: 14, height: 12, "aria-hidden": "true"},
          svg("path", {d: shape, fill: "currentColor"})));
    this.range.max = app.trace.end;
    this.compare.hidden = !app.passing;
    replaceAll(this.host,
      make("div", {class: "steppers"},
        tool("M1,1 h2 v10 h-2 z M12,1 v10 L4,6 z", "to the start", "Home", () => app.go(-1)),
        tool("M10,1 v10 L3,6 z", "a step back", "←", () => app.stepBy(-1)),
        tool("M4,1 v10 L11,6 z", "a step forwards", "→", () => app.stepBy(1)),
        tool("M11,1 h2 v10 h-2 z M2,1 v10 L10,6 z", "to the end", "End",
          () => app.go(app.trace.end))),
      make("div", {class: "scrub"}, this.tape, this.range),
      this.where, this.filters,
      make("div", {class: "finding"}, this.search, this.hits), this.compare);
    this.drawTape();
    this.showFilters();
  }

  // Runs of one thread as bars; a mark at the step after which the failure is inevitable.
  drawTape() {
    const {trace, turning} = this.app;
    const segments = [];
    let begin = 0;
    trace.steps.forEach((step, i) => {
      const next = trace.steps[i + 1];
      if (next && next.thread === step.thread) return;
      segments.push(svg("rect", {class: colourOf(trace.laneOf(step.thread)), x: begin, y: 3,
        width: i + 1 - begin, height: 5}));
      begin = i + 1;
    });
    const marks = turning && turning.step >= 0
      ? [svg("rect", {class: "turn-mark", x: turning.step + 0.5, y: 0,
        width: Math.max(0.15, trace.end / 250), height: 10})] : [];
    this.tape.setAttribute("viewBox", `0 0 ${trace.end + 1} 10`);
    replaceAll(this.tape, segments, marks);
  }

  showFilters() {
    const {app} = this;
    replaceAll(this.filters,
      app.trace.threads.slice(0, 40).map((thread) =>
        make("button", {class: "thread-filter " + colourOf(app.trace.laneOf(thread)),
          "aria-pressed": String(!app.hiddenThreads.has(thread)),
          title: `show or hide ${shown(thread, 200)}`, onclick: () => app.filterThread(thread)},
        shown(thread, 16))),
      [...app.onlyObjects].map((name) => make("button", {class: "only",
        title: "show all objects", onclick: () => app.filterObject(name)},
      "only ", make("b", {}, shown(name, 24)), " ✕")));
  }

  go(moment) {
    const {trace} = this.app;
    this.range.value = moment;
    const text = moment < 0 ? "start" : moment >= trace.end ? "the end"
      : `step ${moment + 1} of ${trace.end}`;
    this.where.textContent = text;
    const step = trace.steps[moment];
    this.range.setAttribute("aria-valuetext",
      step ? `${text}: ${shown(step.thread, 60)}: ${stepText(step)}` : text);
  }

  showHits(found, moment) {
    if (this.search.value === "") this.hits.textContent = "";
    else if (found.length === 0) this.hits.textContent = "none";
    else this.hits.textContent = `${found.indexOf(moment) + 1} of ${found.length}`;
  }
}
