const run = read("run"), states = read("states"), coverage = read("coverage");
const isLeaf = value => value === null || typeof value !== "object" || value instanceof Numeral;
function written(value) {
  if (value instanceof Numeral) return value.text;
  if (Array.isArray(value)) return "[" + value.map(written).join(", ") + "]";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${written(field)}`);
  return fields.length ? "{ " + fields.join(", ") + " }" : "{}";
}
const seconds = it => it.seconds === undefined ? "" : ` in ${Number(it.seconds).toFixed(3)} s`;

// One row for each scenario of each file.
const rows = run.files.flatMap((file, fileIndex) => file.scenarios.map((scenario, index) =>
  ({ file, scenario, states: states[fileIndex][index],
     key: [file.file, scenario.name, ...scenario.tags].join("\n").toLowerCase() })));
let selected = rows.findIndex(row => row.scenario.outcome === "failed");
if (selected < 0) selected = 0;
let step = 0, wanted = null;

function showSummary() {
  const { passed, failed, skipped, notRun, unsound } = run.summary;
  const parts = [["good", passed, "passed"], ["bad", failed, "failed"], ["warn", skipped, "skipped"],
    ["warn", notRun, "not run"], ["bad", unsound, "files unsound"]];
  const summary = document.getElementById("summary");
  for (const [style, count, word] of parts)
    if (count > 0 || word === "passed" || word === "failed")
      summary.append(make("span", { class: count > 0 ? style : "quiet" }, `${count} ${word}`), "  ");
  if (coverage) summary.append(make("span", { class: "quiet" }, `${coverage.percent} % covered`));
  summary.append(make("span", { class: "quiet" }, seconds(run.summary)));
}

function showOutcomes() {
  const group = document.getElementById("outcomes");
  group.replaceChildren(...[null, "failed", "passed", "skipped"].map(outcome =>
    make("button", { type: "button", "aria-pressed": String(wanted === outcome),
      onclick: () => { wanted = outcome; showOutcomes(); showList() } }, outcome ?? "all")));
}

const isWanted = scenario => wanted === null || scenario.outcome === wanted
  || wanted === "passed" && scenario.outcome === "expected-failure";
function showList() {
  fillList(rows, { isWanted: row => isWanted(row.scenario), file: row => row.file.file,
    style: row => row.scenario.outcome, label: row => make("bdi", {}, row.scenario.name),
    current: selected, none: "no scenario is like that" });
}

function select(index) {
  selected = index;
  const { scenario } = rows[index];
  const bad = scenario.steps.findIndex(it => it.failures.length > 0);
  step = Math.max(0, bad);
  for (const entry of document.querySelectorAll(".entry"))
    entry.setAttribute("aria-current", String(Number(entry.dataset.index) === index));
  showScenario();
}

function showScenario() {
  const article = document.getElementById("scenario");
  article.replaceChildren();
  for (const file of run.unsound)
    article.append(make("div", { class: "problem" }, make("strong", {}, file.file), " could not be run",
      file.diagnostics.map(it => make("div", {}, `${it.file}:${it.line ?? ""} ${it.severity}[${it.code}]: ${it.message}`))));
  for (const file of run.files) {
    for (const path of file.strayGoldens)
      article.append(make("div", { class: "problem" }, `no step names the golden file '${path}'`));
    for (const problem of file.problems)
      article.append(make("div", { class: "problem" }, `${problem.file}: ${problem.message}`));
  }
  const row = rows[selected];
  if (!row) { article.append(make("p", { class: "quiet" }, "no scenario was run")); return }
  const { scenario } = row;
  article.append(
    make("h2", { class: scenario.outcome }, make("bdi", {}, scenario.name)),
    make("p", { class: "quiet" }, `${place(scenario)}${seconds(scenario)} `,
      scenario.tags.map(tag => [make("span", { class: "tag" }, tag), " "]).flat()));
  if (scenario.reason !== undefined)
    article.append(make("p", { class: "warn" },
      (scenario.outcome === "skipped" ? "skipped: " : "fails as expected: ") + scenario.reason));
  const isExpected = scenario.outcome === "expected-failure";
  article.append(...scenario.failures.map(it => problem(it, isExpected)));
  if (scenario.steps.length === 0) return;
  article.append(make("h3", {}, "Steps"), timeline(row), make("section", { id: "step" }));
  showStep();
}

function problem(failure, isExpected) {
  const box = make("div", { class: isExpected ? "problem is-expected" : "problem" },
    make("div", {}, failure.message), make("div", { class: "quiet" }, place(failure)));
  if (failure.rule) box.append(make("div", { class: "quiet" }, `rule: ${place(failure.rule)}`));
  if (failure.writer) box.append(make("div", { class: "quiet" }, `last written by: ${place(failure.writer)}`));
  const parts = (failure.parts ?? []).concat(...failure.differences.map(it => it.parts ?? []));
  box.append(...parts.map(it => make("div", { class: "quiet" }, it.expression +
    (it.error ? ` meets the error ${it.error}` : it.value === undefined ? " not reached" : ` = ${it.value}`))));
  if (failure.differences.length)
    box.append(make("div", { class: "scroll" }, make("table", {},
      make("tr", {}, ["path", "expected", "actual"].map(it => make("th", {}, it))),
      failure.differences.map(it => make("tr", {}, make("td", {}, it.path),
        make("td", {}, make("ins", {}, it.expected ?? "nothing")),
        make("td", {}, make("del", {}, it.actual ?? "nothing")))))));
  const hidden = failure.differenceCount - failure.differences.length;
  if (hidden > 0) box.append(make("div", { class: "quiet" }, `… and ${hidden} more`));
  return box;
}

function timeline({ scenario }) {
  const back = make("button", { type: "button", id: "back", "aria-label": "Step back",
    onclick: () => goTo(step - 1) }, "←");
  const on = make("button", { type: "button", id: "on", "aria-label": "Step on",
    onclick: () => goTo(step + 1) }, "→");
  return make("div", { class: "timeline", role: "group", "aria-label": "Timeline" }, back,
    scenario.steps.map((it, index) => make("button", { type: "button",
      class: "step" + (it.failures.length ? " is-bad" : it.changes?.length ? " is-changing" : ""),
      title: shown(it.label), onclick: () => goTo(index) }, it.step)), on);
}

function goTo(index) {
  const { scenario } = rows[selected];
  step = Math.min(Math.max(index, 0), scenario.steps.length - 1);
  showStep();
}

function stateAfter({ states }, index) {
  const state = { ...states.start };
  for (const changed of states.steps.slice(0, index + 1)) Object.assign(state, changed);
  return state;
}

function showStep() {
  const row = rows[selected], { scenario } = row, it = scenario.steps[step];
  document.querySelectorAll(".timeline .step").forEach((button, index) =>
    button.setAttribute("aria-current", String(index === step)));
  document.getElementById("back").disabled = step === 0;
  document.getElementById("on").disabled = step === scenario.steps.length - 1;
  const section = document.getElementById("step");
  section.replaceChildren(
    make("p", {}, `${it.step}. `, make("code", {}, it.label)), make("p", { class: "quiet" }, place(it)),
    ...it.failures.map(failure => problem(failure, scenario.outcome === "expected-failure")));
  if (it.changes === undefined) return;
  if (it.errors.length) section.append(make("p", { class: "bad" }, `refused: ${it.errors.join(", ")}`));
  section.append(...it.failedEffects.map(failed => make("p", { class: "warn" },
    `effect '${failed.effect}' failed with '${failed.code}': ${failed.message}${failed.at ? ` (${place(failed.at)})` : ""}`)));
  if (it.changes.length)
    section.append(make("h3", {}, "Changes"), make("div", { class: "scroll" }, make("table", { id: "changes" },
      it.changes.map(change => make("tr", {}, make("td", {}, change.path),
        make("td", {}, change.old === undefined ? "" : make("del", {}, written(change.old))),
        make("td", {}, change.new === undefined ? "" : make("ins", {}, written(change.new))))))));
  for (const [key, title] of [["actions", "Actions that reached the reducers"],
    ["notified", "Listeners told"], ["effects", "Effects pending"]])
    if (it[key].length)
      section.append(make("h3", {}, title), make("pre", {}, ...it[key].flatMap((named, index) =>
        [index ? document.createTextNode("\n") : "", `${named.name} ${written(named.value)}`])));
  section.append(make("h3", {}, "State afterwards"), make("pre", { id: "state" },
    ...tree(stateAfter(row, step), "", "", new Set(it.changes.map(change => change.path)))));
}

// A state in lines, those that the step changed marked.
function tree(value, indent, path, changed, isNew = false) {
  const nodes = [];
  const entries = Array.isArray(value) ? value.map((item, index) => [`- `, item, `${path}[${index}]`])
    : Object.entries(value).map(([key, field]) => {
        const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key);
        // The keys of a map may be numbers, which JSON has no other way to write.
        const bare = `${path}[${key}]`, isBare = [...changed].some(it => it.startsWith(bare));
        return [`${isName ? key : JSON.stringify(key)}: `, field,
          isName ? (path ? `${path}.${key}` : key) : isBare ? bare : `${path}[${JSON.stringify(key)}]`];
      });
  for (const [label, field, at] of entries) {
    const isShort = isLeaf(field) || written(field).length < 60 && Object.values(field).every(isLeaf);
    const marks = isNew || changed.has(at) || isShort && !isLeaf(field) && [...changed].some(it => it.startsWith(at));
    const line = make("span", { class: marks ? "is-changed" : undefined },
      indent + label + (isShort ? written(field) : ""));
    nodes.push(line, document.createTextNode("\n"));
    if (!isShort) nodes.push(...tree(field, indent + "  ", at, changed, isNew || changed.has(at)));
  }
  return nodes;
}

function showCoverage() {
  const view = document.getElementById("coverage-view");
  view.replaceChildren(...(coverage?.files ?? []).map(file => {
    const lines = new Map();
    for (const point of file.points) {
      const line = Number(point.line);
      lines.set(line, [...lines.get(line) ?? [], point]);
    }
    const count = file.total > 0 ? `, ${file.seen} of ${file.total} outcomes` : "";
    return make("section", {}, make("h2", {}, make("bdi", {}, file.path)),
      make("p", { class: file.seen < file.total ? "warn" : "good" }, `${file.percent} %${count}`),
      make("pre", { class: "source" }, file.lines.flatMap((text, index) => {
        const points = lines.get(index) ?? [];
        const missing = points.filter(it => it.missing !== null);
        const hits = points.length ? `${Math.max(...points.map(it => it.visits))}×` : "";
        const line = make("div", { id: `${file.path}:${index + 1}`,
          class: missing.length ? "is-missed" : points.length ? "is-seen" : undefined },
          make("span", { class: "hits" }, hits), make("span", { class: "number" }, index + 1),
          make("span", { class: "text" }, marked(text, points)));
        return [line, ...missing.map(it => make("div", { class: "note" }, it.missing))];
      })));
  }));
}

// A line of a file, underlined where there is something to see.
function marked(text, points) {
  const characters = [...text], nodes = [];
  const owner = characters.map((_, index) => {
    const here = points.filter(it => it.start <= index && index < it.end);
    return here.find(it => it.missing !== null) ?? here[0];
  });
  for (let from = 0, to = 0; from < characters.length; from = to) {
    while (to < characters.length && owner[to] === owner[from]) to += 1;
    const part = characters.slice(from, to).join("");
    const point = owner[from];
    nodes.push(point ? make("mark", { class: point.missing === null ? undefined : "is-missing",
      title: shown(point.missing ?? `${point.name}: ${point.visits}×`) }, part) : shown(part));
  }
  return nodes;
}

function show(view) {
  document.getElementById("scenarios").hidden = view !== "scenarios";
  document.getElementById("coverage-view").hidden = view !== "coverage";
  for (const name of ["scenarios", "coverage"])
    document.getElementById(`show-${name}`).setAttribute("aria-pressed", String(name === view));
}

document.getElementById("show-scenarios").addEventListener("click", () => show("scenarios"));
document.getElementById("show-coverage").addEventListener("click", () => { showCoverage(); show("coverage") });
document.getElementById("search").addEventListener("input", showList);
document.addEventListener("keydown", event => {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.getElementById("scenarios").hidden || !rows[selected]?.scenario.steps.length) return;
  if (event.key === "ArrowRight") goTo(step + 1);
  else if (event.key === "ArrowLeft") goTo(step - 1);
});
showSummary();
showOutcomes();
showList();
if (rows.length) select(selected); else showScenario();
