import CEL
import SuasProgram
import YAML

/// Writes the listeners of a spec: functions that add them to a store.
struct SwiftListeners {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  func write(to writer: inout SwiftWriter) throws(NotGenerated) {
    writer.line("/// The listeners of the spec; each function adds one to a store.")
    writer.line("///")
    writer.line("/// `report` is told of errors in filters and selectors.")
    writer.line("enum Listeners {")
    for (index, listener) in spec.listeners.enumerated() {
      if index > 0 { writer.line() }
      try write(listener, to: &writer)
    }
    writer.line("}")
  }

  private func write(
    _ listener: CheckedListener, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let name = SwiftNames.member(listener.name)
    let value: String
    let subscribed: String
    switch listener.subject {
    case .store: (value, subscribed) = ("AppState", "Store.State")
    case .stateKey(let slot):
      value = names.type(.record(spec.reducers[slot].state.name))
      subscribed = value
    case .selector(let index):
      value = names.type(lowering.type(of: spec.selectors[index]))
      subscribed = value
    }
    var comment = SwiftWriter(depth: 1)
    comment.comment(lowering.program.description(.listener, listener.name))
    writer.append(comment)
    writer.line("  @discardableResult")
    writer.line("  static func \(name)(")
    let reaction = try reaction(of: listener)
    let readsOld = reaction?.contains { $0.mentions("old") } ?? false
    let runner = reaction == nil ? "" : " _ runner: EffectRunner,"
    writer.line("    _ store: Store,\(runner) report: @escaping @Sendable (ActionError) -> Void,")
    writer.line("    _ tell: @escaping @Sendable (\(value)) -> Void")
    writer.line("  ) -> Store.Subscription<\(subscribed)> {")
    var filter: SwiftWriter?
    switch listener.filter {
    case .always: break
    case .changed: filter = try changed(listener)
    case .expression(let test): filter = try expression(test, listener)
    }
    if readsOld {
      let kept = if case .selector = listener.subject { "Store.State" } else { subscribed }
      writer.line("    let before = Mutex<\(kept)?>(nil)")
      var keeping = SwiftWriter(depth: 4)
      if let filter {
        keeping.line("let passes = { () -> Bool in")
        for line in filter.lines { keeping.line("  " + line.drop { $0 == " " }) }
        keeping.line("}()")
        keeping.line("guard passes else { return false }")
      }
      keeping.line("before.withLock { $0 = old }")
      keeping.line("return true")
      filter = keeping
    }
    writer.line("    \(readsOld ? "return " : "")store.addListener(")
    let call = reaction == nil ? "tell" : nil
    switch listener.subject {
    case .store:
      if let filter { write(filter, readsNew: !readsOld, to: &writer) }
      if call != nil { writer.line("      callback: { tell(AppState($0)) })") }
    case .stateKey(let slot):
      let key = SwiftNames.literal(spec.reducers[slot].stateKey)
      writer.line("      forStateType: \(value).self, stateKey: \(key),")
      if let filter { write(filter, readsNew: !readsOld, to: &writer) }
      if call != nil { writer.line("      callback: tell)") }
    case .selector(let index):
      if let filter { write(filter, readsNew: !readsOld, to: &writer) }
      try writeSelector(spec.selectors[index], to: &writer)
      if call != nil { writer.line("      callback: tell)") }
    }
    if let reaction {
      writer.line("      callback: { [weak store] new in")
      for line in reaction { writer.line("    " + line) }
      writer.line("      })")
    }
    writer.line("  }")
  }

  /// The lines that perform the reactions of a listener; nil if it has none.
  private func reaction(of listener: CheckedListener) throws(NotGenerated) -> [String]? {
    if listener.reactions.isEmpty { return nil }
    var scope = Scope(avoiding: ["old", "new", "store", "steps", "runner", "surroundings"])
    let type: ValueType
    var isWhole = false
    let former: ValueType
    switch listener.subject {
    case .store: (type, isWhole) = (.record(StoreShape.typeName), true)
    case .stateKey(let slot): type = .record(spec.reducers[slot].state.name)
    case .selector(let index): type = lowering.type(of: spec.selectors[index])
    }
    if case .selector = listener.subject, type != .any {
      former = .nullable(type.nonNull)
    } else {
      former = type
    }
    scope[0] = Code(.local(Local("old")), former, canFail: false)
    scope[1] = Code(.local(Local("new")), type, canFail: false)
    var body = SwiftWriter(depth: 2)
    let steps = SwiftSteps(lowering: lowering, names: names)
    try steps.write(listener.reactions, scope, as: .constant, to: &body)
    var head = SwiftWriter(depth: 2)
    if isWhole { head.line("let new = AppState(new)") }
    if body.mentions("old"), case .selector(let index) = listener.subject {
      try head.lines(formerValue(of: spec.selectors[index], type))
    } else if body.mentions("old") {
      head.line("guard let old = before.withLock({ $0.take() }) else { return }")
      if isWhole { head.line("let old = AppState(old)") }
    }
    if body.mentions("surroundings") { head.line("let surroundings = runner.surroundings") }
    body.line("tell(new)")
    body.line("runner.afterRound(steps, in: store)")
    let function = SwiftFunction(body, end: nil) { "report(ActionError(error, at: \($0)))" }
    return head.lines + function.lines
  }

  /// The lines that select the former value; it is null if there was none.
  private func formerValue(
    of selector: CheckedSelector, _ type: ValueType
  ) throws(NotGenerated) -> [String] {
    let call = "Selectors.\(SwiftNames.member(selector.name))(AppState($0))"
    let fails = try fails(selector)
    let isOptional = fails || selector.condition != nil || type != type.nonNull
    let selected = fails ? "try? \(call)" : call
    let method = isOptional ? "flatMap" : "map"
    let end = type == .any ? " ?? .null" : ""
    return ["let old = before.withLock({ $0.take() }).\(method) { \(selected) }\(end)"]
  }

  private func write(_ filter: SwiftWriter, readsNew: Bool, to writer: inout SwiftWriter) {
    let isRead = readsNew || filter.mentions("new")
    writer.line("      if: { old, \(isRead ? "new" : "_") in")
    writer.append(filter)
    writer.line("      },")
  }

  private func fails(_ selector: CheckedSelector) throws(NotGenerated) -> Bool {
    let (condition, value) = try lowering.body(of: selector)
    return condition?.canFail ?? false || value.canFail
  }

  private func writeSelector(
    _ selector: CheckedSelector, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let call = "Selectors.\(SwiftNames.member(selector.name))(AppState($0))"
    guard try fails(selector) else { return writer.line("      stateSelector: { \(call) },") }
    writer.line("      stateSelector: { state in")
    writer.line("        do throws(Failure) {")
    writer.line(
      "          return try Selectors.\(SwiftNames.member(selector.name))(AppState(state))")
    writer.line("        } catch {")
    writer.line(
      "          report(ActionError(error, at: ActionError.Place(\(selector.place.literal))))")
    writer.line("          return nil")
    writer.line("        }")
    writer.line("      },")
  }

  private func changed(_ listener: CheckedListener) throws(NotGenerated) -> SwiftWriter {
    var writer = SwiftWriter(depth: 4)
    switch listener.subject {
    case .store:
      let type = ValueType.record(StoreShape.typeName)
      writer.line(difference("AppState(old)", "AppState(new)", type))
    case .stateKey(let slot):
      writer.line(difference("old", "new", .record(spec.reducers[slot].state.name)))
    case .selector(let index):
      let selector = spec.selectors[index]
      let call = "Selectors.\(SwiftNames.member(selector.name))"
      let type = lowering.type(of: selector)
      if try fails(selector) {
        let isOptional = selector.condition != nil
        writer.line("let before = (try? \(call)(AppState(old)))\(isOptional ? " ?? nil" : "")")
        // An error is reported when the value is selected.
        writer.line("guard let after = try? \(call)(AppState(new)) else { return true }")
        writer.line("return before.map { \(difference("$0", "after", type)) } ?? true")
      } else {
        let isOptional = selector.condition != nil && type != .any
        let selected = isOptional ? ValueType.nullable(type.nonNull) : type
        writer.line(difference("\(call)(AppState(old))", "\(call)(AppState(new))", selected))
      }
    }
    return writer
  }

  /// The condition that two values of a type are not the same.
  private func difference(_ old: String, _ new: String, _ type: ValueType) -> String {
    let program = lowering.program
    if program.isSameWhenEqual(type) {
      return program.isExact(type) ? "\(old) != \(new)" : "!\(old).equals(\(new))"
    }
    let expressions = SwiftExpressions(names: names, place: .nowhere)
    return "\(expressions.dynamic(old, from: type)) != \(expressions.dynamic(new, from: type))"
  }

  private func expression(
    _ test: CheckedTest, _ listener: CheckedListener
  ) throws(NotGenerated) -> SwiftWriter {
    var scope = Scope(avoiding: ["old", "new"])
    let type: ValueType
    let isWhole: Bool
    if case .stateKey(let slot) = listener.subject {
      (type, isWhole) = (.record(spec.reducers[slot].state.name), false)
    } else {
      (type, isWhole) = (.record(StoreShape.typeName), true)
    }
    let names = isWhole ? ("AppState(old)", "AppState(new)") : ("old", "new")
    scope[0] = Code(.local(Local("old")), type, canFail: false)
    scope[1] = Code(.local(Local("new")), type, canFail: false)
    let code = try lowering.lower(test, scope)
    let text = try SwiftExpressions(names: self.names, place: test.place).trying(code)
    var writer = SwiftWriter(depth: 4)
    if isWhole {
      if text.mentions("old") { writer.line("let old = \(names.0)") }
      if text.mentions("new") { writer.line("let new = \(names.1)") }
    }
    guard code.canFail else {
      writer.line("return \(text)")
      return writer
    }
    writer.line("do throws(Failure) {")
    writer.line("  return \(text)")
    writer.line("} catch {")
    writer.line("  report(ActionError(error, at: ActionError.Place(\(test.place.literal))))")
    writer.line("  return false")
    writer.line("}")
    return writer
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
