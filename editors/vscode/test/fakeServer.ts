import * as fs from "fs";
import { Connection } from "../src/rpc/connection";

// A language server that answers from a script: FAKE_SCRIPT names a file with its capabilities and, by method,
// its answers. `fake/…` is for the test that drives it. Asked to run scenarios, it prints FAKE_LISTING or FAKE_REPORT.

interface Script {
  capabilities?: object;
  answers?: { [method: string]: unknown };
  /** The status to end with instead of answering `initialize`. */
  status?: number;
}

function serve(script: Script): void {
  const received: unknown[] = [];
  const connection = new Connection((bytes) => process.stdout.write(bytes));
  const note = (method: string, answer?: unknown) => (params: unknown) => {
    received.push([method, params]);
    return answer;
  };
  connection.onRequest("initialize", (params) => {
    if (script.status !== undefined) process.exit(script.status);
    received.push(["initialize", params]);
    return { capabilities: script.capabilities ?? {}, serverInfo: { name: "fake" } };
  });
  for (const [method, answer] of Object.entries(script.answers ?? {})) connection.onRequest(method, note(method, answer));
  for (const name of ["didOpen", "didChange", "didSave", "didClose"]) {
    connection.onNotification(`textDocument/${name}`, note(`textDocument/${name}`));
  }
  for (const name of ["didChangeWatchedFiles", "didChangeWorkspaceFolders", "didChangeConfiguration"]) {
    connection.onNotification(`workspace/${name}`, note(`workspace/${name}`));
  }
  connection.onNotification("$/cancelRequest", note("$/cancelRequest"));
  connection.onRequest("fake/received", () => received);
  connection.onRequest("fake/notify", ({ method, params }) => connection.notify(method, params));
  connection.onRequest("fake/request", ({ method, params }) => connection.request(method, params));
  connection.onRequest("fake/never", () => new Promise(() => undefined));
  connection.onNotification("fake/crash", () => process.exit(1));
  connection.onRequest("shutdown", () => null);
  connection.onNotification("exit", () => process.exit(0));
  process.stdin.on("data", (chunk) => connection.receive(chunk));
  process.stdin.on("end", () => process.exit(0));
}

function print(variable: string): void {
  process.stdout.write(fs.readFileSync(process.env[variable] ?? "", "utf8"));
}

const [command] = process.argv.slice(2);
if (command === "lsp") {
  const file = process.env["FAKE_SCRIPT"];
  serve(file === undefined ? {} : JSON.parse(fs.readFileSync(file, "utf8")));
} else if (process.argv.includes("--list")) {
  print("FAKE_LISTING");
} else if (process.argv.includes("FOREVER")) {
  setTimeout(() => undefined, 60_000);
} else {
  print("FAKE_REPORT");
}
