import Foundation
import SuasSpec
import YAML

@testable import SuasScenario

/// The scenario files of the repository, and their specs.
enum Repository {
  static let todo = """
    suas: 1
    states:
      TodoList: { titles: "list(string) = []" }
    actions:
      Add: { title: string }
      Remove: { index: int }
    reducers:
      TodoReducer:
        state: TodoList
        on:
          Add:
            - append: titles
              value: ${action.title}
          Remove:
            - remove-at: titles
              index: action.index
    """

  /// The number of altered bundles that are tried; `SUAS_BUNDLE_MUTANTS` asks for another one.
  static let mutants =
    ProcessInfo.processInfo.environment["SUAS_BUNDLE_MUTANTS"].flatMap { Int($0) } ?? 400

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folders that hold specs with scenarios.
  static let scenarioFolders: [URL] = [
    "specs", "Tests/SuasRunTests/Fixtures", "Tests/SuasRunTests/Reference",
  ].flatMap { parent in
    let folder = root.appendingPathComponent(parent)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }

  static func scenarioFiles(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix("scenario.yaml") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }

  /// Gives `body` a copy of a folder.
  static func withCopy(of folder: URL, _ body: (URL) throws -> Void) throws {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("suas-bundle-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: folder, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    try body(copy)
  }

  /// The scenario files without errors.
  static let sound: [CheckedScenarioFile] = scenarioFolders.flatMap(scenarioFiles).compactMap {
    var loader = Loader()
    return try? loader.scenarioFile($0)
  }
}

extension CheckedScenarioFile {
  /// True if the file names a single spec.
  var hasOneSpec: Bool {
    let text = String(decoding: source.utf8, as: UTF8.self)
    return !text.contains("spec: [") && !text.contains("spec:\n")
  }
}
