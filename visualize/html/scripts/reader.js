// SPDX-License-Identifier: MIT
// What the reader can do with the page: step, filter, search, compare; and how the page starts.

Object.assign(App.prototype, {
  // The next step that is not filtered out; after the last one the end, before the first one the
  // start.
  stepBy(count) {
    const direction = Math.sign(count);
    let moment = this.moment;
    for (let left = Math.abs(count); left > 0; --left) {
      do moment += direction;
      while (this.trace.steps[moment] && !this.wanted(this.trace.steps[moment]));
    }
    this.go(moment);
  },

  stepToSame(direction, what) {
    const current = this.trace.steps[this.moment];
    if (!current || !current[what]) return this.stepBy(direction);
    for (let i = this.moment + direction; this.trace.steps[i]; i += direction) {
      if (this.trace.steps[i][what] === current[what] && this.wanted(this.trace.steps[i])) {
        return this.go(i);
      }
    }
  },

  filterThread(thread) {
    toggle(this.hiddenThreads, thread);
    if (this.hiddenThreads.size === this.trace.threads.length) this.hiddenThreads.clear();
    this.refilter();
  },

  filterObject(name) {
    toggle(this.onlyObjects, name);
    this.refilter();
  },

  filterCurrent() {
    const step = this.trace.steps[this.moment];
    const object = step && step.object;
    const already = this.onlyObjects.size > 0;
    this.onlyObjects.clear();
    if (object && !already) this.onlyObjects.add(object);
    this.refilter();
  },

  refilter() {
    this.toolbar.showFilters();
    this.search(this.toolbar.search.value);
    this.showBoards();
    this.go(this.moment);
  },

  clear() {
    this.toolbar.search.value = "";
    this.toolbar.search.blur();
    this.hiddenThreads.clear();
    this.onlyObjects.clear();
    this.refilter();
  },

  search(words) {
    const query = words.trim().toLowerCase();
    this.found = query === "" ? [] : this.trace.steps.map((step, i) => i).filter((i) => {
      const step = this.trace.steps[i];
      return this.wanted(step) && searchable(step).includes(query);
    });
  },

  find(words) {
    this.search(words);
    this.board.view.found = new Set(this.found);
    const next = this.found.find((i) => i >= this.moment);
    if (this.found.length > 0) this.go(next === undefined ? this.found[0] : next);
    else this.go(this.moment);
  },

  nextFound(direction) {
    if (this.found.length === 0) return;
    const later = direction > 0 ? this.found.find((i) => i > this.moment)
      : this.found.slice().reverse().find((i) => i < this.moment);
    this.go(later !== undefined ? later : direction > 0 ? this.found[0]
      : this.found[this.found.length - 1]);
  },

  compare() {
    if (!this.passing) return;
    this.comparing = !this.comparing;
    this.toolbar.compare.setAttribute("aria-pressed", String(this.comparing));
    this.showBoards();
    this.go(this.moment);
  },

  toggleTheme() { storeTheme(currentTheme() === "dark" ? "light" : "dark"); },

  help() { showHelp(this.parts.help); },

  // The address follows after a pause: browsers allow only a few changes a second.
  updateAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.writeAddress(), 200);
  },

  writeAddress() {
    const address = `#failure=${this.entry + 1}` +
      (this.trace ? `&step=${this.moment + 1}` : "");
    try {
      history.replaceState(null, "", address);
    } catch (refused) {
      return; // too many changes for some browsers
    }
  },
});

function toggle(set, value) {
  if (!set.delete(value)) set.add(value);
}

function searchable(step) {
  return [step.thread, stepText(step, 100000), step.why, placeText(step), step.function, step.state]
    .join("\n").toLowerCase();
}

function begin() {
  const data = JSON.parse(document.getElementById("mcheck-data").textContent);
  const address = new URLSearchParams(location.hash.slice(1));
  applyTheme(address.get("theme") || storedTheme() || currentTheme());
  followSystem();
  const app = new App(data);
  const number = (name) => (address.has(name) ? Number(address.get(name)) - 1 : undefined);
  const wanted = number("failure");
  const worst = app.entries.findIndex((entry) => entry.failure);
  const entry = app.entries[wanted] ? wanted : Math.max(0, worst);
  app.open(entry, number("step"));
  if (address.has("twin")) app.compare();
  listenToKeys(app);
  addEventListener("beforeprint", () => {
    if (!app.trace) return;
    app.board.draw(true);
    if (app.comparing) app.twin.draw(true);
  });
}

begin();
