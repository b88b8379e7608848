import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a monitor on this machine: a request whose body is the lines of the log, and whose
/// answer is what the monitor asks for, both in chunks (RFC 9112, section 7.1).
package final class MonitorConnection: Sendable {
  private let descriptor: Int32
  private let sending = DispatchQueue(label: "SuasLog.monitor.sending")
  private let receiving = DispatchQueue(label: "SuasLog.monitor.receiving")
  private let hasEnded = Atomic<Bool>(false)

  /// The reason why there is no connection.
  package struct Failure: Error {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// Connects, and sends the head of the request.
  package init(_ address: MonitorAddress, name: String, allowsControl: Bool) throws(Failure) {
    descriptor = try Self.connect(to: address.port)
    let head = """
      POST \(address.target)&name=\(name.percentEncoded)&control=\(allowsControl ? "yes" : "no") HTTP/1.1\r
      Host: 127.0.0.1:\(address.port)\r
      Transfer-Encoding: chunked\r
      \r

      """
    guard write(Array(head.utf8)[...]) else {
      throw Failure(message: "it does not take the request")
    }
  }

  deinit { _ = close(descriptor) }

  private static func connect(to port: UInt16) throws(Failure) -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
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
        systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      defer { _ = close(descriptor) }
      throw .last
    }
    return descriptor
  }

  /// Sends lines, and returns once they are sent; does nothing after the connection has ended.
  package func send(_ lines: [UInt8]) async {
    await withCheckedContinuation { continuation in
      send(lines) { continuation.resume() }
    }
  }

  /// Sends lines in the background; does nothing after the connection has ended.
  ///
  /// - Parameter whenSent: Called once they are sent.
  package func send(_ lines: [UInt8], _ whenSent: @escaping @Sendable () -> Void) {
    guard !lines.isEmpty else { return whenSent() }
    sending.async { [self] in
      let size = String(lines.count, radix: 16)
      _ =
        write(Array("\(size)\r\n".utf8)[...]) && write(lines[...])
        && write(Array("\r\n".utf8)[...])
      whenSent()
    }
  }

  /// True once the connection has ended.
  package var isClosed: Bool { hasEnded.load(ordering: .relaxed) }

  /// Ends the request.
  package func end() {
    sending.async { [self] in
      _ = write(Array("0\r\n\r\n".utf8)[...])
      hasEnded.store(true, ordering: .relaxed)
      _ = shutdown(descriptor, Int32(SHUT_WR))
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty, !hasEnded.load(ordering: .relaxed) {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        hasEnded.store(true, ordering: .relaxed)
        return false
      }
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty
  }

  /// Calls a function with each line that the monitor sends, until the connection ends.
  package func receive(_ take: @escaping @Sendable ([UInt8]) -> Void) {
    receiving.async { [weak self] in
      var answer = MonitorAnswer()
      while let bytes = self?.read(), !bytes.isEmpty {
        for line in answer.lines(in: bytes) { take(line) }
      }
    }
  }

  private func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = systemRead(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(0, count)))
    }
  }
}

/// The answer of a monitor as it arrives: its head, and then lines in chunks.
struct MonitorAnswer {
  private var isInHead = true
  private var bytes: [UInt8] = []
  private var line: [UInt8] = []

  /// The maximum length of a line, in bytes; longer ones are passed over.
  private static let longest = 64 << 20

  /// Adds bytes, and returns the lines that are whole with them.
  mutating func lines(in more: [UInt8]) -> [[UInt8]] {
    bytes += more
    guard bytes.count <= Self.longest else {
      bytes = []
      return []
    }
    if isInHead {
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return [] }
      bytes.removeFirst(end)
      isInHead = false
    }
    var lines: [[UInt8]] = []
    while let lineEnd = bytes.firstRange(of: [0x0D, 0x0A]) {
      let text = String(decoding: bytes[..<lineEnd.lowerBound], as: UTF8.self)
      guard let size = Int(text.prefix { $0 != ";" }, radix: 16), 0...Self.longest ~= size,
        bytes.count >= lineEnd.upperBound + size + 2
      else { break }
      line += bytes[lineEnd.upperBound..<(lineEnd.upperBound + size)]
      bytes.removeFirst(lineEnd.upperBound + size + 2)
      while let end = line.firstIndex(of: 0x0A) {
        lines.append(Array(line[..<end]))
        line.removeFirst(end + 1)
      }
    }
    return lines
  }
}

extension MonitorConnection.Failure {
  fileprivate static var last: Self { Self(message: String(cString: strerror(errno))) }
}

extension String {
  /// The text as a part of a query (RFC 3986, section 3.4).
  fileprivate var percentEncoded: String {
    utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      let digits = String(byte, radix: 16)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}

// These calls have the same names as the methods above.
private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(descriptor, address, size) }

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
