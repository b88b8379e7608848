import SuasProgram
import YAML

/// A spec file as written: its keys hold values of the right kinds, but no name is resolved yet.
public struct Spec: Sendable {
  /// The files, in the order of their declarations.
  var sources: [Source]
  package var name: String?
  package var description: String?
  package var constants: [ConstantDeclaration] = []
  package var functions: [FunctionDeclaration] = []
  package var enums: [EnumDeclaration] = []
  package var records: [RecordDeclaration] = []
  package var actions: [ActionDeclaration] = []
  /// The actions and effects that only the spec itself is meant to dispatch.
  package var internals: [Name] = []
  package var sharedRules: [SharedRuleDeclaration] = []
  package var reducers: [ReducerDeclaration] = []
  package var selectors: [SelectorDeclaration] = []
  package var listeners: [ListenerDeclaration] = []
  package var middleware: [MiddlewareDeclaration] = []
  package var effects: [EffectDeclaration] = []
  package var invariants: [InvariantDeclaration] = []
  package var transitions: [TransitionDeclaration] = []
  /// The conditions under `at-rest`.
  package var atRest: [InvariantDeclaration] = []
  /// The conditions under `reachable`, which the app should be able to meet.
  package var goals: [InvariantDeclaration] = []
  /// The conditions under `always-reachable`.
  package var waysOut: [WayOutDeclaration] = []
  /// The sections `saved`, of which a spec has one at most.
  package var saved: [SavedDeclaration] = []
  /// The frozen shapes of what is saved, by their versions.
  package var frozenShapes: [FrozenShape] = []
  /// The path of the file below its root; nil for a text without one.
  package var path: String?
  /// The paths under `include`, as written; a joined spec has none left.
  package var includes: [Scalar] = []
}

/// A condition on the whole store, under `invariants`, `at-rest` or `reachable`.
package struct InvariantDeclaration: Sendable {
  package var name: Name
  package var condition: ExpressionSyntax
}

/// A condition on the stores before and after an action.
package struct TransitionDeclaration: Sendable {
  package var name: Name
  /// The actions that it applies to; nil for all.
  package var actions: [Name]?
  package var condition: ExpressionSyntax
  package var description: String?
}

/// A condition on the whole store that can be met again and again, under `always-reachable`.
package struct WayOutDeclaration: Sendable {
  package var name: Name
  /// The condition on the states that it speaks of; nil for all.
  package var origin: ExpressionSyntax?
  package var condition: ExpressionSyntax
  package var description: String?
}

package struct EnumDeclaration: Sendable {
  package var name: Name
  package var cases: [Name]
}

extension Spec {
  /// True if some field or effect is marked as sensitive.
  var marksSensitiveValues: Bool {
    records.contains { $0.fields.contains(where: \.isSensitive) }
      || !sensitivePayloadFields.isEmpty || effects.contains(where: \.isSensitive)
  }

  private var sensitivePayloadFields: [FieldDeclaration] {
    actions.flatMap(\.fields).filter(\.isSensitive)
      + effects.flatMap { effect in effect.fields.filter { effect.isSensitive || $0.isSensitive } }
  }

  /// The names in the types of sensitive fields of payloads.
  var sensitivePayloadTypes: [String] { sensitivePayloadFields.flatMap(\.type.names) }
}

/// A record under `types`, a state shape under `states`, or a variant or one of its cases.
package struct RecordDeclaration: Sendable {
  package enum Section: Sendable {
    case types, states, variants, cases

    var noun: String {
      switch self {
      case .types: "type"
      case .states: "state"
      case .variants, .cases: "variant"
      }
    }
  }
  package var section: Section
  package var name: Name
  package var fields: [FieldDeclaration]
}

package struct ActionDeclaration: Sendable {
  package var name: Name
  package var fields: [FieldDeclaration]
}

/// A field of a record or a payload.
///
/// A class, since fields are large and are passed on whole.
package final class FieldDeclaration: Sendable {
  package let name: Name
  package let type: TypeSyntax
  package let `default`: Node?
  /// A condition on `self` that values must meet.
  package let condition: ExpressionSyntax?
  /// Values for a search to try.
  package let samples: [Node]
  /// True if its values are kept out of logs.
  package let isSensitive: Bool
  package let description: String?

  package init(
    name: Name, type: TypeSyntax, default: Node? = nil, condition: ExpressionSyntax? = nil,
    samples: [Node] = [], isSensitive: Bool = false, description: String? = nil
  ) {
    self.name = name
    self.type = type
    self.default = `default`
    self.condition = condition
    self.samples = samples
    self.isSensitive = isSensitive
    self.description = description
  }
}

package struct ReducerDeclaration: Sendable {
  package var name: Name
  package var state: Name
  /// The key written under `stateKey`; without one, the state's name is the key.
  var stateKey: Name?
  package var initial: Node?
  package var description: String?
  package var history: HistoryDeclaration?
  var handlers: [HandlerDeclaration]

  package var key: Name { stateKey ?? state }
}

/// The rules of a reducer for one action.
package struct HandlerDeclaration: Sendable {
  var action: Name
  var rules: [Rule]
}
