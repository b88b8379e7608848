"use strict";
// Numbers keep how they are written: an int has more digits than a script's number holds.
class Numeral {
  constructor(text) { this.text = text }
  valueOf() { return Number(this.text) }
  toString() { return this.text }
}
const read = id => JSON.parse(document.getElementById(id).textContent,
  (key, value, context) => typeof value === "number"
    ? new Numeral(context?.source ?? String(value)) : value);

const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const shown = text => String(text).replace(unseen, character => {
  const short = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[character];
  return short ?? `\\u{${character.codePointAt(0).toString(16)}}`;
});
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat())
    if (child !== undefined && child !== null)
      element.append(child instanceof Node ? child : shown(child));
  return element;
}
const byId = id => document.getElementById(id);
const numbered = new Intl.NumberFormat("en");
const place = it => `${it.file}:${it.line}:${it.column}`;

// The part of two texts that differs: [begin, end of the first, end of the second].
function differingPart(before, after) {
  let begin = 0, end = 0;
  const shortest = Math.min(before.length, after.length);
  while (begin < shortest && before[begin] === after[begin]) begin += 1;
  while (end < shortest - begin && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const isInside = text => /[\udc00-\udfff]/.test(text);
  if (isInside(before[begin] ?? "") || isInside(after[begin] ?? "")) begin = Math.max(0, begin - 1);
  if (isInside(before[before.length - end] ?? "") || isInside(after[after.length - end] ?? "")) end = Math.max(0, end - 1);
  return [begin, before.length - end, after.length - end];
}

// A list of rows of one height, of which only the visible ones exist. `draw(index)` makes a row;
// `onrange(from, to)` hears which rows are visible.
class VirtualRows {
  count = 0;
  active = -1;
  #rows = new Map();
  #room = 0;
  #frame = 0;
  // Browsers do not lay out boxes of any height: above this one, scrolling is scaled.
  static #tallest = 8_000_000;

  constructor(box, { draw, onrange = () => {} }) {
    Object.assign(this, { box, draw, onrange });
    this.height = parseFloat(getComputedStyle(box).getPropertyValue("--row")) || 28;
    this.space = make("div", { class: "rows-space", role: "presentation" });
    box.append(this.space);
    box.addEventListener("scroll", () => this.update(), { passive: true });
    new ResizeObserver(() => { this.#room = box.clientHeight; this.update() }).observe(box);
  }

  get #sized() { return Math.min(this.count * this.height, VirtualRows.#tallest) }
  get #ratio() {
    const sized = this.#sized, full = this.count * this.height;
    return full > sized && sized > this.#room ? (full - this.#room) / (sized - this.#room) : 1;
  }
  get rowsPerPage() { return Math.max(1, Math.floor(this.#room / this.height) - 1) }
  get range() {
    const from = Math.floor(this.box.scrollTop * this.#ratio / this.height);
    const to = Math.min(this.count, from + Math.ceil(this.#room / this.height) + 1);
    return [Math.min(from, to), to];
  }

  setCount(count) {
    this.count = count;
    this.space.style.height = `${this.#sized}px`;
    this.update();
  }

  // Draws soon, once for everything that happens until then.
  update() {
    this.#frame ||= requestAnimationFrame(() => this.drawNow());
  }

  // Forgets the drawn rows, so that they are drawn anew.
  refresh() {
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.update();
  }

  row(index) { return this.#rows.get(index) }

  drawNow() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const [first, end] = this.range;
    const from = Math.max(0, first - 6), to = Math.min(this.count, end + 6);
    const isWanted = index => index >= from && index < to || index === this.active && index < this.count;
    for (const [index, row] of this.#rows)
      if (!isWanted(index)) { row.remove(); this.#rows.delete(index) }
    const ratio = this.#ratio, at = this.box.scrollTop;
    const place = index => {
      let row = this.#rows.get(index);
      if (!row) {
        row = this.draw(index);
        this.#rows.set(index, row);
        this.space.append(row);
      }
      row.style.transform = `translateY(${Math.round(index * this.height - at * ratio + at)}px)`;
    };
    for (let index = from; index < to; index += 1) place(index);
    if (this.active >= 0 && this.active < this.count && (this.active < from || this.active >= to)) place(this.active);
    this.onrange(first, end);
  }

  // Scrolls until the row is visible, with as little movement as possible.
  reveal(index) {
    if (!this.#room) this.#room = this.box.clientHeight;
    const top = this.box.scrollTop * this.#ratio, y = index * this.height;
    let wanted = top;
    if (y < top - this.#room || y > top + 2 * this.#room) wanted = y - this.#room / 2;
    else if (y < top) wanted = y;
    else if (y + this.height > top + this.#room) wanted = y + this.height - this.#room;
    if (wanted !== top) this.box.scrollTop = wanted / this.#ratio;
    this.update();
  }
}

// The list of a page, with its search. Rows that hold all words of the search stand under the names
// of their files; `style` and `label` say how one looks, `select` hears which one is chosen.
class EntryList {
  #entries = [];
  #places = new Map();
  #wanted = () => true;
  #current = null;

  constructor(rows, { file, style, label, none, select }) {
    Object.assign(this, { rows, file, style, label, none, select });
    this.box = byId("list");
    this.view = new VirtualRows(this.box, { draw: at => this.#draw(at) });
    this.box.addEventListener("click", event => {
      const entry = event.target.closest(".entry");
      if (entry) this.#choose(Number(entry.dataset.at));
    });
    this.box.addEventListener("keydown", event => this.#key(event));
    byId("search").addEventListener("input", () => this.show());
    byId("search").addEventListener("keydown", event => {
      if (event.key === "ArrowDown") { event.preventDefault(); this.box.focus() }
    });
  }

  // Lists the rows that are wanted, from now on.
  show(isWanted = this.#wanted) {
    this.#wanted = isWanted;
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    this.#entries = [];
    this.#places.clear();
    let last = null;
    this.rows.forEach((row, index) => {
      if (!isWanted(row) || !words.every(word => row.key.includes(word))) return;
      if (row.file !== last) {
        last = row.file;
        this.#entries.push({ row, index: null });
      }
      this.#places.set(index, this.#entries.length);
      this.#entries.push({ row, index });
    });
    const count = this.#places.size;
    byId("found").textContent = count === 0 ? this.none
      : `${numbered.format(count)} of ${numbered.format(this.rows.length)}`;
    this.box.style.setProperty("--count", this.#entries.length);
    this.view.refresh();
    this.view.setCount(this.#entries.length);
    this.setCurrent(this.#current);
  }

  // Marks the row that is shown beside the list.
  setCurrent(index) {
    this.#current = index;
    const at = this.#places.get(index) ?? -1;
    this.view.row(this.view.active)?.setAttribute("aria-selected", "false");
    this.view.active = at;
    if (at >= 0) this.view.reveal(at);
    this.view.drawNow();
    const row = this.view.row(at);
    row?.setAttribute("aria-selected", "true");
    if (row) this.box.setAttribute("aria-activedescendant", row.id);
    else this.box.removeAttribute("aria-activedescendant");
  }

  #choose(at) {
    const entry = this.#entries[at];
    if (entry && entry.index !== null) this.select(entry.index);
  }

  #draw(at) {
    const { row, index } = this.#entries[at];
    if (index === null)
      return make("div", { class: "file", role: "presentation" }, make("bdi", {}, this.file(row)));
    return make("div", { class: `entry ${this.style(row)}`, role: "option", id: `entry-${index}`,
      "data-index": index, "data-at": at, "aria-selected": String(at === this.view.active),
      "aria-description": `${this.style(row)}, ${this.file(row)}` }, this.label(row));
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { active, rowsPerPage, count } = this.view;
    const goals = { ArrowDown: [active + 1, 1], ArrowUp: [active - 1, -1], Home: [0, 1], End: [count - 1, -1],
      PageDown: [active + rowsPerPage, 1], PageUp: [active - rowsPerPage, -1] };
    if (!goals[event.key]) return;
    event.preventDefault();
    let [at, step] = goals[event.key];
    at = Math.min(Math.max(at, 0), count - 1);
    // The names of files are no rows that one can choose.
    while (this.#entries[at]?.index === null && this.#entries[at + step]) at += step;
    this.#choose(at);
  }
}
