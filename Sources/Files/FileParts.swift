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

  /// True if nobody can write to a pipe or socket any more, though there may be something to read.
  package var hasEnded: Bool {
    var input = pollfd(fd: file.rawValue, events: 0, revents: 0)
    return poll(&input, 1, 0) > 0
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
  /// The size of a part that a pipe with room for any takes as a whole, in bytes (pipe(7)).
  private static let partSize = 4096

  /// Writes bytes to a reader, part by part. A reader that takes nothing is waited for as long as it
  /// may still send, and then for a limited time.
  ///
  /// - Parameters:
  ///   - input: The stream from the reader.
  ///   - milliseconds: The time to wait once that has ended.
  /// - Returns: false if the reader is gone, or takes nothing.
  package func writeAll(
    _ bytes: [UInt8], unlessEnded input: FileParts, within milliseconds: Int32
  ) -> Bool {
    var rest = bytes[...]
    var left = milliseconds
    while !rest.isEmpty {
      var output = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
      let count = poll(&output, 1, min(left, 100))
      if count < 0, errno != EINTR { return false }
      guard count > 0 else {
        if input.hasEnded { left -= 100 }
        if left <= 0 { return false }
        continue
      }
      let part = rest.prefix(Self.partSize)
      guard let written = try? part.withUnsafeBytes({ try write($0) }), written > 0 else {
        return false
      }
      rest = rest.dropFirst(written)
    }
    return true
  }

  /// Waits until nobody can read from a pipe or socket any more, or until a time is over.
  ///
  /// - Returns: false if the time is over.
  @discardableResult
  package func waitUntilNobodyReads(within milliseconds: Int32) -> Bool {
    // Errors and the end are reported even if no events are asked for.
    var output = pollfd(fd: rawValue, events: 0, revents: 0)
    var count: Int32
    repeat { count = poll(&output, 1, milliseconds) } while count < 0 && errno == EINTR
    return count != 0
  }
}
