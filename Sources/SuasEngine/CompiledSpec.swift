import CEL
import Suas
import SuasProgram
import YAML

/// A spec that is ready to run on a store.
public struct CompiledSpec: Sendable {
  package let checked: CheckedSpec
  package let actionTypes: ContiguousArray<ActionType>
  /// The makers of actions, by name.
  private let makers: [String: ActionMaker]
  private let reducerPlans: ReducerPlans
  private let savedPlan: SavedPlan
  /// The rest of the spec, ready to run.
  package let plan: RuntimePlan
  package let store: StoreShape

  /// The limits on actions in the stores that are made from now on.
  public var limits = Limits()

  /// The observer of those stores, if any.
  package var probe: Probe?
}

extension CompiledSpec {
  /// Makes a checked spec ready to run, which cannot fail.
  public init(compiling checked: CheckedSpec) {
    self.checked = checked
    reducerPlans = ReducerPlans(checked)
    savedPlan = SavedPlan(checked)
    plan = RuntimePlan(checked)
    store = checked.store
    let declared = (checked.actions + checked.effects.map(\.action)).map {
      ActionType(id: $0.id, name: $0.name, payload: $0.payload)
    }
    actionTypes = ContiguousArray(declared)
    makers = Dictionary(
      declared.map { ($0.name, ActionMaker($0, checked.types)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The reducers, planned for an observer if there is one.
  var reducers: [CompiledReducer] { probe == nil ? reducerPlans.plain : observedReducers }
  /// The plans for saving and restoring; nil for a spec that saves nothing.
  var saved: CompiledSaved? { savedPlan.plan }
  var plainReducers: [CompiledReducer] { reducerPlans.plain }
  var observedReducers: [CompiledReducer] { reducerPlans.observed }

  /// The declared types, with those of the store and of all payloads.
  package var typesOfEverything: TypeTable { checked.typesOfEverything }

  /// The spec's reducers, combined in the order of their declaration.
  ///
  /// It handles the spec's own actions, and each `Action & Encodable` with the type name of one.
  public var reducer: CombinedReducer {
    let reader = SpecActionReader(self)
    return CombinedReducer(
      parts: reducers.map { reducer -> any StatePart in
        reducer.tracked.map { HistoryPart(reducer, of: $0.stateKey, in: self, reader: reader) }
          ?? SpecReducer(reducer, of: self, reader: reader)
      },
      validations: validations(reader))
  }

  /// Makes an action of the spec and checks its payload against the declared type.
  ///
  /// Fields that `payload` leaves out take their defaults; `${now}` is the time of this call.
  ///
  /// - Throws: `invalid-payload` if there is no such action or the payload does not fit it.
  public func action(
    _ name: String, _ payload: SpecAction.Payload = [:]
  ) throws(ActionError) -> SpecAction {
    try maker(of: name).action(payload)
  }

  /// Makes an action of the spec and checks its payload against the declared type.
  ///
  /// - Throws: `invalid-payload` if there is no such action or the payload does not fit it.
  @_disfavoredOverload
  public func action(
    _ name: String, _ payload: [String: Value]
  ) throws(ActionError) -> SpecAction {
    try maker(of: name).action(SpecAction.Payload(payload))
  }

  /// Makes an action from a payload of the right type; a broken constraint refuses its dispatch.
  ///
  /// - Parameter named: The fields that do not hold their defaults.
  package func action(
    of type: ActionType, _ payload: Record, named: Set<String>
  ) -> SpecAction {
    type.action(of: payload, named: named, checked.types)
  }

  /// The type of the action or effect with that name; nil if none is declared.
  package func actionType(_ name: String) -> ActionType? { makers[name]?.type }

  func maker(of name: String) throws(ActionError) -> ActionMaker {
    guard let maker = makers[name] else {
      throw ActionError(
        code: "invalid-payload", message: "the spec declares no action '\(name)'", place: nil)
    }
    return maker
  }
}
