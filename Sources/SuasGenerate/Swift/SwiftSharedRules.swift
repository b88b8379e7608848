import SuasProgram

/// Prints the shared rules of a spec as functions.
struct SwiftSharedRules {
  let names: SwiftNames
  let rules: LoweredSharedRules

  /// The declaration of the functions; nil if there are none.
  func document() throws(NotGenerated) -> Document? {
    let shared = names.program.spec.sharedRules
    guard !shared.isEmpty else { return nil }
    var members: [Document] = []
    for (index, rule) in shared.enumerated() {
      if index > 0 { members.append("") }
      members.append(
        try function(rule, rules.functions[index], rules.noting.contains(index)))
    }
    return "/// The rules that reducers share." + .hardLine
      + SwiftSyntax.block("enum \(names.fixed.of("Rules")) {", members)
  }

  private func function(
    _ rule: SharedRule, _ function: LoweredFunction, _ notes: Bool
  ) throws(NotGenerated) -> Document {
    let type = names.document(of: .record(rule.record.name))
    let facts = function.steps.facts
    var parameters: [Document] = ["_ record: inout \(type)"]
    for (parameter, local) in zip(rule.parameters, function.parameters) {
      let (label, name) = (SwiftNames.member(parameter.name), SwiftNames.local(local))
      let parameterType = names.document(of: ValueType(parameter.type))
      parameters.append("\(label == name ? "" : "\(label) ")\(name): \(parameterType)")
    }
    if facts.reads.readsStore { parameters.append("store: \(names.fixed.state)") }
    if notes {
      let undo: Document = "\(SwiftRuntime.undo)"
      parameters.append("undo: \(undo)<\(type)> = \(undo)()")
    }
    let isCounted = function.counting == .sometimes
    let printer = SwiftFunctionPrinter(
      expressions: SwiftExpressionPrinter(names: names, place: rule.place), rules: rules,
      function: function, notes: notes, hasOwnNotes: false,
      raise: { "throw error.at(\($0))" }, alwaysTells: false)
    let head = SwiftSyntax.function(
      "static func \(SwiftNames.member(rule.name))", parameters,
      (facts.canFail ? "throws(Failure)" : "") + (facts.canFail && isCounted ? " " : "")
        + (isCounted ? "-> Bool" : ""))
    return comment(rule, isCounted) + SwiftSyntax.block(head, try printer.body())
  }

  private func comment(_ rule: SharedRule, _ isCounted: Bool) -> Document {
    var lines = names.program.description(.sharedRule, rule.name)
    if isCounted {
      if !lines.isEmpty { lines.append("") }
      lines.append("Returns true if a rule counted as having changed the record.")
    }
    return SwiftSyntax.comment(lines)
  }
}
