import * as path from "path";
import * as vscode from "vscode";
import { testLaunch } from "../settings";
import { lineOf } from "./items";
import { runProgram } from "./program";
import { failureMessages, parseReport, placeMessage, Report, ScenarioReport, UriOf } from "./report";
import { Batch } from "./selection";

/** Runs the scenarios of a batch and tells the test run how they ended. */
export async function runBatch(batch: Batch, run: vscode.TestRun, token: vscode.CancellationToken): Promise<void> {
  for (const item of batch.scenarios) run.started(item);
  const launch = testLaunch(["run", "--report", "json:-", ...batch.programArguments], batch.folder);
  let errors = "";
  const { output } = await runProgram(launch, (text) => {
    errors += text;
    run.appendOutput(text.replace(/\r?\n/g, "\r\n"));
  }, token);
  const report = parseReport(output);
  if (report) tell(report, batch, run);
  else if (!token.isCancellationRequested) {
    const message = new vscode.TestMessage(errors.trim() || "suas-run wrote no report.");
    for (const item of batch.scenarios) run.errored(item, message);
  }
}

function tell(report: Report, batch: Batch, run: vscode.TestRun): void {
  const pathOf = (file: string) => path.resolve(batch.folder, file);
  const uriOf: UriOf = (file) => vscode.Uri.file(pathOf(file));
  const itemsByName = new Map<string, vscode.TestItem[]>();
  for (const item of batch.scenarios) {
    const key = nameKey(item.uri?.fsPath ?? "", item.label);
    itemsByName.set(key, [...(itemsByName.get(key) ?? []), item]);
  }
  for (const { file, scenarios } of report.files) {
    for (const scenario of scenarios) {
      const item = found(scenario, itemsByName.get(nameKey(pathOf(file), scenario.name)));
      if (item) tellScenario(scenario, item, run, uriOf);
    }
  }
  for (const { file, diagnostics } of report.unsound) {
    const messages = diagnostics.map((diagnostic) => placeMessage(diagnostic, uriOf));
    for (const item of batch.scenarios) {
      if (item.uri?.fsPath === pathOf(file)) run.errored(item, messages);
    }
  }
}

function nameKey(file: string, name: string): string {
  return `${file}\n${name}`;
}

/** A row of examples is reported at the line of its scenario, so lines only tell scenarios of one name apart. */
function found(scenario: ScenarioReport, items: vscode.TestItem[] = []): vscode.TestItem | undefined {
  return items.find((item) => lineOf(item) === scenario.line) ?? items[0];
}

function tellScenario(scenario: ScenarioReport, item: vscode.TestItem, run: vscode.TestRun, uriOf: UriOf): void {
  const milliseconds = scenario.seconds === undefined ? undefined : scenario.seconds * 1000;
  if (scenario.outcome === "failed") run.failed(item, failureMessages(scenario, uriOf), milliseconds);
  else if (scenario.outcome === "skipped") run.skipped(item);
  else run.passed(item, milliseconds);
}
