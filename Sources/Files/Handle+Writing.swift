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

/// The files that a write may replace.
package enum Replacing: Sendable {
  case nothing
  /// A file that is writable, and has no second name.
  case writable
  case anything
}

extension Handle {
  /// Writes a file whole or not at all: first as a temporary file in the same folder, which then
  /// replaces the old one and takes over its owner and its permissions.
  func write(
    _ name: EntryName, replacing: Replacing, _ fill: (FileDescriptor) throws -> Void
  ) throws(FileFailure) {
    let old = replacing == .nothing ? nil : try replaced(name)
    if replacing == .writable, let old {
      // The superuser may write whatever the permissions say.
      guard old.st_mode & 0o222 != 0 else { throw .system(.permissionDenied) }
      guard isWritable(name) else { throw .last }
      guard old.st_nlink < 2 else { throw .linked }
    }
    StaleFiles.removeOnce(from: self)
    let temporary = try TemporaryFile(in: self)
    defer { temporary.remove() }
    do {
      try temporary.file.closeAfter {
        try fill(temporary.file)
        if let old { try temporary.takeOver(old, isStrict: replacing == .writable) }
        // A network file system may report only now that a write failed.
        try temporary.file.duplicate().close()
        // While the file is locked, no other run takes it for a stale one.
        if replacing == .nothing {
          try link(temporary.name, as: name)
        } else {
          try rename(temporary.name, to: name)
        }
      }
    } catch {
      throw FileFailure(error)
    }
  }

  /// The file that is to be replaced; nil if there is none.
  private func replaced(_ name: EntryName) throws(FileFailure) -> stat? {
    do throws(FileFailure) {
      let information = try information(of: name)
      // Replacing a link does not touch its target.
      if FileKind(information) == .link { return nil }
      try information.requireFile()
      return information
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }
}
