import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Operations on files whose paths the user has named, and which may lie anywhere.
package enum FileSystem {
  /// The kind of thing that a path leads to, links followed; nil for nothing.
  package static func kind(of path: String) -> FileKind? {
    guard let path = try? BytePath(checking: path) else { return nil }
    var information = stat()
    guard path.withCString({ stat($0, &information) }) == 0 else { return nil }
    return FileKind(information)
  }

  /// The whole of a regular file, but for what is over a limit: of a larger one, one byte more.
  package static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let path = try BytePath(checking: path)
    var information = stat()
    guard path.withCString({ stat($0, &information) }) == 0 else { throw .last }
    try information.requireFile()
    // Should it be a pipe by now, nobody waits for who writes to it.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = path.withCString { open($0, flags) }
    guard opened >= 0 else { throw .last }
    return try FileDescriptor(rawValue: opened).requiringFile().readAll(limit: limit)
  }

  /// The path without links, `.` and `..`; nil where it leads nowhere.
  package static func realPath(_ path: BytePath) -> BytePath? {
    guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return BytePath(resolved)
  }

  package static func realPath(_ path: String) -> BytePath? {
    (try? BytePath(checking: path)).flatMap(realPath)
  }

  /// The identity of a file, whatever path leads to it: the path without links, or as it is written
  /// where nothing is there. Compared by bytes.
  package static func identity(of path: String) -> BytePath {
    realPath(path) ?? BytePath(path)
  }

  /// The path from the root of the system on, as it is written.
  package static func absolute(_ path: String) throws(FileFailure) -> BytePath {
    let path = try BytePath(checking: path)
    if path.isAbsolute { return path }
    guard let working = realPath(".") else { throw .last }
    return working.appending(path.names)
  }

  /// The path without links, `.` and `..`; what of it is not there is taken as it is written. Nil
  /// where that cannot be told.
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

  /// Whether a path may be written.
  package static func isWritable(_ path: String) -> Bool {
    guard let path = try? BytePath(checking: path) else { return false }
    return path.withCString { access($0, W_OK) } == 0
  }

  /// Makes a folder, where there is none.
  package static func makeFolder(_ path: String) throws(FileFailure) {
    let path = try BytePath(checking: path)
    guard path.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
    throw .last
  }

  /// Writes a file whole or not at all. A link in its place stays, and what it leads to is written.
  package static func write(
    _ bytes: [UInt8], to path: String, replacing: Replacing = .anything
  ) throws(FileFailure) {
    try write(to: path, replacing: replacing) { file in _ = try file.writeAll(bytes) }
  }

  /// Writes a file whole or not at all, part by part. To a pipe or a device is written as it is.
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
