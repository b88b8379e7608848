import SuasIDE
import Testing

@Suite struct CodeActionTests {
  private let head = """
    suas: 1
    types:
      Item: { title: string, isDone: bool = false }
    states:
      S:
        items: list(Item) = []
        count: int = 0
    actions:
      Add: { title: string }
      Other:
    reducers:
      R:
        state: S
        on:
          Add:

    """

  @Test(
    "Help with a rewriting can be applied",
    arguments: [
      ("        - increment: |coumt", "        - increment: count"),
      ("        - incremet|: count", "        - increment: count"),
      ("        - set: count\n          value: |action.title.size()", "${action.title.size()}"),
      ("        - reset: count\n        |-increment: count", "        - increment: count"),
      (
        "        - append: items\n          value: { |isDone: true }",
        "{ title: \"\", isDone: true }"
      ),
    ])
  func quickFixes(_ marked: String, _ expected: String) throws {
    let folder = try EditedFolder()
    let (document, cursor) = try folder.open("spec.yaml", head + marked + "\n")
    let actions = folder.workspace.codeActions(in: document, cursor..<cursor)
    let results = actions.map { action in
      var text = document.text
      for edit in action.edits {
        text.replaceSubrange(edit.place.range, with: Array(edit.text.utf8))
      }
      return String(decoding: text, as: UTF8.self)
    }
    #expect(results.contains { $0.contains(expected) }, "\(actions.map(\.title)) \(results)")
  }

  @Test func anActionThatNobodyHandlesGetsRules() throws {
    let folder = try EditedFolder()
    let (document, cursor) = try folder.open(
      "spec.yaml",
      head.replacing("  Other:", with: "  |Other:") + "        - increment: count\n")
    let action = try #require(
      folder.workspace.codeActions(in: document, cursor..<cursor).first)
    #expect(action.title == "Handle 'Other' in R")
    #expect(action.edits.map(\.text) == ["Other: []\n      "])
  }

  @Test func allCasesThatAMatchMissesAreAdded() throws {
    let folder = try EditedFolder()
    let (document, cursor) = try folder.open(
      "spec.yaml",
      head.replacing("count: int = 0", with: "count: int = 0\n    isOpen: bool? = null")
        + "        - match: |isOpen\n          cases:\n            true: []\n")
    let action = try #require(
      folder.workspace.codeActions(in: document, cursor..<cursor).first)
    #expect(action.edits.map(\.text) == ["false: []\n            null: []\n            "])
  }
}
