import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why an operation on a file failed.
package enum FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path leads out of the folder that it must stay below.
  case outside
  /// There is a folder in place of a file.
  case folder
  /// There is a device, a pipe or a socket in place of a file.
  case special
  /// The file has a second name, a hard link, which would not be replaced with it.
  case linked
  case system(Errno)

  /// The last error of the system, from `errno`.
  static var last: FileFailure { .system(Errno(rawValue: errno)) }

  init(_ error: any Error) {
    self = error as? FileFailure ?? .system(error as? Errno ?? .ioError)
  }

  /// The reason in words for the middle of a sentence.
  package var words: String {
    switch self {
    case .outside: return "it lies outside of the folder for files"
    case .folder: return "it is a folder"
    case .special: return "it is no regular file"
    case .linked: return "it has a second name, by a hard link"
    case .system(let error):
      let words = error.description
      return words.prefix(1).lowercased() + words.dropFirst()
    }
  }

  package var description: String { words }

  /// True if there is nothing at the path, or a file in place of a folder on it.
  package var isAbsence: Bool {
    self == .system(.noSuchFileOrDirectory) || self == .system(.notDirectory)
  }
}
