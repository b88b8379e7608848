import * as path from "path";
import * as vscode from "vscode";
import { testLaunch } from "../settings";
import { runProgram } from "./program";
import { failureMessages, parseReport, placeMessage, Report, ScenarioReport } from "./report";
import { Batch, scenarioKey } from "./selection";

/** Runs the scenarios of a batch and tells the test run how they ended. */
export async function runBatch(batch: Batch, run: vscode.TestRun, token: vscode.CancellationToken): Promise<void> {
  for (const item of batch.scenarios.values()) run.started(item);
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
    for (const item of batch.scenarios.values()) run.errored(item, message);
  }
}

function tell(report: Report, batch: Batch, run: vscode.TestRun): void {
  const pathOf = (file: string) => path.resolve(batch.folder, file);
  const uriOf = (file: string) => vscode.Uri.file(pathOf(file));
  for (const { file, scenarios } of report.files) {
    for (const scenario of scenarios) {
      const item = batch.scenarios.get(scenarioKey(pathOf(file), scenario.line));
      if (item) tellScenario(scenario, item, run, uriOf);
    }
  }
  for (const { file, diagnostics } of report.unsound) {
    const messages = diagnostics.map((diagnostic) => placeMessage(diagnostic, uriOf));
    for (const item of batch.scenarios.values()) {
      if (item.uri?.fsPath === pathOf(file)) run.errored(item, messages);
    }
  }
}

function tellScenario(scenario: ScenarioReport, item: vscode.TestItem, run: vscode.TestRun, uriOf: (file: string) => vscode.Uri): void {
  const milliseconds = scenario.seconds === undefined ? undefined : scenario.seconds * 1000;
  if (scenario.outcome === "failed") run.failed(item, failureMessages(scenario, uriOf), milliseconds);
  else if (scenario.outcome === "skipped") run.skipped(item);
  else run.passed(item, milliseconds);
}
