// SPDX-License-Identifier: MIT
// The header of the page: the verdict, the failure, the command that replays it, what was searched.

const kSigns = {bug: "✗", verified: "✓", incomplete: "…", "not-repeatable": "≠"};

// `words` include the bound: "verified with no preemptions".
function badge(verdict, words) {
  return make("span", {class: "badge " + verdict}, kSigns[verdict] + " " + shown(words, 200));
}

function showTop(host, app) {
  const {result, failure, report, resultReport} = app;
  return replaceAll(host,
    make("div", {class: "headline"}, badge(result.verdict, resultReport.verdict),
      make("h1", {}, report ? report.title : shown(app.subject(result), 200)),
      make("span", {class: "subject"}, report ? "in " + shown(app.subject(result), 160) : ""),
      make("span", {class: "tools"},
        make("button", {id: "theme-button", onclick: () => app.toggleTheme(),
          title: "light or dark (t)", "aria-label": "light or dark"}, "◐"),
        make("button", {id: "help-button", onclick: () => app.help(), title: "keys (?)",
          "aria-label": "keys"}, "?"))),
    make("div", {class: "story"},
      failure && failure.message
        ? make("p", {class: "message"}, shown(failureText(failure), 4000)) : "",
      result.reason && (!failure || result.reason !== failure.message)
        ? make("p", {class: "reason"}, shown(result.reason, 4000)) : "",
      report && report.cycle.length > 0 ? cycle(app, report.cycle) : "",
      failure && failure.stacks.length > 0 ? stacks(app, failure) : "",
      make("div", {class: "again"}, report && report.replay ? command(report.replay) : "",
        failure ? failureFacts(failure, resultReport) : ""),
      result.warnings.map((warning, i) => warningSection(app, warning, resultReport.warnings[i]))),
    details(app));
}

// "execution 2 · 1 preemption · represents 14 failing executions · fewest preemptions"
function failureFacts(failure, resultReport) {
  const facts = [];
  if (failure.execution > 0 && !resultReport.replayed) {
    facts.push("found in execution " + failure.execution.toLocaleString("en-US"));
  }
  if (resultReport.replayed) facts.push("replayed");
  facts.push(counted(failure.preemptions, "preemption"), counted(failure.trace.length, "step"));
  if (failure.occurrences > 1) {
    facts.push("represents " + counted(failure.occurrences,
      failure.kind.startsWith("limit-") ? "execution" : "failing execution"));
  }
  if (failure.minimised) facts.push(shown(failure.minimised));
  return make("p", {class: "facts"}, facts.join(" · "));
}

function cycle(app, threads) {
  const chip = (thread) => threadChip(app.trace, thread);
  const end = (thread) => app.trace.ends.get(thread) || {};
  return make("p", {class: "circle", role: "img", "aria-label": "a cycle of waits: " +
      [...threads, threads[0]].map((thread) => shown(thread, 40)).join(" waits for ")},
  threads.map((thread) => [chip(thread), make("span", {class: "waits"},
    " " + shown(end(thread).operation || "waits", 30) + " ",
    make("b", {}, shown(end(thread).object || "", 40)), " → ")]), chip(threads[0]));
}

function stacks(app, failure) {
  return make("div", {class: "stacks"},
    failure.stacks.map((stack) => make("section", {}, make("h2", {}, shown(stack.title, 200)),
      stack.frames.length > 0 ? frameList(app, stack.frames)
        : make("p", {class: "note"}, "in no code of the program"))),
    failure.missing ? make("p", {class: "missing"}, make("b", {}, "missing: "),
      shown(failure.missing, 2000)) : "");
}

// A possible failure of a schedule that was not run: its places, with their lines.
function warningSection(app, warning, report) {
  const steps = warning.places.map((place) => make("li", {},
    make("b", {}, shown(place.thread, 40)), " " + shown(place.what, 200) + " ",
    app.trace ? make("button", {class: "link", onclick: () => app.locate(place)}, placeText(place))
      : make("span", {class: "note"}, placeText(place)),
    make("code", {class: "line"}, shown(app.source.lineOf(place).trim(), 120))));
  return make("section", {class: "warning"}, make("h2", {}, "warning: " + report.title),
    make("p", {}, shown(warning.message, 4000)), make("ol", {class: "frames"}, steps),
    report.replay ? command(report.replay) : "");
}

function command(text) {
  const button = make("button", {class: "copy", title: "copy"}, "copy");
  button.addEventListener("click", () => {
    const done = () => { button.textContent = "copied"; };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => select(code));
    else select(code);
  });
  const code = make("code", {}, shown(text, 2000));
  return make("div", {class: "command"}, make("span", {class: "prompt", "aria-hidden": "true"},
    "$"), code, button);
}

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

function details(app) {
  const {result, failure, resultReport} = app;
  const list = (name, texts) => texts.map((text) => fact(name, shown(text, 2000)));
  const states = result.final_states || [];
  return make("details", {class: "search", open: failure ? null : true},
    make("summary", {}, make("b", {}, "Searched "), shown(resultReport.searched, 400)),
    make("dl", {},
      list("remark", result.remarks), list("assumed", result.assumptions),
      list("ignored", result.suppressed.map((each) =>
        `${each.by}, ${counted(each.count, "time")}`)),
      resultReport.explain.map((line) => fact("explain", make("code", {}, line))),
      failure && failure.output ? fact("output", make("pre", {}, spelledLines(failure.output)))
        : "",
      states.length > 0 ? fact("final states", finalStates(states)) : ""));
}

function spelledLines(text) {
  return text.split("\n").slice(0, 500).map((line) => shown(line, 500)).join("\n");
}

function finalStates(states) {
  const most = 50;
  const values = (object) => Object.entries(object)
    .map(([name, value]) => `${shown(name, 60)} = ${value}`).join("  ");
  return make("ul", {}, states.slice(0, most).map((state) => make("li", {}, `${state.count} × ` +
    `${state.ended}  ${values(state.objects)}  ${values(state.notes)}`)),
  states.length > most ? make("li", {}, `… and ${states.length - most} more`) : "");
}
