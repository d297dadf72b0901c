// SPDX-License-Identifier: MIT
// The swim lanes of one execution: a row for each step, a lane for each thread, arrows between
// them. Rows that are out of sight are not in the page, except for printing.

const kOverscan = 600;

class Board {
  constructor(host, name, onPick) {
    this.host = host;
    this.name = name;
    this.onPick = onPick;
    this.head = make("div", {class: "board-head"});
    this.lines = drawn("svg", {class: "lines", "aria-hidden": "true"});
    this.list = make("div", {class: "rows", role: "listbox", tabindex: "0", id: name + "-rows",
      "aria-label": "steps"});
    this.body = make("div", {class: "board-body"}, this.lines, this.list);
    this.scroller = make("div", {class: "board-scroll"}, this.head, this.body);
    this.drawnRows = new Map();
    this.current = -1;
    this.scroller.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-step]");
      if (row) this.onPick(Number(row.dataset.step));
    });
    new ResizeObserver(() => this.layOut()).observe(this.scroller);
  }

  // `view`: {story, title, turning, pair: Map, ending, wanted, shownThreads, found: Set}
  show(view) {
    this.view = view;
    this.arrows = layTracks(arrowsOf(view.story).filter((arrow) => this.isShown(arrow)),
      (step) => view.story.laneOf(view.story.steps[step].thread));
    replaceAll(this.host, view.title ? make("h2", {}, view.title) : null, this.scroller);
    this.width = -1;
    this.layOut();
  }

  isShown(arrow) {
    const {story, wanted} = this.view;
    return wanted(story.steps[arrow.from]) && wanted(story.steps[arrow.to]);
  }

  layOut() {
    if (!this.view || this.scroller.clientWidth === this.width) return;
    this.width = this.scroller.clientWidth;
    const {story, shownThreads} = this.view;
    const files = new Set(story.steps.map((step) => step.file));
    this.oneFile = files.size === 1;
    const placeWidth = this.width < 420 ? 0 : this.oneFile ? 52 : 150;
    Object.assign(this, rowsOf(story, this.view));
    const layout = lanesOf(story, this.rows, shownThreads, this.width, placeWidth);
    this.lanes = layout.lanes;
    this.placeWidth = placeWidth;
    this.rowOf = new Map(this.rows.filter((row) => row.kind === "step" || row.kind === "end")
      .map((row) => [row.step, row]));
    this.body.style.height = this.height + "px";
    this.body.style.width = this.head.style.width = layout.width + "px";
    fill(this.lines, {width: layout.width, height: this.height}, []);
    this.drawHead();
    this.list.replaceChildren();
    this.drawnRows.clear();
    this.draw();
  }

  drawHead() {
    const {story} = this.view;
    replaceAll(this.head,
      [...this.lanes].map(([lane, at]) => {
        const head = make("div", {class: "lane-head"}, threadChip(story, story.threads[lane]));
        head.style.left = at.x - 9 + "px";
        head.style.maxWidth = at.width - kGutter + 4 + "px";
        return head;
      }),
      this.placeWidth > 0 ? make("div", {class: "place-head"}, this.oneFile ? "line" : "place") : "");
  }

  // Marks a moment, and brings its row into sight.
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

  draw(all = false) {
    if (!this.view || !this.rows) return;
    const top = all ? 0 : this.scroller.scrollTop - kOverscan;
    const bottom = all ? this.height : top + this.scroller.clientHeight + 2 * kOverscan;
    const [first, last] = rowsWithin(this.rows, top, bottom);
    for (const [index, element] of this.drawnRows) {
      if (index >= first && index < last) continue;
      element.remove();
      this.drawnRows.delete(index);
    }
    // From the last, so that they stand in the order of the steps for those who hear them.
    let after = null;
    for (let index = last - 1; index >= first; --index) {
      if (!this.drawnRows.has(index)) {
        const element = drawRow(this, this.rows[index]);
        this.list.insertBefore(element, after);
        this.drawnRows.set(index, element);
      }
      after = this.drawnRows.get(index);
      this.mark(this.rows[index], after);
    }
    this.drawLines(top, bottom);
  }

  mark(row, element) {
    const {found} = this.view;
    const selectable = row.kind === "step" || row.kind === "end";
    const isCurrent = selectable && row.step === this.current;
    element.classList.toggle("current", isCurrent);
    element.classList.toggle("future", row.step > this.current);
    element.classList.toggle("found", row.kind === "step" && found.has(row.step));
    if (selectable) element.setAttribute("aria-selected", String(isCurrent));
  }

  drawLines(top, bottom) {
    const parts = [];
    for (const [lane, at] of this.lanes) parts.push(this.laneLine(lane, at));
    for (const arrow of this.arrows) {
      const from = this.rowOf.get(arrow.from);
      const to = this.rowOf.get(arrow.to);
      if (!from || !to || to.top < top || from.top > bottom) continue;
      parts.push(this.arrowLine(arrow, from, to));
    }
    const [first, last] = rowsWithin(this.rows, top, bottom);
    for (const row of this.rows.slice(first, last)) {
      if (row.kind === "step") parts.push(this.dot(row));
    }
    replaceAll(this.lines, arrowHeads(this.name), parts);
  }

  laneLine(lane, at) {
    const {story} = this.view;
    const own = (story.stepsOf.get(story.threads[lane]) || []).filter((i) => this.rowOf.has(i));
    if (own.length === 0) return "";
    const y = (step) => this.rowOf.get(step).top + kHeights.step / 2;
    const line = (kind, y1, y2) => drawn("line", {class: "lane-line " + kind + colourOf(lane),
      x1: at.x, x2: at.x, y1, y2: Math.max(y2, y1 + 0.01)});
    const last = y(own[own.length - 1]);
    const end = story.ends.get(story.threads[lane]);
    const bottom = this.rowOf.get(story.end);
    const stuck = end && end.state !== "finished" && bottom;
    return [line("", y(own[0]), last), stuck ? line("stuck ", last, bottom.top) : ""];
  }

  dot(row) {
    const isCurrent = row.step === this.current;
    return drawn("circle", {cx: this.lanes.get(row.lane).x, cy: row.top + row.height / 2,
      r: isCurrent ? 6 : 4, class: "dot " + colourOf(row.lane) +
        (isCurrent ? " current" : row.step > this.current ? " future" : "")});
  }

  arrowLine(arrow, from, to) {
    const spot = (row) => ({x: this.lanes.get(row.lane).x, y: row.top + row.height / 2});
    const near = arrow.from === this.current || arrow.to === this.current;
    const state = near ? " near" : arrow.to > this.current ? " future" : "";
    return drawn("path", {class: "arrow " + arrow.kind + state, "marker-end":
      `url(#${this.name}-${arrow.kind})`,
      d: arrowPath(spot(from), spot(to), from.top + from.height, arrow.track)});
  }
}

function arrowHeads(name) {
  return drawn("defs", {}, ["reads", "causes"].map((kind) =>
    drawn("marker", {id: name + "-" + kind, class: "head " + kind, viewBox: "0 0 6 6", refX: 5,
      refY: 3, markerWidth: 6, markerHeight: 6, orient: "auto", markerUnits: "userSpaceOnUse"},
    drawn("path", {d: "M0,0 L6,3 L0,6 z"}))));
}
