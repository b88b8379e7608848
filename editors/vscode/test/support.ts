import * as fs from "fs";
import * as os from "os";
import * as path from "path";
import { ExtensionContext } from "vscode";
import { activate, deactivate } from "../src/extension";
import { allFeatures } from "../src/features";
import { Client } from "../src/lsp/client";
import { Session } from "../src/lsp/session";
import { serverLaunch } from "../src/settings";
import { editor } from "./stub/editor";
import * as stub from "./modules/vscode";

/** The folder of the extension; tests run from `out/test`. */
export const extensionFolder = path.join(__dirname, "../..");
export const fakeServer = path.join(extensionFolder, "test/fake-server");

/** A new folder, which is removed after the test. */
export function temporaryFolder(context: { after(callback: () => unknown): void }): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "suas-"));
  context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes the fake server answer in this way, in a workspace with this folder. */
export function script(folder: string, contents: object): void {
  const file = path.join(folder, "script.json");
  fs.writeFileSync(file, JSON.stringify(contents));
  process.env["FAKE_SCRIPT"] = file;
  editor.folder = folder;
  editor.settings = { "suas-run.path": fakeServer };
}

export const output: any = stub.window.createOutputChannel();

export function newClient(): Client {
  return new Client(output, serverLaunch, allFeatures(output));
}

/** Starts a client for a test; it is stopped after it. */
export async function start(context: { after(callback: () => unknown): void }): Promise<Session> {
  const client = newClient();
  context.after(() => client.stop());
  const session = await client.start();
  if (!session) throw new Error("the server did not start");
  return session;
}

/** Activates the whole extension for a test, and ends it as the editor does. */
export function activated(context: { after(callback: () => unknown): void }): void {
  const extension: ExtensionContext = { subscriptions: [] };
  activate(extension);
  context.after(async () => {
    await deactivate();
    extension.subscriptions.forEach((subscription) => subscription.dispose());
  });
}

/** Waits until something holds that other processes bring about. */
export async function until(holds: () => unknown, what: string): Promise<void> {
  for (let left = 500; left > 0; left--) {
    if (holds()) return;
    await new Promise<void>((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`not within five seconds: ${what}`);
}

/** The program that was built, or undefined. */
export const suasRun: string | undefined = [
  process.env["SUAS_RUN"] ?? "",
  ...["release", "debug"].map((build) => path.join(extensionFolder, "../../.build", build, "suas-run")),
].find((file) => file !== "" && fs.existsSync(file));
