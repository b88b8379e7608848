import Foundation
import LocalServer
import Testing

/// Frames of WebSockets that `suas-run monitor` refuses, as RFC 6455 asks for, and some that it takes.
@Suite struct MonitorFrameTests {
  private static func frame(
    _ text: String, opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true
  ) -> [UInt8] {
    PageConnection.frame(Array(text.utf8), opcode: opcode, isLast: isLast, isMasked: isMasked)
  }

  private static func closing(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
    PageConnection.frame([UInt8(code >> 8), UInt8(code & 0xFF)] + reason, opcode: 8)
  }

  private static let request = #"{"id":1,"do":"counts","source":1}"#

  /// The bytes that are sent, and the code with which they are refused, or with which a closing
  /// frame is answered.
  private static let cases: [(name: String, frames: [[UInt8]], code: UInt16)] =
    [
      ("without a mask", [frame(request, isMasked: false)], 1002),
      ("a ping without a mask", [frame("", opcode: 9, isMasked: false)], 1002),
      ("a closing frame without a mask", [frame("", opcode: 8, isMasked: false)], 1002),
      (
        "a fragment without a mask",
        [frame("{", isLast: false), frame("}", opcode: 0, isMasked: false)], 1002
      ),
      ("a fragmented ping", [frame("", opcode: 9, isLast: false)], 1002),
      ("a fragmented closing frame", [frame("", opcode: 8, isLast: false)], 1002),
      ("a long ping", [frame(String(repeating: "a", count: 126), opcode: 9)], 1002),
      ("a long closing frame", [closing(1000, [UInt8](repeating: 0x61, count: 124))], 1002),
      ("a fragment of nothing", [frame("{}", opcode: 0)], 1002),
      ("a text within a text", [frame("{", isLast: false), frame(request)], 1002),
      ("binary data", [frame(request, opcode: 2)], 1003),
      ("no UTF-8", [PageConnection.frame([0x22, 0xFF, 0x22])], 1007),
      ("an overlong character", [PageConnection.frame([0xC0, 0x80])], 1007),
      ("half a character", [PageConnection.frame([0xC3])], 1007),
      ("a surrogate", [PageConnection.frame([0xED, 0xA0, 0x80])], 1007),
      (
        "no UTF-8 in fragments",
        [PageConnection.frame([0xC3], isLast: false), PageConnection.frame([0x28], opcode: 0)], 1007
      ),
      ("a closing frame of a byte", [frame("a", opcode: 8)], 1002),
      ("a reason that is no UTF-8", [closing(1000, [0xFF])], 1007),
      ("a length beyond 63 bits", [PageConnection.frame([], length: UInt64.max)], 1009),
      ("a long frame", [PageConnection.frame([], length: 1 << 40)], 1009),
      (
        "a long message",
        [frame(String(repeating: " ", count: 1 << 20), isLast: false), frame(" ", opcode: 0)], 1009
      ),
      (
        "very many fragments",
        (0..<2000).map { frame(" ", opcode: $0 == 0 ? 1 : 0, isLast: false) }, 1009
      ),
      ("what is no request", [frame("garbage")], 1008),
      ("a closing frame with a reason", [closing(1001, Array("é".utf8))], 1001),
      ("an empty closing frame", [frame("", opcode: 8)], 1000),
    ]
    + [0x41, 0x21, 0x11, 0x71, 0x49, 0x28, 0x1A, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { opcode in
      ("opcode and bits \(opcode)", [frame("", opcode: opcode)], 1002)
    }
    + [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65535].map { code in
      ("closing with \(code)", [closing(code)], 1002)
    }
    + [1000, 1001, 1002, 1003, 1007, 1011, 1014, 3000, 4999].map { code in
      ("closing with \(code)", [closing(code)], code)
    }

  @Test("A frame that a page must not send closes its connection with a code that says why")
  func refusals() throws {
    let spec = packageRoot.appendingPathComponent("specs/todo/todo.yaml").path
    let monitor = try MonitorProcess([spec], in: try Folder())
    defer { monitor.stop() }
    for (name, frames, code) in Self.cases {
      let page = try PageConnection(monitor)
      page.connection.send(frames.flatMap(\.self) + Self.frame(Self.request))
      var frame = page.nextFrame()
      while let event = frame, event.opcode == 1 {
        #expect(event.payload.starts(with: Array("{\"event\"".utf8)), "\(name) is answered")
        frame = page.nextFrame()
      }
      #expect(frame?.opcode == 8, "\(name)")
      #expect(frame?.payload == [UInt8(code >> 8), UInt8(code & 0xFF)], "\(name)")
      page.connection.send(Self.closing(code))
      #expect(page.nextFrame() == nil && page.connection.isGone, "\(name)")
    }
    let page = try PageConnection(monitor)
    #expect(page.ask(#""do":"counts","source":1"#)?.contains("total") == true)
    #expect(monitor.errorText == "")
  }

  @Test("Pings between the fragments of a message, with characters in halves, are taken")
  func fragments() throws {
    let spec = packageRoot.appendingPathComponent("specs/todo/todo.yaml").path
    let monitor = try MonitorProcess([spec], in: try Folder())
    defer { monitor.stop() }
    let page = try PageConnection(monitor)
    let request = Array(#"{"id":1,"do":"é"}"#.utf8)
    let half = try #require(request.firstIndex(of: 0xA9))
    page.connection.send(
      PageConnection.frame([], opcode: 10)
        + PageConnection.frame(Array(request[..<half]), isLast: false)
        + PageConnection.frame(Array("a".utf8), opcode: 9)
        + PageConnection.frame([], opcode: 0, isLast: false)
        + PageConnection.frame(Array(request[half...]), opcode: 0))
    var seen: [String] = []
    while seen.count < 2, let frame = page.nextFrame() {
      let text = String(decoding: frame.payload, as: UTF8.self)
      if !text.hasPrefix(#"{"event""#) { seen.append("\(frame.opcode) \(text.prefix(7))") }
    }
    #expect(seen == ["10 a", "1 {\"id\":1"])
  }
}
