import CEL
import Foundation
import LibYAML
import RandomSpecs
import Suas
import SuasFormat
import SuasLog
import SuasReplay
import SuasSpec
import Support
import YAML

@testable import SuasScenario

/// A promise that holds of every spec and every sequence of moves.
struct SpecProperty: Sendable {
  let name: String
  /// Returns what is wrong; nil if nothing is.
  let fault: @Sendable (SpecTrial) throws -> String?

  static let all = ofRuns + ofScenarios + ofTools

  private static let ofRuns: [SpecProperty] = [
    SpecProperty(name: "A refused action leaves the state as it was") { $0.torn.first },
    SpecProperty(name: "What follows a refusal is what follows without it", fault: withoutRefusals),
    SpecProperty(name: "The same moves come to the same", fault: again),
    SpecProperty(name: "A bundle does the same", fault: bundle),
    SpecProperty(name: "The formatted spec does the same", fault: formatted),
    SpecProperty(name: "Another order of declarations does the same", fault: reordered),
    SpecProperty(name: "The spec with an included file does the same", fault: divided),
    SpecProperty(name: "A recording is the same when it is done again", fault: replayed),
    SpecProperty(name: "A state that is given goes on as it did", fault: given),
    SpecProperty(name: "Undo and redo lead back", fault: undone),
    SpecProperty(name: "A recorded scenario passes", fault: scenario),
  ]

  // MARK: Runs

  private static func withoutRefusals(_ trial: SpecTrial) -> String? {
    guard !trial.cleanRefusals.isEmpty else { return nil }
    let left = trial.moves.indices.filter { !trial.cleanRefusals.contains($0) }
    return difference(
      trial.spec, left.map { trial.moves[$0] }, from: left.map { trial.outcomes[$0] })
  }

  private static func again(_ trial: SpecTrial) -> String? {
    difference(trial.spec, trial.moves, from: trial.outcomes)
  }

  private static func difference(
    _ spec: CompiledSpec, _ moves: [SpecMove], from outcomes: [MoveOutcome]
  ) -> String? {
    var spec = spec
    spec.limits = SpecTrial.limits
    let app = ObservedApp(spec)
    defer { app.end() }
    return app.firstDifference(moves, from: outcomes)
  }

  // MARK: Other forms of the spec

  private static func bundle(_ trial: SpecTrial) -> String? {
    let bytes = trial.spec.bundle
    do throws(Diagnostics) {
      let read = try CompiledSpec(bundle: bytes)
      guard read.bundle == bytes else { return "the bundle of the bundle is another one" }
      return difference(read, trial.moves, from: trial.outcomes)
    } catch {
      return error.items.first?.message ?? "unreadable"
    }
  }

  private static func formatted(_ trial: SpecTrial) throws -> String? {
    let source = Source(name: SpecTrial.fileName, text: trial.tree.document)
    switch try Formatter.format(source) {
    case .other: return "it is taken for no spec"
    case .fault(let fault): return "\(fault)"
    case .formatted(let bytes):
      let spec = try SpecTrial.compile(String(decoding: bytes, as: UTF8.self))
      return difference(spec, trial.moves, from: trial.outcomes)
    }
  }

  /// The sections in which the order of declarations has no meaning.
  private static let unordered = [
    "enums", "types", "variants", "constants", "functions", "states", "actions", "rules",
    "selectors", "effects",
  ]

  private static func reordered(_ trial: SpecTrial) -> String? {
    var random = Support.SplitMix64(seed: UInt64(trial.tree.size))
    var sections = trial.tree.entries.map { section -> Piece.Entry in
      guard unordered.contains(section.key), case .mapping(let entries) = section.value else {
        return section
      }
      return Piece.Entry(section.key, .mapping(entries.shuffled(using: &random)))
    }
    sections.shuffle(using: &random)
    do throws(Diagnostics) {
      let spec = try SpecTrial.compile(Piece.mapping(sections).document)
      return difference(spec, trial.moves, from: trial.outcomes)
    } catch {
      return "it does not check: \(error.items.first?.message ?? "")"
    }
  }

  private static func divided(_ trial: SpecTrial) throws -> String? {
    var random = Support.SplitMix64(seed: UInt64(trial.tree.size))
    var (first, second): ([Piece.Entry], [Piece.Entry]) = ([], [])
    for section in trial.tree.entries {
      switch section.value {
      case .mapping(let entries):
        let count = Int.random(in: 0...entries.count, using: &random)
        first.append(Piece.Entry(section.key, .mapping(Array(entries[..<count]))))
        second.append(Piece.Entry(section.key, .mapping(Array(entries[count...]))))
      case .sequence(let items):
        let count = Int.random(in: 0...items.count, using: &random)
        first.append(Piece.Entry(section.key, .sequence(Array(items[..<count]))))
        second.append(Piece.Entry(section.key, .sequence(Array(items[count...]))))
      default:
        first.append(section)
        second.append(section)
      }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    second.insert(Piece.Entry("include", .sequence([.text("first.yaml")])), at: 1)
    for (name, sections) in [("first.yaml", first), ("second.yaml", second)] {
      let text = Piece.mapping(sections).document
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    do throws(Diagnostics) {
      let spec = try Loader().spec(at: [folder.appendingPathComponent("second.yaml").path])
      return difference(spec, trial.moves, from: trial.outcomes)
    } catch {
      return "it does not check: \(error.items.first?.message ?? "")"
    }
  }

  // MARK: Recordings

  private static func replayed(_ trial: SpecTrial) -> String? {
    let app = ObservedApp(trial.spec)
    let lines = LineBuffer()
    app.recorder.start(on: app.store, into: lines)
    for move in trial.moves { _ = app.perform(move) }
    app.end()
    let bytes = lines.bytes
    let result = Replay(on: trial.spec).run { LogReader.source(of: bytes) }
    switch result.outcome {
    case .different(let difference):
      return "line \(difference.line): \(difference.message)\n  log    \(difference.logged ?? "")"
        + "\n  replay \(difference.replayed)"
    case .unsound(let failure): return "\(failure)"
    case .same, .undecided, .unsure, .reached: return nil
    }
  }

  // MARK: States

  private static func given(_ trial: SpecTrial) -> String? {
    let half = trial.moves.count / 2
    let app = ObservedApp(trial.spec)
    defer { app.end() }
    var unheard: [String] = []
    for move in trial.moves[..<half] {
      _ = app.perform(move)
      if case .unlisten(let name) = move { unheard.append(name) }
      if case .listen(let name) = move { unheard.removeAll { $0 == name } }
    }
    // One that is added again tells after the others.
    guard !trial.moves[..<half].contains(where: { if case .listen = $0 { true } else { false } })
    else { return nil }
    let other = ObservedApp(trial.spec, initial: app.state, moment: app.runtime.snapshot)
    defer { other.end() }
    for name in unheard { _ = other.perform(.unlisten(name)) }
    let rest = trial.moves[half...].prefix { if case .reset = $0 { false } else { true } }
    return other.firstDifference(rest, from: trial.outcomes[half...])
  }

  private static func undone(_ trial: SpecTrial) -> String? {
    let plain = trial.spec.checked.reducers.filter {
      $0.history != nil && $0.rules[trial.spec.id(of: "Undo")] == nil
    }
    guard !plain.isEmpty else { return nil }
    let app = ObservedApp(trial.spec)
    defer { app.end() }
    for (index, move) in trial.moves.enumerated() {
      _ = app.perform(move)
      guard index % 4 == 3 else { continue }
      let before = app.state
      let undo = app.perform(.dispatch("Undo", []))
      let isMoved = plain.map { app.state.text(of: $0.stateKey) != before.text(of: $0.stateKey) }
      let redo = app.perform(.dispatch("Redo", []))
      // Others act on these actions, too.
      guard undo.errors.isEmpty, redo.errors.isEmpty, undo.actions == ["Undo ()"],
        redo.actions == ["Redo ()"]
      else { continue }
      for (reducer, isMoved) in zip(plain, isMoved) where isMoved {
        let was = before.text(of: reducer.stateKey)
        let now = app.state.text(of: reducer.stateKey)
        if was != now {
          return "\(reducer.stateKey) after move \(index + 1)\n  was \(was)\n  is  \(now)"
        }
      }
    }
    return nil
  }

  // MARK: Scenarios

  private static func scenario(_ trial: SpecTrial) throws -> String? {
    guard let text = try recording(of: trial) else { return nil }
    return try run(text, on: trial.spec).map { "\($0)\n\(text)" }
  }

  /// The first moves as a scenario that a recorder writes; nil if there is nothing to be recorded.
  static func recording(of trial: SpecTrial) throws -> String? {
    nonisolated(unsafe) var made: ScenarioRecorder?
    let app = ObservedApp(trial.spec) { runtime in
      let recorder = ScenarioRecorder(runtime, specs: [SpecTrial.fileName])
      made = recorder
      return recorder
    }
    defer { app.end() }
    for move in trial.moves.prefix(30) {
      if case .listen = move { continue }
      if case .unlisten = move { continue }
      _ = app.perform(move)
      if app.wasEndless { return nil }
    }
    guard let recorder = made else { return nil }
    do throws(ScenarioRecorder.Failure) {
      return try recorder.scenario(named: "recorded")
    } catch {
      if error.description == "nothing has been recorded" { return nil }
      throw error
    }
  }

  /// Runs a scenario file, and returns what fails in it.
  static func run(_ text: String, on spec: CompiledSpec) throws -> String? {
    let source = Source(name: "random.scenario.yaml", text: text)
    let checked: CheckedScenarioFile
    do throws(Diagnostics) {
      checked = try CheckedScenarioFile(
        checking: try ScenarioFile(decoding: try LibYAML.parse(source)), against: spec,
        try FragmentTable([]))
    } catch {
      return "it does not check: \(error.items.first?.message ?? "")"
    }
    for scenario in Runner().run(checked).scenarios where !scenario.passed {
      return "it fails: "
        + scenario.failures.map { "step \($0.step ?? 0): \($0.message) \($0.differences)" }
        .joined(separator: "\n")
    }
    return nil
  }
}

extension SpecTrial {
  /// The moves as a scenario file.
  var scenario: String {
    let outcome = RecordedStep.Outcome(before: spec.store.initial, after: spec.store.initial)
    var scenario = SessionScenario(
      of: spec, at: [Self.fileName], name: "random", clock: ObservedApp.start,
      steps: moves.map { RecordedStep($0.act, outcome: outcome) })
    scenario.expectsOutcomes = false
    return scenario.text
  }
}

extension SpecMove {
  var act: RecordedStep.Act {
    switch self {
    case .dispatch(let name, let fields): .dispatch(name: name, fields: fields)
    case .respond(let effect, let which, let answer):
      .respond(effect: effect, which: which, answer)
    case .advance(let duration): .advance(duration)
    case .cancel(let effect): .cancel(effect: effect)
    case .listen(let name): .listen(name)
    case .unlisten(let name): .unlisten(name)
    case .reset: .reset
    }
  }
}

extension Piece {
  /// True if a mapping in the spec has a key.
  func has(_ key: String) -> Bool {
    switch self {
    case .mapping(let entries): entries.contains { $0.key == key || $0.value.has(key) }
    case .sequence(let items): items.contains { $0.has(key) }
    default: false
    }
  }
}

extension CompiledSpec {
  /// The id of an action; -1 if there is none.
  fileprivate func id(of action: String) -> Int {
    checked.actions.first { $0.name == action }?.id ?? -1
  }
}

extension Record {
  /// The text of a sub-state.
  fileprivate func text(of key: String) -> String {
    shape.slot(of: key).map { self[$0].exact } ?? ""
  }
}
