import Foundation
import LocalServer
import Locking
import Testing

/// `suas-run --live` with a local test server.
@Suite struct LiveTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Writes a spec whose effect `Fetch` requests a page from a server.
  private func write(
    _ server: HTTPServer, scheme: String = "http", settings: String = "", http: String = "",
    steps: String
  ) throws {
    try write(
      scheme + server.url("").absoluteString.dropFirst("http".count), settings: settings,
      http: http, steps: steps)
  }

  private func write(
    _ url: String, settings: String = "", http: String = "", steps: String
  ) throws {
    try folder.write(
      """
      suas: 1
      states:
        S:
          pages: list(string) = []
          failure: string = ""
      actions:
        Fetched: { page: string }
        Failed: { code: string }
      reducers:
        R:
          state: S
          on:
            Fetched: [{ append: pages, value: "${action.page}" }]
            Failed: [{ set: failure, value: "${action.code}" }]
      middleware: [async]
      effects:
        Fetch:
          payload: { path: string }
          run: { http: { url: "\(url)/${action.path}", timeout: 400ms \(http) } }
          \(settings)
          on-success: [{ dispatch: Fetched, with: { page: "${response.body.page}" } }]
          on-failure: [{ dispatch: Failed, with: { code: "${error.code}: ${error.message}" } }]
      """, to: "spec.yaml")
    try folder.write("spec: spec.yaml\nscenario: Live\nsteps:\n\(steps)", to: "a.scenario.yaml")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(["a.scenario.yaml", "--live"] + arguments, in: folder)
  }

  private static let dispatch = "  - dispatch: Fetch\n    with: { path: a }\n"

  @Test("A scheme is recognized in upper and lower case", arguments: ["HTTP", "hTTp"])
  func scheme(scheme: String) throws {
    let server = HTTPServer { .init(#"{"page": "\#($0.target)"}"#) }
    try write(
      server, scheme: scheme,
      steps: Self.dispatch + """
          - respond: Fetch
            expect: { state: { S: { pages: [/a], failure: "" } } }
        """)
    let result = try run("--allow-host", "127.0.0.1")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("A step waits for the real answer, and ignores its own")
  func success() throws {
    let server = HTTPServer { .init(#"{"page": "\#($0.target)"}"#) }
    try write(
      server,
      steps: Self.dispatch + """
          - respond: Fetch
            with: { status: 500 }
            expect: { state: { S: { pages: [/a] } }, actions: [Fetched], effects: [] }
        """)
    let result = try run("--allow-host", "127.0.0.1")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test(
    "A server whose certificate nobody vouches for is not spoken to",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
  func certificates() throws {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/bin/sh")
    server.currentDirectoryURL = folder.url
    server.arguments = [
      "-c",
      """
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost 2> /dev/null
      exec openssl s_server -accept 127.0.0.1:0 -key key -cert certificate -www
      """,
    ]
    let output = Pipe()
    server.standardOutput = output
    try withoutBlockedSignals { try server.run() }
    defer { server.terminate() }
    var said = ""
    while !said.contains(#/ACCEPT.*:\d+\n/#) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server ends: \(said)")
      said += String(decoding: data, as: UTF8.self)
    }
    let port = try #require(said.firstMatch(of: #/ACCEPT.*:(\d+)\n/#)?.1)
    try write(
      "https://localhost:\(port)",
      steps: Self.dispatch + """
          - respond: Fetch
            expect: { that: 'store.S.failure.endsWith("has no certificate that is trusted")' }
        """)
    let result = try run("--allow-host", "localhost")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("No proxy that the environment names is asked")
  func proxies() throws {
    let asked = Mutex(false)
    let proxy = HTTPServer { _ in
      asked.withLock { $0 = true }
      return .init(#"{"page": "proxy"}"#)
    }
    let server = HTTPServer { .init(#"{"page": "\#($0.target)"}"#) }
    try write(
      server,
      steps: Self.dispatch + """
          - respond: Fetch
            expect: { state: { S: { pages: [/a] } } }
        """)
    let names = ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"]
    let result = try Program.run(
      ["a.scenario.yaml", "--live", "--allow-host", "127.0.0.1"], in: folder,
      environment: Dictionary(
        uniqueKeysWithValues: names.map { ($0, proxy.url("").absoluteString) })
    )
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(!asked.withLock { $0 })
  }

  @Test(
    "What goes wrong is a failure with its code",
    arguments: [
      ("slow", "timeout: there was no answer in time"), ("gone", "no-answer: "),
      ("status", "status: the status is 404"), ("broken", "no-answer: the body is no JSON"),
      ("other", "expression: "),
      ("redirect", "no-answer: the redirect leads to the host "),
    ])
  func failure(path: String, message: String) throws {
    let server = HTTPServer { request in
      switch request.target {
      case "/slow":
        Thread.sleep(forTimeInterval: 1.5)
        return nil
      case "/gone": return nil
      case "/status": return .init(status: 404, "{}")
      case "/broken": return .init("{")
      case "/redirect": return .init(status: 302, headers: [("Location", "http://localhost/")], "")
      default: return .init("{}")
      }
    }
    try write(
      server,
      steps: """
          - dispatch: Fetch
            with: { path: \(path) }
          - respond: Fetch
            expect: { that: 'store.S.failure.startsWith("\(message)")' }
        """)
    let result = try run("--allow-host", "127.0.0.1")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("A failure is tried again after the delay, in real time")
  func retry() throws {
    let count = Mutex(0)
    let server = HTTPServer { _ in
      let tries = count.withLock { count in
        count += 1
        return count
      }
      return tries < 2 ? .init(status: 503, "{}") : .init(#"{"page": "b"}"#)
    }
    try write(
      server, settings: "retry: { times: 1, delay: 100ms }",
      steps: Self.dispatch + """
          - respond: Fetch
            expect: { changes: {}, effects: [] }
          - advance: 150ms
            expect: { effects: [Fetch] }
          - respond: Fetch
            expect: { state: { S: { pages: [b] } } }
        """)
    let result = try run("--allow-host", "127.0.0.1")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("A newer request takes the older one's outcome away, which comes later")
  func supersession() throws {
    let server = HTTPServer { request in
      if request.target == "/old" { Thread.sleep(forTimeInterval: 0.2) }
      return .init(#"{"page": "\#(request.target)"}"#)
    }
    try write(
      server, settings: "latest: true",
      steps: """
          - dispatch: Fetch
            with: { path: old }
          - dispatch: Fetch
            with: { path: new }
            expect: { effects: [{ Fetch: { path: new } }] }
          - respond: Fetch
            which: 1
            expect: { state: { S: { pages: [/new] } } }
          - respond: Fetch
            expect: { changes: {}, effects: [] }
        """)
    let result = try run("--allow-host", "127.0.0.1")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("A host that is not allowed is not asked, and the report says so")
  func hosts() throws {
    let asked = Mutex(false)
    let server = HTTPServer { _ in
      asked.withLock { $0 = true }
      return .init("{}")
    }
    try write(server, steps: Self.dispatch + "  - respond: Fetch\n")
    let result = try run()
    #expect(result.output.contains("an effect got no answer: the host '127.0.0.1' is not allowed"))
    #expect(!asked.withLock { $0 })
  }

  @Test("In a session an effect is performed when it is asked for, and its answer kept")
  func session() throws {
    let count = Mutex(0)
    let server = HTTPServer { request in
      count.withLock { $0 += 1 }
      return .init(#"{"page": "\#(request.target)"}"#)
    }
    try write(server, steps: Self.dispatch)
    let lines = """
      Fetch {path: a}
      perform Fetch
      undo
      redo
      perform Fetch
      save saved.scenario.yaml
      """
    let result = try Program.run(
      ["play", "spec.yaml", "--live", "--allow-host", "127.0.0.1"], in: folder,
      input: Data((lines + "\n").utf8))
    #expect(result.output.contains(#"+ S.pages[0]: "/a""#))
    #expect(result.errors.contains("no effect 'Fetch' is pending that could be performed"))
    #expect(count.withLock { $0 } == 1)
    let saved = try folder.text("saved.scenario.yaml")
    #expect(saved.contains("page: /a"))
    #expect(try Program.run(["saved.scenario.yaml"], in: folder).status == 0)
    let ordinary = try Program.run(
      ["play", "spec.yaml"], in: folder, input: Data("Fetch {path: a}\nperform Fetch\n".utf8))
    #expect(ordinary.errors.contains("begin it with --live"))
  }

  @Test("A session shows why an effect that it performs fails")
  func failingSessions() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Go: {} }
      effects: { Load: { run: { custom: { name: loader, result: string } } } }
      middleware: [async]
      """, to: "custom.yaml")
    let result = try Program.run(
      ["play", "custom.yaml", "--live"], in: folder, input: Data("Load\nperform Load\n".utf8))
    #expect(
      result.output.contains(
        "effect 'Load' failed with 'no-answer': nothing performs the custom effect 'loader'\n"))
  }

  @Test("No step waits forever")
  func limit() throws {
    let server = HTTPServer { _ in
      Thread.sleep(forTimeInterval: 2)
      return nil
    }
    try write(
      server, http: ", method: GET", steps: Self.dispatch + "  - respond: Fetch\n  - advance: 10d\n"
    )
    let spec = try folder.text("spec.yaml").replacingOccurrences(of: "400ms", with: "60s")
    try folder.write(spec, to: "spec.yaml")
    try folder.write(
      try folder.text("a.scenario.yaml").replacingOccurrences(of: "10d", with: "240h"),
      to: "a.scenario.yaml")
    let result = try run("--allow-host", "127.0.0.1", "--live-limit", "300ms")
    #expect(result.status == 1)
    #expect(result.output.contains("no answer to 'Fetch' came within 0.3s"))
    #expect(result.output.contains("no step waits longer than 0.3s in a live run"))
    #expect(result.seconds < 5)
  }

  @Test("Files are written and read below the folder that is named, and nowhere else")
  func files() throws {
    try folder.write(
      """
      suas: 1
      states:
        S: { text: string = "", failure: string = "" }
      actions:
        Read: { text: string }
        Failed: { message: string }
      reducers:
        R:
          state: S
          on:
            Read: [{ set: text, value: "${action.text}" }]
            Failed: [{ set: failure, value: "${action.message}" }]
      middleware: [async]
      effects:
        Save:
          payload: { path: string, text: string }
          run: { write-file: { path: "${action.path}", value: "${action.text}" } }
          on-failure: [{ dispatch: Failed, with: { message: "${error.message}" } }]
        Load:
          payload: { path: string }
          run: { read-file: "${action.path}" }
          on-success: [{ dispatch: Read, with: { text: "${response.text}" } }]
          on-failure: [{ dispatch: Failed, with: { message: "${error.message}" } }]
      """, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenario: Files
      steps:
        - dispatch: Save
          with: { path: a.txt, text: hello }
        - respond: Save
          expect: { changes: {} }
        - dispatch: Load
          with: { path: a.txt }
        - respond: Load
          with: { text: another }
          expect: { state: { S: { text: hello, failure: "" } } }
        - dispatch: Save
          with: { path: ../b.txt, text: out }
        - respond: Save
          expect: { that: 'store.S.failure.contains("lies outside")' }
      """, to: "a.scenario.yaml")
    try folder.write("", to: "files/.keep")
    let result = try run("--files", "files")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(try folder.text("files/a.txt") == "hello")
    #expect(!folder.exists("b.txt"))
    #expect(try Program.run(["a.scenario.yaml"], in: folder).status == 1)
  }

  @Test(
    "Options of live runs are checked",
    arguments: [
      ["--allow-host", "a"], ["--files", "."], ["--live", "--files", "nowhere"],
      ["--live", "--live-limit", "soon"], ["--live", "--live-limit", "-1s"],
      ["--live", "--live-limit", "0s"], ["--live", "--live-limit", "2562048h"],
      ["--live-limit", "2s"], ["--live", "--jobs", "2"], ["--live", "--allow-host", ""],
      ["--live", "--allow-host", "http://a b/"], ["--live", "--allow-host", "a:99999"],
      ["--live", "--allow-host", "a:0"], ["--live", "--allow-host", "*"],
      ["--live", "--allow-host", "[::1"], ["--live", "--allow-host", "é.example"],
    ])
  func usage(arguments: [String]) throws {
    #expect(try Program.run(["a.scenario.yaml"] + arguments, in: folder).status == 64)
  }
}
