// SPDX-License-Identifier: MIT
// The swim lanes of one execution: a row for each step, a lane for each thread, arrows between
// them. Only rows in or near the visible area are in the page, except for printing.

const kOverscan = 350;
const kMargin = 60;

class Board {
  constructor(host, name, onSelect) {
    this.host = host;
    this.name = name;
    this.onSelect = onSelect;
    this.head = make("div", {class: "board-head"});
    this.lines = svg("svg", {class: "lines", "aria-hidden": "true"});
    this.list = make("div", {class: "rows", role: "listbox", tabindex: "0", id: name + "-rows",
      "aria-label": "steps"});
    this.body = make("div", {class: "board-body"}, this.lines, this.list);
    this.scroller = make("div", {class: "board-scroll"}, this.head, this.body);
    this.drawnRows = new Map();
    this.drawnLines = [];
    this.current = -1;
    this.scroller.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-step]");
      if (row) this.onSelect(Number(row.dataset.step));
    });
    new ResizeObserver(() => this.layOut()).observe(this.scroller);
  }

  // `view`: {trace, title, turning, pair: Map, ending, wanted, shownThreads, found: Set}
  show(view) {
    this.view = view;
    this.arrows = assignTracks(arrowsOf(view.trace).filter((arrow) => this.isShown(arrow)),
      (step) => view.trace.laneOf(view.trace.steps[step].thread));
    replaceAll(this.host, view.title ? make("h2", {}, view.title) : null, this.scroller);
    this.width = -1;
    this.layOut();
  }

  isShown(arrow) {
    const {trace, wanted} = this.view;
    return wanted(trace.steps[arrow.from]) && wanted(trace.steps[arrow.to]);
  }

  layOut() {
    if (!this.view || this.scroller.clientWidth === this.width) return this.draw();
    this.width = this.scroller.clientWidth;
    const {trace, shownThreads} = this.view;
    const files = new Set(trace.steps.map((step) => step.file));
    this.oneFile = files.size === 1;
    const placeWidth = this.width < 520 ? 0 : this.oneFile ? 52 : 150;
    Object.assign(this, rowsOf(trace, this.view));
    const layout = lanesOf(trace, this.rows, shownThreads, this.width, placeWidth);
    this.lanes = layout.lanes;
    this.column = layout.column;
    this.host.classList.toggle("one-column", Boolean(this.column));
    if (this.column) this.height = restack(this.rows, this.column);
    this.placeWidth = placeWidth;
    this.rowOf = new Map(this.rows.filter((row) => row.kind === "step" || row.kind === "end")
      .map((row) => [row.step, row]));
    this.body.style.height = this.height + "px";
    this.body.style.width = this.head.style.width = layout.width + "px";
    fill(this.lines, {width: layout.width, height: this.height}, []);
    this.drawHead();
    this.list.replaceChildren();
    this.drawnRows.clear();
    this.window = null;
    this.draw();
  }

  drawHead() {
    const {trace} = this.view;
    replaceAll(this.head,
      [...this.lanes].map(([lane, at]) => {
        const head = make("div", {class: "lane-head"}, threadChip(trace, trace.threads[lane]));
        head.style.left = at.x - 9 + "px";
        head.style.maxWidth = at.width - kGutter + 4 + "px";
        return head;
      }),
      this.placeWidth > 0
        ? make("div", {class: "place-head"}, this.oneFile ? "line" : "place") : "");
  }

  // Marks a moment, and scrolls to its row.
  go(moment) {
    this.current = moment;
    if (!this.view) return;
    const row = this.rowOf.get(moment);
    const box = this.scroller;
    const head = this.head.offsetHeight;
    if (row) {
      const margin = Math.min(90, box.clientHeight / 4);
      if (row.top < box.scrollTop + margin) box.scrollTop = row.top - margin;
      const bottom = row.top + row.height + head + margin;
      if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    } else if (moment < 0) {
      box.scrollTop = 0;
    }
    this.list.setAttribute("aria-activedescendant", row ? this.name + "-" + moment : "");
    this.draw();
  }

  // Draws rows and arrows in and around the visible area. While they suffice, a step only changes
  // marks.
  draw(all = false) {
    if (!this.view || !this.rows) return;
    const seen = this.scroller.scrollTop;
    const below = seen + this.scroller.clientHeight;
    const {top, bottom} = this.window || {top: Infinity, bottom: -Infinity};
    const near = (top <= 0 || seen >= top + kMargin) &&
      (bottom >= this.height || below <= bottom - kMargin);
    if (all || !near) this.fillWindow(all ? 0 : seen - kOverscan,
      all ? this.height : below + kOverscan);
    for (const {row, element} of this.drawnRows.values()) this.mark(row, element);
    for (const line of this.drawnLines) line.mark();
  }

  fillWindow(top, bottom) {
    this.window = {top, bottom};
    const [first, last] = rowsWithin(this.rows, top, bottom);
    for (const [index, {element}] of this.drawnRows) {
      if (index >= first && index < last) continue;
      element.remove();
      this.drawnRows.delete(index);
    }
    // From the last to the first, so that screen readers read them in the order of the steps.
    let after = null;
    for (let index = last - 1; index >= first; --index) {
      if (!this.drawnRows.has(index)) {
        const row = this.rows[index];
        const element = drawRow(this, row);
        this.list.insertBefore(element, after);
        this.drawnRows.set(index, {row, element});
      }
      after = this.drawnRows.get(index).element;
    }
    this.drawnLines = linesWithin(this, top, bottom);
    replaceAll(this.lines, arrowHeads(this.name), this.drawnLines.map((line) => line.element));
  }

  mark(row, element) {
    const selectable = row.kind === "step" || row.kind === "end";
    const isCurrent = selectable && row.step === this.current;
    const marks = (isCurrent ? " current" : "") + (row.step > this.current ? " future" : "") +
      (row.kind === "step" && this.view.found.has(row.step) ? " found" : "");
    if (element.dataset.marks === marks) return;
    element.dataset.marks = marks;
    for (const mark of ["current", "future", "found"]) {
      element.classList.toggle(mark, marks.includes(mark));
    }
    if (selectable) element.setAttribute("aria-selected", String(isCurrent));
  }
}
