"use strict";
// The timeline: a list of entries that is fetched in pages, with search and filters.
const kindWords = { begin: "begin", action: "action", effect: "effect", answer: "answer", fail: "failure", timeout: "timeout",
  start: "start", cancel: "cancel", advance: "clock", reset: "reset", listen: "listen", unlisten: "unlisten",
  lost: "lost", note: "note", end: "end" };
const kindWord = kind => kindWords[kind] ?? kind;

class Timeline {
  static #pageSize = 100;
  static #mostPages = 60;
  source = null;
  index = 0;
  cursor = 0;
  filter = {};
  #pages = new Map();
  #era = 0;
  #isAsking = false;
  #needsPosition = false;
  #needsTotal = false;
  #isReset = false;
  #onNext = null;
  #counts = new Lane();
  #searchTimer = null;
  #countsTimer = null;

  // `onchoose(n)` hears which entry was chosen here.
  constructor({ onchoose, marked }) {
    Object.assign(this, { onchoose, marked });
    this.box = byId("entries");
    this.rows = new VirtualRows(this.box, { draw: index => this.#draw(index), onrange: () => this.#pump() });
    this.box.addEventListener("keydown", event => this.#key(event));
    this.box.addEventListener("click", event => {
      const row = event.target.closest(".entry-row");
      if (row) this.choose(Number(row.dataset.index));
    });
    listen("search", "input", () => {
      clearTimeout(this.#searchTimer);
      this.#searchTimer = setTimeout(() => this.#setFilter({ text: byId("search").value.trim() }), 150);
    });
    listen("search", "keydown", event => {
      if (event.key === "ArrowDown") { event.preventDefault(); this.box.focus() }
    });
    listen("only-changing", "click", () => this.#setFilter({ changing: !this.filter.changing }));
    listen("only-refused", "click", () => this.#setFilter({ refused: !this.filter.refused }));
    listen("clear-filters", "click", () => { this.clearFilter(); byId("search").focus() });
    listen("kinds-button", "click", () => {
      byId("kinds").hidden = !byId("kinds").hidden;
      this.#showFilter();
      this.#fetchCounts();
    });
  }

  get isFiltered() { return Object.keys(this.filter).length > 0 }
  get #base() { return { source: this.source.source, filter: this.filter } }

  // Shows another source, or the same one from scratch, with its cursor at n.
  open(source, n) {
    this.source = source;
    this.cursor = n;
    this.filter = {};
    byId("search").value = "";
    byId("kinds").hidden = true;
    this.#begin();
  }

  close() {
    this.source = null;
    this.#era += 1;
    this.#pages.clear();
    this.rows.setCount(0);
    this.rows.refresh();
  }

  // The source has more entries now.
  grow() {
    for (const page of this.#pages.values())
      if (page.entries.length < Timeline.#pageSize) page.isStale = true;
    if (this.isFiltered) this.#needsTotal = true;
    else { this.#setCount(this.source.length); this.#updateSizes() }
    this.#countsTimer ??= setTimeout(() => this.#fetchCounts(), 1000);
    this.#pump();
  }

  // Shows the cursor at entry n.
  show(n) {
    this.cursor = n;
    if (!this.isFiltered) return this.#setIndex(n);
    const known = this.#indexOf(n);
    if (known !== null) return this.#setIndex(known);
    this.#needsPosition = true;
    this.#pump();
  }

  // The entry at n, if it was fetched.
  entry(n) {
    const index = this.isFiltered ? this.#indexOf(n) : n;
    return index === null ? null : this.#at(index);
  }

  choose(index) {
    if (this.rows.count === 0) return;
    const wanted = Math.min(Math.max(index, 0), this.rows.count - 1);
    const entry = this.isFiltered ? this.#at(wanted) : { n: wanted };
    this.#setIndex(wanted);
    this.#onNext = entry ? null : wanted;
    if (entry) this.onchoose(entry.n);
    else this.#pump();
  }

  // Steps among the entries that are shown.
  step(by) {
    const isBetween = this.isFiltered && this.#at(this.index)?.n !== this.cursor;
    this.choose(this.index + (isBetween && by > 0 ? by - 1 : by));
  }
  first() { this.choose(0) }
  last() { this.choose(this.rows.count - 1) }

  clearFilter() {
    byId("search").value = "";
    this.filter = {};
    this.#begin();
  }

  // Marks have changed.
  redraw() { this.rows.refresh() }

  #setFilter(change) {
    const filter = { ...this.filter, ...change };
    for (const [name, value] of Object.entries(filter))
      if (!value || value.length === 0) delete filter[name];
    this.filter = filter;
    this.#begin();
  }

  #begin() {
    this.#era += 1;
    this.#onNext = null;
    this.#isReset = true;
    this.#needsPosition = this.isFiltered;
    this.#needsTotal = true;
    this.box.setAttribute("aria-busy", "true");
    if (!this.isFiltered) this.index = this.cursor;
    this.#showFilter();
    this.#fetchCounts();
    this.#pump();
  }

  // Asks for what is needed most, one request after the other.
  async #pump() {
    if (this.#isAsking || !this.source || !link.isOpen) return;
    const era = this.#era, size = Timeline.#pageSize;
    const page = this.#needsPosition ? null : this.#nextPage();
    if (!this.#needsPosition && page === null) return;
    this.#isAsking = true;
    try {
      if (this.#needsPosition) {
        const n = this.cursor;
        const { index } = await link.ask({ do: "position", ...this.#base, n });
        if (era === this.#era && n === this.cursor) {
          this.#needsPosition = false;
          if (this.#isReset) this.index = index; else this.#setIndex(index);
        }
      } else {
        const answer = await link.ask({ do: "entries", ...this.#base, from: page * size, count: size });
        if (era === this.#era) this.#take(page, answer);
      }
    } catch (error) {
      if (era === this.#era) {
        this.#needsPosition = this.#needsTotal = this.#isReset = false;
        this.#onNext = null;
        if (page !== null) this.#pages.set(page, { entries: [] });
        if (link.isOpen) say(error.message, "bad");
      }
    } finally {
      this.#isAsking = false;
    }
    this.#pump();
  }

  #nextPage() {
    const size = Timeline.#pageSize;
    const isMissing = page => !this.#pages.has(page) || this.#pages.get(page).isStale;
    if (this.#isReset) return Math.floor(Math.max(0, this.index) / size);
    if (this.#onNext !== null && isMissing(Math.floor(this.#onNext / size))) return Math.floor(this.#onNext / size);
    const [from, to] = this.rows.range;
    const first = Math.floor(from / size), last = Math.floor(Math.max(from, to - 1) / size);
    if (this.rows.count > 0)
      for (let page = first; page <= last; page += 1) if (isMissing(page)) return page;
    if (this.#needsTotal) return Math.floor(this.rows.count / size);
    for (const page of [last + 1, first - 1])
      if (page >= 0 && page * size < this.rows.count && !this.#pages.has(page)) return page;
    return null;
  }

  #take(page, { total, matching, entries }) {
    if (this.#isReset) {
      this.#isReset = false;
      this.#pages.clear();
      this.rows.refresh();
      this.box.removeAttribute("aria-busy");
    }
    this.#needsTotal = false;
    this.#pages.delete(page);
    // An answer may be older than the news of growth.
    this.#pages.set(page, { entries, isStale: total < this.source.length && entries.length < Timeline.#pageSize });
    if (this.#pages.size > Timeline.#mostPages) this.#pages.delete(this.#pages.keys().next().value);
    const present = this.isFiltered ? matching : Math.max(matching, this.source.length);
    const isOther = this.rows.count !== present;
    if (isOther) this.#setCount(present);
    this.#setIndex(Math.min(this.index, Math.max(0, present - 1)), this.rows.row(this.index) === undefined);
    const begin = page * Timeline.#pageSize;
    for (let index = begin; index < begin + entries.length; index += 1) this.#redrawRow(index);
    if (isOther) this.#updateSizes();
    if (this.#onNext !== null && this.#at(this.#onNext)) {
      const { n } = this.#at(this.#onNext);
      this.#onNext = null;
      this.onchoose(n);
    }
  }

  #setCount(matching) {
    this.rows.setCount(matching);
    this.#showShownCount();
  }

  #at(index) {
    const page = this.#pages.get(Math.floor(index / Timeline.#pageSize));
    return page?.entries[index % Timeline.#pageSize] ?? null;
  }

  #indexOf(n) {
    for (const [page, { entries }] of this.#pages) {
      if (entries.length === 0 || n < entries[0].n || n > entries.at(-1).n) continue;
      const at = entries.findIndex(it => it.n === n);
      if (at >= 0) return page * Timeline.#pageSize + at;
    }
    return null;
  }

  #setIndex(index, mustReveal = true) {
    const before = this.rows.row(this.index);
    before?.setAttribute("aria-selected", "false");
    this.index = this.rows.active = index;
    if (mustReveal) this.rows.reveal(index);
    this.rows.drawNow();
    const row = this.rows.row(index);
    row?.setAttribute("aria-selected", String(this.#isCursor(index)));
    if (row) this.box.setAttribute("aria-activedescendant", row.id);
    else this.box.removeAttribute("aria-activedescendant");
    this.#showShownCount();
  }

  #isCursor(index) { return index === this.index && (!this.isFiltered || this.#at(index)?.n === this.cursor) }

  #updateSizes() {
    for (const row of this.rows.space.children) row.setAttribute("aria-setsize", this.rows.count);
  }

  #redrawRow(index) {
    const row = this.rows.row(index);
    if (row) this.#fillRow(row, index);
  }

  #draw(index) {
    const row = make("div", { class: "entry-row", role: "option", id: `entry-${index}`, "data-index": index });
    this.#fillRow(row, index);
    return row;
  }

  #fillRow(row, index) {
    const entry = this.#at(index);
    row.setAttribute("aria-selected", String(this.#isCursor(index)));
    row.setAttribute("aria-setsize", this.rows.count);
    row.setAttribute("aria-posinset", index + 1);
    row.classList.toggle("is-loading", entry === null);
    if (!entry) {
      row.setAttribute("aria-label", "loading");
      row.replaceChildren(make("span", { class: "number" }, this.isFiltered ? "" : index), make("span", {}),
        make("span", { class: "main" }, "…"));
      return;
    }
    const marks = entryMarks(entry);
    const isMarked = this.marked() === entry.n;
    row.setAttribute("aria-label", shown([`${entry.n}, ${kindWord(entry.kind)} ${entry.name}`, entry.text,
      entry.changes ? count(entry.changes, "change") : "", ...marks.map(it => it.text),
      isMarked ? "marked to compare" : "", entry.depth ? `level ${entry.depth + 1}` : ""].filter(Boolean).join(", ")));
    row.dataset.kind = entry.kind;
    row.title = shown(`${entry.name} ${entry.text}`.slice(0, 300));
    const main = make("span", { class: "main" },
      entry.depth ? make("span", { class: "nesting" }, "↳") : null,
      make("bdi", { class: "name" }, entry.name), " ", make("bdi", { class: "quiet" }, entry.text));
    if (entry.depth) main.style.setProperty("--depth", Math.min(entry.depth, 10));
    row.replaceChildren(make("span", { class: "number" }, entry.n),
      make("span", { class: "kind" }, kindWord(entry.kind)), main,
      make("span", { class: "marks" }, isMarked ? make("span", { class: "mark" }, "⚑", make("span", {}, " marked")) : null,
        marks.map(it => make("span", { class: `mark ${it.style}` }, it.sign, make("span", {}, ` ${it.word}`))),
        entry.changes ? make("span", { class: "changed" }, numbered.format(entry.changes)) : null),
      make("span", { class: "time" }, foreign(entry.time)));
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves = { ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1), Home: () => this.first(),
      End: () => this.last(), PageDown: () => this.step(this.rows.rowsPerPage),
      PageUp: () => this.step(-this.rows.rowsPerPage),
      Enter: () => byId("details-title").focus() };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }

  #showShownCount() {
    const { length } = this.source ?? { length: 0 };
    const isOutside = this.isFiltered && this.rows.count > 0 && this.#at(this.index)
      && this.#at(this.index).n !== this.cursor;
    byId("timeline-panel").style.setProperty("--digits", Math.max(3, String(length).length + 1));
    byId("shown-count").textContent = this.isFiltered
      ? `${numbered.format(this.rows.count)} of ${numbered.format(length)} shown`
        + (isOutside ? `; entry ${this.cursor} is not among them` : "")
      : count(length, "entry", "entries");
    this.box.classList.toggle("is-empty", this.rows.count === 0 && this.isFiltered);
  }

  async #fetchCounts() {
    clearTimeout(this.#countsTimer);
    this.#countsTimer = null;
    if (!this.source) return;
    try {
      const counts = await this.#counts.ask({ do: "counts", source: this.source.source });
      if (counts) this.#showCounts(counts);
    } catch { /* the counts are shown when they come */ }
  }

  #showFilter() {
    byId("kinds-button").setAttribute("aria-expanded", String(!byId("kinds").hidden));
    const chosen = (this.filter.kinds?.length ?? 0) + (this.filter.names?.length ?? 0);
    byId("kinds-button").textContent = `Kinds and names${chosen ? ` (${chosen})` : ""}`;
    byId("only-changing").setAttribute("aria-pressed", String(this.filter.changing === true));
    byId("only-refused").setAttribute("aria-pressed", String(this.filter.refused === true));
    byId("clear-filters").hidden = !this.isFiltered;
  }

  #showCounts({ names, refused, changing }) {
    byId("only-changing").textContent = `Changing (${numbered.format(changing)})`;
    byId("only-refused").textContent = `Refused (${numbered.format(refused)})`;
    if (byId("kinds").hidden) return;
    const kinds = new Map();
    for (const it of names) kinds.set(it.kind, (kinds.get(it.kind) ?? 0) + it.count);
    const byName = new Map();
    for (const it of names) if (it.name) byName.set(it.name, (byName.get(it.name) ?? 0) + it.count);
    refill(byId("kinds"), [this.#choices("Kinds", "kinds", [...kinds], kindWord),
      this.#choices("Names", "names", [...byName].sort((a, b) => b[1] - a[1]), it => it)], byId("kinds-button"));
  }

  #choices(title, member, counts, word) {
    return make("fieldset", { class: "choices" }, make("legend", {}, title),
      counts.slice(0, 500).map(([value, number]) => {
        const box = make("input", { type: "checkbox", "data-key": `${member} ${value}` });
        box.checked = this.filter[member]?.includes(value) ?? false;
        box.addEventListener("change", () => {
          const others = (this.filter[member] ?? []).filter(it => it !== value);
          this.#setFilter({ [member]: box.checked ? [...others, value] : others });
        });
        return make("label", {}, box, " ", make("bdi", { class: "choice-name" }, word(value)), " ",
          make("span", { class: "quiet" }, numbered.format(number)));
      }));
  }
}

// The marks of an entry: a sign, a short word, and a text for screen readers.
function entryMarks({ refused, failed, differs }) {
  const marks = [];
  if (refused !== null) marks.push({ sign: "✗", word: "refused", text: `refused: ${refused}`, style: "bad" });
  if (failed !== null) marks.push({ sign: "!", word: "failed", text: `failed: ${failed}`, style: "bad" });
  if (differs) marks.push({ sign: "≠", word: "differs", text: "differs from the log", style: "warn" });
  return marks;
}
