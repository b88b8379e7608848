import Files
import LibYAML
import Values
import YAML

/// The scenarios that failed when they were last run in the working directory, kept from one run to
/// the next in the file `.suas-run/last-failed`.
public struct FailureRecord: Sendable {
  private static let folder = ".suas-run"
  private static let path = "\(folder)/last-failed"

  /// The names of the scenarios, by file: relative to the working directory, or absolute.
  private var names: [BytePath: Set<CodePoints>] = [:]
  private let working = WorkingFolder()

  public var isEmpty: Bool { names.isEmpty }

  /// Reads the record; nil if there is none.
  ///
  /// - Throws: `outside-root` if a link leads out of the working directory.
  public init?() throws(Diagnostics) {
    guard let bytes = try Self.read(), let source = try? Source(name: Self.path, bytes: bytes),
      let tree = try? LibYAML.parse(source)
    else { return nil }
    for entry in tree.mapping ?? [] {
      guard case .sequence(let items) = entry.value.content else { continue }
      names[BytePath(entry.key.text)] = Set(
        items.compactMap { $0.scalar.map { CodePoints($0.text) } })
    }
  }

  /// Returns true if a scenario of these files failed.
  public func concerns(_ files: [CheckedScenarioFile]) -> Bool {
    files.contains { file in
      let failed = names(in: file)
      return file.scenarios.contains { failed.contains(CodePoints($0.name)) }
    }
  }

  /// Returns the names of a file's scenarios that are on record.
  func names(in file: CheckedScenarioFile) -> Set<CodePoints> {
    names.isEmpty ? [] : names[Self.identity(file.source.name, working)] ?? []
  }

  /// Records the failures of a run. Scenarios that were not run keep their state while they exist.
  ///
  /// It is not an error if the record cannot be written, as that does not affect the run.
  ///
  /// - Parameter files: the files that were read, with all of their scenarios.
  /// - Throws: `outside-root` if a link leads out of the working directory.
  public static func note(
    _ result: RunResult, of files: [CheckedScenarioFile]
  ) throws(Diagnostics) {
    let old = try FailureRecord()
    let working = WorkingFolder()
    var names = (old?.names ?? [:]).filter { FileSystem.kind(of: $0.key.text) == .file }
    for file in files {
      let identity = identity(file.source.name, working)
      guard let known = names[identity] else { continue }
      names[identity] = known.intersection(file.scenarios.map { CodePoints($0.name) })
    }
    for file in result.files {
      let identity = identity(file.name, working)
      names[identity, default: []].subtract(file.scenarios.map { CodePoints($0.name) })
      names[identity, default: []].formUnion(
        file.scenarios.filter(\.failed).map { CodePoints($0.name) })
    }
    names = names.filter { !$0.value.isEmpty }
    if old?.names ?? [:] != names { try write(names) }
  }

  /// Reads the bytes of the record; nil if there are none that can be read.
  private static func read() throws(Diagnostics) -> [UInt8]? {
    try below { root throws(FileFailure) in try root.read(path, limit: Source.maximumSize) }
  }

  /// Accesses files below the working directory; returns nil if that fails.
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

  private static func write(_ names: [BytePath: Set<CodePoints>]) throws(Diagnostics) {
    let files = names.keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    let draft = Draft.mapping(
      files.map { file in
        let names = (names[file] ?? []).sorted().map { Draft.text($0.string) }
        return (key: .text(file.text), value: .sequence(names))
      })
    _ = try below { root throws(FileFailure) in
      try root.makeFolder(folder)
      try root.write(Array(YAML.emit(draft).utf8), to: path)
      // The folder is not meant to be committed.
      try root.write(Array("*\n".utf8), to: "\(folder)/.gitignore")
    }
  }

  private static func identity(_ path: String, _ working: WorkingFolder) -> BytePath {
    BytePath(FileSystem.realPath(path).map(working.name) ?? path)
  }
}
