import CEL
import Foundation
import Suas
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// The search-cities app from `specs/` and the same app written by hand behave the same.
@Suite struct SearchCitiesTests {
  /// An event by the user or by the network.
  enum Event {
    case type(String)
    case tryAgain
    case leave
    case pass(milliseconds: Int)
    /// An answer to the oldest pending request.
    case found([String])
    case status(Int)
    case noAnswer(String)
  }

  static let stories: [[Event]] = [
    [.type("R"), .pass(milliseconds: 200), .type("Ro"), .pass(milliseconds: 299)],
    [.type("Ro"), .pass(milliseconds: 300), .found(["Rome", "Rotterdam"])],
    [
      .type("Ro"), .pass(milliseconds: 300), .type("Par"), .pass(milliseconds: 300),
      .found(["Rome"]), .found(["Paris"]),
    ],
    [
      .type("Ro"), .pass(milliseconds: 300), .noAnswer("down"), .pass(milliseconds: 1000),
      .status(503), .pass(milliseconds: 999), .pass(milliseconds: 1), .pass(milliseconds: 10_000),
    ],
    [
      .type("Ro"), .pass(milliseconds: 300), .status(404), .tryAgain, .pass(milliseconds: 300),
      .found([]),
    ],
    [.type("Ro"), .pass(milliseconds: 300), .type(""), .found(["Rome"])],
    [.type("Ro"), .pass(milliseconds: 200), .leave, .pass(milliseconds: 20_000)],
    [.type("Ro"), .pass(milliseconds: 300), .leave, .pass(milliseconds: 20_000), .leave],
    [
      .type("Ro"), .pass(milliseconds: 300), .noAnswer("down"), .leave, .pass(milliseconds: 2000),
      .tryAgain, .pass(milliseconds: 300), .found(["Rome"]), .leave,
    ],
    [
      .type("Ro"), .pass(milliseconds: 300), .noAnswer("down"), .type("Rom"),
      .pass(milliseconds: 2000), .found(["Rome"]), .type("Rome"), .pass(milliseconds: 20_000),
      .pass(milliseconds: 20_000), .pass(milliseconds: 20_000),
    ],
  ]

  @Test("The spec and the Swift code give the same trace", arguments: stories)
  func sameTrace(story: [Event]) throws {
    let declared = try Self.traceOfSpec(story)
    #expect(declared == HandWritten().trace(of: story))
    #expect(!declared.isEmpty)
  }

  private static func traceOfSpec(_ story: [Event]) throws -> [String] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../specs/search-cities/search-cities.yaml").standardized.path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let spec = try CompiledSpec(Source(name: "search-cities.yaml", text: text))
    let stage = Stage(
      spec, clock: .epoch, seed: 0, initial: spec.store.reducers.map(\.initial), keepsLog: true)
    for event in story {
      stage.eventLog.beginStep(on: stage.state)
      let hindrance = stage.perform(try act(event, spec))
      #expect(hindrance == nil)
    }
    return stage.eventLog.log.compactMap { entry in
      switch entry {
      case .action(let action, _, let after): "\(action.name): \(Value.record(after).yaml)"
      case .notified(let name, let value): "\(name) is told of \(value.yaml)"
      case .requested: nil
      case .reset, .restart, .met: "something else"
      }
    }
  }

  private static func act(_ event: Event, _ spec: CompiledSpec) throws -> CheckedStep.Act {
    func answer(_ answer: EffectAnswer) -> CheckedStep.Act {
      .respond(effect: "FetchCities", which: 0, answer)
    }
    switch event {
    case .type(let text):
      return .dispatch(try spec.action("TypeQuery", ["text": .string(text)]), times: 1)
    case .tryAgain: return .dispatch(try spec.action("TryAgain"), times: 1)
    case .leave: return .dispatch(try spec.action("Leave"), times: 1)
    case .pass(let milliseconds):
      return .advance(CEL.Duration(nanoseconds: Int64(milliseconds) * 1_000_000))
    case .found(let cities):
      var results = List()
      for city in cities {
        var result = Map()
        result["name"] = .string(city)
        results.append(.map(result))
      }
      var body = Map()
      body["RESULTS"] = .list(results)
      return answer(.http(status: 200, headers: [], body: .map(body)))
    case .status(let status): return answer(.http(status: status, headers: [], body: .null))
    case .noAnswer(let message): return answer(.failure(message))
    }
  }
}
