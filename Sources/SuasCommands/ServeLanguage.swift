import ArgumentParser
import Files
import SuasLanguageServer
import SystemPackage

struct ServeLanguage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: the language server, on standard input and output.",
    discussion: """
      Speaks the Language Server Protocol. Editors start it; nobody types to it. It never writes a \
      file: what changes files, it asks the editor to change.
      """)

  @Flag(help: "Accepted for editors that name the way to speak; there is no other.")
  var stdio = false

  func run() throws {
    let status = Connection.serve(
      input: FileParts(standardInput: ()), output: .standardOutput, version: SuasRun.version)
    if status != 0 { throw ExitCode(status) }
  }
}
