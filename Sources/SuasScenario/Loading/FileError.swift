/// Why a file could not be read or written, to follow its name: `cannot be read: permission denied`.
struct FileError: Error, Equatable {
  var message: String
}
