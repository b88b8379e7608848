import Files
import SuasScenario
import SystemPackage

/// A file to which a report is written atomically, through a temporary file beside it.
public struct ReportFile: Sendable {
  private let path: String

  /// The reason why a report cannot be written.
  public struct Problem: Error, Sendable {
    public let reason: String

    public init(reason: String) { self.reason = reason }
  }

  /// True if a path has the name of a spec or scenario, or leads to one, which no report replaces.
  public static func isTaken(_ path: String) -> Bool {
    [path, FileSystem.realPath(path)?.text ?? path].contains {
      $0.hasSuffix(".yaml") || $0.hasSuffix(".yml")
    }
  }

  /// - Parameter inputs: The paths of files that are read, which no report replaces.
  /// - Throws: the problems that can be found before the file is written.
  public init(at path: String, sparing inputs: [String] = []) throws(Problem) {
    // A link is kept: the file that it leads to is written.
    self.path = FileSystem.realPath(path)?.text ?? path
    if Self.isTaken(path) { throw Problem(reason: "that is the name of a spec or scenario") }
    let place = FileSystem.identity(of: path)
    if inputs.contains(where: { FileSystem.identity(of: $0) == place }) {
      throw Problem(reason: "it is one of the files that are read")
    }
    let kind = FileSystem.kind(of: path)
    let isStream = kind == .special
    if kind == .folder { throw Problem(reason: "it is a folder") }
    let folder = Root.folder(of: self.path)
    guard isStream || FileSystem.kind(of: folder) == .folder else {
      throw Problem(reason: "there is no folder '\(folder)'")
    }
    guard FileSystem.isWritable(isStream ? self.path : folder) else {
      throw Problem(reason: "nothing may be written there")
    }
  }

  /// Writes some bytes.
  public func write(_ bytes: [UInt8]) throws(Problem) {
    try attempt { () throws(FileFailure) in try FileSystem.write(bytes, to: path) }
  }

  /// Writes the parts that `body` passes to its argument.
  public func write(_ body: (@escaping (String) -> Void) -> Void) throws(Problem) {
    func fill(_ file: FileDescriptor) throws {
      var buffer: [UInt8] = []
      var failure: (any Error)?
      func empty() {
        if failure == nil { do { _ = try file.writeAll(buffer) } catch { failure = error } }
        buffer.removeAll(keepingCapacity: true)
      }
      body { part in
        buffer += part.utf8
        if buffer.count >= 1 << 16 { empty() }
      }
      empty()
      if let failure { throw failure }
    }
    try attempt { () throws(FileFailure) in try FileSystem.write(to: path, fill) }
  }

  private func attempt(_ write: () throws(FileFailure) -> Void) throws(Problem) {
    do throws(FileFailure) {
      try write()
    } catch {
      throw Problem(reason: error.words)
    }
  }
}
