import CEL
import YAML

/// Something in a spec that scenarios are to have seen: that a rule ran, how a guard came out, which
/// branch was taken.
package struct CoveragePoint: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A rule, by its verb.
    case rule
    /// `when` or `unless` of a rule or a step.
    case guardian
    /// The condition of an `if`.
    case branch
    /// The condition under which a listener is told.
    case filter
    case listener
    /// The condition under which a selector selects.
    case selectorGuard
    /// One without a guard always selects something.
    case selector(hasGuard: Bool)
    /// The condition under which a middleware acts.
    case middlewareGuard
    case middleware
    /// A step of a listener, a middleware or an effect.
    case step
    case effect
    /// `on-success` or `on-failure` of an effect.
    case outcome
  }

  /// One thing that can come of it.
  package enum Outcome: Sendable {
    case happened
    case isTrue
    case isFalse
    /// A middleware let an action go on, as it is or replaced.
    case handedOn
    /// A middleware acted, and nothing went on.
    case stopped
  }

  package let kind: Kind
  /// What is to be seen at a glance in the file: a verb with its path, an expression, a name.
  package let place: SourceRange
  /// What people call it: `rule`, `guard`, `listener 'list'`.
  package let name: String
  /// The number of the first outcome; those of the others follow.
  package let first: Int
  package let outcomes: [Outcome]
  /// What a condition says, to be looked at part by part.
  let condition: Condition?
  /// The declaration that it stands in.
  package let owner: Owner?

  package enum Owner: Hashable, Sendable {
    /// The rules that a reducer has for an action.
    case rules(reducer: String, action: String)
    case selector(String)
    case listener(String)
    case middleware(String)
    case effect(String)
  }

  struct Condition: Sendable {
    let expression: CheckedExpression
    /// True if what it guards runs where it is false.
    let isNegated: Bool
  }
}

extension CoveragePoint {
  /// The key under which a condition stands.
  var keyword: String {
    switch kind {
    case .branch: "if"
    case .filter: "filter"
    default: condition?.isNegated == true ? "unless" : "when"
    }
  }

  /// Whether the point says how a condition comes out.
  package var isCondition: Bool { outcomes.contains(.isTrue) }

  /// What is missing where none of some outcomes was seen.
  ///
  /// - Parameter isAliased: Whether an alias of YAML makes the same place one of other owners too.
  package func wording(ofMissing missing: [Outcome], isAliased: Bool = false) -> String {
    let owner = isAliased ? self.owner.map { " for \($0.name)" } ?? "" : ""
    if missing.count == outcomes.count, isCondition { return "\(name) never evaluated\(owner)" }
    let words = missing.map { outcome in
      switch outcome {
      case .happened: happening
      case .isTrue: "true"
      case .isFalse: "false"
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
    default: "run"
    }
  }
}

extension CoveragePoint.Owner {
  /// What people call it: `'Add' in 'Reducer'`, `effect 'Fetch'`.
  fileprivate var name: String {
    switch self {
    case .rules(let reducer, let action): "'\(action)' in '\(reducer)'"
    case .selector(let name): "selector '\(name)'"
    case .listener(let name): "listener '\(name)'"
    case .middleware(let name): "middleware '\(name)'"
    case .effect(let name): "effect '\(name)'"
    }
  }
}

extension [CoveragePoint] {
  /// The indices of those whose place is one of other owners too, as an alias of YAML makes it.
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

/// What points have in common that an alias has made of one place.
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
