#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The identity and version of a file: it differs after the file is replaced or changed.
struct FileStamp: Equatable, Sendable {
  private let node: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// - Returns: nil if there is no file.
  init?(of path: String) {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = information.st_mtimespec
    #else
      let time = information.st_mtim
    #endif
    node = UInt64(information.st_ino)
    size = Int64(information.st_size)
    seconds = time.tv_sec
    nanoseconds = time.tv_nsec
  }
}
