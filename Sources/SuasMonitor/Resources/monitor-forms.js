"use strict";
// Forms made from types. A control has its element, perhaps the input to label, and `read(problems)`, which
// gives the value as a text of YAML in flow style, or reports a problem. It begins with `given` in its context, a
// value that was sent before: a text, or `items`, or `entries` with a pair each.

const typeWords = { string: "text", int: "whole number", uint: "whole number from 0", double: "number",
  bool: "yes or no", timestamp: "point in time", duration: "duration", bytes: "bytes, as Base64",
  any: "any value, as YAML", null: "no value", enum: "one of several", record: "record", variant: "one of several cases",
  list: "list", map: "map" };
const typeWord = type => type.is === "optional" ? typeWord(type.of) : typeWords[type.is] ?? type.is;

// Types of one input: the pattern of their texts, how they are written, an example.
const writtenTypes = {
  int: { pattern: /^[-+]?(\d+|0x[\da-f]+|0o[0-7]+)$/i, mistake: "This must be a whole number, such as 42.", mode: "numeric" },
  uint: { pattern: /^\+?(\d+|0x[\da-f]+|0o[0-7]+)$/i, mistake: "This must be a whole number from 0, such as 42.",
    mode: "numeric" },
  double: { pattern: /^([-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|[-+]?\.inf|\.nan)$/i,
    mistake: "This must be a number, such as 2.5.", mode: "decimal" },
  timestamp: { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)$/i,
    mistake: "This must be a point in time, such as 2026-01-31T12:30:00Z.", hint: "2026-01-31T12:30:00Z" },
  duration: { pattern: /^-?(\d+(\.\d+)?(h|ms|m|s|us|ns))+$/,
    mistake: "This must be a duration, such as 1m30s or 300ms.", hint: "1m30s" },
  bytes: { pattern: /^[A-Za-z0-9+/_-]*={0,2}$/, mistake: "This must be bytes written as Base64.", isQuoted: true },
};
const isSimple = type => type.is in writtenTypes || type.is === "string" || type.is === "bool" || type.is === "enum";
const resolved = (type, types) => type.ref === undefined ? type : { ...types[type.ref], ref: type.ref, is: type.is };

// The text that an input holds for a default, or null if the default is not a plain value.
function plainDefault(type, text) {
  if (text === null || text === undefined) return null;
  if (type.is === "string" || type.is === "enum") {
    let value = text;
    try { value = JSON.parse(text) } catch { if (type.is === "string") return null }
    return type.is === "enum" ? type.cases.includes(value) ? value : null : typeof value === "string" ? value : null;
  }
  if (type.is === "bool") return text === "true" || text === "false" ? text : null;
  return writtenTypes[type.is]?.pattern.test(text) ? text : null;
}

// A text as YAML's double-quoted style and JSON both write it: characters that YAML does not allow are escaped.
const quoted = text => JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
  character => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

const isNull = given => given.isPlain === true && given.text === "null";
const givenPart = (given, name) => given?.entries?.find(({ pair }) => pair[0].text === name)?.pair[1];
const flowText = given => given.items ? `[${given.items.map(flowText).join(", ")}]`
  : given.entries ? pairText(given.entries.map(({ pair }) => pair.map(flowText)))
  : given.isPlain ? given.text : quoted(given.text);

function growingArea(attributes = {}) {
  const area = make("textarea", { rows: 1, spellcheck: "false", autocomplete: "off", ...attributes });
  const grow = () => {
    const lines = area.value.length > 20_000 ? 12
      : area.value.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 60)), 0);
    area.rows = Math.min(12, Math.max(Number(attributes.rows ?? 1), lines));
  };
  area.addEventListener("input", grow);
  return Object.assign(area, { grow });
}

function textControl({ value, isSensitive }) {
  const input = isSensitive ? make("input", { type: "password", autocomplete: "off", id: freshId() })
    : growingArea({ id: freshId() });
  input.value = value ?? "";
  input.grow?.();
  return { element: input, input, read: () => quoted(input.value), raw: () => input.value };
}

function writtenControl({ type, value }) {
  const { pattern, mistake, mode, hint, isQuoted } = writtenTypes[type.is];
  const input = make("input", { type: "text", id: freshId(), inputmode: mode, placeholder: hint,
    autocomplete: "off", spellcheck: "false" });
  input.value = value ?? "";
  return { element: input, input, raw: () => input.value, read(problems) {
    const text = input.value.trim();
    if (!pattern.test(text)) problems.push({ input, message: mistake });
    return isQuoted ? quoted(text) : text;
  } };
}

function boolControl({ value }) {
  const input = make("input", { type: "checkbox", id: freshId() });
  input.checked = value === "true";
  return { element: make("span", { class: "check" }, input, make("span", { class: "quiet", "aria-hidden": "true" }, "yes")),
    input, read: () => String(input.checked), raw: () => String(input.checked) };
}

function enumControl({ type, value }) {
  const input = make("select", { id: freshId() },
    value === null || value === undefined ? make("option", { value: "" }, "Choose…") : null,
    type.cases.map((it, index) => make("option", { value: index + 1 }, it)));
  if (value !== null && value !== undefined) input.value = String(type.cases.indexOf(value) + 1);
  return { element: input, input, raw: () => input.value, read(problems) {
    if (!input.value) problems.push({ input, message: "Choose one." });
    return quoted(type.cases[input.value - 1] ?? "");
  } };
}

// True if a text of YAML can stand inside a list or a mapping in flow style without ending it.
function isOneFlowValue(text) {
  const bare = text.replace(/"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'/g, "q");
  if (/["']/.test(bare) || /(^|\s)#/.test(bare)) return false;
  let depth = 0;
  for (const character of bare) {
    if ("[{".includes(character)) depth += 1;
    if ("]}".includes(character)) depth -= 1;
    if (depth < 0 || depth === 0 && (character === "," || character === "\n")) return false;
  }
  return depth === 0 && (/^[[{]/.test(bare) || !/:(\s|$)/.test(bare));
}

function anyControl({ value, path }) {
  const input = growingArea({ id: freshId(), rows: 2, placeholder: "{ title: Milk }" });
  input.value = value ?? "";
  input.grow();
  return { element: input, input, raw: () => input.value, read(problems) {
    const text = input.value.trim() || "null";
    if (/[.[]/.test(path) && !isOneFlowValue(text))
      problems.push({ input, message: "Write one value here, such as 1, \"a text\", [1, 2] or { a: 1 }." });
    return text;
  } };
}

function recordControl(context) {
  const { type, types, trail, name, path } = context;
  const isKnown = trail.includes(type.ref);
  const box = make("div", { class: "nested" });
  let rows = null;
  const unfold = () => {
    rows = (resolved(type, types).fields ?? []).map(field =>
      fieldRow(field, { ...context, trail: [...trail, type.ref], path: `${path}.${field.name}` }));
    box.replaceChildren(...rows.map(it => it.element));
    if (rows.length === 0) box.append(make("p", { class: "quiet" }, "It has no fields."));
  };
  if (isKnown && !context.given) box.append(button(`Fill in ${name}…`, () => { unfold(); focusFirst(box) }));
  else unfold();
  return { element: box, isGroup: true, read(problems) {
    if (rows === null) { problems.push({ input: box.firstChild, message: "Fill this in." }); return "{}" }
    return fieldsText(rows, problems);
  } };
}

const pairText = pairs => pairs.length ? `{${pairs.map(([key, value]) => `${key}: ${value}`).join(", ")}}` : "{}";
const fieldsText = (rows, problems) => pairText(rows.map(it => [quoted(it.name), it.read(problems)])
  .filter(([, value]) => value !== null));
const focusFirst = box => box.querySelector("input:not([hidden]), textarea, select, button")?.focus();

function variantControl(context) {
  const { type, types, name, path, given } = context;
  const { cases = [] } = resolved(type, types);
  const input = make("select", { id: freshId() }, make("option", { value: "" }, "Choose…"),
    cases.map((it, index) => make("option", { value: index + 1 }, it.name)));
  const box = make("div", { class: "nested" });
  let rows = [];
  const choose = payload => {
    const chosen = cases[input.value - 1];
    rows = (chosen?.fields ?? []).map(field =>
      fieldRow(field, { ...context, given: payload, trail: [], path: `${path}.${field.name}` }));
    box.replaceChildren(...rows.map(it => it.element));
  };
  input.addEventListener("change", () => choose());
  const [key, payload] = given?.entries?.[0]?.pair ?? [given];
  const begun = cases.findIndex(it => it.name === key?.text);
  if (begun >= 0) { input.value = begun + 1; choose(payload) }
  input.setAttribute("aria-label", `Case of ${shown(name)}`);
  return { element: make("div", {}, input, box), isGroup: true, read(problems) {
    const chosen = cases[input.value - 1];
    if (!chosen) { problems.push({ input, message: "Choose a case." }); return "null" }
    const text = fieldsText(rows, problems);
    return chosen.fields.length ? `{${quoted(chosen.name)}: ${text}}` : quoted(chosen.name);
  } };
}

// A list of items that can be added and removed; `make item` gives the controls of one.
function itemsControl(name, addWord, makeItem, write, given = []) {
  const list = make("ol", { class: "items" });
  const items = [];
  const number = () => items.forEach((it, index) => it.label(index + 1));
  const addItem = part => {
    const item = makeItem(part);
    const remove = button("Remove", () => {
      const at = items.indexOf(item);
      items.splice(at, 1);
      row.remove();
      number();
      (list.children[Math.min(at, items.length - 1)]?.querySelector(".remove") ?? add).focus();
    }, { class: "remove" });
    const row = make("li", {}, make("div", { class: "item-row" }, make("div", { class: "item" }, item.nodes), remove));
    item.label = index => {
      item.name(`${name}, item ${index}`);
      remove.setAttribute("aria-label", `Remove item ${index} of ${shown(name)}`);
    };
    items.push(item);
    list.append(row);
    number();
    focusFirst(row);
  };
  const add = button(addWord, () => addItem(), { "aria-label": `${addWord} to ${shown(name)}` });
  given.forEach(addItem);
  return { element: make("div", { class: "nested" }, list, add), isGroup: true, read: problems => write(items, problems) };
}

function nameControl(control, name) {
  if (control.input) control.input.setAttribute("aria-label", shown(name));
  else { control.element.setAttribute("role", "group"); control.element.setAttribute("aria-label", shown(name)) }
}

// The control of a part of a list or map.
const partControl = (context, type, name, given) =>
  valueControl({ ...context, type, trail: [], name, value: null, given, path: `${context.path}[]` });

function listControl(context) {
  const { type, name } = context;
  return itemsControl(name, "Add an item", given => {
    const control = partControl(context, type.of, `item of ${name}`, given);
    return { control, nodes: [withError(control)], name: it => nameControl(control, it) };
  }, (items, problems) => `[${items.map(it => it.control.read(problems)).join(", ")}]`, context.given?.items);
}

function mapControl(context) {
  const { type, name } = context;
  return itemsControl(name, "Add an entry", given => {
    const key = partControl(context, type.key ?? { is: "string" }, "key", given?.pair[0]);
    const control = partControl(context, type.of, `value of ${name}`, given?.pair[1]);
    const word = it => make("span", { class: "quiet" }, it);
    return { key, control, nodes: [word("Key"), withError(key), word("Value"), withError(control)],
      name: it => { nameControl(key, `${it}, key`); nameControl(control, `${it}, value`) } };
  }, (items, problems) => {
    const seen = new Set();
    return pairText(items.map(it => {
      const key = it.key.read(problems);
      if (seen.has(key)) problems.push({ input: it.key.input, message: "This key is there twice." });
      seen.add(key);
      return [key, it.control.read(problems)];
    }));
  }, context.given?.entries);
}

// A control that is made once a box is unchecked; until then the value is `otherwise`.
function switchedControl(context, word, otherwise, makeControl, isOff = context.given === undefined) {
  const box = make("input", { type: "checkbox", id: freshId(), "aria-label": `${word}: ${shown(context.name)}` });
  const place = make("div", { class: "switched" });
  let control = null;
  const change = () => {
    if (control === null) {
      control = makeControl();
      nameControl(control, context.name);
      place.append(withError(control));
    }
    place.hidden = box.checked;
    if (!box.checked) focusFirst(place);
  };
  box.addEventListener("change", change);
  box.checked = isOff;
  if (!isOff) change();
  return { element: make("div", {}, make("label", { class: "check" }, box, make("span", { class: "quiet" }, word),
    context.shownDefault === undefined ? null
      : make("code", { class: "default" }, foreign(context.shownDefault))), place), isGroup: true,
    read: problems => box.checked ? otherwise : control.read(problems) };
}

function valueControl(context) {
  const { type, given } = context;
  if (type.is === "optional")
    return switchedControl(context, "No value", context.isOmitted ? null : "null",
      () => valueControl({ ...context, type: type.of, trail: [], isOmitted: false }), given === undefined || isNull(given));
  const makers = { string: textControl, bool: boolControl, enum: enumControl, any: anyControl, record: recordControl,
    variant: variantControl, list: listControl, map: mapControl };
  if (type.is === "null") return { element: make("span", { class: "quiet" }, "null"), isGroup: true, read: () => "null" };
  const value = given === undefined ? context.value : type.is === "any" ? flowText(given) : given.text;
  return (type.is in writtenTypes ? writtenControl : makers[type.is] ?? anyControl)({ ...context, value });
}

// Puts the place of a control's errors under it.
function withError(control) {
  const error = make("p", { class: "field-error", id: freshId() });
  control.error = error;
  const target = control.input ?? control.element;
  target.dataset.error = error.id;
  return make("div", { class: "with-error" }, control.element, error);
}

function showError(target, message) {
  const error = byId(target.dataset?.error ?? target.closest("[data-error]")?.dataset.error ?? "");
  if (!error) return false;
  error.textContent = message ? `✗ ${shown(message)}` : "";
  if (message) { target.setAttribute("aria-invalid", "true"); target.setAttribute("aria-describedby", error.id) }
  else { target.removeAttribute("aria-invalid"); target.removeAttribute("aria-describedby") }
  return true;
}

// What the spec says of a field's values.
const hint = (word, texts) => texts.length === 0 ? null : make("p", { class: "quiet" }, `${word} `,
  texts.slice(0, 5).flatMap((text, index) => [index > 0 ? ", " : "", make("code", {}, foreign(text))]));

// A field of a record: its name, its control, its default, its documentation, its constraint, its samples, its error.
function fieldRow(field, context) {
  const { name, type } = field;
  const hasDefault = field.default !== null && field.default !== undefined, isMadeAnew = !field.isRequired && !hasDefault;
  // Secrets are in no log, and an id is made for one action only.
  const given = field.isSensitive || isMadeAnew ? undefined : givenPart(context.given, name);
  const inner = { ...context, type, name, given, isSensitive: field.isSensitive, value: null, isOmitted: false };
  const plain = isSimple(type) ? plainDefault(type, field.default) : null;
  let control, unchanged = null;
  if (plain !== null) {
    control = valueControl({ ...inner, value: plain });
    unchanged = valueControl({ ...inner, value: plain, given: undefined }).raw();
  } else if (hasDefault && !(type.is === "optional" && field.default === "null"))
    control = switchedControl({ ...inner, shownDefault: field.default }, "Use the default", null, () => valueControl(inner));
  else if (type.is === "optional") control = valueControl({ ...inner, isOmitted: !field.isRequired });
  else if (isMadeAnew) control = switchedControl(inner, "Leave out", null, () => valueControl(inner));
  else control = valueControl(inner);
  const title = [make("bdi", { class: "field-name" }, name), " ",
    make("span", { class: "quiet" }, typeWord(type), field.isSensitive ? ", kept secret" : ""),
    plain === null ? null : make("span", { class: "quiet" }, ", default ", make("code", {}, foreign(field.default))),
    field.isRequired && type.is !== "bool" ? make("span", { class: "required" }, " required") : null];
  const body = withError(control);
  const about = [prose(field.documentation), hint("where", field.where ? [field.where] : []),
    hint("such as", field.samples ?? [])];
  let element;
  if (control.isGroup)
    element = make("fieldset", { class: "field" }, make("legend", {}, title), about, body);
  else {
    if (field.isRequired && type.is !== "bool") control.input.setAttribute("aria-required", "true");
    element = make("div", { class: "field" },
      make("label", { for: control.input.id }, title), about, body);
  }
  const row = { name, element, control, read(problems) {
    return unchanged !== null && control.raw() === unchanged ? null : control.read(problems);
  } };
  context.rows.set(context.path, row);
  return row;
}

// A form for fields.
class FieldForm {
  rows = new Map();
  constructor(fields, types, given) {
    this.fields = fields.map(field =>
      fieldRow(field, { types, given, trail: [], rows: this.rows, path: field.name }));
    this.element = make("div", { class: "fields" }, this.fields.map(it => it.element));
    if (fields.length === 0) this.element.append(make("p", { class: "quiet" }, "It has no payload."));
    this.element.addEventListener("input", event => {
      if (event.target.hasAttribute("aria-invalid")) showError(event.target, "");
    });
  }

  // The values as texts by field, or null after the problems have been shown.
  read() {
    const problems = [], texts = {};
    for (const target of this.element.querySelectorAll("[aria-invalid]")) showError(target, "");
    for (const row of this.fields) {
      const text = row.read(problems);
      if (text !== null) texts[row.name] = text;
    }
    for (const { input, message } of problems) showError(input, message);
    problems[0]?.input.focus();
    return problems.length ? null : texts;
  }

  // Shows an error of the server at its field; false if the form has no such field.
  show({ field, message }) {
    if (!field) return false;
    let row = null, best = -1;
    for (const [path, it] of this.rows)
      if (it.element.isConnected && path.length > best
        && (field === path || field.startsWith(path) && /[.[]/.test(field[path.length]))) {
        row = it;
        best = path.length;
      }
    if (!row) return false;
    const target = row.control.input ?? row.control.element;
    showError(target, message);
    if (row.control.input) row.control.input.focus(); else focusFirst(row.element);
    return true;
  }
}
