import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why something could not be done with a file.
package enum FileFailure: Error, Equatable, Sendable {
  /// The path leads out of the folder that it is to stay below.
  case outside
  /// A folder stands where a file is meant.
  case folder
  /// A device, a pipe or a socket stands there.
  case special
  case system(Errno)

  /// The failure that the system has just told of.
  static var last: FileFailure { .system(Errno(rawValue: errno)) }

  init(_ error: any Error) {
    self = error as? FileFailure ?? .system(error as? Errno ?? .ioError)
  }

  /// The reason, as it stands inside a sentence.
  package var words: String {
    switch self {
    case .outside: return "it lies outside of the folder for files"
    case .folder: return "it is a folder"
    case .special: return "it is no regular file"
    case .system(let error):
      let words = error.description
      return words.prefix(1).lowercased() + words.dropFirst()
    }
  }

  /// True where nothing stands at the path, also where a file stands in the place of a folder on it.
  package var isAbsence: Bool {
    self == .system(.noSuchFileOrDirectory) || self == .system(.notDirectory)
  }
}
