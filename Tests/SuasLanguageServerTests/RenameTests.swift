import Foundation
import SuasSpec
import Testing
import YAML

@testable import SuasIDE

@Suite struct RenameTests {
  /// The names that are tried in a run of all tests: one of so many.
  private static let step = ProcessInfo.processInfo.environment["ALL_NAMES"] == nil ? 13 : 1

  @Test(arguments: Repository.folders)
  func everyNameOfASpecCanBeRenamedAndBack(_ folder: String) throws {
    let workspace = Workspace(folders: [folder])
    let texts = Dictionary(
      uniqueKeysWithValues: workspace.files.map { ($0, workspace.text(of: $0) ?? []) })
    for (index, declared) in workspace.names(containing: "").enumerated()
    where index % Self.step == 0 {
      let name = NameAtCursor(
        symbol: declared.symbol, range: declared.range.offsets, declaration: declared)
      let new = declared.symbol.name + (declared.symbol.name.contains("-") ? "-renamed" : "Renamed")
      // A jump in a history reads the field `by`.
      if declared.symbol == Symbol(.field, "by", in: "action Travel") { continue }
      let renamed = Workspace(copying: workspace)
      let edits: [TextEdit]
      do throws(EditingFailure) {
        edits = try workspace.rename(name, to: new)
      } catch {
        // What a released version saved keeps its name until a migration gives it another one.
        #expect(
          error.message.contains(/version \d/), "\(declared.symbol): \(error.message)")
        continue
      }
      try renamed.apply(edits)
      let found = try #require(
        renamed.names(containing: new).first { $0.symbol.name == new && $0.noun == declared.noun })
      #expect(renamed.units().allSatisfy { !$0.diagnostics.hasErrors }, "\(declared.symbol)")
      #expect(GoldenRun(renamed.units()).failing.isEmpty, "\(declared.symbol)")
      try renamed.apply(
        try renamed.rename(
          NameAtCursor(symbol: found.symbol, range: found.range.offsets, declaration: found),
          to: declared.symbol.name))
      for (path, text) in texts { #expect(renamed.text(of: path) == text, "\(declared.symbol)") }
    }
  }

  @Test func aNameThatIsTakenIsRefused() throws {
    let folder = try EditedFolder()
    let (document, cursor) = try folder.open(
      "spec.yaml",
      "suas: 1\nstates:\n  S: { |a: int = 0, b: int = 0 }\n")
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(throws: EditingFailure.self) { try folder.workspace.rename(name, to: "b") }
    #expect(throws: EditingFailure.self) { try folder.workspace.rename(name, to: "no name") }
    #expect(try folder.workspace.rename(name, to: "c").count == 1)
  }

  private static let spec = """
    suas: 1
    states:
      S: { items: "list(int) = []", total: int = 0 }
    actions:
      Add: { most: int }
    reducers:
      R:
        state: S
        on:
          Add:
            - let: { limit: action.most }
            - for-each: items.filter(n, n < limit)
              as: number
              do:
                - increment: total
                  by: number
                  when: number < limit
            - update: items
              as: number
              do:
                - set: number
                  value: ${number + limit}

    """

  @Test(
    "Names that rules and macros bind are renamed where they mean the same",
    arguments: [
      ("limit: action", 4), ("n, n < limit", 2), ("number\n          do:\n            - inc", 3),
      ("number\n          do:\n            - set", 3),
    ])
  func variables(_ part: String, _ count: Int) throws {
    let folder = try EditedFolder()
    let start = try #require(Self.spec.firstRange(of: part))
    let (document, cursor) = try folder.open(
      "spec.yaml", Self.spec[..<start.lowerBound] + "|" + Self.spec[start.lowerBound...])
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    let edits = try folder.workspace.rename(name, to: "other")
    #expect(edits.count == count)
    try folder.workspace.apply(edits)
    let renamed = try #require(folder.workspace.analysis(of: folder["spec.yaml"]))
    #expect(renamed.diagnostics.items.isEmpty)
  }

  @Test(arguments: ["limit", "total"])
  func aVariableCannotTakeANameThatIsUsedWithinItsRules(_ taken: String) throws {
    let folder = try EditedFolder()
    let part = "number\n          do:\n            - inc"
    let (document, cursor) = try folder.open(
      "spec.yaml", Self.spec.replacing(part, with: "|" + part))
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(throws: EditingFailure.self) { try folder.workspace.rename(name, to: taken) }
  }

  private static let scenario = """
    spec: spec.yaml
    include: shared.yaml
    scenario: Sums up to ${limit}
    examples:
      - { limit: 3, sum: 1 }
      - { sum: 0, "limit": 1 }
    steps:
      - for-each: "[limit, limit]"
        as: most
        steps:
          - dispatch: Add
            with: { most: "${most}" }
            expect: { that: most == limit }
      - use: sums
      - expect: { state: { S: { total: "${sum - sum}" } } }

    """
  private static let shared = """
    fragments:
      sums:
        steps:
          - expect: { that: store.S.total == sum - sum }

    """

  @Test(
    "Columns and elements are renamed in a scenario and in the fragments that see them",
    arguments: [("limit: 3", 6), ("limit}", 6), ("sum: 0", 6), ("most\n", 3), ("most}", 3)])
  func columns(_ part: String, _ count: Int) throws {
    let folder = try EditedFolder(["spec.yaml": Self.spec, "shared.yaml": Self.shared])
    let at = try #require(Self.scenario.firstRange(of: part)).lowerBound
    let (document, cursor) = try folder.open(
      "spec.scenario.yaml", Self.scenario[..<at] + "|" + Self.scenario[at...])
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    let edits = try folder.workspace.rename(name, to: "other")
    #expect(edits.count == count)
    try folder.workspace.apply(edits)
    let units = folder.workspace.units()
    #expect(units.allSatisfy { $0.diagnostics.items.isEmpty })
    #expect(GoldenRun(units).failing.isEmpty)
  }

  @Test func aFieldThatIsRenamedWithAnotherIsRenamedInOtherSpecsToo() throws {
    let shared = "suas: 1\nactions:\n  Remove: { id: int }\n"
    let one = """
      suas: 1
      include: shared.yaml
      states:
        S: { last: int = 0 }
      actions:
        Add: { id: int }
      reducers:
        R:
          state: S
          on:
            Add: [{ set: last, value: "${action.id}" }]
            Remove: [{ set: last, value: "${action.id}" }]
      transitions:
        positive:
          on: [Add, Remove]
          that: action.id >= 0

      """
    let two = """
      suas: 1
      include: shared.yaml
      states:
        S: { last: int = 0 }
      reducers:
        R:
          state: S
          on:
            Remove: [{ set: last, value: "${action.id}" }]

      """
    let folder = try EditedFolder(["shared.yaml": shared, "one.yaml": one, "two.yaml": two])
    let (document, cursor) = try folder.open(
      "one.yaml", one.replacing("Add: { id", with: "Add: { |id"))
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    try folder.workspace.apply(try folder.workspace.rename(name, to: "number"))
    #expect(folder.workspace.units().allSatisfy { $0.diagnostics.items.isEmpty })
    let renamed = String(
      decoding: folder.workspace.text(of: folder["two.yaml"]) ?? [], as: UTF8.self)
    #expect(renamed.contains("${action.number}"))
  }

  @Test(
    "Fragments that no scenario includes know one another", arguments: [("first", 3), ("n:", 3)])
  func fragmentsAlone(_ part: String, _ count: Int) throws {
    let text = """
      fragments:
        first:
          params: { n: int }
          steps: []
        second:
          steps:
            - use: first
              with: { n: 1 }
            - for-each: "[1]"
              steps: [{ use: first, with: { n: 2 } }]

      """
    let folder = try EditedFolder()
    let at = try #require(text.firstRange(of: part)).lowerBound
    let (document, cursor) = try folder.open("shared.yaml", text[..<at] + "|" + text[at...])
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(folder.workspace.places(of: name).count == count)
  }

  @Test(arguments: ["sum", "store", "no name"])
  func aColumnCannotTakeANameThatIsUsed(_ taken: String) throws {
    let folder = try EditedFolder(["spec.yaml": Self.spec, "shared.yaml": Self.shared])
    let (document, cursor) = try folder.open(
      "spec.scenario.yaml", Self.scenario.replacing("limit: 3", with: "|limit: 3"))
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(throws: EditingFailure.self) { try folder.workspace.rename(name, to: taken) }
  }
}

extension Workspace {
  /// Applies edits as a client does: to the buffers.
  fileprivate func apply(_ edits: [TextEdit]) throws {
    for path in Set(edits.map(\.place.path)) { open(path, try applied(edits, to: path)) }
  }
}
