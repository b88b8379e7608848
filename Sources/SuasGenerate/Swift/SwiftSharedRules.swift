import CEL
import SuasProgram

/// Writes the shared rules of a spec as functions.
struct SwiftSharedRules {
  let lowering: Lowering
  let names: SwiftNames
  /// The rules that note what they overwrite, by their numbers.
  var noting: Set<Int> = []

  /// The knowledge of a shared rule that its uses need.
  struct Shape {
    let canFail: Bool
    let readsStore: Bool
  }

  static func shape(of rule: SharedRule, _ lowering: Lowering) throws(NotGenerated) -> Shape {
    let names = SwiftNames(lowering.program)
    let (function, _) = try SwiftSharedRules(lowering: lowering, names: names).body(
      of: rule, notes: false)
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
      let notes = noting.contains(index)
      let (function, counting) = try body(of: rule, notes: notes)
      let shape = Shape(
        canFail: function.canFail, readsStore: function.lines.contains { $0.mentions("store") })
      var parameters = ["_ record: inout \(names.type(.record(rule.record.name)))"]
      let (_, locals) = Self.scope(of: rule)
      parameters += zip(rule.parameters, locals).map { parameter, local in
        let (label, name) = (SwiftNames.member(parameter.name), SwiftNames.local(local))
        let type = names.type(ValueType(parameter.type))
        return "\(label == name ? "" : "\(label) ")\(name): \(type)"
      }
      if shape.readsStore { parameters.append("store: AppState") }
      if notes {
        parameters.append("undo: Undo<\(names.type(.record(rule.record.name)))> = Undo()")
      }
      let result = counting == .sometimes ? " -> Bool" : ""
      let fails = shape.canFail ? " throws(Failure)" : ""
      var comment = SwiftWriter(depth: 1)
      let description = lowering.program.description(.sharedRule, rule.name)
      comment.comment(description)
      writer.append(comment)
      if counting == .sometimes {
        if !description.isEmpty { writer.line("  ///") }
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

  /// What a rule's functions see, and the names of its parameters.
  private static func scope(of rule: SharedRule) -> (Scope, [Local]) {
    var scope = Scope(
      avoiding: [
        "record", "store", "rule", "isHidden", "isHandled", "undo", "old", "count", "before",
      ])
    scope[0] = Code(.local(Local("record")), .record(rule.record.name), canFail: false)
    scope[2] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    let locals = rule.parameters.enumerated().map { index, parameter in
      scope.bind(
        SharedRule.firstParameterSlot + index, parameter.name, ValueType(parameter.type))
    }
    return (scope, locals)
  }

  /// The lines of a rule's function, with marks.
  func lines(of rule: SharedRule, notes: Bool) throws(NotGenerated) -> SwiftRules {
    let (scope, _) = Self.scope(of: rule)
    let root = Code(.local(Local("record")), .record(rule.record.name), canFail: false)
    let counting = lowering.program.spec.counting(rule.rules)
    var rules = SwiftRules(lowering, names, root: root, scope, at: rule.place)
    rules.notes = notes
    rules.mark = counting == .sometimes ? "isHandled" : nil
    if counting == .sometimes { rules.writer.line("var isHandled = false") }
    try rules.write(rules: rule.rules)
    return rules
  }

  private func body(
    of rule: SharedRule, notes: Bool
  ) throws(NotGenerated) -> (SwiftFunction, Counting) {
    let rules = try lines(of: rule, notes: notes)
    let counting = lowering.program.spec.counting(rule.rules)
    let end = counting == .sometimes && !rules.isEnded ? "return isHandled" : nil
    var undoing: (String?, String?)?
    if notes {
      undoing = (nil, "undo.putBack(&record)")
    } else if rules.undoing == .copy {
      undoing = ("let before = record", "record = before")
    }
    let function = SwiftFunction(
      rules.writer, end: end, undoing: undoing
    ) { "throw error.at(\($0))" }
    return (function, counting)
  }
}

extension SwiftRules {
  mutating func write(rules: [CheckedRule]) throws(NotGenerated) { try write(rules) }
}
