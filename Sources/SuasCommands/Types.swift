import ArgumentParser
import Files
import LibYAML
import SuasScenario
import SuasSchemas
import YAML

struct Types: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the schemas of a JSON Schema or an OpenAPI document as types of a spec.",
    discussion: """
      The result is a spec with enums, types and variants, which another spec includes to name them \
      in the 'response' of its effects. What the language cannot express becomes 'any' or is left \
      out, and each such place is a warning.
      """)

  @Argument(
    help: ArgumentHelp("The document, in JSON or YAML.", valueName: "file"),
    completion: .file(extensions: ["json", "yaml"]))
  var path: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Write only the types of these schemas, and those that they need.", valueName: "name"))
  var only: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var output: String?

  func run() throws {
    let types: SchemaTypes
    do throws(SchemaTypes.Failure) {
      types = try SchemaTypes(of: try tree(), only: only)
    } catch {
      switch error {
      case .diagnostics(let diagnostics):
        Terminal.report(diagnostics, ofYAML: false)
        throw ExitStatus.unreadable
      case .unknownName(let name, let near):
        let help = near.map { "; did you mean '\(DisplayText.escaped($0))'?" } ?? ""
        throw ValidationError("there is no schema '\(DisplayText.escaped(name))'\(help)")
      }
    }
    Terminal.report(types.warnings, ofYAML: false)
    guard let output else { return Terminal.write(types.text) }
    try write(types.text, to: output)
  }

  private func tree() throws(SchemaTypes.Failure) -> Node {
    do throws(Diagnostics) {
      guard !Loader.isFolder(path), let file = try Loader().documents(named: [path]).first else {
        throw Diagnostics([.unreadable(path, because: "it is a folder", at: .file(path))])
      }
      return try LibYAML.parse(try file.read().source)
    } catch {
      throw .diagnostics(error)
    }
  }

  /// Writes the file, unless it is one that somebody else has written.
  private func write(_ text: String, to path: String) throws {
    let shown = DisplayText.escaped(path)
    if FileSystem.kind(of: path) == .file {
      let old = try? FileSystem.read(path, limit: Source.maximumSize)
      guard let source = try? old.map({ try Source(name: path, bytes: $0) }),
        SchemaTypes.wrote(source)
      else {
        Terminal.complain(
          "'\(shown)' stays as it is: it was not written by this command",
          help: "name another file, and include it")
        throw ExitStatus.unreadable
      }
    }
    do throws(FileFailure) {
      try FileSystem.write(Array(text.utf8), to: path)
    } catch {
      Terminal.complain("'\(shown)' cannot be written: \(error.words)")
      throw ExitStatus.unreadable
    }
  }
}
