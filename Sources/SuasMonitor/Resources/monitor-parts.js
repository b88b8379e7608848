"use strict";
// Parts that several panels share.
const byId = id => document.getElementById(id);
const numbered = new Intl.NumberFormat("en");
const count = (number, word, words = word + "s") => `${numbered.format(number)} ${number === 1 ? word : words}`;
const foreign = text => make("bdi", {}, text);
// A documentation in its lines.
const prose = text => text ? make("div", { class: "quiet prose" },
  text.trim().split("\n").map(line => make("p", {}, foreign(line)))) : "";
let lastId = 0;
const freshId = () => `id-${++lastId}`;

// Settings outlive the page where the browser lets them.
const settings = {
  get: name => { try { return localStorage.getItem(`monitor-${name}`) } catch { return null } },
  set: (name, value) => { try { localStorage.setItem(`monitor-${name}`, value) } catch { /* not kept */ } },
};

// Says what happened, to eyes and to screen readers.
function say(text, style = "") {
  const said = byId("said");
  said.className = style;
  said.replaceChildren(foreign(text));
  // The page around a dialog is silent while it is open.
  document.querySelector("dialog[open] .dialog-said")?.replaceChildren(foreign(text));
}

function button(text, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, text);
}

function listen(id, type, action) { byId(id).addEventListener(type, action) }

// Moves the focus among the buttons of a list with the arrow keys, Home and End; above the first is `before`.
function moveByArrows(list, selector, before) {
  list.addEventListener("keydown", event => {
    const all = [...list.querySelectorAll(selector)], at = all.indexOf(document.activeElement);
    const next = { ArrowDown: all[at + 1] ?? all.at(-1), ArrowUp: all[at - 1] ?? before ?? all[0],
      Home: all[0], End: all.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

// The element on which the keyboard is, but not while it is on the page as a whole.
const focused = () => document.activeElement === document.body ? null : document.activeElement;

const withKey = (box, key) =>
  [...box.querySelectorAll("[data-key]")].find(it => it.dataset.key === key && !it.disabled);

// Fills a box anew. The focus stays on the element with the same key, or goes to `otherwise`.
function refill(box, nodes, otherwise) {
  const held = box.contains(document.activeElement) ? document.activeElement : null;
  const { key } = held?.dataset ?? {};
  const at = box.scrollTop;
  box.replaceChildren(...nodes.filter(node => node !== null && node !== undefined));
  box.scrollTop = at;
  if (held === null || held === box) return;
  const same = key && withKey(box, key);
  (same || otherwise)?.focus({ preventScroll: true });
}

// The first `limit` of the items as nodes in a list, the others on demand.
function bounded(items, limit, draw, list = make("div", {})) {
  const box = make("div", {}, list);
  const add = from => {
    list.append(...items.slice(from, from + limit).map(draw));
    const left = items.length - from - limit;
    if (left <= 0) return;
    const more = button(`${numbered.format(Math.min(limit, left))} more of ${numbered.format(left)}`, () => {
      more.remove();
      add(from + limit);
      list.children[from + limit].querySelector("button, [tabindex]")?.focus();
    }, { class: "more" });
    box.append(more);
  };
  add(0);
  return box;
}

const firstPiece = 20_000, nextPiece = 100_000;
const endOfPiece = (text, end) => /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end + 1 : end;
// A text of any length, in pieces so that it is laid out quickly.
function longText(text, label) {
  const pre = make("pre", { class: "long", tabindex: 0, role: "region", "aria-label": label });
  const add = from => {
    const end = endOfPiece(text, Math.min(text.length, from + (from === 0 ? firstPiece : nextPiece)));
    pre.append(make("bdi", { class: "piece" }, text.slice(from, end)));
    if (end < text.length) {
      const more = button(`${numbered.format(end)} of ${numbered.format(text.length)} characters are shown. Show more`,
        () => { more.remove(); add(end); pre.focus() });
      pre.append(more);
    }
  };
  add(0);
  return pre;
}

async function copyText(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    say(`copied ${words}`);
  } catch {
    const area = make("textarea", { "aria-label": "Text to copy", class: "off-screen" });
    area.value = text;
    const held = focused();
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    held?.focus();
    say(isCopied ? `copied ${words}` : `The browser does not allow copying.`, isCopied ? "" : "bad");
  }
}

// Offers a text as a file.
function download(file, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  make("a", { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// The box that shows an error with its help.
function refusalBox(error) {
  return make("div", { class: "problem", role: "alert" }, make("div", {}, foreign(error.message)),
    error.help ? make("div", { class: "quiet" }, foreign(error.help)) : null);
}

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

function changedText(tag, sign, text, part) {
  const pieces = part ? [text.slice(0, part[0]), make("mark", {}, text.slice(...part)), text.slice(part[1])] : [text];
  return make(tag, {}, make("span", { class: "sign", "aria-hidden": "true" }, sign), make("bdi", {}, pieces));
}

// One change: its path, in a word what happened, and the values before and after it.
function changeItem(change, onpath) {
  const { path, before, after } = change;
  const word = before === null ? "added" : after === null ? "removed" : "changed";
  let parts = null;
  if (before !== null && after !== null && before.length + after.length > 24) {
    const [begin, endBefore, endAfter] = differingPart(before, after);
    if (begin > 0 || endBefore < before.length) parts = [[begin, endBefore], [begin, endAfter]];
  }
  return make("li", { class: `change was-${word}` },
    make("div", { class: "change-head" },
      button(foreign(path || "(the whole state)"), () => onpath(path), { class: "link", "data-key": `path ${path}`,
        title: "Show it in the state" }),
      make("span", { class: "word" }, word)),
    make("div", { class: "change-values" },
      before === null ? null : changedText("del", "−", before, parts?.[0]),
      before === null || after === null ? null : make("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      after === null ? null : changedText("ins", "+", after, parts?.[1])));
}

// A list of changes, the first `limit` of them at once, and how many there are that it does not show.
function changeList(changes, total, limit, onpath) {
  return [bounded(changes, limit, it => changeItem(it, onpath), make("ul", { class: "changes" })),
    total > changes.length
      ? make("p", { class: "quiet" }, `… and ${numbered.format(total - changes.length)} more that are not listed`) : null];
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
