import Foundation
import SuasSpec
import Support
import Testing

@testable import CEL
@testable import SuasDocs
@testable import SuasEngine
@testable import SuasLanguage
@testable import SuasProgram
@testable import SuasRuntime
@testable import SuasScenario

/// The reference in the DocC catalogues is complete.
@Suite struct ReferenceTests {
  static let spec = "Sources/SuasSpec/SuasSpec.docc"
  static let scenario = "Sources/SuasScenario/SuasScenario.docc"

  /// The pages about codes, with the texts of `suas-run explain`. With RECORD_FIXTURES=1 in the
  /// environment, those that differ are written anew, and their tests fail.
  static let generated: [GeneratedPage] = [
    GeneratedPage(
      path: "\(spec)/Diagnostics.md", title: "Diagnostics",
      introduction: """
        Errors that make a file unusable. Nothing runs until all of them are fixed.

        A diagnostic has a code, a message, and a position in a file. All diagnostics found in one
        stage are shown at once, in the order of the files. `suas-run explain CODE` prints the
        section of this page for a code.

        The samples are from a to-do list: rules are in the handler of an action `Do` with a text,
        an index and an amount; scenario files are beside its spec, `todo.yaml`.
        """,
      sections: Explanation.diagnostics.map(\.markdown)),
    GeneratedPage(
      path: "\(spec)/Warnings.md", title: "Warnings",
      introduction: """
        Warnings of `suas-run check` about valid files that probably contain a mistake.

        Warnings do not fail the check, unless `--deny warnings` is given: then any warning makes it
        fail with exit code 2.

        `suas-run types` warns of what a schema says and a spec does not.
        """,
      sections: Explanation.warnings.map(\.markdown)),
    GeneratedPage(
      path: "\(spec)/Errors.md", title: "Errors",
      introduction: """
        Codes of actions that are refused when they run, and of saved state that is lost.

        A refused action changes nothing: see <doc:Handling>. A scenario names the code under
        `error`. You can add your own codes with <doc:Verbs#fail>. Two codes from <doc:Diagnostics>
        also occur here, when a value of type `any` turns out to have the wrong type.
        """,
      sections: (Explanation.refusals + Explanation.losses
        + Explanation.diagnostics.filter(\.isMetWhenRunning))
        .map(\.markdown)),
    GeneratedPage(
      path: "\(spec)/Functions.md", title: "Functions",
      introduction: """
        The functions that expressions can call, besides CEL's macros.

        The macros are `has(x.field)`, `all`, `exists`, `exists_one`, `filter`, `map` with one variable
        or two of different names, `transformList`, `transformMap`, `transformMapEntry`, `sortBy`, `optMap`,
        `optFlatMap`, `cel.bind(name, value, expression)`, and `closure` and `fold`, described in
        <doc:Expressions#The-macro-closure> and <doc:Expressions#The-macro-fold>. A capital letter stands for any type, `dyn` for a type
        that is known only when the expression runs, `optional_type(T)` for a `T` that may be missing.

        `suas-run functions` prints these tables, `suas-run functions NAME` the entries with that
        name. `suas-run eval EXPRESSION` prints the value of an expression, and its type:

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
    try expectRecorded(page.text, in: packageRoot.appendingPathComponent(page.path))
  }

  @Test("Every code has its heading")
  func codes() throws {
    let headings = try Self.generated.flatMap { try Document($0.path).headings }
    for explanation in Explanation.all { #expect(headings.contains(explanation.code)) }
  }

  @Test("Every verb has its heading, with an example")
  func verbHeadings() throws {
    try expectHeadings(VerbTable.standard.keywords, on: "\(Self.spec)/Verbs.md")
  }

  @Test("Every type has its heading, with an example")
  func types() throws {
    try expectHeadings(
      TypeResolver.builtin.map(\.0) + ["list", "map", "partial", "T?"], on: "\(Self.spec)/Types.md")
  }

  @Test("Every key of a spec has its heading, with an example")
  func sections() throws {
    try expectHeadings(Spec.form.names, on: "\(Self.spec)/SpecFiles.md")
  }

  @Test("Every key of a reducer has its heading, and every argument of a verb is mentioned")
  func rules() throws {
    try expectHeadings(ReducerDeclaration.form.names, on: "\(Self.spec)/Rules.md")
    let pages = try text("\(Self.spec)/Rules.md") + text("\(Self.spec)/Verbs.md")
    for argument in VerbTable.standard.argumentNames { #expect(pages.contains("`\(argument)`")) }
  }

  @Test("Every key of what is around the reducers has its heading, with an example")
  func surroundings() throws {
    try expectHeadings(
      SelectorDeclaration.form.names + ListenerDeclaration.form.names,
      on: "\(Self.spec)/Listeners.md")
    try expectHeadings(
      DeclaredMiddleware.form.names + ["dispatch", "next"], on: "\(Self.spec)/Middleware.md")
    try expectHeadings(
      EffectDeclaration.form.names + RunDeclaration.form.names, on: "\(Self.spec)/Effects.md")
  }

  @Test("Every key of a field has its heading, with an example")
  func fields() throws {
    try expectHeadings(FieldDeclaration.form.names, on: "\(Self.spec)/Fields.md")
  }

  @Test("Every key of a scenario file has its heading, with an example")
  func scenarios() throws {
    try expectHeadings(
      ScenarioFile.form.names + ScenarioHeader.form.names,
      on: "\(Self.scenario)/ScenarioFiles.md")
  }

  @Test("Every step has its heading, with an example")
  func steps() throws {
    try expectHeadings(
      StepKeyword.allCases.map(\.rawValue) + ["expect"], on: "\(Self.scenario)/Steps.md")
  }

  @Test("Every expectation has its heading, with an example")
  func expectations() throws {
    try expectHeadings(
      ExpectationDeclaration.form.names, on: "\(Self.scenario)/Expectations.md")
  }

  @Test("Every matcher has its heading, with an example")
  func matchers() throws {
    try expectHeadings(MatcherKeyword.allCases.map(\.rawValue), on: "\(Self.scenario)/Matchers.md")
  }

  @Test("Every page is named on its catalogue's first one, and in the contents of the book")
  func links() throws {
    let contents = try text("docs/README.md")
    for folder in [Self.spec, Self.scenario] {
      let target = folder.split(separator: "/")[1]
      let landing = try text("\(folder)/\(target).md")
      #expect(contents.contains("(../\(folder)/\(target).md)"))
      for document in DocumentTests.reference where document.path.hasPrefix(folder) {
        let name = URL(fileURLWithPath: document.path).deletingPathExtension().lastPathComponent
        guard name != target else { continue }
        #expect(landing.contains("<doc:\(name)>"))
        #expect(contents.contains("(../\(document.path))"), "\(document.path)")
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
