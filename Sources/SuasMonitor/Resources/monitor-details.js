"use strict";
// The details of the entry at the cursor, and the changes since the marked one.

class Details {
  #lane = new Lane();
  #compareLane = new Lane();
  #shown = null;
  #oldTimer = null;
  #lastAdvance = "1s";
  isComparing = false;

  // `acts` has the things one can do from here: goTo, act, reveal, mark, branch, answer, …
  constructor(acts) {
    // The details that are shown may still be of the entry before: nothing of it must happen at the new one.
    const guarded = name => [name, (...values) => this.#isCurrent ? acts[name](...values)
      : say("The details of this entry have not come yet.", "warn")];
    this.acts = { ...acts, ...Object.fromEntries(["act", "again", "answer", "fail", "branch"].map(guarded)) };
    listen("tab-entry", "click", () => this.choose(false));
    listen("tab-compare", "click", () => this.choose(true));
    listen("tabs", "keydown", event => {
      if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
      event.preventDefault();
      this.choose(event.key === "End" || event.key !== "Home" && !this.isComparing);
      byId(this.isComparing ? "tab-compare" : "tab-entry").focus();
    });
  }

  // Shows what is known of an entry at once, and the rest when it has come.
  async show(source, n, known) {
    this.#showTitle(n, known);
    this.#showTabs();
    this.#compare(source, n);
    clearTimeout(this.#oldTimer);
    if (this.#shown !== `${source.source} ${n}`)
      this.#oldTimer = setTimeout(() => byId("details").classList.add("is-old"), 250);
    try {
      const answer = await this.#lane.ask({ do: "entry", source: source.source, n });
      if (answer) this.#fill(source, answer);
    } catch (error) {
      if (link.isOpen) byId("details").replaceChildren(refusalBox(error));
    }
  }

  close() {
    this.#shown = null;
    byId("details").replaceChildren();
  }

  get #isCurrent() {
    const { source, n } = this.acts.cursor();
    return this.#shown === `${source.source} ${n}`;
  }

  // Says in the details that acting there makes a branch.
  showNote() {
    const words = this.acts.branchWords();
    byId("branch-note").hidden = words === null;
    byId("branch-note").textContent = words ?? "";
  }

  // Shows the tab of the comparison, or that of the entry.
  choose(isComparing) {
    this.isComparing = isComparing;
    this.#showTabs();
    const { source, n } = this.acts.cursor();
    if (source) this.#compare(source, n);
  }

  #showTitle(n, entry) {
    byId("details-title").replaceChildren(make("span", { class: "quiet" }, `${n} `),
      ...(entry ? [make("span", { class: "kind" }, kindWord(entry.kind)), " ", foreign(entry.name)] : []));
  }

  #showTabs() {
    const mark = this.acts.compared();
    if (mark === null) this.isComparing = false;
    byId("tabs").hidden = mark === null;
    const isHere = mark?.source === this.acts.cursor().source;
    if (mark) byId("tab-compare").textContent = `Compared with entry ${mark.n}${isHere ? "" : ` of ${sourceName(mark.source)}`}`;
    for (const [id, isChosen] of [["tab-entry", !this.isComparing], ["tab-compare", this.isComparing]]) {
      byId(id).setAttribute("aria-selected", String(isChosen));
      byId(id).tabIndex = isChosen ? 0 : -1;
    }
    byId("details").hidden = this.isComparing;
    byId("compare").hidden = !this.isComparing;
    const isTab = mark !== null;
    for (const [name, value] of [["role", "tabpanel"], ["aria-labelledby", "tab-entry"]])
      if (isTab) byId("details").setAttribute(name, value); else byId("details").removeAttribute(name);
  }

  async #compare(source, n) {
    if (!this.isComparing) return;
    const mark = this.acts.compared(), box = byId("compare"), isHere = mark.source === source;
    const [from, to] = isHere && mark.n > n ? [n, mark.n] : [mark.n, n];
    const nameOf = it => isHere ? "" : ` of ${sourceName(it)}`;
    const title = [make("p", {}, `From entry ${from}${nameOf(mark.source)} to entry ${to}${nameOf(source)}`),
      button("Take the mark away", () => { this.acts.mark(null); byId("details-title").focus() }, { "data-key": "unmark" })];
    if (isHere && from === to)
      return refill(box, [make("div", { class: "compare-head" }, title),
        make("p", { class: "quiet" }, "This is the marked entry. Choose another one to see the changes between them.")]);
    try {
      const answer = await this.#compareLane.ask({ do: "compare", source: source.source, fromSource: mark.source.source, from, to });
      if (!answer) return;
      refill(box, [make("div", { class: "compare-head" }, title),
        make("h3", {}, answer.changeCount ? count(answer.changeCount, "change") : "The states are the same"),
        ...changeList(answer.changes, answer.changeCount, 100, path => this.acts.reveal(path))]);
    } catch (error) { refill(box, [refusalBox(error)]) }
  }

  #fill(source, details) {
    const { entry } = details, box = byId("details");
    this.#showTitle(entry.n, entry);
    const isSame = this.#shown === `${source.source} ${entry.n}`;
    this.#shown = `${source.source} ${entry.n}`;
    clearTimeout(this.#oldTimer);
    box.classList.remove("is-old");
    if (!isSame) box.scrollTop = 0;
    refill(box, [this.#facts(source, details), ...this.#troubles(details), ...this.#payload(details),
      ...this.#changes(details), ...this.#requests(details), ...this.#effects(source, details), ...this.#rules(details),
      ...this.#listeners(details), ...this.#links(details), ...this.#clock(source, details),
      ...this.#app(source)], byId("details-title"));
  }

  #link(n, words) {
    return button(words ?? `entry ${n}`, () => this.acts.goTo(n), { class: "link", "data-key": `entry ${n}` });
  }

  #facts(source, { entry, clock, line }) {
    const facts = [["Time", entry.time], ["Clock", clock], ["From", entry.from], ["Line of the log", line]]
      .filter(([, value]) => value !== null && value !== undefined && value !== "");
    const isMarked = this.acts.marked() === entry.n;
    const canAct = source.spec !== null;
    return make("div", { class: "facts" },
      make("dl", {}, facts.map(([word, value]) => make("div", {}, make("dt", {}, word), make("dd", {}, foreign(value))))),
      make("div", { class: "group" },
        button(isMarked ? "Take the mark away" : "Mark to compare",
          () => this.acts.mark(isMarked ? null : entry.n), { "data-key": "mark" }),
        canAct && ["action", "effect"].includes(entry.kind) ? button("Send again…", () => this.acts.again(), { "data-key": "again" }) : null,
        canAct ? button("Start a branch here", () => this.acts.branch(), { "data-key": "branch" }) : null));
  }

  #troubles({ entry, errors, difference }) {
    const boxes = errors.map(it => make("div", { class: "problem" },
      make("strong", {}, entry.refused === it.code ? "Refused: " : "", foreign(it.code)),
      make("div", {}, foreign(it.message)), it.place ? make("div", { class: "quiet" }, foreign(it.place)) : null));
    if (errors.length === 0 && (entry.refused ?? entry.failed) !== null)
      boxes.push(make("div", { class: "problem" }, make("strong", {}, entry.refused !== null ? "Refused: " : "Failed: ",
        foreign(entry.refused ?? entry.failed))));
    if (difference)
      boxes.push(make("div", { class: "problem is-expected" }, make("strong", {}, "The log and the spec differ"),
        make("div", {}, foreign(difference.message)),
        make("dl", { class: "pairs" }, make("dt", {}, "in the log"),
          make("dd", {}, changedText("del", "−", String(difference.logged))),
          make("dt", {}, "by the spec"), make("dd", {}, changedText("ins", "+", String(difference.replayed))))));
    return boxes;
  }

  #payload({ payload }) {
    return payload ? [make("h3", {}, "Payload"), longText(payload, "Payload")] : [];
  }

  #changes({ entry, changes, changeCount }) {
    if (changeCount === 0)
      return ["begin", "note"].includes(entry.kind) ? []
        : [make("h3", {}, "Changes"), make("p", { class: "quiet" }, "It changed nothing.")];
    return [make("h3", {}, count(changeCount, "change")),
      ...changeList(changes, changeCount, 12, path => this.acts.reveal(path))];
  }

  #rules({ rules }) {
    if (rules.length === 0) return [];
    const signs = { applied: ["✓", "good"], skipped: ["–", "quiet"], refused: ["✗", "bad"] };
    return [make("h3", {}, "Rules"), bounded(rules, 100, rule => {
      const [sign, style] = signs[rule.outcome] ?? ["", "quiet"];
      const box = make("div", { class: `rule is-${rule.outcome || "event"}` },
        make("div", { class: "rule-head" },
          rule.outcome ? make("span", { class: `outcome ${style}` }, `${sign} ${rule.outcome}`) : null,
          make("code", {}, foreign(rule.text)),
          rule.place ? make("span", { class: "quiet place" }, foreign(rule.place)) : null),
        rule.guards.map(guard => this.#guard(guard)),
        rule.changes?.length ? make("div", { class: "quiet" }, "changed ", rule.changes.slice(0, 20).map((it, index) =>
          [index ? ", " : "", make("code", {}, foreign(it))]).flat()) : null);
      box.style.setProperty("--depth", Math.min(rule.depth, 10));
      return box;
    })];
  }

  #guard({ text, value, passes, error, parts }) {
    const style = error !== null ? "bad" : value === null ? "quiet" : passes ? "good" : "warn";
    const outcome = error !== null ? `error: ${error}` : value === null ? "not reached" : value;
    return make("div", { class: "guard" }, make("code", {}, foreign(text)), " ",
      make("span", { class: style }, "→ ", foreign(outcome)),
      parts.length ? make("ul", {}, parts.map(it =>
        make("li", {}, make("code", {}, foreign(it.text)), " = ", make("code", {}, foreign(it.value))))) : null);
  }

  #listeners({ listeners }) {
    if (listeners.length === 0) return [];
    return [make("h3", {}, "Listeners told"), make("dl", { class: "pairs" }, listeners.flatMap(it =>
      [make("dt", {}, foreign(it.name)), make("dd", {}, make("code", {}, foreign(it.value)))]))];
  }

  #links({ entry, led }) {
    if (entry.by === null && led.length === 0) return [];
    return [make("h3", {}, "Cause and consequences"), make("dl", { class: "pairs" },
      ...(entry.by === null ? [] : [make("dt", {}, "led to by"), make("dd", {}, this.#link(entry.by))]),
      ...(led.length === 0 ? [] : [make("dt", {}, "led to"), make("dd", {}, bounded(led, 50, it =>
        make("div", {}, this.#link(it.n, [`${it.n} `, kindWord(it.kind), " ", foreign(it.name)]))))]))];
  }

  #requests({ requests }) {
    if (requests.length === 0) return [];
    return [make("h3", {}, "Requests"), bounded(requests, 50, it => make("div", {},
      make("strong", {}, foreign(it.effect)), " asks for ", make("code", {}, foreign(it.request))))];
  }

  #effects(source, { effects }) {
    if (effects.length === 0) return [];
    const canAct = source.spec !== null;
    return [make("h3", {}, "Effects under way"), bounded(effects, 50, effect => {
      const name = `${shown(effect.effect)}${effect.which ? ` number ${effect.which + 1}` : ""}`;
      const key = `${effect.effect} ${effect.which}`;
      const act = (word, label, action) =>
        button(word, () => action(effect), { "data-key": `${word} ${key}`, "aria-label": label });
      return make("div", { class: "effect" },
        make("div", { class: "effect-head" }, make("strong", {}, foreign(effect.effect)),
          effect.which ? make("span", { class: "quiet" }, `number ${effect.which + 1}`) : null,
          make("span", { class: "tag" }, effect.kind), make("span", { class: "tag" }, effect.phase),
          effect.left !== null ? make("span", { class: "quiet" }, foreign(effect.left), " left") : null,
          effect.superseded ? make("span", { class: "warn" }, "superseded") : null),
        effectText(effect), effect.request ? make("div", {}, "asks for ", make("code", {}, foreign(effect.request))) : null,
        canAct ? make("div", { class: "group" },
          effect.answerable && !effect.isDelay ? act("Answer…", `Answer ${name}`, it => this.acts.answer(it)) : null,
          effect.answerable && !effect.isDelay ? act("Let it fail…", `Let ${name} fail`, it => this.acts.fail(it)) : null,
          effect.kind === "stream" ? act("End the stream", `End the stream of ${name}`, it =>
            this.acts.act({ do: "end", effect: it.effect, which: it.which, with: {} }, `ended ${it.effect}`)) : null,
          act("Cancel it", `Cancel ${name}`, it =>
            this.acts.act({ do: "cancel", effect: it.effect, which: it.which }, `cancelled ${it.effect}`))) : null);
    })];
  }

  #clock(source, { effects, clock }) {
    if (source.spec === null) return [];
    const id = freshId();
    const input = make("input", { id, value: "1s", size: 8, autocomplete: "off", "data-key": "advance" });
    const error = make("p", { class: "field-error", id: freshId() });
    input.dataset.error = error.id;
    input.value = this.#lastAdvance;
    const form = make("form", { class: "clock" }, make("label", { for: id }, "Let pass"), input,
      make("button", { type: "submit", "data-key": "advance-go" }, "Move the clock on"),
      button("To the next timer", () => this.acts.act({ do: "advance", by: null }, "moved the clock to the next timer"),
        { "data-key": "advance-next" }), error);
    form.addEventListener("submit", event => {
      event.preventDefault();
      const by = input.value.trim();
      if (!writtenTypes.duration.pattern.test(by) || by.startsWith("-"))
        return showError(input, "This must be a duration, such as 5s, 300ms or 1h.");
      showError(input, "");
      this.#lastAdvance = by;
      this.acts.act({ do: "advance", by }, `moved the clock on by ${by}`);
    });
    return [make("h3", {}, "Clock"), make("p", { class: "quiet" }, foreign(clock),
      effects.some(it => it.left !== null) ? "" : "; no timer is set"), form];
  }

  // Things one can do to the app as a whole.
  #app(source) {
    const spec = this.acts.spec();
    if (source.spec === null || !spec) return [];
    return [make("h3", {}, "The app"), make("div", { class: "group" },
      button("Begin anew", () => this.acts.act({ do: "reset" }, "began anew"), { "data-key": "reset" }),
      spec.saves ? button("Restart", () => this.acts.act({ do: "restart" }, "restarted with what is saved"),
        { "data-key": "restart" }) : [],
      spec.listeners.map(it => button([it.isListening ? "Stop listening: " : "Listen: ", foreign(it.name)],
        () => this.acts.act({ do: it.isListening ? "unlisten" : "listen", listener: it.name },
          `${it.name} ${it.isListening ? "stopped listening" : "listens"}`), { "data-key": `listener ${it.name}` })))];
  }
}
