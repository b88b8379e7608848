#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes to a descriptor without buffering.
enum Output {
  static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { buffer in
      var written = 0
      while written < buffer.count {
        let count = writeOnce(
          buffer.baseAddress.map { $0 + written }, buffer.count - written, to: descriptor)
        if count > 0 {
          written += count
        } else if count < 0, errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, 1000)
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
  }

  static func writeOnce(
    _ bytes: UnsafePointer<UInt8>?, _ count: Int, to descriptor: Int32
  ) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Darwin.write(descriptor, bytes, count)
    #endif
  }
}
