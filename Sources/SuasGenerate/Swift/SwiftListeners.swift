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
      if let reaction = listener.reactions.first {
        throw NotGenerated(.reaction, listener.name, at: reaction.place)
      }
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
      value = names.type(try lowering.type(of: spec.selectors[index]))
      subscribed = value
    }
    writer.line("  @discardableResult")
    writer.line("  static func \(name)(")
    writer.line("    _ store: Store, report: @escaping @Sendable (ActionError) -> Void,")
    writer.line("    _ tell: @escaping @Sendable (\(value)) -> Void")
    writer.line("  ) -> Store.Subscription<\(subscribed)> {")
    var filter: SwiftWriter?
    switch listener.filter {
    case .always: break
    case .changed: filter = try changed(listener)
    case .expression(let test): filter = try expression(test, listener)
    }
    writer.line("    store.addListener(")
    switch listener.subject {
    case .store:
      if let filter { write(filter, to: &writer) }
      writer.line("      callback: { tell(AppState($0)) })")
    case .stateKey(let slot):
      let key = SwiftNames.literal(spec.reducers[slot].stateKey)
      writer.line("      forStateType: \(value).self, stateKey: \(key),")
      if let filter { write(filter, to: &writer) }
      writer.line("      callback: tell)")
    case .selector(let index):
      if let filter { write(filter, to: &writer) }
      try writeSelector(spec.selectors[index], to: &writer)
      writer.line("      callback: tell)")
    }
    writer.line("  }")
  }

  private func write(_ filter: SwiftWriter, to writer: inout SwiftWriter) {
    writer.line("      if: { old, new in")
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
    case .store: writer.line("AppState(old) != AppState(new)")
    case .stateKey: writer.line("old != new")
    case .selector(let index):
      let selector = spec.selectors[index]
      let call = "Selectors.\(SwiftNames.member(selector.name))"
      if try fails(selector) {
        let isOptional = selector.condition != nil
        writer.line("let before = (try? \(call)(AppState(old)))\(isOptional ? " ?? nil" : "")")
        // An error is reported when the value is selected.
        writer.line("guard let after = try? \(call)(AppState(new)) else { return true }")
        writer.line("return !(before.map { $0.equals(after) } ?? false)")
      } else if selector.condition != nil {
        writer.line("!\(call)(AppState(old)).equals(\(call)(AppState(new)))")
      } else {
        writer.line("!\(call)(AppState(old)).equals(\(call)(AppState(new)))")
      }
    }
    return writer
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
