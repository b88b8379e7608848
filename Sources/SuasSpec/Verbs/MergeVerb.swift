import CEL
import YAML

/// `merge: path` with `value`: lays the named fields of a record, or the entries of a map, over what
/// is there.
struct MergeVerb: Verb {
  static let keyword = "merge"

  let path: ExpressionSyntax
  let value: Node
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let value = rule.require("value") else { return nil }
    self.path = path
    self.value = value
    fallback = rule.optional("default")
  }

  func check(in scope: inout Scope) -> Step? {
    let types = scope.values.types
    let target = scope.target(path, default: fallback, as: "a record or a map") { type in
      switch type {
      case .record(let name): !(types.records[name]?.isVariant ?? false)
      case .map: true
      default: false
      }
    }
    guard let target else { return nil }
    if case .record(let name) = target.type.unwrapped, let entries = value.mapping,
      let record = scope.values.types.records[name]
    {
      guard let fields = scope.values.readFields(entries, of: record) else { return nil }
      return Step { execution throws(EvaluationError) in
        var values: [(slot: Int, value: Value)] = []
        for (slot, template) in fields {
          values.append((slot, try template.evaluate(&execution.frame)))
        }
        try target.modify(execution) { place throws(EvaluationError) in
          try place.modifyRecord { record in
            for (slot, value) in values { record[slot] = value }
          }
        }
        return true
      }
    }
    guard let value = scope.value(value, as: target.type.unwrapped) else { return nil }
    return Step { execution throws(EvaluationError) in
      let value = try value.evaluate(&execution.frame)
      try target.modify(execution) { place throws(EvaluationError) in
        try place.merge(value)
      }
      return true
    }
  }
}

extension Value {
  fileprivate mutating func merge(_ value: Value) throws(EvaluationError) {
    switch (self, value) {
    case (.record, .record):
      self = value
    case (.record, .map(let entries)):
      for (name, value) in entries {
        guard let slot = try slot(ofMember: name.interpolated) else { continue }
        try modifyRecord { $0[slot] = value }
      }
    case (.map, .map(let entries)):
      try modifyMap { map in
        for (key, value) in entries { map[key] = value }
      }
    case (.map, _):
      throw .typeMismatch(value, isNot: "a map")
    default:
      throw .typeMismatch(self, isNot: "a record or a map")
    }
  }
}
