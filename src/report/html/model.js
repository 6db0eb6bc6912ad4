// SPDX-License-Identifier: MIT
// What the report says, in the form in which it is shown.

const data = JSON.parse(document.getElementById("data").textContent);
const ruleOf = new Map(data.rules.map((rule) => [rule.name, rule]));

function titleOf(rule) {
  const known = ruleOf.get(rule);
  return known ? known.title : rule;
}

function pathOf(place) {
  return data.files[place.file].path;
}

function shortPath(path) {
  return path.length > 60 ? "\u2026" + path.slice(-58) : path;
}

// The folders that all files have in common are left out where there is little room.
const COMMON = data.files.map((file) => file.path.replace(/[^/]*$/, "")).reduce((a, b) => {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return a.slice(0, n).replace(/[^/]*$/, "");
});

function placeText(place) {
  return shortPath(pathOf(place).slice(COMMON.length)) + (place.line ? ":" + place.line : "");
}

const CONFIRMATIONS = {
  confirmed: "the compiled program fails in this way, too", "not-confirmed": "the compiled program did not fail in this way",
  "not-built": "the program could not be compiled and run to confirm it", "only-interpreter": "only the interpreter sees this",
};

// What else is known about a finding: how it was confirmed, why it is suppressed.
function remarksOf(finding) {
  const remarks = finding.others.map((other) => `${other.definite ? "also" : "possibly also"} at ${placeText(other.place)}: ${other.text}`);
  if (finding.cause) remarks.unshift(`the cause is an ${finding.cause}`);
  if (finding.behind) remarks.push(`${finding.behind} ${finding.behind === 1 ? "access" : "accesses"} not reached behind this`);
  if (finding.inputs) remarks.push(`inputs: ${finding.inputs}`);
  if (finding.confirmation) remarks.push(CONFIRMATIONS[finding.confirmation] || finding.confirmation);
  if (finding.suppression === "comment") remarks.push(`ignored: ${finding.justification || "no reason is given"}`);
  else if (finding.suppression) remarks.push("in the baseline");
  return remarks;
}

// The steps in order, the last of them the fault itself; then how the place was reached before.
function stepsOf(finding) {
  const steps = finding.steps.filter((step) => !step.context);
  const last = { text: finding.message, place: finding.place, picture: finding.picture, fault: true };
  return [...steps, last];
}

const findings = data.programs.flatMap((program) =>
  program.findings.map((finding) => ({ ...finding, program, walk: stepsOf(finding), before: finding.steps.filter((step) => step.context) })));
findings.forEach((finding, i) => { finding.number = i + 1; });

const loops = data.programs.flatMap((program) => program.loops.map((loop) => ({ ...loop, program })));
loops.forEach((loop, i) => { loop.number = i + 1; });

// Paths of a project are told inside of its folder.
function inProject(path) {
  const folder = data.project.find((start) => path.startsWith(start));
  return folder ? path.slice(folder.length) : path;
}

function folderOf(file) {
  return inProject(data.files[file].path).replace(/\/?[^/]*$/, "") || ".";
}

// Is it new, or was it known before?
function ageOf(finding) {
  return !finding.suppression ? "new" : finding.suppression === "comment" ? "ignored" : "known";
}

function nameOf(program) {
  const whole = data.files[program.file].path, linked = program.linked ? `@${shortPath(inProject(program.linked))}` : "";
  if (data.summary) return shortPath(inProject(whole)) + linked + (program.entry && program.entry !== "main" ? `: ${program.entry}` : "");
  const name = shortPath(whole.slice(data.programs.length > 1 ? COMMON.length : 0)) + linked;
  return program.entry && (data.programs.length > 1 || program.entry !== "main") ? `${name}: ${program.entry}` : name;
}
