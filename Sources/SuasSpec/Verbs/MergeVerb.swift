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
    if case .record(let name) = target.type.unwrapped, let record = types.records[name] {
      switch scope.values.readOverlay(value, of: record) {
      case nil: return nil
      case .fields(let fields): return merge(fields, into: target)
      case .whole(let value): return merge(value, into: target)
      case .computed(let program): return merge(program, into: target, a: record, types)
      }
    }
    return scope.value(value, as: target.type.unwrapped).map { merge($0, into: target) }
  }

  /// Lays a value over what is there.
  private func merge(_ value: Template, into target: Target) -> Step {
    Step { execution throws(EvaluationError) in
      let value = try value.evaluate(&execution.frame)
      try target.modify(execution) { place throws(EvaluationError) in
        try place.merge(value)
      }
      return true
    }
  }

  /// Lays fields over a record that are known by their slots.
  private func merge(_ fields: [(slot: Int, value: Template)], into target: Target) -> Step {
    Step { execution throws(EvaluationError) in
      var values: [(slot: Int, value: Value)] = []
      for (slot, template) in fields {
        values.append((slot, try template.evaluate(&execution.frame)))
      }
      try target.modify(execution) { place throws(EvaluationError) in
        try place.lay(values)
      }
      return true
    }
  }

  /// Lays fields over a record of which names and values are known when the rule runs.
  private func merge(
    _ program: Program, into target: Target, a record: RecordType, _ types: TypeTable
  ) -> Step {
    Step { execution throws(EvaluationError) in
      let value = try program.evaluate(&execution.frame)
      try value.checkDepth(&execution.frame)
      let fields = try types.fields(of: value, over: record)
      try target.modify(execution) { place throws(EvaluationError) in
        try place.lay(fields)
      }
      return true
    }
  }
}

extension TypeTable {
  /// The fields of a record that a value names, a record itself or a map.
  ///
  /// - Throws: `no-such-field` for a name that the record lacks, `type-mismatch` and others for what
  ///   does not fit.
  fileprivate func fields(
    of value: Value, over record: RecordType
  ) throws(EvaluationError) -> [(slot: Int, value: Value)] {
    guard let entries = value.namedParts else {
      throw .typeMismatch(value, isNot: .record(record.name))
    }
    var fields: [(slot: Int, value: Value)] = []
    for (key, value) in entries {
      guard case .string(let name) = key, let slot = record.shape.slot(of: name) else {
        throw .noSuchField(key, of: record.name)
      }
      fields.append((slot, try fit(value, to: record.fields[slot].type)))
    }
    return fields
  }
}

extension Value {
  fileprivate mutating func lay(
    _ fields: [(slot: Int, value: Value)]
  ) throws(EvaluationError) {
    try modifyRecord { record in
      for (slot, value) in fields { record[slot] = value }
    }
  }

  /// Lays a record or a map over a record or a map.
  fileprivate mutating func merge(_ value: Value) throws(EvaluationError) {
    guard let entries = value.namedParts else { throw .typeMismatch(value, isNot: "a map") }
    switch (self, value) {
    case (.record(let record), .record(let other)) where record.shape === other.shape:
      self = value
    case (.record, _):
      for (name, value) in entries {
        guard let slot = try slot(ofMember: name.interpolated) else { continue }
        try modifyRecord { $0[slot] = value }
      }
    case (.map, _):
      try modifyMap { map in
        for (key, value) in entries { map[key] = value }
      }
    default:
      throw .typeMismatch(self, isNot: "a record or a map")
    }
  }

  /// The entries of a map, or the fields of a record by their names; nil for everything else, a
  /// variant too, which has one case at a time.
  fileprivate var namedParts: [(name: Value, value: Value)]? {
    switch self {
    case .map(let map): map.map { ($0.key, $0.value) }
    case .record(let record) where !record.shape.isVariant:
      zip(record.shape.fields, record.fields).map { (.string($0.name), $1) }
    default: nil
    }
  }
}
