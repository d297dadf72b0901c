// SPDX-License-Identifier: MIT
// The pane of the current step.

function stepLink(app, step, text) {
  return make("button", {class: "link", onclick: () => app.go(step)}, text || `step ${step + 1}`);
}

function linkList(app, steps) {
  const most = 8;
  const links = steps.slice(0, most).flatMap((step, i) => [i > 0 ? ", " : "", stepLink(app, step)]);
  return steps.length > most ? [...links, ` and ${steps.length - most} more`] : links;
}

function fact(name, ...content) {
  return [make("dt", {}, name), make("dd", {}, ...content)];
}

function showStep(host, app) {
  const {trace, moment} = app;
  if (moment < 0) {
    return replaceAll(host, make("h2", {}, "Before the first step"),
      make("p", {}, "Nothing has happened yet. → steps forwards."));
  }
  if (moment >= trace.end) return showEnd(host, app);
  const step = trace.steps[moment];
  const frames = step.frames.length > 0 ? step.frames
    : step.file ? [{function: step.function, file: step.file, line: step.line}] : [];
  const mark = app.board.view.pair.get(moment);
  const note = app.report.notes[moment];
  return replaceAll(host,
    make("h2", {}, `Step ${moment + 1} of ${trace.end} `, threadChip(trace, step.thread)),
    make("p", {class: "what"}, stepText(step)),
    make("dl", {},
      mark ? fact(mark.sign, "one " + mark.words) : "",
      note ? fact("value", shown(note, 200)) : "",
      step.why ? fact(step.preemption ? "preemption" : "scheduled because", shown(step.why)) : "",
      step.read_from !== null ? fact("reads from", stepLink(app, step.read_from)) : "",
      step.superseded_by !== null ? fact("older than", stepLink(app, step.superseded_by)) : "",
      step.cause !== null ? fact("enabled by", stepLink(app, step.cause)) : "",
      trace.readers.has(moment) ? fact("read by", linkList(app, trace.readers.get(moment))) : "",
      trace.effects.has(moment) ? fact("enables", linkList(app, trace.effects.get(moment))) : "",
      frames.length > 0 ? fact("called from", frameList(app, frames)) : ""));
}

function frameList(app, frames) {
  return make("ol", {class: "frames"}, frames.slice(0, 40).map((frame) => make("li", {},
    make("button", {class: "link", title: shown(frame.file, 4000),
      onclick: () => app.locate(frame)}, placeText(frame) || "?"),
    frame.function ? [" in ", make("code", {title: shown(frame.function, 4000)},
      shown(plain(frame.function), 90))] : "")));
}

function showEnd(host, app) {
  const {trace} = app;
  const ends = [...trace.ends.values()].filter((end) => end.state !== "finished");
  return replaceAll(host, make("h2", {}, "The end"),
    make("p", {class: "what bad"}, "✗ " + app.report.mark),
    make("ul", {class: "ends"}, ends.map((end) => make("li", {}, threadChip(trace, end.thread), " ",
      end.state === "blocked" ? waitText(end) : end.state + (end.operation
        ? ", next: " + shown(end.operation, 40) + (end.object ? " " + shown(end.object, 40) : "")
        : ""),
      end.file ? [" ", make("button", {class: "link", onclick: () => app.locate(end)},
        placeText(end))] : ""))));
}
