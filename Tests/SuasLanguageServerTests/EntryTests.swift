import Foundation
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasIDE

@Suite struct EntryTests {
  /// The number of edits in each file.
  private static let edits = ProcessInfo.processInfo.environment["ALL_ENTRIES"] == nil ? 30 : 1000

  private static let spec = """
    suas: 1
    enums:
      Color: [red, green]
    types:
      Todo: { title: string, color: Color = red }
    states:
      Todos:
        items: list(Todo) = []
        unused: int = 0
    actions:
      Add: { title: string }
      Remove: { index: int }
    rules:
      add:
        of: Todos
        params: { item: Todo }
        do:
          - append: items
            value: ${item}
    reducers:
      todos:
        state: Todos
        on:
          Add:
            # the end of the list
            - use: add
              with: { item: { title: "${action.title}" } }
          Remove:
            - remove-at: items
              index: action.index
    selectors:
      count: { value: "${store.Todos.items.size()}" }
    listeners:
      onCount: { selector: count, filter: changed }
    invariants:
      few: store.Todos.items.size() < 100

    """

  @Test(arguments: [
    ("- remove-at: items\n", "- remove-at: itemss\n", "unknown-field"),
    ("index: action.index", "index: action.inde", "unknown-field"),
    ("index: action.index", "indexx: action.index", "unknown-key"),
    ("- use: add", "- use: ad", "unknown-rule"),
    ("value: ${item}", "value: ${items}", "type-mismatch"),
    ("title: string, color: Color", "title: strin, color: Color", "unknown-type"),
    ("color: Color = red", "color: Color = rede", "unknown-case"),
    ("[red, green]", "[red, green, red]", "duplicate-name"),
    ("Add: { title: string }", "Add: { title: String }", "unknown-type"),
    ("${store.Todos.items.size()}", "${store.Todo.items.size()}", "unknown-field"),
    ("filter: changed", "filter: change", "undeclared-name"),
    ("< 100", "< ", "expression-syntax"),
    ("state: Todos", "state: Todo", "unknown-state"),
  ])
  func aMistakeIsReportedByACheckOfItsEntryAlone(
    _ right: String, _ wrong: String, _ code: String
  ) throws {
    let folder = try EditedFolder()
    let prompt = try #require(try folder.promptDiagnostics(after: right, wrong, in: Self.spec))
    #expect(prompt.diagnostics.items.map(\.code.rawValue).contains(code), "\(prompt.diagnostics)")
    let whole = folder.workspace.analysis(of: try folder.document("app.yaml")).diagnostics
    let found = Set(prompt.diagnostics.items.map(Found.init))
    #expect(found.isSubset(of: whole.items.map(Found.init)), "\(found) \(whole)")
  }

  @Test(arguments: [
    // Its meaning may change although its lines do not.
    ("- use: add\n", "- use: \"add\n"), ("value: ${item}", "value: &item ${item}"),
    ("      Remove:\n", "  Remove:\n"), ("      Remove:\n", "Remove:\n"),
    ("        - remove-at: items\n", "\t- remove-at: items\n"),
    // Something other than the value of one entry.
    ("  few:", "  fewer:"), ("listeners:", "listener:"), ("suas: 1", "suas: 2"),
    ("enums:\n", "enums:\n  Size: [small]\n"), ("enums:\n  Color: [red, green]\n", ""),
    ("Add: { title: string }\n  Remove: { index: int }", "Add: {}\n  Remove: {}"),
  ])
  func anotherChangeNeedsACheckOfTheWholeSpec(_ text: String, _ changed: String) throws {
    let folder = try EditedFolder()
    #expect(try folder.promptDiagnostics(after: text, changed, in: Self.spec) == nil)
  }

  @Test(arguments: [
    ("# the end of the list", "# the end", false), ("\"${action.title}\"", "a", false),
    ("filter: changed", "filter: always", false), ("< 100", "< 99", false),
    ("value: ${item}", "value: ${ item }", true), ("params: { item: Todo }", "params: {}", true),
    ("unused: int = 0", "unused: int = 1", true), ("state: Todos", "state: Todo", true),
    ("items.size()}", "items}", true), ("[red, green]", "[red]", true),
  ])
  func anEditTellsWhetherOthersMayDependOnIt(
    _ text: String, _ changed: String, _ concernsOthers: Bool
  ) throws {
    let folder = try EditedFolder()
    let prompt = try #require(try folder.promptDiagnostics(after: text, changed, in: Self.spec))
    #expect(prompt.concernsOthers == concernsOthers)
  }

  @Test func diagnosticsElsewhereMoveWithTheirText() throws {
    let folder = try EditedFolder()
    let spec = Self.spec.replacing("< 100", with: "< hundred")
    let prompt = try #require(
      try folder.promptDiagnostics(after: "# the end of the list", "# a\n\n        # b", in: spec))
    let whole = folder.workspace.analysis(of: try folder.document("app.yaml")).diagnostics
    #expect(prompt.diagnostics.items.map(Found.init) == whole.items.map(Found.init))
    #expect(whole.items.map(\.code.rawValue) == ["undeclared-name"])
  }

  @Test func anEntryIsNotCheckedAloneAfterAChangeOfAnotherFile() throws {
    let folder = try EditedFolder(["more.yaml": "suas: 1\nenums: { Size: [small] }"])
    let spec = Self.spec.replacing("suas: 1", with: "suas: 1\ninclude: [more.yaml]")
    _ = folder.workspace.analysis(of: try folder.open("app.yaml", spec).document)
    _ = try folder.open("more.yaml", "suas: 1\nenums: { Size: [small, large] }")
    let edited = try folder.open("app.yaml", spec.replacing("< 100", with: "< 99")).document
    #expect(folder.workspace.promptDiagnostics(of: edited, fromSize: 0) == nil)
  }

  @Test func anEditThatIsTakenBackNeedsNoCheck() throws {
    let folder = try EditedFolder()
    let spec = Self.spec.replacing("< 100", with: "< hundred")
    let whole = folder.workspace.analysis(of: try folder.open("app.yaml", spec).document)
    _ = try folder.open("app.yaml", Self.spec)
    let again = try folder.open("app.yaml", spec).document
    let prompt = try #require(folder.workspace.promptDiagnostics(of: again, fromSize: 0))
    #expect(!prompt.concernsOthers)
    #expect(prompt.diagnostics.items.map(Found.init) == whole.diagnostics.items.map(Found.init))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func linesMayEndInAnyWay(_ end: String) throws {
    let folder = try EditedFolder()
    let spec = Self.spec.replacing("\n", with: end)
    let prompt = try #require(
      try folder.promptDiagnostics(after: "action.index", "action.indexx", in: spec))
    let whole = folder.workspace.analysis(of: try folder.document("app.yaml")).diagnostics
    #expect(prompt.diagnostics.items.map(Found.init) == whole.items.map(Found.init))
    #expect(whole.items.map(\.code.rawValue) == ["unknown-field"])
  }

  @Test func theLastEntryMayEndWithoutALineBreak() throws {
    let folder = try EditedFolder()
    let spec = String(Self.spec.dropLast(2))
    #expect(spec.hasSuffix("< 10"))
    let prompt = try #require(try folder.promptDiagnostics(after: "< 10", "< ten", in: spec))
    #expect(prompt.diagnostics.items.map(\.code.rawValue) == ["undeclared-name"])
    let (document, cursor) = try folder.open("app.yaml", spec.replacing("< 10", with: "< st|"))
    #expect(folder.workspace.entry(around: cursor, in: document) != nil)
    let offered = folder.workspace.completions(in: document, at: cursor).items.map(\.label)
    #expect(offered.contains("store"))
  }

  @Test(arguments: [
    "suas: 1", "changed }\n", "changed }\n\n", "few: ", "< 100", "< 100\n", "indexx: action.",
    "- use: ", "actions:\n",
  ])
  func placesInsideAndOutsideOfTheEditedEntryAreCompleted(_ before: String) throws {
    let folder = try EditedFolder()
    let spec = Self.spec.replacing("invariants:", with: "\ninvariants:")
    _ = folder.workspace.analysis(of: try folder.open("app.yaml", spec).document)
    let edited = spec.replacing("index: action", with: "indexx: action")
    let marked = edited.replacing(before, with: before + "|")
    let (document, cursor) = try folder.open("app.yaml", marked)
    let offered = folder.workspace.completions(in: document, at: cursor)
    document.lastCheck = nil
    let expected = folder.workspace.completions(in: document, at: cursor)
    #expect(offered.items.map(\.label) == expected.items.map(\.label))
    #expect(offered.range == expected.range)
  }

  @Test func theDiagnosticsOfAnEditedEntryAreThoseOfTheWholeSpec() throws {
    var random = Support.SplitMix64(seed: 7)
    var count = 0
    for path in Repository.specs where !path.hasSuffix(".scenario.yaml") {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let workspace = Workspace(folders: [folder])
      let text = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      for _ in 0..<Self.edits {
        workspace.open(path, text)
        _ = workspace.analysis(of: try #require(workspace.document(at: path)))
        let edited = edit(text, &random)
        workspace.open(path, edited)
        let document = try #require(workspace.document(at: path))
        guard let prompt = workspace.promptDiagnostics(of: document, fromSize: 0) else { continue }
        count += 1
        let whole = workspace.analysis(of: document).diagnostics
        let found = [prompt.diagnostics, whole].map { Set($0.items.map(Found.init)) }
        let differing = found[0].symmetricDifference(found[1])
        let comment: Comment = "\(path) \(differing)\n\(String(decoding: edited, as: UTF8.self))"
        if prompt.concernsOthers {
          // An error for another reason, if it is one: a type or function that leads to itself.
          let isEarlier = whole.items.contains { $0.code.rawValue.hasPrefix("recursive") }
          #expect(found[0].isSubset(of: found[1]) || isEarlier, comment)
        } else {
          // An entry alone does not tell which names are used, of which there are only warnings.
          #expect(differing.allSatisfy { !$0.isError }, comment)
        }
      }
    }
    #expect(count > 100)
  }

  @Test func anEntryOffersTheCompletionsOfTheWholeSpec() throws {
    var random = Support.SplitMix64(seed: 8)
    var count = 0
    for path in Repository.specs where !path.hasSuffix(".scenario.yaml") {
      let workspace = Workspace()
      let text = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      for _ in 0..<Self.edits {
        workspace.open(path, text)
        _ = workspace.analysis(of: try #require(workspace.document(at: path)))
        let word = word(in: text, &random)
        let cursor = Int.random(in: word, using: &random)
        workspace.open(path, Array(text[..<cursor] + text[word.upperBound...]))
        let document = try #require(workspace.document(at: path))
        guard workspace.entry(around: cursor, in: document) != nil else { continue }
        count += 1
        let offered = workspace.completions(in: document, at: cursor)
        document.lastCheck = nil
        let expected = workspace.completions(in: document, at: cursor)
        #expect(offered.range == expected.range)
        // If the whole spec cannot be checked, the types of histories are not known.
        let labels = offered.items.map(\.label)
        let isKnown = expected.items.contains { $0.label == "DocumentHistory" }
        #expect(
          labels.filter { isKnown || $0 != "DocumentHistory" } == expected.items.map(\.label),
          "\(path):\(cursor)")
      }
    }
    #expect(count > 100)
  }

  /// A diagnostic as a client sees it.
  private struct Found: Hashable {
    let isError: Bool
    let code: String
    let message: String
    let offsets: Range<Int>?

    init(_ diagnostic: Diagnostic) {
      isError = diagnostic.severity == .error
      code = diagnostic.code.rawValue
      message = diagnostic.message
      offsets = if case .range(let range) = diagnostic.place { range.offsets } else { nil }
    }
  }

  /// Returns the range of a random word of a text.
  private func word(in text: [UInt8], _ random: inout Support.SplitMix64) -> Range<Int> {
    while true {
      let start = Int.random(in: text.indices, using: &random)
      guard text[start].isWordByte, start == 0 || !text[start - 1].isWordByte else { continue }
      return start..<(text[start...].firstIndex { !$0.isWordByte } ?? text.count)
    }
  }

  /// Returns a text with a random change.
  private func edit(_ text: [UInt8], _ random: inout Support.SplitMix64) -> [UInt8] {
    var text = text
    let place = word(in: text, &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      text.replaceSubrange(place, with: Array(text[word(in: text, &random)]))
    case 2:
      let end = min(text.count, place.lowerBound + Int.random(in: 1..<9, using: &random))
      text.removeSubrange(place.lowerBound..<end)
    case 3, 4:
      let marks = Array("\"'{}[]:#-|>&*\n $(),.x0 ".utf8)
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        text.insert(marks.randomElement(using: &random) ?? 0x20, at: place.lowerBound)
      }
    default:
      // A line twice, or none of it.
      let start = text[..<place.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      let line = Array(text[start..<end])
      text.replaceSubrange(start..<end, with: Bool.random(using: &random) ? line + line : [])
    }
    return text
  }
}

extension EditedFolder {
  func document(_ name: String) throws -> Document {
    try #require(workspace.document(at: self[name]))
  }

  /// Checks a spec, and returns its diagnostics after a change of one text in it.
  fileprivate func promptDiagnostics(
    after text: String, _ changed: String, in spec: String
  ) throws -> Workspace.PromptDiagnostics? {
    _ = workspace.analysis(of: try open("app.yaml", spec).document)
    #expect(spec.contains(text))
    return workspace.promptDiagnostics(
      of: try open("app.yaml", spec.replacing(text, with: changed)).document, fromSize: 0)
  }
}
