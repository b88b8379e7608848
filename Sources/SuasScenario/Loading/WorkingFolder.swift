import Files

/// The working directory, as it was when this was made.
struct WorkingFolder: Sendable {
  /// Nil where it is not known, or is the root.
  private let place: BytePath?

  init() {
    let place = FileSystem.realPath(".")
    self.place = place?.isRoot == true ? nil : place
  }

  /// A path without links: from the working directory on where it lies below, else from the root.
  func name(of realPath: BytePath) -> String {
    place.map(realPath.text) ?? realPath.text
  }
}
