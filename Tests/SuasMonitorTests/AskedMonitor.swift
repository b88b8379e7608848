import Foundation
import Locking
import SuasLog
import SuasScenario
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasMonitor

/// A monitor that is asked as its page asks.
struct AskedMonitor {
  let service: MonitorService

  /// A monitor of some of the examples.
  init(_ examples: String...) throws {
    service = MonitorService(
      specs: try examples.map { try MonitoredSpec(Self.example($0), at: [Self.path($0)]) })
  }

  /// A monitor of a spec; nil for none.
  init(text: String?) throws {
    service = MonitorService(
      specs: try text.map { [MonitoredSpec(try Self.spec($0), at: ["app.yaml"])] } ?? [])
  }

  static func spec(_ text: String) throws -> CompiledSpec {
    try CompiledSpec(Source(name: "app.yaml", text: text))
  }

  static func path(_ example: String) -> String {
    Examples.folder.appending(path: "\(example)/\(example).yaml").path
  }

  static func example(_ name: String) throws -> CompiledSpec {
    let loader = Loader(root: Examples.folder.path)
    return try loader.spec(at: [path(name)])
  }

  // MARK: - Requests

  /// Returns the whole answer to a request.
  func answer(_ verb: String, _ members: [String: Any] = [:]) throws -> JSON {
    let request = members.merging(["id": 7, "do": verb]) { $1 }
    let answer = service.answer(Array(try JSONSerialization.data(withJSONObject: request)))
    let json = try JSON(bytes: try #require(answer))
    #expect(json["id"].number == 7)
    return json
  }

  /// Returns the whole answer to the text of a request; nil if there is none.
  func answer(to request: String) throws -> JSON? {
    try service.answer(Array(request.utf8)).map(JSON.init(bytes:))
  }

  /// Returns what the answer to a request is.
  func ask(
    _ verb: String, _ members: [String: Any] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    let answer = try answer(verb, members)
    #expect(answer["error"].isNull, "\(answer)", sourceLocation: sourceLocation)
    return answer["is"]
  }

  /// Returns the reason why a request has no answer.
  func refusal(
    _ verb: String, _ members: [String: Any] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let answer = try answer(verb, members)
    return try #require(answer["error"].text, "\(answer)", sourceLocation: sourceLocation)
  }

  /// Plays the only spec, and returns its timeline.
  func play() throws -> AskedTimeline {
    let place = try ask("play", ["spec": service.specs[0].path])
    return AskedTimeline(self, try #require(place["source"].number))
  }

  // MARK: - Logs

  /// Opens a log, and waits until it has been read.
  func open(_ lines: [String]) async throws -> AskedTimeline {
    let rest = Mutex([lines.map { "\($0)\n" }.joined()])
    let number = try service.openLog(named: "test.suaslog") {
      Array((rest.withLock { $0.popLast() } ?? "").utf8)
    }
    let timeline = AskedTimeline(self, number)
    try await timeline.isRead()
    return timeline
  }

  /// Returns the lines of a session in which some lines were typed.
  static func log(of spec: CompiledSpec, _ typed: [String]) -> [String] {
    let buffer = LineBuffer()
    var session = Session(of: spec, at: ["app.yaml"], recordingTo: buffer)
    for line in typed { _ = session.perform(line) }
    session.end()
    return String(decoding: buffer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// A timeline of a monitor.
struct AskedTimeline {
  let monitor: AskedMonitor
  let number: Int

  init(_ monitor: AskedMonitor, _ number: Int) {
    self.monitor = monitor
    self.number = number
  }

  var length: Int { monitor.service.timeline(number)?.count ?? -1 }
  var last: Int { length - 1 }
  var problem: String? { monitor.service.timeline(number)?.read { $0.problem } }

  func ask(
    _ verb: String, _ members: [String: Any] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    try monitor.ask(
      verb, members.merging(["source": number]) { $1 }, sourceLocation: sourceLocation)
  }

  func refusal(
    _ verb: String, _ members: [String: Any] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try monitor.refusal(
      verb, members.merging(["source": number]) { $1 }, sourceLocation: sourceLocation)
  }

  /// Does something after an entry, and returns the timeline where it happened.
  @discardableResult
  func act(
    _ verb: String, _ members: [String: Any] = [:], at entry: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AskedTimeline {
    let place = try ask(
      verb, members.merging(["n": entry ?? last]) { $1 }, sourceLocation: sourceLocation)
    return AskedTimeline(monitor, try #require(place["source"].number))
  }

  /// Sends an action or effect with texts of its fields.
  @discardableResult
  func send(
    _ name: String, _ payload: [String: String] = [:], at entry: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AskedTimeline {
    try act("dispatch", ["name": name, "with": payload], at: entry, sourceLocation: sourceLocation)
  }

  func entry(_ number: Int? = nil) throws -> JSON { try ask("entry", ["n": number ?? last]) }

  /// Returns the text of a value in the store.
  func value(_ path: String, at entry: Int? = nil) throws -> String? {
    try ask("value", ["n": entry ?? last, "path": path])["text"].text
  }

  /// The entries in short, such as `action AddTodo`.
  func entries(_ filter: [String: Any] = [:]) throws -> [String] {
    try ask("entries", ["filter": filter, "count": 1000])["entries"].items.map { entry in
      [entry["kind"].text, entry["name"].text].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: " ")
    }
  }

  /// Waits until the lines of a log have been read.
  func isRead() async throws {
    try await eventually { monitor.service.timeline(number)?.read { !$0.isOpen } ?? true }
  }
}

/// Waits until a condition holds, for two minutes at most: other tests keep the machine busy.
func eventually(
  _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let end = ContinuousClock.now + .seconds(120)
  while try !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("it has not come in two minutes", sourceLocation: sourceLocation)
      return
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// The requests that an app is sent.
final class Requests: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  func add(_ line: [UInt8]) { bytes.withLock { $0 += line } }

  var lines: [String] {
    String(decoding: bytes.withLock(\.self), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
