"use strict";
// Parts that several panels share.
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
