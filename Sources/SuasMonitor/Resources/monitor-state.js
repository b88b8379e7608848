"use strict";
// The state as a tree that is fetched as far as it is unfolded.

class StateTree {
  static #pageSize = 200;
  static #mostAtOnce = 1000;
  static #mostAhead = 8;
  source = null;
  n = 0;
  #root = null;
  #flat = [];
  #era = 0;
  #turn = Promise.resolve();
  #isPumping = false;
  #ahead = new Map();
  #opened = new Set();
  #windows = new Map();
  #activePath = null;
  #finding = new Lane();
  #whole = new Lane();
  #slowTimer = null;

  constructor() {
    this.box = byId("tree");
    this.rows = new VirtualRows(this.box, { draw: index => this.#draw(index) });
    this.box.addEventListener("keydown", event => this.#key(event));
    this.box.addEventListener("click", event => this.#click(event));
    listen("fold-all", "click", () => { this.#opened.clear(); this.#flatten() });
    listen("find-form", "submit", event => { event.preventDefault(); this.#find() });
    listen("find", "search", () => { if (!byId("find").value) this.#closeFound() });
  }

  // Shows the state at entry n of a source. Folds are kept by path.
  show(source, n) {
    if (source !== this.source) {
      const isOther = this.source === null || source?.spec === null || source?.spec !== this.source.spec;
      this.source = source;
      this.#root = null;
      if (isOther) { this.#opened.clear(); this.#windows.clear(); this.#activePath = null }
      this.#closeFound();
      this.#flatten();
    }
    this.n = n;
    this.#era += 1;
    byId("state-title").textContent = `State after entry ${n}`;
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => this.box.setAttribute("aria-busy", "true"), 300);
    this.#pump();
  }

  close() {
    this.source = null;
    this.#root = null;
    this.#era += 1;
    this.#flatten();
  }

  // Unfolds the tree down to a path, and goes there; or as far as the state goes.
  async reveal(path) {
    if (path === "" || !this.source) return this.box.focus();
    const era = this.#era;
    try {
      const { steps, isWhole } = await link.ask({ do: "trail", source: this.source.source, n: this.n, path });
      let node = this.#root ?? { path: "", kind: "record" }, goal = null;
      for (const step of steps) {
        if (goal) this.#opened.add(goal.path);
        node = await this.#fresh(goal ?? node);
        if (era !== this.#era) return;
        goal = await this.#child(node, step);
        if (!goal) break;
      }
      if (era !== this.#era) return;
      this.#activePath = goal?.path ?? null;
      this.#flatten();
      if (goal) this.rows.reveal(this.rows.active);
      if (isWhole) this.box.focus(); else say(`${path} is not in this state`, "warn");
    } catch (error) { say(error.message, "bad") }
  }

  // The child at a step of a trail, which is fetched if need be.
  async #child(node, { path, index }) {
    const search = () => node.children.find(it => it.path === path);
    if (!search()) {
      const size = StateTree.#pageSize;
      await this.#load(node, Math.floor(index / size) * size, size);
    }
    return search();
  }

  async #fresh(node) {
    if (node.era !== this.#era || node.children === undefined) {
      const { from, count } = this.#window(node.path);
      await this.#load(node, from, count);
    }
    return node;
  }

  #window(path) { return this.#windows.get(path) ?? { from: 0, count: StateTree.#pageSize } }

  // Fetches some children of a node; requests of the tree wait for each other.
  #load(node, from, wanted) {
    const era = this.#era;
    const turn = this.#turn.then(async () => {
      if (era !== this.#era) return;
      const children = [];
      let answer;
      do {
        const request = this.#request(node.path, from + children.length, wanted - children.length);
        const key = JSON.stringify(request), ahead = this.#ahead.get(key);
        this.#ahead.delete(key);
        answer = await (ahead ?? link.ask(request));
        if (era !== this.#era) return;
        children.push(...answer.children);
      } while (children.length < wanted && from + children.length < answer.size && answer.children.length > 0);
      if (children.length === 0 && from > 0) from = 0;
      const known = new Map((node.children ?? []).map(it => [it.path, it]));
      node.children = children.map(it => {
        const child = known.get(it.path);
        return child && it.kind !== "leaf" ? Object.assign(child, it) : it;
      });
      Object.assign(node, { kind: answer.kind, size: answer.size, era });
      this.#windows.set(node.path, { from, count: wanted });
      if (node.path === "") this.#takeRoot(node);
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #request(path, from, wanted) {
    return { do: "state", source: this.source.source, n: this.n, path, from,
      count: Math.min(wanted, StateTree.#mostAtOnce) };
  }

  // Asks for the outer levels that are unfolded at once, since loading them needs one answer for the next request.
  #askAhead() {
    this.#ahead.clear();
    const open = this.#flat.filter(it => !it.isMore && this.#isOpen(it.node)).slice(0, StateTree.#mostAhead);
    for (const path of ["", ...open.map(it => it.node.path)]) {
      const request = this.#request(path, this.#window(path).from, this.#window(path).count), answer = link.ask(request);
      // A path may not be in this state; then nobody asks for it.
      answer.catch(() => {});
      this.#ahead.set(JSON.stringify(request), answer);
    }
  }

  #takeRoot(node) {
    const isFirst = this.#root === null && this.#opened.size === 0;
    this.#root = node;
    if (isFirst && node.size <= 12)
      for (const child of node.children) if (child.size <= 30) this.#opened.add(child.path);
  }

  // Fetches what is unfolded and not of this entry, one request after the other.
  async #pump() {
    if (this.#isPumping) return;
    this.#isPumping = true;
    let asked = null;
    while (this.source && link.isOpen) {
      const node = this.#staleNode(), era = this.#era;
      if (!node) break;
      if (era !== asked) this.#askAhead();
      asked = era;
      try {
        await this.#load(node, this.#window(node.path).from, this.#window(node.path).count);
        if (era === this.#era) this.#flatten();
      } catch (error) {
        if (era !== this.#era) continue;
        if (link.isOpen) say(error.message, "bad");
        break;
      }
    }
    this.#isPumping = false;
    clearTimeout(this.#slowTimer);
    // If something could not be fetched, what is shown is still of another entry.
    if (this.source && this.#staleNode()) this.box.setAttribute("aria-busy", "true");
    else this.box.removeAttribute("aria-busy");
  }

  #staleNode() {
    if (this.#root === null) return { path: "", kind: "record" };
    const stack = [this.#root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (node.era !== this.#era) return node;
      for (let index = node.children.length - 1; index >= 0; index -= 1)
        if (this.#isOpen(node.children[index])) stack.push(node.children[index]);
    }
    return null;
  }

  #isOpen(node) { return node.kind !== "leaf" && node.size > 0 && this.#opened.has(node.path) }

  // Lists the visible rows anew.
  #flatten() {
    const flat = [];
    const add = (node, level) => {
      const { from } = this.#window(node.path);
      if (from > 0) flat.push({ node, level, isMore: true, isBefore: true, number: from });
      node.children.forEach((child, index) => {
        flat.push({ node: child, parent: node, level, position: from + index + 1, size: node.size });
        if (this.#isOpen(child) && child.children) add(child, level + 1);
      });
      const left = node.size - from - node.children.length;
      if (left > 0) flat.push({ node, level, isMore: true, number: left });
    };
    if (this.#root?.children) add(this.#root, 1);
    this.#flat = flat;
    const at = flat.findIndex(it => !it.isMore && it.node.path === this.#activePath);
    this.rows.refresh();
    this.rows.setCount(flat.length);
    this.#setActive(at >= 0 ? at : Math.min(Math.max(0, this.rows.active), flat.length - 1), false);
  }

  #draw(index) {
    const item = this.#flat[index];
    const row = make("div", { class: "tree-row", role: "treeitem", id: `node-${index}`, "data-index": index,
      "aria-level": item.level, "aria-selected": String(index === this.rows.active) });
    row.style.setProperty("--level", Math.min(item.level - 1, 24));
    if (item.isMore) {
      const size = numbered.format(Math.min(item.number, StateTree.#pageSize));
      row.classList.add("is-more");
      row.append(make("span", { class: "twisty" }), `${size} ${item.isBefore ? "before" : "more"}`,
        make("span", { class: "quiet" }, ` of ${numbered.format(item.number)} not shown`));
      return row;
    }
    const { node } = item, isOpen = this.#isOpen(node), canOpen = node.kind !== "leaf" && node.size > 0;
    row.setAttribute("aria-setsize", item.size);
    row.setAttribute("aria-posinset", item.position);
    if (canOpen) row.setAttribute("aria-expanded", String(isOpen));
    if (node.changed) row.classList.add("is-changed");
    if (isOpen && node.era !== this.#era) row.setAttribute("aria-busy", "true");
    const words = { record: ["field"], list: ["item"], map: ["entry", "entries"], variant: ["field"] }[node.kind];
    row.append(make("span", { class: "twisty", "aria-hidden": "true" }, canOpen ? isOpen ? "▾" : "▸" : ""),
      make("bdi", { class: "label" }, node.label), make("span", { class: "quiet" }, ": "),
      isOpen ? make("span", { class: "quiet" }, words ? count(node.size, ...words) : "")
        : make("bdi", { class: "text" }, node.text));
    if (node.changed) row.append(make("span", { class: "mark" }, "changed"));
    return row;
  }

  #setActive(index, mustReveal = true) {
    this.rows.row(this.rows.active)?.setAttribute("aria-selected", "false");
    this.rows.active = index;
    if (mustReveal) this.rows.reveal(index);
    this.rows.drawNow();
    const row = this.rows.row(index), item = this.#flat[index];
    row?.setAttribute("aria-selected", "true");
    if (row) this.box.setAttribute("aria-activedescendant", row.id); else this.box.removeAttribute("aria-activedescendant");
    if (mustReveal && item && !item.isMore) this.#activePath = item.node.path;
    this.#showValue(item && !item.isMore ? item.node : null);
  }

  #toggle(index, isWanted) {
    const { node, isMore } = this.#flat[index];
    if (isMore) return this.#more(index);
    if (node.kind === "leaf" || node.size === 0) return;
    if (isWanted ?? !this.#opened.has(node.path)) this.#opened.add(node.path); else this.#opened.delete(node.path);
    this.#flatten();
    this.#pump();
  }

  // Shows the next children of a long list, or those before.
  async #more(index) {
    const { node, isBefore } = this.#flat[index];
    const size = StateTree.#pageSize, shownNow = this.#window(node.path);
    const added = isBefore ? Math.min(size, shownNow.from) : size;
    const from = isBefore ? shownNow.from - added : shownNow.from;
    try {
      await this.#load(node, from, shownNow.count + added);
      const next = isBefore ? node.children[added - 1] : node.children[shownNow.count];
      this.#activePath = next?.path ?? this.#activePath;
      this.#flatten();
      this.rows.reveal(this.rows.active);
    } catch (error) { say(error.message, "bad") }
  }

  #click(event) {
    const row = event.target.closest(".tree-row");
    if (!row) return;
    const index = Number(row.dataset.index);
    this.#setActive(index);
    if (this.#flat[index].isMore || event.target.closest(".twisty") || event.detail === 2) this.#toggle(index);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.#flat.length === 0) return;
    const at = this.rows.active, item = this.#flat[at], last = this.#flat.length - 1;
    const to = index => this.#setActive(Math.min(Math.max(index, 0), last));
    const isOpen = item && !item.isMore && this.#isOpen(item.node);
    const moves = {
      ArrowDown: () => to(at + 1), ArrowUp: () => to(at - 1), Home: () => to(0), End: () => to(last),
      PageDown: () => to(at + this.rows.rowsPerPage), PageUp: () => to(at - this.rows.rowsPerPage),
      ArrowRight: () => isOpen ? to(at + 1) : item.isMore || this.#toggle(at, true),
      ArrowLeft: () => {
        if (isOpen) return this.#toggle(at, false);
        const parent = this.#flat.findLastIndex((it, index) => index < at && it.level < item.level && !it.isMore);
        if (parent >= 0) to(parent);
      },
      Enter: () => this.#toggle(at), " ": () => this.#toggle(at),
      "*": () => {
        for (const it of this.#flat)
          if (it.parent === item.parent && it.node.kind !== "leaf" && !it.isMore) this.#opened.add(it.node.path);
        this.#flatten();
        this.#pump();
      },
    };
    if (moves[event.key]) {
      event.preventDefault();
      moves[event.key]();
    } else if (event.key.length === 1 && /[\p{L}_]/u.test(event.key)) {
      event.stopPropagation();
      const key = event.key.toLowerCase();
      const starts = it => !it.isMore && it.node.label.toLowerCase().startsWith(key);
      const after = this.#flat.findIndex((it, index) => index > at && starts(it));
      const found = after >= 0 ? after : this.#flat.findIndex(starts);
      if (found >= 0) to(found);
    }
  }

  #showValue(node) {
    const box = byId("value");
    box.hidden = node === null;
    if (node === null) return;
    const key = `${node.path}\n${node.text}`;
    if (box.dataset.shown === key && box.hasChildNodes()) return;
    box.dataset.shown = key;
    this.#fillValue(node, longText(node.text, `Value of ${shown(node.path)}`), node.text.endsWith("…"));
  }

  #fillValue(node, text, isShort) {
    refill(byId("value"), [
      make("div", { class: "value-head" }, make("code", {}, foreign(node.path)),
        make("div", { class: "group" },
          button("Copy path", () => copyText(node.path, "the path"), { "data-key": "copy-path" }),
          button("Copy value", () => this.#wholeText(node, it => copyText(it, "the value")), { "data-key": "copy-value" }),
          isShort ? button("Show the whole text", () => this.#wholeText(node, it =>
            this.#fillValue(node, longText(it, `Value of ${shown(node.path)}`), false)), { "data-key": "whole" }) : null)),
      text], this.box);
  }

  async #wholeText(node, use) {
    try {
      const answer = await this.#whole.ask({ do: "value", source: this.source.source, n: this.n, path: node.path });
      if (answer) use(answer.text);
    } catch (error) { say(error.message, "bad") }
  }

  async #find() {
    const text = byId("find").value.trim();
    if (!text || !this.source) return this.#closeFound();
    const { n } = this;
    try {
      const answer = await this.#finding.ask({ do: "find", source: this.source.source, n, text });
      if (answer) this.#showFound(answer, n);
    } catch (error) { say(error.message, "bad") }
  }

  #showFound({ paths, more }, n) {
    const words = `${more ? "more than " : ""}${count(paths.length, "place")}`;
    say(`found ${words}`);
    let at = -1;
    const go = index => {
      at = (index + paths.length) % paths.length;
      list.children[at].firstChild.focus();
      this.reveal(paths[at]);
    };
    const list = make("ul", {}, paths.map((path, index) =>
      make("li", {}, button(foreign(path), () => go(index), { class: "link" }))));
    byId("found").hidden = false;
    byId("found").replaceChildren(
      make("div", { class: "found-head" }, make("span", { class: "quiet" }, `${words}, in entry ${n}`),
        make("div", { class: "group" },
          paths.length > 1 ? [button("Previous place", () => go(at - 1)), button("Next place", () => go(at + 1))] : [],
          button("Close", () => { this.#closeFound(); byId("find").focus() },
            { "aria-label": "Close the places found" }))), list);
  }

  #closeFound() {
    byId("found").hidden = true;
    byId("found").replaceChildren();
  }
}
