import Foundation
import Locking
import Suas
import SuasSpec
import Support
import Testing

@testable import SuasLog

/// The destinations of a session's lines.
@Suite struct DestinationTests {
  private func path() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).suaslog")
      .path
  }

  @Test("A file has each line as soon as it happens, and is for its owner only")
  func file() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let app = try RecordedApp(lampSpec, isStarted: false)
    try app.recorder.start(on: app.store, writingTo: path)
    try app.dispatch("Press")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix("{\"t\":0,\"changes\":{\"Lamp.lit\":true},\"of\":1}\n"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(app.recorder.failure == nil)
  }

  @Test("A file that is there is not replaced")
  func taken() throws {
    let path = path()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let app = try RecordedApp(lampSpec, isStarted: false)
    let failure = #expect(throws: SessionRecorder.Failure.self) {
      try app.recorder.start(on: app.store, writingTo: path)
    }
    #expect(failure?.description == "'\(path)' cannot be created: File exists")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(!app.recorder.isRecording)
  }

  @Test("A ring keeps the last lines, with a store from which they begin")
  func ring() async throws {
    let app = try RecordedApp(lampSpec, isStarted: false)
    app.recorder.start(on: app.store, keepingLast: 4000)
    for _ in 0..<2000 {
      try app.dispatch("Press")
      await Task.yield()
    }
    let lines = try #require(app.recorder.lines)
    #expect(lines.count <= 4000)
    let text = String(decoding: lines, as: UTF8.self)
    #expect(text.hasPrefix(#"{"suas-log":1,"#))
    #expect(text.split(separator: "\n").count { $0.hasPrefix(#"{"suas-log""#) } == 1)
    #expect(text.hasSuffix("\"of\":2000}\n"))
  }

  @Test("Lines that nobody takes are dropped, and their number and the whole store follow")
  func feed() async throws {
    let app = try RecordedApp(lampSpec, isStarted: false)
    let gate = AsyncStream<Void>.makeStream()
    let taken = Mutex<[UInt8]>([])
    app.recorder.start(on: app.store, buffering: 1000) { lines in
      for await _ in gate.stream { break }
      taken.withLock { $0 += lines }
    }
    for _ in 0..<200 { try app.dispatch("Press") }
    gate.continuation.finish()
    var text = ""
    for _ in 0..<10_000 where !text.contains("lost") {
      try app.dispatch("Brighter")
      await Task.yield()
      text = taken.withLock { String(decoding: $0, as: UTF8.self) }
    }
    let lines = text.split(separator: "\n")
    let lost = try #require(lines.firstIndex { $0.contains(#""lost":"#) })
    #expect(lost > 2)
    #expect(lines[lost + 1].hasPrefix(#"{"suas-log":1,"#))
    #expect(lines[lost + 1].contains(#""last":"#))
  }

  @Test("A crash leaves the lines of the ring")
  func crash() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("suas-crash-\(getpid()).suaslog").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let app = try RecordedApp(lampSpec, isStarted: false)
      app.recorder.start(on: app.store, keepingLast: 100_000)
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("suas-crash-\(getppid()).suaslog").path
      try app.recorder.writeLinesOnCrash(to: path)
      while app.recorder.lines?.isEmpty == true { await Task.yield() }
      for _ in 0..<100 { try app.dispatch("Press") }
      raise(SIGSEGV)
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix(#"{"suas-log":1,"#))
    #expect(text.hasSuffix("{\"t\":0,\"changes\":{\"Lamp.lit\":false},\"of\":100}\n"))
  }

  @Test("Only lines in memory can be written at a crash")
  func noRing() throws {
    let app = try RecordedApp(lampSpec)
    #expect(throws: SessionRecorder.Failure.self) {
      try app.recorder.writeLinesOnCrash(to: path())
    }
  }
}
