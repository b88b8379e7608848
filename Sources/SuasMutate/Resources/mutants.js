const report = read("mutants");
const fates = ["survived", "undecided", "killed", "broken", "equivalent"];

// One row for each mutant of each file.
const rows = report.files.flatMap(file => file.mutants.map(mutant => ({ file, mutant,
  key: [file.path, mutant.operator, mutant.words, mutant.fate, ...mutant.old, ...mutant.new].join("\n").toLowerCase() })));
let selected = rows.findIndex(row => row.mutant.fate === "survived");
if (selected < 0) selected = 0;
let wanted = null;

function showSummary() {
  const styles = { killed: "good", broken: "good", survived: "bad", undecided: "warn", equivalent: "quiet" };
  const summary = byId("summary");
  summary.append(make("strong", {}, `score: ${report.score} %`), "  ");
  for (const [fate, count] of Object.entries(report.counts))
    summary.append(make("span", { class: Number(count) > 0 ? styles[fate] : "quiet" }, `${count} ${fate}`), "  ");
  for (const note of report.notes) summary.append(make("span", { class: "quiet" }, note), "  ");
}

function showFates() {
  byId("outcomes").replaceChildren(...[null, ...fates].map(fate =>
    make("button", { type: "button", "aria-pressed": String(wanted === fate),
      onclick: () => { wanted = fate; showFates(); showList() } }, fate ?? "all")));
}

const list = new EntryList(rows, { file: row => row.file.path, style: row => row.mutant.fate,
  label: row => `${row.mutant.line}: ${row.mutant.words}`, none: "no mutant is like that", select });

function showList() { list.show(row => wanted === null || row.mutant.fate === wanted) }

function select(index) {
  selected = index;
  list.setCurrent(index);
  showMutant();
}

function showMutant() {
  const article = byId("mutant"), row = rows[selected];
  article.replaceChildren();
  if (!row) { article.append(make("p", { class: "quiet" }, "there is no mutant")); return }
  const { file, mutant } = row;
  article.append(
    make("h2", { class: mutant.fate }, mutant.words),
    make("p", { class: "quiet" }, make("bdi", {}, `${file.path}:${mutant.line}:${mutant.column}`), `, ${mutant.operator}`),
    make("h3", {}, "Difference"),
    make("pre", { class: "difference" }, mutant.old.map(it => make("del", {}, it)),
      mutant.new.map(it => make("ins", {}, it))),
    make("h3", {}, "Fate"), fate(mutant), make("h3", {}, "Source"), source(file, mutant));
  // Only the source is scrolled, so that the title of the mutant stays in sight.
  const lines = article.querySelector(".source"), current = lines.querySelector(".is-current");
  if (current) lines.scrollTop = current.offsetTop - lines.offsetTop - (lines.clientHeight - current.offsetHeight) / 2;
}

function fate(mutant) {
  const box = make("section", { id: "fate" });
  if (mutant.fate === "killed") {
    const scenario = report.scenarios[mutant.killedBy];
    box.append(make("p", {}, mutant.step === null ? "killed by " : `killed by step ${mutant.step} of `,
      make("strong", {}, make("bdi", {}, scenario.name))), make("p", { class: "quiet" }, place(scenario)),
      make("p", {}, mutant.message));
    return box;
  }
  box.append(make("p", {}, mutant.message));
  if (mutant.steps.length) box.append(make("ol", {}, mutant.steps.map(it => make("li", {}, make("code", {}, it)))));
  for (const note of mutant.notes) box.append(make("p", { class: "quiet" }, note));
  return box;
}

// The lines of a file, those of a mutant as they read in it.
function source(file, mutant) {
  const lines = new Map();
  rows.forEach((row, index) => {
    if (row.file !== file) return;
    const line = Number(row.mutant.line);
    lines.set(line, [...lines.get(line) ?? [], index]);
  });
  return make("pre", { class: "source" }, file.lines.flatMap((text, index) => {
    const number = index + 1, here = lines.get(number) ?? [];
    const of = fate => here.filter(it => rows[it].mutant.fate === fate);
    const style = of("survived").length ? "is-missed" : of("undecided").length ? "is-doubtful"
      : here.length ? "is-seen" : "";
    const isCurrent = number === Number(mutant.line);
    const first = here.find(it => rows[it].mutant.fate === "survived") ?? here[0];
    const line = make("div", { class: `${style}${isCurrent ? " is-current" : ""}` },
      make("span", { class: "hits" }, here.length === 0 ? "" : make("button", { type: "button",
        "aria-label": `Mutants of line ${number}`, onclick: () => select(following(here, first)) },
        `${of("killed").length + of("broken").length}/${here.length - of("equivalent").length}`)),
      make("span", { class: "number" }, number), make("span", { class: "text" }, text));
    const isEnd = number === Number(mutant.endLine);
    return isEnd ? [line, ...mutant.new.map(it => make("ins", {}, it))] : [line];
  }));
}

// The mutant of a line after the one that is shown, or the first of the line.
function following(here, first) {
  const index = here.indexOf(selected);
  return index < 0 ? first : here[(index + 1) % here.length];
}

showSummary();
showFates();
showList();
if (rows.length) select(selected); else showMutant();
