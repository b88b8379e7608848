/// Why a file could not be read, written or removed.
struct FileError: Error, Equatable {
  enum Operation: String { case read, written, removed }
  var operation: Operation
  /// In the system's words.
  var reason: String
}
