import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a file that is written may take the place of.
package enum Replacing: Sendable {
  case nothing
  /// A file that may be written itself.
  case writable
  case anything
}

extension Handle {
  /// Writes a file whole or not at all: beside its place first, then over it. A file in its place
  /// hands on its permissions.
  func write(
    _ name: EntryName, replacing: Replacing, _ fill: (FileDescriptor) throws -> Void
  ) throws(FileFailure) {
    let old = replacing == .nothing ? nil : try replaced(name)
    if replacing == .writable, !isWritable(name) { throw .last }
    StaleFiles.removeOnce(from: self)
    let temporary = try TemporaryFile(in: self)
    defer { temporary.remove() }
    do {
      try temporary.file.closeAfter {
        try fill(temporary.file)
        if let old, fchmod(temporary.file.rawValue, old.st_mode & 0o777) != 0 {
          throw FileFailure.last
        }
        // A network's file system may tell only now what it could not write.
        try temporary.file.duplicate().close()
        // While it is locked nobody takes it for one that was left.
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

  /// The file that is to be replaced; nil where there is none.
  private func replaced(_ name: EntryName) throws(FileFailure) -> stat? {
    do throws(FileFailure) {
      let information = try information(of: name)
      // What takes the place of a link leaves alone what it leads to.
      if FileKind(information) == .link { return nil }
      try information.requireFile()
      return information
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }
}
