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
  @Suite("Names of Swift's library", .timeLimit(.minutes(60)), .serialized)
  struct SwiftLibraryTests {
    private static let typeKinds: Set<String> = [
      "swift.associatedtype", "swift.class", "swift.enum", "swift.protocol", "swift.struct",
      "swift.typealias",
    ]

    /// The types of a module that others use by their plain names.
    private static func types(of module: String) throws -> [String] {
      try DeclaredSymbol.all(of: module, from: "public", in: GeneratedProgram.build).filter {
        typeKinds.contains($0.kind.identifier) && $0.pathComponents.count == 1
      }.map { $0.pathComponents[0] }
    }

    /// The types of the runtime, those in others included, and its functions that are no members. The
    /// module has a small program, too, whose names are free.
    private static func namesOfRuntime() throws -> [String] {
      let symbols = try DeclaredSymbol.all(
        of: "GeneratedRuntime", from: "private", in: GeneratedProgram.build)
      return symbols.compactMap { symbol in
        guard symbol.file.map(SwiftRuntime.fileNames.contains) ?? true else { return nil }
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
