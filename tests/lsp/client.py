# SPDX-License-Identifier: MIT
"""A client of the language server, as small as can be."""
import json
import os
import select
import subprocess
import time
import urllib.parse

ALL = {"textDocument": {"publishDiagnostics": {"relatedInformation": True}, "hover": {"contentFormat": ["markdown", "plaintext"]}},
       "window": {"workDoneProgress": True, "showDocument": {"support": True}}, "workspace": {"codeLens": {"refreshSupport": True}}}
PATIENCE = 60


class Client:
    def __init__(self, box, *args, capabilities=ALL, initialize=True, environment=None, **how):
        self.box, self.number, self.input, self.inbox = box, 0, b"", []
        self.process = subprocess.Popen([box.program, "lsp", *args], cwd=box.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**os.environ, **(environment or {})}, **how)
        if initialize:
            self.capabilities = self.call("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})["capabilities"]
            self.tell("initialized", {})

    def uri(self, name):
        return "file://" + urllib.parse.quote(os.path.realpath(self.box.folder / name))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def receive(self, seconds=PATIENCE):
        """The next message; None: the server has closed its output, or said nothing for so long."""
        end = time.monotonic() + seconds
        while True:
            head, found, rest = self.input.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1]) if found else 0
            if found and len(rest) >= length:
                self.input = rest[length:]
                return json.loads(rest[:length])
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return None
            self.input += data

    def wait(self, wanted, seconds=PATIENCE):
        """The next message for which wanted holds; others are kept in the inbox, and requests of the server are granted."""
        while True:
            message = self.receive(seconds)
            assert message is not None, f"no answer; so far: {self.inbox}"
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            if wanted(message):
                return message
            self.inbox.append(message)

    def answer(self, number):
        return self.wait(lambda m: m.get("id") == number and "method" not in m)

    def call(self, method, params):
        answer = self.answer(self.ask(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def fail(self, method, params):
        return self.answer(self.ask(method, params))["error"]["code"]

    # ---- documents

    def open(self, name, text=None, version=1):
        if text is None:
            text = (self.box.folder / name).read_text()
        self.tell("textDocument/didOpen", {"textDocument": {"uri": self.uri(name), "languageId": "c", "version": version, "text": text}})

    def change(self, name, version, *changes):
        self.tell("textDocument/didChange", {"textDocument": {"uri": self.uri(name), "version": version}, "contentChanges": list(changes)})

    def diagnostics(self, name, version=None):
        """The next ones of the document, of this version."""
        return self.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == self.uri(name)
                         and version in (None, m["params"].get("version")))["params"]["diagnostics"]

    def at(self, name, line, character):
        return {"textDocument": {"uri": self.uri(name)}, "position": {"line": line, "character": character}}

    def lenses(self, name):
        found = self.call("textDocument/codeLens", {"textDocument": {"uri": self.uri(name)}})
        return [(lens["range"]["start"]["line"], lens["command"]["title"]) for lens in found]

    def close(self, status=0):
        self.call("shutdown", None)
        self.tell("exit", None)
        assert self.process.wait(PATIENCE) == status
        errors = self.process.stderr.read()
        assert not errors, errors
