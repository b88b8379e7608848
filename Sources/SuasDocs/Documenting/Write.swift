import CEL
import SuasLanguage
import SuasProgram

/// The value that a rule writes, with the conditions for it; or the effect that it has instead.
struct Write {
  enum Result {
    /// A change of the state.
    case change
    /// A refusal of the action, by its code.
    case refusal(code: String)
    /// A name for a value, in the rules that follow.
    case name(String, value: String)
  }

  /// The verb.
  package let keyword: String
  let result: Result
  /// The path from the reducer's state; elements of an `update` are `[*]`. Empty where nothing is
  /// changed.
  let path: String
  /// The conditions around the rule and its own, outermost first.
  let conditions: [String]

  var changes: Bool { if case .change = result { true } else { false } }
}

extension Write {
  /// The writes of rules and of the rules nested in them, in the order of the file.
  static func all(in rules: [CheckedRule]) -> [Write] {
    var scan = WriteScan()
    scan.read(rules, [], elements: [:])
    return scan.writes
  }
}

/// Collects the writes of rules.
private struct WriteScan {
  var writes: [Write] = []

  /// - Parameter elements: The paths of the elements that enclosing updates bind, by name.
  mutating func read(
    _ rules: [CheckedRule], _ conditions: [String], elements: [String: String]
  ) {
    for rule in rules { read(rule, conditions, elements: elements) }
  }

  private mutating func read(
    _ rule: CheckedRule, _ conditions: [String], elements: [String: String]
  ) {
    var conditions = conditions
    if let condition = rule.condition {
      conditions.append(
        "\(condition.isNegated ? "unless" : "when") \(condition.test.expression.written)")
    }
    switch rule.operation {
    case .update(let updated, _, let condition, let rules):
      if let condition { conditions.append("where \(condition.written)") }
      var inner = elements
      inner[updated.itemName] = "\(Self.path(of: updated.target, elements))[*]"
      read(rules, conditions, elements: inner)
    case .branch(let test, let then, let otherwise):
      let written = test.expression.written
      read(then, conditions + ["when \(written)"], elements: elements)
      read(otherwise, conditions + ["unless \(written)"], elements: elements)
    case .match(let match): read(match, conditions, elements: elements)
    case .at(let place, let rules):
      var inner = elements
      inner[place.itemName] = Self.path(of: place.target, elements)
      read(rules, conditions, elements: inner)
    case .forEach(let list, _, _, let rules):
      read(rules, conditions + ["for each of \(list.written)"], elements: elements)
    case .use(let use):
      writes.append(
        Write(
          keyword: "\(rule.verb) \(use.name)", result: .change,
          path: Self.path(of: use.target, elements),
          conditions: conditions))
    case .refuse(let code, _):
      writes.append(
        Write(
          keyword: rule.verb, result: .refusal(code: code), path: "", conditions: conditions))
    case .bind(let bindings):
      writes += bindings.map { binding in
        Write(
          keyword: rule.verb, result: .name(binding.name, value: binding.value.written), path: "",
          conditions: conditions)
      }
    case .filter(let filtered, .matching(let condition, _)):
      add(rule, filtered.target, conditions + ["where \(condition.written)"], elements)
    case let operation:
      if let target = operation.target { add(rule, target, conditions, elements) }
    }
  }

  private mutating func read(
    _ match: Match, _ conditions: [String], elements: [String: String]
  ) {
    let text = match.text.onOneLine
    for item in match.cases {
      var inner = elements
      let name: String
      switch item.label {
      case .value(let value): name = value.interpolated
      case .variant(_, let caseName):
        name = caseName
        if case .place(let target, _, _) = match.subject {
          inner[match.itemName] = "\(Self.path(of: target, elements)).\(name)"
        }
      }
      read(item.rules, conditions + ["when \(text) is \(name)"], elements: inner)
    }
    read(match.otherwise ?? [], conditions + ["when \(text) is another case"], elements: elements)
  }

  private mutating func add(
    _ rule: CheckedRule, _ target: Target, _ conditions: [String], _ elements: [String: String]
  ) {
    writes.append(
      Write(
        keyword: rule.verb, result: .change, path: Self.path(of: target, elements),
        conditions: conditions))
  }

  /// The path of a target, with the element name at its start replaced by the element's path.
  private static func path(of target: Target, _ elements: [String: String]) -> String {
    let path = target.text.onOneLine
    let head = path.prefix { $0 != "." && $0 != "[" }
    guard let element = elements[String(head)] else { return path }
    return element + path.dropFirst(head.count)
  }
}

extension CheckedExpression {
  /// The expression as it is written, on one line.
  fileprivate var written: String { String(text).onOneLine }
}
