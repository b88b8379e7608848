import Foundation
import PackagePlugin

/// Makes the files of a target's folder `Resources` available as `EmbeddedTexts`.
@main
struct EmbedTextsPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Resources")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
    let files = try Self.files(in: folder)
    return [
      .buildCommand(
        displayName: "Embed the resources of \(target.name)",
        executable: try context.tool(named: "EmbedTexts").url,
        arguments: [output.path, folder.path] + files.map(\.path), inputFiles: files,
        outputFiles: [output])
    ]
  }

  /// The texts below a folder, by their paths; a link to a folder stands for what is in that.
  private static func files(in folder: URL) throws -> [URL] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { !$0.hasSuffix(".png") }.flatMap { name in
      let file = folder.appending(path: name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      return isFolder.boolValue ? try files(in: file) : [file]
    }
  }
}
