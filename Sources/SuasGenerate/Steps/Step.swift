import CEL
import SuasProgram
import YAML

/// A step of the rules for an action, or of a shared rule, in no language yet.
package indirect enum Step: Sendable {
  /// The steps of one rule: an error in them is one at its place.
  case rule(RulePlace, Steps)
  /// Names a value.
  case bind(Local, LoweredExpression)
  /// Evaluates a value for its error.
  case evaluate(LoweredExpression)
  /// Checks that a place is there, for steps that read it or change something in it.
  case open(OpenedPath)
  case write(Write)
  case branch(LoweredExpression, then: Steps, otherwise: Steps)
  case choose(Choice)
  case loop(Loop)
  /// Runs a shared rule on a record.
  case call(RuleCall)
  /// Runs steps on an entry that is made for them.
  case within(NewEntry)
  /// Replaces the state with one of its history.
  case travel(HistoryMove)
  /// Checks the constraints of the state, where it may have changed.
  case checkConstraints(ifCounted: Bool)
  /// Notes that a rule counted.
  case count
  /// Refuses the action. A sensitive message is made from sensitive values.
  case refuse(code: String, message: LoweredExpression, isSensitive: Bool)
}

/// The place of a rule, for its errors.
package struct RulePlace: Sendable {
  package let range: SourceRange
  /// True if the rule's errors quote no value.
  package let hidesValues: Bool
}

/// A change at a place of the state.
package struct Write: Sendable {
  package let path: OpenedPath
  /// The value of a key at the end of the path that is not there; nil if the key need not be there,
  /// or has to be there.
  package let fallback: LoweredExpression?
  package let change: Change
  /// True if the rule counts only where the change drops something, which is noted here.
  package let countsDropping: Bool
}

/// A choice by the case of a value.
package struct Choice: Sendable {
  package let subject: LoweredExpression
  /// True if the subject is a place, which the steps may change.
  package let isPlace: Bool
  package let cases: [Case]
  /// The steps for values that no case is for; nil if there is a case for each.
  package let otherwise: Steps?
  /// True if a value that no case is for is an error.
  package let isStrict: Bool

  package struct Case: Sendable {
    package let label: Match.Label
    /// The name of the contents of a variant's case in the steps; nil where they do not read it.
    package let contents: Local?
    package let steps: Steps
  }
}

/// Steps for each of several elements.
package struct Loop: Sendable {
  package let range: Range
  /// The index or key of the element; nil if the steps do not read it.
  package let key: Local?
  /// The element; nil if the steps do not read it, or the element is a place.
  package let item: Local?
  package let body: Steps

  package enum Range: Sendable {
    /// The elements of a list, a map or an `any` in the state for which a condition on the key holds,
    /// all of them found before the first is changed.
    case places(LoweredExpression, where: (key: Local, condition: LoweredExpression)?)
    /// The elements of a value.
    case elements(LoweredExpression)
  }
}

/// The call of a shared rule on a record.
package struct RuleCall: Sendable {
  /// The number of the shared rule.
  package let rule: Int
  /// The place where its name stands.
  package let place: SourceRange
  package let path: OpenedPath
  package let arguments: [LoweredExpression]
  /// The facts about the shared rule.
  package let callee: StepFacts
  package let counting: Counting
  /// True if it is noted that the rule counted, where it only sometimes does.
  package let notesCount: Bool
}

/// An entry of a map that is made for steps where it is missing, and dropped again unless one of them
/// counts.
package struct NewEntry: Sendable {
  package let path: OpenedPath
  package let value: LoweredExpression
  package let body: Steps
  package let counting: Counting
  /// True if it is noted outside that a step counted.
  package let notesCount: Bool
}

/// A move in the history of a state.
package struct HistoryMove: Sendable {
  /// The key of the history.
  package let stateKey: String
  /// The number of steps: negative into the past.
  package let distance: LoweredExpression
  /// True if it is noted that the move was made; otherwise, nothing more is done if there is no
  /// move.
  package let notesCount: Bool
}

/// A change of the value at a place.
package enum Change: Sendable {
  case set(LoweredExpression)
  /// Empties a list, a map or a text.
  case empty
  case toggle
  case add(LoweredExpression, SuasProgram.Operation.Sign)
  case setFields([(field: RecordLayout.Field, value: LoweredExpression)])
  /// Sets the entries of a map, or the fields of a record, that a value has.
  case merge(LoweredExpression)
  /// Sets the fields of a record that a value has.
  case mergeFields(LoweredExpression, of: String)
  case insert(LoweredExpression, isList: Bool, at: Position)
  case remove(at: LoweredExpression)
  case move(from: LoweredExpression, to: LoweredExpression)
  case swap(LoweredExpression, LoweredExpression)
  case reverse
  case sort(ElementCode?, isDescending: LoweredExpression?)
  /// Keeps the elements for which a condition holds.
  case keep(ElementCode)
  /// Replaces the first element with the same value in a field, or appends.
  case upsert(LoweredExpression, matching: String)
  /// Drops the entry at the end of the path.
  case dropEntry

  package enum Position: Sendable {
    case start, end
    case index(LoweredExpression)
  }

  /// An expression on an element and its index or key.
  package struct ElementCode: Sendable {
    package let item: Local
    package let key: Local
    package let code: LoweredExpression
  }

  /// The expressions that the change evaluates, the variables of closures left out.
  package var reads: CodeReads {
    var reads = CodeReads()
    for code in codes { reads.formUnion(code.reads) }
    if let element {
      var inner = element.code.reads
      inner.locals.subtract([element.item, element.key])
      reads.formUnion(inner)
    }
    return reads
  }

  package var element: ElementCode? {
    switch self {
    case .sort(let element, _): element
    case .keep(let element): element
    default: nil
    }
  }

  /// The expressions that are evaluated once.
  package var codes: [LoweredExpression] {
    switch self {
    case .set(let code), .add(let code, _), .merge(let code), .mergeFields(let code, _),
      .remove(let code), .upsert(let code, _), .insert(let code, _, .start),
      .insert(let code, _, .end):
      [code]
    case .insert(let code, _, .index(let index)): [code, index]
    case .move(let first, let second), .swap(let first, let second): [first, second]
    case .setFields(let fields): fields.map(\.value)
    case .sort(_, let isDescending): isDescending.map { [$0] } ?? []
    case .empty, .toggle, .reverse, .keep, .dropEntry: []
    }
  }
}
