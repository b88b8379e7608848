import CEL
import RandomMoves
import SuasLanguage
import SuasProgram
import SuasSpec
import Support
import YAML

/// A random spec with random moves on it, and what they come to.
package struct SpecTrial: Sendable {
  package let tree: Piece
  package let spec: CompiledSpec
  package let moves: [SpecMove]
  package let outcomes: [MoveOutcome]
  /// The reasons why refused actions left another state than there was.
  package let torn: [String]
  /// The indices of the moves that did nothing but to have actions refused.
  package let cleanRefusals: [Int]

  /// The name of the spec's file.
  package static let fileName = "random.yaml"

  package static func compile(_ text: String) throws(Diagnostics) -> CompiledSpec {
    var spec = try CompiledSpec(Source(name: fileName, text: text))
    spec.limits = limits
    return spec
  }

  /// Low limits, so that some actions go beyond them.
  package static var limits: Limits {
    var limits = Limits()
    limits.cost = 20_000
    limits.leaves = 3_000
    return limits
  }

  /// Makes random moves on a spec.
  package init(_ tree: Piece, seed: UInt64, count: Int) throws(Diagnostics) {
    let spec = try Self.compile(tree.document)
    var random = RandomMoves(spec, seed: seed, isWide: true, startsEffects: true)
    self.init(tree, spec) { app, index in
      guard index < count,
        let move = random.next(on: app.state, pending: app.pending)
      else { return nil }
      return SpecMove(move, of: spec)
    }
  }

  /// Makes given moves on a spec.
  package init(_ tree: Piece, moves: [SpecMove]) throws(Diagnostics) {
    self.init(tree, try Self.compile(tree.document)) { _, index in
      moves.indices.contains(index) ? moves[index] : nil
    }
  }

  private init(
    _ tree: Piece, _ spec: CompiledSpec, next: (ObservedApp, Int) -> SpecMove?
  ) {
    self.tree = tree
    self.spec = spec
    var moves: [SpecMove] = []
    var outcomes: [MoveOutcome] = []
    var refusals: [Int] = []
    let app = ObservedApp(spec)
    while let move = next(app, moves.count) {
      let outcome = app.perform(move)
      if app.wasEndless { break }
      moves.append(move)
      outcomes.append(outcome)
      if app.wasCleanRefusal { refusals.append(moves.count - 1) }
    }
    app.end()
    torn = app.torn
    cleanRefusals = refusals
    self.moves = moves
    self.outcomes = outcomes
  }
}

extension ObservedApp {
  /// Makes moves, and returns the first outcome that differs from what is expected.
  package func firstDifference(
    _ moves: some Sequence<SpecMove>, from expected: some Sequence<MoveOutcome>
  ) -> String? {
    for (index, (move, expected)) in zip(moves, expected).enumerated() {
      let outcome = perform(move)
      if let difference = outcome.difference(from: expected) {
        return "after move \(index + 1), \(move.line): \(difference)"
      }
    }
    return nil
  }
}

extension MoveOutcome {
  /// The part in which two outcomes differ; nil if they are the same.
  package func difference(from other: MoveOutcome) -> String? {
    let parts: [(String, [String], [String])] = [
      ("state", [state], [other.state]), ("errors", errors, other.errors),
      ("actions", actions, other.actions), ("notified", notified, other.notified),
      ("failures", failures, other.failures), ("effects", effects, other.effects),
      ("done", ["\(isDone)"], ["\(other.isDone)"]),
    ]
    for (name, own, others) in parts where own != others {
      return "\(name)\n  is       \(own.joined(separator: "; "))\n"
        + "  expected \(others.joined(separator: "; "))"
    }
    return nil
  }
}

extension SpecMove {
  /// The move on one line.
  package var line: String {
    switch self {
    case .dispatch(let name, let fields):
      "dispatch \(name) \(fields.map { "\($0.name): \($0.value.exact)" }.joined(separator: ", "))"
    case .respond(let effect, let which, let answer): "respond \(effect) \(which) \(answer)"
    case .advance(let duration): "advance \(duration)"
    case .cancel(let effect): "cancel \(effect)"
    case .listen(let name): "listen \(name)"
    case .unlisten(let name): "unlisten \(name)"
    case .reset: "reset"
    }
  }
}
