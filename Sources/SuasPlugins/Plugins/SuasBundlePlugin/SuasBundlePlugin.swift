import Foundation
import PackagePlugin

/// Makes a bundle of each spec in a target's folder a resource of the target: `todo.bundle` of
/// `todo.yaml`. Scenario files, `todo.scenario.yaml`, are no specs; the files that specs include are
/// in folders below.
@main
struct SuasBundlePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let program = try context.tool(named: "suas-run").url
    let files = (target as? any SourceModuleTarget)?.sourceFiles(withSuffix: ".yaml").map(\.url)
    let inputs = (files ?? []).sorted { $0.path < $1.path }
    let folder = target.directoryURL
    return inputs.filter {
      $0.deletingLastPathComponent().path == folder.path
        && !$0.lastPathComponent.hasSuffix(".scenario.yaml")
    }.map { spec in
      let name = spec.deletingPathExtension().lastPathComponent
      let bundle = context.pluginWorkDirectoryURL.appending(path: "\(name).bundle")
      return .buildCommand(
        displayName: "Bundle \(spec.lastPathComponent)", executable: program,
        arguments: ["bundle", spec.path, "--output", bundle.path, "--root", folder.path],
        inputFiles: inputs, outputFiles: [bundle])
    }
  }
}
