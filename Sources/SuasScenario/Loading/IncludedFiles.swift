import SuasSpec
import YAML

/// A file that may include others of its kind.
protocol IncludingFile {
  init(decoding tree: Node) throws(Diagnostics)
  /// The paths of the files it includes, as written.
  var includes: [Scalar] { get }
}

extension FragmentFile: IncludingFile {}
extension Spec: IncludingFile {}

/// The files that some paths name, and those that they include in turn.
struct IncludedFiles<File: IncludingFile> {
  private let root: Root
  /// In the order in which they were read: what a file includes comes before it.
  private(set) var files: [File] = []
  private var done: Set<String> = []

  init(_ root: Root) { self.root = root }

  /// Reads the files that one file names, each once, and all that they include.
  ///
  /// - Throws: what is wrong with the first that cannot be read, and circles of files.
  mutating func read(_ includes: [Scalar], from path: String) throws(Diagnostics) {
    // Files under way, each with what is still to be read of its includes.
    var stack: [Reading] = [Reading(path: path, includes: includes[...], file: nil)]
    while var reading = stack.popLast() {
      guard let written = reading.includes.popFirst() else {
        if let file = reading.file { files.append(file) }
        done.insert(reading.identity)
        continue
      }
      stack.append(reading)
      let path = Root.path(written.text, beside: reading.path)
      try root.check(path, namedAt: written.range)
      let identity = Reading.identity(of: path)
      if let start = stack.firstIndex(where: { $0.identity == identity }) {
        throw Diagnostics([
          .includeCycle(
            path, chain: stack[start...].map(\.path) + [path], at: written.range)
        ])
      }
      guard !done.contains(identity) else { continue }
      let file = try File(decoding: try tree(path, namedAt: .range(written.range)))
      stack.append(Reading(path: path, includes: file.includes[...], file: file))
    }
  }

  private struct Reading {
    let path: String
    let identity: String
    var includes: ArraySlice<Scalar>
    let file: File?

    init(path: String, includes: ArraySlice<Scalar>, file: File?) {
      self.path = path
      self.includes = includes
      self.file = file
      identity = Self.identity(of: path)
    }

    /// What tells files apart, whatever path leads to them.
    static func identity(of path: String) -> String { FileSystem.realPath(path) ?? path }
  }
}
