import Locking
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

/// Temporary files left by runs that were killed during a write.
enum StaleFiles {
  /// The folders that this run has already searched.
  private static let searched = Mutex<Set<Folder.Identity>>([])

  /// Removes stale files from a folder when it is first written to.
  static func removeOnce(from folder: Handle) {
    guard let information = try? folder.information(),
      searched.withLock({ $0.insert(Folder.Identity(information)).inserted })
    else { return }
    remove(from: folder)
  }

  /// Removes stale files from a folder.
  static func remove(from folder: Handle) {
    guard let names = try? folder.names() else { return }
    for name in names where TemporaryFile.isName(name) {
      remove(EntryName(name), from: folder)
    }
  }

  private static func remove(_ name: EntryName, from folder: Handle) {
    guard let information = try? folder.information(of: name), information.st_uid == geteuid(),
      let file = try? folder.file(name, .writeOnly)
    else { return }
    // Another run that is still writing the file holds the lock.
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { try? folder.remove(name) }
    try? file.close()
  }
}
