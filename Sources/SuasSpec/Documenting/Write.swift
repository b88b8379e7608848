import YAML

/// A place that a rule writes, and what must hold for it to run.
struct Write {
  let keyword: String
  /// From the reducer's state on; elements of an `update` are `[*]`.
  let path: String
  /// The guards around the rule and its own, outermost first.
  let conditions: [String]
}

extension Write {
  /// The writes of some rules, those of rules inside them too, in the order of the file.
  static func all(in rules: [Rule]) -> [Write] {
    var scan = WriteScan()
    for rule in rules { scan.read(rule.written, [], elements: [:]) }
    return scan.writes
  }
}

/// Finds the writes of rules in their trees.
private struct WriteScan {
  var writes: [Write] = []

  /// - Parameter elements: What stands for the elements of the updates around the rule.
  mutating func read(_ rule: Node, _ conditions: [String], elements: [String: String]) {
    let entries = rule.mapping ?? []
    func text(_ key: String) -> String? {
      entries.first { $0.key.text == key }?.value.scalar?.text.onOneLine
    }
    guard
      let (entry, form) = entries.lazy.compactMap({ entry in
        VerbForm.all[entry.key.text].map { (entry, $0) }
      }).first
    else { return }
    var conditions = conditions
    if let when = text("when") { conditions.append("when \(when)") }
    if let unless = text("unless") { conditions.append("unless \(unless)") }
    let keyword = entry.key.text
    let target = entry.value.scalar?.text.onOneLine ?? ""
    func rules(_ key: String) -> [Node] {
      entries.first { $0.key.text == key }?.value.sequence ?? []
    }
    switch form.target {
    case .path:
      let path = Self.resolved(target, elements)
      if let each = text("where") { conditions.append("where \(each)") }
      guard keyword == "update" else {
        writes.append(Write(keyword: keyword, path: path, conditions: conditions))
        return
      }
      var inner = elements
      inner[text("as") ?? "item"] = "\(path)[*]"
      for rule in rules("do") { read(rule, conditions, elements: inner) }
    case .condition:
      for rule in rules("then") { read(rule, conditions + ["when \(target)"], elements: elements) }
      for rule in rules("else") {
        read(rule, conditions + ["unless \(target)"], elements: elements)
      }
    case .list:
      for rule in rules("do") {
        read(rule, conditions + ["for each of \(target)"], elements: elements)
      }
    case .refusal:
      writes.append(Write(keyword: keyword, path: "", conditions: conditions))
    case .bindings: break
    }
  }

  /// A path with the element that it begins with spelt out.
  private static func resolved(_ path: String, _ elements: [String: String]) -> String {
    let path =
      path.hasPrefix("${") && path.hasSuffix("}") ? String(path.dropFirst(2).dropLast()) : path
    let head = path.prefix { $0 != "." && $0 != "[" }
    guard let element = elements[String(head)] else { return path }
    return element + path.dropFirst(head.count)
  }
}
