// SPDX-License-Identifier: MIT
// The only functions that create elements. Names and texts of a checked program may contain
// anything, so they are inserted as text and as attributes, and nothing here parses HTML.

const kSvg = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === "") continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

// make("button", {class: "tool", onclick: f}, "text", otherElement)
function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

function replaceAll(host, ...children) {
  host.replaceChildren();
  return fill(host, {}, children);
}

// Invisible characters, and those that change the direction of writing, are escaped: names must not
// be disguised. Very long names are cut in the middle; the title attribute has the whole name.
const kMaxShown = 300;
function shown(text, most = kMaxShown) {
  const spelled = String(text).replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (c) => (c === "\n" ? "\\n" : "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")));
  const letters = spelled.length > most ? Array.from(spelled) : [];
  if (letters.length <= most) return spelled;
  const half = Math.floor((most - 1) / 2);
  return letters.slice(0, half).join("") + "…" + letters.slice(letters.length - half).join("");
}

// A name without unnamed namespaces.
function plain(name) { return String(name).split("(anonymous namespace)::").join(""); }

function fileName(path) {
  return shown(path.slice(path.lastIndexOf("/") + 1), 80);
}

// "lost_update.cpp:13"; "" if the place is unknown.
function placeText(place) {
  if (!place || !place.file) return "";
  return fileName(place.file) + (place.line > 0 ? ":" + place.line : "");
}

// The colour of a lane: main is the first and alone is grey.
function colourOf(lane) {
  return lane <= 0 ? "lane-0" : "lane-" + (1 + ((lane - 1) % kLaneColours));
}
const kLaneColours = 5;

function threadChip(trace, thread) {
  return make("span", {class: "chip " + colourOf(trace.laneOf(thread)), title: shown(thread, 2000)},
    shown(thread, 24));
}

function counted(number, noun) {
  return number.toLocaleString("en-US") + " " + noun + (number === 1 ? "" : "s");
}
