import * as vscode from "vscode";
import { Cancellation } from "../rpc/connection";
import { Feature, Session } from "../lsp/session";

type Token = number | string;

interface Value {
  kind: "begin" | "report" | "end";
  title?: string;
  message?: string;
  percentage?: number;
  cancellable?: boolean;
}

/** The listeners for the progress of tasks, by their tokens; kept apart for each server. */
const listeners = new WeakMap<Session, Map<Token, (value: Value) => void>>();

/** Shows the progress of the tasks that the server begins by itself. */
export const progress: Feature = (session) => {
  const tasks = new Map<Token, (value: Value) => void>();
  listeners.set(session, tasks);
  const { connection } = session;
  connection.onNotification("$/progress", ({ token, value }: { token: Token; value: Value }) => tasks.get(token)?.(value));
  connection.onRequest("window/workDoneProgress/create", ({ token }: { token: Token }) => {
    tasks.set(token, (begin) => {
      if (begin.kind !== "begin") return;
      void show(begin.title ?? "suas-run", vscode.ProgressLocation.Window, false, (report) => {
        report(begin);
        return new Promise<void>((resolve) => {
          tasks.set(token, (value) => {
            if (value.kind !== "end") return report(value);
            tasks.delete(token);
            resolve();
          });
        });
      });
    });
  });
  const endAll = () => [...tasks.values()].forEach((listener) => listener({ kind: "end" }));
  return [new vscode.Disposable(endAll)];
};

let nextToken = 1;

/** Shows the progress of a request, which can be cancelled; `send` is given the token for its parameters. */
export function withProgress<Result>(
  session: Session,
  title: string,
  send: (workDoneToken: string, cancellation: Cancellation) => Promise<Result>
): Thenable<Result> {
  const token = `suas-run.${nextToken++}`;
  const tasks = listeners.get(session);
  return show(title, vscode.ProgressLocation.Notification, true, async (report, cancellation) => {
    tasks?.set(token, (value) => {
      if (value.kind !== "end") report(value);
    });
    try {
      return await send(token, cancellation);
    } finally {
      tasks?.delete(token);
    }
  });
}

/** `report` takes the percentage of the whole; the editor wants what is added to it. */
function show<Result>(
  title: string,
  location: vscode.ProgressLocation,
  cancellable: boolean,
  task: (report: (value: Value) => void, cancellation: Cancellation) => Promise<Result>
): Thenable<Result> {
  return vscode.window.withProgress({ title, location, cancellable }, (editor, cancellation) => {
    let percentage = 0;
    return task((value) => {
      const increment = Math.max(0, (value.percentage ?? percentage) - percentage);
      percentage += increment;
      editor.report(value.message === undefined ? { increment } : { message: value.message, increment });
    }, cancellation);
  });
}
