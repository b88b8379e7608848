import CEL
import SuasProgram

/// A function of rules: from a record to the next one, or to null if no rule counted.
struct KotlinFunction {
  /// The lines of the body, without the braces around it.
  let body: [String]
  /// True if the body is one expression.
  let isExpression: Bool
  /// The result's type, after that of the record.
  let suffix: String
  /// The name of the parameter for the record.
  let parameter: String

  /// - Parameters:
  ///   - depth: The depth of the function's own line.
  init(
    _ rules: [CheckedRule], _ counting: Counting, named name: String, _ written: KotlinRules,
    depth: Int
  ) throws(NotGenerated) {
    var written = written
    if counting == .sometimes { written.mark = "isHandled" }
    try written.write(rules)
    var lines = written.writer.lines.droppingUnusedConstants
    let pad = String(repeating: "    ", count: depth + 1)
    suffix = counting == .always ? "" : "?"
    let start = "\(pad)\(name) = "
    if counting == .always, lines.count == 1, lines[0].hasPrefix(start), !written.isEnded {
      body = [pad + lines[0].dropFirst(start.count)]
      (isExpression, parameter) = (true, name)
      return
    }
    if counting == .sometimes, let value = lines.onlyChoice(of: name, pad) {
      body = [value]
      (isExpression, parameter) = (true, name)
      return
    }
    let isAssigned = lines.contains { $0.contains(" \(name) = ") }
    parameter = isAssigned ? "old" : name
    let isReturned = counting == .sometimes && lines.returnHandled(name, pad)
    if counting == .sometimes, !isReturned, lines.contains(where: { $0.contains("isHandled") }) {
      lines.dropRepeatedMarks()
      lines.insert("\(pad)var isHandled = false", at: 0)
    }
    if isAssigned { lines.declare(name, pad, isFirst: lines.first?.hasPrefix(start) == true) }
    if !written.isEnded {
      switch counting {
      case .always: lines.append("\(pad)return \(name)")
      case .never: lines.append("\(pad)return null")
      case .sometimes:
        lines.append("\(pad)return \(isReturned ? "null" : "if (isHandled) \(name) else null")")
      }
    }
    body = lines
    isExpression = false
  }

  /// The whole function.
  func lines(_ head: String, parameters: [String], result: String, depth: Int) -> [String] {
    let pad = String(repeating: "    ", count: depth)
    let start = "\(pad)\(head)(\(parameters.joined(separator: ", "))): \(result)\(suffix)"
    if isExpression { return body.map { "\(start) = \($0.drop { $0 == " " })" } }
    return ["\(start) {"] + body + ["\(pad)}"]
  }
}

extension [String] {
  private static let mark = "isHandled = true"

  /// The only rule as an expression, if it is an assignment under a condition.
  fileprivate func onlyChoice(of name: String, _ pad: String) -> String? {
    let assignment = "\(pad)    \(name) = "
    guard count == 4, let condition = conditionOfWhole(pad), self[1].hasPrefix(assignment),
      self[2].trimmed == Self.mark
    else { return nil }
    return "\(pad)if (\(condition)) \(self[1].dropFirst(assignment.count)) else null"
  }

  /// The condition of the statement that the lines are.
  private func conditionOfWhole(_ pad: String) -> String? {
    guard let first, first.hasPrefix("\(pad)if ("), first.hasSuffix(") {"), last == "\(pad)}",
      dropFirst().dropLast().allSatisfy({ $0.hasPrefix("\(pad)    ") })
    else { return nil }
    return String(first.dropFirst(pad.count + 4).dropLast(3))
  }

  /// Returns the record where rules counted, if all of them stand under one condition.
  fileprivate mutating func returnHandled(_ name: String, _ pad: String) -> Bool {
    guard conditionOfWhole(pad) != nil, contains("\(pad)    \(Self.mark)") else { return false }
    removeAll { $0.trimmed == Self.mark }
    insert("\(pad)    return \(name)", at: count - 1)
    return true
  }

  /// Drops what notes again that a rule counted.
  fileprivate mutating func dropRepeatedMarks() {
    var noted: Int?
    self = filter { line in
      let depth = line.prefix { $0 == " " }.count
      if let outer = noted, depth < outer { noted = nil }
      guard line.trimmed == Self.mark else { return true }
      defer { noted = noted ?? depth }
      return noted == nil
    }
  }

  /// Declares the record, with the value of the first assignment if that comes first.
  fileprivate mutating func declare(_ name: String, _ pad: String, isFirst: Bool) {
    guard isFirst, let first else { return insert("\(pad)var \(name) = old", at: 0) }
    let value = first.dropFirst(pad.count + name.count + 3)
    self[0] = "\(pad)var \(name) = \(String(value).replacingName(name, with: "old"))"
  }

  /// The lines without constants that nothing reads; what can fail stays.
  fileprivate var droppingUnusedConstants: [String] {
    var lines = self
    for index in lines.indices.reversed() {
      let text = lines[index].drop { $0 == " " }
      guard text.hasPrefix("val "), let equals = text.firstRange(of: " = ") else { continue }
      let name = String(text.dropFirst(4).prefix { $0 != ":" && $0 != " " })
      guard !lines[(index + 1)...].contains(where: { $0.mentionsName(name) }) else { continue }
      let value = text[equals.upperBound...]
      let pad = lines[index].prefix { $0 == " " }
      if value.hasPrefix("rule(") {
        lines[index] = "\(pad)\(value)"
      } else {
        lines.remove(at: index)
      }
    }
    return lines
  }
}

/// Writes the shared rules of a spec as functions.
struct KotlinSharedRules {
  let lowering: Lowering
  let names: KotlinNames

  /// True if a shared rule, or one that it uses, reads the store.
  static func readsStore(_ rule: SharedRule, _ lowering: Lowering) throws(NotGenerated) -> Bool {
    let rules = KotlinSharedRules(lowering: lowering, names: KotlinNames(lowering.program))
    return try rules.function(rule).function.body.contains { $0.mentionsName("store") }
  }

  func write(to writer: inout KotlinWriter) throws(NotGenerated) {
    let rules = lowering.program.spec.sharedRules
    guard !rules.isEmpty else { return }
    writer.line("/** The rules that reducers share. */")
    writer.line("internal object Rules {")
    for (index, rule) in rules.enumerated() {
      if index > 0 { writer.line() }
      let (function, parts) = try function(rule)
      let type = names.typeText(.record(rule.record.name))
      var parameters = ["\(function.parameter): \(type)"]
      parameters += rule.parameters.map {
        "\(KotlinNames.member($0.name)): \(names.typeText(ValueType($0.type)))"
      }
      if function.body.contains(where: { $0.mentionsName("store") }) {
        parameters.append("store: AppState")
      }
      var comment = writer.nested()
      comment.comment(lowering.program.description(.sharedRule, rule.name))
      writer.append(comment)
      let head = "fun \(KotlinNames.member(rule.name))"
      for line in function.lines(head, parameters: parameters, result: type, depth: 1) {
        writer.line(line)
      }
      for part in parts.functions {
        writer.line()
        for line in part { writer.line(line) }
      }
    }
    writer.line("}")
  }

  private func function(
    _ rule: SharedRule
  ) throws(NotGenerated) -> (function: KotlinFunction, parts: KotlinPartFunctions) {
    var scope = Scope(avoiding: ["record", "store", "ishandled", "old"])
    let root = Code(.local(Local("record")), .record(rule.record.name), canFail: false)
    scope[0] = root
    scope[2] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    for (index, parameter) in rule.parameters.enumerated() {
      scope.bind(SharedRule.firstParameterSlot + index, parameter.name, ValueType(parameter.type))
    }
    let parts = KotlinPartFunctions(of: rule.name, names)
    let rules = KotlinRules(
      lowering, names, root: root, named: "record", scope, at: rule.place, depth: 2, parts)
    let counting = lowering.program.spec.counting(rule.rules)
    return (
      try KotlinFunction(rule.rules, counting, named: "record", rules, depth: 1), parts
    )
  }
}
