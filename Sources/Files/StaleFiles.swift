import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Temporary files of runs that were killed while they wrote.
enum StaleFiles {
  /// The folders in which this run has looked already.
  private static let searched = Mutex<Set<Folder.Identity>>([])

  /// Removes those in a folder, when it is written to for the first time.
  static func removeOnce(from folder: Handle) {
    guard let information = try? folder.information(),
      searched.withLock({ $0.insert(Folder.Identity(information)).inserted })
    else { return }
    remove(from: folder)
  }

  /// Removes those in a folder.
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
    // Another run that is writing it holds the lock.
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { try? folder.remove(name) }
    try? file.close()
  }
}
