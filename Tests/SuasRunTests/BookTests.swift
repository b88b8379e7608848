import Foundation
import Testing

/// The book in `docs` is complete, and its links lead somewhere.
@Suite struct BookTests {
  /// The pages whose links are relative paths.
  static let pages: [Document] =
    DocumentTests.book
    + ["ARCHITECTURE.md", "CONTRIBUTING.md", "specs/apps/README.md"].compactMap {
      try? Document($0)
    }

  @Test("The README has at most 200 lines")
  func lengthOfReadme() throws {
    let readme = try String(
      contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test("A link leads to a file, and to a heading in it", arguments: pages)
  func links(page: Document) throws {
    let prose = page.prose.replacing(/`[^`\n]*`/, with: "")
    let folder = packageRoot.appendingPathComponent(page.path).deletingLastPathComponent()
    for link in prose.matches(of: /\]\(([^)\s#]*)(?:#([^)\s]+))?\)/) where !link.1.contains("://") {
      let file =
        link.1.isEmpty
        ? packageRoot.appendingPathComponent(page.path)
        : folder.appendingPathComponent(String(link.1)).standardizedFileURL
      #expect(
        FileManager.default.fileExists(atPath: file.path), "\(page.path): \(link.1) is missing")
      guard let anchor = link.2 else { continue }
      let target = try Document(String(file.path.dropFirst(packageRoot.path.count + 1)))
      #expect(
        target.headings.map(Self.anchor).contains(String(anchor)),
        "\(page.path): there is no heading for \(link.0)")
    }
  }

  /// Returns the anchor that forges give to a heading.
  private static func anchor(of heading: String) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      .replacing(" ", with: "-")
  }

  @Test("Every page of the book is in its contents")
  func contents() throws {
    let contents = try Document("docs/README.md").prose
    for page in DocumentTests.book where page.path.hasPrefix("docs/") {
      let path = page.path.dropFirst("docs/".count)
      #expect(path == "README.md" || contents.contains("](\(path))"), "\(page.path)")
    }
  }

  @Test("Every option of a command is on its page, and its page names no other")
  func options() throws {
    let dump = try Program.run(["--experimental-dump-help"], in: packageRoot)
    let program = try JSONDecoder().decode(Help.self, from: Data(dump.output.utf8)).command
    let all = program.options.union(["--generate-completion-script"])
    for command in program.subcommands ?? [] where command.commandName != "help" {
      let text = try String(
        contentsOf: packageRoot.appendingPathComponent("docs/commands/\(command.commandName).md"),
        encoding: .utf8)
      let named = Set(text.matches(of: /(?:^|[\s`(\[|])(--[a-z][a-z-]*)/).map { String($0.1) })
      let missing = command.options.subtracting(named).subtracting(["--help", "--version"])
      #expect(missing.isEmpty, "\(command.commandName).md does not name \(missing.sorted())")
      let unknown = named.subtracting(all)
      #expect(unknown.isEmpty, "\(command.commandName).md names \(unknown.sorted())")
    }
  }
}

/// The commands and options of the program, as its argument parser lists them.
private struct Help: Decodable {
  struct Command: Decodable {
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [Command]?

    /// The options of the command and of its subcommands.
    var options: Set<String> {
      let names = (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
      return (subcommands ?? []).reduce(Set(names.map { "--\($0.name)" })) {
        $0.union($1.options)
      }
    }
  }

  struct Argument: Decodable {
    var names: [Name]?
  }

  struct Name: Decodable {
    var kind: String
    var name: String
  }

  var command: Command
}
