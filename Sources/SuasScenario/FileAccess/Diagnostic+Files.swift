import YAML

extension Diagnostic.Code {
  static let unwritable = Self("unwritable")
  static let outsideRoot = Self("outside-root")
}

extension FileError.Operation {
  fileprivate var code: Diagnostic.Code {
    switch self {
    case .read: .unreadable
    case .written, .removed: .unwritable
    }
  }
}

/// Files that cannot be read, written or removed.
extension Diagnostic {
  static func golden(_ path: String, _ error: FileError) -> Diagnostic {
    failed("the golden file '\(path)'", at: path, error)
  }

  static func notUpdated(_ path: String, _ error: FileError) -> Diagnostic {
    failed("'\(path)'", at: path, error)
  }

  static func unwritable(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(.unwritable, "'\(path)' cannot be written: \(reason)", at: .file(path))
  }

  private static func failed(_ file: String, at path: String, _ error: FileError) -> Diagnostic {
    let operation = error.operation.rawValue
    if let root = error.root {
      return outsideRoot(file, root: root, operation, at: .file(path))
    }
    return Diagnostic(
      error.operation.code, "\(file) cannot be \(operation): \(error.reason)", at: .file(path))
  }

  /// - Parameter wider: A folder below which the file could be read; nil to name none.
  static func outsideRoot(
    _ path: String, root: String, wider: String? = nil, at place: Place
  ) -> Diagnostic {
    var diagnostic = outsideRoot(
      "'\(path)'", root: root, FileError.Operation.read.rawValue, at: place)
    diagnostic.help = [
      wider.map { "'--root \($0)' reads files below a folder that holds both" }
        ?? "'--root FOLDER' reads files below another folder"
    ]
    return diagnostic
  }

  private static func outsideRoot(
    _ file: String, root: String, _ operation: String, at place: Place
  ) -> Diagnostic {
    Diagnostic(
      .outsideRoot, "\(file) lies outside of \(root), and files are \(operation) below it only",
      at: place)
  }
}
