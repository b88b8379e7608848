import Testing

@testable import SuasGenerate

@Suite("Documents of generated code")
struct DocumentTests {
  private static let call: Document =
    "f" + ("(" + (.softLine + "first, \(name: "second")").nested(2) + ")").grouped
  private static let list: Document =
    (.spare(1) + "[" + (.softLine + "one," + .line + "two").nested(2) + .ifBroken(",")
    + .softLine + "]").grouped

  @Test(
    arguments: [
      (Self.call, 16, "f(first, second)"), (Self.call, 15, "f(\n  first, second)"),
      (Self.list, 11, "[one, two]"), (Self.list, 10, "[\n  one,\n  two,\n]"),
      (Self.list.flattened, 5, "[one, two]"),
      ("a" + .hardLine + .hardLine + "b", 9, "a\n\nb"),
    ] as [(Document, Int, String)])
  func `A group is broken where it does not fit`(_ document: Document, _ width: Int, _ text: String)
  {
    #expect(document.text(width: width) == text)
  }

  @Test func `A name is found as a name, and not as a part of a text`() {
    #expect(Self.call.mentions("second"))
    #expect(!Self.call.mentions("first"))
    #expect(Self.call.flattened.mentions("second"))
    #expect(Self.call.replacing("second", with: "2").text(width: 80) == "f(first, 2)")
  }

  @Test func `The symbols of a document are those in its groups too`() {
    let symbol = Symbol("matches", in: "Regex", importing: "Foundation")
    let document: Document = "text" + (.softLine + "\(symbol)()").nested(2).grouped
    #expect(document.symbols == [symbol])
    #expect(document.text(width: 80) == "textmatches()")
  }
}
