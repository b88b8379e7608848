import SuasMonitor

/// The files of the page, in a folder with a name that only the page has: it is opened with the
/// token, and asks for its files without.
struct PageFiles: Sendable {
  private let folder = MonitorToken.random()

  /// True if a file of the page has the path.
  func contains(_ path: String) -> Bool {
    path.hasPrefix("/") && String(path.dropFirst().prefix { $0 != "/" }).isEqualSecret(to: folder)
  }

  /// Returns the page, or a file of it; nil if there is none.
  func file(at path: String) -> MonitorPage.File? {
    if path == "/" { return MonitorPage.index(filesIn: "/\(folder)") }
    guard contains(path) else { return nil }
    return MonitorPage.file(named: String(path.dropFirst(folder.utf8.count + 2)))
  }
}
