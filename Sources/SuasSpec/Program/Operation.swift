import CEL

/// What a rule does: one of the few operations that all verbs come down to.
indirect enum Operation: Sendable {
  /// Assigns a value: `set`, `reset`, `clear`.
  case set(Target, CheckedTemplate)
  /// Empties a list, a map or a string whose type is known only when the rule runs: `clear`.
  case empty(Target)
  /// Negates a bool.
  case toggle(Target)
  /// Adds an amount to a number or duration, or subtracts it: `increment`, `decrement`.
  case add(Target, amount: CheckedTemplate, sign: Sign)
  /// Lays fields or entries over a record or map: `merge`.
  case merge(Target, Overlay)
  /// Puts elements into a list: `append`, `prepend`, `insert`.
  case insert(Target, Insertion, at: Position)
  /// Takes the element at an index out of a list: `remove-at`.
  case remove(Target, at: CheckedExpression)
  /// Takes an element out of a list, and inserts it at an index that is counted after that.
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
  /// Runs rules for each element of a list that is evaluated once.
  case forEach(CheckedExpression, itemSlot: Int, indexSlot: Int, [CheckedRule])
  /// Runs the one list of rules or the other: `if`.
  case branch(CheckedTest, then: [CheckedRule], else: [CheckedRule])
  /// Evaluates expressions into slots for the rules that follow: `let`.
  case bind([(slot: Int, value: CheckedExpression)])
  /// Refuses the action: `fail`.
  case refuse(code: String, message: CheckedTemplate)

  enum Sign: Sendable {
    case plus, minus
  }

  /// The elements that a list is given.
  enum Insertion: Sendable {
    case one(CheckedTemplate)
    /// The elements of a list.
    case all(CheckedTemplate)
  }

  /// The index of the first inserted element.
  enum Position: Sendable {
    case start
    case end
    case index(CheckedExpression)
  }

  /// The elements that are left.
  enum Selection: Sendable {
    /// Those for which a condition comes out so.
    case matching(CheckedExpression, is: Bool)
    /// Those that are not equal to a value.
    case unequal(to: CheckedTemplate)
  }

  /// Fields or entries that are laid over a record or map.
  enum Overlay: Sendable {
    /// The fields are named in the file.
    case fields([(slot: Int, value: CheckedTemplate)])
    /// A record of the same type, or a map.
    case whole(CheckedTemplate)
    /// The fields of a record that a value names, which is a record or a map.
    case computed(CheckedExpression, over: RecordType, TypeTable)
  }
}
