const run = JSON.parse(byId("run").textContent);
const seconds = it => it.seconds === undefined ? "" : ` in ${Number(it.seconds).toFixed(3)} s`;
const coverage = run.coverage === undefined ? null : whole(run.coverage);

// One row for each scenario, and for each other thing that failed.
const rows = [...run.unsound.map(file => problemRow(file.file, "could not be run", file.diagnostics)),
  ...run.files.flatMap(file => [
    ...file.scenarios.map(([title, outcome, details, ...tags]) => {
      const name = open(title).value;
      return { file: file.file, name, outcome, details, key: [file.file, name, ...tags].join("\n").toLowerCase() };
    }),
    ...file.strayGoldens.length ? [problemRow(file.file, "golden files that no step names",
      file.strayGoldens.map(path => ({ message: `no step names the golden file '${path}'` })))] : [],
    ...file.problems.length ? [problemRow(file.file, "golden files with problems", file.problems)] : []])];
function problemRow(file, name, problems) {
  return { file, name, outcome: "failed", problems, key: `${file}\n${name}`.toLowerCase() };
}
const outcomeOf = row => row.outcome === "expected-failure" ? "passed" : row.outcome;

const list = new EntryList(rows, { file: row => row.file, style: row => row.outcome,
  label: row => make("bdi", { title: shown(row.name) }, row.name), none: "no scenario is like that", select });
let wanted = rows.some(row => row.outcome === "failed") ? "failed" : null;
let scenario = null, states = null, evidence = null, step = 0;

function showSummary() {
  const { passed, failed, skipped, notRun, unsound } = run.summary;
  const parts = [["good", passed, "passed"], ["bad", failed, "failed"], ["warn", skipped, "skipped"],
    ["warn", notRun, "not run"], ["bad", unsound, unsound === 1 ? "file unsound" : "files unsound"]];
  const summary = byId("summary");
  for (const [style, count, word] of parts)
    if (count > 0 || word === "passed" || word === "failed")
      summary.append(make("span", { class: count > 0 ? style : "quiet" }, `${numbered.format(count)} ${word}`), "  ");
  if (coverage) summary.append(make("span", { class: "quiet" }, `${coverage.percent} % covered`));
  summary.append(make("span", { class: "quiet" }, seconds(run.summary)));
  document.title = failed + unsound > 0 ? `${failed + unsound} failed – suas-run` : "suas-run";
}

function showOutcomes() {
  byId("outcomes").replaceChildren(...[null, "failed", "passed", "skipped"].map(outcome => {
    const count = outcome === null ? rows.length : rows.filter(row => outcomeOf(row) === outcome).length;
    return make("button", { type: "button", "aria-pressed": String(wanted === outcome),
      onclick: () => { wanted = outcome; showOutcomes(); showList() } },
      outcome ?? "all", make("span", { class: "count" }, ` ${numbered.format(count)}`));
  }));
}

function showList() { list.show(row => wanted === null || outcomeOf(row) === wanted) }

function select(index) {
  const row = rows[index];
  list.setCurrent(index);
  scenario = null;
  if (row.details !== undefined) {
    const details = whole(row.details);
    ({ scenario } = details);
    states = open(details.states).items;
    evidence = new Map([...scenario.failures, ...scenario.steps.flatMap(it => it.failures)]
      .map((failure, at) => [failure, details.evidence[at]]));
    step = Math.max(0, scenario.steps.findIndex(it => it.failures.length > 0));
  }
  showRow(row);
}

function showRow(row) {
  const article = byId("scenario");
  article.scrollTop = 0;
  if (!row) return article.replaceChildren(make("p", { class: "quiet" }, "no scenario was run"));
  article.replaceChildren(make("h2", { class: row.outcome }, make("bdi", {}, row.name)));
  if (scenario === null) {
    article.append(make("p", { class: "quiet" }, make("bdi", {}, row.file)), ...row.problems.map(it =>
      make("div", { class: "problem" }, make("div", {}, it.code ? `${it.severity}[${it.code}]: ${it.message}` : it.message),
        it.file === undefined ? null : make("div", { class: "quiet" }, it.line === undefined ? it.file : place(it)))));
    return;
  }
  article.append(make("p", { class: "quiet" }, make("bdi", {}, place(scenario)), `${seconds(scenario)} `,
    scenario.tags.flatMap(tag => [make("span", { class: "tag" }, tag), " "])));
  if (scenario.reason !== undefined)
    article.append(make("p", { class: "warn" },
      (scenario.outcome === "skipped" ? "skipped: " : "fails as expected: ") + scenario.reason));
  article.append(...scenario.failures.map(problem));
  if (scenario.steps.length === 0) return;
  article.append(timeline(), make("section", { id: "step", "aria-label": "The chosen step" }));
  showStep();
}

// MARK: Failures

function problem(failure) {
  const { before, text, after } = evidence.get(failure);
  const box = make("div", { class: scenario.outcome === "expected-failure" ? "problem is-expected" : "problem" },
    make("div", { class: "message" }, failure.message));
  // The step that is shown above has said its place already.
  const isOfStep = scenario.steps[step] && place(scenario.steps[step]) === place(failure);
  if (!isOfStep) box.append(make("div", { class: "at" }, make("bdi", {}, place(failure))));
  if (!isOfStep && text !== undefined)
    box.append(make("pre", { class: "excerpt" }, before, make("mark", {}, text), after));
  if (failure.rule) box.append(make("div", { class: "at" }, "refused by ", specLink(failure.rule)));
  if (failure.writer) box.append(make("div", { class: "at" }, "last written by ", specLink(failure.writer)));
  if (failure.parts) box.append(operands(failure.parts));
  if (failure.differences.length) box.append(differenceTable(failure));
  if (failure.golden) box.append(sidesView(linesOf(failure.golden.expected), linesOf(failure.golden.actual)));
  return box;
}

// A place, which leads to the line of a spec if the page has it.
function specLink(it) {
  if (!coverage?.files.some(file => file.path === it.file)) return make("bdi", {}, place(it));
  return make("button", { type: "button", class: "link", onclick: () => {
    show("coverage");
    const line = document.getElementById(`${it.file}:${it.line}`);
    line?.scrollIntoView({ block: "center" });
    line?.focus({ preventScroll: true });
  } }, make("bdi", {}, place(it)));
}

// The parts of a condition, each with what it came to.
function operands(parts) {
  const result = it => it.error !== undefined ? make("td", { class: "bad" }, `error: ${it.error}`)
    : it.value === undefined ? make("td", { class: "quiet" }, "not reached")
    : make("td", { class: "value" }, longText(open(it.value).value));
  return make("div", { class: "scroll" }, make("table", { class: "operands", "aria-label": "Operands" },
    parts.map(it => make("tr", {}, make("th", { scope: "row" }, longText(it.expression)), result(it)))));
}

// A path, which may be broken before its parts.
const pathHead = path => make("th", { scope: "row" }, path.split(/(?=\.)/).flatMap(part => [part, make("wbr")]));

const fewDifferences = 10;
function differenceTable(failure) {
  const draw = it => {
    const both = it.expected !== undefined && it.actual !== undefined;
    const [expected, actual] = both ? markedSides(it.expected, it.actual) : [[it.expected ?? "nothing"], [it.actual ?? "nothing"]];
    return [make("tr", {}, pathHead(it.path), make("td", {}, make("ins", {}, expected)),
      make("td", {}, make("del", {}, actual))),
      ...it.parts ? [make("tr", {}, make("td", { colspan: 3 }, operands(it.parts)))] : []];
  };
  const body = make("tbody", {}, failure.differences.slice(0, fewDifferences).map(draw).flat());
  const hidden = failure.differenceCount - failure.differences.length;
  if (hidden > 0) body.append(make("tr", {}, make("td", { colspan: 3, class: "quiet" }, `… and ${numbered.format(hidden)} more`)));
  const rest = failure.differences.slice(fewDifferences);
  if (rest.length) {
    const row = make("tr", {}, make("td", { colspan: 3 }, make("button", { type: "button", class: "small",
      onclick: () => row.replaceWith(...rest.flatMap(draw)) }, `${rest.length} more differences`)));
    body.insertBefore(row, body.children[fewDifferences] ?? null);
  }
  return make("div", { class: "scroll" }, make("table", { class: "differences", "aria-label": "Differences" },
    make("thead", {}, make("tr", {}, ["path", "expected", "actual"].map(it => make("th", { scope: "col" }, it)))), body));
}

// MARK: Steps

let stepRows = null;
function timeline() {
  const { steps } = scenario;
  const box = make("div", { id: "steps", class: "rows", role: "listbox", tabindex: "0", "aria-label": "Steps" });
  box.style.height = `calc(${Math.min(steps.length, 8)} * 28px + 2px)`;
  const mark = it => it.failures.length ? "is-bad" : it.changes?.length ? "is-changing" : it.errors?.length ? "is-refused" : "";
  stepRows = new VirtualRows(box, { draw: at => make("div", { class: `step ${mark(steps[at])}`, role: "option", id: `step-${at}`,
    "data-at": at, "aria-selected": String(at === step), "aria-posinset": at + 1, "aria-setsize": steps.length,
    "aria-description": { "is-bad": "failed", "is-changing": "changed the state", "is-refused": "refused" }[mark(steps[at])] },
    make("span", { class: "number" }, steps[at].step), make("bdi", { title: shown(steps[at].label) }, steps[at].label)) });
  box.addEventListener("click", event => {
    const row = event.target.closest(".step");
    if (row) goTo(Number(row.dataset.at));
  });
  box.addEventListener("keydown", event => {
    const goal = { ArrowDown: step + 1, ArrowUp: step - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (goal === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(goal);
  });
  stepRows.setCount(steps.length);
  const button = (id, label, text, by) => make("button", { type: "button", id, "aria-label": label,
    onclick: () => goTo(step + by) }, text);
  return make("div", {}, make("div", { class: "steps-head" }, make("h3", {}, "Steps"),
    button("back", "Step back", "←", -1), button("on", "Step on", "→", 1), make("span", { id: "step-of", class: "quiet" })), box);
}

function goTo(index) {
  step = Math.min(Math.max(index, 0), scenario.steps.length - 1);
  showStep();
}

function showStep() {
  const { steps } = scenario, it = steps[step], box = byId("steps");
  stepRows.row(stepRows.active)?.setAttribute("aria-selected", "false");
  stepRows.active = step;
  stepRows.reveal(step);
  stepRows.drawNow();
  stepRows.row(step)?.setAttribute("aria-selected", "true");
  box.setAttribute("aria-activedescendant", `step-${step}`);
  byId("back").disabled = step === 0;
  byId("on").disabled = step === steps.length - 1;
  byId("step-of").textContent = `${numbered.format(step + 1)} of ${numbered.format(steps.length)}`;
  byId("step").replaceChildren(...stepParts(it));
}

function stepParts(it) {
  const parts = [make("p", { class: "step-label" }, `${it.step}. `, make("code", {}, make("bdi", {}, longText(it.label)))),
    make("p", { class: "at" }, make("bdi", {}, place(it))), ...it.failures.map(problem)];
  if (it.changes === undefined) return parts;
  if (it.errors.length) parts.push(make("p", { class: "bad" }, `refused: ${it.errors.join(", ")}`));
  parts.push(...it.failedEffects.map(failed => make("p", { class: "warn" },
    `effect '${failed.effect}' failed with '${failed.code}': ${failed.message}${failed.at ? ` (${place(failed.at)})` : ""}`)));
  if (it.changes.length) parts.push(make("h3", {}, "Changes"), changeTable(it.changes));
  for (const [key, title] of [["actions", "Actions that reached the reducers"],
    ["notified", "Listeners told"], ["effects", "Effects pending"], ["requests", "Requests of effects"]])
    if (it[key].length)
      parts.push(make("h3", {}, title), new Tree(title, it[key].map(named => ({ label: named.name, item: named.value ?? named.run }))).box);
  if (it.omitted) parts.push(make("p", { class: "warn" }, `${numbered.format(it.omitted)} more are left out: they would take too much room`));
  if (states.length) parts.push(make("h3", {}, "State afterwards"), stateTree());
  return parts;
}

function changeTable(changes) {
  const cell = (item, tag) => {
    if (item === undefined) return make("td", {});
    const { parts, isWhole } = flow(item);
    if (isWhole) return make("td", {}, make(tag, {}, parts));
    const it = open(item);
    return make("td", {}, make(tag, {}, it.kind === "leaf" ? longText(leafText(it.value))
      : new Tree(tag === "del" ? "The value before" : "The value afterwards", [{ label: tag === "del" ? "before" : "after", item }]).box));
  };
  const table = make("table", { id: "changes", "aria-label": "Changes" });
  const add = (from, to) => {
    table.append(...changes.slice(from, to).map(change => make("tr", {},
      pathHead(change.path), cell(change.old, "del"), cell(change.new, "ins"))));
    if (to >= changes.length) return;
    const row = make("tr", {}, make("td", { colspan: 3 }, make("button", { type: "button", class: "small",
      onclick: () => { row.remove(); add(to, to + 500) } }, `${numbered.format(changes.length - to)} more changes`)));
    table.append(row);
  };
  add(0, 25);
  return make("div", { class: "scroll" }, table);
}

// The whole store, opened where the step changed it; where it changed nothing, as far as it is small.
function stateTree() {
  const before = open(states[step]), after = open(states[step + 1]);
  const isQuiet = states[step] === states[step + 1];
  const tree = new Tree("State afterwards", after.items.map((item, at) => ({ label: keyText(after.keys[at]), item,
    before: before.items[at], isOpen: isQuiet && after.items.length <= 12 })));
  tree.box.id = "state";
  return tree.box;
}

// MARK: Coverage

let isCoverageShown = false;
function showCoverage() {
  const view = byId("coverage-view");
  if (isCoverageShown) return;
  isCoverageShown = true;
  if (!coverage) view.append(make("p", { class: "quiet" }, "nothing ran"));
  view.append(...(coverage?.files ?? []).map(file => {
    const lines = new Map();
    for (const point of file.points) {
      const line = Number(point.line);
      lines.set(line, [...lines.get(line) ?? [], point]);
    }
    const count = file.total > 0 ? `, ${file.seen} of ${file.total} outcomes` : "";
    return make("section", {}, make("h2", {}, make("bdi", {}, file.path)),
      make("p", { class: Number(file.seen) < Number(file.total) ? "warn" : "good" }, `${file.percent} %${count}`),
      make("pre", { class: "source" }, file.lines.flatMap((text, index) => {
        const points = lines.get(index) ?? [];
        const missing = points.filter(it => it.missing !== null);
        const hits = points.length ? `${Math.max(...points.map(it => it.visits))}×` : "";
        const line = make("div", { id: `${file.path}:${index + 1}`, tabindex: "-1",
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
  byId("scenarios").hidden = view !== "scenarios";
  byId("coverage-view").hidden = view !== "coverage";
  for (const name of ["scenarios", "coverage"])
    byId(`show-${name}`).setAttribute("aria-pressed", String(name === view));
  if (view === "coverage") showCoverage();
}

byId("show-scenarios").addEventListener("click", () => show("scenarios"));
byId("show-coverage").addEventListener("click", () => show("coverage"));
document.addEventListener("keydown", event => {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
  if (byId("scenarios").hidden || !scenario?.steps.length) return;
  if (event.key === "ArrowRight") goTo(step + 1);
  else if (event.key === "ArrowLeft") goTo(step - 1);
});
showSummary();
showOutcomes();
showList();
const first = rows.findIndex(row => row.outcome === "failed");
if (rows.length) select(Math.max(0, first)); else showRow();
