import Foundation
import RandomMoves
import RandomSpecs
import SuasProgram
import SuasSpec

@testable import SuasScenario

/// Random actions, answers and moves of the clock, which a generated program and the interpreter
/// take, each step compared.
///
/// `RANDOM_STEPS` gives the number of steps for a spec, which is small without it, and `RANDOM_SEED`
/// the seed.
struct RandomComparison {
  /// The number of steps for a spec.
  static let steps = number("RANDOM_STEPS") ?? 200
  /// True if `RANDOM_STEPS` is set.
  static let isLong = number("RANDOM_STEPS") != nil

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// The number of steps that were compared.
  private(set) var steps = 0
  /// The step that differs first; nil if none does.
  private(set) var difference: String?

  /// Compares until the steps are taken, or one differs.
  ///
  /// - Parameters:
  ///   - areIntsNumbers: True if the program has ints of JavaScript's numbers.
  ///   - mostCost: The cost of an action with which the steps on a store end.
  init(
    of spec: CheckedSpec, _ drivers: DriverPool, areIntsNumbers: Bool = false,
    mostCost: Int = .max / 4
  ) throws {
    let comparison = try Comparison(
      spec, drivers, areIntsNumbers: areIntsNumbers, mostCost: mostCost)
    var random = RandomMoves(comparison.spec, seed: UInt64(Self.number("RANDOM_SEED") ?? 1))
    var round = 0
    while steps < Self.steps {
      let count = min(Self.steps - steps, Self.stepsOnStore(round))
      var left = count
      let differences = try comparison.differences { stage in
        left -= 1
        let pending = stage.runtime.answerableEffects.map(\.name)
        return left < 0
          ? nil : random.next(on: stage.state, pending: pending)?.withoutInfiniteResult.act
      }
      if let first = differences.first {
        difference = "round \(round), \(first)"
        return
      }
      // The last act that was asked for was not compared if the steps ended early. It counts, so that
      // a spec of which no step can be compared has an end.
      steps += left < 0 ? count : count - left
      round += 1
    }
    comparison.end()
  }

  /// The number of steps on one store: most are soon thrown away, and some get large. What is compared
  /// after a step is the whole state, so that large ones take most of the time.
  private static func stepsOnStore(_ round: Int) -> Int { round % 200 == 19 ? 1_000 : 50 }

  /// Returns the step that differs first; nil if none does.
  static func difference(
    of spec: CheckedSpec, _ drivers: DriverPool, areIntsNumbers: Bool = false,
    mostCost: Int = .max / 4
  ) throws -> String? {
    try RandomComparison(of: spec, drivers, areIntsNumbers: areIntsNumbers, mostCost: mostCost)
      .difference
  }
}

extension RandomMove {
  /// The move as a driver can send it: JSON has no infinite numbers.
  fileprivate var withoutInfiniteResult: RandomMove {
    guard case .respond(let effect, let which, .result(let value)) = self else { return self }
    return .respond(effect: effect, which: which, .result(value.withoutInfinity))
  }

  /// The move as a step of a scenario has it.
  var act: CheckedStep.Act {
    switch self {
    case .dispatch(let action): .dispatch(action, times: 1)
    case .respond(let effect, let which, let answer):
      .respond(effect: effect, which: which, answer)
    case .advance(let duration): .advance(duration)
    case .cancel(let effect): .cancel(effect: effect)
    case .listen(let listener): .listen(listener)
    case .unlisten(let listener): .unlisten(listener)
    case .reset: .reset
    }
  }
}
