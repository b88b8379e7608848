#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that is held open, and below which files are read and written.
///
/// A path that begins with `/` is one of the system's and is to lead below the folder; any other
/// begins at the folder. Links are followed as long as they lead below it. Each step on the way is
/// taken from the descriptor of the step before and follows no link by itself, so that nothing that
/// is moved, or swapped for a link, meanwhile can lead out.
package struct Folder: Sendable {
  /// What tells a folder from others, whatever path leads to it.
  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let node: UInt64

    init(_ information: stat) {
      device = UInt64(truncatingIfNeeded: information.st_dev)
      node = UInt64(truncatingIfNeeded: information.st_ino)
    }
  }

  let handle: Handle
  /// Where the folder lay when it was opened, without links.
  package let place: BytePath
  package let identity: Identity

  /// Opens what a path leads to, links followed.
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
