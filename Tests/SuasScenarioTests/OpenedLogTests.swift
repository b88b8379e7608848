import CEL
import Foundation
import SuasLog
import SuasSpec
import Support
import Testing
import Values
import YAML

@testable import SuasScenario

/// Sessions that are opened from logs.
@Suite struct OpenedLogTests {
  @Test("The log of each scenario opens as a session with the same store and the same log")
  func scenarios() throws {
    var count = 0
    for name in Examples.names {
      let path = Examples.folder.appending(path: "\(name)/\(name).scenario.yaml").path
      var loader = Loader()
      let file = try loader.scenarioFile(path)
      for scenario in file.scenarios where scenario.skip == nil {
        let played = try loader.session(on: [path], scenario: scenario.name)
        // A sensitive value is not in a log.
        if played.spec.checked.hasSensitiveValues { continue }
        let opened = try Session(
          of: played.spec, at: played.specPaths, opening: LogReader.source(of: played.log),
          seed: scenario.seed)
        #expect(opened.stage.state == played.stage.state, "\(path): \(scenario.name)")
        #expect(opened.effects == played.effects, "\(path): \(scenario.name)")
        count += 1
      }
    }
    #expect(count > 80)
  }

  @Test("A sensitive answer is missing in a log, which does not open then")
  func sensitiveAnswers() throws {
    var loader = Loader()
    let folder = Examples.folder.appending(path: "login")
    var session = try loader.session(on: [folder.appending(path: "login.yaml").path])
    let lines = ["LogIn {user: ada, password: secret}", "respond LogIn {body: {token: t}}"]
    for line in lines { #expect(!session.perform(line).isFailure, "\(session.perform(line))") }
    do throws(LogFailure) {
      _ = try Session(
        of: session.spec, at: [], opening: LogReader.source(of: session.log))
      Issue.record("it was opened")
    } catch {
      #expect(error.message == "the answer to 'LogIn' is sensitive, and not in the log")
    }
  }

  private static let spec = """
    suas: 1
    name: Counter
    states: { Counter: { count: int = 0 } }
    actions: { Add: { by: int = 1 } }
    reducers: { Counter: { state: Counter, on: { Add: [{ increment: count, by: "${action.by}" }] } } }
    """

  private func open(_ lines: String...) throws -> Session {
    try Session(
      of: try CompiledSpec(Source(name: "spec.yaml", text: Self.spec)), at: ["spec.yaml"],
      opening: LogReader.source(of: Array(lines.joined(separator: "\n").utf8)))
  }

  private static let first =
    #"{"suas-log":1,"spec":"0","name":"Counter","clock":"2026-01-01T00:00:00Z","changes":true,"state":{"Counter":{"count":5}}}"#
  private static let add = #"{"t":1,"action":"Add","with":{"by":2},"from":"app","id":1}"#

  @Test("A log begins with its own store, and of several sessions the last one is opened")
  func sessions() throws {
    var session = try open(Self.first, Self.add, Self.add, Self.first, Self.add, #"{"t":2,"act"#)
    #expect(session.steps.count == 1)
    guard case .value(let value) = session.perform("state Counter.count") else {
      Issue.record("no value")
      return
    }
    #expect(value == .int(7))
  }

  @Test(
    "A line that cannot be performed is refused with its number",
    arguments: [
      (#"{"t":1,"action":"Gone","from":"app","id":1}"#, "the spec declares no action 'Gone'"),
      (#"{"t":1,"action":"Add","with":{"by":"x"},"from":"app","id":1}"#, "'by': "),
      (#"{"t":1,"answer":"Fetch","of":1,"with":{"text":""}}"#, "no effect 'Fetch' of this action"),
      (#"{"t":1,"listen":"nobody"}"#, "the spec declares no listener 'nobody'"),
      (#"{"t":1,"reset":{"Counter":{"count":9}}}"#, "to another state than the first"),
      ("garbage\n", "it is no line of a log"),
      (first.replacing("Counter\",", with: "Other\","), "it is a log of another spec"),
    ])
  func refusals(line: String, message: String) throws {
    do {
      _ = try open(Self.first, line)
      Issue.record("it was opened")
    } catch let failure as LogFailure {
      #expect(failure.line == 2)
      #expect(failure.message.contains(message), "\(failure.message)")
    }
  }
}
