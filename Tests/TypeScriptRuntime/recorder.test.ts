import assert from "node:assert/strict";
import { test } from "node:test";
import { VirtualClock } from "../../Sources/SuasGenerate/Resources/TypeScript/clock.js";
import { refuseHidden } from "../../Sources/SuasGenerate/Resources/TypeScript/failure.js";
import { LogMonitor, type LogSocket } from "../../Sources/SuasGenerate/Resources/TypeScript/logMonitor.js";
import { LogFunction, LogRing, type SessionLog } from "../../Sources/SuasGenerate/Resources/TypeScript/sessionLog.js";
import { SessionRecorder } from "../../Sources/SuasGenerate/Resources/TypeScript/sessionRecorder.js";
import { SipHash } from "../../Sources/SuasGenerate/Resources/TypeScript/sipHash.js";
import type { SpecDefinition } from "../../Sources/SuasGenerate/Resources/TypeScript/spec.js";
import { SpecRuntime } from "../../Sources/SuasGenerate/Resources/TypeScript/specRuntime.js";
import { type Action, reducer, type Store } from "../../Sources/SuasGenerate/Resources/TypeScript/store.js";
import { Duration, Timestamp } from "../../Sources/SuasGenerate/Resources/TypeScript/time.js";
import { ActionType, recordOf, RecordType, Types } from "../../Sources/SuasGenerate/Resources/TypeScript/types.js";

interface Account {
  readonly token: string;
  readonly visits: number;
}

interface State {
  readonly account: Account;
}

const AccountSchema = new RecordType("Account", () => [
  { name: "token", type: Types.string, isSensitive: true },
  { name: "visits", type: Types.int },
]);

const LogIn = new ActionType("LogIn", "action LogIn", () => [{ name: "token", type: Types.string, isSensitive: true }]);

const account = reducer<Account, State, Action>("account", { token: "", visits: 0 }, AccountSchema, (state, _, action) => {
  if (action.type !== "LogIn") return null;
  const { token } = action.payload as { readonly token: string };
  if (token === "") refuseHidden("no-token", "hunter2");
  return { token, visits: state.visits + 1 };
});

const spec: SpecDefinition = {
  digest: "account",
  reducers: [account as never],
  state: new RecordType("the store", () => [{ name: "account", type: recordOf(() => AccountSchema) }]),
  actions: [LogIn],
};

function logIn(token: string): Action {
  return { type: "LogIn", payload: { token } };
}

interface Session {
  readonly store: Store<State>;
  readonly clock: VirtualClock;
  readonly recorder: SessionRecorder<State>;
}

function session(log: SessionLog, digestEvery = 1000, of = spec): Session {
  const clock = new VirtualClock(Timestamp.of("2000-01-01T00:00:00Z"));
  const runtime = new SpecRuntime(of, { clock });
  const store = runtime.createStore<State>({ onUnheardError: () => undefined });
  const recorder = new SessionRecorder(runtime, store, log, digestEvery);
  recorder.start();
  return { store, clock, recorder };
}

test("SipHash has the values of its reference", () => {
  const hash = new SipHash([0x07060504, 0x03020100], [0x0f0e0d0c, 0x0b0a0908]);
  const of = (size: number): string => hash.hash(Uint8Array.from({ length: size }, (_, index) => index));
  const expected = ["726fdb47dd0e0e31", "74f839c593dc67fd", "0d6c8009d9a94f5a", "85676696d7fb7e2d", "cf2794e0277187b7"];
  assert.deepEqual([0, 1, 2, 3, 4].map(of), expected);
  assert.equal(of(15), "a129ca6149be45e5");
});

test("Actions stand with their times, and sensitive values as hashes", () => {
  const lines: string[] = [];
  const { store, clock, recorder } = session(new LogFunction((line) => void lines.push(line)), 2);
  store.dispatch(logIn("hunter2"));
  clock.advance(Duration.of("1ms"));
  store.dispatch(logIn("hunter2"));
  store.dispatch(logIn(""));
  store.dispatch({ type: "Other" });
  store.reset({ account: { token: "hunter2", visits: 0 } });
  recorder.stop();
  store.dispatch(logIn("unseen"));
  const text = lines.join("\n");
  assert.equal(text.includes("hunter2"), false);
  const hashes = Array.from(text.matchAll(/"with":\{"token":\{"\$sensitive":"([0-9a-f]{16})"\}\}/g), (match) => match[1]);
  assert.equal(hashes.length, 3);
  assert.equal(hashes[0], hashes[1]);
  const shown = lines.slice(1).map((line) => line.replace(/\{"\$sensitive":"[0-9a-f]{16}"\}/g, "***"));
  assert.deepEqual(
    shown.map((line) => line.replace(/"digest":"[0-9a-f]{16}"/, '"digest":""')),
    [
      '{"t":0,"action":"LogIn","with":{"token":***},"from":"app","id":1}',
      '{"t":0,"digest":"","of":1}',
      '{"t":1000000,"action":"LogIn","with":{"token":***},"from":"app","id":2}',
      '{"t":1000000,"action":"LogIn","with":{"token":***},"from":"app","id":3}',
      '{"t":1000000,"refused":"no-token","message":***,"of":3}',
      '{"t":1000000,"digest":"","of":3}',
      '{"t":1000000,"reset":{"account":{"token":***,"visits":0}}}',
      '{"t":1000000,"end":3}',
    ],
  );
});

test("A large store has few digests, and one at the end", () => {
  const lines: string[] = [];
  const open = new RecordType("Account", () => AccountSchema.fields.map(({ name, type }) => ({ name, type })));
  const state = new RecordType("the store", () => [{ name: "account", type: recordOf(() => open) }]);
  const { store, recorder } = session(new LogFunction((line) => void lines.push(line)), 1000, { ...spec, state });
  for (let count = 0; count < 100; count += 1) store.dispatch(logIn("a".repeat(600_000)));
  recorder.stop();
  const digests = lines.filter((line) => line.includes('"digest":'));
  assert.deepEqual(
    digests.map((line) => line.replace(/^.*"of":|}$/g, "")),
    ["1", "4", "100"],
  );
});

test("A recorder is not started by a listener, and an action that is none of its type stands in no log", () => {
  const lines: string[] = [];
  const { store, recorder } = session(new LogFunction((line) => void lines.push(line)));
  store.addActionListener(() => assert.throws(() => recorder.start(), /while an action is in progress/));
  const broken = {
    get token(): string {
      throw new TypeError("none");
    },
  };
  assert.throws(() => store.dispatch({ type: "LogIn", payload: broken }), /none/);
  assert.equal(lines.length, 1);
});

test("A function that is slow loses lines, the log says how many, and goes on with the state", async () => {
  const lines: string[] = [];
  let go = (): void => undefined;
  const gate = new Promise<void>((done) => (go = done));
  const log = new LogFunction((line) => {
    lines.push(line);
    return gate;
  }, 4);
  const { store } = session(log);
  for (let count = 0; count < 20; count += 1) store.dispatch(logIn(String(count)));
  go();
  for (let count = 0; count < 50; count += 1) await gate;
  store.dispatch(logIn("after"));
  for (let count = 0; count < 50; count += 1) await gate;
  // The first line and the four that waited; there would be three digests beside the 20 actions.
  const gap = lines.findIndex((line) => line.includes('"lost":'));
  assert.equal(lines[gap], '{"t":0,"lost":19}');
  assert.equal(gap, 5);
  assert.equal(lines[gap + 1]?.startsWith('{"suas-log":1,'), true);
  assert.equal(lines[gap + 1]?.endsWith(',"last":20}'), true);
  assert.equal(lines[gap + 2]?.endsWith('"id":21}'), true);
});

test("A ring begins with a state, and has the last lines in bounded memory", () => {
  const ring = new LogRing(8_000);
  const { store } = session(ring, 10_000);
  assert.equal(ring.text().split("\n").length, 2);
  for (let count = 0; count < 1000; count += 1) store.dispatch(logIn(String(count)));
  const lines = ring.text().trimEnd().split("\n").filter((line) => !line.includes('"digest"'));
  assert.equal(ring.text().length > 6_000 && ring.text().length < 9_000, true);
  assert.equal(lines[0]?.startsWith('{"suas-log":1,'), true);
  const last = Number(/"last":([0-9]+)/.exec(lines[0] ?? "")?.[1]);
  assert.equal(lines[1]?.endsWith(`"id":${last + 1}}`), true);
  assert.equal(lines[lines.length - 1]?.endsWith('"id":1000}'), true);
});

/** A WebSocket that keeps what is sent. */
class Socket implements LogSocket {
  bufferedAmount = 0;
  onopen: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  readonly sent: string[] = [];
  isClosed = false;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }
}

const ADDRESS = "http://127.0.0.1:80/feed?token=ab";

test("A monitor is sent the lines in bounded messages once it is there", () => {
  const sockets: Socket[] = [];
  const open = (address: string): Socket => {
    const socket = new Socket(address);
    sockets.push(socket);
    return socket;
  };
  const monitor = new LogMonitor(ADDRESS, { name: "my app", open, capacity: 2 });
  const long = `a${"🫖".repeat(40_000)}`;
  assert.deepEqual([monitor.accept("1"), monitor.accept(long), monitor.accept("3")], [true, true, false]);
  assert.equal(monitor.hasRoom, false);
  const [socket] = sockets;
  assert.equal(socket?.address, "ws://127.0.0.1:80/feed?token=ab&name=my%20app");
  socket?.onopen?.(undefined as never);
  assert.equal(socket?.sent[0], "1\n");
  assert.equal(socket?.sent.slice(1).join(""), `${long}\n`);
  assert.equal(socket?.sent.every((text) => text.length <= 65_536 && !/[\ud800-\udfff]/u.test(text)), true);
  assert.equal(monitor.hasRoom, true);
  if (socket !== undefined) socket.bufferedAmount = 1 << 24;
  assert.deepEqual([monitor.accept("4"), monitor.hasRoom], [false, false]);
  monitor.end();
  assert.equal(socket?.isClosed, true);
  monitor.accept("5");
  assert.equal(sockets.length, 2);
});

test("A monitor is on this machine, and an app without one goes on", () => {
  for (const address of [
    "http://10.0.0.1:80/feed?token=a",
    "https://127.0.0.1:1/feed?token=a",
    "http://127.0.0.1/feed?token=a",
    "http://127.0.0.1:1@evil.example/feed?token=a",
    "",
  ]) {
    assert.throws(() => new LogMonitor(address), /none of this machine/);
  }
  const said: string[] = [];
  const { console } = globalThis as unknown as { console: { error: (text: string) => void } };
  const { error } = console;
  console.error = (text) => void said.push(text);
  try {
    const open = (): LogSocket => {
      throw new Error("no WebSocket");
    };
    const unable = new LogMonitor(ADDRESS, { open });
    assert.deepEqual([unable.accept("1"), unable.accept("2")], [false, true]);
    const lost = new Socket(ADDRESS);
    const monitor = new LogMonitor(ADDRESS, { open: () => lost });
    monitor.accept("1");
    lost.onerror?.(undefined as never);
    lost.onclose?.(undefined as never);
    assert.equal(monitor.accept("2"), true);
    assert.deepEqual(lost.sent, []);
  } finally {
    console.error = error;
  }
  assert.deepEqual(said, ["the monitor is off: Error: no WebSocket", "the monitor is off: there is no connection"]);
});
