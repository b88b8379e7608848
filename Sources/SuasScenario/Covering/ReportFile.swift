import SystemPackage
import YAML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that a run is to write, besides what it prints.
public struct ReportFile: Sendable {
  private let path: String

  public init(path: String) { self.path = path }

  /// Why the file cannot be written, as far as that can be seen before; nil where it seems it can.
  public var hindrance: String? {
    guard !path.isEmpty else { return "a file needs a name" }
    switch FileSystem.kind(of: path) {
    case .folder: return "it is a folder"
    case .other: return "it is no file"
    case .file, nil: break
    }
    let folder = Root.folder(of: path)
    guard FileSystem.kind(of: folder) == .folder else { return "there is no folder '\(folder)'" }
    guard access(folder, W_OK) == 0 else { return "nothing can be written to its folder" }
    return nil
  }

  /// Writes the file whole or not at all.
  public func write(_ text: String) throws(Diagnostics) {
    do throws(Errno) {
      try FileSystem.write(Array(text.utf8), to: path)
    } catch {
      throw Diagnostics([
        Diagnostic(
          .unreadable, "the report '\(path)' cannot be written: \(error.words)", at: .file(path))
      ])
    }
  }
}
