import Foundation
import SuasGenerate
import SuasProgram
import SuasScenario
import Testing

extension CompiledPrograms {
  @Suite("The layout of generated Swift")
  struct SwiftLayoutTests {
    @Test(.enabled(if: SwiftFormat.isThere, "swift-format is needed"))
    func `Its formatter leaves the code of the examples as it is`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-layout-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      var written: [(file: URL, text: String)] = []
      let corpus = Corpus(["specs", "Tests/SuasRunTests/Reference"])
      for (number, spec) in corpus.specs.enumerated() {
        var options = SwiftGenerator.Options()
        options.hasDriver = true
        guard
          let files = try? SwiftGenerator(
            spec.checked, from: spec.name, options
          ).files()
        else { continue }
        options.isPublic = true
        let published = try SwiftGenerator(spec.checked, from: spec.name, options).files()
        // The formatter gives up on what nests as deep as a spec may.
        let scenarios = Corpus.limits.contains(spec.name) ? [] : spec.scenarios
        let tests = try? SwiftTestGenerator(spec.checked, from: spec.name, options, module: "App")
          .files(for: scenarios)
          // No layout holds a word that is longer than a line.
          .filter { !$0.text.contains(String(repeating: "a", count: 100)) }
        for (name, files) in [("", files), ("public", published), ("tests", tests ?? [])] {
          let folder = folder.appending(path: "\(number)\(name)")
          let output = OutputFolder(folder.path)
          try output.make(try output.changes(to: files))
          written += files.map { (folder.appending(path: $0.path), $0.text) }
        }
      }
      #expect(written.count > 1000)
      let lint = ["lint", "--strict", "--parallel", "--recursive", folder.path]
      #expect(try SwiftFormat.run(lint) == "")
      _ = try SwiftFormat.run(["--in-place", "--parallel", "--recursive", folder.path])
      for (file, text) in written {
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(file.path)")
      }
    }
  }
}

/// The formatter that belongs to the toolchain.
private enum SwiftFormat {
  static var isThere: Bool {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    return (try? run(["--version"])) != nil
  }

  static func run(_ arguments: [String]) throws -> String {
    // The settings of this repository are no business of generated code.
    try ToolCall.output(
      of: URL(filePath: "/usr/bin/env"), ["swift", "format"] + arguments,
      in: FileManager.default.temporaryDirectory
    ).text
  }
}
