// SPDX-License-Identifier: MIT
// The list at the side: summary, findings with filters, loops.

const filter = { verdict: "", rule: "", certainty: "", folder: "", file: "", program: "", age: "", words: "" };

function statusOf(finding) {
  return finding.suppression ? "suppressed" : "new";
}

function matches(finding) {
  const words = filter.words.toLowerCase();
  const text = `${finding.rule} ${titleOf(finding.rule)} ${finding.message} ${pathOf(finding.place)} ${finding.place.function}`.toLowerCase();
  return (!filter.rule || finding.rule === filter.rule) && (!filter.certainty || finding.certainty === filter.certainty) &&
    (!filter.age || ageOf(finding) === filter.age) && (!filter.file || String(finding.place.file) === filter.file) &&
    (!filter.verdict || finding.program.verdict === filter.verdict) && (!filter.folder || folderOf(finding.place.file) === filter.folder) &&
    (!filter.program || String(data.programs.indexOf(finding.program)) === filter.program) && text.includes(words);
}

// A program passes with its own verdict, folder and name, or with one of its findings.
function passes(program) {
  const own = (!filter.verdict || program.verdict === filter.verdict) && (!filter.folder || folderOf(program.file) === filter.folder) &&
    (!filter.program || data.programs[filter.program] === program) && nameOf(program).toLowerCase().includes(filter.words.toLowerCase()) &&
    !filter.rule && !filter.certainty && !filter.file && !filter.age;
  return own || findings.some((finding) => finding.program === program && matches(finding));
}

function shownFindings() {
  return findings.filter(matches);
}

function choice(key, label, options) {
  const select = el("select", { "data-filter": key, "aria-label": label, on: { change: () => { filter[key] = select.value; refilter(); } } },
    el("option", { value: "" }, `every ${label}`), options.map(([value, text]) => el("option", { value }, text)));
  select.value = filter[key];
  return options.length > 1 ? select : null;
}

function distinct(values) {
  return [...new Set(values)];
}

function filters() {
  const words = el("input", { type: "search", placeholder: "Filter findings  ( / )", "aria-label": "Filter findings", "data-filter": "words",
    on: { input: () => { filter.words = words.value; refilter(); } } });
  return el("div", { class: "filters" }, words,
    choice("verdict", "verdict", distinct(data.programs.map((p) => p.verdict)).map((name) => [name, verdictName(name)])),
    choice("rule", "rule", distinct(findings.map((f) => f.rule)).map((rule) => [rule, titleOf(rule)])),
    choice("certainty", "certainty", distinct(findings.map((f) => f.certainty)).map((name) => [name, name])),
    choice("age", "age", distinct(findings.map(ageOf)).map((name) => [name, name])),
    choice("folder", "folder", data.summary ? distinct([...data.programs.map((p) => p.file), ...findings.map((f) => f.place.file)].map(folderOf)).sort().map((name) => [name, name]) : []),
    choice("file", "file", distinct(findings.map((f) => f.place.file)).map((file) => [String(file), shortPath(data.files[file].path.slice(COMMON.length))])),
    choice("program", "program", data.programs.map((program, i) => [program, i]).filter(([program]) => program.findings.length)
      .map(([program, i]) => [String(i), nameOf(program)])));
}

function findingItem(finding) {
  const open = () => go({ finding: finding.number, step: 1 });
  return el("li", {}, button("", open, { class: `item ${finding.certainty} ${statusOf(finding)}`, "data-finding": finding.number, "aria-current": where.finding === finding.number ? "true" : false },
    el("span", { class: "title" }, titleOf(finding.rule), finding.certainty === "definite" ? null : el("em", {}, finding.certainty),
      finding.suppression ? el("em", {}, "suppressed") : null),
    el("span", { class: "message" }, finding.message),
    el("span", { class: "place" }, placeText(finding.place))));
}

function loopItem(loop) {
  const open = () => go({ loop: loop.number });
  return el("li", {}, button("", open, { class: "item loop", "data-loop": loop.number, "aria-current": where.loop === loop.number ? "true" : false },
    el("span", { class: "place" }, placeText(loop.place)),
    el("span", { class: "states" }, `${loop.place.function} \u00b7 ${counted(loop.states.length + loop.leftOff, "state")}`)));
}

function fileItem(file, i) {
  return el("li", {}, button("", () => go({ file: i + 1 }), { class: "item loop", "data-file": i + 1, "aria-current": where.file === i + 1 ? "true" : false },
    el("span", { class: "place", title: file.path }, shortPath(file.path.slice(COMMON.length)))));
}

const side = { files: el("ol", { class: "list" }), list: el("ol", { class: "list" }), loops: el("ol", { class: "list" }), count: el("span", { class: "count" }), summary: null };

function sidebar() {
  side.summary = button("Summary", () => go({}), { class: "item summary" });
  return el("nav", { class: "side", "aria-label": "Contents" }, side.summary,
    findings.length || data.programs.length > 1 ? [el("h2", {}, "Findings ", side.count), filters(), side.list] : null,
    el("h2", {}, "Files ", el("span", { class: "count" }, String(data.files.length))), side.files,
    loops.length ? [el("h2", {}, "Loop invariants ", el("span", { class: "count" }, String(loops.length))), side.loops] : null);
}

// Somebody chose: the list, and the table of programs if it is shown.
function refilter() {
  renderList();
  const table = document.querySelector("table.programs");
  if (table) table.replaceWith(programRows());
}

function renderList() {
  const shown = shownFindings();
  side.summary.setAttribute("aria-current", String(!where.finding && !where.loop && !where.file));
  side.count.textContent = shown.length === findings.length ? String(findings.length) : `${shown.length} of ${findings.length}`;
  side.list.replaceChildren(...shown.map(findingItem));
  if (!shown.length) side.list.append(el("li", { class: "none" }, findings.length ? "No finding passes the filter." : "There is none."));
  side.files.replaceChildren(...data.files.map(fileItem));
  side.loops.replaceChildren(...loops.map(loopItem));
  const current = document.querySelector(".side [aria-current=true]");
  if (current) current.scrollIntoView({ block: "nearest" });
}
