// SPDX-License-Identifier: MIT
// A finding: the source with its trace, the heap at every step, and the steps to walk through.

function walkedStep(finding) {
  return Math.min(Math.max(where.step || 1, 1), finding.walk.length);
}

function headOf(finding) {
  const rule = ruleOf.get(finding.rule);
  const level = finding.certainty === "definite" ? "unsafe" : "unknown";
  return el("header", { class: "head" },
    el("h1", {}, el("span", { class: `badge ${level}` }, finding.certainty), " ", titleOf(finding.rule),
      rule ? el("span", { class: "cwe" }, `CWE-${rule.cwe}`) : null),
    el("p", { class: "message" }, finding.message),
    el("p", { class: "quiet" }, `${shortPath(pathOf(finding.place))}:${finding.place.line}${finding.place.function ? ` in ${finding.place.function}` : ""}`,
      data.programs.length > 1 ? ` \u00b7 program ${nameOf(finding.program)}` : ""),
    remarksOf(finding).map((remark) => el("p", { class: "remark" }, remark)),
    rule ? el("p", { class: "advice" }, rule.advice) : null);
}

function stepButton(finding, step, i) {
  const current = walkedStep(finding) === i + 1;
  return el("li", {}, button("", () => go({ finding: finding.number, step: i + 1 }),
    { class: step.fault ? "step fault" : "step", "data-step": i + 1, "aria-current": current ? "step" : false },
    el("span", { class: "bubble" }, String(i + 1)), el("span", { class: "text" }, step.text),
    el("span", { class: "place" }, data.files.length > 1 ? placeText(step.place) : `line ${step.place.line}`)));
}

function contextList(finding) {
  if (!finding.before.length) return null;
  return el("div", { class: "before" }, el("h3", {}, "Called from"), el("ul", {}, finding.before.map((step) =>
    el("li", {}, step.text, " ", el("span", { class: "place" }, placeText(step.place))))));
}

function stepper(finding) {
  const at = walkedStep(finding), n = finding.walk.length;
  return el("div", { class: "stepper", role: "toolbar", "aria-label": "Steps" },
    button("\u2039 Previous", () => walk(-1), { "data-go": "previous", disabled: at === 1, title: "k, \u2191, \u2190" }),
    el("span", { class: "at", role: "status" }, `Step ${at} of ${n}`),
    button("Next \u203a", () => walk(1), { "data-go": "next", disabled: at === n, title: "j, \u2193, \u2192" }));
}

function heapTitle(finding, at) {
  return finding.walk[at - 1].fault ? "The heap at the fault" : `The heap after step ${at}`;
}

let spread = false;  // the heap above the source, as wide as the window

function spreadSwitch() {
  return button(spread ? "beside the source" : "wide", flipSpread, { class: "link switch", title: "w" });
}

function flipSpread() {
  spread = !spread;
  render();
}

function textSwitch() {
  const flip = () => { asText = !asText; render(); };
  return button(asText ? "as a picture" : "as text", flip, { class: "link switch" });
}

function legend() {
  return el("p", { class: "legend" }, el("span", { class: "new" }, "changed"), el("span", { class: "gone" }, "freed or lost"), el("span", { class: "chain" }, "several, linked"));
}

function heapPane(finding) {
  const at = walkedStep(finding), step = finding.walk[at - 1];
  return el("section", { class: "heap" }, el("div", { class: "bar" }, el("h2", {}, heapTitle(finding, at)), el("span", {}, spreadSwitch(), " ", textSwitch())),
    picture(step.picture, heapTitle(finding, at)), step.picture === null ? null : legend());
}

// ---- the source beside it --------------------------------------------------------------------------------------------------------------

function sourcePane(file) {
  const sheet = sheetOf(file);
  const pane = el("div", { class: "scroll" }, sheet.node);
  return { sheet, pane, node: el("section", { class: "source" }, el("div", { class: "bar" }, el("h2", {}, shortPath(data.files[file].path))), pane) };
}

function markTrace(sheet, finding, file, at) {
  finding.walk.forEach((step, i) => {
    if (step.place.file !== file) return;
    const classes = `bubble${step.fault ? " fault" : ""}${i + 1 === at ? " on" : ""}`;
    addMark(sheet, step.place.line, button(String(i + 1), () => go({ finding: finding.number, step: i + 1 }), { class: classes, title: step.text }));
  });
}

function findingView(finding) {
  const at = walkedStep(finding), step = finding.walk[at - 1];
  const { sheet, pane, node } = sourcePane(step.place.file);
  clearMarks(sheet);
  addLoops(sheet, step.place.file, null);
  markTrace(sheet, finding, step.place.file, at);
  point(sheet, step.place, step.fault);
  const steps = el("section", { class: "steps" }, el("ol", {}, finding.walk.map((s, i) => stepButton(finding, s, i))), contextList(finding));
  const view = el("main", { class: "view", tabindex: "-1" }, el("div", { class: "top" }, headOf(finding), stepper(finding)),
    el("div", { class: spread ? "panes spread" : "panes" }, node, el("div", { class: "right" }, heapPane(finding), steps)));
  return { view, settle: () => settle(pane, sheet, step.place.line, steps) };
}

function settle(pane, sheet, line, steps) {
  fitMargin(sheet);
  pane.scrollTop = kept.file === sheet ? kept.top : 0;
  scrollTo(pane, sheet, line);
  kept.file = sheet;
  kept.top = pane.scrollTop;
  pane.addEventListener("scroll", () => { kept.top = pane.scrollTop; });
  const current = steps && steps.querySelector("[aria-current=step]");
  if (current) current.scrollIntoView({ block: "nearest" });
}

// Where the source was scrolled to, so that a step in sight does not move it.
const kept = { file: null, top: 0 };

// ---- files -----------------------------------------------------------------------------------------------------------------------------

function fileView(file) {
  const { sheet, pane, node } = sourcePane(file);
  clearMarks(sheet);
  addLoops(sheet, file, null);
  for (const finding of findings) {
    if (finding.place.file !== file) continue;
    const open = () => go({ finding: finding.number, step: finding.walk.length });
    addMark(sheet, finding.place.line, button("!", open, { class: "bubble fault", title: `${titleOf(finding.rule)}: ${finding.message}` }));
  }
  return { view: el("main", { class: "view fileview", tabindex: "-1" }, node), settle: () => settle(pane, sheet, 0, null) };
}

// ---- loops -----------------------------------------------------------------------------------------------------------------------------

function loopView(loop) {
  const { sheet, pane, node } = sourcePane(loop.place.file);
  const n = loop.states.length + loop.leftOff;
  clearMarks(sheet);
  addLoops(sheet, loop.place.file, loop);
  point(sheet, { ...loop.place, column: 0 }, false);
  const states = loop.states.map((number, i) => el("section", { class: "heap" },
    el("div", { class: "bar" }, el("h2", {}, n === 1 ? "The heap" : `State ${i + 1} of ${n}`), i ? null : textSwitch()), picture(number, `State ${i + 1}`)));
  const head = el("header", { class: "head" }, el("h1", {}, "Loop invariant"),
    el("p", { class: "message" }, `Whenever the condition of the loop is tested in '${loop.place.function}', the heap is in ${n === 1 ? "this state" : `one of these ${n} states`}` +
      (loop.program.partial ? ", as far as the analysis came: it was cut off, there may be others." : ".")),
    el("p", { class: "quiet" }, placeText(loop.place)));
  const view = el("main", { class: "view", tabindex: "-1" }, el("div", { class: "top" }, head),
    el("div", { class: "panes" }, node, el("div", { class: "right states" }, states,
      loop.leftOff ? el("p", { class: "none" }, `${counted(loop.leftOff, "more state")} not shown.`) : null)));
  return { view, settle: () => settle(pane, sheet, loop.place.line, null) };
}
