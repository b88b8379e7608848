import CEL
import SuasProgram
import YAML

/// Writes what is computed from values and from the whole store: constants, functions, selectors,
/// invariants and transitions.
struct SwiftFunctions {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  func writeFunctions(to writer: inout SwiftWriter) throws(NotGenerated) {
    writer.line("/// The functions of the spec.")
    writer.line("enum Functions {")
    var isFirst = true
    for case .function(let function) in spec.definitions {
      if !isFirst { writer.line() }
      isFirst = false
      let (parameters, code) = try lowering.body(of: function)
      let expressions = SwiftExpressions(names: names, place: function.place)
      let list = zip(parameters, function.parameters).map {
        "_ \(SwiftNames.local($0)): \(names.type(ValueType($1.type)))"
      }.joined(separator: ", ")
      let result = names.type(code.type)
      let fails = code.canFail ? " throws(Failure)" : ""
      writer.append(comment(.function, function.name))
      writer.line(
        "  static func \(SwiftNames.member(function.name))(\(list))\(fails) -> \(result) {")
      if code.canFail {
        writer.line("    do throws(Failure) {")
        writer.line("      return try \(try expressions.text(code))")
        writer.line("    } catch {")
        writer.line("      throw error.met(in: \(SwiftNames.literal(function.name)))")
        writer.line("    }")
      } else {
        writer.line("    \(try expressions.text(code))")
      }
      writer.line("  }")
    }
    writer.line("}")
  }

  /// The comment on a member.
  private func comment(_ kind: Descriptions.Kind, _ name: String) -> SwiftWriter {
    var writer = SwiftWriter(depth: 1)
    writer.comment(lowering.program.description(kind, name))
    return writer
  }

  // MARK: The store

  func writeStore(to writer: inout SwiftWriter) {
    writer.line("/// The whole store, as rules and conditions read it.")
    writer.line("struct AppState: Sendable, Equatable {")
    for reducer in spec.reducers {
      let type = names.type(.record(reducer.state.name))
      writer.line("  let \(SwiftNames.member(reducer.stateKey)): \(type)")
    }
    writer.line()
    writer.line("  init(_ state: Store.State) {")
    for reducer in spec.reducers {
      let member = SwiftNames.member(reducer.stateKey)
      writer.line("    \(member) = Self.\(member)(in: state)")
    }
    writer.line("  }")
    for reducer in spec.reducers {
      let type = names.type(.record(reducer.state.name))
      let initial =
        reducer.isHistory
        ? "\(type)()" : "\(names.reducer(reducer.name))().initialState"
      writer.line()
      writer.line(
        "  static func \(SwiftNames.member(reducer.stateKey))(in state: Store.State) -> \(type) {")
      let key = SwiftNames.literal(reducer.stateKey)
      writer.line("    state.value(forKey: \(key), ofType: \(type).self) ?? \(initial)")
      writer.line("  }")
    }
    writer.line("}")
  }

  func writeSelectors(to writer: inout SwiftWriter) throws(NotGenerated) {
    writer.line("/// The selectors of the spec.")
    writer.line("enum Selectors {")
    for (index, selector) in spec.selectors.enumerated() {
      if index > 0 { writer.line() }
      let (condition, code) = try lowering.body(of: selector)
      let expressions = SwiftExpressions(names: names, place: selector.place)
      let fails = code.canFail || condition?.canFail ?? false ? " throws(Failure)" : ""
      let result = names.type(code.type) + (condition == nil ? "" : "?")
      let value = try expressions.trying(code)
      let test = try condition.map { code throws(NotGenerated) in try expressions.heading(code) }
      let readsStore = value.mentions("store") || test?.mentions("store") ?? false
      writer.append(comment(.selector, selector.name))
      writer.line(
        "  static func \(SwiftNames.member(selector.name))(_ \(readsStore ? "store" : "_"): AppState)"
          + "\(fails) -> \(result) {")
      if let test { writer.line("    guard \(test) else { return nil }") }
      writer.line("    return \(value)")
      writer.line("  }")
    }
    writer.line("}")
    for selector in spec.selectors {
      guard let layout = lowering.program.layout(Layout.name(ofSelector: selector.name)) else {
        continue
      }
      writer.line()
      try SwiftTypes(lowering: lowering, names: names).writeRecord(layout, depth: 0, to: &writer)
    }
  }

  // MARK: Conditions

  func writeConditions(to writer: inout SwiftWriter) throws(NotGenerated) {
    writer.line("/// The invariants and transitions of the spec, which every action keeps.")
    writer.line("enum Conditions {")
    if !spec.invariants.isEmpty {
      writer.line("  static func checkInvariants(_ store: AppState) throws(ActionError) {")
      for condition in spec.invariants {
        var scope = Scope(avoiding: ["store"])
        scope[0] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
        try write(condition, "invariant-violated", scope, "    ", to: &writer)
      }
      writer.line("  }")
    }
    if !spec.transitions.isEmpty {
      if !spec.invariants.isEmpty { writer.line() }
      writer.line("  static func checkTransitions(")
      writer.line("    from old: AppState, to new: AppState, _ action: any Action")
      writer.line("  ) throws(ActionError) {")
      for condition in spec.transitions { try writeTransition(condition, to: &writer) }
      writer.line("  }")
    }
    writer.line("}")
  }

  private func writeTransition(
    _ condition: CheckedCondition, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    var scope = Scope(avoiding: ["old", "new", "action"])
    scope[0] = Code(.local(Local("old")), .record(StoreShape.typeName), canFail: false)
    scope[1] = Code(.local(Local("new")), .record(StoreShape.typeName), canFail: false)
    let types = (condition.actions?.sorted() ?? []).compactMap { id in
      spec.actions.indices.contains(id) ? spec.actions[id] : nil
    }
    if types.count == 1 {
      scope[2] = Code(.local(Local("action")), .record(types[0].payload.name), canFail: false)
    } else {
      scope[2] = SwiftActionReads.payload
    }
    scope[3] = types.count == 1 ? .text(types[0].name) : SwiftActionReads.actionType
    var body = SwiftWriter(depth: 3)
    try write(condition, "transition-violated", scope, "", to: &body)
    let reads = SwiftActionReads(of: body)
    var tests = types.map { "action is \(names.action($0.name))" }
    if types.count == 1, body.mentions("action") {
      tests = ["let action = action as? \(names.action(types[0].name))"]
    }
    var test = tests.joined(separator: " || ")
    if !reads.isEmpty {
      test = (["let action = action as? any SpecAction"] + (test.isEmpty ? [] : [test])).joined(
        separator: ", ")
    }
    guard !test.isEmpty else {
      return try write(condition, "transition-violated", scope, "    ", to: &writer)
    }
    writer.line("    if \(test) {")
    for line in reads.lines { writer.line("      \(line)") }
    writer.append(body)
    writer.line("    }")
  }

  private func write(
    _ condition: CheckedCondition, _ code: String, _ scope: Scope, _ pad: String,
    to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let test = try lowering.lower(condition.expression, as: .bool, scope)
    let expressions = SwiftExpressions(names: names, place: condition.place)
    writer.line("\(pad)try judgeCondition(")
    writer.line(
      "\(pad)  \(SwiftNames.literal(condition.name)), \(SwiftNames.literal(code)),")
    writer.line("\(pad)  at: ActionError.Place(\(condition.place.literal))")
    writer.line("\(pad)) { () throws(Failure) in \(try expressions.trying(test)) }")
  }
}
