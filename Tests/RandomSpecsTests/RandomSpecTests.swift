import Foundation
import Locking
import RandomSpecs
import SuasSpec
import Testing
import YAML

/// Random specs with random moves, which keep the promises that hold of all specs.
///
/// `RANDOM_SPEC_COUNT` gives the number of specs, `RANDOM_SPEC_STEPS` the number of moves on each,
/// `RANDOM_SEED` the seed of the first: one more for each spec.
@Suite("Random specs", .timeLimit(.minutes(600)))
struct RandomSpecTests {
  private static let count = number("RANDOM_SPEC_COUNT") ?? 24
  private static let steps = number("RANDOM_SPEC_STEPS") ?? 40
  private static let firstSeed = UInt64(number("RANDOM_SEED") ?? 1)

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test func `A random spec does the same in all forms, and what it refuses leaves nothing behind`()
  {
    let tally = Mutex(Tally())
    DispatchQueue.concurrentPerform(iterations: Self.count) { index in
      let seed = Self.firstSeed + UInt64(index)
      // A process that ends at a trap has told which specs it tried.
      Self.tell("RANDOM_SEED=\(seed) begins")
      let failure = RandomSpecRun(seed: seed, steps: Self.steps).failure(tally)
      guard let failure else { return }
      if Self.count > 24 { Self.tell(failure) }
      tally.withLock { $0.failures.append((seed, failure)) }
    }
    let result = tally.withLock(\.self)
    for (_, failure) in result.failures.sorted(by: { $0.seed < $1.seed }) {
      Issue.record("\(failure)")
    }
    #expect(result.sound * 100 >= Self.count * 95 - 100, "\(result.sound) of \(Self.count) check")
    guard Self.count > 24 else { return }
    Self.tell(
      "\(result.sound) of \(Self.count) random specs check, \(result.steps) moves, "
        + "\(result.refusals) of them refused alone, \(result.failures.count) failures")
  }

  /// Writes a line at once: standard output is shown when all tests are over.
  fileprivate static func tell(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// The parts that a spec can have, and that some hundred random specs therefore have.
  private static let parts =
    [
      "set", "reset", "merge", "clear", "toggle", "increment", "decrement", "append", "prepend",
      "insert", "remove-at", "remove", "keep", "move", "swap", "sort", "reverse", "update",
      "upsert",
      "delete", "if", "match", "at", "use", "let", "for-each", "fail",
    ].map { "verb \($0)" }
    + [
      "bool", "int", "double", "string", "timestamp", "duration", "any", "list", "map(string)",
      "map(int)", "map(bool)", "optional", "enum", "record", "variant", "partial",
    ].map { "type \($0)" }
    + [
      "enums", "types", "variants", "constants", "functions", "states", "actions", "internal",
      "rules", "reducers", "selectors", "listeners", "middleware", "effects", "invariants",
      "transitions", "reachable", "at-rest", "always-reachable",
    ].map { "section \($0)" }
    + [
      "delay", "every", "http", "custom", "read-file", "debounce", "latest", "key", "retry",
      "stream",
    ]
    .map { "effect \($0)" }
    + [
      "recursion", "where", "samples", "sensitive", "late default", "default", "as", "when",
      "unless",
      "term fold", "term closure", "term cel.bind", "term all", "term filter", "term map",
      "term transformList", "term transformMap", "term orValue", "term narrowing", "two variables",
      "function call", "constant read", "history", "history limit", "history ignore",
      "history only", "history group", "rules after undo", "initial", "on-refused", "next",
      "next other", "middleware stops", "cancel", "on-failure", "on-end", "selector when",
      "selector mapping",
      "listener filter", "listener do", "listener selector", "type map(enum)", "record in any",
      "case by its name", "case as a mapping", "nested use", "if narrows",
      "match of an expression", "effect no result",
    ]

  @Test func `Random specs have everything that a spec can have`() {
    var counts: [String: Int] = [:]
    for seed in 1...UInt64(300) {
      var maker = SpecMaker(seed: seed)
      counts.merge(maker.make().counts, uniquingKeysWith: +)
    }
    for part in Self.parts { #expect(counts[part, default: 0] > 0, "\(part)") }
  }

  @Test func `A failing spec becomes small, and still fails`() throws {
    var maker = SpecMaker(seed: 4)
    let tree = maker.make().tree
    let trial = try SpecTrial(tree, seed: 4, count: 20)
    var shrinker = SpecShrinker(budget: 600) { tree, moves in
      guard let trial = try? SpecTrial(tree, moves: moves) else { return false }
      return !trial.outcomes.isEmpty && tree["actions"] != nil
    }
    let small = shrinker.shrink(tree, trial.moves)
    #expect(small.moves.count == 1)
    #expect(small.tree.size * 4 < tree.size)
    _ = try SpecTrial.compile(small.tree.document)
  }
}

/// The numbers of specs and moves, and the failures.
struct Tally: Sendable {
  var sound = 0
  var steps = 0
  var refusals = 0
  var failures: [(seed: UInt64, text: String)] = []
}

/// One random spec, of which all properties are tried.
private struct RandomSpecRun {
  let seed: UInt64
  let steps: Int

  /// Returns the first failure, with a small spec and steps that show it.
  func failure(_ tally: borrowing Mutex<Tally>) -> String? {
    var maker = SpecMaker(seed: seed)
    let tree = maker.make().tree
    let trial: SpecTrial
    do throws(Diagnostics) {
      trial = try SpecTrial(tree, seed: seed, count: steps)
    } catch {
      // Few may be so: see the expectation above.
      let reason = error.items.first.map { "\($0.place): \($0.message)" } ?? ""
      RandomSpecTests.tell("RANDOM_SEED=\(seed) does not check: \(reason)")
      return nil
    }
    tally.withLock {
      $0.sound += 1
      $0.steps += trial.moves.count
      $0.refusals += trial.cleanRefusals.count
    }
    for property in SpecProperty.all {
      guard let fault = property.anyFault(of: trial) else { continue }
      return "RANDOM_SEED=\(seed): \(property.name): \(fault)\n"
        + smallest(of: trial, property, fault)
    }
    return nil
  }

  private func smallest(
    of trial: SpecTrial, _ property: SpecProperty, _ fault: String
  ) -> String {
    // Other faults begin otherwise.
    let beginning = fault.prefix(12)
    var shrinker = SpecShrinker { tree, moves in
      guard let trial = try? SpecTrial(tree, moves: moves) else { return false }
      return property.anyFault(of: trial)?.hasPrefix(beginning) ?? false
    }
    let small = shrinker.shrink(trial.tree, trial.moves)
    guard let shown = try? SpecTrial(small.tree, moves: small.moves) else { return "" }
    return """
      --- \(SpecTrial.fileName)
      \(small.tree.document)
      --- random.scenario.yaml
      \(shown.scenario)
      --- \(property.anyFault(of: shown) ?? "")
      """
  }
}

extension SpecProperty {
  /// The fault of a trial, or the error that trying it met.
  func anyFault(of trial: SpecTrial) -> String? {
    do {
      return try fault(trial)
    } catch {
      return "\(error)"
    }
  }
}
