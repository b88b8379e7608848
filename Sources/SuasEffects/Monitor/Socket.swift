import MonitorClient

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Glibc
#endif

/// A system socket or pipe that never blocks.
struct Socket {
  let descriptor: Int32

  /// Listens on an address, with up to 16 clients waiting to be accepted.
  static func listening(address: String, port: UInt16) throws(SocketError) -> Socket {
    let socket = Socket(descriptor: makeStream())
    guard socket.descriptor >= 0 else { throw SocketError("a socket could not be made") }
    // A port that this program used a moment ago can be reused.
    var yes: Int32 = 1
    setsockopt(
      socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else {
      socket.close()
      throw SocketError(plain: "'\(address)' is no IPv4 address")
    }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket.descriptor, $0, size) == 0
      }
    }
    guard isBound, listen(socket.descriptor, 16) == 0 else {
      let error = SocketError("port \(port) of \(address) cannot be listened at")
      socket.close()
      throw error
    }
    socket.neverBlock()
    return socket
  }

  /// The reading and the writing end of a pipe.
  static func pipe() throws(SocketError) -> (Socket, Socket) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { throw SocketError("a pipe could not be made") }
    let sockets = (Socket(descriptor: ends[0]), Socket(descriptor: ends[1]))
    sockets.0.neverBlock()
    sockets.1.neverBlock()
    return sockets
  }

  /// The port on which the socket listens.
  var port: UInt16 {
    var name = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    return UInt16(bigEndian: name.sin_port)
  }

  /// Accepts a client that has connected; nil if there is none.
  func accepted() -> Socket? {
    let client = accept(descriptor, nil, nil)
    guard client >= 0 else { return nil }
    let socket = Socket(descriptor: client)
    socket.neverBlock()
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return socket
  }

  /// Sends as many of the bytes as the socket accepts; nil if the connection is closed.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : nil
  }

  /// Reads and discards some input; false if the other end has closed the connection.
  func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    if count >= 0 { return count > 0 }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR
  }

  /// Writes a byte to a pipe; if the pipe is full, none is needed.
  func signal() {
    var byte: UInt8 = 1
    _ = write(descriptor, &byte, 1)
  }

  func close() { _ = systemClose(descriptor) }

  private func neverBlock() {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}

/// The reason why a socket operation failed.
struct SocketError: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = "\(text): \(String(cString: strerror(errno)))" }
  init(plain text: String) { description = text }
}

/// The events to wait for on a socket.
struct Wait {
  let socket: Socket
  var toSend = false
  /// True if no event is waited for.
  var isPaused = false

  /// Waits until some of the sockets are ready; returns for each one whether it is.
  static func any(of waits: [Wait]) -> [Bool] {
    var polled = waits.map {
      pollfd(
        fd: $0.isPaused ? -1 : $0.socket.descriptor,
        events: Int16(POLLIN) | ($0.toSend ? Int16(POLLOUT) : 0),
        revents: 0)
    }
    guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return waits.map { _ in false } }
    return polled.map { $0.revents != 0 }
  }
}

// These calls have the same names as the methods above.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
