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
      read or parsed, which is left as it is. Where CI is set, no file is written, as with --check.
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

  @OptionGroup var threads: JobsArguments

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
    let results = paths == ["-"] ? [formatInput()] : try formatFiles()
    if !check, !diff, !isWriting, results.contains(.changed) {
      Terminal.note("CI is set, so that no file is written: these files would change")
    }
    if results.allSatisfy({ $0 == .other }) {
      Terminal.note("there is no spec, scenario file or file of fragments to format")
    }
    if results.contains(.left) { throw ExitStatus.unreadable }
    guard isWriting || !results.contains(.changed) else { throw ExitStatus.failed }
  }

  /// True if files are written, which is never done where CI is set. The output for `-` is not a
  /// file.
  private var isWriting: Bool {
    !check && !diff && (paths == ["-"] || !Terminal.isUnderCI)
  }

  private enum Result {
    case same, changed
    /// The file is of no kind of this program.
    case other
    /// The file could not be formatted.
    case left
  }

  /// A text, and its formatted text.
  private struct Formatted {
    let bytes: [UInt8]
    let outcome: Formatter.Outcome
  }

  /// Formats the files, several at a time, and writes and shows the results in their order.
  private func formatFiles() throws -> [Result] {
    let files: [DocumentFile]
    do throws(Diagnostics) {
      files = try Loader(root: folder.root).documents(named: paths)
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    let range = lines?.range
    let work = OrderedWork(count: files.count, jobs: threads.chosen) { index in
      Swift.Result { () throws(Diagnostics) in
        let (source, bytes) = try files[index].read()
        return Formatted(
          bytes: bytes,
          outcome: try Formatter.format(
            source, lines: range, skipsOthers: files[index].isFound))
      }
    }
    defer { work.end() }
    return files.indices.map { index in
      let file = files[index]
      guard let formatted = work.take(index, wait: { true }) else { return .left }
      return finish(file.path, formatted) { text, hasChanged throws(Diagnostics) in
        guard hasChanged else { return }
        try file.write(text)
        Terminal.write("\(DisplayText.escaped(file.path))\n")
      }
    }
  }

  private func formatInput() -> Result {
    let name = "standard input"
    let formatted = Swift.Result { () throws(Diagnostics) in
      let bytes = try standardInput()
      return Formatted(
        bytes: bytes,
        outcome: try Formatter.format(
          try Source(name: name, bytes: bytes), lines: lines?.range))
    }
    return finish(name, formatted) { text, _ in
      Terminal.write(String(decoding: text, as: UTF8.self))
    }
  }

  /// Writes what was formatted, or shows what would be written.
  private func finish(
    _ name: String, _ formatted: Swift.Result<Formatted, Diagnostics>,
    write: (_ text: [UInt8], _ hasChanged: Bool) throws(Diagnostics) -> Void
  ) -> Result {
    do throws(Diagnostics) {
      let formatted = try formatted.get()
      switch formatted.outcome {
      case .other: return .other
      case .fault(let fault):
        Terminal.complain(
          "'\(DisplayText.escaped(name))' stays as it is: formatted, \(fault)",
          help: "this is a fault of suas-run; please report it with the file")
        return .left
      case .formatted(let bare):
        let isMarked = formatted.bytes.starts(with: Source.byteOrderMark)
        let text = isMarked ? Source.byteOrderMark + bare : bare
        let hasChanged = text != formatted.bytes
        if check || !diff && !isWriting, hasChanged {
          Terminal.write("\(DisplayText.escaped(name))\n")
        }
        if diff {
          Terminal.write(LineDifference(from: formatted.bytes, to: text).unified(name: name))
        }
        if isWriting { try write(text, hasChanged) }
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
