import CEL
import SuasProgram

/// Writes the shared rules of a spec as functions.
struct SwiftSharedRules {
  let lowering: Lowering
  let names: SwiftNames

  /// The knowledge of a shared rule that its uses need.
  struct Shape {
    let canFail: Bool
    let readsStore: Bool
  }

  static func shape(of rule: SharedRule, _ lowering: Lowering) throws(NotGenerated) -> Shape {
    let names = SwiftNames(lowering.program)
    let (function, _) = try SwiftSharedRules(lowering: lowering, names: names).body(of: rule)
    return Shape(
      canFail: function.canFail, readsStore: function.lines.contains { $0.mentions("store") })
  }

  func write(to writer: inout SwiftWriter) throws(NotGenerated) {
    let rules = lowering.program.spec.sharedRules
    guard !rules.isEmpty else { return }
    writer.line("/// The rules that reducers share.")
    writer.line("enum Rules {")
    for (index, rule) in rules.enumerated() {
      if index > 0 { writer.line() }
      let (function, counting) = try body(of: rule)
      let shape = Shape(
        canFail: function.canFail, readsStore: function.lines.contains { $0.mentions("store") })
      var parameters = ["_ record: inout \(names.type(.record(rule.record.name)))"]
      parameters += rule.parameters.map {
        "\(SwiftNames.member($0.name)): \(names.type(ValueType($0.type)))"
      }
      if shape.readsStore { parameters.append("store: AppState") }
      let result = counting == .sometimes ? " -> Bool" : ""
      let fails = shape.canFail ? " throws(Failure)" : ""
      if counting == .sometimes {
        writer.line("  /// Returns true if a rule counted as having changed the record.")
      }
      writer.line(
        "  static func \(SwiftNames.member(rule.name))(\(parameters.joined(separator: ", ")))"
          + "\(fails)\(result) {")
      for line in function.lines { writer.line(line) }
      writer.line("  }")
    }
    writer.line("}")
  }

  private func body(
    of rule: SharedRule
  ) throws(NotGenerated) -> (SwiftFunction, Counting) {
    var scope = Scope(avoiding: ["record", "store", "rule", "isHandled"])
    let root = Code(.local(Local("record")), .record(rule.record.name), canFail: false)
    scope[0] = root
    scope[2] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    for (index, parameter) in rule.parameters.enumerated() {
      scope.bind(
        SharedRule.firstParameterSlot + index, parameter.name, ValueType(parameter.type))
    }
    let counting = lowering.program.spec.counting(rule.rules)
    var rules = SwiftRules(lowering, names, root: root, scope, at: rule.place)
    rules.mark = counting == .sometimes ? "isHandled" : nil
    if counting == .sometimes { rules.writer.line("var isHandled = false") }
    try rules.write(rules: rule.rules)
    let end = counting == .sometimes && !rules.isEnded ? "return isHandled" : nil
    return (
      SwiftFunction(rules.writer, end: end) { "throw error.at(\($0))" }, counting
    )
  }
}

extension SwiftRules {
  mutating func write(rules: [CheckedRule]) throws(NotGenerated) { try write(rules) }
}
