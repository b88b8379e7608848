import CEL
import SuasProgram
import YAML

/// Writes the code that computes from values and from the whole store: constants, functions,
/// selectors, invariants and transitions.
struct SwiftFunctions {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  func writeConstants(to code: inout SwiftCode) {
    code.line("/// The constants of the spec that are lists, maps or records.")
    code.block("enum \(names.fixed.of("Constants")) {") { code in
      for constant in lowering.program.namedConstants {
        code.comment(lowering.program.description(.constant, constant.name))
        code.line(
          "static "
            + SwiftSyntax.constant(
              SwiftNames.member(constant.name), names.document(of: ValueType(constant.type)),
              names.expression(constant.value, ValueType(constant.type)).document))
      }
    }
  }

  func writeFunctions(to code: inout SwiftCode) throws(NotGenerated) {
    code.line("/// The functions of the spec.")
    try code.block("enum \(names.fixed.of("Functions")) {") { code throws(NotGenerated) in
      var isFirst = true
      for case .function(let function) in spec.definitions {
        if !isFirst { code.line() }
        isFirst = false
        try write(function, to: &code)
      }
    }
  }

  private func write(
    _ function: CheckedFunction, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let (parameters, value) = try lowering.body(of: function)
    let list = zip(parameters, function.parameters).map { local, parameter -> Document in
      "_ \(SwiftNames.local(local)): \(names.document(of: ValueType(parameter.type)))"
    }
    let fails: Document = value.canFail ? "throws(Failure) " : ""
    var body = SwiftCode()
    body.result(try SwiftExpressionPrinter(names: names, place: function.place).trying(value))
    code.comment(lowering.program.description(.function, function.name))
    code.block(
      SwiftSyntax.function(
        "static func \(SwiftNames.member(function.name))", list,
        "\(fails)-> \(names.document(of: value.type))")
    ) { code in
      guard value.canFail else { return code.append(body.body) }
      var handler = SwiftCode()
      handler.line("throw error.met(in: \(SwiftNames.quoted(function.name)))")
      code.attempt(body, catching: handler)
    }
  }

  // MARK: The store

  func writeStore(to code: inout SwiftCode) {
    code.line("/// The whole store, as rules and conditions read it.")
    var protocols: [Document] = ["Sendable", "Equatable"]
    if !spec.effects.isEmpty { protocols.append("\(SwiftRuntime.storeState)") }
    code.block(SwiftSyntax.type("\(names.access)struct \(names.fixed.state)", protocols)) { code in
      for reducer in spec.reducers {
        code.line(
          "\(names.access)let \(SwiftNames.member(reducer.stateKey)): \(state(of: reducer))")
      }
      code.line()
      code.block("\(names.access)init(_ state: Store.State) {") { code in
        for reducer in spec.reducers {
          let member = SwiftNames.member(reducer.stateKey)
          let place = member == "state" ? "self.state" : member
          code.line("\(place) = Self.\(member)(in: state)")
        }
      }
      for reducer in spec.reducers {
        code.line()
        write(reducer, to: &code)
      }
    }
  }

  private func state(of reducer: CheckedReducer) -> Document {
    names.document(of: .record(reducer.state.name))
  }

  /// Writes the function that finds a sub-state.
  private func write(_ reducer: CheckedReducer, to code: inout SwiftCode) {
    let type = state(of: reducer)
    let initial: Document =
      reducer.isHistory ? "\(type)()" : "\(names.reducer(reducer.name))().initialState"
    code.block(
      SwiftSyntax.function(
        "static func \(SwiftNames.member(reducer.stateKey))", ["in state: Store.State"],
        "-> \(type)")
    ) { code in
      let value = SwiftSyntax.method(
        "state", "value",
        ["forKey: \(SwiftNames.quoted(reducer.stateKey))", "ofType: \(type).self"])
      code.line(SwiftSyntax.operation(value, ["?? \(initial)"]))
    }
  }

  // MARK: Selectors

  func writeSelectors(to code: inout SwiftCode) throws(NotGenerated) {
    code.line("/// The selectors of the spec.")
    try code.block("\(names.access)enum \(names.fixed.of("Selectors")) {") {
      code throws(NotGenerated) in
      for (index, selector) in spec.selectors.enumerated() {
        if index > 0 { code.line() }
        try write(selector, to: &code)
      }
    }
    for layout in spec.selectors.flatMap(RecordLayout.layouts(of:)) {
      code.line()
      try SwiftTypes(lowering: lowering, names: names).writeRecord(layout, to: &code)
    }
  }

  private func write(
    _ selector: CheckedSelector, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let (condition, selected) = try lowering.body(of: selector)
    // An optional whose type is known only at run time is one of the values that 'any' has.
    let isOpen = lowering.type(of: selector) == .any && selected.type != .any
    let value =
      isOpen
      ? LoweredExpression(.convert(selected, .toAny), .any, canFail: selected.canFail) : selected
    var expressions = SwiftExpressionPrinter(names: names, place: selector.place)
    var test = try condition.map { code throws(NotGenerated) in try expressions.heading(code) }
    if case .hasCase(let variant, _, let name) = condition?.kind {
      // The case's contents are bound by the test.
      let contents = try expressions.contents(variant, name)
      let member = SwiftNames.member(name)
      expressions.known = (contents, member)
      if try expressions.document(value).mentions(member) {
        test = "let \(member) = \(contents)"
      } else {
        expressions.known = nil
      }
    }
    var body = SwiftCode()
    if let test {
      body.line(SwiftSyntax.block(SwiftSyntax.guard(test), ["return nil"], isShort: true))
    }
    if condition != nil, value.isNull || value.type.isOptional {
      // A null that is selected is a value: a bare 'nil' would say that nothing is.
      let some = SwiftSyntax.call(
        ".some", [value.isNull ? "nil" : try expressions.document(value)])
      body.result(value.canFail ? "try \(some)" : some)
    } else {
      body.result(try expressions.trying(value))
    }
    let fails: Document = value.canFail || condition?.canFail ?? false ? "throws(Failure) " : ""
    let optional: Document = condition == nil ? "" : "?"
    code.comment(lowering.program.description(.selector, selector.name))
    code.block(
      SwiftSyntax.function(
        "\(names.access)static func \(SwiftNames.member(selector.name))",
        ["_ \(body.mentions("store") ? "store" : "_"): \(names.fixed.state)"],
        "\(fails)-> \(names.document(of: value.type))\(optional)"), body)
  }

  // MARK: Conditions

  func writeConditions(to code: inout SwiftCode) throws(NotGenerated) {
    let isJudged = SwiftStore(names: names).hasConditions
    code.line(
      isJudged
        ? "/// The invariants and transitions of the spec, which every action keeps."
        : "/// The promises of the spec about what is at rest.")
    try code.block("enum \(names.fixed.of("Conditions")) {") { code throws(NotGenerated) in
      if !spec.invariants.isEmpty {
        try code.block(
          "static func checkInvariants(_ store: \(names.fixed.state)) throws(ActionError) {"
        ) { code throws(NotGenerated) in
          for condition in spec.invariants {
            var scope = Scope(avoiding: ["store"])
            scope[0] = LoweredExpression(
              .local(Local("store")), .record(StoreShape.typeName), canFail: false)
            try write(condition, "invariant-violated", scope, to: &code)
          }
        }
      }
      if !spec.transitions.isEmpty {
        if !spec.invariants.isEmpty { code.line() }
        code.line("static func checkTransitions(")
        code.line(
          "  from old: \(names.fixed.state), to new: \(names.fixed.state), _ action: any Action")
        try code.block(") throws(ActionError) {") { code throws(NotGenerated) in
          for condition in spec.transitions { try writeTransition(condition, to: &code) }
        }
      }
      if let pending = RecordLayout.pending(of: spec) {
        if isJudged { code.line() }
        try writeRest(pending, to: &code)
      }
    }
    if let pending = RecordLayout.pending(of: spec) {
      code.line()
      try SwiftTypes(lowering: lowering, names: names).writeRecord(pending, to: &code)
    }
  }

  /// Writes the judgement of the promises at rest.
  private func writeRest(
    _ layout: RecordLayout, to code: inout SwiftCode
  ) throws(NotGenerated) {
    var scope = Scope(avoiding: ["store", "pending", "counts", "errors"])
    scope[0] = LoweredExpression(
      .local(Local("store")), .record(StoreShape.typeName), canFail: false)
    scope[1] = LoweredExpression(.local(Local("pending")), .record(layout.name), canFail: false)
    var body = SwiftCode()
    for promise in spec.atRest {
      let test = try lowering.lower(promise.expression, as: .bool, scope)
      let expressions = SwiftExpressionPrinter(names: names, place: promise.place)
      body.line(
        SwiftSyntax.spreadCall(
          "errors += \(Symbol("brokenPromise", in: "Rest"))",
          [["\(SwiftNames.quoted(promise.name))", "at: \(names.document(of: promise.place))"]],
          trailing: SwiftSyntax.failingClosure("()", try expressions.trying(test))))
    }
    code.line("/// Returns the errors of the promises at rest that are not kept.")
    code.line("static func brokenAtRest(")
    code.line("  _ store: \(names.fixed.state), _ counts: [String: Int64]")
    code.block(") -> [ActionError] {") { code in
      if body.mentions("pending") {
        let members = layout.fields.map { field -> Document in
          SwiftSyntax.argument(
            "\(SwiftNames.label(field.name))",
            SwiftSyntax.element(
              of: "counts", at: "\(SwiftNames.quoted(field.name)), default: 0"))
        }
        code.line("let pending = " + SwiftSyntax.call(Document(names.type(layout)), members))
      }
      code.line("var errors: [ActionError] = []")
      code.append(body)
      code.line("return errors")
    }
  }

  private func writeTransition(
    _ condition: CheckedCondition, to code: inout SwiftCode
  ) throws(NotGenerated) {
    var scope = Scope(avoiding: ["old", "new", "action"])
    scope[0] = LoweredExpression(.local(Local("old")), .record(StoreShape.typeName), canFail: false)
    scope[1] = LoweredExpression(.local(Local("new")), .record(StoreShape.typeName), canFail: false)
    let types = (condition.actions?.sorted() ?? []).compactMap { id in
      spec.actions.indices.contains(id) ? spec.actions[id] : nil
    }
    if types.count == 1 {
      scope[2] = LoweredExpression(
        .local(Local("action")), .record(types[0].payload.name), canFail: false)
    } else {
      scope[2] = SwiftActionReads.payload
    }
    scope[3] = types.count == 1 ? .text(types[0].name) : SwiftActionReads.actionType
    var body = SwiftCode()
    try write(condition, "transition-violated", scope, to: &body)
    let reads = SwiftActionReads(of: body)
    var tests: [Document] = reads.isEmpty ? [] : [SwiftActionReads.cast(names)]
    if types.count == 1, body.mentions("action") {
      tests.append("let action = \(name: "action") as? \(names.action(types[0].name))")
    } else if !types.isEmpty {
      tests.append(
        SwiftSyntax.any(of: types.map { "\(name: "action") is \(names.action($0.name))" }))
    }
    guard !tests.isEmpty else { return code.append(body) }
    code.block(SwiftSyntax.head("if", SwiftSyntax.conditions(tests))) { code in
      code.append(reads.constants)
      code.append(body)
    }
  }

  private func write(
    _ condition: CheckedCondition, _ refusal: String, _ scope: Scope, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let test = try lowering.lower(condition.expression, as: .bool, scope)
    let expressions = SwiftExpressionPrinter(names: names, place: condition.place)
    code.line(
      SwiftSyntax.spreadCall(
        "try judgeCondition",
        [
          ["\(SwiftNames.quoted(condition.name))", "\(SwiftNames.quoted(refusal))"],
          ["at: \(names.document(of: condition.place))"],
        ], trailing: SwiftSyntax.failingClosure("()", try expressions.trying(test))),
      canFail: true)
  }
}

extension ValueType {
  /// True if the type is an optional of Swift.
  fileprivate var isOptional: Bool {
    switch self {
    case .nullable, .optional: true
    default: false
    }
  }
}
