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

/// Owns an open descriptor of a folder. Operations on the folder's entries use their names in it
/// and follow no link.
final class Handle: Sendable {
  let descriptor: Int32

  private init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens the folder at a path, with links followed.
  convenience init(at path: BytePath) throws(FileFailure) {
    let descriptor = path.withCString { open($0, Self.flags) }
    guard descriptor >= 0 else { throw .last }
    self.init(owning: descriptor)
  }

  /// Opens a folder in this one; fails for a link to a folder.
  func folder(_ name: EntryName) throws(FileFailure) -> Handle {
    let opened = name.withCString { openat(descriptor, $0, Self.flags | O_NOFOLLOW) }
    guard opened >= 0 else { throw .last }
    return Handle(owning: opened)
  }

  #if os(Linux)
    /// `O_PATH`, which the Glibc module does not export, requires only search permission for the
    /// folder, as a path does.
    private static let flags = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC
  #else
    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  #endif

  /// The status of the folder itself.
  func information() throws(FileFailure) -> stat { try status(of: descriptor) }

  /// The status of an entry.
  func information(of name: EntryName) throws(FileFailure) -> stat {
    var information = stat()
    let result = name.withCString {
      fstatat(descriptor, $0, &information, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { throw .last }
    return information
  }

  /// The target of a link; nil if there is no link with the name.
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
  /// Anything else is not opened, or not for long: opening a pipe would wait, and opening a device
  /// may have effects.
  func file(
    _ name: EntryName, _ mode: FileDescriptor.AccessMode
  ) throws(FileFailure) -> FileDescriptor {
    try information(of: name).requireFile()
    let flags = mode.rawValue | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = name.withCString { openat(descriptor, $0, flags) }
    guard opened >= 0 else { throw .last }
    return try FileDescriptor(rawValue: opened).requiringFile()
  }

  /// Creates a file; fails if the name is in use.
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

  /// Removes a file, or a link but not its target.
  func remove(_ name: EntryName) throws(FileFailure) {
    guard name.withCString({ unlinkat(descriptor, $0, 0) }) != 0 else { return }
    throw .last
  }

  /// Renames a file of this folder, replacing the one that has the other name.
  func rename(_ name: EntryName, to other: EntryName) throws(FileFailure) {
    let result = name.withCString { old in
      other.withCString { renameat(descriptor, old, descriptor, $0) }
    }
    guard result == 0 else { throw .last }
  }

  /// Gives a file of this folder a second name, which must not be in use.
  func link(_ name: EntryName, as other: EntryName) throws(FileFailure) {
    let result = name.withCString { old in
      other.withCString { linkat(descriptor, old, descriptor, $0, 0) }
    }
    guard result == 0 else { throw .last }
  }

  /// True if the system permits writing to an entry.
  func isWritable(_ name: EntryName) -> Bool {
    name.withCString { faccessat(descriptor, $0, W_OK, 0) } == 0
  }

  /// The names in the folder, sorted by their bytes; names that are not UTF-8 are left out.
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

/// The status of an open file.
func status(of descriptor: Int32) throws(FileFailure) -> stat {
  var information = stat()
  guard fstat(descriptor, &information) == 0 else { throw .last }
  return information
}

extension stat {
  /// - Throws: The kind of entry that is there in place of a regular file.
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
  /// Returns the descriptor; closes it and throws if it is not one of a regular file.
  func requiringFile() throws(FileFailure) -> FileDescriptor {
    do throws(FileFailure) {
      try status(of: rawValue).requireFile()
      return self
    } catch {
      try? close()
      throw error
    }
  }

  /// Reads a whole file and closes it.
  ///
  /// - Parameter limit: The maximum size in bytes; more bytes than that are read of a larger file,
  ///   so that the caller can detect it.
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
