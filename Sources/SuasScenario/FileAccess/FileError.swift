import Files

/// The reason why a file could not be read, written or removed.
struct FileError: Error, Equatable {
  enum Operation: String { case read, written, removed }
  var operation: Operation
  /// In the system's words.
  var reason: String
  /// The folder that the path leads out of, as messages name it; nil for any other reason.
  var root: String?

  init(operation: Operation, reason: String) {
    self.operation = operation
    self.reason = reason
  }

  init(operation: Operation, _ failure: FileFailure, below root: Root) {
    self.operation = operation
    reason = failure.words
    self.root = failure == .outside ? root.name : nil
  }
}
