import Files
import YAML

/// The scenarios that failed when they were run last in the working directory, kept from one run to
/// the next in the file `.suas-run/last-failed`.
public struct FailureRecord: Sendable {
  private static let folder = ".suas-run"
  private static let path = "\(folder)/last-failed"

  /// The names of the scenarios, by file: below the working directory, or from the root on.
  private var names: [BytePath: Set<String>] = [:]
  private let working = WorkingFolder()

  public var isEmpty: Bool { names.isEmpty }

  /// Reads what is on record; nil where nothing is.
  ///
  /// - Throws: `outside-root` where a link leads out of the working directory.
  public init?() throws(Diagnostics) {
    guard let bytes = try Self.read(), let source = try? Source(name: Self.path, bytes: bytes),
      let tree = try? YAML.parse(source)
    else { return nil }
    for entry in tree.mapping ?? [] {
      guard case .sequence(let items) = entry.value.content else { continue }
      names[BytePath(entry.key.text)] = Set(items.compactMap { $0.scalar?.text })
    }
  }

  /// Whether something in these files failed.
  public func concerns(_ files: [CheckedScenarioFile]) -> Bool {
    files.contains { file in
      let failed = names(in: file)
      return file.scenarios.contains { failed.contains($0.name) }
    }
  }

  /// The names of a file's scenarios that are on record.
  func names(in file: CheckedScenarioFile) -> Set<String> {
    names.isEmpty ? [] : names[Self.identity(file.source.name, working)] ?? []
  }

  /// Notes what a run came to. What it did not run stays as it was, as long as it is there.
  ///
  /// Where the record cannot be written, it is not: the run is none the worse for it.
  ///
  /// - Parameter files: the files that were read, with all of their scenarios.
  /// - Throws: `outside-root` where a link leads out of the working directory.
  public static func note(
    _ result: RunResult, of files: [CheckedScenarioFile]
  ) throws(Diagnostics) {
    let old = try FailureRecord()
    let working = WorkingFolder()
    var names = (old?.names ?? [:]).filter { FileSystem.kind(of: $0.key.text) == .file }
    for file in files {
      let identity = identity(file.source.name, working)
      guard let known = names[identity] else { continue }
      names[identity] = known.intersection(file.scenarios.map(\.name))
    }
    for file in result.files {
      let identity = identity(file.name, working)
      names[identity, default: []].subtract(file.scenarios.map(\.name))
      names[identity, default: []].formUnion(file.scenarios.filter(\.failed).map(\.name))
    }
    names = names.filter { !$0.value.isEmpty }
    if old?.names ?? [:] != names { try write(names) }
  }

  /// Nil where there is nothing that could be read.
  private static func read() throws(Diagnostics) -> [UInt8]? {
    try below { root throws(FileFailure) in try root.read(path, limit: Source.maximumSize) }
  }

  /// Does something with files below the working directory; nil where that fails.
  private static func below<Result>(
    _ body: (Root) throws(FileFailure) -> Result
  ) throws(Diagnostics) -> Result? {
    let root = Root.working
    do throws(FileFailure) {
      return try body(root)
    } catch {
      guard error == .outside else { return nil }
      throw Diagnostics([.outsideRoot(path, root: root.name, at: .file(path))])
    }
  }

  private static func write(_ names: [BytePath: Set<String>]) throws(Diagnostics) {
    let files = names.keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    let draft = Draft.mapping(
      files.map { file in
        let names = (names[file] ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return (key: file.text, value: .sequence(names.map(Draft.text)))
      })
    _ = try below { root throws(FileFailure) in
      try root.makeFolder(folder)
      try root.write(Array(YAML.emit(draft).utf8), to: path)
      // Nobody wants to commit it.
      try root.write(Array("*\n".utf8), to: "\(folder)/.gitignore")
    }
  }

  private static func identity(_ path: String, _ working: WorkingFolder) -> BytePath {
    BytePath(FileSystem.realPath(path).map(working.name) ?? path)
  }
}
