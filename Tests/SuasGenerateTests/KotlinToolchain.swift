import Foundation

/// The Kotlin compiler and the Java runtime, which `.ci/kotlin` calls.
enum KotlinToolchain {
  private static let script = GeneratedProgram.sources.appending(path: ".ci/kotlin")

  /// True if Java and the compiler are there, and where CI is set, so that a test fails there.
  static var isThere: Bool {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    return FileManager.default.fileExists(atPath: "/usr/bin/java")
      && FileManager.default.fileExists(atPath: jars.path)
  }

  private static let jars =
    (ProcessInfo.processInfo.environment["KOTLIN_CACHE"].map { URL(filePath: $0) }
    ?? GeneratedProgram.sources.appending(path: ".build/kotlin"))
    .appending(path: "run_kotlin_kernel/jars")

  /// The archive of Kotlin's standard library, which is fetched first if need be.
  static func library() throws -> URL {
    try ToolCall.run(script, ["fetch"])
    return jars.appending(path: "kotlin-stdlib-2.3.10-RC.jar")
  }

  /// A list of Java's classes, a line each; it is part of every runtime of Java.
  static let classesOfJava = URL(filePath: "/usr/bin/java").resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "lib/classlist")

  /// Compiles all files below a folder in explicit API mode; warnings are errors. The stand-in for
  /// `kotlin.test` may be among them.
  ///
  /// - Parameter hasFlows: True if they use `kotlinx.coroutines`.
  static func compile(_ folder: URL, to classes: URL, hasFlows: Bool = false) throws {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (found?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "kt" }.map(\.path)
      .sorted()
    try ToolCall.run(
      script,
      [
        hasFlows ? "compile-flows" : "compile", classes.path, "-Xexplicit-api=strict",
        "-Xallow-kotlin-package",
      ] + files)
  }

  /// The command that runs a program.
  static func command(_ classes: URL, _ main: String) -> String {
    "exec '\(script.path)' run '\(classes.path)' \(main)"
  }
}
