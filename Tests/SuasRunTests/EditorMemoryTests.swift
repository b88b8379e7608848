import Foundation
import Testing

/// The memory of the language server.
@Suite(.serialized) struct EditorMemoryTests {
  /// Returns a spec with `count` fields and as many actions, whose rules name elements and values.
  private static func spec(_ count: Int) -> String {
    func lines(_ line: (Int) -> String) -> String { (0..<count).map(line).joined() }
    return """
      suas: 1
      states:
        S:
      \(lines { "    field\($0): int = 0\n    list\($0): list(int) = []\n" })actions:
      \(lines { "  Action\($0): { by: int }\n" })reducers:
        R:
          state: S
          on:
      \(lines {
        """
              Action\($0):
                - for-each: list\($0)
                  as: element
                  do:
                    - set: field\($0)
                      value: ${element + action.by}

        """
      })
      """
  }

  @Test("A spec of many fields and actions takes at most four times the memory of its check")
  func fieldsTimesActions() throws {
    let folder = try Folder()
    let text = Self.spec(1000)
    try folder.write(text, to: "s.yaml")
    var session = EditorSession(in: folder.url, editing: "s.yaml")
    session.open(text)
    for edit in 0..<3 {
      session.ask("hover", line: 3, character: 6)
      session.replace(with: text.replacing("by: int }", with: "by: int } # \(edit)"))
      session.ask("references", line: 3, character: 6)
    }
    let check = try Program.peakMegabytes(["check", "s.yaml"], in: folder)
    let editing = try Program.peakMegabytes(["lsp"], in: folder, input: session.input)
    #expect(editing <= 4 * check, "\(editing) MB, \(check) MB")
  }

  @Test("Edits of a document that is cut off leave nothing behind")
  func cutOff() throws {
    let folder = try Folder(with: ["checkout.yaml", "checkout.scenario.yaml"], of: "checkout")
    let text = try folder.text("checkout.yaml")
    // In the middle of an expression, so that the document can be parsed and not be checked.
    let cut = try #require(text.range(of: "unless: error.")).upperBound
    func megabytes(edits: Int) throws -> Double {
      var session = EditorSession(in: folder.url, editing: "checkout.yaml")
      session.open(text)
      for edit in 0..<edits {
        session.replace(with: text[..<cut] + (edit % 2 == 0 ? "" : "s"))
        session.ask(["hover", "references", "rename"][edit % 3], line: 20, character: 6)
      }
      return try Program.peakMegabytes(["lsp"], in: folder, input: session.input)
    }
    let (few, many) = (try megabytes(edits: 150), try megabytes(edits: 600))
    // It used to be 70 KB for each.
    #expect(many - few < 8, "\(few) MB, \(many) MB")
  }
}
