// The table of values, in which equal values have one row, and trees of them.
//
// An item is a text, true, false, null, or the number of a row; so equal items are equal values.
const table = byId("values").textContent.split(",\n");

// Reads what is directly in an item.
function open(item) {
  if (typeof item !== "number") return { kind: "leaf", value: item };
  const row = table[item];
  if (row[0] === '"') return { kind: "leaf", value: JSON.parse(row) };
  if (row[0] !== "[") return { kind: "leaf", value: new Numeral(row) };
  const [head, ...items] = JSON.parse(row, (_, it) => typeof it === "number" && it < 0 ? item + it : it);
  if (head === null) return { kind: "list", items };
  if (head === false) return { kind: "list", items: items.flatMap(it => open(it).items) };
  return { kind: "object", keys: JSON.parse(table[head]), items };
}

// Reads all that is in an item. What stands under one of these keys is a value of an app, and stays as it is.
const ofApps = new Set(["old", "new", "value", "states"]);
function whole(item) {
  const { kind, value, keys, items } = open(item);
  if (kind === "leaf") return value;
  if (kind === "list") return items.map(whole);
  return Object.fromEntries(keys.map((key, at) => [key, ofApps.has(key) ? items[at] : whole(items[at])]));
}

const keyText = key => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : JSON.stringify(key);
const leafText = value => value instanceof Numeral ? value.text : JSON.stringify(value);
const longest = 80;

// Writes an item in one line, up to some characters; what differs from `before` is marked. The parts are
// texts and marks; `isWhole` says if nothing was left out.
function flow(item, before = item, room = longest) {
  const parts = [];
  let isWhole = true;
  const add = (text, isMarked) => {
    if (room <= 0) { isWhole = false; return }
    if (text.length > room) { text = [...text.slice(0, room)].join("") + "…"; isWhole = false }
    room -= text.length;
    parts.push(isMarked ? make("mark", {}, text) : shown(text));
  };
  const write = (item, before, isMarked, depth) => {
    if (room <= 0) { isWhole = false; return }
    const it = open(item), isOther = isMarked || item !== before;
    if (it.kind === "leaf") return add(leafText(it.value), isOther);
    if (it.items.length === 0) return add(it.kind === "list" ? "[]" : "{}", isOther);
    if (depth > 8) { isWhole = false; room = 0; parts.push("…"); return }
    const paired = isMarked ? null : pairs(it, before);
    add(it.kind === "list" ? "[" : "{ ");
    for (let at = 0; at < it.items.length && room > 0; at += 1) {
      if (at > 0) add(", ");
      if (it.keys) add(`${keyText(it.keys[at])}: `);
      write(it.items[at], paired ? paired(at) : it.items[at], isMarked || paired !== null && paired(at) === undefined, depth + 1);
    }
    add(it.kind === "list" ? "]" : " }");
  };
  write(item, before, false, 0);
  if (!isWhole && !String(parts.at(-1)?.textContent ?? parts.at(-1)).endsWith("…")) parts.push("…");
  return { parts, isWhole };
}

// Says for each part of a value which one was there before, or undefined.
function pairs(it, before) {
  const old = before === undefined ? { kind: "leaf" } : open(before);
  if (old.kind !== it.kind) return () => undefined;
  if (it.kind === "object") {
    const places = new Map(old.keys.map((key, at) => [key, at]));
    return at => old.items[places.get(it.keys[at])];
  }
  const { items } = it, shortest = Math.min(items.length, old.items.length);
  if (items.length === old.items.length) return at => old.items[at];
  let begin = 0, end = 0;
  while (begin < shortest && items[begin] === old.items[begin]) begin += 1;
  while (end < shortest - begin && items.at(-1 - end) === old.items.at(-1 - end)) end += 1;
  return at => at >= items.length - end ? old.items[at + old.items.length - items.length]
    : at < old.items.length - end ? old.items[at] : undefined;
}

// A tree of values. Its rows are made when what they are in is opened.
class Tree {
  static #pageSize = 100;
  #room = 150;

  // Each entry has a `label`, an `item`, and the item `before` if changes are to be marked.
  constructor(name, entries) {
    this.box = make("div", { class: "tree", role: "tree", "aria-label": name },
      entries.map((entry, at) => this.#node({ before: entry.item, ...entry, level: 1, position: at + 1, size: entries.length })));
    this.box.firstChild?.setAttribute("tabindex", "0");
    this.box.addEventListener("click", event => {
      const node = event.target.closest("[role=treeitem]");
      if (!node || getSelection().type === "Range") return;
      this.#focus(node);
      if (node.more) this.#showMore(node); else this.#toggle(node);
    });
    this.box.addEventListener("keydown", event => this.#key(event));
  }

  #node(entry) {
    const it = open(entry.item), canOpen = it.kind !== "leaf" && it.items.length > 0;
    // Of what is new, no part is marked: all of it is.
    const text = flow(entry.item, entry.before === undefined ? entry.item : entry.before), isChanged = entry.before !== entry.item;
    const node = make("div", { role: "treeitem", tabindex: "-1", "aria-level": entry.level,
      "aria-setsize": entry.size, "aria-posinset": entry.position, "aria-expanded": canOpen ? "false" : null,
      "aria-description": entry.before === undefined ? "new" : isChanged ? "changed" : null });
    const size = it.kind === "list" ? `${numbered.format(it.items?.length)} ${it.items?.length === 1 ? "item" : "items"}` : "";
    const preview = make("span", { class: "preview" }, text.parts);
    if (it.kind === "leaf" && !text.isWhole) preview.replaceChildren(longText(leafText(it.value)));
    node.append(make("div", { class: isChanged ? "row is-changed" : "row" },
      make("span", { class: "twisty", "aria-hidden": "true" }, canOpen ? "▸" : ""),
      make("bdi", { class: "label" }, entry.label), make("span", { class: "quiet" }, ": "), preview,
      size && canOpen ? make("span", { class: "size quiet" }, ` ${size}`) : null));
    Object.assign(node, { entry, canOpen });
    const isWanted = isChanged && entry.before !== undefined && entry.level < 12 || entry.level === 1 && entry.isOpen;
    if (canOpen && isWanted && !(text.isWhole && it.items.every(item => open(item).kind === "leaf")) && this.#room > 0)
      this.#open(node, it);
    return node;
  }

  #toggle(node, isWanted = node.getAttribute("aria-expanded") === "false") {
    if (!node.canOpen) return;
    if (isWanted) return this.#open(node, open(node.entry.item));
    if (node.contains(document.activeElement) && document.activeElement !== node) this.#focus(node);
    node.setAttribute("aria-expanded", "false");
    node.querySelector(".twisty").textContent = "▸";
    node.lastChild.remove();
  }

  #open(node, it) {
    if (node.getAttribute("aria-expanded") === "true") return;
    node.setAttribute("aria-expanded", "true");
    node.querySelector(".twisty").textContent = "▾";
    const group = make("div", { role: "group" });
    const paired = node.entry.before === undefined ? null : pairs(it, node.entry.before);
    const child = at => this.#node({ label: it.keys ? keyText(it.keys[at]) : `[${at}]`, item: it.items[at],
      before: paired ? paired(at) : it.items[at], level: node.entry.level + 1, position: at + 1, size: it.items.length });
    // The first ones, and those that changed; the others on demand.
    const isShown = at => at < Tree.#pageSize || paired && paired(at) !== it.items[at] && this.#room > 0;
    for (let at = 0; at < it.items.length;) {
      if (isShown(at)) {
        this.#room -= 1;
        group.append(child(at));
        at += 1;
      } else {
        const from = at;
        while (at < it.items.length && !isShown(at)) at += 1;
        group.append(this.#more(from, at, node.entry.level + 1, child));
      }
    }
    node.append(group);
  }

  #more(from, to, level, child) {
    const more = make("div", { role: "treeitem", tabindex: "-1", "aria-level": level, class: "more" });
    const size = Math.min(Tree.#pageSize, to - from);
    more.append(make("div", { class: "row" }, make("span", { class: "twisty" }),
      `${numbered.format(size)} more of ${numbered.format(to - from)}`));
    return Object.assign(more, { more: { from, to, level, child } });
  }

  #showMore(node) {
    const { from, to, level, child } = node.more, end = Math.min(to, from + Tree.#pageSize);
    const nodes = Array.from({ length: end - from }, (_, at) => child(from + at));
    if (end < to) nodes.push(this.#more(end, to, level, child));
    node.replaceWith(...nodes);
    this.#focus(nodes[0]);
  }

  #focus(node) {
    if (!node) return;
    this.box.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    node.setAttribute("tabindex", "0");
    node.focus();
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const node = event.target.closest("[role=treeitem]");
    if (!node || event.target !== node) return;
    const all = [...this.box.querySelectorAll("[role=treeitem]")], at = all.indexOf(node);
    const isOpen = node.getAttribute("aria-expanded") === "true";
    const act = () => node.more ? this.#showMore(node) : this.#toggle(node);
    const moves = {
      ArrowDown: () => this.#focus(all[at + 1]), ArrowUp: () => this.#focus(all[at - 1]),
      Home: () => this.#focus(all[0]), End: () => this.#focus(all.at(-1)),
      ArrowRight: () => isOpen ? this.#focus(all[at + 1]) : node.more ? act() : this.#toggle(node, true),
      ArrowLeft: () => isOpen ? this.#toggle(node, false) : this.#focus(node.parentElement.closest("[role=treeitem]")),
      Enter: act, " ": act,
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    // The arrow keys have another meaning outside the tree.
    event.stopPropagation();
    moves[event.key]();
  }
}

// A text of which only the beginning is shown until one asks for the rest.
function longText(text, limit = 300) {
  if (text.length <= limit) return make("span", {}, text);
  const box = make("span", {}, `${[...text.slice(0, limit)].join("")}… `);
  box.append(make("button", { type: "button", class: "small", onclick: event => {
    event.stopPropagation();
    box.replaceChildren(shown(text));
  } }, `show all ${numbered.format(text.length)} characters`));
  return box;
}
