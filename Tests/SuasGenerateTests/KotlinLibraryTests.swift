import Foundation
import RandomSpecs
import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasGenerate
@testable import SuasScenario

extension CompiledPrograms {
  /// The names of Kotlin's library, of Java's and of the runtime, as those of a spec.
  @Suite("Names of Kotlin's library", .timeLimit(.minutes(60)), .serialized)
  struct KotlinLibraryTests {
    /// The types that every file of Kotlin has without an import.
    private static func typesOfLibraries() throws -> [String] {
      let (listing, _) = try ToolCall.output(
        of: URL(filePath: "/usr/bin/env"),
        ["python3", "-m", "zipfile", "-l", KotlinToolchain.library().path])
      let kotlin =
        /kotlin\/(?:(?:annotation|collections|comparisons|io|jvm|ranges|sequences|text)\/)?([A-Z][A-Za-z]*)\.class/
      let classes = try String(contentsOf: KotlinToolchain.classesOfJava, encoding: .utf8)
      let java = /(?m)^java\/lang\/([A-Z][A-Za-z]*)(?= |$)/
      return listing.matches(of: kotlin).map { String($0.1) }.filter { !$0.hasSuffix("Kt") }
        + classes.matches(of: java).map { String($0.1) }
    }

    /// The words by which specs name everything, one of those that differ by case only.
    private static func words() throws -> [String] {
      let library = try typesOfLibraries()
      try #require(["Sequence", "Triple", "Thread"].allSatisfy(library.contains))
      var names: Set<String> = []
      let words = Set(library).union(KotlinNames.reservedWords).union(KotlinRuntime.names)
      return words.sorted().filter { names.insert($0.lowercased()).inserted && isFree($0) }
    }

    /// False for a name that the expression language has for something itself.
    private static func isFree(_ name: String) -> Bool {
      (try? SpecTrial.compile("suas: 1\nfunctions:\n  \(name): { value: 1 }\n")) != nil
    }

    /// Without `WORDS=all` the words are a few of them, `case`, once the name of a class that
    /// generated ones inherited, and what flows are named: the compiler takes a second for each.
    private static func chosenWords() throws -> [String] {
      let all = try words()
      if ProcessInfo.processInfo.environment["WORDS"] == "all" { return all }
      return stride(from: 0, to: all.count, by: all.count / 24).map { all[$0] }
        + ["case", "StateFlow", "StoreFlows"]
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `A spec may give its own names as Kotlin's library and its runtime do`() throws {
      let words = try Self.chosenWords()
      for start in stride(from: 0, to: words.count, by: 60) {
        let texts = WordSpecs(words: Array(words[start..<min(start + 60, words.count)])).texts
        _ = try KotlinPrograms(
          texts.enumerated().map { number, text in
            Corpus.Spec(name: "words\(number).yaml", checked: try SpecTrial.compile(text).checked)
          }, hasFlows: true)
      }
    }
  }
}
