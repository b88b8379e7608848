const records = read("replays");
const outcomes = ["different", "reached", "unsound", "undecided", "same"];

// One row for each log.
const rows = records.map(record => ({ file: record.outcome, record,
  key: [record.log, record.message ?? "", ...(record.rules ?? []).map(it => `${it.place} ${it.text}`)]
    .join("\n").toLowerCase() }))
  .sort((one, other) => outcomes.indexOf(one.file) - outcomes.indexOf(other.file));
let selected = 0, wanted = null;

const counted = (count, noun) => `${count} ${noun}${Number(count) === 1 ? "" : "s"}`;

function showSummary() {
  const styles = { same: "good", undecided: "warn", reached: "warn" };
  const summary = byId("summary");
  for (const outcome of outcomes) {
    const count = records.filter(it => it.outcome === outcome).length;
    if (count > 0 || outcome === "same")
      summary.append(make("span", { class: styles[outcome] ?? "bad" }, `${count} ${outcome}`), "  ");
  }
}

function showOutcomes() {
  const found = outcomes.filter(outcome => records.some(it => it.outcome === outcome));
  byId("outcomes").replaceChildren(...[null, ...found].map(outcome =>
    make("button", { type: "button", "aria-pressed": String(wanted === outcome),
      onclick: () => { wanted = outcome; showOutcomes(); showList() } }, outcome ?? "all")));
}

const list = new EntryList(rows, { file: row => row.file, style: row => row.record.outcome,
  label: row => make("bdi", {}, row.record.log), none: "no log is like that", select });

function showList() { list.show(row => wanted === null || row.record.outcome === wanted) }

function select(index) {
  selected = index;
  list.setCurrent(index);
  showReplay();
}

function showReplay() {
  const article = byId("replay");
  article.replaceChildren();
  const row = rows[selected];
  if (!row) { article.append(make("p", { class: "quiet" }, "no log was replayed")); return }
  const { record } = row;
  article.append(make("h2", { class: record.outcome }, make("bdi", {}, record.log)),
    make("p", { class: "quiet" }, `${record.outcome}${record.line ? `, line ${record.line}` : ""}; `
      + counted(record.inputs, "input")));
  if (record.message !== undefined) article.append(make("div", { class: "problem" }, record.message));
  if (record.outcome === "undecided")
    article.append(make("p", { class: "warn" },
      "a sensitive value, which is not in the log, may have decided this"));
  if (record.input)
    article.append(make("h3", {}, `After line ${record.input.line}`),
      make("pre", { class: "difference" }, record.input.text));
  if (record.replayed !== undefined)
    article.append(make("h3", {}, "The log and the spec"),
      make("pre", { class: "difference" },
        make("del", { "aria-label": "The log" }, record.logged ?? "nothing"),
        make("ins", { "aria-label": "The spec" }, record.replayed)));
  if (record.rules?.length)
    article.append(make("h3", {}, "Rules"),
      make("ul", {}, record.rules.map(it => make("li", {}, `${it.place}: ${it.text}`))));
  if (record.trace?.length)
    article.append(make("h3", {}, "Trace"),
      make("pre", { class: "difference" }, record.trace.flatMap(it => [it, document.createTextNode("\n")])));
  const remarks = [record.conditionFailure, record.atRest, record.scenario,
    record.unwritten && `no scenario was written: ${record.unwritten}`,
    record.hiddenAnswers && `what came of ${counted(record.hiddenAnswers, "sensitive answer")} is taken from the log`,
    record.otherVersion && "the log is of another version of the spec"].filter(Boolean);
  article.append(...remarks.map(it => make("p", { class: "quiet" }, it)));
}

showSummary();
showOutcomes();
showList();
if (rows.length) select(selected); else showReplay();
