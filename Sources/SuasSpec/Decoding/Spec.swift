import YAML

/// A spec file as its author wrote it: the right keys hold the right kinds of things, no name is
/// resolved yet.
public struct Spec: Sendable {
  var source: Source
  var name: String?
  var enums: [EnumDeclaration] = []
  var records: [RecordDeclaration] = []
  var actions: [ActionDeclaration] = []
  var reducers: [ReducerDeclaration] = []
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

/// A record under `types`, or a state shape under `states`.
struct RecordDeclaration: Sendable {
  enum Section: Sendable { case types, states }
  var section: Section
  var name: Name
  var fields: [FieldDeclaration]
}

struct ActionDeclaration: Sendable {
  var name: Name
  var fields: [FieldDeclaration]
}

struct FieldDeclaration: Sendable {
  var name: Name
  var type: TypeSyntax
  var `default`: Node?
}

struct ReducerDeclaration: Sendable {
  var name: Name
  var state: Name
  /// The key written under `stateKey`; without one, the state's name is the key.
  var stateKey: Name?
  var initial: Node?
  var handlers: [HandlerDeclaration]

  var key: Name { stateKey ?? state }
}

/// What a reducer does on one action.
struct HandlerDeclaration: Sendable {
  var action: Name
  var rules: [Rule]
}

/// One rule: a verb, and the guard it runs under.
struct Rule: Sendable {
  /// Where the verb's keyword stands: the place that errors of this rule name.
  var place: SourceRange
  var condition: Condition?
  var verb: any Verb
}

/// A `when` or `unless`.
struct Condition: Sendable {
  var expression: ExpressionSyntax
  var negated: Bool
}
