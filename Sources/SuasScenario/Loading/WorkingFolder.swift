/// The working directory, as it was when this was made.
struct WorkingFolder: Sendable {
  /// What the paths below it begin with; nil where it is not known, or is the root.
  private let prefix: String?

  init() {
    let path = FileSystem.realPath(".")
    prefix = path == "/" ? nil : path.map { $0 + "/" }
  }

  /// A path without links: from the working directory on where it lies below, else from the root.
  func name(of realPath: String) -> String {
    guard let prefix, realPath.hasPrefix(prefix) else { return realPath }
    return String(realPath.dropFirst(prefix.count))
  }
}
