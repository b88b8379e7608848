import { ChildProcess, spawn } from "child_process";
import * as vscode from "vscode";
import { Connection } from "../rpc/connection";
import { reportMissingProgram, reportMissingServer } from "../reports";
import { isTraced, Launch } from "../settings";
import { Documents } from "./documents";
import { configuration, initializeParams } from "./initialization";
import { Restarts } from "./restarts";
import { Feature, Session } from "./session";

/** Statuses of a suas-run that knows no `lsp`, which takes it for a file, or does not know an argument. */
const refusals: (number | null)[] = [2, 64];
const stopTimeout = 2000;

/** Runs the server: starts it, starts it again when it crashes, and registers its features for as long as it runs. */
export class Client implements vscode.Disposable {
  private process: ChildProcess | undefined;
  private starting: Promise<Session | undefined> | undefined;
  private session: Session | undefined;
  private disposables: vscode.Disposable[] = [];
  private isStopped = true;

  constructor(
    private readonly output: vscode.OutputChannel,
    private readonly launch: () => Launch,
    private readonly features: Feature[],
    private readonly restarts = new Restarts()
  ) {}

  /** Returns the running server, after starting it where there is none, or undefined where it cannot be started. */
  start(): Promise<Session | undefined> {
    if (this.session) return Promise.resolve(this.session);
    this.isStopped = false;
    this.starting ??= this.run().finally(() => (this.starting = undefined));
    return this.starting;
  }

  async restart(): Promise<void> {
    await this.stop();
    this.restarts.clear();
    await this.start();
  }

  /** Asks the server to end, and ends it after a while if it does not. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const { process, session } = this;
    if (!process) return;
    const ended = new Promise<void>((resolve) => process.on("close", () => resolve()));
    const timer = setTimeout(() => process.kill("SIGKILL"), stopTimeout);
    if (session) {
      await Promise.race([session.connection.request("shutdown").catch(() => undefined), ended]);
      session.connection.notify("exit");
    } else {
      process.kill("SIGTERM");
    }
    await ended;
    clearTimeout(timer);
    await this.starting;
  }

  dispose(): void {
    void this.stop();
  }

  private async run(): Promise<Session | undefined> {
    const launch = this.launch();
    this.output.appendLine(`${launch.program} ${launch.arguments.join(" ")}`);
    const process = spawn(launch.program, launch.arguments, { cwd: launch.folder });
    const connection = new Connection(
      (bytes) => process.stdin.write(bytes),
      (direction, message) => {
        if (isTraced()) this.output.appendLine(`${direction} ${JSON.stringify(message)}`);
      },
      (error) => this.output.appendLine(`a notification of the server cannot be used: ${String(error)}`)
    );
    this.process = process;
    process.stdin.on("error", () => undefined); // The process has ended, which `close` tells.
    process.stderr.on("data", (chunk) => this.output.append(chunk.toString("utf8")));
    process.stdout.on("data", (chunk) => {
      try {
        connection.receive(chunk);
      } catch (error) {
        this.output.appendLine(`the server writes what is no message: ${String(error)}`);
        process.kill("SIGKILL");
      }
    });
    process.on("error", (error) => {
      if (error.code === "ENOENT" || error.code === "EACCES") this.isStopped = true;
      connection.close(error);
      this.ended(process);
      if (this.isStopped) void reportMissingProgram(launch);
    });
    process.on("close", (status, signal) => {
      connection.close(new Error("the server has ended"));
      if (this.process === process) this.crashed(process, status, signal);
    });
    return this.initialize(process, connection);
  }

  private async initialize(process: ChildProcess, connection: Connection): Promise<Session | undefined> {
    connection.onRequest("workspace/configuration", configuration);
    try {
      const { capabilities } = await connection.request("initialize", initializeParams());
      connection.notify("initialized", {});
      const documents = new Documents(connection, capabilities);
      const session = new Session(connection, capabilities, documents);
      this.session = session;
      this.disposables = [documents, ...this.features.flatMap((feature) => feature(session))];
      return session;
    } catch (error) {
      this.output.appendLine(`the server did not start: ${String(error)}`);
      process.kill("SIGTERM");
      return undefined;
    }
  }

  private ended(process: ChildProcess): void {
    if (this.process !== process) return;
    this.process = undefined;
    this.session = undefined;
    this.disposables.forEach((disposable) => disposable.dispose());
    this.disposables = [];
  }

  private crashed(process: ChildProcess, status: number | null, signal: string | null): void {
    const wasInitialized = this.session !== undefined;
    this.ended(process);
    if (this.isStopped) return;
    this.output.appendLine(`the server ended with ${signal ?? `status ${status}`}`);
    if (!wasInitialized && refusals.includes(status)) {
      void reportMissingServer();
    } else if (this.restarts.allow()) {
      void (this.starting ?? Promise.resolve()).then(() => (this.isStopped ? undefined : this.start()));
    } else {
      void this.reportCrashes();
    }
  }

  private async reportCrashes(): Promise<void> {
    const choice = await vscode.window.showErrorMessage(
      "The server of suas-run ended too often in a short time, and is not started again.",
      "Restart",
      "Show Output"
    );
    if (choice === "Restart") await this.restart();
    if (choice === "Show Output") this.output.show();
  }
}
