import CEL
import Suas
import YAML

/// A spec that is ready to run on a store.
public struct CompiledSpec: Sendable {
  package let checked: CheckedSpec
  package let actionTypes: ContiguousArray<ActionType>
  /// What makes actions, by their names.
  private let makers: [String: ActionMaker]
  let reducers: [CompiledReducer]
  /// The rest of the spec, ready to run.
  package let plan: RuntimePlan
  package let store: StoreShape

  /// How much its actions may do, in the stores that are made from now on.
  public var limits = Limits()

  /// Who looks on in them.
  package var probe: Probe?

  /// How much an evaluation besides the rules may cost.
  package static let defaultBudget = 3_000_000
}

extension CompiledSpec {
  /// Compiles the spec that `source` holds.
  ///
  /// - Throws: everything that is wrong with it, of the first stage that finds something.
  public init(_ source: Source) throws(Diagnostics) {
    let tree = try YAML.parse(source)
    let spec = try Spec(decoding: tree)
    let checked = try CheckedSpec(checking: spec)
    self.init(compiling: checked)
  }

  /// Makes a checked spec ready to run; nothing in it can be wrong any more.
  public init(compiling checked: CheckedSpec) {
    self.checked = checked
    reducers = checked.reducers.map { CompiledReducer($0, checked.types) }
    plan = RuntimePlan(checked)
    store = StoreShape(checked.reducers)
    let declared = (checked.actions + checked.effects.map(\.action)).map {
      ActionType(id: $0.id, name: $0.name, payload: $0.payload)
    }
    actionTypes = ContiguousArray(declared)
    makers = Dictionary(
      declared.map { ($0.name, ActionMaker($0, checked.types)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The declared types, and those of the store and of what is dispatched.
  package var typesOfEverything: TypeTable {
    var types = checked.types
    for record in [store.recordType] + actionTypes.map(\.payload) {
      types.insert(record)
    }
    return types
  }

  /// The spec's reducers, combined in the order of their declaration.
  ///
  /// They answer to the spec's own actions, and to every `Action & Encodable` whose type bears the
  /// name of one.
  public var reducer: CombinedReducer {
    let reader = SpecActionReader(self)
    return CombinedReducer(
      parts: reducers.map { SpecReducer($0, of: self, reader: reader) },
      validations: validations(reader))
  }

  /// An action of the spec, its payload checked against the declared type.
  ///
  /// Fields that `payload` leaves out take their defaults; `${now}` is the time of this call.
  ///
  /// - Throws: `invalid-payload` where there is no such action or the payload does not fit it.
  public func action(
    _ name: String, _ payload: SpecAction.Payload = [:]
  ) throws(ActionError) -> SpecAction {
    try maker(of: name).action(payload)
  }

  /// An action of the spec, its payload checked against the declared type.
  ///
  /// - Throws: `invalid-payload` where there is no such action or the payload does not fit it.
  @_disfavoredOverload
  public func action(
    _ name: String, _ payload: [String: Value]
  ) throws(ActionError) -> SpecAction {
    try maker(of: name).action(SpecAction.Payload(payload))
  }

  /// An action whose payload has the right type; where it breaks a constraint, its dispatch is
  /// refused.
  ///
  /// - Parameter named: The fields that do not hold their defaults.
  package func action(
    of type: ActionType, _ payload: Record, named: Set<String>
  ) -> SpecAction {
    type.action(of: payload, named: named, checked.types)
  }

  /// The action or effect of that name; nil where none is declared.
  package func actionType(_ name: String) -> ActionType? { makers[name]?.type }

  func maker(of name: String) throws(ActionError) -> ActionMaker {
    guard let maker = makers[name] else {
      throw ActionError(
        code: "invalid-payload", message: "the spec declares no action '\(name)'", place: nil)
    }
    return maker
  }
}
