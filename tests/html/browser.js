// SPDX-License-Identifier: MIT
// A folder to check programs in, a browser to look at their reports, and tests that print TAP.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"];
const tests = [];

export function test(name, body) {
  tests.push({ name, body });
}

// A fresh folder, with heapproof to run in it and pages to open.
export class Box {
  constructor(program, browser) {
    this.program = program;
    this.browser = browser;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "heapproof-page-"));
    this.contexts = [];
  }

  write(name, contents) {
    fs.writeFileSync(path.join(this.folder, name), contents);
  }

  // Checks files and yields the path of the page; the status must be the one that is expected.
  report(status, args, environment = process.env, command = "check") {
    const out = path.join(this.folder, "report.html");
    const done = spawnSync(this.program, [command, "--time-limit", "60", "--format", "html", "-o", out, ...args], { cwd: this.folder, env: environment });
    if (done.status !== status) throw new Error(`heapproof ${args.join(" ")}: exit status ${done.status}, not ${status}\n${done.stderr}`);
    return out;
  }

  // A page that complains about everything that should not happen in it.
  async open(file, options = {}) {
    const { hash = "", ...how } = options;
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light", ...how });
    const page = await context.newPage(), url = pathToFileURL(file).href;
    this.contexts.push(context);
    page.wrong = [];
    page.on("console", (message) => page.wrong.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => { page.wrong.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on("request", (request) => { if (request.url().split("#")[0] !== url && !request.url().startsWith("data:")) page.wrong.push(`request: ${request.url()}`); });
    await page.goto(url + hash);
    this.pages = [...(this.pages || []), page];
    return page;
  }

  async close() {
    const wrong = (this.pages || []).flatMap((page) => page.wrong);
    for (const context of this.contexts) await context.close();
    fs.rmSync(this.folder, { recursive: true });
    if (wrong.length) throw new Error(wrong.join("\n"));
  }
}

async function runOne(number, { name, body }, program, browser) {
  const box = new Box(program, browser);
  let wrong = null;
  try {
    await body(box);
  } catch (error) {
    wrong = error;
  }
  try {
    await box.close();
  } catch (error) {
    wrong = wrong || error;
  }
  console.log(`${wrong ? "not ok" : "ok"} ${number} - ${name}`);
  if (wrong) console.log(String(wrong.stack).replace(/^/gm, "# "));
  return !wrong;
}

export async function runAll() {
  const [program, part = ""] = process.argv.slice(2);
  const chosen = tests.filter(({ name }) => name.includes(part));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: FLAGS });
  let good = chosen.length > 0;
  console.log(`1..${chosen.length}`);
  for (const [i, one] of chosen.entries()) good = (await runOne(i + 1, one, program, browser)) && good;
  await browser.close();
  process.exitCode = good ? 0 : 1;
}
