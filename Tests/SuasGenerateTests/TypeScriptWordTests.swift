import RandomSpecs
import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasGenerate
@testable import SuasScenario

extension CompiledPrograms {
  @Suite("Names of generated TypeScript", .serialized)
  struct TypeScriptWordTests {
    /// The words by which specs name everything: those of the language, and those of the runtime.
    private static var words: [String] {
      let words = TypeScriptNames.reservedValues.union(TypeScriptNames.reservedTypes)
        .union(TypeScriptRuntime.names).union(TypeScriptGenerator.modules)
        .union(["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty"])
      var names: Set<String> = []
      // A middleware of this name is built in.
      return words.sorted().filter {
        names.insert($0.lowercased()).inserted && $0 != "async" && isFree($0)
      }
    }

    /// False for a name that the expression language has for something itself.
    private static func isFree(_ name: String) -> Bool {
      (try? SpecTrial.compile("suas: 1\nfunctions:\n  \(name): { value: 1 }\n")) != nil
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `A spec may give its own names as TypeScript, its library and the runtime do`() throws {
      let words = Self.words
      #expect(words.count > 400)
      var specs: [Corpus.Spec] = []
      for start in stride(from: 0, to: words.count, by: 60) {
        let texts = WordSpecs(words: Array(words[start..<min(start + 60, words.count)])).texts
        for text in texts {
          specs.append(
            Corpus.Spec(
              name: "words\(specs.count).yaml", checked: try SpecTrial.compile(text).checked))
        }
      }
      _ = try TypeScriptPrograms(specs)
    }
  }
}
