import SystemPackage

/// Operations on files below a folder.
extension Folder {
  /// The kind of entry at a path; nil if there is none.
  package func kind(
    of path: BytePath, followsLink: Bool = true
  ) throws(FileFailure) -> FileKind? {
    do throws(FileFailure) {
      let entry = try entry(at: path, followsLink: followsLink)
      return FileKind(try entry.folder.information(of: entry.name))
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Reads a whole regular file; of one larger than the limit, only a part that exceeds the limit.
  package func read(_ path: BytePath, limit: Int) throws(FileFailure) -> [UInt8] {
    let entry = try entry(at: path)
    return try entry.folder.file(entry.name, .readOnly).readAll(limit: limit)
  }

  /// The names in a folder, in the order of their bytes.
  package func names(in path: BytePath) throws(FileFailure) -> [String] {
    try handle(at: path).names()
  }

  /// Writes a file whole or not at all.
  package func write(
    _ bytes: [UInt8], to path: BytePath, replacing: Replacing = .anything
  ) throws(FileFailure) {
    let entry = try entry(at: path, followsLink: replacing != .nothing)
    try entry.folder.write(entry.name, replacing: replacing) { file in
      _ = try file.writeAll(bytes)
    }
  }

  /// Creates a folder if there is none.
  package func makeFolder(_ path: BytePath) throws(FileFailure) {
    let entry = try entry(at: path)
    do throws(FileFailure) {
      try entry.folder.makeFolder(entry.name)
    } catch {
      guard error == .system(.fileExists) else { throw error }
    }
  }

  /// Removes a file, or a link but not its target.
  package func remove(_ path: BytePath) throws(FileFailure) {
    let entry = try entry(at: path, followsLink: false)
    try entry.folder.remove(entry.name)
  }
}
