import * as path from "path";
import * as vscode from "vscode";
import { isScenarioFile, scenarioPattern, yamlPattern } from "../files";
import { reportMissingProgram } from "../reports";
import { testLaunch } from "../settings";
import { Items, runFolder } from "./items";
import { parseListing } from "./listing";
import { MissingProgram, runProgram } from "./program";
import { runBatch } from "./running";
import { batches, relativePath } from "./selection";

/** The pause after a change before scenarios that are run continuously run again, in milliseconds. */
const quiet = 300;

/** Shows scenarios in the test explorer: which there are `--list` tells, and how they ended a report. */
export function createTestExplorer(output: vscode.OutputChannel): vscode.Disposable {
  const controller = vscode.tests.createTestController("suas-run", "suas-run");
  const items = new Items(controller);

  /** Lists the scenarios of some files, with one run of the program for each working directory. */
  async function list(uris: readonly vscode.Uri[]): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    const byFolder = new Map<string, vscode.Uri[]>();
    for (const uri of uris) byFolder.set(runFolder(uri), [...(byFolder.get(runFolder(uri)) ?? []), uri]);
    for (const [folder, files] of byFolder) {
      const launch = testLaunch(["run", "--list", ...files.map((uri) => relativePath(folder, uri.fsPath))], folder);
      try {
        const listed = parseListing((await runProgram(launch, () => undefined)).output);
        for (const uri of files) {
          items.fill(items.file(uri), listed.filter(({ file }) => path.resolve(folder, file) === uri.fsPath));
        }
      } catch (error) {
        if (!(error instanceof MissingProgram)) throw error;
        output.appendLine(`scenarios cannot be listed: ${error.message}`);
        for (const uri of files) items.file(uri).error = `'${launch.program}' cannot be started.`;
      }
    }
  }

  async function discover(): Promise<void> {
    await list(await vscode.workspace.findFiles(scenarioPattern));
  }

  controller.resolveHandler = async (item) => (item?.uri ? list([item.uri]) : discover());
  controller.refreshHandler = discover;

  async function runOnce(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const included = request.include ?? items.all();
    const unlisted = included.filter((item) => !item.parent && item.children.size === 0).flatMap((item) => item.uri ?? []);
    if (unlisted.length > 0) await list(unlisted);
    const run = controller.createTestRun(request);
    try {
      for (const batch of batches(included, request.exclude ?? [])) {
        if (!token.isCancellationRequested) await runBatch(batch, run, token);
      }
    } catch (error) {
      if (!(error instanceof MissingProgram)) throw error;
      void reportMissingProgram(testLaunch([], undefined));
    } finally {
      run.end();
    }
  }

  function runContinuously(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    let timer: Timer | undefined;
    let last = Promise.resolve();
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (last = last.then(() => runOnce(request, token))), quiet);
    };
    const watcher = vscode.workspace.createFileSystemWatcher(yamlPattern);
    const subscriptions = [watcher, watcher.onDidChange(again), watcher.onDidCreate(again), watcher.onDidDelete(again)];
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      subscriptions.forEach((subscription) => subscription.dispose());
    });
  }

  controller.createRunProfile(
    "Run",
    vscode.TestRunProfileKind.Run,
    (request, token) => {
      if (!vscode.workspace.isTrusted) return undefined;
      return request.continuous ? runContinuously(request, token) : runOnce(request, token);
    },
    true,
    undefined,
    true
  );

  const listOpened = (documents: readonly vscode.TextDocument[]) => {
    const uris = documents.map(({ uri }) => uri).filter((uri) => uri.scheme === "file" && isScenarioFile(uri));
    const unlisted = uris.filter((uri) => !controller.items.get(uri.toString()));
    if (unlisted.length > 0) void list(unlisted);
  };
  listOpened(vscode.workspace.textDocuments);
  const watcher = vscode.workspace.createFileSystemWatcher(scenarioPattern);
  return vscode.Disposable.from(
    controller,
    watcher,
    watcher.onDidCreate((uri) => list([uri])),
    watcher.onDidChange((uri) => list([uri])),
    watcher.onDidDelete((uri) => items.remove(uri)),
    vscode.workspace.onDidOpenTextDocument((document) => listOpened([document])),
    vscode.workspace.onDidGrantWorkspaceTrust(() => listOpened(vscode.workspace.textDocuments))
  );
}
