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

    private static let typeKinds: Set<String> = [
      "swift.associatedtype", "swift.class", "swift.enum", "swift.protocol", "swift.struct",
      "swift.typealias",
    ]

    /// The declarations of a module that have some access level or a wider one.
    private static func symbols(of module: String, from access: String) throws -> [Symbol] {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-symbols-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "swift", "symbolgraph-extract", "-module-name", module, "-target",
        "x86_64-unknown-linux-gnu", "-minimum-access-level", access,
        "-I", GeneratedProgram.build.appending(path: "Modules").path,
        "-I", GeneratedProgram.sources.appending(path: "Sources/CAtomics/include").path,
        "-output-dir", folder.path,
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return try files.flatMap {
        try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols
      }
    }

    /// The types of a module that others use by their plain names.
    private static func types(of module: String) throws -> [String] {
      try symbols(of: module, from: "public").filter {
        typeKinds.contains($0.kind.identifier) && $0.pathComponents.count == 1
      }.map { $0.pathComponents[0] }
    }

    /// The types of the runtime, those in others included, and its functions that are no members.
    private static func namesOfRuntime() throws -> [String] {
      try symbols(of: "GeneratedRuntime", from: "private").compactMap { symbol in
        let path = symbol.pathComponents
        if typeKinds.contains(symbol.kind.identifier) { return path.last }
        let isFunction = symbol.kind.identifier == "swift.func" && path.count == 1
        return isFunction ? path[0].split(separator: "(").first.map(String.init) : nil
      }
    }

    #if arch(x86_64)
      @Test func `The names that a spec's types and locals do not take are told by the compiler`()
        throws
      {
        let types = try Self.types(of: "Swift") + Self.types(of: "Suas")
        let names = try types.filter { $0.first?.isUppercase == true } + Self.namesOfRuntime()
        try #require(["ClosedRange", "Store", "JSONValue", "unwrap"].allSatisfy(names.contains))
        let path = GeneratedProgram.sources.appending(
          path: "Sources/SuasGenerate/Resources/SwiftReservedNames.txt")
        let words = Set(names.filter { !$0.contains("_") })
        try expectRecorded(words.sorted().map { $0 + "\n" }.joined(), in: path)
      }
    #endif

    /// The words by which specs name everything: the reserved ones.
    private static let words: [String] = {
      var names: Set<String> = []
      let words = SwiftNames.reservedNames.union(SwiftGenerator.parts)
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
