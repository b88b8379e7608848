import CEL
import YAML

/// A point in a spec whose outcomes scenarios should cover: a rule that runs, a guard with its
/// results, a branch.
package struct CoveragePoint: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A rule, by its verb.
    case rule
    /// `when` or `unless` of a rule or a step.
    case guardian
    /// The condition of an `if`.
    case branch
    /// The value whose case decides on the rules: `match`.
    case match
    /// A move through a history.
    case move
    /// The condition for notifying a listener.
    case filter
    case listener
    /// The condition under which a selector selects.
    case selectorGuard
    /// A selector; one without a guard always selects something.
    case selector(hasGuard: Bool)
    /// The condition under which a middleware acts.
    case middlewareGuard
    case middleware
    /// A step of a listener, a middleware or an effect.
    case step
    case effect
    /// `on-success` or `on-failure` of an effect.
    case outcome
    /// A place under `except`, which had something to leave out.
    case exception
  }

  /// A possible outcome of a point.
  package enum Outcome: Hashable, Sendable {
    case happened
    case isTrue
    case isFalse
    /// A value had this case.
    case isCase(String)
    /// A value had a case that none of the others is about: `else`.
    case isOtherCase
    /// A middleware handed on an action, unchanged or replaced.
    case handedOn
    /// A middleware ran, and handed no action on.
    case stopped
  }

  package let kind: Kind
  /// The range that identifies the point in the file: a verb with its path, an expression, a name.
  package let place: SourceRange
  /// The name to display: `rule`, `guard`, `listener 'list'`.
  package let name: String
  /// The number of the first outcome; those of the others follow.
  package let first: Int
  package let outcomes: [Outcome]
  /// The condition, for reports on its parts; nil for other kinds of points.
  package let condition: Condition?
  /// The declaration that contains the point.
  package let owner: Owner?

  package init(
    kind: Kind, place: SourceRange, name: String, first: Int, outcomes: [Outcome],
    condition: Condition?, owner: Owner?
  ) {
    self.kind = kind
    self.place = place
    self.name = name
    self.first = first
    self.outcomes = outcomes
    self.condition = condition
    self.owner = owner
  }

  package enum Owner: Hashable, Sendable {
    /// The rules of a reducer for an action.
    case rules(reducer: String, action: String)
    case sharedRule(String)
    /// The history of a reducer.
    case history(reducer: String)
    case selector(String)
    case listener(String)
    case middleware(String)
    case effect(String)
    /// The migration to a version.
    case migration(Int)
    /// The steps of a new store.
    case restoring
  }

  package struct Condition: Sendable {
    package let expression: CheckedExpression
    /// True if the guarded code runs when the condition is false.
    package let isNegated: Bool

    package init(expression: CheckedExpression, isNegated: Bool) {
      self.expression = expression
      self.isNegated = isNegated
    }
  }
}

extension CoveragePoint {
  /// The key that the condition has in the file.
  package var keyword: String {
    switch kind {
    case .branch: "if"
    case .filter: "filter"
    default: condition?.isNegated == true ? "unless" : "when"
    }
  }

  /// True if the outcomes are the results of a condition.
  package var isCondition: Bool { outcomes.contains(.isTrue) }

  /// The text for outcomes that were not seen.
  ///
  /// - Parameter isAliased: True if a YAML alias makes the place belong to other owners, too.
  package func wording(ofMissing missing: [Outcome], isAliased: Bool = false) -> String {
    let owner = isAliased ? self.owner.map { " for \($0.name)" } ?? "" : ""
    if missing.count == outcomes.count, isCondition || kind == .match {
      return "\(name) never evaluated\(owner)"
    }
    let words = missing.map { outcome in
      switch outcome {
      case .happened: happening
      case .isTrue: "true"
      case .isFalse: "false"
      case .isCase(let name): "'\(name)'"
      case .isOtherCase: "'else'"
      case .handedOn: "handed an action on"
      case .stopped: "stopped an action"
      }
    }
    return "\(name) never \(words.joined(separator: " or "))\(owner)"
  }

  private var happening: String {
    switch kind {
    case .listener: "told"
    case .selector(hasGuard: true): "selected anything"
    case .selector(hasGuard: false): "evaluated"
    case .effect: "started"
    case .outcome: "followed"
    case .move: "moved"
    case .exception: "left anything out"
    default: "run"
    }
  }
}

extension CoveragePoint.Owner {
  /// The name to display: `'Add' in 'Reducer'`, `effect 'Fetch'`.
  fileprivate var name: String {
    switch self {
    case .rules(let reducer, let action): "'\(action)' in '\(reducer)'"
    case .sharedRule(let name): "rule '\(name)'"
    case .history(let reducer): "the history of '\(reducer)'"
    case .selector(let name): "selector '\(name)'"
    case .listener(let name): "listener '\(name)'"
    case .middleware(let name): "middleware '\(name)'"
    case .effect(let name): "effect '\(name)'"
    case .migration(let version): "the migration to version \(version)"
    case .restoring: "'on-restore'"
    }
  }
}

extension [CoveragePoint] {
  /// The indices of the points whose place also belongs to other owners, because of a YAML alias.
  package var aliased: Set<Int> {
    var owners: [AliasPlace: CoveragePoint.Owner?] = [:]
    var shared: Set<AliasPlace> = []
    for point in self {
      let place = AliasPlace(point)
      if let owner = owners[place] {
        if owner != point.owner { shared.insert(place) }
      } else {
        owners.updateValue(point.owner, forKey: place)
      }
    }
    if shared.isEmpty { return [] }
    return Set(indices.filter { shared.contains(AliasPlace(self[$0])) })
  }
}

/// The key that points have in common if a YAML alias gives them the same place.
private struct AliasPlace: Hashable {
  let source: ObjectIdentifier
  let start: Int
  let kind: CoveragePoint.Kind

  init(_ point: CoveragePoint) {
    source = ObjectIdentifier(point.place.source)
    start = point.place.lowerBound
    kind = point.kind
  }
}
