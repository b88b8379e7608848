#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that is kept open, below which files are read and written.
///
/// A path that begins with `/` is absolute and must lead below the folder; any other begins at the
/// folder. Links are followed if they lead below it. Each step of a path starts from the descriptor
/// of the previous step and follows no link by itself, so that nothing that is moved or replaced by
/// a link meanwhile can lead out.
package struct Folder: Sendable {
  /// The identity of a folder, independent of the path to it.
  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let node: UInt64

    init(_ information: stat) {
      device = UInt64(truncatingIfNeeded: information.st_dev)
      node = UInt64(truncatingIfNeeded: information.st_ino)
    }
  }

  let handle: Handle
  /// The path of the folder when it was opened, without links.
  package let place: BytePath
  package let identity: Identity

  /// Opens the folder at a path, with links followed.
  package init(at path: BytePath) throws(FileFailure) {
    guard let place = FileSystem.realPath(path) else { throw .last }
    handle = try Handle(at: place)
    self.place = place
    identity = Identity(try handle.information())
  }

  package init(at path: String) throws(FileFailure) {
    try self.init(at: try BytePath(checking: path))
  }
}
