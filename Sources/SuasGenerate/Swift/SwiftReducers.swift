import CEL
import SuasProgram
import YAML

/// Prints reducers: the initial state, and a function for each action that they handle.
struct SwiftReducers {
  let names: SwiftNames
  let rules: LoweredSharedRules

  private var spec: CheckedSpec { names.program.spec }

  func document(_ lowered: LoweredReducer) throws(NotGenerated) -> Document {
    let reducer = lowered.reducer
    let type = ValueType.record(reducer.state.name)
    var functions: [[Document]] = []
    var handlers: [Document] = []
    for handler in lowered.handlers {
      let parameters = StoreParameters(handler.function, spec)
      functions.append(try function(handler, reducer, parameters))
      handlers.append(self.handler(handler, reducer, parameters))
    }
    let initial = names.expression(.record(reducer.initial), type).document
    let list = SwiftSyntax.tallCollection(handlers)
    var members: [Document] = [
      "\(names.access)let stateKey = \(SwiftNames.literal(reducer.stateKey))",
      SwiftSyntax.assignment("\(names.access)let initialState", initial),
      "\(names.access)let handlers: [ActionHandler<\(names.document(of: type))>] = \(list)",
    ]
    if !names.access.isEmpty { members += ["", "\(names.access)init() {}"] }
    for function in functions { members += [""] + function }
    let comment = SwiftSyntax.comment(
      names.program.description(.reducer, reducer.name),
      or: "The reducer of the state under the key `\(reducer.stateKey)`.")
    return comment
      + SwiftSyntax.block(
        "\(names.access)struct \(names.reducer(reducer.name)): InPlaceReducer {", members)
  }

  /// The function for an action.
  private func function(
    _ handler: LoweredReducer.Handler, _ reducer: CheckedReducer, _ parameters: StoreParameters
  ) throws(NotGenerated) -> [Document] {
    let function = handler.function
    let facts = function.steps.facts
    let type = names.document(of: .record(reducer.state.name))
    let printer = SwiftFunctionPrinter(
      expressions: SwiftExpressionPrinter(names: names, place: .nowhere, storeReads: parameters),
      rules: rules, function: function, notes: facts.undoing == .notes, hasOwnNotes: true,
      raise: { "throw ActionError(error, at: \($0))" }, alwaysTells: true)
    let readsAction = facts.reads.locals.contains(Local("action"))
    let head = SwiftSyntax.function(
      "static func \(SwiftNames.member(handler.action.name))",
      [
        "_ state: inout \(type)",
        "_\(readsAction ? " action" : ""): \(names.action(handler.action.name))",
      ] + parameters.declarations(names),
      "\(facts.canFail ? "throws(ActionError) " : "")-> Bool")
    return [SwiftSyntax.block(head, try printer.body())]
  }

  /// The entry of a function in the list of handlers.
  private func handler(
    _ handler: LoweredReducer.Handler, _ reducer: CheckedReducer, _ parameters: StoreParameters
  ) -> Document {
    let type: Document = "\(names.action(handler.action.name)).self"
    let name = Document(SwiftNames.member(handler.action.name))
    guard parameters.isRead else { return SwiftSyntax.call(".on", [type, name]) }
    let canFail = handler.function.steps.facts.canFail
    // A parameter of the closure would hide a function of its name.
    let call = SwiftSyntax.call(
      "Self.\(name)", ["&\(name: "state")", "\(name: "action")"] + parameters.arguments(names))
    let head: Document = "state, action, store\(canFail ? " throws(ActionError)" : "")"
    let isWhole = !parameters.namesKeys || parameters.keys.contains(reducer.stateKey)
    let closure = SwiftSyntax.block("{ \(head) in", [(canFail ? "try " : "") + call])
    let label = isWhole ? "readingWholeStore" : "readingStore"
    return SwiftSyntax.tallCall(".on", [type, "\(label): \(closure)"])
  }
}

/// The parameters by which the function of a reducer gets the parts of the store that it reads: the
/// sub-states that it names, or the whole store if it hands that on.
struct StoreParameters {
  let keys: [String]
  /// True if each sub-state is a parameter.
  let namesKeys: Bool
  private let isWhole: Bool
  private let states: [String: String]

  init(_ function: LoweredFunction, _ spec: CheckedSpec) {
    let reads = function.steps.facts.reads
    keys = reads.stateKeys
    isWhole = reads.readsWholeStore
    namesKeys =
      !isWhole
      && RuleLowering.reservedNames.isDisjoint(with: keys.map { $0.memberName.lowercased() })
    states = Dictionary(
      spec.reducers.map { ($0.stateKey, $0.state.name) }, uniquingKeysWith: { first, _ in first })
  }

  var isRead: Bool { isWhole || !keys.isEmpty }

  /// The name of the parameter for a sub-state; nil if the function reads it from the whole store.
  func read(_ key: String) -> String? { namesKeys ? SwiftNames.member(key) : nil }

  func declarations(_ names: SwiftNames) -> [Document] {
    guard isRead else { return [] }
    guard namesKeys else { return ["_ store: \(names.fixed.state)"] }
    return keys.map {
      "\(SwiftNames.member($0)): \(names.document(of: .record(states[$0] ?? "")))"
    }
  }

  func arguments(_ names: SwiftNames) -> [Document] {
    guard namesKeys else { return ["\(names.fixed.state)(\(name: "store"))"] }
    return keys.map {
      "\(SwiftNames.label($0)): \(names.fixed.state).\(SwiftNames.member($0))(in: \(name: "store"))"
    }
  }
}
