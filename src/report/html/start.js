// SPDX-License-Identifier: MIT
// What is shown, and how to get elsewhere: links, keys, light and dark.

let where = {};  // {}: the summary; {finding, step}, {loop} or {file}

function hashOf(place) {
  if (place.finding) return `#finding-${place.finding}-step-${place.step || 1}`;
  return place.loop ? `#loop-${place.loop}` : place.file ? `#file-${place.file}` : "#summary";
}

function placeOf(hash) {
  const finding = /^#finding-(\d+)(?:-step-(\d+))?$/.exec(hash), loop = /^#loop-(\d+)$/.exec(hash);
  if (finding && findings[finding[1] - 1]) return { finding: Number(finding[1]), step: Number(finding[2] || 1) };
  if (loop && loops[loop[1] - 1]) return { loop: Number(loop[1]) };
  const file = /^#file-(\d+)$/.exec(hash);
  if (file && data.files[file[1] - 1]) return { file: Number(file[1]) };
  return hash === "#summary" || !findings.length || (!hash && data.summary) ? {} : { finding: 1, step: 1 };
}

function go(place) {
  where = place;
  const hash = hashOf(place);
  if (location.hash !== hash) location.replace(hash);
  render();
}

function walk(by) {
  const finding = findings[where.finding - 1];
  if (!finding) return;
  const step = Math.min(Math.max(walkedStep(finding) + by, 1), finding.walk.length);
  if (step !== where.step) go({ finding: finding.number, step });
}

// To the next or previous finding that passes the filter.
function turn(by) {
  const shown = shownFindings();
  const at = shown.findIndex((finding) => finding.number === where.finding);
  const next = shown[at < 0 ? 0 : at + by];
  if (next) go({ finding: next.number, step: 1 });
}

function render() {
  const finding = findings[where.finding - 1], loop = loops[where.loop - 1];
  const { view, settle } = finding ? findingView(finding) : loop ? loopView(loop) : where.file ? fileView(where.file - 1) : { view: summaryView(), settle: null };
  const old = document.querySelector("main");
  if (old) old.replaceWith(view);
  else document.getElementById("app").append(view);
  renderList();
  if (settle) settle();
}

// ---- light and dark --------------------------------------------------------------------------------------------------------------------

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : prefersDark.matches;
}

function remember(theme) {
  try { localStorage.setItem("heapproof-theme", theme); } catch (refused) { /* the page works without */ }
}

function recall() {
  try { return localStorage.getItem("heapproof-theme"); } catch (refused) { return null; }
}

function flipTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  remember(document.documentElement.dataset.theme);
}

// ---- keys ------------------------------------------------------------------------------------------------------------------------------

const KEYS = { j: () => walk(1), ArrowDown: () => walk(1), ArrowRight: () => walk(1), k: () => walk(-1), ArrowUp: () => walk(-1), ArrowLeft: () => walk(-1),
  Home: () => walk(-Infinity), End: () => walk(Infinity), n: () => turn(1), p: () => turn(-1), s: () => go({}), t: flipTheme, w: flipSpread,
  "/": () => { const words = document.querySelector("[data-filter=words]"); if (words) words.focus(); }, "?": () => document.querySelector(".help").toggleAttribute("open") };
const HELP = [["j \u2193 \u2192", "next step"], ["k \u2191 \u2190", "previous step"], ["Home End", "first and last step"], ["n p", "next and previous finding"], ["s", "summary"],
  ["/", "filter"], ["w", "heap wide or beside the source"], ["t", "light or dark"], ["?", "these keys"]];

function onKey(event) {
  const typing = event.target.closest("input, select, textarea");
  if (typing && event.key === "Escape") typing.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : null;
  if (!action) return;
  event.preventDefault();
  action();
}

function header() {
  const name = data.programs.length === 1 ? nameOf(data.programs[0]) : counted(data.programs.length, "program");
  return el("header", { class: "page" }, el("span", { class: "brand" }, "heapproof"), el("span", { class: "name" }, name),
    el("span", { class: `badge ${data.verdict}` }, verdictName(data.verdict)), el("span", { class: "space" }),
    el("details", { class: "help" }, el("summary", { title: "Keys" }, "?"), el("dl", {}, HELP.map(([keys, text]) => [el("dt", {}, keys.split(" ").map((key) => el("kbd", {}, key))), el("dd", {}, text)]))),
    button("\u25d0", flipTheme, { class: "theme", title: "Light or dark (t)", "aria-label": "Light or dark" }));
}

function start() {
  const theme = recall();
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.title = `${verdictName(data.verdict)}: ${nameOf(data.programs[0])} \u2013 heapproof`;
  document.getElementById("app").append(header(), sidebar());
  where = placeOf(location.hash);
  render();
  addEventListener("hashchange", () => { if (hashOf(where) !== location.hash) { where = placeOf(location.hash); render(); } });
  addEventListener("keydown", onKey);
}
