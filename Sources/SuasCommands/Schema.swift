import ArgumentParser
import SuasReports
import SuasScenario
import SuasSpec
import YAML

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a JSON Schema, so that editors complete and check files as you type.",
    discussion: """
      For yaml-language-server, write it to a file, and name that file in the first line of yours:

        # yaml-language-server: $schema=todo.schema.json
      """)

  /// The kind of files that the schema is for.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case spec, scenario, fragments
  }

  @Argument(help: "The kind of files that the schema describes: spec, scenario or fragments.")
  var kind: Kind

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      """
      A file of the spec whose actions, states, listeners and effects the scenarios use; several \
      files are joined.
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
