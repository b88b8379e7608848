import Foundation
import PackagePlugin

/// `swift package suas …`: suas-run in the version that the package depends on, from the package's
/// folder.
@main
struct SuasCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "suas-run").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    // The program has said why it failed.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      Diagnostics.error("suas-run ended with \(process.terminationStatus)")
    }
  }
}
