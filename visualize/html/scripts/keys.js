// SPDX-License-Identifier: MIT
// The keyboard. While the reader types a search, only Escape and Enter are handled here.

const kKeys = [
  {keys: ["ArrowRight", "ArrowDown"], sign: "→ ↓", words: "a step forwards",
    run: (a) => a.stepBy(1)},
  {keys: ["ArrowLeft", "ArrowUp"], sign: "← ↑", words: "a step back", run: (a) => a.stepBy(-1)},
  {keys: ["Home"], sign: "Home", words: "to the start", run: (a) => a.go(-1)},
  {keys: ["End"], sign: "End", words: "to the end", run: (a) => a.go(a.trace.end)},
  {keys: ["PageDown"], sign: "Page ↓", words: "ten steps forwards", run: (a) => a.stepBy(10)},
  {keys: ["PageUp"], sign: "Page ↑", words: "ten steps back", run: (a) => a.stepBy(-10)},
  {keys: ["o"], sign: "o O", words: "next, last step of the same object",
    run: (a) => a.stepToSame(1, "object")},
  {keys: ["O"], run: (a) => a.stepToSame(-1, "object")},
  {keys: ["s"], sign: "s S", words: "next, last step of the same thread",
    run: (a) => a.stepToSame(1, "thread")},
  {keys: ["S"], run: (a) => a.stepToSame(-1, "thread")},
  {keys: ["/"], sign: "/", words: "search; Enter: next, Shift+Enter: last one",
    run: (a) => { a.toolbar.search.focus(); a.toolbar.search.select(); }},
  {keys: ["f"], sign: "f", words: "only the current step's object, or all again",
    run: (a) => a.filterCurrent()},
  {keys: ["Escape"], sign: "Esc", words: "no search, no filter", run: (a) => a.clear()},
  {keys: ["p"], sign: "p", words: "an execution that passes, beside it", run: (a) => a.compare()},
  {keys: ["]"], sign: "[ ]", words: "last, next failure", run: (a) => a.open(a.entry + 1)},
  {keys: ["["], run: (a) => a.open(a.entry - 1)},
  {keys: ["t"], sign: "t", words: "light or dark", run: (a) => a.toggleTheme(), always: true},
  {keys: ["?"], sign: "?", words: "these keys", run: (a) => a.help(), always: true},
];

function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.getElementById("help").open) return;
    const typing = event.target instanceof Element && event.target.closest("input[type=search]");
    if (typing && event.key === "Enter") return app.nextFound(event.shiftKey ? -1 : 1);
    if (typing && event.key !== "Escape") return;
    const key = kKeys.find((each) => each.keys.includes(event.key));
    if (!key || !(app.trace || key.always)) return;
    const scrolls = event.target instanceof Element && event.target.closest(".code");
    if (scrolls && /^(Arrow|Page|Home|End)/.test(event.key)) return;
    event.preventDefault();
    key.run(app);
  });
}

function showHelp(dialog) {
  if (dialog.open) return;
  replaceAll(dialog, make("h2", {}, "Keys"),
    make("dl", {}, kKeys.filter((key) => key.sign).map((key) => fact(
      key.sign.split(" ").map((sign) => make("kbd", {}, sign)), key.words))),
    make("h2", {}, "Signs"),
    make("dl", {class: "signs"},
      fact(svg("svg", {width: 34, height: 10}, svg("path", {class: "arrow reads",
        d: "M1,5 H33"})), "the value that a step read, from the step that wrote it"),
      fact(svg("svg", {width: 34, height: 10}, svg("path", {class: "arrow causes",
        d: "M1,5 H33"})), "what enabled a thread: a start, an end, a notification"),
      fact(svg("svg", {width: 34, height: 10}, svg("path", {class: "arrow stale",
        d: "M1,5 H33"})), "from a step that acts on an older value, to the one that wrote a newer"),
      fact("▶", "a preemption: the previous thread was still enabled"),
      fact("◆", "the decisive step: every continuation fails"),
      fact("①②", "the decisive pair: in reverse order the execution passes")),
    make("form", {method: "dialog"}, make("button", {}, "close")));
  dialog.showModal();
}
