import Files
import SystemPackage

/// A file that a report is written to: whole, beside its place first, or not at all.
public struct ReportFile: Sendable {
  private let path: String

  /// Why a report cannot be written.
  public struct Problem: Error, Sendable {
    public let reason: String
  }

  /// Whether a path has the name of a spec or scenario, or leads to one: no report takes its place.
  public static func isTaken(_ path: String) -> Bool {
    [path, FileSystem.realPath(path)?.text ?? path].contains {
      $0.hasSuffix(".yaml") || $0.hasSuffix(".yml")
    }
  }

  /// - Throws: what can be seen beforehand to keep a file from being written.
  public init(at path: String) throws(Problem) {
    // A link stays what it is: the file that it leads to is written.
    self.path = FileSystem.realPath(path)?.text ?? path
    if Self.isTaken(path) { throw Problem(reason: "that is the name of a spec or scenario") }
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

  /// Writes what is handed over part by part.
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
    do throws(FileFailure) {
      try FileSystem.write(to: path, fill)
    } catch {
      throw Problem(reason: error.words)
    }
  }
}
