import CEL
import SuasProgram
import YAML

/// Writes the listeners of a spec: functions that add them to a store.
struct SwiftListeners {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  func write(to code: inout SwiftCode) throws(NotGenerated) {
    code.line("/// The listeners of the spec; each function adds one to a store.")
    code.line("///")
    code.line("/// `report` is told of errors in filters and selectors.")
    try code.block("\(names.access)enum \(names.fixed.of("Listeners")) {") {
      code throws(NotGenerated) in
      for (index, listener) in spec.listeners.enumerated() {
        if index > 0 { code.line() }
        try write(listener, to: &code)
      }
    }
  }

  private func write(
    _ listener: CheckedListener, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let value = names.document(of: lowering.type(of: listener))
    let subscribed: Document = if case .store = listener.subject { "Store.State" } else { value }
    let reaction = try reaction(of: listener)
    var filter = try filter(of: listener)
    let readsOld = reaction?.readsOld ?? false
    if readsOld { filter = Self.keepingOld(filter) }
    code.comment(lowering.program.description(.listener, listener.name))
    code.line("@discardableResult")
    code.line("\(names.access)static func \(SwiftNames.member(listener.name))(")
    let runner: Document = reaction == nil ? "" : " _ runner: \(SwiftRuntime.runner),"
    code.line("  _ store: Store,\(runner) report: @escaping @Sendable (ActionError) -> Void,")
    code.line("  _ tell: @escaping @Sendable (\(value)) -> Void")
    try code.block(") -> Store.Subscription<\(subscribed)> {") { code throws(NotGenerated) in
      if readsOld {
        let kept: Document =
          if case .selector = listener.subject { "Store.State" } else { subscribed }
        code.line("let before = \(SwiftRuntime.mutex)<\(kept)?>(nil)")
      }
      try code.block("\(readsOld ? "return " : "")store.addListener(", "") {
        code throws(NotGenerated) in
        try writeArguments(of: listener, filter, reaction?.lines, to: &code)
      }
    }
  }

  private func writeArguments(
    of listener: CheckedListener, _ filter: SwiftCode?, _ reaction: SwiftCode?,
    to code: inout SwiftCode
  ) throws(NotGenerated) {
    if case .stateKey(let slot) = listener.subject {
      let key = SwiftNames.quoted(spec.reducers[slot].stateKey)
      let type = names.document(of: lowering.type(of: listener))
      code.line("forStateType: \(type).self, stateKey: \(key),")
    }
    if let filter {
      code.block("if: { old, \(filter.mentions("new") ? "new" : "_") in", filter, "},")
    }
    if case .selector(let index) = listener.subject {
      try writeSelector(spec.selectors[index], to: &code)
    }
    if let reaction {
      code.block("callback: { [weak store] new in", reaction, "})")
    } else if case .store = listener.subject {
      code.line("callback: { tell(\(names.fixed.state)($0)) })")
    } else {
      code.line("callback: tell)")
    }
  }

  /// A filter that keeps the former value for the reactions.
  private static func keepingOld(_ filter: SwiftCode?) -> SwiftCode {
    var code = SwiftCode()
    if let filter {
      code.block("let passes = { () -> Bool in", filter, "}()")
      code.line("guard passes else { return false }")
    }
    code.line("before.withLock { $0 = \(name: "old") }")
    code.line("return true")
    return code
  }

  // MARK: Reactions

  /// The lines that perform the reactions of a listener; nil if it has none.
  private func reaction(
    of listener: CheckedListener
  ) throws(NotGenerated) -> (lines: SwiftCode, readsOld: Bool)? {
    if listener.reactions.isEmpty { return nil }
    let type = lowering.type(of: listener)
    var scope = Scope(avoiding: ["old", "new", "store", "steps", "runner", "runtime"])
    var former = type
    if case .selector = listener.subject, type != .any { former = .nullable(type.nonNull) }
    scope[0] = LoweredExpression(.local(Local("old")), former, canFail: false)
    scope[1] = LoweredExpression(.local(Local("new")), type, canFail: false)
    var body = SwiftCode()
    let steps = SwiftSteps(lowering: lowering, names: names)
    try steps.write(listener.reactions, scope, as: .constant, to: &body)
    let isWhole = if case .store = listener.subject { true } else { false }
    var code = SwiftCode()
    if isWhole { code.line("let new = \(names.fixed.state)(new)") }
    let readsOld = body.mentions("old")
    if readsOld, case .selector(let index) = listener.subject {
      code.line(try formerValue(of: spec.selectors[index], type))
    } else if readsOld {
      let former: Document = isWhole ? ".map(\(names.fixed.state).init)" : ""
      code.line("guard let old = before.withLock({ $0.take() })\(former) else { return }")
    }
    if body.mentions("runtime") { code.line("let runtime = runner.runtime") }
    body.line("tell(new)")
    body.line("runner.afterRound(\(name: "steps"), in: \(name: "store"))")
    code.append(body.raising { "report(ActionError(error, at: \($0)))" })
    return (code, readsOld)
  }

  /// The constant with the former value of a selector; it is null if there was none.
  private func formerValue(
    of selector: CheckedSelector, _ type: ValueType
  ) throws(NotGenerated) -> Document {
    let call = selected(selector, from: "$0")
    let fails = try fails(selector)
    let isOptional = fails || selector.condition != nil || type != type.nonNull
    let selected = (fails ? "try? " : "") + call
    let method = isOptional ? "flatMap" : "map"
    let value: Document =
      "before.withLock({ $0.take() }).\(method) \(SwiftSyntax.closure(selected))"
    var end: [Document] = []
    if type == .any {
      end = ["?? .null"]
    } else if selector.condition != nil, type != type.nonNull {
      // Null is selected, or nothing is.
      end = ["?? nil"]
    }
    return SwiftSyntax.assignment(
      "let old", end.isEmpty ? value : SwiftSyntax.operation(value, end))
  }

  // MARK: Selectors

  private func selected(_ selector: CheckedSelector, from state: Document) -> Document {
    SwiftSyntax.call(
      names.selector(selector.name),
      ["\(names.fixed.state)(\(state))"])
  }

  private func fails(_ selector: CheckedSelector) throws(NotGenerated) -> Bool {
    let (condition, value) = try lowering.body(of: selector)
    return condition?.canFail ?? false || value.canFail
  }

  private func writeSelector(
    _ selector: CheckedSelector, to code: inout SwiftCode
  ) throws(NotGenerated) {
    guard try fails(selector) else {
      let closure = SwiftSyntax.closure(selected(selector, from: "$0"))
      return code.line("stateSelector: \(closure),")
    }
    code.block("stateSelector: { state in", "},") { code in
      var lines = SwiftCode()
      lines.line("return try \(selected(selector, from: "state"))")
      code.attempt(lines, catching: reporting(selector.place, returning: "nil"))
    }
  }

  /// The lines that report an error.
  private func reporting(_ place: SourceRange, returning value: Document) -> SwiftCode {
    var handler = SwiftCode()
    handler.line("report(ActionError(error, at: \(names.document(of: place))))")
    handler.line(SwiftSyntax.keyword("return", value))
    return handler
  }

  // MARK: Filters

  private func filter(of listener: CheckedListener) throws(NotGenerated) -> SwiftCode? {
    switch listener.filter {
    case .always: nil
    case .changed: try changed(listener)
    case .expression(let test): try expression(test, listener)
    }
  }

  private func changed(_ listener: CheckedListener) throws(NotGenerated) -> SwiftCode {
    var code = SwiftCode()
    let type = lowering.type(of: listener)
    switch listener.subject {
    case .store: code.line(difference(whole("old"), whole("new"), type))
    case .stateKey: code.line(difference(.name("old"), .name("new"), type))
    case .selector(let index):
      let selector = spec.selectors[index]
      let before = selected(selector, from: .name("old"))
      let after = selected(selector, from: .name("new"))
      if try fails(selector) {
        let isOptional = selector.condition != nil
        // A null is told apart from an error, of which `try?` makes one.
        let keepsNull = !isOptional && type != type.nonNull
        func trying(_ value: Document) -> Document {
          keepsNull ? "try? " + SwiftSyntax.call("Optional.some", [value]) : "try? \(value)"
        }
        let former = SwiftSyntax.parenthesized(trying(before))
        code.line(
          SwiftSyntax.assignment("let before", "\(former)\(isOptional ? " ?? nil" : "")"))
        // An error is reported when the value is selected.
        let head = SwiftSyntax.guard(SwiftSyntax.assignment("let after", trying(after)))
        code.line(SwiftSyntax.block(head, ["return true"], isShort: true))
        code.line("return before.map { \(difference("$0", "after", type)) } ?? true")
      } else {
        let isOptional = selector.condition != nil && type != .any
        code.line(
          difference(before, after, isOptional ? ValueType.nullable(type.nonNull) : type))
      }
    }
    return code
  }

  private func whole(_ state: String) -> Document { "\(names.fixed.state)(\(name: state))" }

  /// The condition that two values of a type are not the same.
  private func difference(_ old: Document, _ new: Document, _ type: ValueType) -> Document {
    let program = lowering.program
    if program.isSameWhenEqual(type), !program.isExact(type) {
      return "!\(SwiftSyntax.method(old, "equals", [new]))"
    }
    if program.isSameWhenEqual(type) { return SwiftSyntax.operation(old, ["!= \(new)"]) }
    let expressions = SwiftExpressionPrinter(names: names, place: .nowhere)
    return SwiftSyntax.operation(
      expressions.dynamic(old, from: type), ["!= \(expressions.dynamic(new, from: type))"])
  }

  private func expression(
    _ test: CheckedTest, _ listener: CheckedListener
  ) throws(NotGenerated) -> SwiftCode {
    var scope = Scope(avoiding: ["old", "new"])
    let isWhole = if case .stateKey = listener.subject { false } else { true }
    let type = isWhole ? ValueType.record(StoreShape.typeName) : lowering.type(of: listener)
    scope[0] = LoweredExpression(.local(Local("old")), type, canFail: false)
    scope[1] = LoweredExpression(.local(Local("new")), type, canFail: false)
    let test = (code: try lowering.lower(test, scope), place: test.place)
    let value = try SwiftExpressionPrinter(names: names, place: test.place).trying(test.code)
    var code = SwiftCode()
    for name in ["old", "new"] where isWhole && value.mentions(name) {
      code.line("let \(name) = \(whole(name))")
    }
    guard test.code.canFail else {
      code.line(SwiftSyntax.keyword("return", value))
      return code
    }
    var lines = SwiftCode()
    lines.line(SwiftSyntax.keyword("return", value))
    code.attempt(lines, catching: reporting(test.place, returning: "false"))
    return code
  }
}

extension CheckedReaction {
  /// The place of the step.
  var place: SourceRange {
    switch self {
    case .dispatch(let dispatch): dispatch.place
    case .cancel(let cancel): cancel.place
    }
  }
}

extension Lowering {
  /// The type of the value that a listener is notified of.
  func type(of listener: CheckedListener) -> ValueType {
    switch listener.subject {
    case .store: .record(StoreShape.typeName)
    case .stateKey(let slot): .record(program.spec.reducers[slot].state.name)
    case .selector(let index): type(of: program.spec.selectors[index])
    }
  }
}
