import Files
import SuasSpec
import YAML

/// A file that may include others of its kind.
protocol IncludingFile {
  init(decoding tree: Node) throws(Diagnostics)
  /// The paths of the files it includes, as written.
  var includes: [Scalar] { get }
  /// Removes the parts that concern only the file itself, and not the files that include it.
  mutating func becomeIncluded()
  /// Takes the path that the file was read from.
  mutating func becomeLocated(at path: String)
}

extension FragmentFile: IncludingFile {
  mutating func becomeIncluded() {}
  mutating func becomeLocated(at path: String) {}
}

extension Spec: IncludingFile {
  mutating func becomeIncluded() {
    name = nil
    description = nil
  }

  mutating func becomeLocated(at path: String) { self.path = path }
}

/// The files at some paths, and those that they include in turn.
struct IncludedFiles<File: IncludingFile> {
  private let root: Root
  /// The files in the order in which they were read: the includes of a file come before it.
  private(set) var files: [File] = []
  private var done: Set<BytePath?> = []

  init(_ root: Root) { self.root = root }

  /// Reads the files that one file names and all that they include, each once.
  ///
  /// - Parameters:
  ///   - path: The path of that file; empty for the command line, whose paths may lead anywhere.
  ///   - isOne: True if that file is itself of their kind, so that they may lead back to it.
  /// - Throws: the errors in all of them, and cycles of files.
  mutating func read(
    _ includes: [Scalar], from path: String, isOne: Bool = false
  ) throws(Diagnostics) {
    var diagnostics = Diagnostics()
    // The files being read, each with its includes that are still to be read.
    let identity = isOne ? root.identity(of: path) : nil
    var stack = [Reading(path: path, identity: identity, includes: includes[...], file: nil)]
    let depthOfIncluded = isOne ? 1 : 2
    while var reading = stack.popLast() {
      guard let written = reading.includes.popFirst() else {
        if let file = reading.file { files.append(file) }
        done.insert(reading.identity)
        continue
      }
      stack.append(reading)
      do throws(Diagnostics) {
        guard var next = try open(written, stack) else { continue }
        if stack.count >= depthOfIncluded { next.file?.becomeIncluded() }
        stack.append(next)
      } catch {
        diagnostics.add(error)
      }
    }
    if diagnostics.hasErrors { throw diagnostics }
  }

  /// Reads a file that the last one on the stack names; nil for one that has been read.
  private mutating func open(
    _ written: Scalar, _ stack: [Reading]
  ) throws(Diagnostics) -> Reading? {
    guard let includer = stack.last else { return nil }
    let path = Root.path(written.text, beside: includer.path)
    let isArgument = includer.path.isEmpty
    if !isArgument { try root.check(path, namedAt: written.range) }
    let identity = root.identity(of: path)
    if let start = stack.firstIndex(where: { $0.identity == identity }) {
      let chain = stack[start...].map(\.path) + [path]
      throw Diagnostics([.includeCycle(path, chain: chain, at: written.range)])
    }
    guard !done.contains(identity) else { return nil }
    // A file that cannot be read is reported once.
    done.insert(identity)
    var file = try File(
      decoding: try tree(
        path, below: isArgument ? root.ofArguments : root, root.openFiles,
        namedAt: .range(written.range)))
    file.becomeLocated(at: path)
    return Reading(path: path, identity: identity, includes: file.includes[...], file: file)
  }

  private struct Reading {
    let path: String
    /// The identity of the file, whatever path leads to it; nil for one of another kind.
    let identity: BytePath?
    var includes: ArraySlice<Scalar>
    var file: File?
  }
}
