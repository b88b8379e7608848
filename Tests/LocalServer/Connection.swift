import Locking

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Glibc
#endif

/// A blocking TCP connection on this machine.
public final class Connection: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to a port of this machine.
  ///
  /// - Parameters:
  ///   - receiveBuffer: The size of the system's receive buffer; `nil` for the default.
  ///   - patience: The seconds that sending and receiving wait at most; `nil` for any time.
  public init(toPort port: UInt16, receiveBuffer: Int32? = nil, patience: Int? = nil) {
    let descriptor = makeStream()
    self.descriptor = descriptor
    if var size = receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    if let patience {
      var time = timeval(tv_sec: patience, tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }
    let isConnected = withLocalName(port: port) { connect(descriptor, $0, $1) == 0 }
    precondition(isConnected, "nobody listens at port \(port)")
  }

  deinit { close(descriptor) }

  /// Waits for data and returns it; empty at the end of the connection.
  public func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count == 0 || count < 0 && errno != EAGAIN { gone.store(true, ordering: .relaxed) }
    return Array(buffer.prefix(max(count, 0)))
  }

  /// True if sending or receiving found that the other end has closed the connection.
  public var isGone: Bool { gone.load(ordering: .relaxed) }
  private let gone = Atomic(false)

  /// Sends all bytes, or as many as possible before the other end closes the connection.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendBytes(descriptor, $0) }
      guard count > 0 else { return gone.store(true, ordering: .relaxed) }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the connection; a call of `receive` in progress returns.
  public func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// A socket that listens on a free port of this machine.
final class Listener: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init() {
    let descriptor = makeStream()
    self.descriptor = descriptor
    let isListening =
      withLocalName(port: 0) { bind(descriptor, $0, $1) == 0 } && listen(descriptor, 16) == 0
    precondition(isListening, "no port to listen at")
    var name = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    port = UInt16(bigEndian: name.sin_port)
  }

  deinit { close(descriptor) }

  /// Waits for the next client; returns `nil` once the listener has ended.
  func accepted() -> Connection? {
    let client = accept(descriptor, nil, nil)
    return client < 0 ? nil : Connection(client)
  }

  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

private func withLocalName<Result>(
  port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var name = sockaddr_in()
  name.sin_family = sa_family_t(AF_INET)
  name.sin_port = port.bigEndian
  name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return withUnsafePointer(to: &name) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

private func makeStream() -> Int32 {
  #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    socket(AF_INET, SOCK_STREAM, 0)
  #endif
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}
