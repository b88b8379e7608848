import SuasGenerate
import SuasSpec
import Testing
import YAML

/// Constants of a spec in generated code.
@Suite struct ConstantTests {
  private func files(_ constant: String) throws -> [(language: String, files: [GeneratedFile])] {
    let spec = try CompiledSpec(
      Source(
        name: "a.yaml",
        text: """
          suas: 1
          constants: { table: \(constant) }
          functions: { isKnown: { params: { n: int }, value: n in table } }
          states: { S: { n: int = 0 } }
          actions: { A: { n: int } }
          reducers: { R: { state: S, on: { A: [{ set: n, value: "${table[action.n]}", when: isKnown(action.n) }] } } }
          selectors: { all: { value: "${table}" } }
          """)
    ).checked
    return [
      ("Swift", try SwiftGenerator(spec, from: "a.yaml", .init()).files()),
      ("Kotlin", try KotlinGenerator(spec, from: "a.yaml", .init()).files()),
      ("TypeScript", try TypeScriptGenerator(spec, from: "a.yaml", .init()).files()),
    ]
  }

  @Test(
    "A list or a map is written once, however often it is used",
    arguments: [
      ("{ type: list(int), value: [4711] }", "4711|4_711"),
      ("{ type: 'map(int, int)', value: { 7: 4711 } }", "4711|4_711"),
    ])
  func once(_ constant: String, _ literal: String) throws {
    for (language, files) in try files(constant) {
      let places = files.filter { file in
        literal.split(separator: "|").contains { file.text.contains($0) }
      }
      #expect(places.count == 1, "\(language): \(places.map(\.path))")
      #expect(places.first?.path.lowercased().contains("constants.") == true, "\(language)")
    }
  }

  @Test("An int that TypeScript refuses is refused where it is used, not where the program starts")
  func largeInts() throws {
    let (_, files) = try #require(
      try files("{ type: list(int), value: [9007199254740993] }").last)
    #expect(!files.contains { $0.path.hasSuffix("constants.ts") })
    #expect(files.contains { $0.path.hasSuffix("functions.ts") && $0.text.contains("intOf(") })
  }
}
