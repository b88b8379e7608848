#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The kind of a file-system entry.
package enum FileKind: Sendable {
  case file, folder, link
  /// A device, a pipe or a socket.
  case special

  init(_ information: stat) {
    switch information.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .special
    }
  }
}
