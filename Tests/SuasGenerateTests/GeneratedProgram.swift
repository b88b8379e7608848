import Foundation
import Locking
import SuasEngine
import SuasGenerate
import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// A spec with the trace driver that was generated from it and compiled.
struct GeneratedProgram {
  let spec: CompiledSpec
  let executable: URL

  /// The specs of the repository that are generated whole.
  static let specs = [
    "autosave", "chat", "checkout", "counter", "feed", "kanban", "login", "notes",
    "search-cities", "shopping-cart", "sign-up", "text-editor", "todo", "todo-with-settings",
  ].map { "specs/\($0)/\($0).yaml" }

  static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the build that the tests belong to.
  static var build: URL {
    Bundle.main.executableURL.map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
      ?? sources.appending(path: ".build/debug")
  }

  /// The program has none of the places where a fault should be.
  struct NothingChanged: Error {}

  /// A change of generated code: returns another text for a file at a path; nil for those that stay
  /// as they are.
  typealias Change = (_ text: String, _ path: String) -> String?

  /// Makes the program of a spec of the repository.
  ///
  /// - Parameter change: If it is there, it has to change something.
  init(of path: String, changing change: Change? = nil) throws {
    let file = Self.sources.appending(path: path)
    try self.init(try Loader(root: nil).checkedSpec(at: [file.path]), named: path, changing: change)
  }

  init(_ checked: CheckedSpec, named name: String, changing change: Change? = nil) throws {
    spec = CompiledSpec(compiling: checked)
    var options = SwiftGenerator.Options()
    options.hasDriver = true
    let files = try SwiftGenerator(checked, from: name, options).files()
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-generated-\(UUID().uuidString)")
    let output = OutputFolder(folder.path)
    try output.make(try output.changes(to: files))
    if let change {
      let changed = files.compactMap { file in change(file.text, file.path).map { (file.path, $0) }
      }
      guard !changed.isEmpty else { throw NothingChanged() }
      for (path, text) in changed { try Data(text.utf8).write(to: folder.appending(path: path)) }
    }
    executable = folder.appending(path: "driver")
    try Self.compile(files.map { folder.appending(path: $0.path).path }, to: executable)
  }

  /// The programs of specs, of which two are compiled at once.
  static func all(of specs: [Corpus.Spec]) throws -> [GeneratedProgram] {
    let made = Mutex<[Int: Result<GeneratedProgram, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: specs.count) { index in
      let program = Result { try GeneratedProgram(specs[index].checked, named: specs[index].name) }
      made.withLock { $0[index] = program }
    }
    return try specs.indices.compactMap { index in
      try made.withLock { $0[index] }?.get()
    }
  }

  /// Removes the program and its source.
  func remove() { try? FileManager.default.removeItem(at: executable.deletingLastPathComponent()) }

  /// Judges the types of the program of a spec, which has neither driver nor tests, as an app does.
  static func judge(
    _ checked: CheckedSpec, named name: String, _ options: SwiftGenerator.Options
  ) throws {
    let files = try SwiftGenerator(checked, from: name, options).files()
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-generated-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = OutputFolder(folder.path)
    try output.make(try output.changes(to: files))
    try compile(["-typecheck"] + files.map { folder.appending(path: $0.path).path })
  }

  /// Compiles files to a program that has the store in it.
  static func compile(_ files: [String], to program: URL, _ options: [String] = []) throws {
    let objects = try ["Suas", "Values", "Locking", "Logging"].flatMap { module in
      try FileManager.default.contentsOfDirectory(
        at: build.appending(path: "\(module).build"), includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "o" }.map(\.path)
    }
    #if DEBUG
      let level = "-Onone"
    #else
      let level = "-O"
    #endif
    try compile(["-wmo", level, "-o", program.path] + options + files + objects)
  }

  /// Compiles; an expression of which the compiler has to try many readings is an error.
  static func compile(_ arguments: [String]) throws {
    try ToolCall.run(
      URL(filePath: "/usr/bin/env"),
      [
        "swiftc", "-swift-version", "6", "-warnings-as-errors",
        "-Xfrontend", "-solver-scope-threshold=100000",
        "-I", build.appending(path: "Modules").path,
        "-I", sources.appending(path: "Sources/CAtomics/include").path,
      ] + arguments)
  }
}
