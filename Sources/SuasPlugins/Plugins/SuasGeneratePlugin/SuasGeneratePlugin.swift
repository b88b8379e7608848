import Foundation
import PackagePlugin

/// Compiles the spec in a target's folder into the target: the one YAML file there that is no scenario.
/// The files that the spec includes are in folders below.
///
/// A file `generate.arguments` beside the spec has more arguments of `suas-run generate swift`, one a
/// line, such as `--name`, `Todo`.
@main
struct SuasGeneratePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = try Self.files(in: target.directoryURL)
    let specs = files.filter {
      $0.deletingLastPathComponent().path == target.directoryURL.path && Self.isSpec($0)
    }
    guard specs.count == 1 else {
      Diagnostics.error(
        "\(target.name) has \(specs.count) specs in its folder, and one is compiled into a target")
      return []
    }
    let settings = target.directoryURL.appending(path: "generate.arguments")
    let words =
      (try? String(contentsOf: settings, encoding: .utf8))?.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } ?? []
    let name = words.firstIndex(of: "--name").flatMap { words.dropFirst($0 + 1).first } ?? "App"
    let folder = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Generate \(target.name) from \(specs[0].lastPathComponent)",
        executable: try context.tool(named: "suas-run").url,
        arguments: ["generate", "swift", specs[0].path, "--output", folder.path, "--one-file"]
          + ["--root", target.directoryURL.path] + words,
        inputFiles: files.filter(Self.isYAML) + files.filter { $0.path == settings.path },
        outputFiles: [folder.appending(path: "\(name)Program.swift")])
    ]
  }

  private static func isYAML(_ file: URL) -> Bool { file.pathExtension == "yaml" }

  private static func isSpec(_ file: URL) -> Bool {
    isYAML(file) && !file.lastPathComponent.hasSuffix(".scenario.yaml")
  }

  /// The files below a folder, by their paths.
  private static func files(in folder: URL) throws -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }
}
