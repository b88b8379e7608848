import Foundation
import LocalServer

/// A running `suas-run monitor`.
final class MonitorProcess {
  let process = Process()
  let port: UInt16
  let token: String
  /// The two lines that it has printed.
  let greeting: String
  private let errors: URL
  private let folder: Folder

  struct Failure: Error { let message: String }

  init(_ arguments: [String], in folder: Folder, program: String = Program.path) throws {
    self.folder = folder
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["monitor"] + arguments
    process.currentDirectoryURL = folder.url
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    process.standardError = try folder.handle("errors")
    errors = folder.url.appendingPathComponent("errors")
    let process = process
    try withoutBlockedSignals { try process.run() }
    var said = ""
    while said.split(separator: "\n").count < 2 {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(message: "the monitor ends: \(said)") }
      said += String(decoding: data, as: UTF8.self)
    }
    greeting = said
    guard let match = said.firstMatch(of: #/127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})\n/#),
      let port = UInt16(match.1)
    else { throw Failure(message: "there is no address: \(said)") }
    self.port = port
    token = String(match.2)
  }

  var pageAddress: String { "http://127.0.0.1:\(port)/?token=\(token)" }
  var feedAddress: String { "http://127.0.0.1:\(port)/feed?token=\(token)" }

  /// The most memory that it has had, in megabytes.
  var peakMemory: Double { Program.peakMemory(of: process.processIdentifier) ?? 0 }

  /// The text that it has written as errors.
  var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  func connect(receiveBuffer: Int32? = nil, patience: Int = 10) -> Connection {
    Connection(toPort: port, receiveBuffer: receiveBuffer, patience: patience)
  }

  /// Sends a request, and returns the whole answer.
  ///
  /// - Parameters:
  ///   - headers: Further lines of the head; `Host` is among them if it is not the usual one.
  func request(
    _ method: String, _ target: String, headers: [String] = [], body: String = ""
  ) -> String {
    var head = ["\(method) \(target) HTTP/1.1", "Connection: close"] + headers
    if !headers.contains(where: { $0.hasPrefix("Host:") }) {
      head.append("Host: 127.0.0.1:\(port)")
    }
    if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
    let connection = connect()
    connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    return connection.text()
  }

  /// The head of a WebSocket's handshake.
  func handshake(
    token: String, path: String = "/session", headers: [String] = []
  ) -> String {
    request(
      "GET", "\(path)?token=\(token)",
      headers: [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ] + headers)
  }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

extension Connection {
  /// The text up to the end of the connection, or until nothing comes any more.
  func text() -> String {
    var bytes: [UInt8] = []
    while true {
      let more = receive()
      if more.isEmpty { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The WebSocket of a page (RFC 6455), without any of its checks.
final class PageConnection {
  let connection: Connection
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - target: The path, and what follows the token of the address.
  ///   - headers: Further lines of the head.
  init(
    _ monitor: MonitorProcess, target: (path: String, rest: String) = ("/session", ""),
    headers: [String] = [], receiveBuffer: Int32? = nil, patience: Int = 10
  ) throws {
    let others = headers.map { "\($0)\r\n" }.joined()
    connection = monitor.connect(receiveBuffer: receiveBuffer, patience: patience)
    connection.send(
      Array(
        """
        GET \(target.path)?token=\(monitor.token)\(target.rest) HTTP/1.1\r
        Host: 127.0.0.1:\(monitor.port)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \(others)\r

        """.utf8))
    while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      let more = connection.receive()
      guard !more.isEmpty else { throw MonitorProcess.Failure(message: "no handshake") }
      bytes += more
    }
    guard bytes.starts(with: Array("HTTP/1.1 101 ".utf8)),
      let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    else {
      throw MonitorProcess.Failure(message: String(decoding: bytes, as: UTF8.self))
    }
    bytes.removeFirst(end.upperBound)
  }

  /// Returns the bytes of a frame.
  ///
  /// - Parameter opcode: The opcode, with the reserved bits.
  static func frame(
    _ payload: [UInt8], opcode: UInt8 = 1, isLast: Bool = true, length: UInt64? = nil,
    isMasked: Bool = true
  ) -> [UInt8] {
    var frame: [UInt8] = [(isLast ? 0x80 : 0) | opcode, (isMasked ? 0x80 : 0) | 127]
    let length = length ?? UInt64(payload.count)
    for shift in stride(from: 56, through: 0, by: -8) {
      frame.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
    }
    // The mask leaves all bytes as they are.
    return frame + (isMasked ? [0, 0, 0, 0] : []) + payload
  }

  func send(_ text: String) { connection.send(Self.frame(Array(text.utf8))) }

  /// Returns the next frame; nil at the end.
  func nextFrame() -> (opcode: UInt8, payload: [UInt8])? {
    func take(_ count: Int) -> [UInt8]? {
      while bytes.count < count {
        let more = connection.receive()
        if more.isEmpty { return nil }
        bytes += more
      }
      defer { bytes.removeFirst(count) }
      return Array(bytes[..<count])
    }
    guard let head = take(2) else { return nil }
    var length = Int(head[1] & 0x7F)
    if length >= 126 {
      guard let digits = take(length == 126 ? 2 : 8) else { return nil }
      length = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let payload = take(length) else { return nil }
    return (head[0] & 0xF, payload)
  }

  /// Returns the next text; nil at the end.
  func next() -> String? {
    guard let frame = nextFrame(), frame.opcode == 1 else { return nil }
    return String(decoding: frame.payload, as: UTF8.self)
  }

  /// Asks, and returns the text of the answer; nil if there is none.
  func ask(_ request: String) -> String? {
    send(#"{"id":1,\#(request)}"#)
    while let text = next() {
      if text.hasPrefix(#"{"id":1,"#) { return text }
    }
    return nil
  }
}
