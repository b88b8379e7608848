import Files

/// The working directory at the time of initialization.
package struct WorkingFolder: Sendable {
  /// Nil if it is unknown, or is the root.
  private let place: BytePath?

  package init() {
    let place = FileSystem.realPath(".")
    self.place = place?.isRoot == true ? nil : place
  }

  /// Returns a path without links: relative to the working directory if it lies below it, else
  /// absolute.
  func name(of realPath: BytePath) -> String {
    place.map(realPath.text) ?? realPath.text
  }

  /// Returns the path of a file, which need not be there, in the same way.
  package func name(ofFile path: String) -> String {
    FileSystem.place(of: BytePath(path)).map(name) ?? path
  }
}
