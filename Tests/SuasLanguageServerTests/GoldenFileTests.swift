import SuasIDE
import SuasSpec
import Testing
import YAML

/// Golden files in an editor: the names in them are those of the spec.
@Suite struct GoldenFileTests {
  private let spec = """
    suas: 1
    types:
      Item: { title: string, isDone: bool = false }
    states:
      List: { items: "list(Item) = []" }
    actions:
      Add: { title: string }
    reducers:
      ListReducer:
        state: List
        on:
          Add:
            - append: items
              value: { title: "${action.title}" }
    listeners:
      saved: { stateKey: List }

    """
  private let scenario = """
    spec: spec.yaml
    scenario: One is added
    steps:
      - listen: saved
      - dispatch: Add
        with: { title: Bread }
      - golden: state
      - golden: { name: trace, of: trace }
      - golden: { name: told, of: notifications }

    """
  private static let state = "List:\n  items:\n    - title: Bread\n      isDone: false\n"
  private static let trace = """
    - action: Add
      with:
        title: Bread
      changes:
        List.items[0]:
          title: Bread
          isDone: false
      notified:
        - saved

    """
  private static let told = "- saved:\n    items: []\n"

  private func folder() throws -> EditedFolder {
    try EditedFolder([
      "spec.yaml": spec, "spec.scenario.yaml": scenario,
      "golden/spec/state.yaml": Self.state, "golden/spec/trace.yaml": Self.trace,
      "golden/spec/told.yaml": Self.told,
    ])
  }

  private func name(in file: String, _ folder: EditedFolder, _ marked: String) throws
    -> NameAtCursor?
  {
    let (document, cursor) = try folder.open("golden/spec/\(file).yaml", marked)
    return folder.workspace.name(in: document, at: cursor)
  }

  @Test(
    "Hover and definition know the names in a golden file",
    arguments: [
      ("state", state, "List", "state List"), ("state", state, "items", "field items"),
      ("state", state, "isDone", "field isDone: bool = false"),
      ("trace", trace, "Add", "action Add"), ("trace", trace, "title", "field title: string"),
      ("trace", trace, "items[0]", "field items"), ("trace", trace, "saved", "listener saved"),
      ("told", told, "saved", "listener saved"), ("told", told, "items", "field items"),
    ])
  func names(file: String, text: String, part: String, known: String) throws {
    let folder = try folder()
    let at = try #require(text.firstRange(of: part)).lowerBound
    let (document, cursor) = try folder.open(
      "golden/spec/\(file).yaml", text[..<at] + "|" + text[at...])
    let hover = try #require(folder.workspace.hover(in: document, at: cursor))
    #expect(hover.text.contains(known), "\(hover.text)")
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(name.declaration.range.source.name == folder["spec.yaml"])
    #expect(folder.workspace.analysis(of: document).diagnostics.items.isEmpty)
  }

  @Test func referencesOfAFieldLeadToGoldenFiles() throws {
    let folder = try folder()
    let (document, cursor) = try folder.open(
      "spec.yaml", spec.replacing("isDone: bool", with: "|isDone: bool"))
    let name = try #require(folder.workspace.name(in: document, at: cursor))
    #expect(
      folder.workspace.places(of: name).map(\.path).sorted()
        == [
          folder["golden/spec/state.yaml"], folder["golden/spec/trace.yaml"], folder["spec.yaml"],
        ]
    )
  }

  @Test func aFileThatNoScenarioNamesHasNoNames() throws {
    let folder = try folder()
    #expect(try name(in: "other", folder, "|List:\n  items: []\n") == nil)
    _ = try folder.open("spec.scenario.yaml", scenario.replacing("golden: state", with: "reset:"))
    #expect(try name(in: "state", folder, "|" + Self.state) == nil)
  }

  @Test func aGoldenFileThatIsNotOpenFollowsItsScenario() throws {
    let folder = try folder()
    func references() throws -> Int {
      let (document, cursor) = try folder.open(
        "spec.yaml", spec.replacing("isDone: bool", with: "|isDone: bool"))
      let name = try #require(folder.workspace.name(in: document, at: cursor))
      _ = try folder.open("spec.scenario.yaml", "spec: spec.yaml\nscenario: None\nsteps: [")
      #expect(folder.workspace.places(of: name).count == 1)
      _ = try folder.open("spec.scenario.yaml", scenario)
      return folder.workspace.places(of: name).count
    }
    #expect(try references() == 3)
  }

  @Test func aNameInAGoldenFileIsRenamedEverywhere() throws {
    let folder = try folder()
    let name = try #require(
      try self.name(in: "state", folder, Self.state.replacing("isD", with: "|isD")))
    let edits = try folder.workspace.rename(name, to: "done")
    let golden = edits.filter { $0.place.path == folder["golden/spec/state.yaml"] }
    #expect(golden.map(\.text) == ["List:\n  items:\n    - title: Bread\n      done: false\n"])
    #expect(edits.contains { $0.place.path == folder["spec.yaml"] && $0.text == "done" })
  }
}
