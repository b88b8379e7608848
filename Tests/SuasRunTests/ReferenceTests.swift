import Foundation
import Testing

@testable import CEL
@testable import SuasScenario
@testable import SuasSpec

/// The reference in the DocC catalogues speaks of everything there is.
@Suite struct ReferenceTests {
  static let spec = "Sources/SuasSpec/SuasSpec.docc"
  static let scenario = "Sources/SuasScenario/SuasScenario.docc"

  /// The pages about codes, which say what `suas-run explain` says.
  static let generated: [GeneratedPage] = [
    GeneratedPage(
      path: "\(spec)/Diagnostics.md", title: "Diagnostics",
      introduction: """
        What keeps a file from being used. Nothing runs until none is left.

        A diagnostic has a code, a message, and a place in a file. All that are found in one stage
        are shown at once, in the order of the files. `suas-run explain CODE` prints what this page
        says of a code.

        The samples speak of a to-do list: rules stand in the handler of an action `Do` with a text,
        an index and an amount; scenario files stand beside its spec, `todo.yaml`.
        """,
      sections: Explanation.diagnostics.map(\.markdown)),
    GeneratedPage(
      path: "\(spec)/Warnings.md", title: "Warnings",
      introduction: """
        What `suas-run check` says of a file that is sound, and yet hardly means what it says.

        Warnings stop nothing, unless `--deny warnings` is given: then a warning makes the check fail
        with the exit code 2.
        """,
      sections: Explanation.warnings.map(\.markdown)),
    GeneratedPage(
      path: "\(spec)/Errors.md", title: "Errors",
      introduction: """
        Why an action is refused when it runs.

        A refused action changes nothing: see <doc:Handling>. A scenario names the code under
        `error`. Authors add codes of their own with <doc:Verbs#fail>. Two codes of <doc:Diagnostics>
        are met here too, where a value of type `any` turns out to be of a type that will not do.
        """,
      sections: (Explanation.refusals + Explanation.diagnostics.filter(\.isMetWhenRunning))
        .map(\.markdown)),
    GeneratedPage(
      path: "\(spec)/Functions.md", title: "Functions",
      introduction: """
        What expressions can call, besides CEL's macros.

        The macros are `has(x.field)`, `all`, `exists`, `exists_one`, `filter`, `map` with one variable
        or two, `transformList`, `transformMap`, `transformMapEntry`, `sortBy`, `optMap`,
        `optFlatMap`, `cel.bind(name, value, expression)`, and `closure`, of which
        <doc:Expressions#The-macro-closure> tells. A capital letter stands for any type, `dyn` for one
        that is known only when the expression runs, `optional_type(T)` for a `T` that may be missing.

        `suas-run functions` prints these tables, `suas-run functions NAME` what is called so.
        `suas-run eval EXPRESSION` prints the value of an expression, and its type:

        <!-- run suas-run eval ["b","a"].sort() -->
        ```
        $ suas-run eval ["b","a"].sort()
        ["a", "b"]
        list(string)
        ```
        """,
      sections: Library.tables.map { title, functions in
        "## \(title)\n\n| call | gives | |\n|---|---|---|\n"
          + functions.map(\.rows).joined()
      }),
  ]

  @Test(
    "The pages about codes and functions say what the program's tables say",
    arguments: generated.map(\.path))
  func generatedPage(path: String) throws {
    let page = try #require(Self.generated.first { $0.path == path })
    let file = packageRoot.appendingPathComponent(page.path)
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
      try Data(page.text.utf8).write(to: file)
    }
    #expect(String(decoding: try Data(contentsOf: file), as: UTF8.self) == page.text)
  }

  @Test("Every code has its heading")
  func codes() throws {
    let headings = try Self.generated.flatMap { try Document($0.path).headings }
    for explanation in Explanation.all { #expect(headings.contains(explanation.code)) }
  }

  @Test("Every verb has its heading, with an example")
  func verbHeadings() throws {
    try expectHeadings(verbs.map { $0.keyword }, on: "\(Self.spec)/Verbs.md")
  }

  @Test("Every type has its heading, with an example")
  func types() throws {
    try expectHeadings(
      TypeResolver.builtin.map(\.0) + ["list", "map", "T?"], on: "\(Self.spec)/Types.md")
  }

  @Test("Every key of a spec has its heading, with an example")
  func sections() throws {
    try expectHeadings(try keys(of: "suas: 1\nxyzzy: 1\n"), on: "\(Self.spec)/SpecFiles.md")
  }

  @Test("Every key of a reducer has its heading, every argument of a verb is spoken of")
  func rules() throws {
    let reducer = "suas: 1\nreducers: { R: { state: S, xyzzy: 1 } }\n"
    try expectHeadings(try keys(of: reducer), on: "\(Self.spec)/Rules.md")
    let pages = try text("\(Self.spec)/Rules.md") + text("\(Self.spec)/Verbs.md")
    for argument in RuleReader.arguments { #expect(pages.contains("`\(argument)`")) }
  }

  @Test("Every key of what is around the reducers has its heading, with an example")
  func surroundings() throws {
    let selector = "suas: 1\nselectors: { s: { value: 1, xyzzy: 1 } }\n"
    let listener = "suas: 1\nlisteners: { l: { xyzzy: 1 } }\n"
    try expectHeadings(
      try keys(of: selector) + keys(of: listener), on: "\(Self.spec)/Listeners.md")
    let middleware = "suas: 1\nmiddleware: [{ name: m, do: [], xyzzy: 1 }]\n"
    try expectHeadings(
      try keys(of: middleware) + ["dispatch", "next"], on: "\(Self.spec)/Middleware.md")
    let effect = "suas: 1\neffects: { E: { run: { delay: 1s }, xyzzy: 1 } }\n"
    let run = "suas: 1\neffects: { E: { run: { xyzzy: 1 } } }\n"
    try expectHeadings(try keys(of: effect) + keys(of: run), on: "\(Self.spec)/Effects.md")
  }

  @Test("Every key of a field has its heading, with an example")
  func fields() throws {
    let field = "suas: 1\ntypes: { T: { f: { type: int, xyzzy: 1 } } }\n"
    try expectHeadings(try keys(of: field), on: "\(Self.spec)/Fields.md")
  }

  @Test("Every key of a scenario file has its heading, with an example")
  func scenarios() throws {
    let one = "spec: spec.yaml\nscenario: A\nsteps: []\nxyzzy: 1\n"
    try expectHeadings(
      try keys(of: one) + ["scenarios", "name"], on: "\(Self.scenario)/ScenarioFiles.md")
  }

  @Test("Every step has its heading, with an example")
  func steps() throws {
    try expectHeadings(
      StepDeclaration.acts + ["expect"], on: "\(Self.scenario)/Steps.md")
  }

  @Test("Every expectation has its heading, with an example")
  func expectations() throws {
    let expectation = "spec: spec.yaml\nscenario: A\nsteps: [{ expect: { xyzzy: 1 } }]\n"
    try expectHeadings(
      try keys(of: expectation), on: "\(Self.scenario)/Expectations.md")
  }

  @Test("Every matcher has its heading, with an example")
  func matchers() throws {
    try expectHeadings(PatternReader.matchers, on: "\(Self.scenario)/Matchers.md")
  }

  @Test("Every page is named on its catalogue's first one, and every catalogue in the README")
  func links() throws {
    let readme = try text("README.md")
    for folder in [Self.spec, Self.scenario] {
      let target = folder.split(separator: "/")[1]
      let landing = try text("\(folder)/\(target).md")
      #expect(readme.contains("\(folder)/\(target).md"))
      for document in DocumentTests.reference where document.path.hasPrefix(folder) {
        let name = URL(fileURLWithPath: document.path).deletingPathExtension().lastPathComponent
        guard name != target else { continue }
        #expect(landing.contains("<doc:\(name)>"))
        #expect(readme.contains(document.path))
      }
    }
  }

  @Test("A link between pages leads to a page, and to a heading on it")
  func pageLinks() throws {
    for document in DocumentTests.reference {
      for link in try text(document.path).matches(of: /<doc:(\w+)(?:#([^>]+))?>/) {
        let page = try #require(
          DocumentTests.reference.first { $0.path.hasSuffix("/\(link.1).md") },
          "\(document.path): \(link.0)")
        guard let heading = link.2 else { continue }
        let headings = page.headings.map { $0.replacing(" ", with: "-") }
        #expect(headings.contains(String(heading)), "\(document.path): \(link.0)")
      }
    }
  }

  private func text(_ path: String) throws -> String {
    String(
      decoding: try Data(contentsOf: packageRoot.appendingPathComponent(path)), as: UTF8.self)
  }

  /// The keys that the program knows where a file has the key `xyzzy`, as it says itself.
  private func keys(of file: String) throws -> [String] {
    let folder = try Folder()
    try folder.write("suas: 1\n", to: "spec.yaml")
    try folder.write(file, to: "file.yaml")
    let errors = try Program.run(["check", "file.yaml"], in: folder).errors
    let lines = errors.components(separatedBy: "has no key 'xyzzy'").dropFirst().first
    let help = try #require(lines?.components(separatedBy: "its keys are ").dropFirst().first)
    return help.prefix { $0 != "\n" }.components(separatedBy: ", ")
  }

  private func expectHeadings(
    _ names: [String], on path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let headings = try Set(
      Document(path).blocks.map { block in
        block.heading.prefix { $0.isLetter || $0.isNumber || "-$?".contains($0) }
      })
    #expect(!names.isEmpty, sourceLocation: sourceLocation)
    for name in names where !headings.contains(name[...]) {
      Issue.record(
        "\(path) has no heading '\(name)' with an example", sourceLocation: sourceLocation)
    }
  }
}
