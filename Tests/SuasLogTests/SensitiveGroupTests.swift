import CEL
import Foundation
import Locking
import Suas
import SuasProgram
import SuasSpec
import Testing

@testable import SuasLog

/// The groups of a history's entries that are made from sensitive values.
@Suite struct SensitiveGroupTests {
  private static let secret = "hunter2"

  private static let spec = """
    suas: 1
    states: { Account: { tries: int = 0 } }
    actions:
      LogIn: { password: { type: string, sensitive: true } }
      Undo: {}
    functions:
      groupOf: { params: { password: string }, value: "['group of ' + password]" }
    reducers:
      R:
        state: Account
        history: { undo: Undo, group: { LogIn: groupOf(action.password) } }
        on: { LogIn: [{ increment: tries }] }
    """

  private func path() -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("suas-group-\(UUID().uuidString).suaslog").path
  }

  private static func logIn(_ app: RecordedApp, _ password: String = secret) throws {
    try app.dispatch("LogIn", ["password": .string(password)])
  }

  private static func state(of app: RecordedApp) -> String {
    JSONText.of(.record(app.spec.store.record(of: app.store.state)))
  }

  private func expectHidden(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!text.contains(Self.secret), "\(text)", sourceLocation: sourceLocation)
    #expect(text.contains(#""group":{"$sensitive":""#), "\(text)", sourceLocation: sourceLocation)
  }

  @Test("A history groups by a sensitive value, which no file shows")
  func file() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let app = try RecordedApp(Self.spec, isStarted: false)
    try app.recorder.start(on: app.store, writingTo: path)
    try Self.logIn(app)
    try Self.logIn(app)
    try Self.logIn(app, "other")
    #expect(
      Self.state(of: app)
        == #"{"Account":{"tries":3},"AccountHistory":{"past":[{"tries":0},{"tries":2}],"#
        + #""future":[],"group":["group of other"]}}"#)
    try app.dispatch("Undo")
    try app.dispatch("Undo")
    #expect(Self.state(of: app).hasPrefix(#"{"Account":{"tries":0},"#))
    try Self.logIn(app)
    app.store.reset()
    try Self.logIn(app)
    app.recorder.stop()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    expectHidden(text.replacing("AccountHistory.group", with: "group"))
  }

  @Test("A ring and a feed do not show it either")
  func ring() async throws {
    let app = try RecordedApp(Self.spec, isStarted: false)
    app.recorder.start(on: app.store, keepingLast: 4000)
    for number in 0..<200 {
      try Self.logIn(app, number % 3 == 0 ? "other" : Self.secret)
      await Task.yield()
    }
    expectHidden(String(decoding: try #require(app.recorder.lines), as: UTF8.self))
    let taken = Mutex<[UInt8]>([])
    app.recorder.start(on: app.store, buffering: 4000) { lines in taken.withLock { $0 += lines } }
    for _ in 0..<10 { try Self.logIn(app) }
    app.recorder.stop()
    for _ in 0..<10_000 where !taken.withLock({ $0.suffix(20) }).contains(UInt8(ascii: "d")) {
      await Task.yield()
    }
    expectHidden(taken.withLock { String(decoding: $0, as: UTF8.self) })
  }

  @Test("The lines that a crash leaves do not show it")
  func crash() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("suas-group-crash-\(getpid()).suaslog").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let app = try RecordedApp(Self.spec, isStarted: false)
      try Self.logIn(app)
      app.recorder.start(on: app.store, keepingLast: 100_000)
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("suas-group-crash-\(getppid()).suaslog").path
      try app.recorder.writeLinesOnCrash(to: path)
      while app.recorder.lines?.isEmpty == true { await Task.yield() }
      for _ in 0..<10 { try Self.logIn(app) }
      raise(SIGSEGV)
    }
    expectHidden(try String(contentsOfFile: path, encoding: .utf8))
  }
}
