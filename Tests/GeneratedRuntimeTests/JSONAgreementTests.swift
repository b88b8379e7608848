import SuasProgram
import Support
import Testing

@testable import GeneratedRuntime

@Suite("JSON of generated programs and of the interpreter")
struct JSONAgreementTests {
  private static let texts = [
    #"{"a": [1, -2.5e3, true, null, "x\u00e9\ud83d\ude00\n"], "b": {"c": {}}, "": [[], {}]}"#,
    #"[0, -0, 0.5, 9223372036854775807, "\"\\\/\b\f\n\r\t", false]"#, #" "text" "#, "12e-4",
  ]
  private static let pieces = Array("{}[]\":,0123456789.eE+-\\unrtfals \t\n\u{1}é")

  @Test func `What one of them reads, the other reads, and nothing else`() throws {
    var random = Support.SplitMix64(seed: 1)
    var accepted = 0
    for round in 0..<20_000 {
      var text = Array(Self.texts[round % Self.texts.count])
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let piece = Self.pieces.randomElement(using: &random) ?? " "
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = piece
        case 1: text.insert(piece, at: place)
        default: if text.count > 1 { text.remove(at: place) }
        }
      }
      let json = String(text)
      var reader = SuasProgram.JSONReader(Array(json.utf8))
      let expected = try? reader.readWhole()
      let read = JSONValue(text: json)
      #expect((read == nil) == (expected == nil), "\(json)")
      accepted += expected == nil ? 0 : 1
    }
    #expect(accepted > 1000)
  }
}
