import Suas
import SuasExplore
import SuasScenario
import SuasSpec
import YAML

/// Finds the places, in both versions, that are responsible for a difference.
struct ResponsiblePlaces {
  private let old: SpecVersion
  private let new: SpecVersion
  private let renames: Renames

  typealias Places = (old: ActionError.Place?, new: ActionError.Place?)

  init(_ old: SpecVersion, _ new: SpecVersion, _ renames: Renames) {
    self.old = old
    self.new = new
    self.renames = renames
  }

  /// The places of the reducer whose initial state differs, or of the selector.
  func ofInitialStates(_ aspects: [BehaviourDifference.Aspect]) -> Places {
    switch aspects.first?.subject {
    case .state(let path): return declared(DeclaredPart(.stateKey, path[0]))
    case .selector(let name): return declared(DeclaredPart(.selector, name))
    default: return (nil, nil)
    }
  }

  /// The places of the first thing that is responsible for a difference after a step.
  func of(
    _ aspects: [BehaviourDifference.Aspect], _ oldOutcome: RecordedStep.Outcome,
    _ newOutcome: RecordedStep.Outcome
  ) -> Places {
    for subject in aspects.primarySubjects {
      switch subject {
      case .refusal:
        return (oldOutcome.errors.first?.place, newOutcome.errors.first?.place)
      case .state(let path):
        let places = ofRules(path[0], oldOutcome.actions.map(\.name))
        if places.old != nil || places.new != nil { return places }
      case .selector(let name): return declared(DeclaredPart(.selector, name))
      case .effect(let name), .request(let name): return declared(DeclaredPart(.effect, name))
      case .action(let name): return declared(DeclaredPart(.action, name))
      case .notification(let name): return declared(DeclaredPart(.listener, name))
      }
    }
    return (nil, nil)
  }

  /// Returns the subject by which a difference is counted. If at most one rule of a reducer for the
  /// action has changed, all parts of the state differ because of it.
  func cause(
    of subject: BehaviourDifference.Subject, after actions: [String]
  ) -> BehaviourDifference.Subject {
    guard case .state(let path) = subject else { return subject }
    let changed = actions.reduce(0) { $0 + changedRules(path[0], for: $1).count }
    return changed > 1 ? subject : .state([path[0]])
  }

  private func declared(_ part: DeclaredPart) -> Places {
    (old.place(of: part)?.start, new.place(of: renames.counterpart(of: part))?.start)
  }

  private typealias RulePair = (old: Node?, new: Node?)

  /// The rules for an action in a reducer, each with the one in its place in the new version.
  private func rules(_ stateKey: String, for action: String) -> [RulePair] {
    let isEffect = old.checked.effects.contains { $0.name == action }
    let rules = old.rules(ofStateKey: stateKey, for: action)
    let newRules = new.rules(
      ofStateKey: renames.newName(.stateKey, stateKey),
      for: renames.newName(isEffect ? .effect : .action, action))
    return (0..<max(rules.count, newRules.count)).map { index in
      (index < rules.count ? rules[index] : nil, index < newRules.count ? newRules[index] : nil)
    }
  }

  private func changedRules(_ stateKey: String, for action: String) -> [RulePair] {
    rules(stateKey, for: action).filter { !renames.areEqual($0.old, $0.new) }
  }

  /// The places of the first rules of a reducer, for some actions, that differ; or else of the
  /// first rules.
  private func ofRules(_ stateKey: String, _ actions: [String]) -> Places {
    let pair =
      actions.lazy.compactMap { changedRules(stateKey, for: $0).first }.first
      ?? actions.lazy.compactMap { rules(stateKey, for: $0).first }.first
    return (pair?.old?.range.start, pair?.new?.range.start)
  }
}

extension SpecVersion {
  /// The rules for an action in the reducer of a state key, as they are written.
  fileprivate func rules(ofStateKey key: String, for action: String) -> [Node] {
    guard let reducer = reducers.first(where: { $0.stateKey == key }) else { return [] }
    let rules = declaration("reducers", reducer.name)?["on"]?[action]
    return rules.map { $0.sequence ?? [$0] } ?? []
  }
}

extension SourceRange {
  /// The place of the first character.
  var start: ActionError.Place {
    ActionError.Place(file: source.name, line: location.line + 1, column: location.column + 1)
  }
}
