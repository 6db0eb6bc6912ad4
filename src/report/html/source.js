// SPDX-License-Identifier: MIT
// A file with its line numbers; in the margin the steps of a trace and the loops that something is known about.

const WORDS = new Set(("auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct " +
  "switch typedef union volatile while _Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local").split(" "));
const TYPES = new Set("char double float int long short signed unsigned void bool size_t ssize_t ptrdiff_t intptr_t uintptr_t FILE NULL".split(" "));
const TOKEN = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(^\s*#\s*[a-z]+)|([A-Za-z_]\w*)|(\d[\w.]*)/g;

function kindOf(match) {
  if (match[1]) return "comment";
  if (match[2]) return "string";
  if (match[3]) return "hash";
  if (match[5]) return "digit";
  return WORDS.has(match[4]) ? "word" : TYPES.has(match[4]) || /_t$/.test(match[4]) ? "type" : null;
}

// Does a line that begins inside of a comment, or not, end inside of one?
function endsInside(text, inside) {
  if (!inside && !text.includes("/*")) return false;
  const last = piecesOf(text, inside).at(-1);
  if (!last || last[2] !== "comment" || text.startsWith("//", last[0])) return false;
  const comment = text.slice(last[0]);
  return !comment.endsWith("*/") || (!inside && comment.length < 4);
}

// Pieces [from, to, kind] of a line that begins inside of a comment or not.
function piecesOf(text, inside) {
  const pieces = [];
  let from = 0;
  if (inside) {
    const end = text.indexOf("*/");
    from = end < 0 ? text.length : end + 2;
    pieces.push([0, from, "comment"]);
    if (end < 0) return pieces;
  }
  TOKEN.lastIndex = from;
  for (let match; (match = TOKEN.exec(text)); from = TOKEN.lastIndex) {
    if (match.index > from) pieces.push([from, match.index, null]);
    pieces.push([match.index, TOKEN.lastIndex, kindOf(match)]);
  }
  if (from < text.length) pieces.push([from, text.length, null]);
  return pieces;
}

function wordAt(text, at) {
  const match = /^(?:[A-Za-z_]\w*|\S)/.exec(text.slice(at));
  return match ? [at, at + match[0].length] : null;
}

// Fills a code element; the word at offset `at` (null: none) is marked.
function writeCode(code, line, at) {
  const mark = at === null ? null : wordAt(line.text, at);
  const pieces = piecesOf(line.text, line.before);
  const nodes = [];
  const add = (from, to, kind, marked) => {
    if (from >= to) return;
    const text = line.text.slice(from, to);
    nodes.push(kind || marked ? el("span", { class: [kind, marked ? "here" : null].filter(Boolean).join(" ") }, text) : text);
  };
  for (const [from, to, kind] of pieces) {
    const a = mark ? Math.min(Math.max(mark[0], from), to) : to;
    const b = mark ? Math.min(Math.max(mark[1], from), to) : to;
    add(from, a, kind, false);
    add(a, b, kind, true);
    add(b, to, kind, false);
  }
  code.replaceChildren(...nodes);
}

// ---- files ------------------------------------------------------------------------------------------------------------------------------

const sheets = new Map();

function rowOf(number, line, sheet) {
  const marks = el("span", { class: "marks" });
  const code = el("code", {});
  const row = el("div", { class: "row" }, marks, el("span", { class: "number" }, String(number)), code);
  code.textContent = line.text;
  sheet.rows.set(number, { row, code, marks, line });
  row.line = line;
  colourist.observe(row);
  return row;
}

// Words get their colours when they come into sight.
const colourist = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    colourist.unobserve(target);
    if (!target.classList.contains("current")) writeCode(target.lastChild, target.line, null);
  }
}, { rootMargin: "600px" });

function sheetOf(file) {
  if (sheets.has(file)) return sheets.get(file);
  const sheet = { rows: new Map(), node: el("div", { class: "sheet" }), marked: [], current: null };
  for (const part of data.files[file].parts) {
    if (part.first > 1) sheet.node.append(el("div", { class: "gap" }, "\u22ef"));
    let inside = false;
    part.lines.forEach((text, i) => {
      const line = { text, before: inside };
      inside = endsInside(text, inside);
      sheet.node.append(rowOf(part.first + i, line, sheet));
    });
  }
  if (!sheet.rows.size) sheet.node.append(el("p", { class: "none" }, "The source is not at hand."));
  sheets.set(file, sheet);
  return sheet;
}

function clearMarks(sheet) {
  for (const entry of sheet.marked) {
    entry.marks.replaceChildren();
    entry.row.className = "row";
  }
  sheet.marked = [];
  if (sheet.current) writeCode(sheet.current.code, sheet.current.line, null);
  sheet.current = null;
}

function addMark(sheet, line, node) {
  const entry = sheet.rows.get(line);
  if (!entry) return;
  entry.marks.append(node);
  sheet.marked.push(entry);
}

function addLoops(sheet, file, shown) {
  for (const loop of loops) {
    if (loop.place.file !== file) continue;
    const open = () => go({ loop: loop.number });
    const is = loop === shown;
    addMark(sheet, loop.place.line, button("\u21bb", open, { class: is ? "loop on" : "loop", title: "What is known about the heap whenever this loop's condition is tested" }));
  }
}

function point(sheet, place, faulty) {
  const entry = sheet.rows.get(place.line);
  if (!entry) return;
  entry.row.classList.add("current");
  if (faulty) entry.row.classList.add("faulty");
  sheet.marked.push(entry);
  sheet.current = entry;
  writeCode(entry.code, entry.line, place.column ? place.at : null);
}

// The margin is as wide as the line with most marks needs it.
function fitMargin(sheet) {
  const most = Math.max(2, ...sheet.marked.map((entry) => entry.marks.childElementCount));
  sheet.node.style.setProperty("--margin", `${Math.min(most, 8) * 22 + 10}px`);
}

// Brings a line into the middle of the pane, if it is not in sight.
function scrollTo(pane, sheet, line) {
  const entry = sheet.rows.get(line);
  if (!entry) return;
  const top = entry.row.offsetTop, height = pane.clientHeight;
  if (top < pane.scrollTop + 60 || top > pane.scrollTop + height - 90) pane.scrollTop = Math.max(0, top - height / 2.5);
}
