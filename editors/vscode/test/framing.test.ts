import assert = require("node:assert/strict");
import test = require("node:test");
import { frame, MessageReader } from "../src/rpc/framing";

test("a message is framed with its length in bytes, and read back", () => {
  const bytes = frame({ text: "größer" });
  assert.match(bytes.toString("utf8"), /^Content-Length: 19\r\n\r\n\{/);
  assert.deepEqual(new MessageReader().read(bytes), [{ text: "größer" }]);
});

test("messages are read from chunks of any size", () => {
  const stream = Buffer.concat([frame({ id: 1 }), frame({ id: "ü" }), frame([])]);
  for (const size of [1, 2, 3, 7, 1000]) {
    const reader = new MessageReader();
    const messages: unknown[] = [];
    for (let at = 0; at < stream.length; at += size) messages.push(...reader.read(stream.subarray(at, at + size)));
    assert.deepEqual(messages, [{ id: 1 }, { id: "ü" }, []]);
  }
});

test("other header fields are passed over", () => {
  const text = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}";
  assert.deepEqual(new MessageReader().read(Buffer.from(text)), [{}]);
});

test("a stream without messages is refused", () => {
  for (const text of ["hello\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "x".repeat(10_000), "Content-Length: 3\r\n\r\n{}x"]) {
    assert.throws(() => new MessageReader().read(Buffer.from(text)), /header|JSON/);
  }
});
