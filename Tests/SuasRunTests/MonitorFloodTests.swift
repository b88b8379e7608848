import Foundation
import LocalServer
import Support
import Testing

/// Connections to `suas-run monitor` that ask for more than they read, and very many of them.
@Suite struct MonitorFloodTests {
  private static func withMonitor(_ body: (MonitorProcess) throws -> Void) throws {
    let spec = packageRoot.appendingPathComponent("specs/todo/todo.yaml").path
    let monitor = try MonitorProcess([spec], in: try Folder())
    defer { monitor.stop() }
    try body(monitor)
    let page = try PageConnection(monitor)
    #expect(
      page.ask(#""do":"counts","source":1"#)?.contains("total") == true, "it works afterwards")
    #expect(monitor.errorText == "")
  }

  /// Sends a text again and again, until nobody has read it for two seconds.
  private static func flood(
    _ connection: Connection, _ text: [UInt8], megabytes: Int
  ) {
    let part = Array(repeating: text, count: (1 << 20) / text.count).flatMap(\.self)
    for _ in 0..<megabytes where !connection.isGone { connection.send(part) }
    // The server still works at the bytes that have been sent.
    Thread.sleep(forTimeInterval: 1)
  }

  @Test(
    "What a connection asks for and does not read takes no memory",
    arguments: [
      "GET /monitor.js", "HEAD /monitor.js", "GET FILES/monitor.js", "HEAD FILES/monitor.js",
    ])
  func requests(request: String) throws {
    try Self.withMonitor { monitor in
      let page = monitor.request("GET", "/?token=\(monitor.token)")
      let files = try #require(page.firstMatch(of: #/src="(.+?)/monitor\.js"/#)?.1)
      let line = request.replacing("FILES", with: files)
      let before = monitor.peakMemory
      Self.flood(
        monitor.connect(receiveBuffer: 4096, patience: 2),
        Array("\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(monitor.port)\r\n\r\n".utf8), megabytes: 10)
      #expect(monitor.peakMemory - before < 64, "\(before) \(monitor.peakMemory)")
    }
  }

  @Test(
    "What a page asks for and does not read takes no memory",
    arguments: [
      (PageConnection.frame([UInt8](repeating: 0x78, count: 125), opcode: 9), 100),
      (PageConnection.frame([], opcode: 9), 20), (PageConnection.frame([], opcode: 10), 2),
      (
        PageConnection.frame(
          Array(#"{"id":1,"do":"value","source":1,"n":1,"path":"TodoList.todos[0].title"}"#.utf8)),
        1
      ),
      (PageConnection.frame(Array(#"{"id":1,"do":""}"#.utf8)), 20),
    ])
  func frames(frame: [UInt8], megabytes: Int) throws {
    try Self.withMonitor { monitor in
      let page = try PageConnection(monitor)
      let text = String(repeating: "m", count: 500_000)
      _ = page.ask(#""do":"dispatch","source":1,"n":0,"name":"AddTodo","with":{"text":"\#(text)"}"#)
      let before = monitor.peakMemory
      let slow = try PageConnection(monitor, receiveBuffer: 4096, patience: 2)
      Self.flood(slow.connection, frame, megabytes: megabytes)
      #expect(monitor.peakMemory - before < 64, "\(before) \(monitor.peakMemory)")
      #expect(page.ask(#""do":"counts","source":1"#)?.contains("AddTodo") == true)
    }
  }

  @Test("All answers come in their order, however many requests are sent at once")
  func pipelined() throws {
    try Self.withMonitor { monitor in
      let page = try PageConnection(monitor)
      page.connection.send(
        (0..<2000).flatMap { number in
          PageConnection.frame(Array("{\"id\":\(number),\"do\":\"counts\",\"source\":1}".utf8))
            + PageConnection.frame(Array("\(number)".utf8), opcode: 9)
        })
      func next() -> (opcode: UInt8, payload: [UInt8])? {
        var frame = page.nextFrame()
        while let event = frame, event.payload.starts(with: Array("{\"event\"".utf8)) {
          frame = page.nextFrame()
        }
        return frame
      }
      for number in 0..<2000 {
        let answer = next()
        try #require(answer?.payload.starts(with: Array("{\"id\":\(number),".utf8)) == true)
        let pong = next()
        try #require(pong?.opcode == 10 && pong?.payload == Array("\(number)".utf8))
      }
      let requests = monitor.connect()
      let request = "HEAD /?token=\(monitor.token) HTTP/1.1\r\nHost: 127.0.0.1:\(monitor.port)\r\n"
      requests.send(
        Array((String(repeating: request + "\r\n", count: 999) + request).utf8)
          + Array("Connection: close\r\n\r\n".utf8))
      #expect(requests.text().matches(of: /HTTP\/1\.1 200 OK/).count == 1000)
    }
  }

  @Test("However many connections without the token there are, there is a place for one with it")
  func places() throws {
    try Self.withMonitor { monitor in
      let before = monitor.peakMemory
      let page = try PageConnection(monitor)
      let half = Array("GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 60_000))".utf8)
      let strangers = (0..<150).map { number in
        let connection = monitor.connect(patience: 5)
        if number.isMultiple(of: 2) { connection.send(half) }
        return connection
      }
      #expect(page.ask(#""do":"counts","source":1"#)?.contains("total") == true)
      let other = try PageConnection(monitor)
      #expect(other.ask(#""do":"counts","source":1"#)?.contains("total") == true)
      #expect(monitor.request("GET", "/?token=\(monitor.token)").hasPrefix("HTTP/1.1 200 OK"))
      #expect(strangers[0].receive().isEmpty && strangers[0].isGone, "the oldest go first")
      strangers[149].send(Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(monitor.port)\r\n\r\n".utf8))
      #expect(strangers[149].text().contains("403"), "the newest are heard")
      #expect(monitor.peakMemory - before < 64, "\(before) \(monitor.peakMemory)")
    }
  }

  @Test("Connections with the token are limited, too, and one too many is told why")
  func tooMany() throws {
    try Self.withMonitor { monitor in
      let pages = try (0..<192).map { _ in try PageConnection(monitor) }
      #expect(pages[191].ask(#""do":"counts","source":1"#)?.contains("total") == true)
      let answer = monitor.request("GET", "/?token=\(monitor.token)")
      #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n{\"error\":\"too many connections are open: close some\"}"))
      for page in pages { page.connection.end() }
      Thread.sleep(forTimeInterval: 0.3)
    }
  }

  @Test("A timeline too many is refused with a sentence")
  func tooManyTimelines() throws {
    try Self.withMonitor { monitor in
      for _ in 0..<199 {
        _ = monitor.request("POST", "/logs?token=\(monitor.token)&name=a", body: "x")
      }
      for target in ["/logs", "/feed"] {
        let answer = monitor.request("POST", "\(target)?token=\(monitor.token)", body: "x")
        #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
        #expect(
          answer.hasSuffix(
            "\r\n\r\n{\"error\":\"200 timelines are open: close some of them\"}"), "\(answer)")
      }
    }
  }
}
