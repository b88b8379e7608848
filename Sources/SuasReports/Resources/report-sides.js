// Two texts side by side.

// Pairs the lines of two texts: [line of the first, line of the second], one of them null if the other has no
// counterpart. Lines that are equal are paired in the longest way, unless there are too many.
function pairLines(before, after) {
  let begin = 0, end = 0;
  const shortest = Math.min(before.length, after.length);
  while (begin < shortest && before[begin] === after[begin]) begin += 1;
  while (end < shortest - begin && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const pairs = [];
  for (let at = 0; at < begin; at += 1) pairs.push([at, at]);
  const one = before.length - end, other = after.length - end;
  pairs.push(...pairMiddle(before, after, begin, one, other));
  for (let at = 0; at < end; at += 1) pairs.push([one + at, other + at]);
  return pairs;
}

function pairMiddle(before, after, begin, one, other) {
  const rows = one - begin, columns = other - begin, width = columns + 1;
  let gone = [], come = [];
  const pairs = [];
  const settle = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1) pairs.push([gone[at] ?? null, come[at] ?? null]);
    gone = [];
    come = [];
  };
  let row = 0, column = 0;
  if (rows * columns <= 4_000_000) {
    // How many lines are equal from here to the end.
    const equal = new Uint16Array((rows + 1) * width);
    for (let i = rows - 1; i >= 0; i -= 1)
      for (let j = columns - 1; j >= 0; j -= 1)
        equal[i * width + j] = before[begin + i] === after[begin + j] ? equal[(i + 1) * width + j + 1] + 1
          : Math.max(equal[(i + 1) * width + j], equal[i * width + j + 1]);
    while (row < rows && column < columns) {
      if (before[begin + row] === after[begin + column]) {
        settle();
        pairs.push([begin + row, begin + column]);
        row += 1;
        column += 1;
      } else if (equal[(row + 1) * width + column] >= equal[row * width + column + 1]) gone.push(begin + row++);
      else come.push(begin + column++);
    }
  }
  while (row < rows) gone.push(begin + row++);
  while (column < columns) come.push(begin + column++);
  settle();
  return pairs;
}

// Moves lines that only one text has as far down as they can go: what is put in then begins where an item begins.
function slideDown(pairs, before, after) {
  const isAlone = ([one, other]) => one === null || other === null;
  for (let end = pairs.length - 1, begin; end >= 0; end = begin - 1) {
    for (begin = end; begin > 0 && isAlone(pairs[begin - 1]); begin -= 1);
    if (!isAlone(pairs[end])) { begin = end; continue }
    const side = pairs[end][0] === null ? 1 : 0, lines = side === 1 ? after : before;
    if (pairs.slice(begin, end + 1).some(pair => pair[side] === null)) continue;
    for (let first = begin, last = end; last + 1 < pairs.length; first += 1, last += 1) {
      const next = pairs[last + 1];
      if (isAlone(next) || before[next[0]] !== after[next[1]] || lines[pairs[first][side]] !== lines[next[side]]) break;
      const paired = [...next];
      paired[side] = pairs[first][side];
      const alone = [null, null];
      alone[side] = next[side];
      pairs.splice(last + 1, 1, alone);
      pairs[first] = paired;
    }
  }
  return pairs;
}

// Marks the part of two texts in which they differ.
function markedSides(expected, actual) {
  const [begin, endBefore, endAfter] = differingPart(expected, actual);
  const side = (text, end) => [text.slice(0, begin), end > begin ? make("mark", {}, text.slice(begin, end)) : "", text.slice(end)];
  return begin === 0 && endBefore === expected.length && endAfter === actual.length ? [[expected], [actual]]
    : [side(expected, endBefore), side(actual, endAfter)];
}

const contextLines = 3, mostRows = 1000;

// The lines of a text; what follows the last line break is one only if there is something.
function linesOf(text) {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

// The lines of a golden file beside those that the scenario led to.
function sidesView(expected, actual) {
  const pairs = slideDown(pairLines(expected, actual), expected, actual);
  const isEqual = pairs.map(([one, other]) => one !== null && other !== null && expected[one] === actual[other]);
  const body = make("tbody", {});
  const addRows = (from, to, add = node => body.append(node)) => {
    for (let at = from; at < to; at += 1) add(sidesRow(pairs[at], isEqual[at], expected, actual));
  };
  const foldRow = (from, to) => {
    const fold = make("tr", { class: "fold" }, make("td", { colspan: "4" },
      make("button", { type: "button", class: "small", onclick: () => {
        const end = Math.min(to, from + mostRows);
        addRows(from, end, node => fold.before(node));
        if (end < to) fold.before(foldRow(end, to));
        fold.remove();
      } }, `${numbered.format(to - from)} ${isEqual[from] ? "equal" : "more"} lines`)));
    return fold;
  };
  let drawn = 0;
  for (let at = 0; at < pairs.length;) {
    const from = at;
    while (at < pairs.length && isEqual[at] === isEqual[from]) at += 1;
    if (drawn >= mostRows) { body.append(foldRow(from, pairs.length)); break }
    if (!isEqual[from]) {
      const end = Math.min(at, from + mostRows - drawn);
      addRows(from, end);
      if (end < at) body.append(foldRow(end, at));
      drawn += end - from;
      continue;
    }
    // A fold of one or two lines would hide nothing.
    const first = from === 0 ? from : Math.min(at, from + contextLines);
    const last = at === pairs.length ? at : Math.max(first, at - contextLines);
    const isFolded = last - first > 2;
    addRows(from, isFolded ? first : at);
    if (isFolded) {
      body.append(foldRow(first, last));
      addRows(last, at);
    }
    drawn += contextLines;
  }
  return make("div", { class: "scroll" }, make("table", { class: "sides", "aria-label": "The golden file and what happened" },
    make("colgroup", {}, ["number", "", "number", ""].map(it => make("col", { class: it }))),
    make("thead", {}, make("tr", {}, make("th", { colspan: "2", scope: "colgroup" }, "expected (the golden file)"),
      make("th", { colspan: "2", scope: "colgroup" }, "actual"))), body));
}

function sidesRow([one, other], isEqual, expected, actual) {
  const texts = [one === null ? null : expected[one], other === null ? null : actual[other]];
  const sides = isEqual || texts.includes(null) ? texts.map(it => [it ?? ""]) : markedSides(...texts);
  const cell = (tag, parts, isThere) => isThere
    ? make("td", { class: isEqual ? "line" : `line is-${tag}` }, isEqual ? lineText(parts) : make(tag, {}, lineText(parts)))
    : make("td", { class: "line is-absent" });
  return make("tr", {}, make("td", { class: "number" }, one === null ? "" : one + 1), cell("ins", sides[0], one !== null),
    make("td", { class: "number" }, other === null ? "" : other + 1), cell("del", sides[1], other !== null));
}

// The parts of a line; a very long one is cut.
const lineText = parts => parts.map(it => typeof it === "string" && it.length > 2000 ? longText(it, 2000) : it);
