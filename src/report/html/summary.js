// SPDX-License-Identifier: MIT
// The verdict, what was proved, what it rests on, what it took.

const MEANING = {
  safe: "No run of the program breaks a rule.",
  unsafe: "A run of the program breaks a rule.",
  unknown: "Neither a proof nor a run that breaks a rule was found.",
};
const RAN = { safe: "This run broke no rule.", unsafe: "This run broke a rule.", unknown: "This run could not be followed to its end." };

function verdictName(verdict) {
  return !data.run ? verdict : { safe: "no fault", unsafe: "fault", unknown: "unknown" }[verdict];
}

function proofBar(program) {
  const all = program.proved + program.open + program.not_reached;
  if (!all || data.run) return null;
  const bar = el("progress", { max: all, value: program.proved, "aria-label": "accesses proved" });
  return el("div", { class: "proof" }, bar, el("span", {}, `${counted(program.proved, "access", "accesses")} proved, ${program.open} open, ${program.not_reached} not reached`));
}

function notReached(program) {
  const names = program.not_entered.slice(0, 10), more = program.not_entered.length - names.length;
  return [
    names.length ? el("p", {}, "Not entered by any run: ", names.flatMap((name, i) => [i ? ", " : "", el("code", {}, name)]), more ? ` and ${more} more` : "") : null,
    program.endless ? el("p", {}, `No run of ${program.entry} ends.`) : null,
  ];
}

function strategyOf(program) {
  const by = program.strategy;
  return by ? el("p", {}, by.name, by.domain ? ` of domain ${by.domain}` : "", by.variant ? `, variant ${by.variant}` : "") : null;
}

function facts(program) {
  const rows = program.statistics.filter((s) => s.value).map((s) => [s.name.replace(/-/g, " "), s.value.toLocaleString("en"), s.text]);
  return rows.length ? el("table", { class: "facts" }, el("tbody", {}, rows.map(([name, value, text]) =>
    el("tr", { title: text }, el("th", { scope: "row" }, name), el("td", {}, value))))) : null;
}

function assumptionList(program) {
  if (!program.assumptions.length) return el("p", { class: "quiet" }, "None.");
  return el("ul", { class: "assumptions" }, program.assumptions.map((a) =>
    el("li", {}, a.text, a.subject ? [": ", el("code", {}, a.subject)] : null, " ", el("span", { class: "tag" }, a.name))));
}

function card(title, ...content) {
  const shown = content.flat().filter(Boolean);
  return shown.length ? el("section", { class: "card" }, el("h2", {}, title), shown) : null;
}

function wide(node) {
  node.classList.add("wide");
  return node;
}

function reasonList(program) {
  const shown = program.reasons.length > 1 || program.reasons.some((r) => r.advice);
  return shown ? el("ul", {}, program.reasons.map((r) => el("li", {}, r.text, r.places.length ? ` at ${r.places.join(", ")}` : "",
    r.advice ? el("div", { class: "quiet" }, r.advice) : null))) : null;
}

function programCards(program) {
  return [
    program.reason ? card("Why unknown", el("p", {}, program.reason), reasonList(program)) : null,
    program.ending ? card("How it ended", el("p", {}, program.ending)) : null,
    card("What was proved", proofBar(program) || (data.run ? null : el("p", { class: "quiet" },
      program.verdict === "safe" ? "The program reaches nothing that could break a rule." : "Nothing.")), notReached(program)),
    card("Strategy", strategyOf(program)),
    program.inputs ? card("Inputs of the run", el("p", {}, el("code", {}, program.inputs)), el("p", { class: "quiet" }, "heapproof run --inputs repeats it.")) : null,
    card("Assumptions", assumptionList(program)),
    card("Cost", facts(program)),
  ];
}

function programRow(program) {
  const own = findings.filter((f) => f.program === program), first = own.find(matches) || own[0];
  const open = first ? button(`${titleOf(first.rule)} at ${placeText(first.place)}`, () => go({ finding: first.number, step: 1 }), { class: "link" }) : program.reason || "";
  return el("tr", {}, el("td", {}, nameOf(program)), el("td", {}, el("span", { class: `badge ${program.verdict}` }, verdictName(program.verdict))),
    [program.proved, program.open, program.not_reached].map((n) => el("td", {}, String(n))), el("td", {}, open));
}

function programRows() {
  const shown = data.programs.filter(passes);
  return el("table", { class: "programs" },
    shown.length < data.programs.length ? el("caption", {}, `${shown.length} of ${counted(data.programs.length, "program")} pass the filter.`) : null,
    el("thead", {}, el("tr", {}, ["program", "verdict", "proved", "open", "not reached", "finding or reason"].map((h) => el("th", { scope: "col" }, h)))),
    el("tbody", {}, shown.map(programRow)));
}

function programTable() {
  return wide(card("Programs", programRows()));
}

function findingCards() {
  if (!findings.length) return null;
  const rows = distinct(findings.map((f) => f.rule)).map((rule) => {
    const all = findings.filter((f) => f.rule === rule);
    const definite = all.filter((f) => f.certainty === "definite").length;
    const open = () => go({ finding: all[0].number, step: 1 });
    return el("tr", {}, el("th", { scope: "row" }, button(titleOf(rule), open, { class: "link" })), el("td", {}, String(definite)), el("td", {}, String(all.length - definite)));
  });
  return card("Findings", el("table", { class: "facts" }, el("thead", {}, el("tr", {}, ["rule", "definite", "possible"].map((h) => el("th", { scope: "col" }, h)))),
    el("tbody", {}, rows)));
}

function summaryView() {
  const one = data.programs.length === 1 ? data.programs[0] : null;
  const lead = el("header", { class: `lead ${data.verdict}` }, el("h1", {}, verdictName(data.verdict)),
    el("p", {}, (data.run ? RAN : MEANING)[data.verdict]),
    el("p", { class: "quiet" }, one ? nameOf(one) : counted(data.programs.length, "program")));
  const rules = card("Rules checked", el("p", { class: "tags" }, data.rules.map((rule) => el("span", { class: "tag", title: rule.text }, rule.title))));
  return el("main", { class: "summaryview", tabindex: "-1" }, lead,
    el("div", { class: "cards" }, one ? null : programTable(), findingCards(), one ? programCards(one) : null,
      one ? null : card("Assumptions", assumptionList({ assumptions: commonAssumptions() })), rules,
      data.settings ? card("Settings", el("p", {}, el("code", {}, data.settings))) : null));
}

function commonAssumptions() {
  const all = new Map();
  for (const program of data.programs) for (const a of program.assumptions) all.set(`${a.name} ${a.subject}`, a);
  return [...all.values()];
}
