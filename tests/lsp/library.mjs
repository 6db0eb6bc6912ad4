// SPDX-License-Identifier: MIT
// A client made of vscode-languageserver-protocol: what editors send, and what they make of the answers.  usage: node library.mjs HEAPPROOF
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const protocol = createRequire(new URL("../html/", import.meta.url))("vscode-languageserver-protocol/node");
const TEXT = `#include <stdlib.h>
struct node { struct node *next; int value; };
static void release(struct node *list) {
    while (list) {
        free(list);
        list = list->next;
    }
}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->value = i;
        list = n;
    }
    release(list);
    return 0;
}
`;
const WRONG = "        free(list);\n        list = list->next;\n";
const RIGHT = "        struct node *next = list->next;\n        free(list);\n        list = next;\n";

// Notifications and requests of the server, for those who wait for one.
class Mailbox {
  constructor() { this.kept = []; this.wanted = null; }
  put(kind, params) {
    this.kept.push({ kind, params });
    this.look();
  }
  look() {
    const at = this.wanted ? this.kept.findIndex(this.wanted.holds) : -1;
    if (at < 0) return;
    const [found] = this.kept.splice(at, 1), { give } = this.wanted;
    this.wanted = null;
    give(found.params);
  }
  next(kind, holds = () => true) {
    return new Promise((give) => {
      this.wanted = { give, holds: (m) => m.kind === kind && holds(m.params) };
      this.look();
    });
  }
}

function connect(program) {
  const server = spawn(program, ["lsp", "--time-limit", "60"], { stdio: ["pipe", "pipe", "inherit"] }), mailbox = new Mailbox();
  const connection = protocol.createProtocolConnection(new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => mailbox.put("diagnostics", params));
  connection.onRequest(protocol.WorkDoneProgressCreateRequest.type, (params) => {
    mailbox.put("create", params);
    connection.onProgress(protocol.WorkDoneProgress.type, params.token, (value) => mailbox.put("progress", value));
  });
  connection.onRequest(protocol.ShowDocumentRequest.type, (params) => { mailbox.put("show", params); return { success: true }; });
  connection.onRequest(protocol.CodeLensRefreshRequest.type, () => { mailbox.put("refresh", {}); });
  connection.listen();
  const ended = new Promise((give) => server.on("exit", give));
  return { connection, mailbox, ended };
}

const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  textDocument: { publishDiagnostics: { relatedInformation: true, versionSupport: true }, hover: { contentFormat: ["markdown"] } },
  workspace: { codeLens: { refreshSupport: true } },
  window: { workDoneProgress: true, showDocument: { support: true } },
};

async function converse(program, folder) {
  const { connection, mailbox, ended } = connect(program);
  const file = path.join(folder, "list.c"), uri = pathToFileURL(file).href, textDocument = { uri };
  fs.writeFileSync(file, TEXT);
  const hello = await connection.sendRequest(protocol.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities });
  assert.equal(hello.capabilities.textDocumentSync.change, protocol.TextDocumentSyncKind.Incremental);
  await connection.sendNotification(protocol.InitializedNotification.type, {});

  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "c", version: 1, text: TEXT } });
  const first = await mailbox.next("diagnostics", (p) => p.uri === uri && p.version === 1);
  assert.deepEqual(first.diagnostics.map((d) => [d.code, d.severity, d.range.start.line])[0], ["use-after-free", protocol.DiagnosticSeverity.Error, 5]);
  const steps = first.diagnostics[0].relatedInformation;
  assert.ok(steps.length >= 2 && steps.every((s) => s.location.uri === uri), JSON.stringify(steps));
  assert.ok(steps.some((s) => s.message.includes("it was freed here") && s.location.range.start.line === 4), JSON.stringify(steps));
  assert.equal((await mailbox.next("progress", (v) => v.kind === "end")).message, "done");
  assert.ok(await mailbox.next("refresh"));
  console.log("ok 1 - a finding comes with its trace");

  const lenses = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument });
  assert.deepEqual(lenses.map((l) => [l.range.start.line, l.command.title]), [[2, "1 definite, 1 possible"], [8, "not proved"]]);
  const hover = await connection.sendRequest(protocol.HoverRequest.type, { textDocument, position: { line: 3, character: 12 } });
  assert.equal(hover.contents.kind, protocol.MarkupKind.Markdown);
  assert.match(hover.contents.value, /release\(\): .*list: -> #/);
  console.log("ok 2 - functions have lenses and pointers tell the heap");

  const context = { diagnostics: first.diagnostics.slice(0, 1) };
  const [ignore, look] = await connection.sendRequest(protocol.CodeActionRequest.type, { textDocument, range: first.diagnostics[0].range, context });
  assert.equal(ignore.edit.changes[uri][0].newText, "        // heapproof: ignore use-after-free TODO: say why\n");
  const page = await connection.sendRequest(protocol.ExecuteCommandRequest.type, look.command);
  assert.equal((await mailbox.next("show")).uri, page);
  assert.match(fs.readFileSync(new URL(page), "utf8"), /use after free/);
  console.log("ok 3 - findings have actions");

  const at = TEXT.slice(0, TEXT.indexOf(WRONG)).split("\n").length - 1;
  const range = { start: { line: at, character: 0 }, end: { line: at + 2, character: 0 } };
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, { textDocument: { uri, version: 2 }, contentChanges: [{ range, text: RIGHT }] });
  const source = new protocol.CancellationTokenSource(), waiting = connection.sendRequest(protocol.CodeLensRequest.type, { textDocument }, source.token);
  source.cancel();
  await assert.rejects(waiting, (e) => e.code === protocol.LSPErrorCodes.RequestCancelled);
  console.log("ok 4 - a request is cancelled");

  assert.deepEqual((await mailbox.next("diagnostics", (p) => p.uri === uri && p.version === 2)).diagnostics, []);
  const proved = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument });
  assert.deepEqual(proved.map((l) => l.command.title), ["proved", "proved"]);
  assert.equal(fs.readFileSync(file, "utf8"), TEXT);
  console.log("ok 5 - a finding that is edited away is gone, and nothing was written");

  await assert.rejects(connection.sendRequest("textDocument/definition", { textDocument, position: range.start }), (e) => e.code === protocol.ErrorCodes.MethodNotFound);
  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await ended, 0);
  assert.ok(!fs.existsSync(new URL(page)));
  console.log("ok 6 - the server ends and cleans up");
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "heapproof-test-"));
setTimeout(() => { console.log("not ok - no answer for two minutes"); process.exit(1); }, 120000).unref();
console.log("1..6");
try {
  await converse(process.argv[2], fs.realpathSync(folder));
} catch (error) {
  console.log(`not ok - ${String(error.stack).replaceAll("\n", "\n# ")}`);
  process.exitCode = 1;
} finally {
  fs.rmSync(folder, { recursive: true });
  if (process.exitCode) process.exit();
}
