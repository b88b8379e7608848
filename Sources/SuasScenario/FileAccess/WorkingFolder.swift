import Files

/// The working directory at the time of initialization.
struct WorkingFolder: Sendable {
  /// Nil if it is unknown, or is the root.
  private let place: BytePath?

  init() {
    let place = FileSystem.realPath(".")
    self.place = place?.isRoot == true ? nil : place
  }

  /// Returns a path without links: relative to the working directory if it lies below it, else
  /// absolute.
  func name(of realPath: BytePath) -> String {
    place.map(realPath.text) ?? realPath.text
  }
}
