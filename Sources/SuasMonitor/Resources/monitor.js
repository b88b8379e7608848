"use strict";
// The monitor: its sources, its cursor, and the panels that follow it.

const monitor = {
  sources: [],
  specs: [],
  source: null,
  n: 0,
  mark: null,
  isFollowing: true,
  connect: null,
  isKnown: false,
};
let awaited = null;
const spokenSpecs = new Map(), places = new Map(), jumpLane = new Lane();

const acts = {
  cursor: () => ({ source: monitor.source, n: monitor.n }),
  marked: () => monitor.mark?.source === monitor.source?.source ? monitor.mark?.n ?? null : null,
  compared,
  spec: () => monitor.source ? spokenSpecs.get(monitor.source.source) ?? null : null,
  goTo: n => goTo(n),
  reveal: path => tree.reveal(path),
  mark: setMark,
  answer: effect => openAnswer(acts, effect),
  fail: effect => openFail(acts, effect),
  branch: () => acts.act({ do: "branch" }, null),
  again,
  branchWords,
  perform,
  async act(request, words) {
    try { await perform(request, words) }
    catch (error) { say([error.message, error.help].filter(Boolean).join(" "), "bad") }
  },
  async play(spec) { await arrive(await link.ask({ do: "play", spec }), `plays ${spec}`) },
};
const timeline = new Timeline({ onchoose: n => goTo(n, { isFromTimeline: true }), marked: acts.marked });
const details = new Details(acts);
const tree = new StateTree();

const titleOf = id => monitor.sources.find(it => it.source === id)?.title ?? "a closed source";
const sourceWords = { app: "app", log: "log", play: "play", branch: "branch" };
const sourceName = source => shown(`${source.title} (${sourceWords[source.kind]})`);
const lastOf = source => Math.max(0, source.length - 1);

// Says that acting at the cursor makes a branch, or null.
function branchWords() {
  const { source, n } = monitor;
  if (!source || source.spec === null) return null;
  if (source.kind === "log") return `A log stays as it is: what you do from entry ${n} happens in a new branch.`;
  if (n !== lastOf(source)) return `Entry ${n} is not the last one: what you do from here happens in a new branch.`;
  if (!source.allowsControl) return "This app allows no control: what you do from here happens in a new branch.";
  return null;
}

// Acts at the cursor, then shows where it happened. At the end of a timeline that grows meanwhile, it is its
// end that is meant.
async function perform(request, words, { isAtEnd = false } = {}) {
  const { source } = monitor, last = lastOf(source), n = isAtEnd ? last : monitor.n;
  await arrive(await link.ask({ ...request, source: source.source, n, atEnd: n === last }), words);
  if (request.listener !== undefined) fetchSpec(monitor.source);
}

// Opens the form of the action at the cursor, filled with its payload.
async function again() {
  const { source, n } = monitor;
  try { openSend(acts, await link.ask({ do: "payload", source: source.source, n })) }
  catch (error) { say(error.message, "bad") }
}

async function arrive({ source: id, n }, words) {
  const isOther = id !== monitor.source?.source;
  if (!monitor.sources.some(it => it.source === id)) await new Promise(resolve => { awaited = { id, resolve } });
  const source = monitor.sources.find(it => it.source === id);
  if (!source) return;
  source.length = Math.max(source.length, n + 1);
  // At the end, so that the next act does not make a branch by accident: what was done may have led to more.
  if (isOther) select(source, source.kind === "log" ? n : lastOf(source));
  else { grown(source); if (!monitor.isFollowing) goTo(n, { isOwn: true }) }
  const isBranch = isOther && source.kind === "branch";
  const entry = await link.ask({ do: "entry", source: id, n }).then(it => it.entry, () => null);
  say([words, entry && entry.kind !== "begin" ? count(entry.changes, "change") : null,
    entry && entry.refused !== null ? `refused: ${entry.refused}` : null,
    isBranch ? "now in a new branch" : null].filter(Boolean).join("; "));
}

// Shows a source at an entry: where one was in it last, or its end.
function select(source, n = places.get(source.source) ?? lastOf(source)) {
  monitor.source = source;
  monitor.isFollowing = n >= lastOf(source) && (source.kind !== "log" || source.isOpen);
  sessionStorage.setItem("source", source.source);
  byId("welcome").hidden = true;
  for (const id of ["panels", "tools", "source-button"]) byId(id).hidden = false;
  byId("hint").hidden = settings.get("hint") === "seen";
  document.title = `${shown(source.title)} – suas-run monitor`;
  monitor.n = Math.min(Math.max(0, n), lastOf(source));
  details.close();
  timeline.open(source, monitor.n);
  showSources();
  fetchSpec(source);
  goTo(monitor.n, { isOwn: true });
}

function showWelcome() {
  monitor.source = null;
  timeline.close();
  tree.close();
  details.close();
  for (const id of ["panels", "tools", "source-button", "hint", "problem"]) byId(id).hidden = true;
  document.title = "suas-run monitor";
  const card = (title, ...content) => make("section", {}, make("h3", {}, title), content);
  byId("welcome").hidden = false;
  byId("welcome").replaceChildren(make("div", { class: "welcome" }, make("h2", {}, "Nothing is open yet"),
    make("p", { class: "quiet" }, "Here you see what happens to an app's state, step by step. There are three ways to begin:"),
    make("div", { class: "cards" },
      card("Play a spec", make("p", {}, monitor.specs.length
        ? `${count(monitor.specs.length, "spec")} found. No app is needed: you send the actions.`
        : "No specs were found where suas-run was started."),
        button("Play a spec…", play, { class: "is-first", disabled: monitor.specs.length === 0 })),
      card("Open a log", make("p", {}, "Drop a log that an app or a run wrote anywhere on this page, or choose it."),
        button("Open a log…", chooseFile)),
      card("Connect an app", make("p", {}, monitor.connect ? foreign(monitor.connect)
        : ["Add the monitor to the middleware of your app (", make("code", {}, "MonitorMiddleware"), " in Swift, or ",
          make("code", {}, "monitor"), " in a spec) and start it. It appears here by itself."])))));
}

// Moves the cursor; what was asked for before is dropped. An own move is one that the user did not ask for: the
// app does not follow it, and the end is followed as before.
function goTo(n, { isFromTimeline = false, isOwn = false } = {}) {
  const { source } = monitor;
  if (!source) return;
  const begin = performance.now();
  monitor.n = Math.min(Math.max(0, n), lastOf(source));
  places.set(source.source, monitor.n);
  if (!isOwn && monitor.n !== lastOf(source)) setFollowing(false);
  showTools();
  // The tree first: it asks for one level after the other, and has the longest way.
  tree.show(source, monitor.n);
  if (isFromTimeline) timeline.cursor = monitor.n; else timeline.show(monitor.n);
  details.show(source, monitor.n, timeline.entry(monitor.n));
  if (!isOwn && source.kind === "app" && source.allowsControl && byId("app-follows").checked) jump(source, monitor.n);
  performance.measure("jump", { start: begin });
}

async function jump(source, n) {
  try {
    const answer = await jumpLane.ask({ do: "jump", source: source.source, n });
    if (answer && !answer.followed) say("The app did not follow.", "warn");
  } catch (error) { say(error.message, "bad") }
}

function setFollowing(isFollowing) {
  if (monitor.isFollowing === isFollowing) return;
  monitor.isFollowing = isFollowing;
  showTools();
}

// The marked entry and its source, which may be another one than that which is shown; null if there is none.
function compared() {
  const { mark } = monitor, source = monitor.sources.find(it => it.source === mark?.source);
  return source ? { source, n: mark.n } : null;
}

function setMark(n) {
  monitor.mark = n === null ? null : { source: monitor.source.source, n };
  say(n === null ? "took the mark away" : `marked entry ${n}; choose another one to compare`);
  timeline.redraw();
  details.show(monitor.source, monitor.n, timeline.entry(monitor.n));
}

function showTools() {
  const { source, n } = monitor;
  if (!source) return;
  const last = lastOf(source), slider = byId("slider"), entry = timeline.entry(n);
  slider.max = last;
  slider.value = n;
  slider.setAttribute("aria-valuetext", shown(`entry ${n} of ${last}${entry ? `: ${entry.name}` : ""}`));
  if (document.activeElement !== byId("number")) byId("number").value = n;
  byId("number-of").textContent = `of ${numbered.format(last)}`;
  byId("follow").setAttribute("aria-pressed", String(monitor.isFollowing));
  byId("follow").hidden = !source.isOpen && !source.allowsControl;
  byId("app-follows-label").hidden = !(source.kind === "app" && source.allowsControl);
  byId("send-button").disabled = source.spec === null || !link.isOpen;
  byId("export-button").disabled = !link.isOpen;
  byId("send-button").title = source.spec === null ? "No spec is known for this source" : "";
  const problem = source.problem ?? (source.isOfOtherVersion
    ? `This was made with another version of ${source.spec}. Rules are shown up to the first entry that differs.` : "");
  byId("problem").hidden = problem === "";
  byId("problem").classList.toggle("is-remark", source.problem === null);
  byId("problem").replaceChildren(foreign(problem));
  details.showNote();
  openDialogNow?.onmove();
}

// The current source has more entries, or others of its facts changed.
function grown(source) {
  if (source !== monitor.source) return;
  timeline.grow();
  if (monitor.isFollowing && monitor.n !== lastOf(source)) goTo(lastOf(source), { isOwn: true });
  else showTools();
}

async function fetchSpec(source) {
  if (source.spec === null) return;
  try {
    spokenSpecs.set(source.source, await link.ask({ do: "spec", source: source.source }));
    if (source === monitor.source) details.show(source, monitor.n, timeline.entry(monitor.n));
  } catch (error) { if (link.isOpen) say(error.message, "bad") }
}

const takes = {
  sources({ sources, connect }) {
    const known = new Map(monitor.sources.map(it => [it.source, it]));
    const isFirst = !monitor.isKnown;
    monitor.isKnown = true;
    monitor.connect = connect ?? monitor.connect;
    monitor.sources = sources.map(it => {
      const before = known.get(it.source);
      if (!before && !isFirst && it.kind === "app") say(`${it.title} has connected`);
      return before ? Object.assign(before, it) : it;
    });
    const current = monitor.sources.find(it => it.source === monitor.source?.source);
    if (isFirst || monitor.source && !current) begin(current);
    else if (monitor.source) grown(current);
    else if (monitor.sources.length) select(monitor.sources.at(-1));
    else showWelcome();
    for (const id of places.keys()) if (!monitor.sources.some(it => it.source === id)) places.delete(id);
    showSources();
    if (awaited && monitor.sources.some(it => it.source === awaited.id)) {
      const { resolve } = awaited;
      awaited = null;
      resolve();
    }
  },
  specs({ specs }) {
    monitor.specs = specs;
    if (!monitor.source) showWelcome();
  },
  grown({ source: id, length }) {
    const source = monitor.sources.find(it => it.source === id);
    if (!source || source.length >= length) return;
    source.length = length;
    grown(source);
  },
};

// Chooses a source when the list came for the first time, or the current one is gone.
function begin(current) {
  const { sources } = monitor;
  const kept = current ?? sources.find(it => it.source === Number(sessionStorage.getItem("source")));
  const next = kept ?? sources.findLast(it => it.isOpen) ?? sources.at(-1);
  if (!next) return showWelcome();
  if (next === current && monitor.isFollowing) places.delete(next.source);
  select(next);
}

function showSources() {
  const { source } = monitor;
  if (source) byId("source-button").replaceChildren(...sourceLabel(source), make("span", { "aria-hidden": "true" }, " ▾"));
  byId("source-button").setAttribute("aria-label",
    source ? shown(`Source: ${source.title}, ${sourceWords[source.kind]}. Choose another`) : "Sources");
  const list = make("ul", {});
  const add = (it, depth) => {
    const item = make("li", {}, make("button", { type: "button", class: "source-item", "aria-current": String(it === source),
      "data-key": `source ${it.source}`,
      onclick: () => { byId("sources").hidePopover(); select(it); byId("entries").focus() } }, sourceLabel(it),
      make("span", { class: "quiet facts-line" }, [count(it.length, "entry", "entries"),
        it.parent ? `from entry ${it.parent.n} of ${titleOf(it.parent.source)}` : null,
        it.spec === null ? "no spec is known" : it.isOfOtherVersion ? `another version of ${it.spec}` : it.spec].filter(Boolean).join(" · ")),
      it.problem ? make("span", { class: "bad facts-line" }, foreign(it.problem)) : null),
      it.kind === "app" && it.isOpen ? null : button("Close", () => closeSource(it),
        { "aria-label": `Close ${shown(it.title)}`, "data-key": `close ${it.source}` }));
    item.style.setProperty("--depth", Math.min(depth, 8));
    list.append(item);
    for (const child of monitor.sources) if (child.parent?.source === it.source) add(child, depth + 1);
  };
  const ids = new Set(monitor.sources.map(it => it.source));
  for (const it of monitor.sources) if (!it.parent || !ids.has(it.parent.source)) add(it, 0);
  refill(byId("sources"), [list], byId("sources").querySelector("button"));
}

function sourceLabel(source) {
  const state = source.kind === "app" ? source.isOpen ? "connected" : "gone"
    : source.kind === "log" && source.isOpen ? "still read" : null;
  return [make("bdi", { class: "source-title" }, source.title), " ",
    make("span", { class: "tag" }, sourceWords[source.kind] ?? source.kind), " ",
    state ? make("span", { class: source.isOpen ? "good" : "warn" }, state) : null, " ",
    source.problem ? make("span", { class: "bad" }, "! problem") : null].filter(Boolean);
}

async function closeSource(source) {
  try {
    await link.ask({ do: "close", source: source.source });
    say(`closed ${source.title}`);
  } catch (error) { say(error.message, "bad") }
}

async function openLog(file) {
  say(`opening ${file.name} …`);
  try {
    const answer = await fetch(`/logs?name=${encodeURIComponent(file.name)}&token=${encodeURIComponent(link.token)}`,
      { method: "POST", body: file });
    const result = await answer.json().catch(() => ({ error: `The server answered ${answer.status}.` }));
    if (!answer.ok) throw new Refusal(result);
    await arrive({ source: result.source, n: 0 }, `opened ${file.name}`);
  } catch (error) { say(`${file.name} was not opened: ${error.message}`, "bad") }
}

link.onevent = message => takes[message.event]?.(message);
link.onchange = () => {
  const lost = byId("lost");
  lost.hidden = link.isOpen;
  if (!link.isOpen && awaited) {
    awaited.resolve();
    awaited = null;
  }
  if (link.isOpen) {
    if (monitor.isKnown) say("connected again");
    monitor.isKnown = false;
    spokenSpecs.clear();
  } else if (link.attempts === 1 || link.attempts === 6) {
    lost.replaceChildren(make("p", {}, link.attempts < 6
      ? "The connection to the server was lost. It is tried again by itself; what you see stays."
      : "There is still no connection. Is suas-run running? If you started it anew, open the address that it printed."),
      button("Try now", () => link.connect()));
  }
  showConnection();
  showTools();
};

function showConnection() {
  const isSlow = link.isOpen && link.waitingTime > 400;
  const words = isSlow ? "waiting for the server…" : link.isOpen ? "connected" : "not connected";
  if (byId("connection").textContent !== words) byId("connection").textContent = words;
  byId("connection").className = isSlow ? "warn" : link.isOpen ? "quiet" : "bad";
}
setInterval(showConnection, 250);

function goToNumber() {
  const text = byId("number").value.trim();
  if (!/^\d+$/.test(text) || Number(text) > lastOf(monitor.source)) {
    say(`There is no entry ${text}: they are numbered from 0 to ${lastOf(monitor.source)}.`, "bad");
    byId("number").setAttribute("aria-invalid", "true");
    return;
  }
  byId("number").removeAttribute("aria-invalid");
  goTo(Number(text));
}

const follow = () => {
  setFollowing(!monitor.isFollowing);
  if (monitor.isFollowing) goTo(lastOf(monitor.source));
  say(monitor.isFollowing ? "follows the end" : "stays at this entry");
};
const chooseFile = () => byId("file-input").click();
const play = () => openPlay(acts, monitor.specs);
for (const [id, action] of [["to-first", () => timeline.first()], ["to-back", () => timeline.step(-1)],
  ["to-on", () => timeline.step(1)], ["to-last", () => timeline.last()], ["follow", follow],
  ["send-button", () => openSend(acts)], ["export-button", () => openExport(acts)], ["play-button", play],
  ["open-button", chooseFile], ["help-button", openHelp],
  ["hint-close", () => { settings.set("hint", "seen"); byId("hint").hidden = true; byId("entries").focus() }]])
  listen(id, "click", action);
listen("number-form", "submit", event => { event.preventDefault(); goToNumber() });
listen("number", "focus", () => byId("number").select());
listen("number", "blur", () => { byId("number").value = monitor.n; byId("number").removeAttribute("aria-invalid") });
listen("slider", "input", () => goTo(Number(byId("slider").value)));
listen("app-follows", "change", () => {
  if (byId("app-follows").checked) jump(monitor.source, monitor.n);
});
listen("file-input", "change", async () => {
  for (const file of byId("file-input").files) await openLog(file);
  byId("file-input").value = "";
});
listen("sources", "toggle", event => {
  if (event.newState !== "open") return;
  const list = byId("sources");
  (list.querySelector("[aria-current=true]") ?? list.querySelector("button"))?.focus();
});
moveByArrows(byId("sources"), ".source-item");
listen("sources", "beforetoggle", () => {
  const { left, bottom } = byId("source-button").getBoundingClientRect();
  byId("sources").style.left = `${left}px`;
  byId("sources").style.top = `${bottom + 4}px`;
});

// Logs that are dropped on the page.
const holdsFiles = event => event.dataTransfer?.types.includes("Files");
document.addEventListener("dragover", event => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  byId("drop").hidden = false;
});
document.addEventListener("dragleave", event => { if (event.relatedTarget === null) byId("drop").hidden = true });
document.addEventListener("drop", async event => {
  byId("drop").hidden = true;
  if (!holdsFiles(event)) return;
  event.preventDefault();
  for (const file of [...event.dataTransfer.files]) await openLog(file);
});

const keys = {
  "?": openHelp, p: play, o: chooseFile,
  j: () => timeline.step(1), k: () => timeline.step(-1),
  g: () => { byId("number").focus() },
  "/": () => byId("search").focus(), t: () => byId("find").focus(), f: follow,
  s: () => byId("send-button").click(), r: again, e: () => byId("export-button").click(),
  m: () => setMark(acts.marked() === monitor.n ? null : monitor.n),
  c: () => compared() === null ? say("Mark an entry first: press m there.") : details.choose(!details.isComparing),
  1: () => byId("entries").focus(), 2: () => byId("details-title").focus(), 3: () => byId("tree").focus(),
  ArrowLeft: () => timeline.step(-1), ArrowRight: () => timeline.step(1),
};
const isWriting = it => it.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])");
document.addEventListener("keydown", event => {
  const action = keys[event.key], target = event.target;
  if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isWriting(target) || openDialogNow || settings.get("keys") === "off" && event.key !== "?") return;
  if (event.key.startsWith("Arrow") && target !== document.body && target.id !== "entries") return;
  if (!monitor.source && !["?", "p", "o"].includes(event.key)) return;
  event.preventDefault();
  action();
});
link.connect();
