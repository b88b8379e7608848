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
    let isAssigned = lines.contains { $0.contains(" \(name) = ") }
    parameter = isAssigned ? "old" : name
    if isAssigned { lines.insert("\(pad)var \(name) = old", at: 0) }
    if counting == .sometimes, lines.contains(where: { $0.mentionsName("isHandled") }) {
      lines.insert("\(pad)var isHandled = false", at: isAssigned ? 1 : 0)
    }
    if !written.isEnded {
      switch counting {
      case .always: lines.append("\(pad)return \(name)")
      case .never: lines.append("\(pad)return null")
      case .sometimes: lines.append("\(pad)return if (isHandled) \(name) else null")
      }
    }
    body = lines
    isExpression = false
  }

  /// The whole function.
  func lines(_ head: String, parameters: [String], result: String, depth: Int) -> [String] {
    let pad = String(repeating: "    ", count: depth)
    let start = "\(pad)\(head)(\(parameters.joined(separator: ", "))): \(result)\(suffix)"
    if isExpression { return ["\(start) ="] + body }
    return ["\(start) {"] + body + ["\(pad)}"]
  }
}

extension [String] {
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
    return try rules.function(rule).body.contains { $0.mentionsName("store") }
  }

  func write(to writer: inout KotlinWriter) throws(NotGenerated) {
    let rules = lowering.program.spec.sharedRules
    guard !rules.isEmpty else { return }
    writer.line("/** The rules that reducers share. */")
    writer.line("internal object Rules {")
    for (index, rule) in rules.enumerated() {
      if index > 0 { writer.line() }
      let function = try function(rule)
      let type = names.type(.record(rule.record.name))
      var parameters = ["\(function.parameter): \(type)"]
      parameters += rule.parameters.map {
        "\(KotlinNames.member($0.name)): \(names.type(ValueType($0.type)))"
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
    }
    writer.line("}")
  }

  private func function(_ rule: SharedRule) throws(NotGenerated) -> KotlinFunction {
    var scope = Scope(avoiding: ["record", "store", "ishandled", "old"])
    let root = Code(.local(Local("record")), .record(rule.record.name), canFail: false)
    scope[0] = root
    scope[2] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    for (index, parameter) in rule.parameters.enumerated() {
      scope.bind(SharedRule.firstParameterSlot + index, parameter.name, ValueType(parameter.type))
    }
    let rules = KotlinRules(
      lowering, names, root: root, named: "record", scope, at: rule.place, depth: 2)
    return try KotlinFunction(
      rule.rules, lowering.program.spec.counting(rule.rules), named: "record", rules, depth: 1)
  }
}
