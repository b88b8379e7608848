import SuasScenario
import SuasSpec
import Testing
import YAML

@testable import SuasExplore

/// Random specs, each with a fault that a sequence of actions leads to.
@Suite struct PlantedFaultTests {
  /// A spec with a fault, the same spec without it, and the number of actions that lead to the
  /// fault.
  struct Plant {
    var faulty = ""
    var mended = ""
    var length = 0
  }

  /// The faults: the rule that causes each, and the declarations that it needs.
  private static let faults: [(rule: String, fields: String, promises: String)] = [
    (
      "{ set: isBad, value: true }", "isBad: bool = false",
      "invariants: { good: '!store.Lock.isBad' }"
    ),
    ("{ remove-at: items, index: size(items) }", "items: list(int) = []", ""),
    ("{ set: quota, value: -1 }", "quota: { type: int, default: 3, where: self >= 0 }", ""),
    (
      "{ decrement: total }", "total: int = 5",
      "transitions: { grows: { that: new.Lock.total >= old.Lock.total } }"
    ),
    ("{ set: total, value: '${10 / total}' }", "total: int = 0", ""),
    ("{ increment: 'counts[\"x\"]' }", "counts: map(int) = {}", ""),
  ]

  /// The conditions on payloads: the field, and the condition on it.
  private static let keys = [
    ("", "true"), ("flag: bool", "action.flag"), ("color: Color", "action.color == \"blue\""),
    ("n: int", "action.n == 1"), ("text: string", "action.text == \"b\""),
  ]

  static func plant(_ seed: UInt64) -> Plant {
    var random = SplitMix64(seed: seed)
    let fault = faults.randomElement(using: &random) ?? faults[0]
    let actions = (0..<3).map { _ in keys.randomElement(using: &random) ?? keys[0] }
    let length = Int.random(in: 2...4, using: &random)
    let lock = (0..<length).map { _ in Int.random(in: 0..<3, using: &random) }
    func text(isFaulty: Bool) -> String {
      var text = """
        suas: 1
        enums: { Color: [red, green, blue] }
        states:
          Lock:
            open: int = 0
            \(fault.fields)
          Noise: { flag: bool = false, color: Color = red }
        actions:

        """
      for (number, action) in actions.enumerated() {
        text += "  A\(number): { \(action.0) }\n"
      }
      text += "  Flip: {}\n  Paint: { color: Color }\n"
      text += """
        reducers:
          N:
            state: Noise
            on:
              Flip: [{ toggle: flag }]
              Paint: [{ set: color, value: '${action.color}' }]
          L:
            state: Lock
            on:

        """
      for (number, action) in actions.enumerated() {
        let places = lock.indices.filter { lock[$0] == number }
        let isNext = places.map { "open == \($0)" }.joined(separator: " || ")
        let opens = places.isEmpty ? "false" : "(\(isNext)) && \(action.1)"
        text += "      A\(number):\n"
        text += "        - if: '\(opens)'\n"
        text += "          then: [{ increment: open }]\n"
        text += "          else: [{ set: open, value: 0 }]\n"
        if isFaulty {
          text += "        - if: open >= \(length)\n"
          text += "          then: [\(fault.rule)]\n"
        }
        text += "        - { set: open, value: 0, when: open >= \(length) }\n"
      }
      return text + fault.promises + "\n"
    }
    return Plant(
      faulty: text(isFaulty: true), mended: text(isFaulty: false), length: length)
  }

  @Test("The fault is found by a shortest path, whose scenario fails until the spec is fixed")
  func plants() throws {
    for seed in 0..<200 as Range<UInt64> {
      let plant = Self.plant(seed)
      let faulty = try spec(plant.faulty)
      let exploration = try explore(faulty)
      let violation = try #require(exploration.violations.first, "nothing was found, seed \(seed)")
      #expect(violation.script.lines.count <= plant.length, "seed \(seed)")
      for violation in exploration.violations {
        #expect(violation.script.isConfirmed)
        #expect(try !violation.script.scenario.failures(of: faulty).isEmpty, "seed \(seed)")
        #expect(
          try violation.script.scenario.failures(of: spec(plant.mended)).isEmpty, "seed \(seed)")
      }
    }
  }

  @Test(
    "Violations found by walks are shortened to the length of breadth-first ones", arguments: 0..<10
  )
  func walks(seed: Int) throws {
    let plant = Self.plant(UInt64(seed))
    let exploration = try explore(spec(plant.faulty)) {
      $0.strategy = .guided
      $0.mostStates = 5000
      $0.deepest = 50
    }
    for violation in exploration.violations {
      #expect(violation.script.isConfirmed)
      #expect(violation.script.lines.count <= plant.length)
    }
  }
}
