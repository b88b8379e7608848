import SuasIDE
import Testing

@Suite struct NavigationTests {
  private let spec = """
    suas: 1
    constants:
      most: { type: int, value: 10, description: The most there may be. }
    states:
      Counter: { count: int = 0 }
    actions:
      Add: { by: int = 1 }
    reducers:
      CounterReducer:
        state: Counter
        on:
          Add:
            - increment: count
              by: action.by
              when: count < most

    """
  private let scenario = """
    spec: spec.yaml
    scenario: One is added
    steps:
      - dispatch: Add
        with: { by: 2 }
        expect: { state: { Counter: { count: 2 } } }

    """

  private func folder() throws -> EditedFolder {
    try EditedFolder(["spec.yaml": spec, "spec.scenario.yaml": scenario])
  }

  private func marked(_ text: String, before part: String) -> String {
    guard let range = text.firstRange(of: part) else { return text }
    return text[..<range.lowerBound] + "|" + text[range.lowerBound...]
  }

  @Test(
    "References lead through the spec and its scenarios",
    arguments: [
      ("Add: { by", 3), ("by: int = 1", 3), ("count: int", 4), ("Counter: { count", 3),
      ("most: {", 2),
    ])
  func references(_ part: String, _ count: Int) throws {
    let folder = try folder()
    let (document, cursor) = try folder.open("spec.yaml", marked(spec, before: part))
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(folder.workspace.places(of: name).count == count)
  }

  @Test(
    "Hover tells what is known",
    arguments: [
      ("most\n", "value: `10`"), ("most\n", "The most there may be."), ("Add:\n", "CounterReducer"),
      ("increment", "Adds"), ("action.by", "action"), ("reducers", "Each owns a state"),
    ])
  func hover(_ part: String, _ text: String) throws {
    let folder = try folder()
    let (document, cursor) = try folder.open("spec.yaml", marked(spec, before: part))
    let hover = try #require(folder.workspace.hover(in: document, at: cursor))
    #expect(hover.text.contains(text), "\(hover.text)")
  }

  @Test func callersAndHandlersOfAnActionAreFound() throws {
    let folder = try folder()
    let (document, cursor) = try folder.open("spec.yaml", marked(spec, before: "Add: {"))
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(folder.workspace.callers(of: name).map(\.noun) == ["steps"])
    #expect(folder.workspace.callees(of: name).map(\.name) == ["CounterReducer"])
  }

  @Test func theOutlineHasSectionsAndWhatTheyDeclare() throws {
    let folder = try folder()
    let (document, _) = try folder.open("spec.yaml", spec)
    let outline = folder.workspace.analysis(of: document).outline
    #expect(outline.map(\.name) == ["suas", "constants", "states", "actions", "reducers"])
    #expect(outline[4].children[0].children.map(\.name) == ["Add"])
  }

  @Test func signaturesOfTheCallAtTheCursorAreShown() throws {
    let folder = try folder()
    let (document, cursor) = try folder.open(
      "spec.yaml", spec.replacing("count < most", with: "'a'.replace('b', |"))
    let help = try #require(folder.workspace.signatureHelp(in: document, at: cursor))
    #expect(help.argument == 1)
    #expect(help.signatures.allSatisfy { $0.label.contains("replace") })
  }

  @Test func partsOfExpressionsHaveTokens() throws {
    let folder = try folder()
    let (document, _) = try folder.open("spec.yaml", spec)
    let tokens = folder.workspace.analysis(of: document).semanticTokens
    let kinds = tokens.map(\.kind)
    #expect(kinds == [.variable, .variable, .property, .variable, .variable])
  }

  @Test func commentsOverSeveralLinesFold() throws {
    let folder = try folder()
    let text = """
      # One
      # Two
      suas: 1
      # Alone
      description: >
        # No comment,
        # but text
      states:
        # Three

        # Four
        # Five
        # Six
        Counter: { count: int = 0 } # not on a line of its own

      """
    let (document, _) = try folder.open("spec.yaml", text)
    let foldings = folder.workspace.analysis(of: document).commentFoldings
    #expect(
      foldings.map { String(decoding: document.text[$0], as: UTF8.self) }
        == ["# One\n# Two", "  # Four\n  # Five\n  # Six"])
  }

  @Test func tokensOverSeveralLinesAreOneForEachLine() throws {
    let folder = try folder()
    let client = try TestClient(folders: [folder.path])
    let path = folder["spec.yaml"]
    try client.open(
      path, "suas: 1\nselectors:\n  a:\n    value: ${\"\"\"one\n      two\"\"\" + \"three\"}\n")
    let tokens = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": ["uri": "file://\(path)"]])
    let data = try #require(tokens["data"] as? [Int])
    let string = 5
    #expect(
      data == [3, 13, 6, string, 0, 1, 6, 6, string, 0, 0, 9, 7, string, 0], "\(data)")
  }
}
