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
    var functions: [SwiftWriter] = []
    var handlers: [String] = []
    for (id, rules) in reducer.handled {
      guard id < spec.actions.count else { continue }
      let action = spec.actions[id]
      // An action that only empties the history changes nothing here.
      if rules.isEmpty, move(by: action, in: reducer) == nil { continue }
      let (function, handler) = try self.function(action, rules, reducer)
      functions.append(function)
      handlers.append(handler)
    }
    writer.comment(
      lowering.program.description(.reducer, reducer.name),
      or: "The reducer of the state under the key `\(reducer.stateKey)`.")
    writer.line("struct \(names.reducer(reducer.name)): InPlaceReducer {")
    writer.line("  let stateKey = \(SwiftNames.literal(reducer.stateKey))")
    let initial = names.literal(.record(reducer.initial), .record(reducer.state.name))
    writer.line("  let initialState = \(initial)")
    let list = "  let handlers: [ActionHandler<\(state)>] = ["
    if handlers.isEmpty {
      writer.line(list + "]")
    } else {
      writer.line(list)
      let comma = handlers.count > 1 ? "," : ""
      for handler in handlers { writer.line("    \(handler)\(comma)") }
      writer.line("  ]")
    }
    for function in functions {
      writer.line()
      writer.append(function)
    }
    writer.line("}")
  }

  /// The function for an action, and its handler.
  private func function(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer
  ) throws(NotGenerated) -> (SwiftWriter, String) {
    let undoing = try self.undoing(action, rules, reducer)
    let notes = undoing == .notes
    let trial = StoreReads(namesKeys: false)
    _ = try body(action, rules, reducer, notes: notes, trial)
    let reads = StoreReads(
      namesKeys: !trial.isWhole && Self.reserved.isDisjoint(with: trial.keys.map(\.memberName)))
    let written = try body(action, rules, reducer, notes: notes, reads)
    let statements: (String?, String?)? =
      switch undoing {
      case .needless: nil
      case .copy: ("let before = state", "state = before")
      case .notes:
        (
          "let undo = Undo<\(names.type(.record(reducer.state.name)))>()", "undo.putBack(&state)"
        )
      }
    let function = SwiftFunction(
      written.rules.writer, end: written.end, undoing: statements
    ) { "throw ActionError(error, at: \($0))" }
    let name = SwiftNames.member(action.name)
    var writer = SwiftWriter()
    writer.line(head(name, action, reducer, function, reads))
    for line in function.lines { writer.line(line) }
    writer.line("  }")
    return (writer, handler(name, action, reducer, function, reads))
  }

  /// The names that functions of reducers have for other things than sub-states.
  private static let reserved: Set<String> = [
    "state", "action", "store", "undo", "rule", "isHidden", "error", "before",
  ]

  /// The head of the function for an action.
  private func head(
    _ name: String, _ action: CheckedAction, _ reducer: CheckedReducer, _ function: SwiftFunction,
    _ reads: StoreReads
  ) -> String {
    let readsAction = function.lines.contains { $0.mentions("action") }
    var parameters = [
      "_ state: inout \(names.type(.record(reducer.state.name)))",
      "_\(readsAction ? " action" : ""): \(names.action(action.name))",
    ]
    if !reads.namesKeys, reads.isWhole || !reads.keys.isEmpty {
      parameters.append("_ store: AppState")
    } else {
      parameters += reads.keys.map { key in
        let state = spec.reducers.first { $0.stateKey == key }?.state.name ?? ""
        return "\(SwiftNames.member(key)): \(names.type(.record(state)))"
      }
    }
    let fails = function.canFail ? " throws(ActionError)" : ""
    let head = "  static func \(name)(\(parameters.joined(separator: ", ")))\(fails) -> Bool {"
    if head.count <= 100 { return head }
    return
      "  static func \(name)(\n    \(parameters.joined(separator: ", "))\n  )\(fails) -> Bool {"
  }

  /// The entry of a function in the list of handlers.
  private func handler(
    _ name: String, _ action: CheckedAction, _ reducer: CheckedReducer, _ function: SwiftFunction,
    _ reads: StoreReads
  ) -> String {
    let type = names.action(action.name)
    if reads.keys.isEmpty, !reads.isWhole { return ".on(\(type).self, \(name))" }
    let isWhole = !reads.namesKeys || reads.keys.contains(reducer.stateKey)
    let arguments =
      reads.namesKeys
      ? reads.keys.map { key in
        "\(SwiftNames.member(key)): AppState.\(SwiftNames.member(key))(in: store)"
      } : ["AppState(store)"]
    let fails = function.canFail ? " throws(ActionError)" : ""
    let call = "\(name)(&state, action, \(arguments.joined(separator: ", ")))"
    return """
      .on(
            \(type).self,
            \(isWhole ? "readingWholeStore" : "readingStore"): { state, action, store\(fails) in
              \(function.canFail ? "try " : "")\(call)
            })
      """
  }

  /// The way in which the function for an action puts back what it overwrites.
  func undoing(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer
  ) throws(NotGenerated) -> SwiftRules.Undoing {
    try body(action, rules, reducer, notes: false, StoreReads(namesKeys: false)).rules.undoing
  }

  /// The steps that an action moves in the history of a reducer's state; nil if it does not.
  private func move(by action: CheckedAction, in reducer: CheckedReducer) -> String? {
    reducer.history.flatMap {
      SwiftHistories(lowering: lowering, names: names).steps(action.id, $0)
    }
  }

  /// The lines of the function for an action, with marks, and its last one.
  private func body(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer, notes: Bool,
    _ reads: StoreReads
  ) throws(NotGenerated) -> (rules: SwiftRules, end: String?) {
    var (rules, end) = try body(action, rules, reducer, notes, reads)
    if end != nil, end != "return false",
      lowering.program.hasConstraints(.record(reducer.state.name))
    {
      if !rules.writer.lines.contains(where: { $0.contains(SwiftRules.placeMark) }) {
        rules.writer.line(SwiftRules.placeMark + rules.expressions.place.literal)
      }
      let check = "try state.checkConstraints()"
      rules.writer.line(end == "return true" ? check : "if isHandled { \(check) }")
    }
    return (rules, end)
  }

  private func body(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer, _ notes: Bool,
    _ reads: StoreReads
  ) throws(NotGenerated) -> (rules: SwiftRules, end: String?) {
    var scope = Scope(
      avoiding: Self.reserved.union(["isHandled", "old", "count"])
        .union(spec.reducers.map { $0.stateKey.memberName.lowercased() }))
    let root = Code(.local(Local("state")), .record(reducer.state.name), canFail: false)
    scope[0] = root
    scope[1] = Code(.local(Local("action")), .record(action.payload.name), canFail: false)
    scope[2] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    let place = rules.first?.place ?? SourceRange.nowhere
    var written = SwiftRules(lowering, names, root: root, scope, at: place)
    written.notes = notes
    written.expressions.storeReads = reads
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
      return (written, "return true")
    }
    if let move = move(by: action, in: reducer) {
      let key = CheckedHistory.stateKey(of: reducer.stateKey)
      let history = reads.read(key) ?? "store.\(SwiftNames.member(key))"
      guard !rules.isEmpty else {
        written.writer.line("guard let moved = \(history).state(after: \(move)) else {")
        written.writer.line("  return false")
        written.writer.line("}")
        written.note("[old = state]", "state = old")
        written.writer.line("state = moved")
        return (written, "return true")
      }
      written.mark = "isHandled"
      written.writer.line("var isHandled = false")
      written.writer.line("if let moved = \(history).state(after: \(move)) {")
      written.note("[old = state]", "state = old", depth: 1)
      written.writer.line("  state = moved")
      written.writer.line("  isHandled = true")
      written.writer.line("}")
      try written.write(rules)
      return (written, written.isEnded ? nil : "return isHandled")
    }
    if counting == .sometimes {
      written.mark = "isHandled"
      written.writer.line("var isHandled = false")
    }
    try written.write(rules)
    if written.isEnded { return (written, nil) }
    switch counting {
    case .always: return (written, "return true")
    case .never: return (written, "return false")
    case .sometimes: return (written, "return isHandled")
    }
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
