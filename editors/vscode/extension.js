// SPDX-License-Identifier: MIT
// Starts `heapproof lsp` for C files and headers.  The path of the program is a setting of the machine: no workspace can change what is run.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("heapproof");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  const watched = workspace.createFileSystemWatcher("**/{.heapproof,compile_commands.json}");
  const chosen = { documentSelector: [{ scheme: "file", language: "c" }, { scheme: "file", pattern: "**/{*.h,.heapproof}" }], synchronize: { fileEvents: watched } };
  client = new LanguageClient("heapproof", "heapproof", server, chosen);
  return client.start();
};

exports.deactivate = () => client && client.stop();
