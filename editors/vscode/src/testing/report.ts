import * as vscode from "vscode";

// The parts of the report `json` that are shown. Lines and columns count from 1.

export interface Report {
  unsound: { file: string; diagnostics: Place[] }[];
  files: { file: string; scenarios: ScenarioReport[]; problems: Place[]; strayGoldens: string[] }[];
}

export interface ScenarioReport {
  name: string;
  file: string;
  line: number;
  outcome: "passed" | "failed" | "skipped" | "expected-failure";
  seconds?: number;
  failures: Failure[];
  steps: { label: string; failures: Failure[] }[];
}

interface Place {
  message: string;
  file: string;
  line: number;
  column: number;
}

interface Failure extends Place {
  rule?: { file: string; line: number; column: number };
  parts?: { expression: string; value?: string; error?: string }[];
  differences?: { path: string; expected?: string; actual?: string }[];
}

/** Finds a file that a report names. */
export type UriOf = (file: string) => vscode.Uri;

/** Returns undefined for what is no report, such as the output of a run that was stopped. */
export function parseReport(text: string): Report | undefined {
  try {
    const report: Report = JSON.parse(text);
    return Array.isArray(report.files) && Array.isArray(report.unsound) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** What a scenario that failed has to say. */
export function failureMessages(scenario: ScenarioReport, uriOf: UriOf): vscode.TestMessage[] {
  const ofSteps = scenario.steps.flatMap(({ label, failures }) => failures.map((failure) => testMessage(failure, label, uriOf)));
  return [...ofSteps, ...scenario.failures.map((failure) => testMessage(failure, undefined, uriOf))];
}

export function placeMessage(place: Place, uriOf: UriOf): vscode.TestMessage {
  const message = new vscode.TestMessage(place.message);
  message.location = location(place, uriOf);
  return message;
}

function testMessage(failure: Failure, step: string | undefined, uriOf: UriOf): vscode.TestMessage {
  const { differences = [], parts = [] } = failure;
  const lines = [
    step === undefined ? failure.message : `${step}: ${failure.message}`,
    ...differences.map(({ path, expected, actual }) => `  ${path}: expected ${expected ?? "nothing"}, actual ${actual ?? "nothing"}`),
    ...parts.map(({ expression, value, error }) => `  ${expression} is ${value ?? error ?? "not evaluated"}`),
  ];
  if (failure.rule) lines.push(`  refused by the rule at ${failure.rule.file}:${failure.rule.line}:${failure.rule.column}`);
  const message = new vscode.TestMessage(lines.join("\n"));
  message.location = location(failure, uriOf);
  const only = differences.length === 1 ? differences[0] : undefined;
  if (only) {
    message.expectedOutput = only.expected ?? "";
    message.actualOutput = only.actual ?? "";
  }
  return message;
}

function location({ file, line, column }: Place, uriOf: UriOf): vscode.Location {
  return new vscode.Location(uriOf(file), new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1)));
}
