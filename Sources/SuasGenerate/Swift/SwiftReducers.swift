import CEL
import SuasProgram
import YAML

/// Writes a reducer: its initial state, and a function for each action that it handles.
struct SwiftReducers {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  func write(_ reducer: CheckedReducer, to writer: inout SwiftWriter) throws(NotGenerated) {
    let state = names.type(.record(reducer.state.name))
    let isConstrained = lowering.program.hasConstraints(.record(reducer.state.name))
    writer.line("/// The reducer of the state under the key `\(reducer.stateKey)`.")
    writer.line("struct \(SwiftNames.reducer(reducer.name)): RefusingReducer {")
    writer.line("  let stateKey = \(SwiftNames.literal(reducer.stateKey))")
    let initial = names.literal(.record(reducer.initial), .record(reducer.state.name))
    writer.line("  let initialState = \(initial)")
    writer.line()
    writer.line("  func reduce(")
    writer.line("    state: inout \(state), store: Store.State, action: any Action")
    writer.line("  ) throws(ActionError) -> Bool {")
    var functions: [SwiftWriter] = []
    var cases: [String] = []
    for (id, rules) in reducer.handled {
      guard id < spec.actions.count else { continue }
      let action = spec.actions[id]
      // An action that only empties the history changes nothing here.
      if rules.isEmpty, move(by: action, in: reducer) == nil { continue }
      let (function, call) = try self.function(action, rules, reducer)
      functions.append(function)
      cases.append("case let action as \(names.action(action.name)): \(call)")
    }
    if cases.isEmpty {
      writer.line("    false")
    } else if isConstrained {
      writer.line("    let isHandled =")
      writer.line("      switch action {")
      for item in cases { writer.line("      \(item.unusedActionDropped)") }
      writer.line("      default: false")
      writer.line("      }")
      writer.line("    if isHandled { try state.checkConstraints() }")
      writer.line("    return isHandled")
    } else {
      writer.line("    switch action {")
      for item in cases { writer.line("    \(item.unusedActionDropped)") }
      writer.line("    default: false")
      writer.line("    }")
    }
    writer.line("  }")
    for function in functions {
      writer.line()
      writer.append(function)
    }
    writer.line("}")
  }

  /// The function for an action, and its call.
  private func function(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer
  ) throws(NotGenerated) -> (SwiftWriter, String) {
    let rulesWritten = try body(action, rules, reducer)
    let function = SwiftFunction(rulesWritten.writer, end: rulesWritten.end) {
      "throw ActionError(error, at: \($0))"
    }
    let body = function.lines
    let readsAction = body.contains { $0.mentions("action") }
    let readsStore = body.contains { $0.mentions("store") }
    var parameters = ["_ state: inout \(names.type(.record(reducer.state.name)))"]
    var arguments = ["&state"]
    if readsAction {
      parameters.append("_ action: \(names.action(action.name))")
      arguments.append("action")
    }
    if readsStore {
      parameters.append("_ store: AppState")
      arguments.append("AppState(store)")
    }
    let name = SwiftNames.member(action.name)
    let fails = function.canFail ? " throws(ActionError)" : ""
    var writer = SwiftWriter(depth: 0)
    let head = "  private func \(name)(\(parameters.joined(separator: ", ")))\(fails) -> Bool {"
    if head.count <= 100 {
      writer.line(head)
    } else {
      writer.line("  private func \(name)(")
      writer.line("    \(parameters.joined(separator: ", "))")
      writer.line("  )\(fails) -> Bool {")
    }
    for line in body { writer.line(line) }
    writer.line("  }")
    let call = "\(function.canFail ? "try " : "")\(name)(\(arguments.joined(separator: ", ")))"
    return (writer, call)
  }

  /// The steps that an action moves in the history of a reducer's state; nil if it does not.
  private func move(by action: CheckedAction, in reducer: CheckedReducer) -> String? {
    reducer.history.flatMap {
      SwiftHistories(lowering: lowering, names: names).steps(action.id, $0)
    }
  }

  private func body(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer
  ) throws(NotGenerated) -> (writer: SwiftWriter, end: String?) {
    var scope = Scope(avoiding: ["state", "action", "store", "rule", "isHandled", "error"])
    let root = Code(.local(Local("state")), .record(reducer.state.name), canFail: false)
    scope[0] = root
    scope[1] = Code(.local(Local("action")), .record(action.payload.name), canFail: false)
    scope[2] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    let place = rules.first?.place ?? SourceRange.nowhere
    var written = SwiftRules(lowering, names, root: root, scope, at: place)
    let counting = spec.counting(rules)
    if move(by: action, in: reducer) == nil, counting == .sometimes, let rule = rules.first,
      rules.count == 1,
      let condition = rule.condition,
      spec.counting(CheckedRule(withoutConditionOf: rule)) == .always
    {
      let test = try written.lowering.lower(condition.test, scope)
      let text = try written.test(test, isNegated: condition.isNegated)
      if test.canFail { written.writer.line(SwiftRules.placeMark + rule.place.literal) }
      written.writer.line("guard \(text) else { return false }")
      try written.write([CheckedRule(withoutConditionOf: rule)])
      return (written.writer, "return true")
    }
    if let move = move(by: action, in: reducer) {
      let history = SwiftNames.member(CheckedHistory.stateKey(of: reducer.stateKey))
      guard !rules.isEmpty else {
        written.writer.line("guard let moved = store.\(history).state(after: \(move)) else {")
        written.writer.line("  return false")
        written.writer.line("}")
        written.writer.line("state = moved")
        return (written.writer, "return true")
      }
      written.mark = "isHandled"
      written.writer.line("var isHandled = false")
      written.writer.line("if let moved = store.\(history).state(after: \(move)) {")
      written.writer.line("  state = moved")
      written.writer.line("  isHandled = true")
      written.writer.line("}")
      try written.write(rules)
      return (written.writer, written.isEnded ? nil : "return isHandled")
    }
    if counting == .sometimes {
      written.mark = "isHandled"
      written.writer.line("var isHandled = false")
    }
    try written.write(rules)
    if written.isEnded { return (written.writer, nil) }
    switch counting {
    case .always: return (written.writer, "return true")
    case .never: return (written.writer, "return false")
    case .sometimes: return (written.writer, "return isHandled")
    }
  }
}

extension String {
  /// The case of a `switch` without a name for the action, where its function does not read it.
  fileprivate var unusedActionDropped: String {
    guard let colon = firstRange(of: ": ") else { return self }
    let call = self[colon.upperBound...]
    guard
      !String(call).dropFirst(0).contains("action")
        || !String(call.drop { $0 != "(" }).mentions("action")
    else { return self }
    return replacing("case let action as ", with: "case is ")
  }
}

extension CheckedRule {
  /// The same rule without its guard.
  init(withoutConditionOf rule: CheckedRule) {
    self.init(
      place: rule.place, verb: rule.verb, condition: nil, point: rule.point,
      operation: rule.operation)
  }
}

extension SourceRange {
  static let nowhere = SourceRange(
    source: Source(name: "", text: ""), lowerBound: 0, upperBound: 0)
}
