// SPDX-License-Identifier: MIT
// Validates SARIF logs.  usage: node sarif.js SCHEMA FOLDER: every *.sarif of the folder.  Prints what is wrong, or how many there are.
import fs from "node:fs";
import path from "node:path";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

const [schema, folder] = process.argv.slice(2);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const valid = ajv.compile(JSON.parse(fs.readFileSync(schema, "utf8")));
const logs = fs.readdirSync(folder).filter((name) => name.endsWith(".sarif"));
let wrong = 0, results = 0;
for (const name of logs) {
  const log = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
  results += log.runs.reduce((sum, run) => sum + run.results.length, 0);
  if (valid(log)) continue;
  wrong++;
  for (const error of valid.errors.slice(0, 5)) console.log(`${name}: ${error.instancePath} ${error.message}`);
}
console.log(`${logs.length} logs with ${results} results, ${wrong} of them wrong`);
process.exitCode = wrong || !logs.length ? 1 : 0;
