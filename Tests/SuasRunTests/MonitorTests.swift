import Foundation
import LocalServer
import Support
import Testing

/// The server of `suas-run monitor`, as other processes and other sites meet it.
@Suite struct MonitorTests {
  private static let todo = packageRoot.appendingPathComponent("specs/todo/todo.yaml").path

  private static func withMonitor(
    _ arguments: [String] = [todo], _ body: (MonitorProcess) throws -> Void
  ) throws {
    let monitor = try MonitorProcess(arguments, in: try Folder())
    defer { monitor.stop() }
    try body(monitor)
    let page = try PageConnection(monitor)
    #expect(page.ask(#""do":"nothing""#)?.contains("error") == true, "it works afterwards")
    #expect(monitor.errorText == "")
  }

  private static func status(_ answer: String) -> String {
    String(answer.split(separator: "\r\n").first ?? "nothing")
  }

  @Test("The page is served with a policy that lets nothing else in, and only with the token")
  func page() throws {
    try Self.withMonitor { monitor in
      #expect(
        monitor.greeting == """
          the page: \(monitor.pageAddress)
          for apps: SUAS_MONITOR=\(monitor.feedAddress)

          """)
      let page = monitor.request("GET", "/?token=\(monitor.token)")
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
      let files = page.matches(of: #/(?:src|href)="([^"]+)"/#).map { String($0.1) }
      #expect(files.count > 8)
      for answer in [page] + files.map({ monitor.request("GET", $0) }) {
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(Self.status(answer))")
        let head = (answer.components(separatedBy: "\r\n\r\n").first ?? "").lowercased()
        #expect(head.contains("content-security-policy: default-src 'none';"))
        #expect(!head.contains("unsafe-inline") && !head.contains("unsafe-eval"))
        #expect(head.contains("x-content-type-options: nosniff"))
        #expect(head.contains("referrer-policy: no-referrer"))
        #expect(head.contains("cache-control: no-store"))
        #expect(!head.contains("access-control-allow"))
      }
      #expect(!page.contains("<style") && !page.contains("<script>") && !page.contains(" style="))
      #expect(!page.contains(monitor.token), "nor in the page's text")
      for file in files {
        let name = file.split(separator: "/").last ?? ""
        let other = String(repeating: "0", count: 32)
        for path in [
          "/\(name)", "//\(name)", "/\(other)/\(name)", String(file.dropLast(name.count)),
        ] {
          #expect(!monitor.request("GET", path).hasPrefix("HTTP/1.1 200"), "\(path)")
        }
      }
      let head = monitor.request("HEAD", "/?token=\(monitor.token)")
      #expect(head.hasSuffix("\r\n\r\n"), "no body for HEAD")
    }
  }

  @Test("Requests without the token, by another name, or of another site are refused")
  func refusals() throws {
    try Self.withMonitor { monitor in
      let (port, token) = (monitor.port, monitor.token)
      let otherToken = String(token.reversed())
      for target in ["/", "/session", "/feed", "/logs"] {
        let method = target == "/" || target == "/session" ? "GET" : "POST"
        for query in [
          "", "?token=", "?token=\(otherToken)", "?token=\(token.dropLast())", "?token=\(token)0",
          "?Token=\(token)", "?x=\(token)", "?token=\(otherToken)&token=\(token)",
        ] {
          let answer = monitor.request(method, target + query, body: method == "POST" ? "x" : "")
          #expect(Self.status(answer) == "HTTP/1.1 403 Forbidden", "\(target)\(query)")
        }
        for headers in [
          ["Host: evil.example:\(port)"], ["Host: evil.example"], ["Host: 127.0.0.1"],
          ["Host: 127.0.0.1:1"], ["Host: 127.0.0.1.evil.example:\(port)"], ["Host:"],
          ["Host: 127.0.0.1:\(port)", "Host: evil.example"],
          ["Origin: http://evil.example"], ["Origin: null"], ["Origin: http://127.0.0.1:1"],
          ["Origin: https://127.0.0.1:\(port)"], ["Sec-Fetch-Site: cross-site"],
          ["Sec-Fetch-Site: same-site"], ["Origin: http://localhost:\(port)"],
        ] {
          let query = "?token=\(token)"
          let answers = [
            monitor.request(
              method, target + query, headers: headers, body: method == "POST" ? "x" : ""),
            target == "/session" ? monitor.handshake(token: token, headers: headers) : "",
          ]
          for answer in answers {
            #expect(
              ["HTTP/1.1 403 Forbidden", "HTTP/1.1 400 Bad Request", "nothing"].contains(
                Self.status(answer)),
              "\(target) \(headers)")
            #expect(!answer.contains(token))
          }
        }
      }
      for wrong in ["", otherToken] {
        let answer = monitor.handshake(token: wrong)
        #expect(Self.status(answer) == "HTTP/1.1 403 Forbidden")
        #expect(answer.hasSuffix(#"{"error":"the address has no token, or an old one"}"#))
      }
      for headers in [["Origin: http://evil.example"], ["Host: evil.example:\(port)"]] {
        let answer = monitor.handshake(token: token, headers: headers)
        #expect(Self.status(answer) == "HTTP/1.1 403 Forbidden", "\(headers)")
        #expect(answer.contains("\r\nconnection: close\r\n"))
      }
      #expect(
        Self.status(
          monitor.request("GET", "/?token=\(token)", headers: ["Host: LOCALHOST:\(port)"]))
          == "HTTP/1.1 200 OK")
      for target in ["/../etc/passwd", "/%2e%2e/etc/passwd", "/nothing", "//", "*", "/page.css"] {
        let status = Self.status(monitor.request("GET", "\(target)?token=\(token)"))
        #expect(status.contains("404") || status.contains("400"), "\(target): \(status)")
        #expect(!Self.status(monitor.request("GET", target)).contains("200"))
      }
      for method in ["PUT", "DELETE", "OPTIONS", "TRACE"] {
        #expect(!Self.status(monitor.request(method, "/?token=\(token)")).contains("200"))
      }
      let page = try PageConnection(monitor)
      let sources = page.next().flatMap { _ in page.next() } ?? ""
      #expect(
        sources.contains(#""length":1,"#) && !sources.contains(#""kind":"app""#), "\(sources)")
    }
  }

  #if os(Linux)
    /// The addresses at which a port is listened at, as the system writes them.
    private static func addresses(port: UInt16) -> [String] {
      var addresses: [String] = []
      for file in ["/proc/net/tcp", "/proc/net/tcp6"] {
        // The system hands out a table of any length in parts, of which `String` reads the first.
        let table = FileHandle(forReadingAtPath: file)?.readDataToEndOfFile() ?? Data()
        for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
          let words = line.split(separator: " ")
          guard words.count > 3, words[3] == "0A" else { continue }
          let parts = words[1].split(separator: ":")
          if parts.count == 2, UInt16(parts[1], radix: 16) == port {
            addresses.append(String(parts[0]))
          }
        }
      }
      return addresses
    }

    @Test("It listens at the loopback addresses only")
    func loopback() throws {
      try Self.withMonitor { monitor in
        let addresses = Self.addresses(port: monitor.port)
        #expect(addresses.first == "0100007F")
        #expect(
          addresses.dropFirst().allSatisfy { $0 == "00000000000000000000000001000000" },
          "\(addresses)")
      }
    }
  #endif

  @Test("A feed that is no log, sends 200 MB, or never ends a line is bounded")
  func feeds() throws {
    try Self.withMonitor { monitor in
      let head = """
        POST /feed?token=\(monitor.token)&name=%3Cb%3E HTTP/1.1\r
        Host: 127.0.0.1:\(monitor.port)\r
        Transfer-Encoding: chunked\r
        \r

        """
      let before = monitor.peakMemory
      let digits = String(1 << 20, radix: 16)
      let chunk = Array("\(digits)\r\n".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + [13, 10]
      let garbage = monitor.connect()
      let endless = monitor.connect()
      garbage.send(Array((head + "8\r\ngarbage\n\r\n").utf8))
      endless.send(Array(head.utf8))
      for _ in 0..<100 where !garbage.isGone && !endless.isGone {
        garbage.send(chunk)
        endless.send(chunk)
      }
      let cut = monitor.connect()
      cut.send(Array((head + "ffff\r\n{\"suas-log\":1,").utf8))
      cut.end()
      #expect(monitor.peakMemory - before < 250, "\(before) \(monitor.peakMemory)")
      // An upload of what is no log is answered, however long it is.
      let upload = monitor.request(
        "POST", "/logs?token=\(monitor.token)&name=x", body: String(repeating: "x", count: 9 << 20))
      #expect(Self.status(upload) == "HTTP/1.1 200 OK")
    }
  }

  @Test("A page is told the spec of an app, however late its first line comes")
  func lateFirstLine() throws {
    try Self.withMonitor { monitor in
      let page = try PageConnection(monitor)
      func waitForSources(_ words: String) {
        while let event = page.next() {
          if event.contains(#""event":"sources""#), event.contains(words) { return }
        }
        Issue.record("there are no sources with \(words)")
      }
      let app = monitor.connect()
      app.send(
        Array(
          """
          POST /feed?token=\(monitor.token)&name=late HTTP/1.1\r
          Host: 127.0.0.1:\(monitor.port)\r
          Transfer-Encoding: chunked\r
          \r

          """.utf8))
      waitForSources(#""title":"late","spec":null"#)
      let folder = try Folder()
      _ = try Program.run(
        [
          packageRoot.appendingPathComponent("specs/todo/todo.scenario.yaml").path, "--root", "/",
          "--record", "a.suaslog",
        ],
        in: folder)
      let line = try folder.text("a.suaslog").prefix { $0 != "\n" } + "\n"
      app.send(Array("\(String(line.utf8.count, radix: 16))\r\n\(line)\r\n".utf8))
      waitForSources(#""title":"Todo","spec":"\#(Self.todo)","isOfOtherVersion":false,"length":1"#)
    }
  }

  @Test("An app in a page of this machine sends its lines over a WebSocket, in any pieces")
  func webSocketFeed() throws {
    try Self.withMonitor { monitor in
      let port = monitor.port
      for headers in [
        ["Origin: http://evil.example"], ["Origin: null"], ["Sec-Fetch-Site: cross-site"],
        ["Origin: http://localhost.evil.example"], ["Origin: http://localhost:1@evil.example"],
        ["Origin: http://localhost:1", "Origin: http://evil.example"],
        ["Origin: http://localhost:1", "Host: evil.example:\(port)"],
      ] {
        let answer = monitor.handshake(token: monitor.token, path: "/feed", headers: headers)
        #expect(Self.status(answer) == "HTTP/1.1 403 Forbidden", "\(headers)")
      }
      let wrong = monitor.handshake(
        token: String(monitor.token.reversed()), path: "/feed",
        headers: ["Origin: http://localhost:1"])
      #expect(Self.status(wrong) == "HTTP/1.1 403 Forbidden")
      for origin in ["http://localhost:5173", "http://127.0.0.1", "https://[::1]:443"] {
        let app = try PageConnection(
          monitor, target: ("/feed", "&name=x"), headers: ["Origin: \(origin)"])
        app.connection.send(PageConnection.frame(Array("?".utf8), opcode: 9))
        #expect(app.nextFrame()?.opcode == 10)
      }
      let page = try PageConnection(monitor)
      let app = try PageConnection(monitor, target: ("/feed", "&name=web"))
      let folder = try Folder()
      let scenarios = packageRoot.appendingPathComponent("specs/todo/todo.scenario.yaml").path
      _ = try Program.run([scenarios, "--root", "/", "--record", "a.suaslog"], in: folder)
      let log = Array(try folder.text("a.suaslog").utf8)
      app.connection.send(PageConnection.frame(Array(log.prefix(100)), isLast: false))
      app.connection.send(PageConnection.frame(Array(log[100..<150]), opcode: 0))
      app.connection.send(PageConnection.frame(Array(log[150...])))
      let awaited = #""title":"Todo","spec":"\#(Self.todo)","isOfOtherVersion":false,"length":1"#
      while let event = page.next(), !event.contains(awaited) {}
      // A frame that breaks the rules ends the feed with a code that says why.
      app.connection.send(PageConnection.frame([0], opcode: 2))
      let closing = app.nextFrame()
      #expect(closing?.opcode == 8 && closing?.payload == [0x03, 0xEB])
      #expect(page.ask(#""do":"counts","source":1"#)?.contains("total") == true)
    }
  }

  @Test("A page that reads no answers is asked no more, and other pages work on")
  func slowReader() throws {
    try Self.withMonitor { monitor in
      let page = try PageConnection(monitor)
      let text = String(repeating: "m", count: 500_000)
      _ = page.ask(#""do":"dispatch","source":1,"n":0,"name":"AddTodo","with":{"text":"\#(text)"}"#)
      let before = monitor.peakMemory
      let slow = try PageConnection(monitor, receiveBuffer: 4096)
      let request = PageConnection.frame(
        Array(#"{"id":1,"do":"value","source":1,"n":1,"path":"TodoList.todos[0].title"}"#.utf8))
      let requests = Array(repeating: request, count: 500).flatMap(\.self)
      slow.connection.send(requests)
      let other = try PageConnection(monitor)
      #expect(other.ask(#""do":"counts","source":1"#)?.contains("AddTodo") == true)
      #expect(monitor.peakMemory - before < 120, "\(before) \(monitor.peakMemory)")
    }
  }

  @Test("Huge heads, frames and fragments, and what is no HTTP, end their connection only")
  func malformed() throws {
    try Self.withMonitor { monitor in
      let host = "Host: 127.0.0.1:\(monitor.port)\r\n"
      let long = String(repeating: "a", count: 1 << 20)
      for request in [
        "GET /\(long) HTTP/1.1\r\n\(host)\r\n", "GET / HTTP/1.1\r\nX: \(long)\r\n\(host)\r\n",
        "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 100_000), "\u{16}\u{3}\u{1}",
        "garbage\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\r\n", "GET  HTTP/1.1\r\n\(host)\r\n",
        "POST /feed?token=\(monitor.token) HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n",
        "POST /feed?token=\(monitor.token) HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /feed?token=\(monitor.token) HTTP/1.1\r\n\(host)Content-Length: 5\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ] {
        let connection = monitor.connect(patience: 1)
        connection.send(Array(request.utf8))
        #expect(!connection.text().contains("200 OK") || request.contains("/feed"))
      }
      for frames in [
        PageConnection.frame([], length: 1 << 40), PageConnection.frame([], length: UInt64.max),
        PageConnection.frame([UInt8](repeating: 0x20, count: 2 << 20)),
        (0..<2000).flatMap { PageConnection.frame([0x20], opcode: $0 == 0 ? 1 : 0, isLast: false) },
        PageConnection.frame([0xFF, 0xFE]),
        PageConnection.frame(Array("garbage".utf8)), PageConnection.frame([], opcode: 0),
      ] {
        let page = try PageConnection(monitor, patience: 5)
        page.connection.send(frames)
        while !page.connection.receive().isEmpty {}
        #expect(page.connection.isGone, "\(frames.prefix(20))")
      }
      let page = try PageConnection(monitor)
      let request = Array(#"{"id":1,"do":"counts","source":1}"#.utf8)
      page.connection.send(
        PageConnection.frame(Array(request[..<9]), isLast: false)
          + PageConnection.frame(Array(request[9...]), opcode: 0))
      var answer = page.next()
      while let text = answer, text.hasPrefix(#"{"event""#) { answer = page.next() }
      #expect(answer?.contains(#""total":1"#) == true)
    }
  }

  @Test("The token is in nothing that is exported")
  func token() throws {
    try Self.withMonitor { monitor in
      let page = try PageConnection(monitor)
      _ = page.ask(#""do":"dispatch","source":1,"n":0,"name":"AddTodo","with":{"text":"a"}"#)
      for format in ["scenario", "log"] {
        let export = page.ask(#""do":"export","source":1,"as":"\#(format)""#) ?? ""
        #expect(export.contains("AddTodo") && !export.contains(monitor.token))
      }
    }
  }

  @Test(
    "What cannot be served ends at once with its reason",
    arguments: [
      (["nothing.suaslog"], 2, "'nothing.suaslog' cannot be read"),
      (["bad.yaml"], 2, "unknown-key"),
      (["nothing.yaml"], 2, "nothing.yaml"), (["--port", "70000"], 64, "port"),
    ])
  func failures(arguments: [String], status: Int32, words: String) throws {
    let folder = try Folder()
    try folder.write("suas: 1\nnonsense: 1\n", to: "bad.yaml")
    let result = try Program.run(["monitor"] + arguments, in: folder)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test(
    "A token of the environment has 32 hexadecimal digits",
    arguments: [
      "0", "0123456789abcdef0123456789abcdeg", "0123456789abcdef0123456789abcdef0",
      "\u{FF10}\u{FF11}\u{FF12}\u{FF13}\u{FF14}\u{FF15}\u{FF16}\u{FF17}01234567", "a b",
    ])
  func badToken(token: String) throws {
    let result = try Program.run(
      ["monitor"], in: try Folder(), environment: ["SUAS_MONITOR_TOKEN": token])
    #expect(result.status == 64)
    #expect(result.errors.contains("32 hexadecimal digits"), "\(result.errors)")
    #expect(token.count < 2 || !result.errors.contains(token))
  }

  @Test("A port that is taken is named")
  func takenPort() throws {
    try Self.withMonitor { monitor in
      let result = try Program.run(["monitor", "--port", "\(monitor.port)"], in: try Folder())
      #expect(result.status != 0)
      #expect(result.errors.contains("port \(monitor.port) of 127.0.0.1"), "\(result.errors)")
      #expect(result.output == "")
    }
  }
}
