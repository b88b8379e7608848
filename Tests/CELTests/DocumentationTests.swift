import Foundation
import Support
import Testing

@testable import CEL

/// Compares the documentation with the code.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let catalogue = root.appending(path: "Sources/CEL/CEL.docc")

  /// The code is that of the article, as the next test checks.
  @Test func theArticlesExampleWorks() throws {
    // Getting started
    let item = Shape(
      name: "Item",
      fields: [
        Shape.Field(name: "name", type: .string),
        Shape.Field(name: "count", type: .int, default: .int(1)),
      ])
    var environment = Environment(types: Types([item]))
    environment.declare("items", .list(.record("Item")))

    let program = try environment.compile("items.filter(x, x.count > 1).map(x, x.name)")

    let milk = Record(item, [.string("milk"), .int(2)])
    let bread = Record(item, [.string("bread"), .int(1)])
    var frame = environment.frame(["items": [.record(milk), .record(bread)]])
    let names = try program.evaluate(&frame)
    // So far
    #expect(names == ["milk"])
    #expect(program.type.description == "list(string)")
    // A function
    environment.library.add(
      Function(
        "discounted",
        [
          .of("discounted_int_int", isMember: true, doc: "The price less so many percent.") {
            (price: Int64, percent: Int64, _) throws(Failure) in
            guard 0...100 ~= percent else {
              throw Failure("invalid-argument", "\(percent) is no percentage")
            }
            return price / 100 * (100 - percent)
          }
        ]))
    let price = try environment.compile("2000.discounted(items.size() * 5)").evaluate(&frame)
    // So far
    #expect(price == .int(1800))
  }

  @Test func theArticleShowsTheExampleThatIsTested() throws {
    let article = try String(
      contentsOf: Self.catalogue.appending(path: "GettingStarted.md"), encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .replacingOccurrences(of: "\n    ", with: "\n")
    #expect(blocks.count == 2)
    for block in blocks { #expect(source.contains("\n\(block)// So far\n"), "\(block)") }
  }

  /// With RECORD_FIXTURES=1 in the environment, the page is rewritten, and the test fails.
  @Test func theReferencePageIsThatOfTheLibrary() throws {
    try expectRecorded(Reference.page, in: Self.catalogue.appending(path: "Functions.md"))
  }
}

/// The page that lists every overload of the standard library.
private enum Reference {
  static var page: String {
    """
    # Functions

    The operators and functions of expressions, with the types of their arguments and results.

    ## Overview

    A, B, K, V and T stand for any type; within a line, the same letter is the same
    type. Macros are listed in <doc:Conformance>.

    """
      + Library.tables.map { "\n## \($0.title)\n\n\(table($0.functions))" }.joined()
  }

  private static func table(_ functions: [Function]) -> String {
    "| Call | Result | |\n|---|---|---|\n"
      + functions.flatMap { function in
        function.usages.flatMap { usage in usage.calls.map { row($0, usage) } }
      }.joined()
  }

  private static func row(_ call: String, _ usage: Function.Usage) -> String {
    let doc = usage.doc.replacingOccurrences(of: "|", with: "\\|")
    let call = call.replacingOccurrences(of: "|", with: "\\|")
    return "| `\(call)` | `\(usage.result)` | \(doc) |\n"
  }
}
