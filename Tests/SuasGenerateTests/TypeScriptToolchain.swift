import Foundation

/// Node and the TypeScript compiler, which Debian's packages nodejs and node-typescript have.
enum TypeScriptToolchain {
  private static let compiler = "/usr/bin/tsc"
  private static let node = "/usr/bin/node"

  /// True if both are there, and where CI is set, so that a test fails there.
  static var isThere: Bool {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    return [compiler, node].allSatisfy(FileManager.default.fileExists(atPath:))
  }

  /// The strictest settings that a user may have.
  private static func settings(_ libraries: [String]) -> String {
    """
    {
      "compilerOptions": {
        "target": "ES2020", "lib": \(libraries), "module": "ES2020", "moduleResolution": "node",
        "types": [], "jsx": "preserve", "strict": true, "noUncheckedIndexedAccess": true,
        "exactOptionalPropertyTypes": true, "noImplicitOverride": true,
        "noUnusedLocals": true, "noUnusedParameters": true, "noImplicitReturns": true,
        "isolatedModules": true, "outDir": "../classes"
      },
      "include": ["**/*.ts", "**/*.tsx"]
    }
    """
  }

  /// Compiles all files below a folder to JavaScript in one call.
  static func compile(_ folder: URL, libraries: [String] = ["ES2020"]) throws {
    try Data(settings(libraries).utf8).write(to: folder.appending(path: "tsconfig.json"))
    let classes = folder.deletingLastPathComponent().appending(path: "classes")
    try FileManager.default.createDirectory(at: classes, withIntermediateDirectories: true)
    try Data(#"{ "type": "module" }"#.utf8).write(to: classes.appending(path: "package.json"))
    try ToolCall.run(
      URL(filePath: node), ["--max-old-space-size=3000", compiler, "-p", folder.path])
  }

  /// The command that runs a module.
  static func command(_ module: URL) -> String { "exec \(node) '\(module.path)'" }
}
