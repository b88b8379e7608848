import YAML

/// A spec file as its author wrote it: the right keys hold the right kinds of things, no name is
/// resolved yet.
public struct Spec: Sendable {
  /// The files, in the order of their declarations.
  var sources: [Source]
  var name: String?
  var description: String?
  var enums: [EnumDeclaration] = []
  var records: [RecordDeclaration] = []
  var actions: [ActionDeclaration] = []
  var reducers: [ReducerDeclaration] = []
  var selectors: [SelectorDeclaration] = []
  var listeners: [ListenerDeclaration] = []
  var middleware: [MiddlewareDeclaration] = []
  var effects: [EffectDeclaration] = []
  var invariants: [InvariantDeclaration] = []
  var transitions: [TransitionDeclaration] = []
  /// What `reachable` says that the app can come to.
  var goals: [InvariantDeclaration] = []
  /// The paths under `include`, as written; a spec that is joined has none left.
  package var includes: [Scalar] = []
}

/// A condition on the whole store, under `invariants` or `reachable`.
struct InvariantDeclaration: Sendable {
  var name: Name
  var condition: ExpressionSyntax
}

/// A condition on the stores before and after an action.
struct TransitionDeclaration: Sendable {
  var name: Name
  /// The actions it speaks of; nil for all.
  var actions: [Name]?
  var condition: ExpressionSyntax
  var description: String?
}

/// A name with the place it stands at.
struct Name: Sendable {
  var text: String
  var range: SourceRange
}

struct EnumDeclaration: Sendable {
  var name: Name
  var cases: [Name]
}

/// A record under `types`, a state shape under `states`, or a variant or one of its cases.
struct RecordDeclaration: Sendable {
  enum Section: Sendable { case types, states, variants, cases }
  var section: Section
  var name: Name
  var fields: [FieldDeclaration]
}

struct ActionDeclaration: Sendable {
  var name: Name
  var fields: [FieldDeclaration]
}

/// A field of a record or a payload.
///
/// A class, as fields are handed on whole, and hold much.
final class FieldDeclaration: Sendable {
  let name: Name
  let type: TypeSyntax
  let `default`: Node?
  /// A condition on `self` that values must meet.
  let condition: ExpressionSyntax?
  /// Values worth trying.
  let samples: [Node]
  let description: String?

  init(
    name: Name, type: TypeSyntax, default: Node? = nil, condition: ExpressionSyntax? = nil,
    samples: [Node] = [], description: String? = nil
  ) {
    self.name = name
    self.type = type
    self.default = `default`
    self.condition = condition
    self.samples = samples
    self.description = description
  }
}

struct ReducerDeclaration: Sendable {
  var name: Name
  var state: Name
  /// The key written under `stateKey`; without one, the state's name is the key.
  var stateKey: Name?
  var initial: Node?
  var description: String?
  var handlers: [HandlerDeclaration]

  var key: Name { stateKey ?? state }
}

/// What a reducer does on one action.
struct HandlerDeclaration: Sendable {
  var action: Name
  var rules: [Rule]
}

/// One rule: a verb, and the guard it runs under.
///
/// A class, as rules are handed on whole, and hold much.
final class Rule: Sendable {
  /// Where the verb's keyword stands: the place that errors of this rule name.
  let place: SourceRange
  /// The verb with what it works on.
  let extent: SourceRange
  let condition: Condition?
  let verb: any Verb

  init(place: SourceRange, extent: SourceRange, condition: Condition?, verb: any Verb) {
    self.place = place
    self.extent = extent
    self.condition = condition
    self.verb = verb
  }
}

/// A `when` or `unless`.
struct Condition: Sendable {
  var expression: ExpressionSyntax
  var negated: Bool
}
