import SystemPackage

/// Files below a folder.
extension Folder {
  /// What a path leads to; nil for nothing.
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

  /// The whole of a regular file, but for what is over a limit: of a larger one, one byte more.
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

  /// Makes a folder, where there is none.
  package func makeFolder(_ path: BytePath) throws(FileFailure) {
    let entry = try entry(at: path)
    do throws(FileFailure) {
      try entry.folder.makeFolder(entry.name)
    } catch {
      guard error == .system(.fileExists) else { throw error }
    }
  }

  /// Removes a file, or a link without what it leads to.
  package func remove(_ path: BytePath) throws(FileFailure) {
    let entry = try entry(at: path, followsLink: false)
    try entry.folder.remove(entry.name)
  }
}
