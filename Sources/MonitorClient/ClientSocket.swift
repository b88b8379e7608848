#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a port of this machine, which blocks.
struct ClientSocket: Sendable {
  private let descriptor: Int32

  init(port: UInt16) throws(MonitorConnection.Failure) {
    descriptor = makeStream()
    guard descriptor >= 0 else { throw .last }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      defer { close() }
      throw .last
    }
  }

  /// Sends some of the bytes, and returns their number; nil if the connection has ended.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      return count > 0 ? count : nil
    }
  }

  /// Waits for bytes, and returns them; none at the end of the connection.
  func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(0, count)))
    }
  }

  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }
  func close() { _ = systemClose(descriptor) }
}

extension MonitorConnection.Failure {
  fileprivate static var last: Self { Self(message: String(cString: strerror(errno))) }
}

/// Makes a socket of TCP; below zero if that fails.
package func makeStream() -> Int32 {
  #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    socket(AF_INET, SOCK_STREAM, 0)
  #endif
}

// These calls have the same names as the methods above.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Sends some bytes without a signal if the connection has ended, as `send` does.
package func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
