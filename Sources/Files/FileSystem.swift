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

/// Operations on files at paths that the user has named, anywhere in the file system.
package enum FileSystem {
  /// The kind of entry at a path, with links followed; nil if there is none.
  package static func kind(of path: String) -> FileKind? {
    guard let path = try? BytePath(checking: path) else { return nil }
    var information = stat()
    guard path.withCString({ stat($0, &information) }) == 0 else { return nil }
    return FileKind(information)
  }

  /// Reads a whole regular file; of one larger than the limit, only a part that exceeds the limit.
  package static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let path = try BytePath(checking: path)
    var information = stat()
    guard path.withCString({ stat($0, &information) }) == 0 else { throw .last }
    try information.requireFile()
    // If it is a pipe by now, the call must not wait for a writer.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = path.withCString { open($0, flags) }
    guard opened >= 0 else { throw .last }
    return try FileDescriptor(rawValue: opened).requiringFile().readAll(limit: limit)
  }

  /// The path without links, `.` and `..`; nil if nothing is there.
  package static func realPath(_ path: BytePath) -> BytePath? {
    guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return BytePath(resolved)
  }

  package static func realPath(_ path: String) -> BytePath? {
    (try? BytePath(checking: path)).flatMap(realPath)
  }

  /// The identity of a file, independent of the path to it: the path without links, or as it is
  /// written if nothing is there. It is compared by bytes.
  package static func identity(of path: String) -> BytePath {
    realPath(path) ?? BytePath(path)
  }

  /// The absolute path, otherwise as it is written.
  package static func absolute(_ path: String) throws(FileFailure) -> BytePath {
    let path = try BytePath(checking: path)
    if path.isAbsolute { return path }
    guard let working = realPath(".") else { throw .last }
    return working.appending(path.names)
  }

  /// The path without links, `.` and `..`, in which the part that does not exist is kept as it is
  /// written. Nil if it cannot be determined.
  package static func place(of path: BytePath) -> BytePath? {
    guard path.bytes.count <= Int(PATH_MAX) else { return nil }
    let names = path.names
    var count = names.count
    let start: BytePath = path.isAbsolute ? .root : "."
    while true {
      if let place = realPath(start.appending(Array(names[..<count]))) {
        return place.appending(names[count...].map(\.self)).tidied
      }
      guard count > 0 else { return nil }
      count -= 1
    }
  }

  /// True if the path is writable.
  package static func isWritable(_ path: String) -> Bool {
    guard let path = try? BytePath(checking: path) else { return false }
    return path.withCString { access($0, W_OK) } == 0
  }

  /// Creates a folder if there is none.
  package static func makeFolder(_ path: String) throws(FileFailure) {
    let path = try BytePath(checking: path)
    guard path.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
    throw .last
  }

  /// Gives a file another name, in place of a file that has it.
  package static func rename(_ path: String, to other: String) throws(FileFailure) {
    let (path, other) = (try BytePath(checking: path), try BytePath(checking: other))
    let result = path.withCString { old in
      other.withCString { renameat(AT_FDCWD, old, AT_FDCWD, $0) }
    }
    guard result == 0 else { throw .last }
  }

  /// Writes a file whole or not at all. A link at the path is kept, and its target is written.
  package static func write(
    _ bytes: [UInt8], to path: String, replacing: Replacing = .anything
  ) throws(FileFailure) {
    try write(to: path, replacing: replacing) { file in _ = try file.writeAll(bytes) }
  }

  /// Writes a file in parts, whole or not at all. A pipe or device is written directly.
  package static func write(
    to path: String, replacing: Replacing = .anything, _ fill: (FileDescriptor) throws -> Void
  ) throws(FileFailure) {
    var place = try BytePath(checking: path)
    if replacing != .nothing { place = realPath(place) ?? place }
    if kind(of: path) == .special, replacing != .nothing {
      do {
        let opened = place.withCString { open($0, O_WRONLY | O_CLOEXEC) }
        guard opened >= 0 else { throw FileFailure.last }
        let file = FileDescriptor(rawValue: opened)
        return try file.closeAfter { try fill(file) }
      } catch {
        throw FileFailure(error)
      }
    }
    guard let name = place.names.last, name != .itself, name != .above else { throw .folder }
    let folder = try Handle(at: place.folder)
    try folder.write(name, replacing: replacing, fill)
  }
}
