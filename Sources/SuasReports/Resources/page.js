"use strict";
// Numbers keep how they are written: an int has more digits than a script's number holds.
class Numeral {
  constructor(text) { this.text = text }
  valueOf() { return Number(this.text) }
  toString() { return this.text }
}
const read = id => JSON.parse(document.getElementById(id).textContent,
  (key, value, context) => typeof value === "number"
    ? new Numeral(context?.source ?? String(value)) : value);

const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const shown = text => String(text).replace(unseen, character => {
  const short = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[character];
  return short ?? `\\u{${character.codePointAt(0).toString(16)}}`;
});
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat())
    if (child !== undefined && child !== null)
      element.append(child instanceof Node ? child : shown(child));
  return element;
}
// Fills the list with buttons for the rows that are wanted and hold all words of the search, under
// the names of their files.
function fillList(rows, { isWanted, file, style, label, current, none }) {
  const words = document.getElementById("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const list = document.getElementById("list");
  list.replaceChildren();
  let last = null;
  rows.forEach((row, index) => {
    if (!isWanted(row) || !words.every(word => row.key.includes(word))) return;
    if (row.file !== last) {
      last = row.file;
      list.append(make("div", { class: "file" }, make("bdi", {}, file(row))));
    }
    list.append(make("button", { type: "button", class: `entry ${style(row)}`,
      "data-index": index, "aria-current": String(index === current),
      onclick: () => select(index) }, label(row)));
  });
  if (!list.hasChildNodes()) list.append(make("p", { class: "quiet" }, none));
}
const place = it => `${it.file}:${it.line}:${it.column}`;
