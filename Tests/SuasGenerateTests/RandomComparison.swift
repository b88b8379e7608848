import Foundation
import SuasProgram

@testable import SuasScenario

/// Random actions, answers and moves of the clock, which a generated program and the interpreter
/// take, each step compared.
///
/// `RANDOM_STEPS` gives the number of steps for a spec, which is small without it, and `RANDOM_SEED`
/// the seed.
enum RandomComparison {
  /// The number of steps for a spec.
  static let steps = number("RANDOM_STEPS") ?? 200
  /// The number of steps on one store.
  private static let stepsOnStore = 50

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// Returns what differs first; nil if nothing does.
  static func difference(of spec: CheckedSpec, _ drivers: DriverPool) throws -> String? {
    let comparison = try Comparison(spec, drivers)
    var random = RandomActions(comparison.spec, seed: UInt64(number("RANDOM_SEED") ?? 1))
    for round in 0..<max(1, steps / stepsOnStore) {
      var left = stepsOnStore
      let differences = try comparison.differences { stage in
        left -= 1
        return left < 0 ? nil : random.act(on: stage)
      }
      if let first = differences.first { return "round \(round), \(first)" }
    }
    comparison.end()
    return nil
  }
}
