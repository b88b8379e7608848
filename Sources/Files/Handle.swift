import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Owns an open descriptor of a folder; what is done with the folder's entries goes by their names
/// in it and follows no link.
final class Handle: Sendable {
  let descriptor: Int32

  private init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens what a path leads to, links followed.
  convenience init(at path: BytePath) throws(FileFailure) {
    let descriptor = path.withCString { open($0, Self.flags) }
    guard descriptor >= 0 else { throw .last }
    self.init(owning: descriptor)
  }

  /// Opens a folder in this one; a link to a folder is none.
  func folder(_ name: EntryName) throws(FileFailure) -> Handle {
    let opened = name.withCString { openat(descriptor, $0, Self.flags | O_NOFOLLOW) }
    guard opened >= 0 else { throw .last }
    return Handle(owning: opened)
  }

  #if os(Linux)
    /// With `O_PATH`, which Glibc's module does not show: the right to pass through a folder is
    /// enough, as it is for a path.
    private static let flags = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC
  #else
    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  #endif

  /// What the system knows of the folder itself.
  func information() throws(FileFailure) -> stat { try status(of: descriptor) }

  /// What the system knows of an entry.
  func information(of name: EntryName) throws(FileFailure) -> stat {
    var information = stat()
    let result = name.withCString {
      fstatat(descriptor, $0, &information, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { throw .last }
    return information
  }

  /// Where a link leads; nil for what is no link, or not there.
  func target(of name: EntryName) -> BytePath? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = name.withCString { readlinkat(descriptor, $0, start, Int(PATH_MAX)) }
      guard count > 0 else { return nil }
      buffer[count] = 0
      return BytePath(start)
    }
  }

  /// Opens a regular file.
  ///
  /// What else stands there is not opened, or not for long: a pipe would be waited for, and a device
  /// may do something when it is opened.
  func file(
    _ name: EntryName, _ mode: FileDescriptor.AccessMode
  ) throws(FileFailure) -> FileDescriptor {
    try information(of: name).requireFile()
    let flags = mode.rawValue | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = name.withCString { openat(descriptor, $0, flags) }
    guard opened >= 0 else { throw .last }
    return try FileDescriptor(rawValue: opened).requiringFile()
  }

  /// Makes a file where nothing stands.
  func newFile(_ name: EntryName, mode: mode_t) throws(FileFailure) -> FileDescriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = name.withCString { openat(descriptor, $0, flags, mode) }
    guard opened >= 0 else { throw .last }
    return FileDescriptor(rawValue: opened)
  }

  func makeFolder(_ name: EntryName) throws(FileFailure) {
    guard name.withCString({ mkdirat(descriptor, $0, 0o777) }) != 0 else { return }
    throw .last
  }

  /// Removes a file, or a link without what it leads to.
  func remove(_ name: EntryName) throws(FileFailure) {
    guard name.withCString({ unlinkat(descriptor, $0, 0) }) != 0 else { return }
    throw .last
  }

  /// Puts a file of this folder in the place of whatever has the other name.
  func rename(_ name: EntryName, to other: EntryName) throws(FileFailure) {
    let result = name.withCString { old in
      other.withCString { renameat(descriptor, old, descriptor, $0) }
    }
    guard result == 0 else { throw .last }
  }

  /// Gives a file of this folder another name, which nothing may have yet.
  func link(_ name: EntryName, as other: EntryName) throws(FileFailure) {
    let result = name.withCString { old in
      other.withCString { linkat(descriptor, old, descriptor, $0, 0) }
    }
    guard result == 0 else { throw .last }
  }

  /// Whether the system lets an entry be written.
  func isWritable(_ name: EntryName) -> Bool {
    name.withCString { faccessat(descriptor, $0, W_OK, 0) } == 0
  }

  /// The names in the folder, in the order of their bytes; those that are no UTF-8 are left out.
  func names() throws(FileFailure) -> [String] {
    let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .last }
    guard let stream = fdopendir(opened) else {
      let failure = FileFailure.last
      close(opened)
      throw failure
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// What the system knows of what a descriptor is open for.
func status(of descriptor: Int32) throws(FileFailure) -> stat {
  var information = stat()
  guard fstat(descriptor, &information) == 0 else { throw .last }
  return information
}

extension stat {
  /// - Throws: what stands there instead of a regular file.
  func requireFile() throws(FileFailure) {
    switch FileKind(self) {
    case .file: break
    case .folder: throw .folder
    case .link: throw .system(.tooManySymbolicLinkLevels)
    case .special: throw .special
    }
  }
}

extension FileDescriptor {
  /// The descriptor, which is closed where it is not one of a regular file.
  func requiringFile() throws(FileFailure) -> FileDescriptor {
    do throws(FileFailure) {
      try status(of: rawValue).requireFile()
      return self
    } catch {
      try? close()
      throw error
    }
  }

  /// The whole of a file, which is closed.
  ///
  /// - Parameter limit: How many bytes are read at the most; one more is read of a larger file, so
  ///   that the caller sees that it is.
  func readAll(limit: Int) throws(FileFailure) -> [UInt8] {
    do {
      return try closeAfter {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= limit {
          let count = try chunk.withUnsafeMutableBytes { try read(into: $0) }
          guard count > 0 else { break }
          bytes += chunk[..<count]
        }
        return bytes
      }
    } catch {
      throw FileFailure(error)
    }
  }
}
