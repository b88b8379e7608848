import Foundation
import Testing

/// Small programs, compiled as apps compile them: in both language modes, with and without the main
/// actor as the default isolation.
///
/// A line of a program that the compiler refuses has the message before it:
/// `// refused: …`, or `// refused in 6 with MainActor: …` if only then.
@Suite("Isolation", .timeLimit(.minutes(30)))
struct IsolationTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let mode: String
    let isMainDefault: Bool

    var testDescription: String {
      "language mode \(mode)\(isMainDefault ? ", MainActor by default" : "")"
    }

    var arguments: [String] {
      ["-swift-version", mode] + (isMainDefault ? ["-default-isolation", "MainActor"] : [])
    }

    static let all = [
      Setting(mode: "5", isMainDefault: false), Setting(mode: "5", isMainDefault: true),
      Setting(mode: "6", isMainDefault: false), Setting(mode: "6", isMainDefault: true),
    ]
  }

  /// A message that a line leads to.
  struct Refusal: Hashable, CustomStringConvertible {
    let line: Int
    let message: String

    var description: String { "\(line): \(message)" }
  }

  @Test(arguments: ["Isolation", "Migration"], Setting.all)
  func `What would trap or race is refused, and so are the orders of older guides`(
    folder: String, setting: Setting
  ) throws {
    for program in try Compiler.programs(in: folder) {
      let compiled = try Compiler.compile(
        [program], ["-emit-sil", "-o", "/dev/null"] + setting.arguments)
      let text = try String(contentsOf: program, encoding: .utf8)
      let expected = Self.refusals(in: text, setting)
      for refusal in expected where !compiled.messages.contains(refusal) {
        Issue.record("\(program.lastPathComponent):\(refusal) is not refused: \(compiled.output)")
      }
      let lines = Set(expected.map(\.line))
      for message in compiled.messages where !lines.contains(message.line) {
        Issue.record("\(program.lastPathComponent):\(message) is refused")
      }
    }
  }

  @Test(arguments: Setting.all)
  func `What compiles without a warning runs where it should`(setting: Setting) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-isolation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "program")
    let compiled = try Compiler.compile(
      try Compiler.programs(in: "Isolation/Running"),
      ["-o", program.path, "-warnings-as-errors"] + setting.arguments + Compiler.library())
    // Not every failure of a compiler has a line.
    let isThere = FileManager.default.fileExists(atPath: program.path)
    try #require(compiled.messages.isEmpty && isThere, "\(compiled.output)")
    #expect(try Compiler.run(program, []) == "done\n")
  }

  @Test func `The guide has each message beside its way out`() throws {
    let guide = try String(
      contentsOf: Compiler.sources.appending(path: "Sources/Suas/Suas.docc/Isolation.md"),
      encoding: .utf8)
    let setting = Setting(mode: "6", isMainDefault: true)
    for program in try Compiler.programs(in: "Isolation") {
      let text = try String(contentsOf: program, encoding: .utf8)
      for refusal in Self.refusals(in: text, setting) {
        let message = refusal.message.replacing(/'[^']*'/) { name in
          name.output == "'Sendable'" ? "'Sendable'" : "'…'"
        }
        #expect(guide.contains(message), "the guide has no \(message)")
      }
    }
  }

  @Test func `Names of SwiftUI and Combine mean what they mean there`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-clashes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for module in try Compiler.programs(in: "Clashes/Modules") {
      let name = module.deletingPathExtension().lastPathComponent
      let path = folder.appending(path: "\(name).swiftmodule").path
      let compiled = try Compiler.compile(
        [module], ["-emit-module", "-emit-module-path", path, "-module-name", name])
      try #require(compiled.messages.isEmpty, "\(compiled.output)")
    }
    let compiled = try Compiler.compile(
      try Compiler.programs(in: "Clashes"),
      ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", folder.path])
    #expect(compiled.messages.isEmpty, "\(compiled.output)")
  }

  static func refusals(in text: String, _ setting: Setting) -> [Refusal] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      index, line in
      guard let match = line.firstMatch(of: /\/\/ refused( in 6)?( with MainActor)?: (.*)/),
        match.1 == nil || setting.mode == "6", match.2 == nil || setting.isMainDefault
      else { return nil }
      return Refusal(line: index + 2, message: String(match.3))
    }
  }
}

/// The compiler of the toolchain, with the modules of this build.
enum Compiler {
  struct Result {
    let output: String
    /// The errors and warnings, without what follows the message that all modes share.
    let messages: Set<IsolationTests.Refusal>
  }

  static let sources = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The folder of this build, with its modules and objects.
  private static var build: URL {
    URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  static func programs(in folder: String) throws -> [URL] {
    let folder = sources.appending(path: "Tests/SuasTests").appending(path: folder)
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }

  /// The objects of the library and of what it imports.
  static func library() throws -> [String] {
    try ["Suas", "Values", "Locking", "Logging"].flatMap { module in
      try FileManager.default.contentsOfDirectory(
        at: build.appending(path: "\(module).build"), includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "o" }.map(\.path)
    }
  }

  static func compile(_ files: [URL], _ arguments: [String]) throws -> Result {
    var arguments = arguments
    if build.path.contains("sanitize-thread") { arguments.append("-sanitize=thread") }
    let output = try run(
      URL(filePath: "/usr/bin/env"),
      [
        "swiftc", "-parse-as-library", "-I", build.appending(path: "Modules").path,
        "-I", sources.appending(path: "Sources/CAtomics/include").path,
      ] + arguments + files.map(\.path))
    let messages = output.matches(
      of: /\.swift:(\d+):\d+: (?:error|warning): ([^\n]*)/
    ).compactMap { match -> IsolationTests.Refusal? in
      let message = String(match.2).replacing(/\ *\[#\w+\]$/, with: "")
        .replacing("; this is an error in the Swift 6 language mode", with: "")
      return Int(match.1).map { IsolationTests.Refusal(line: $0, message: message) }
    }
    return Result(output: output, messages: Set(messages))
  }

  /// Returns what a program writes to both streams.
  static func run(_ program: URL, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
      + (process.terminationStatus == 0 ? "" : "ended with \(process.terminationStatus)\n")
  }
}
