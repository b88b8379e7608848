import SystemPackage
import YAML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few things that are done with files: whole reads, whole writes, listings.
enum FileSystem {
  enum Kind { case file, folder, other }

  /// What stands at a path, links followed; nil for nothing.
  static func kind(of path: String) -> Kind? {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    switch information.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether a path is a folder itself, and not a link to one.
  static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// The whole of a file.
  ///
  /// - Parameter limit: how many bytes are read at the most; one more is read of a larger file, so
  ///   that the caller sees that it is.
  static func read(_ path: String, limit: Int) throws(Errno) -> [UInt8] {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      return try file.closeAfter {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= limit {
          let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
          guard count > 0 else { break }
          bytes += chunk[..<count]
        }
        return bytes
      }
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }

  /// Writes a file whole or not at all: beside its place first, then over it.
  ///
  /// - Parameters:
  ///   - isNew: Whether nothing may be there yet.
  ///   - mode: The file's permissions, where they are not those of any new file.
  static func write(
    _ bytes: [UInt8], to path: String, isNew: Bool = false, mode: mode_t? = nil
  ) throws(Errno) {
    try write(to: path, isNew: isNew, mode: mode) { file in _ = try file.writeAll(bytes) }
  }

  /// Writes a file whole or not at all, part by part.
  static func write(
    to path: String, isNew: Bool = false, mode: mode_t? = nil,
    _ fill: (FileDescriptor) throws -> Void
  ) throws(Errno) {
    let temporary = "\(path).\(getpid()).tmp"
    do {
      let file = try FileDescriptor.open(
        FilePath(temporary), .writeOnly,
        options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter { try fill(file) }
    } catch {
      unlink(temporary)
      throw error as? Errno ?? .ioError
    }
    if let mode { chmod(temporary, mode) }
    // A link, unlike a renamed file, takes nothing's place.
    let result = isNew ? link(temporary, path) : rename(temporary, path)
    let error = Errno(rawValue: errno)
    if isNew || result != 0 { unlink(temporary) }
    guard result == 0 else { throw error }
  }

  /// Puts what is written in the place of what a path leads to: a link stays what it is, and a pipe
  /// or a device is written to as it is.
  static func replace(_ path: String, _ fill: (FileDescriptor) throws -> Void) throws(Errno) {
    guard kind(of: path) == .other else {
      return try write(to: realPath(path) ?? path, fill)
    }
    do {
      let file = try FileDescriptor.open(FilePath(path), .writeOnly, options: .closeOnExec)
      try file.closeAfter { try fill(file) }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Whether something may be written there: into a folder, or over a file.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Puts something else in the place of a file that may be written, which keeps its permissions.
  static func overwrite(_ path: String, with bytes: [UInt8]) throws(Errno) {
    var information = stat()
    guard stat(path, &information) == 0, access(path, W_OK) == 0 else {
      throw Errno(rawValue: errno)
    }
    try write(bytes, to: path, mode: information.st_mode & 0o777)
  }

  /// Removes a file, or a link without what it leads to.
  static func remove(_ path: String) throws(Errno) {
    guard unlink(path) != 0 else { return }
    throw Errno(rawValue: errno)
  }

  /// Makes a folder, where there is none.
  static func makeFolder(_ path: String) throws(Errno) {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw Errno(rawValue: errno)
  }

  /// The names in a folder, in the order of their bytes.
  static func names(in folder: String) throws(Errno) -> [String] {
    guard let stream = opendir(folder) else { throw Errno(rawValue: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The path without links, `.` and `..`; nil where it leads nowhere.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path without links, `.` and `..`; what of it is not there is taken as it is written. Nil
  /// where that cannot be told.
  static func place(of path: String) -> String? {
    guard path.utf8.count <= Int(PATH_MAX) else { return nil }
    var components = path.split(separator: "/")[...]
    let start = path.hasPrefix("/") ? "/" : "./"
    while true {
      guard var place = realPath(start + components.joined(separator: "/")) else {
        guard components.popLast() != nil else { return nil }
        continue
      }
      for component in path.split(separator: "/")[components.endIndex...] where component != "." {
        if component == ".." {
          place = Root.folder(of: place)
        } else {
          place += (place == "/" ? "" : "/") + component
        }
      }
      return place
    }
  }
}

extension Errno {
  /// The system's words for the error, as they stand inside a sentence.
  var words: String {
    let words = description
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
