import Dispatch
import Locking

/// A connection to a monitor on this machine: a request whose body is the lines of the log, and
/// whose answer is the requests of the monitor, both in chunks (RFC 9112, section 7.1).
package final class MonitorConnection: Sendable {
  private let socket: ClientSocket
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
    socket = try ClientSocket(port: address.port)
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

  deinit { socket.close() }

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
      socket.endSending()
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty, !isClosed {
      guard let count = socket.send(rest) else {
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
      while let bytes = self?.socket.receive(), !bytes.isEmpty {
        for line in answer.lines(in: bytes) { take(line) }
      }
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
