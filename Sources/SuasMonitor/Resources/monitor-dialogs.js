"use strict";
// The dialogs: sending an action, answering an effect, playing a spec, exporting, help.

const effectText = ({ text }) => text ? make("code", { class: "effect-text" }, foreign(text)) : "";
let openDialogNow = null;
// Shows a dialog; `fill(dialog)` gives its content. The focus goes back to where it was when it closes.
function openDialog(title, className, fill) {
  openDialogNow?.element.close();
  const opener = focused(), key = opener?.dataset.key, id = freshId();
  const dialog = { onmove: () => {} };
  const close = () => element.close();
  const element = make("dialog", { class: className, "aria-labelledby": id },
    make("div", { class: "dialog-head" }, make("h2", { id }, title),
      button("Close", close, { "aria-label": `Close: ${title}` })));
  Object.assign(dialog, { element, close });
  element.append(...[fill(dialog)].flat().filter(it => it !== null), make("p", { class: "dialog-said quiet", role: "status" }));
  element.addEventListener("close", () => {
    element.remove();
    if (openDialogNow === dialog) openDialogNow = null;
    if (focused() !== null) return;
    const again = opener?.isConnected ? opener : key && withKey(document, key);
    (again || byId("entries")).focus();
  });
  document.body.append(element);
  openDialogNow = dialog;
  element.showModal();
  (element.querySelector("[autofocus]") ?? element.querySelector("form input, form textarea, form select"))?.focus();
  return dialog;
}

// A form in a dialog, whose errors are shown in it; `submit` throws a Refusal or returns false to stay open.
function dialogForm(dialog, content, word, submit, { more = [], fieldForm = () => null } = {}) {
  const error = make("div", {});
  const send = make("button", { type: "submit", class: "is-first" }, word);
  const form = make("form", { novalidate: true }, make("div", { class: "dialog-body" }, content), error,
    make("div", { class: "dialog-foot" }, more, send));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (send.disabled) return;
    error.replaceChildren();
    send.disabled = true;
    const held = focused();
    try {
      if (await submit() !== false) dialog.close();
    } catch (refusal) {
      if (!fieldForm()?.show({ field: refusal.field, message: refusal.message })) held?.focus();
      error.replaceChildren(refusalBox(refusal));
    } finally { send.disabled = false }
  });
  return form;
}

// Says before sending that a branch will be made; kept true while the timeline grows.
function branchNote(dialog, acts, isAtEnd = () => false) {
  const note = make("p", { class: "note", role: "status" });
  dialog.onmove = () => {
    const words = isAtEnd() ? null : acts.branchWords();
    note.hidden = words === null;
    note.textContent = words ?? "";
  };
  dialog.onmove();
  return note;
}

const sendForms = new Map();
let lastSent = null;
// `again` is an action that was sent before, with which the form is filled.
function openSend(acts, again = null) {
  const { source, n } = acts.cursor(), spec = acts.spec();
  if (!spec) return say("No spec is known for this source: there is nothing to send.", "warn");
  const declared = [...spec.actions.map(it => ({ ...it, group: "Actions" })),
    ...spec.effects.map(it => ({ ...it, group: "Effects" }))];
  if (declared.length === 0) return say("This spec has no actions.", "warn");
  if (again && !declared.some(it => it.name === again.name)) return say(`The spec offers no ${again.name}.`, "warn");
  openDialog(again ? "Send again" : "Send an action", "form-dialog", dialog => {
    const select = make("select", { id: freshId(), autofocus: true }, ["Actions", "Effects"].map(group => {
      const options = declared.map((it, index) =>
        it.group === group ? make("option", { value: index }, it.name) : null).filter(Boolean);
      return options.length ? make("optgroup", { label: group }, options) : null;
    }));
    const place = make("div", { class: "action" });
    let form = null, chosen = null, key = null;
    const choose = payload => {
      chosen = declared[select.value];
      lastSent = chosen.name;
      key = `${source.spec}\n${source.source}\n${chosen.name}`;
      if (payload || !sendForms.has(key)) sendForms.set(key, new FieldForm(chosen.fields, spec.types, payload));
      form = sendForms.get(key);
      place.replaceChildren(prose(chosen.documentation), form.element);
    };
    select.addEventListener("change", () => choose());
    select.value = Math.max(0, declared.findIndex(it => it.name === (again?.name ?? lastSent)));
    choose(again?.payload);
    const end = make("input", { type: "checkbox" });
    end.addEventListener("change", () => dialog.onmove());
    const endChoice = source.allowsControl && n !== source.length - 1
      ? make("label", { class: "check" }, end, "At the end of the timeline") : null;
    end.checked = again !== null && endChoice !== null;
    const stay = make("input", { type: "checkbox" });
    const clear = button("Clear the form", () => {
      sendForms.delete(key);
      choose();
      select.focus();
    });
    return [branchNote(dialog, acts, () => end.checked), dialogForm(dialog,
      [make("div", { class: "field" }, make("label", { for: select.id }, "Action"), select), endChoice, place], "Send", async () => {
        const texts = form.read();
        if (texts === null) return false;
        await acts.perform({ do: "dispatch", name: chosen.name, with: texts }, `sent ${chosen.name}`,
          { isAtEnd: end.checked });
        if (!stay.checked) sendForms.delete(key);
        return !stay.checked;
      }, { more: [make("label", { class: "check" }, stay, "Keep this open"), clear], fieldForm: () => form })];
  });
}

function openAnswer(acts, effect) {
  const spec = acts.spec(), declared = spec?.effects.find(it => it.name === effect.effect);
  const form = new FieldForm(declared?.answer ?? [], spec?.types ?? {});
  openDialog(`Answer ${shown(effect.effect)}`, "form-dialog", dialog => [branchNote(dialog, acts),
    dialogForm(dialog, [effectText(effect), form.element], "Answer", async () => {
      const texts = form.read();
      if (texts === null) return false;
      await acts.perform({ do: "respond", effect: effect.effect, which: effect.which, with: texts },
        `answered ${effect.effect}`);
    }, { fieldForm: () => form })]);
}

function openFail(acts, effect) {
  const input = growingArea({ id: freshId() });
  openDialog(`Let ${shown(effect.effect)} fail`, "form-dialog", dialog => [branchNote(dialog, acts),
    dialogForm(dialog, [effectText(effect),
      make("div", { class: "field" }, make("label", { for: input.id }, "Message of the failure"), input)], "Let it fail",
      () => acts.perform({ do: "fail", effect: effect.effect, which: effect.which, message: input.value },
        `let ${effect.effect} fail`))]);
}

function openPlay(acts, specs) {
  openDialog("Play a spec", "list-dialog", dialog => {
    if (specs.length === 0)
      return make("p", { class: "quiet" }, "No specs were found where suas-run was started.");
    const error = make("div", {});
    const list = make("ul", { class: "choose" });
    const search = make("input", { type: "search", "aria-label": "Search the specs", placeholder: "Search", autofocus: true });
    const fill = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const wanted = specs.filter(it => words.every(word => it.toLowerCase().includes(word)));
      list.replaceChildren(...wanted.slice(0, 500).map(spec => make("li", {}, button(foreign(spec), async () => {
        try {
          error.replaceChildren();
          await acts.play(spec);
          dialog.close();
        } catch (refusal) { error.replaceChildren(refusalBox(refusal)) }
      }))));
      if (wanted.length === 0) list.append(make("li", { class: "quiet" }, "No spec has such a name."));
    };
    search.addEventListener("input", fill);
    search.addEventListener("keydown", event => {
      if (event.key === "Enter") list.querySelector("button")?.click();
      if (event.key === "ArrowDown") { event.preventDefault(); list.querySelector("button")?.focus() }
    });
    moveByArrows(list, "button", search);
    fill();
    return [make("p", { class: "quiet" },
      "The app's logic runs here, without the app: you send its actions and answer its requests."),
      search, error, list];
  });
}

function openExport(acts) {
  const { source, n } = acts.cursor(), mark = acts.marked(), last = source.length - 1;
  const numberField = (word, value) => {
    const input = make("input", { id: freshId(), inputmode: "numeric", autocomplete: "off", size: 8 });
    input.value = value;
    const error = make("p", { class: "field-error", id: freshId() });
    input.dataset.error = error.id;
    return { input, element: make("div", { class: "field" }, make("label", { for: input.id }, word), input, error), read() {
      const isRight = /^\d+$/.test(input.value.trim()) && Number(input.value) <= source.length - 1;
      showError(input, isRight ? "" : `This must be the number of an entry, from 0 to ${source.length - 1}.`);
      if (!isRight) input.focus();
      return isRight ? Number(input.value) : null;
    } };
  };
  openDialog("Export", "form-dialog", dialog => {
    const from = numberField("From entry", Math.min(1, last)), to = numberField("To entry", last);
    const range = (word, first, end) => button(word, () => { from.input.value = first; to.input.value = end });
    const kinds = [["scenario", "A scenario: steps and expectations, to be run as a test"],
      ["log", "A log: to be opened here again, or kept"]].map(([value, words], index) => {
      const input = make("input", { type: "radio", name: "as", value, checked: index === 0 });
      return make("label", { class: "check" }, input, words);
    });
    const name = make("input", { id: freshId(), autocomplete: "off" });
    name.value = `Session of ${source.title}`;
    return dialogForm(dialog, [
      make("fieldset", { class: "field" }, make("legend", {}, "Export as"), kinds),
      make("div", { class: "side-by-side" }, from.element, to.element),
      make("div", { class: "group" }, range("All entries", Math.min(1, last), last), range("Up to here", Math.min(1, n), n),
        mark !== null && mark !== n ? range("From the mark to here", Math.min(mark, n), Math.max(mark, n)) : null),
      make("div", { class: "field" }, make("label", { for: name.id }, "Name"), name)], "Export", async () => {
      const first = from.read(), end = first === null ? null : to.read();
      if (first === null || end === null) return false;
      if (first > end) { showError(to.input, "This must not be before the first entry."); to.input.focus(); return false }
      const as = kinds.find(it => it.firstChild.checked).firstChild.value;
      const answer = await link.ask({ do: "export", source: source.source, from: first, to: end, as, name: name.value });
      download(answer.file, answer.text);
      say(`exported ${answer.file}${answer.note ? `; ${answer.note}` : ""}`);
    });
  });
}

const shortcuts = [
  ["In the list of entries", [["↑ ↓", "one entry back, on"], ["Page Up, Page Down", "a page back, on"],
    ["Home, End", "the first entry, the last one"], ["Enter", "to the details"]]],
  ["In the state", [["↑ ↓", "to the row above, below"], ["→ ←", "unfold, fold, to the row inside, outside"],
    ["Enter, Space", "fold or unfold; show more of a long list"], ["*", "unfold all rows beside this one"],
    ["Home, End", "the first row, the last one"], ["a letter", "the next row that begins with it"]]],
];
const letterShortcuts = [["k, j", "one entry back, on"], ["g", "to the number of an entry"],
  ["f", "follow the end"], ["/", "search the entries"],
  ["t", "find in the state"], ["s", "send an action"], ["r", "send the action of this entry again"], ["m", "mark to compare"], ["c", "compare with the mark"],
  ["e", "export"], ["p", "play a spec"], ["o", "open a log"],
  ["1, 2, 3", "to the timeline, the details, the state"], ["?", "this help"]];

function openHelp() {
  openDialog("Help", "help-dialog", () => {
    const isOn = make("input", { type: "checkbox" });
    isOn.checked = settings.get("keys") !== "off";
    isOn.addEventListener("change", () => settings.set("keys", isOn.checked ? "on" : "off"));
    const table = ([title, keys]) => [make("h3", {}, title), make("dl", { class: "keys" }, keys.flatMap(([key, words]) =>
      [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)]))];
    return make("div", { class: "dialog-body", tabindex: 0, role: "region", "aria-label": "Help", autofocus: true },
      make("p", {}, "The timeline lists everything that happened to the app: actions, answers to its requests, timers. "
        + "Beside it, the entry at the cursor is explained, and the state after it is shown."),
      make("p", {}, "If you send an action at an earlier entry, a branch begins there: the timeline itself stays as it is."),
      table(["Anywhere but in a text field", letterShortcuts]),
      make("label", { class: "check" }, isOn, "Use these letters"),
      shortcuts.flatMap(table));
  });
}
