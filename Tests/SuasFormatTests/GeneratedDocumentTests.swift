import LibYAML
import SuasFormat
import Testing
import YAML

/// Specs in every notation are formatted, whatever stands where: the formatter itself makes sure
/// that values and comments are the same, and that the result does not change any more.
@Suite struct GeneratedDocumentTests {
  @Test func generatedSpecsAreFormatted() throws {
    let count = Repository.environment("LAYOUT_MUTANTS").flatMap(Int.init) ?? 300
    var formatted = 0
    for seed in 0..<2 * count {
      let text = DocumentGenerator.spec(seed: seed)
      let source = Source(name: "seed \(seed)", text: text)
      guard (try? LibYAML.parse(source)) != nil else { continue }
      let outcome = try Formatter.format(source)
      guard case .formatted(let bytes) = outcome else {
        Issue.record("seed \(seed): \(outcome)\n\(text)")
        continue
      }
      let result = Source(name: "again", text: String(decoding: bytes, as: UTF8.self))
      let again = try Formatter.format(result)
      guard case .formatted(let second) = again, second == bytes else {
        Issue.record("seed \(seed) changes again")
        continue
      }
      formatted += 1
    }
    // The others have a tab or a text that libyaml does not read.
    #expect(formatted > count * 18 / 10)
  }
}
