import CEL

/// The work of a rule: one of the few operations that all verbs are reduced to.
package indirect enum Operation: Sendable {
  /// Assigns a value: `set`, `reset`, `clear`.
  case set(Target, CheckedTemplate)
  /// Empties a list, a map or a string whose type is known only when the rule runs: `clear`.
  case empty(Target)
  /// Negates a bool.
  case toggle(Target)
  /// Adds an amount to a number or duration, or subtracts it: `increment`, `decrement`.
  case add(Target, amount: CheckedTemplate, sign: Sign)
  /// Sets fields or entries of a record or map: `merge`.
  case merge(Target, Overlay)
  /// Puts elements into a list: `append`, `prepend`, `insert`.
  case insert(Target, Insertion, at: Position)
  /// Takes the element at an index out of a list: `remove-at`.
  case remove(Target, at: CheckedExpression)
  /// Takes an element out of a list, and inserts it at an index in the list without it.
  case move(Target, from: CheckedExpression, to: CheckedExpression)
  case swap(Target, CheckedExpression, CheckedExpression)
  case reverse(Target)
  /// Sorts a list by a key, or by the elements themselves.
  case sort(Elements, by: CheckedExpression?, descending: CheckedExpression?)
  /// Drops elements of a list or map: `remove`, `keep`.
  case filter(Elements, Selection)
  /// Replaces the first record of a list whose field is equal, or appends.
  case upsert(Target, matching: String, CheckedTemplate)
  /// Drops the entry of a map, whose key is the last component of the target.
  case delete(Target)
  /// Runs rules on each matching element of a list or map.
  case update(Elements, pathSlots: [Int], where: CheckedExpression?, [CheckedRule])
  /// Runs rules for each element of a list or map that is evaluated once.
  case forEach(CheckedExpression, itemSlot: Int, keySlot: Int, [CheckedRule])
  /// Runs one of two lists of rules: `if`.
  case branch(CheckedTest, then: [CheckedRule], else: [CheckedRule])
  /// Runs the rules for the present case of a variant, an enum or a bool, or for null.
  case match(Match)
  /// Runs rules on the value at one place: `at`.
  case at(OpenedPlace, [CheckedRule])
  /// Runs the rules of a shared rule on a record: `use`.
  case use(RuleUse)
  /// Evaluates expressions into slots for the rules that follow: `let`.
  case bind([(name: String, slot: Int, value: CheckedExpression)])
  /// Refuses the action: `fail`.
  case refuse(code: String, message: CheckedTemplate)

  package enum Sign: Sendable {
    case plus, minus

    /// The verb for an addition with this sign.
    package var verb: String { self == .plus ? "increment" : "decrement" }
  }

  /// The elements that are inserted into a list.
  package enum Insertion: Sendable {
    case one(CheckedTemplate)
    /// The elements of a list.
    case all(CheckedTemplate)
  }

  /// The index of the first inserted element.
  package enum Position: Sendable {
    case start
    case end
    case index(CheckedExpression)
  }

  /// The elements that remain.
  package enum Selection: Sendable {
    /// The elements for which a condition has the given value.
    case matching(CheckedExpression, is: Bool)
    /// The elements that are not equal to a value.
    case unequal(to: CheckedTemplate)
  }

  /// Fields or entries that `merge` sets in a record or map.
  package enum Overlay: Sendable {
    /// Fields named in the file.
    case fields([(slot: Int, value: CheckedTemplate)])
    /// A record of the same type, or a map.
    case whole(CheckedTemplate)
    /// The named parts of a value, a record or a map, as fields of a record.
    case computed(CheckedExpression, over: RecordType, TypeTable)
  }
}

extension Operation {
  /// The place that the operation itself changes; nil for one that only runs others, binds names or
  /// refuses.
  package var target: Target? {
    switch self {
    case .set(let target, _), .empty(let target), .toggle(let target), .add(let target, _, _),
      .merge(let target, _), .insert(let target, _, _), .remove(let target, _),
      .move(let target, _, _), .swap(let target, _, _), .reverse(let target),
      .upsert(let target, _, _), .delete(let target):
      target
    case .sort(let elements, _, _), .filter(let elements, _), .update(let elements, _, _, _):
      elements.target
    case .forEach, .branch, .match, .at, .use, .bind, .refuse: nil
    }
  }
}

extension Operation {
  /// True if an index, a key or an amount of the operation itself is made of sensitive values, which
  /// its errors would quote.
  ///
  /// - Parameter hiddenSlots: The slots of such indices and keys of the rules around.
  package func quotesSensitiveValues(_ hiddenSlots: Set<Int> = []) -> Bool {
    let place: Target? =
      switch self {
      case .match(let match):
        if case .place(let target, _, _) = match.subject { target } else { nil }
      case .at(let place, _): place.target
      case .use(let use): use.target
      default: target
      }
    if place?.hasSensitiveKey(hiddenSlots) == true { return true }
    return switch self {
    case .remove(_, let index), .insert(_, _, .index(let index)): index.tree.readsSensitiveValues
    case .move(_, let first, let second), .swap(_, let first, let second):
      first.tree.readsSensitiveValues || second.tree.readsSensitiveValues
    case .add(_, let amount, _): amount.readsSensitiveValues
    case .merge(_, .whole(let value)): value.readsSensitiveValues
    case .merge(_, .computed(let value, _, _)): value.tree.readsSensitiveValues
    case .sort(_, let key, _): key?.tree.readsSensitiveValues ?? false
    default: false
    }
  }

  /// The slots that keep the indices and keys on the path to the place of the rules inside.
  package var pathSlots: [Int] {
    switch self {
    case .match(let match):
      if case .place(_, let slots, _) = match.subject { slots } else { [] }
    case .at(let place, _): place.pathSlots
    case .update(_, let slots, _, _): slots
    default: []
    }
  }
}

extension Operation {
  /// The lists of rules that the operation runs, apart from shared ones.
  package var ruleLists: [[CheckedRule]] {
    switch self {
    case .update(_, _, _, let rules), .forEach(_, _, _, let rules), .at(_, let rules): [rules]
    case .branch(_, let then, let otherwise): [then, otherwise]
    case .match(let match): match.cases.map(\.rules) + (match.otherwise.map { [$0] } ?? [])
    default: []
    }
  }
}
