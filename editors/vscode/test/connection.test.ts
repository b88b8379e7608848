import assert = require("node:assert/strict");
import test = require("node:test");
import { Connection, ErrorCode, ResponseError } from "../src/rpc/connection";
import { frame } from "../src/rpc/framing";
import { CancellationTokenSource } from "./stub/values";

/** Two connections, each the other's other side. */
function pair(): [Connection, Connection] {
  const client: Connection = new Connection((bytes) => server.receive(bytes));
  const server: Connection = new Connection((bytes) => client.receive(bytes));
  return [client, server];
}

test("a request is answered with what its handler returns", async () => {
  const [client, server] = pair();
  server.onRequest("double", (value: number) => value * 2);
  assert.deepEqual(await Promise.all([client.request("double", 1), client.request("double", 4)]), [2, 8]);
});

test("an unknown request is answered with an error", async () => {
  const [client] = pair();
  const error = await client.request("nothing").catch((reason) => reason);
  assert(error instanceof ResponseError);
  assert.equal(error.code, ErrorCode.methodNotFound);
});

test("an error of a handler is answered with its message", async () => {
  const [client, server] = pair();
  server.onRequest("fail", () => Promise.reject(new Error("the disk is full")));
  await assert.rejects(client.request("fail"), /the disk is full/);
});

test("cancelling tells the other side, once for each request", async () => {
  const [client, server] = pair();
  const cancelled: number[] = [];
  server.onRequest("wait", () => new Promise(() => undefined));
  server.onNotification("$/cancelRequest", ({ id }) => cancelled.push(id));
  const source = new CancellationTokenSource();
  void client.request("wait", undefined, source.token);
  assert.deepEqual(cancelled, []);
  source.cancel();
  assert.deepEqual(cancelled, [1]);
  void client.request("wait", undefined, source.token);
  assert.deepEqual(cancelled, [1, 2]);
});

test("closing rejects the requests that wait and those to come", async () => {
  const [client, server] = pair();
  server.onRequest("wait", () => new Promise(() => undefined));
  const waiting = client.request("wait");
  client.close(new Error("the server has ended"));
  await assert.rejects(waiting, /has ended/);
  await assert.rejects(client.request("wait"), /has ended/);
});

test("a handler that fails for one notification is there for the next", () => {
  const errors: unknown[] = [];
  const client = new Connection(() => undefined, undefined, (error) => errors.push(error));
  const taken: number[] = [];
  client.onNotification("take", ({ value }) => taken.push(value.length));
  client.receive(Buffer.concat([frame({ method: "take", params: {} }), frame({ method: "take", params: { value: "abc" } })]));
  assert.deepEqual(taken, [3]);
  assert.equal(errors.length, 1);
});

test("an answer to a request that nobody sent is passed over", async () => {
  const [client, server] = pair();
  client.receive(Buffer.from('Content-Length: 36\r\n\r\n{"jsonrpc":"2.0","id":77,"result":1}'));
  server.onRequest("one", () => 1);
  assert.equal(await client.request("one"), 1);
});
