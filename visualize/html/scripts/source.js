// SPDX-License-Identifier: MIT
// The source pane: the file of the current step, its line, and the lines of all other threads.

class SourcePane {
  constructor(host, sources) {
    this.host = host;
    this.sources = new Map(sources.map((source) => [source.file, source]));
    this.title = make("h2", {});
    this.note = make("p", {class: "note"});
    this.code = make("div", {class: "code", tabindex: "0", role: "region",
      "aria-label": "source text"});
    this.lines = new Map();
    this.markedLines = [];
    this.file = null;
    replaceAll(host, this.title, this.note, this.code);
  }

  // The text of one line, or "".
  lineOf(place) {
    const source = this.sources.get(place.file);
    const part = source && source.parts.find(({first, lines}) =>
      place.line >= first && place.line < first + lines.length);
    return part ? part.lines[place.line - part.first] : "";
  }

  // `marks`: [{file, line, thread chip, words, current}]
  show(place, marks) {
    if (place && place.file) this.open(place.file);
    for (const element of this.markedLines) {
      element.classList.remove("current", "stands");
      element.firstChild.replaceChildren();
    }
    this.markedLines = [];
    let current = null;
    for (const mark of marks) {
      const element = mark.file === this.file ? this.lines.get(mark.line) : null;
      if (!element) continue;
      element.classList.add(mark.current ? "current" : "stands");
      element.firstChild.append(fill(mark.chip, {title: mark.words}, []));
      this.markedLines.push(element);
      if (mark.current || (!current && mark.line === (place || {}).line)) current = element;
    }
    if (!current && place && place.file === this.file) {
      current = this.lines.get(place.line);
      if (current) {
        current.classList.add("stands");
        this.markedLines.push(current);
      }
    }
    if (current) this.scrollIntoSight(current);
  }

  scrollIntoSight(element) {
    const code = this.code;
    const top = element.offsetTop;
    const margin = Math.min(60, code.clientHeight / 4);
    if (top < code.scrollTop + margin || top + 20 > code.scrollTop + code.clientHeight - margin) {
      code.scrollTop = top - code.clientHeight / 2.5;
    }
  }

  open(file) {
    if (file === this.file) return;
    this.file = file;
    const source = this.sources.get(file);
    replaceAll(this.title, "Source ", make("span", {class: "file", title: shown(file, 4000)},
      fileName(file)));
    this.note.textContent = !source ? "The text of this file is not available."
      : source.newer ? "This file was changed later: lines may have moved." : "";
    this.note.hidden = this.note.textContent === "";
    this.lines.clear();
    replaceAll(this.code, source ? source.parts.map((part, i) => this.part(part, i)) : "");
  }

  part(part, index) {
    let inComment = false;
    const lines = part.lines.map((text, i) => {
      const line = highlighted(text, inComment);
      inComment = line.inComment;
      const number = part.first + i;
      const element = make("div", {class: "code-line"}, make("span", {class: "who"}),
        make("span", {class: "code-number"}, number), make("code", {}, line.nodes));
      this.lines.set(number, element);
      return element;
    });
    return [index > 0 ? make("div", {class: "code-gap"}, "⋯") : "", ...lines];
  }
}
