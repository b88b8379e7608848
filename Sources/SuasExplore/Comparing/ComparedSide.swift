import CEL
import Suas
import SuasScenario
import SuasSpec

/// One of two versions of a spec that make the same moves.
final class ComparedSide {
  let context: SearchContext
  let sandbox: Sandbox
  private let moves: SandboxMoves

  init(
    _ spec: CompiledSpec, from opening: Sandbox.Opening, _ settings: ExploreSettings
  ) throws(ActionError) {
    context = SearchContext(spec, from: opening, settings)
    sandbox = try Sandbox(spec, from: context.opening)
    moves = SandboxMoves(context)
  }

  /// True if equal keys mean equal states, and every possible move is tried.
  var isExact: Bool {
    moves.triesEverything && !context.spec.makesIdentifiers
      && !context.codec.isHistory.contains(true)
  }

  /// True if the current state is larger than the search goes on from.
  var isTooLarge: Bool { moves.isTooLarge(sandbox) }

  /// Returns the key of this state and that of another side together; `nil` if one has none.
  ///
  /// - Parameter mapping: The way to the other side's version; nil if all has the same names there.
  func key(with other: ComparedSide, _ mapping: VersionMapping?) -> StateKey? {
    guard let key = moves.key(of: sandbox), let second = other.moves.key(of: other.sandbox) else {
      return nil
    }
    // The sum of a key and itself would depend on one side only.
    return key + second + second + lengthKey(with: other, mapping)
  }

  /// The key for the differences between the lengths of histories. The keys of states hold only the
  /// nearest entries, so two versions that keep different numbers of entries differ by this key
  /// alone.
  private func lengthKey(with other: ComparedSide, _ mapping: VersionMapping?) -> StateKey {
    var lengths: [UInt8] = []
    for (slot, reducer) in context.spec.checked.reducers.enumerated() where reducer.history != nil {
      let key = mapping?.newName(.stateKey, reducer.stateKey) ?? reducer.stateKey
      // A history follows the state that it is of.
      guard let otherSlot = other.context.spec.store.slot(of: CheckedHistory.stateKey(of: key)),
        case .record(let history) = sandbox.state[slot + 1],
        case .record(let otherHistory) = other.sandbox.state[otherSlot]
      else { continue }
      for field in [CheckedHistory.pastSlot, CheckedHistory.futureSlot] {
        let difference = history.entries(field) - otherHistory.entries(field)
        lengths.append(UInt8(truncatingIfNeeded: difference))
      }
    }
    return StateKey(lengths)
  }

  /// Returns the moves that can be tried in the current states of both sides.
  func moves(with other: ComparedSide) -> [Sandbox.Move] {
    let acts = self.moves.acts(in: sandbox)
    var moves = (0..<acts.count).map { acts[$0].move }
    // If only one side waits for something, the clock of the other has to move as well.
    if sandbox.answerableEffects.isEmpty {
      let waits = other.sandbox.effectsUnderWay.compactMap(\.wait)
      let own = sandbox.effectsUnderWay.compactMap(\.wait).min()
      if let wait = waits.min(), wait != own {
        moves.append(.advance(CEL.Duration(nanoseconds: max(0, wait))))
      }
    }
    return moves
  }

  /// Returns a move of another version, which has the same types, as one of this version.
  func adopting(_ move: Sandbox.Move) -> Sandbox.Move {
    let spec = context.spec
    guard case .dispatch(let action) = move, let type = spec.actionType(action.name) else {
      return move
    }
    return .dispatch(spec.action(of: type, sending: action.payload))
  }

  /// Returns true if a scenario cannot tell two outcomes of a move apart.
  static func isAlike(_ outcome: RecordedStep.Outcome?, _ other: RecordedStep.Outcome?) -> Bool {
    guard let outcome, let other else { return outcome == nil && other == nil }
    let (error, otherError) = (outcome.errors.first, other.errors.first)
    return outcome.after == other.after && outcome.handled == other.handled
      && error?.code == otherError?.code && error?.message == otherError?.message
      && outcome.actions.elementsEqual(other.actions, by: ==)
      && outcome.notified.elementsEqual(other.notified, by: ==)
      && outcome.effects.elementsEqual(other.effects, by: ==)
      && outcome.requests.elementsEqual(other.requests) {
        $0.name == $1.name && $0.run.value == $1.run.value
      }
  }
}

extension Record {
  /// The number of entries of a history in the past or the future, by its slot.
  fileprivate func entries(_ slot: Int) -> Int {
    if case .list(let entries) = self[slot] { entries.count } else { 0 }
  }
}
