import Suas
import SuasExplore
import SuasScenario
import SuasSpec

/// A difference in the behaviour of two versions of a spec, and the shortest steps that were found
/// to it.
package struct BehaviourDifference: Sendable {
  /// Something that differs after a step.
  package struct Aspect: Sendable {
    package let subject: Subject
    /// The value in each version, on one line.
    package let texts: (old: String, new: String)
  }

  /// The things that can differ.
  package enum Subject: Hashable, Sendable {
    /// A part of the state: its path without the indices of lists and the keys of maps.
    case state([String])
    /// The errors of the step.
    case refusal
    /// The value of a selector, where the state is the same.
    case selector(String)
    /// The effects of this name that are under way.
    case effect(String)
    /// The requests that the tries of this effect make.
    case request(String)
    /// The actions of this name that reached the reducers.
    case action(String)
    /// The values that a listener received.
    case notification(String)
  }

  /// The last step: an action, an answer, the passing of time; nil if the initial states differ.
  package let trigger: String?
  package let aspects: [Aspect]
  /// The rule, the listener or the effect that is responsible, where one can be named.
  package let places: (old: ActionError.Place?, new: ActionError.Place?)
  package var witness: Witness
  /// The scenario that expects the difference: an `xfail` that passes on the new version, or one
  /// whose golden file differs there; nil if none does.
  package internal(set) var expectedBy: String?
}

extension BehaviourDifference.Subject {
  /// The kind, as reports name it.
  package var kind: String {
    switch self {
    case .state: "state"
    case .refusal: "refusal"
    case .selector: "selector"
    case .effect: "effect"
    case .request: "request"
    case .action: "action"
    case .notification: "notification"
    }
  }

  /// The name of the path, the selector, the effect, the action or the listener; nil for a refusal.
  package var name: String? {
    switch self {
    case .state(let path): path.joined(separator: ".")
    case .selector(let name), .effect(let name), .request(let name), .action(let name),
      .notification(let name):
      name
    case .refusal: nil
    }
  }

  /// The order in which subjects are shown; the ones that come first explain the others.
  fileprivate var rank: Int {
    switch self {
    case .refusal, .state: 0
    case .selector: 1
    case .effect: 2
    case .request: 3
    case .action: 4
    case .notification: 5
    }
  }
}

extension [BehaviourDifference.Aspect] {
  /// True if only the values of selectors differ, for the same state.
  var isOfSelectors: Bool { allSatisfy { if case .selector = $0.subject { true } else { false } } }

  /// True if the same follows from the same moves: only the values of selectors or the requests of
  /// effects differ.
  var leadsToTheSame: Bool {
    allSatisfy {
      switch $0.subject {
      case .selector, .request: true
      case .state, .refusal, .effect, .action, .notification: false
      }
    }
  }

  /// The selectors among the subjects.
  var selectors: [String] {
    compactMap { if case .selector(let name) = $0.subject { name } else { nil } }
  }

  /// The subjects that are not merely consequences of others: a listener receives another value
  /// since the state is another one.
  var primarySubjects: [BehaviourDifference.Subject] {
    let least = map(\.subject.rank).min()
    return filter { $0.subject.rank == least }.map(\.subject)
  }
}
