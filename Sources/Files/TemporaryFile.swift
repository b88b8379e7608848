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

/// A temporary file in the folder of the file that it is to replace.
///
/// It is locked while it is written, which distinguishes it from a file that a killed run left.
struct TemporaryFile {
  private static let prefix = ".suas-run-"
  private static let suffix = ".tmp"

  let file: FileDescriptor
  let name: EntryName
  private let folder: Handle

  init(in folder: Handle) throws(FileFailure) {
    self.folder = folder
    var attempts = 0
    while true {
      attempts += 1
      let name = Self.randomName()
      do throws(FileFailure) {
        let file = try folder.newFile(name, mode: 0o644)
        _ = flock(file.rawValue, LOCK_EX)
        // Another run may have removed it as stale before it was locked.
        if let information = try? status(of: file.rawValue), information.st_nlink > 0 {
          (self.file, self.name) = (file, name)
          return
        }
        try? file.close()
      } catch {
        guard error == .system(.fileExists), attempts < 100 else { throw error }
      }
      guard attempts < 100 else { throw .system(.resourceBusy) }
    }
  }

  /// Gives the file the owner and the permissions of the one that it replaces.
  ///
  /// - Parameter isStrict: True to throw if the owner cannot be kept.
  func takeOver(_ old: stat, isStrict: Bool) throws(FileFailure) {
    let own = try status(of: file.rawValue)
    if (own.st_uid, own.st_gid) != (old.st_uid, old.st_gid),
      fchown(file.rawValue, old.st_uid, old.st_gid) != 0, isStrict
    {
      throw .last
    }
    guard fchmod(file.rawValue, old.st_mode & 0o777) == 0 else { throw .last }
  }

  /// Removes the file, unless it has been renamed to its final name.
  func remove() { try? folder.remove(name) }

  private static func randomName() -> EntryName {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
    return EntryName("\(prefix)\(zeros)\(digits)\(suffix)")
  }

  static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.count == prefix.utf8.count + 16 + suffix.utf8.count
      && bytes.starts(with: prefix.utf8)
      && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
