// SPDX-License-Identifier: MIT
// What stands beside the lanes: the current step in words, and the shared objects as they are.

const kMostObjects = 200;

function stepLink(app, step, text) {
  return make("button", {class: "link", onclick: () => app.go(step)}, text || `step ${step + 1}`);
}

function linked(app, steps) {
  const most = 8;
  const links = steps.slice(0, most).flatMap((step, i) => [i > 0 ? ", " : "", stepLink(app, step)]);
  return steps.length > most ? [...links, ` and ${steps.length - most} more`] : links;
}

function fact(name, ...content) {
  return [make("dt", {}, name), make("dd", {}, ...content)];
}

function showStep(host, app) {
  const {story, moment} = app;
  if (moment < 0) {
    return replaceAll(host, make("h2", {}, "Before the first step"),
      make("p", {}, "Nothing has happened yet. → steps forwards."));
  }
  if (moment >= story.end) return showEnd(host, app);
  const step = story.steps[moment];
  const frames = step.frames.length > 0 ? step.frames
    : step.file ? [{function: step.function, file: step.file, line: step.line}] : [];
  return replaceAll(host,
    make("h2", {}, `Step ${moment + 1} of ${story.end} `, threadChip(story, step.thread)),
    make("p", {class: "what"}, stepText(step)),
    make("dl", {},
      step.why ? fact(step.preemption ? "preemption" : "now because", shown(step.why)) : "",
      step.read_from !== null ? fact("reads from", stepLink(app, step.read_from)) : "",
      step.cause !== null ? fact("let go on by", stepLink(app, step.cause)) : "",
      story.readers.has(moment) ? fact("read by", linked(app, story.readers.get(moment))) : "",
      story.effects.has(moment) ? fact("lets go on", linked(app, story.effects.get(moment))) : "",
      frames.length > 0 ? fact("called from", frameList(app, frames)) : ""));
}

function frameList(app, frames) {
  return make("ol", {class: "frames"}, frames.slice(0, 40).map((frame) => make("li", {},
    make("button", {class: "link", title: shown(frame.file, 4000),
      onclick: () => app.look(frame)}, placeText(frame) || "?"),
    frame.function ? [" in ", make("code", {title: shown(frame.function, 4000)},
      shown(frame.function, 90))] : "")));
}

function showEnd(host, app) {
  const {story} = app;
  const ends = [...story.ends.values()].filter((end) => end.state !== "finished");
  return replaceAll(host, make("h2", {}, "The end"),
    make("p", {class: "what bad"}, "✗ " + app.told.mark),
    make("ul", {class: "ends"}, ends.map((end) => make("li", {}, threadChip(story, end.thread), " ",
      end.state === "blocked" ? waitText(end) : end.state + (end.operation
        ? ", next: " + shown(end.operation, 40) + (end.object ? " " + shown(end.object, 40) : "")
        : ""),
      end.file ? [" ", make("button", {class: "link", onclick: () => app.look(end)},
        placeText(end))] : ""))));
}

function showObjects(host, app) {
  const all = [...app.moments.objects.values()];
  const query = app.objectQuery.toLowerCase();
  const some = all.filter((object) => object.name.toLowerCase().includes(query));
  const locks = some.filter((object) => object.isLock);
  const others = some.filter((object) => !object.isLock);
  const rest = some.length - kMostObjects;
  return replaceAll(host,
    locks.length > 0 ? table("Locks", ["lock", "held by", "wanted by"],
      locks.slice(0, kMostObjects).map((lock) => lockRow(app, lock))) : "",
    others.length > 0 ? table("Shared objects", ["object", "now", "by step"],
      others.slice(0, kMostObjects).map((object) => objectRow(app, object))) : "",
    all.length === 0 ? make("p", {class: "note"}, "No step was about a shared object.") : "",
    rest > 0 ? make("p", {class: "note"}, `… and ${rest} more: filter by a step's object`) : "");
}

function table(title, names, rows) {
  return make("table", {}, make("caption", {}, title),
    make("thead", {}, make("tr", {}, names.map((name) => make("th", {scope: "col"}, name)))),
    make("tbody", {}, rows));
}

// The object's name is the switch that shows its steps only.
function nameCell(app, object) {
  const only = app.onlyObjects.has(object.name);
  return make("th", {scope: "row"}, make("button", {class: "object", "aria-pressed": String(only),
    title: "show only the steps of " + shown(object.name, 2000),
    onclick: () => app.filterObject(object.name)}, shown(object.name, 60)));
}

function lockRow(app, lock) {
  const {moments, story, moment} = app;
  const chips = (threads) => (threads.length === 0 ? make("span", {class: "none"}, "–")
    : threads.map((thread) => [threadChip(story, thread), " "]));
  const holders = moments.holdersAt(lock, moment);
  const touched = moment >= 0 && moment < story.end && story.steps[moment].object === lock.name;
  return make("tr", {class: touched ? "changed" : null}, nameCell(app, lock),
    make("td", {}, chips(holders.map((holder) => holder.thread))),
    make("td", {}, chips(moments.wantersAt(lock, moment))));
}

function objectRow(app, object) {
  const {moments, moment, story} = app;
  const now = moments.stateAt(object, moment);
  const changed = now && now.step === moment;
  const at = changed ? firstAbove(object.changeSteps, moment) - 1 : -1;
  const before = at > 0 ? shown(object.changes[at - 1].state, 60) + " → " : "";
  return make("tr", {class: changed ? "changed" : null}, nameCell(app, object),
    make("td", {class: "state", title: now ? shown(now.state, 2000) : null},
      now ? [make("span", {class: "before"}, before), shown(now.state, 60)]
        : make("span", {class: "none"}, "–")),
    make("td", {}, now ? [stepLink(app, now.step, String(now.step + 1)), " ",
      threadChip(story, story.steps[now.step].thread)] : ""));
}
