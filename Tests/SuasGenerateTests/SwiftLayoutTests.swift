import Foundation
import RandomSpecs
import SuasEngine
import SuasGenerate
import SuasProgram
import SuasScenario
import Testing

extension CompiledPrograms {
  @Suite(
    "The layout of generated Swift", .enabled(if: SwiftFormat.isThere, "swift-format is needed"))
  struct SwiftLayoutTests {
    @Test func `Its formatter leaves the code of the examples as it is`() throws {
      var folders: [[GeneratedFile]] = []
      for spec in Corpus().specs {
        var options = SwiftGenerator.Options()
        options.hasDriver = true
        guard let files = try? SwiftGenerator(spec.checked, from: spec.name, options).files() else {
          continue
        }
        options.isPublic = true
        let published = try SwiftGenerator(spec.checked, from: spec.name, options).files()
        // The formatter gives up on what nests as deep as a spec may.
        let scenarios = Corpus.limits.contains(spec.name) ? [] : spec.scenarios
        let tests = try? SwiftTestGenerator(spec.checked, from: spec.name, options, module: "App")
          .files(for: scenarios)
          // No layout holds a word that is longer than a line.
          .filter { !$0.text.contains(String(repeating: "a", count: 100)) }
        folders += [files, published, tests ?? []]
      }
      #expect(folders.count > 200)
      try expectFormatted(folders)
    }

    /// Each length of the names breaks other lines, at other places.
    @Test(
      "Its formatter leaves code with names of any usual length as it is",
      arguments: [("growing-names", 0...30), ("long-names", 30...50)])
    func leavesNames(template name: String, lengths: ClosedRange<Int>) throws {
      let template = try String(
        contentsOf: GeneratedProgram.sources.appending(
          path: "Tests/SuasGenerateTests/Layouts/\(name).txt"),
        encoding: .utf8)
      try expectFormatted(
        try lengths.map { length in
          let text = template.replacing("~", with: String(repeating: "x", count: length))
          return try Self.files(of: text, named: "names\(length).yaml")
        })
    }

    @Test func `Its formatter leaves the code of random specs as it is`() throws {
      try expectFormatted(
        (1...60).compactMap { (seed: UInt64) in
          var maker = SpecMaker(seed: seed)
          return try? Self.files(of: maker.make().tree.document, named: "random\(seed).yaml")
        })
    }

    /// The files of a spec but for the runtime, which is formatted with this package.
    private static func files(of text: String, named name: String) throws -> [GeneratedFile] {
      try SwiftGenerator(SpecTrial.compile(text).checked, from: name, SwiftGenerator.Options())
        .files().filter { !$0.path.hasPrefix("Runtime/") }
    }
  }
}

/// Expects that the formatter has nothing to say of files, a folder for each spec. A text that several
/// specs have, as those of the runtime, is looked at once.
private func expectFormatted(
  _ folders: [[GeneratedFile]], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let root = FileManager.default.temporaryDirectory.appending(path: "suas-layout-\(UUID())")
  defer { try? FileManager.default.removeItem(at: root) }
  var written: [(file: URL, text: String)] = []
  var texts: Set<String> = []
  for (number, files) in folders.enumerated() {
    let files = files.filter { texts.insert($0.text).inserted }
    if files.isEmpty { continue }
    let folder = root.appending(path: "\(number)")
    let output = OutputFolder(folder.path)
    try output.make(try output.changes(to: files))
    written += files.map { (folder.appending(path: $0.path), $0.text) }
  }
  #expect(written.count > folders.count, sourceLocation: sourceLocation)
  let findings = try SwiftFormat.run(["lint", "--strict", "--parallel", "--recursive", root.path])
  #expect(findings == "", sourceLocation: sourceLocation)
  // The findings have what is laid out otherwise, too; the files show how.
  if findings.isEmpty { return }
  _ = try SwiftFormat.run(["--in-place", "--parallel", "--recursive", root.path])
  for (file, text) in written {
    let formatted = try String(contentsOf: file, encoding: .utf8)
    #expect(formatted == text, "\(file.path)", sourceLocation: sourceLocation)
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
