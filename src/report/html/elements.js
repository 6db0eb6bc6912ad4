// SPDX-License-Identifier: MIT
// Elements of the page.  Text is only ever set as text.

function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "on") for (const [event, action] of Object.entries(value)) node.addEventListener(event, action);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) node.append(child);
  return node;
}

function button(label, action, attributes, ...children) {
  return el("button", { type: "button", on: { click: action }, ...attributes }, label, ...children);
}

function counted(n, one, several) {
  return `${n} ${n === 1 ? one : several || one + "s"}`;
}

// ---- pictures -------------------------------------------------------------------------------------------------------------------------

const DRAWN = new Set(["svg", "g", "polygon", "polyline", "path", "ellipse", "text"]);
const ATTRIBUTES = new Set(["width", "height", "viewBox", "transform", "points", "d", "cx", "cy", "rx", "ry", "x", "y", "fill", "stroke", "stroke-width",
  "stroke-dasharray", "font-size", "font-weight", "font-style", "text-anchor"]);

// A picture that is too wide is made smaller, down to this; then it can be moved.
const LEAST_SCALE = 0.55;

// Graphviz's picture as elements: only shapes and texts, only what says how they look.
function copyOf(from) {
  if (from.nodeType === Node.TEXT_NODE) return document.createTextNode(from.data);
  if (from.nodeType !== Node.ELEMENT_NODE || !DRAWN.has(from.localName)) return null;
  const to = document.createElementNS("http://www.w3.org/2000/svg", from.localName);
  for (const { name, value } of from.attributes) if (ATTRIBUTES.has(name)) to.setAttribute(name, value);
  for (const child of from.childNodes) {
    const copy = copyOf(child);
    if (copy) to.append(copy);
  }
  return to;
}

function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (parsed.querySelector("parsererror")) return null;
  const copy = copyOf(parsed.documentElement);
  if (!copy) return null;
  copy.setAttribute("role", "img");
  copy.style.minWidth = `${Math.round(parseFloat(copy.getAttribute("width")) * LEAST_SCALE)}pt`;
  return copy;
}

let asText = false;

// A picture by its number, drawn or in words.
function picture(number, label) {
  const p = number === null ? null : data.pictures[number];
  if (!p) return el("p", { class: "none" }, "There is no picture of the heap here.");
  const drawn = p.svg && !asText ? drawing(p.svg) : null;
  if (!drawn) return el("pre", { class: "words", "aria-label": label }, p.text);
  drawn.setAttribute("aria-label", `${label}\n${p.text}`);
  return el("div", { class: "drawing" }, drawn);
}
