import Foundation
import RandomSpecs
import SuasProgram
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasGenerate
@testable import SuasScenario

extension CompiledPrograms {
  /// The names of Swift's library and of generated code, as those of a spec.
  @Suite("Names of Swift's library", .timeLimit(.minutes(10)), .serialized)
  struct SwiftLibraryTests {
    /// A declaration as `swift symbolgraph-extract` tells it.
    private struct Symbol: Decodable {
      struct Kind: Decodable { let identifier: String }
      let kind: Kind
      let pathComponents: [String]
    }

    private struct Graph: Decodable { let symbols: [Symbol] }

    private static let kinds: Set<String> = [
      "swift.class", "swift.enum", "swift.protocol", "swift.struct", "swift.typealias",
    ]

    /// The types of a module that are no members of others.
    private static func types(of module: String) throws -> Set<String> {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-symbols-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "swift", "symbolgraph-extract", "-module-name", module, "-target",
        "x86_64-unknown-linux-gnu", "-minimum-access-level", "public",
        "-I", GeneratedProgram.build.appending(path: "Modules").path, "-output-dir", folder.path,
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      let graphs = try files.map {
        try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0))
      }
      let names = graphs.flatMap(\.symbols).filter {
        kinds.contains($0.kind.identifier) && $0.pathComponents.count == 1
      }.map { $0.pathComponents[0] }
      return Set(names.filter { $0.first?.isUppercase == true && $0.allSatisfy { $0 != "_" } })
    }

    #if arch(x86_64)
      @Test func `The types that generated ones do not hide are those that the compiler tells`()
        throws
      {
        let types = try Self.types(of: "Swift").union(try Self.types(of: "Suas"))
        try #require(types.contains("ClosedRange") && types.contains("Store"))
        let path = GeneratedProgram.sources.appending(
          path: "Sources/SuasGenerate/Resources/SwiftLibraryTypes.txt")
        try expectRecorded(types.sorted().map { $0 + "\n" }.joined(), in: path)
      }
    #endif

    /// The words by which specs name everything: each type of the library and of the runtime, and what
    /// a program has for itself.
    private static let words: [String] = {
      var names: Set<String> = []
      let words = SwiftRuntime.typeNames.union(SwiftNames.libraryTypes)
        .union(SwiftRuntime.functionNames).union(SwiftGenerator.parts)
      return words.sorted().filter { names.insert($0.lowercased()).inserted && isFree($0) }
    }()

    /// False for a name that the expression language has for something itself.
    private static func isFree(_ name: String) -> Bool {
      (try? SpecTrial.compile("suas: 1\nfunctions:\n  \(name): { value: 1 }\n")) != nil
    }

    private static let chunks: [ArraySlice<String>] = stride(from: 0, to: words.count, by: 60).map {
      words[$0..<min($0 + 60, words.count)]
    }

    /// With `WORDS=all` each part of the words names everything; without, it names what one of the
    /// specs declares.
    private static var isWhole: Bool { ProcessInfo.processInfo.environment["WORDS"] == "all" }

    @Test(arguments: chunks.indices)
    func `A spec may give its own names as Swift's library and generated code do`(chunk: Int) throws
    {
      let words = Self.chunks[chunk]
      let more = Self.words.prefix(10).filter { !words.contains($0) }
      let texts = WordSpecs(words: words + more).texts
      for text in Self.isWhole ? texts : [texts[chunk % texts.count]] {
        let checked = try SpecTrial.compile(text).checked
        try GeneratedProgram.judge(checked, named: "words.yaml", SwiftGenerator.Options())
      }
    }
  }
}
