import Files
import Locking

/// The texts of files that an editor has open: they count instead of the texts on the disk.
package final class OpenFiles: Sendable {
  private let texts: Mutex<[BytePath: [UInt8]]>

  package init() { texts = Mutex([:]) }

  /// Creates open files with the texts of others, which may change independently.
  package init(copying other: OpenFiles) {
    let copy = other.texts.withLock { $0 }
    texts = Mutex(copy)
  }

  /// The text of the file that a path leads to; nil if it is not open.
  package subscript(path: String) -> [UInt8]? {
    get {
      let identity = FileSystem.identity(of: path)
      return texts.withLock { $0[identity] }
    }
    set {
      let identity = FileSystem.identity(of: path)
      texts.withLock { $0[identity] = newValue }
    }
  }
}

/// The folder below which files are read, if the user names one, and the files that are open.
package struct ChosenRoot: Sendable {
  /// The folder; nil to choose it by the first file.
  var folder: String?
  var openFiles: OpenFiles?

  package init(folder: String? = nil, openFiles: OpenFiles? = nil) {
    self.folder = folder
    self.openFiles = openFiles
  }
}
