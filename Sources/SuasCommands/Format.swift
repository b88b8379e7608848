import ArgumentParser
import Files
import SuasFormat
import SuasScenario
import YAML

struct Format: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Rewrite specs, scenario files and fragments in the one layout.",
    discussion: """
      Changes how a file is written, and nothing else: comments, blank lines, anchors and aliases \
      stay, and the result is checked and compared with the file before it is written. The exit \
      code is 1 if --check or --diff finds a file that would change, and 2 if a file cannot be \
      read or parsed, which is left as it is.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Files or folders; for a folder, every spec, scenario file and file of fragments below it. \
      '-' reads standard input, and prints the result.
      """, valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Flag(help: "Change nothing; print the names of the files that would change.")
  var check = false

  @Flag(help: "Change nothing; print what would change.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      """
      Change only what is on these lines of a single file, as far as the rest stays valid; lines \
      are counted from 1.
      """, valueName: "first:last"))
  var lines: FormattedLines?

  @OptionGroup var folder: RootArguments

  func validate() throws {
    if lines != nil, paths.count != 1 || paths != ["-"] && Loader.isFolder(paths[0]) {
      throw ValidationError("--lines goes with a single file")
    }
    if paths.contains("-"), paths.count > 1 {
      throw ValidationError("'-' stands alone: standard input is one file")
    }
  }

  func run() throws {
    var loader = Loader(root: folder.root)
    var results: [Result] = []
    if paths == ["-"] {
      results = [
        result(of: "standard input") { () throws(Diagnostics) in
          try document(ofInput: try standardInput())
        }
      ]
    } else {
      do throws(Diagnostics) {
        for path in try loader.documents(named: paths) {
          results.append(
            result(of: path) { () throws(Diagnostics) in try document(at: path, loader) })
        }
      } catch {
        Terminal.report(error)
        throw ExitStatus.unreadable
      }
    }
    if results.contains(.left) { throw ExitStatus.unreadable }
    if check || diff, results.contains(.changed) { throw ExitStatus.failed }
  }

  /// A file, with what becomes of its formatted text.
  private struct Document {
    let source: Source
    let bytes: [UInt8]
    let skipsOthers: Bool
    let write: ([UInt8]) throws(Diagnostics) -> Void
  }

  private enum Result {
    case same, changed
    /// The file could not be formatted.
    case left
  }

  private func document(at path: String, _ loader: Loader) throws(Diagnostics) -> Document {
    let (source, bytes) = try loader.document(at: path)
    return Document(source: source, bytes: bytes, skipsOthers: loader.isFound(path)) {
      text throws(Diagnostics) in
      guard text != bytes else { return }
      try loader.write(text, toDocument: path)
      Terminal.write("\(DisplayText.escaped(path))\n")
    }
  }

  private func document(ofInput bytes: [UInt8]) throws(Diagnostics) -> Document {
    let source = try Source(name: "standard input", bytes: bytes)
    return Document(source: source, bytes: bytes, skipsOthers: false) { text throws(Diagnostics) in
      Terminal.write(String(decoding: text, as: UTF8.self))
    }
  }

  private func result(
    of name: String, _ open: () throws(Diagnostics) -> Document
  ) -> Result {
    do throws(Diagnostics) {
      let document = try open()
      switch try Formatter.format(
        document.source, lines: lines?.range, skipsOthers: document.skipsOthers)
      {
      case .other: return .same
      case .fault(let fault):
        Terminal.complain(
          "'\(DisplayText.escaped(name))' stays as it is: formatted, \(fault)",
          help: "this is a fault of suas-run; please report it with the file")
        return .left
      case .formatted(let text):
        let hasChanged = text != document.bytes
        if check, hasChanged { Terminal.write("\(DisplayText.escaped(name))\n") }
        if diff {
          Terminal.write(LineDifference(from: document.bytes, to: text).unified(name: name))
        }
        if !check, !diff { try document.write(text) }
        return hasChanged ? .changed : .same
      }
    } catch {
      Terminal.report(error)
      return .left
    }
  }

  private func standardInput() throws(Diagnostics) -> [UInt8] {
    do throws(FileFailure) {
      let input = FileParts(standardInput: ())
      var bytes: [UInt8] = []
      while bytes.count <= Source.maximumSize {
        let part = try input.next()
        if part.isEmpty { break }
        bytes += part
      }
      return bytes
    } catch {
      throw Diagnostics([
        .unreadable("standard input", because: error.words, at: .file("standard input"))
      ])
    }
  }
}

/// The lines of a file that are formatted: `12:40`.
struct FormattedLines: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first >= 1, first <= last
    else { return nil }
    range = first...last
  }
}
