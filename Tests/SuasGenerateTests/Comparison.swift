import CEL
import Suas
import SuasProgram
import SuasSpec

@testable import SuasScenario

/// A generated program and the interpreter, which take the same steps.
struct Comparison {
  let spec: CompiledSpec
  private let driver: DriverProcess
  private let pool: DriverPool
  /// True if the program has ints of JavaScript's numbers, which are exact up to 2^53 - 1.
  private let areIntsNumbers: Bool

  private static let start = Timestamp("2000-01-01T00:00:00Z") ?? .epoch
  /// The longest time for the answers to the steps that are sent at once, in milliseconds.
  private static let limit = 60_000
  private static let mostAtOnce = 1_000

  /// - Parameter mostCost: The cost of an action, or of a constraint, with which the steps end.
  init(
    _ spec: CheckedSpec, _ pool: DriverPool, areIntsNumbers: Bool = false, mostCost: Int = .max / 4
  ) throws {
    self.areIntsNumbers = areIntsNumbers
    var compiled = CompiledSpec(compiling: spec)
    // These limits are the interpreter's alone.
    compiled.limits = Limits(cost: mostCost, leaves: .max / 4)
    self.spec = compiled
    self.pool = pool
    driver = try pool.take()
    let digest = spec.digest
    _ = try driver.ask(
      JSONText.object { json in
        json.write("suas-driver", 1)
        json.write("spec", digest)
      }.text, within: Self.limit)
  }

  /// Gives back the driver, unless something differs.
  func end() { pool.give(back: driver) }

  /// Takes steps on a new store: the interpreter first, and then the program all at once.
  ///
  /// They end before one that costs more than the interpreter allows: a generated program has no such
  /// limit.
  ///
  /// - Parameter next: Returns the act of the next step; nil to end.
  /// - Returns: what differs, a text for each step.
  func differences(_ next: (Stage) -> CheckedStep.Act?) throws -> [String] {
    let initial = spec.checked.reducers.map(\.initial)
    let stage = Stage(spec, clock: Self.start, seed: 0, initial: initial)
    defer { stage.end() }
    var requests = [
      JSONText.beginning(at: Self.start, seed: 0, on: initial, finding: nil, of: spec).text
    ]
    var expected = [
      Observation(of: stage, after: stage.state, stage.eventLog.step, hindrance: nil).json
    ]
    while let act = next(stage), let request = JSONText.request(for: act, of: spec) {
      stage.eventLog.beginStep(on: stage.state)
      let hindrance = stage.perform(act)
      if stage.eventLog.step.errors.contains(where: \.isOfCost) { break }
      let observation = Observation(
        of: stage, after: stage.state, stage.eventLog.step, hindrance: hindrance
      ).json
      // The one difference of ints that are numbers ends the steps.
      if areIntsNumbers, request.text.hasLargeInt || observation.hasLargeInt { break }
      requests.append(request.text)
      expected.append(observation)
    }
    return try differences(requests, expected)
  }

  /// Begins without a saved text, and then with some, one after the other.
  ///
  /// - Returns: what differs, a text for each saved one.
  func differences(finding texts: [String]) throws -> [String] {
    var (requests, expected): ([String], [String]) = ([], [])
    let initial = spec.checked.reducers.map(\.initial)
    let exact = texts.filter { !(areIntsNumbers && $0.hasLargeInt) }
    for found in [nil] + exact.map({ FoundState.text(Array($0.utf8)) }) {
      let stage = Stage(spec, clock: Self.start, seed: 0, initial: initial, found: found)
      defer { stage.end() }
      requests.append(
        JSONText.beginning(at: Self.start, seed: 0, on: initial, finding: found, of: spec).text)
      expected.append(
        Observation(of: stage, after: stage.state, stage.eventLog.step, hindrance: nil).json)
    }
    return try differences(requests, expected)
  }

  private func differences(_ requests: [String], _ expected: [String]) throws -> [String] {
    let answers = try stride(from: 0, to: requests.count, by: Self.mostAtOnce).flatMap { start in
      try driver.ask(Array(requests[start...].prefix(Self.mostAtOnce)), within: Self.limit)
    }
    var differences: [String] = []
    for (number, (answer, expected)) in zip(answers, expected).enumerated()
    where answer != expected {
      // Texts that are canonically equal are one key to the reader of YAML.
      let lines =
        (try? Divergence.lines(between: expected, and: answer)) ?? [
          "unreadable: \(answer)\nis not\n\(expected)"
        ]
      differences.append(
        "step \(number): \(requests[number])\n" + lines.joined(separator: "\n"))
    }
    return differences
  }
}

extension String {
  /// True if the text of JSON has a whole number beyond ±(2^53 - 1).
  fileprivate var hasLargeInt: Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return utf8.split { !digits.contains($0) }.contains { number in
      number.count >= 16 && (Int(Substring(number)) ?? .max) >= 1 << 53
    }
  }
}

extension EventLog.ReportedError {
  /// True if something cost more than the interpreter allows: the action itself, or a constraint.
  fileprivate var isOfCost: Bool {
    error.code == "cost-exceeded" || error.message.contains("meets the error cost-exceeded")
  }
}
