import * as vscode from "vscode";

/** YAML files on disk. Which of them are suas-run's, `isSuasText` decides. */
export const selector: vscode.DocumentFilter = { language: "yaml", scheme: "file" };

export const scenarioPattern = "**/*.scenario.{yaml,yml}";
export const yamlPattern = "**/*.{yaml,yml}";

/** The characters of a document that are looked at. */
const examined = 200_000;

/** True for a spec, a scenario file or a file of fragments; other YAML files are none of the extension's business. */
export function isSuasDocument(document: vscode.TextDocument): boolean {
  if (document.languageId !== "yaml" || document.uri.scheme !== "file") return false;
  return isScenarioFile(document.uri) || isSuasText(document.getText());
}

export function isScenarioFile(uri: vscode.Uri): boolean {
  return /\.scenario\.ya?ml$/.test(uri.path);
}

/** Decides by the keys at the left margin: `spec` alone is a key of many other kinds of files. */
export function isSuasText(text: string): boolean {
  const matches = text.slice(0, examined).matchAll(/^["']?([A-Za-z][\w-]*)["']?[ \t]*:(?=\s|$)/gm);
  const keys = new Set(Array.from(matches, (match) => match[1]));
  if (keys.has("suas")) return true;
  if (keys.has("spec")) return keys.has("scenario") || keys.has("scenarios");
  return keys.has("fragments") && [...keys].every((key) => key === "fragments" || key === "include");
}
