import ArgumentParser
import SuasScenario
import SuasSpec
import YAML

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a JSON Schema, by which editors complete and check files as they are typed.",
    discussion: """
      For yaml-language-server, print it to a file and name that in the first line of others:

        # yaml-language-server: $schema=todo.schema.json
      """)

  /// What kind of files the schema is for.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case spec, scenario, fragments
  }

  @Argument(help: "The files that the schema is for: spec, scenario or fragments.")
  var kind: Kind

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      """
      A file of the spec whose actions, states, listeners and effects scenarios may name; several \
      are joined.
      """, valueName: "spec"), completion: .file(extensions: ["yaml"]))
  var specs: [String] = []

  @OptionGroup var folder: RootArguments

  func validate() throws {
    if kind == .spec, !specs.isEmpty {
      throw ValidationError("--for goes with 'schema scenario' and 'schema fragments' only")
    }
  }

  func run() throws {
    let document: JSON
    switch kind {
    case .spec: document = SpecSchema.document
    case .scenario: document = try scenarios().scenarioDocument
    case .fragments: document = try scenarios().fragmentDocument
    }
    Terminal.write(document.text, as: .json)
  }

  private func scenarios() throws -> ScenarioSchema {
    guard !specs.isEmpty else { return ScenarioSchema() }
    do throws(Diagnostics) {
      return ScenarioSchema(for: try Loader(root: folder.root).spec(at: specs))
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
  }
}
