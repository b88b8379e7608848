import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or pipe that is read a part after the other.
package final class FileParts: Sendable {
  private let file: FileDescriptor
  private let isOwned: Bool

  /// The size of a part, in bytes.
  private static let size = 256 << 10

  /// Opens a file, which may also be a pipe.
  package init(_ path: String) throws(FileFailure) {
    let path = try BytePath(checking: path)
    var information = stat()
    guard path.withCString({ stat($0, &information) }) == 0 else { throw .last }
    if FileKind(information) == .folder { throw .folder }
    let opened = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard opened >= 0 else { throw .last }
    file = FileDescriptor(rawValue: opened)
    isOwned = true
  }

  /// The standard input.
  package init(standardInput: ()) {
    file = .standardInput
    isOwned = false
  }

  deinit { if isOwned { try? file.close() } }

  /// True if it is a file, whose end says nothing of who has written it.
  package var isFile: Bool {
    var information = stat()
    return fstat(file.rawValue, &information) == 0 && FileKind(information) == .file
  }

  /// Reads the next part; it is empty at the end.
  package func next() throws(FileFailure) -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw FileFailure(error)
    }
  }
}

extension FileDescriptor {
  /// Waits until nobody can read from a pipe or socket any more, or until a time is over.
  package func waitUntilNobodyReads(within milliseconds: Int32) {
    // Errors and the end are reported even if no events are asked for.
    var output = pollfd(fd: rawValue, events: 0, revents: 0)
    while poll(&output, 1, milliseconds) < 0, errno == EINTR {}
  }
}
