import CEL
import Foundation
import SuasProgram
import SuasSpec

@testable import SuasScenario

/// Random actions, answers and moves of the clock, which a generated program and the interpreter
/// take, each step compared.
///
/// `RANDOM_STEPS` gives the number of steps for a spec, which is small without it.
struct RandomComparison {
  private let spec: CompiledSpec
  private let driver: DriverProcess
  private let pool: DriverPool
  private var random: RandomActions

  /// The number of steps for a spec.
  static let steps =
    ProcessInfo.processInfo.environment["RANDOM_STEPS"].flatMap { Int($0) } ?? 200
  /// The number of steps on one store.
  private static let stepsOnStore = 50
  private static let start = Timestamp("2000-01-01T00:00:00Z") ?? .epoch
  /// The longest time for the answers to all steps on a store, in milliseconds.
  private static let limit = 60_000

  init(_ spec: CheckedSpec, _ pool: DriverPool) throws {
    self.spec = CompiledSpec(compiling: spec)
    self.pool = pool
    driver = try pool.take()
    random = RandomActions(self.spec, seed: 1)
  }

  /// Returns what differs first; nil if nothing does.
  mutating func difference() throws -> String? {
    let digest = spec.checked.digest
    _ = try driver.ask(
      JSONText.object { json in
        json.write("suas-driver", 1)
        json.write("spec", digest)
      }.text, within: Self.limit)
    for round in 0..<max(1, Self.steps / Self.stepsOnStore) {
      if let difference = try differenceOnStore() { return "round \(round), \(difference)" }
    }
    pool.give(back: driver)
    return nil
  }

  /// Takes steps on a new store: the interpreter first, and then the program all at once.
  private mutating func differenceOnStore() throws -> String? {
    let initial = spec.checked.reducers.map(\.initial)
    let stage = Stage(spec, clock: Self.start, seed: 0, initial: initial)
    defer { stage.end() }
    var requests = [
      JSONText.object { json in
        json.writeObject("begin") { json in
          json.write("clock", .timestamp(Self.start))
          json.write("seed", .int(0))
          json.write("state", .record(stage.state))
        }
      }.text
    ]
    var expected = [
      Observation(of: stage, after: stage.state, EventLog.Step(), hindrance: nil).json
    ]
    for _ in 0..<Self.stepsOnStore {
      guard let act = random.act(on: stage), let request = JSONText.request(for: act, of: spec)
      else { break }
      stage.eventLog.beginStep(on: stage.state)
      let hindrance = stage.perform(act)
      requests.append(request.text)
      expected.append(
        Observation(
          of: stage, after: stage.state, stage.eventLog.step, hindrance: hindrance
        ).json)
    }
    let answers = try driver.ask(requests, within: Self.limit)
    for (number, (answer, expected)) in zip(answers, expected).enumerated()
    where answer != expected {
      let lines = try Divergence.lines(between: expected, and: answer)
      guard !lines.isEmpty else { continue }
      return "step \(number): \(requests[number])\n" + lines.joined(separator: "\n")
    }
    return nil
  }
}
