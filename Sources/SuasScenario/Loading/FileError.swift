/// Why a file could not be read or written.
struct FileError: Error, Equatable {
  enum Operation: String { case read, written }
  var operation: Operation
  /// In the system's words.
  var reason: String
}
