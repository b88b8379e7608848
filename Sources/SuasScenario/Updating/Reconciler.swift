import CEL
import SuasSpec
import YAML
import YAMLSyntax

/// Finds the edits with which an expectation holds.
struct Reconciler {
  /// Writes values for the spec of the scenario.
  var values: ValueWriter
  let writer: NodeWriter
  private(set) var edits: [Edit] = []
  private(set) var left: [LeftExpectation] = []

  /// - Parameter names: The names in scope of the expectation's `${…}`.
  init(values: ValueWriter, avoiding names: Set<String>) {
    self.values = values
    writer = NodeWriter(avoiding: names)
  }

  mutating func leave(_ node: Node, _ reason: LeftReason) { leave(node.range, reason) }

  mutating func leave(_ place: SourceRange, _ reason: LeftReason) {
    left.append(LeftExpectation(place: place, reason: reason.text))
  }

  mutating func replace(_ editable: EditableNode, with draft: Draft, keepingInteger: Bool = false) {
    add(
      writer.replacement(of: editable, with: draft, keepingInteger: keepingInteger), or: editable)
  }

  private mutating func add(_ edit: Edit?, or editable: EditableNode) {
    if let edit { edits.append(edit) } else { leave(editable.node, .unusualForm) }
  }

  /// Returns true if a spot may be changed; otherwise records the reason for leaving it.
  mutating func mayChange(_ editable: EditableNode) -> Bool {
    if editable.isShared {
      leave(editable.node, .shared)
    } else if editable.node.scalar?.isComputed ?? false {
      leave(editable.node, .computed)
    } else {
      return true
    }
    return false
  }

  /// Changes a spot so that its pattern matches a value.
  ///
  /// - Parameter value: nil if there is no value.
  mutating func reconcile(
    _ editable: EditableNode, _ pattern: Pattern, _ value: Value?, as type: FieldType
  ) {
    guard !pattern.matches(value), mayChange(editable) else { return }
    let value = type.unwrapped == .any ? value.map { $0.untyped ?? $0 } : value
    switch (pattern.kind, value, type.unwrapped) {
    case (.matcher, _, _):
      leave(editable.node, .matcher)
    case (.record(let fields), .record(let record)?, .record(let name)):
      guard let entries = editable.entries, entries.count == fields.count,
        let type = values.types.records[name]
      else { return leave(editable.node, .unusualForm) }
      for (entry, field) in zip(entries, fields) {
        reconcile(
          entry.value, field.pattern, record[field.slot], as: type.fields[field.slot].type)
      }
    case (.variant(let slot, _, let contents), .record(let record)?, .record(let name))
    where record.presentCase == slot:
      guard let entry = editable.entries?.first, let type = values.types.records[name] else {
        return leave(editable.node, .unusualForm)
      }
      reconcile(entry.value, contents, record[slot], as: type.fields[slot].type)
    case (.list(let patterns), .list(let list)?, let type):
      reconcile(editable, patterns, Array(list), as: type.element)
    case (.map(let entries), .map(let map)?, let type):
      reconcile(editable, entries, map, as: type.value)
    default:
      guard !pattern.holdsMatcher else { return leave(editable.node, .matcher) }
      write(value, over: editable, pattern, as: type)
    }
  }

  private mutating func write(
    _ value: Value?, over editable: EditableNode, _ pattern: Pattern, as type: FieldType
  ) {
    guard let value else { return replace(editable, with: .absent) }
    guard let draft = values.pattern(value, as: type) else {
      return leave(editable.node, .unwritable)
    }
    // An integer may be written where a double is expected.
    var isDouble = false
    if case .value(.double) = pattern.kind { isDouble = true }
    replace(editable, with: draft, keepingInteger: isDouble)
  }

  // MARK: Lists and maps

  private mutating func reconcile(
    _ editable: EditableNode, _ patterns: [Pattern], _ values: [Value], as type: FieldType
  ) {
    guard let items = editable.items, items.count == patterns.count else {
      return leave(editable.node, .unusualForm)
    }
    let pairing =
      patterns.count == values.count
      ? Pairing(count: values.count)
      : Pairing(Alignment(patterns, values), of: patterns.count, values.count)
    var members: [MemberEdit.Member] = []
    for (pattern, value) in pairing.pairs {
      switch (pattern, value) {
      case (let pattern?, let value?):
        members.append(.kept(pattern))
        reconcile(items[pattern], patterns[pattern], values[value], as: type)
      case (let pattern?, nil):
        guard patterns[pattern].holdsMatcher else { break }
        members.append(.kept(pattern))
        leave(items[pattern].node, .matcher)
      case (nil, let value?):
        guard let draft = self.values.pattern(values[value], as: type) else {
          return leave(editable.node, .unwritable)
        }
        members.append(.item(draft))
      case (nil, nil): break
      }
    }
    edit(editable, members, of: patterns.count)
  }

  private mutating func reconcile(
    _ editable: EditableNode, _ patterns: [(key: Value, pattern: Pattern)], _ map: Map,
    as type: FieldType
  ) {
    guard let entries = editable.entries, entries.count == patterns.count else {
      return leave(editable.node, .unusualForm)
    }
    var members: [MemberEdit.Member] = []
    var written = Map()
    for (index, (writtenKey, pattern)) in patterns.enumerated() {
      let key = map.key(writtenAs: writtenKey)
      written[key] = .null
      let editable = entries[index].value
      if map[key] != nil || pattern.matches(nil) {
        members.append(.kept(index))
        reconcile(editable, pattern, map[key], as: type)
      } else if pattern.holdsMatcher {
        members.append(.kept(index))
        leave(editable.node, .matcher)
      } else if entries[index].key.isComputed {
        members.append(.kept(index))
        leave(editable.node, .computed)
      }
    }
    for (key, value) in map where written[key] == nil {
      guard let draft = values.pattern(value, as: type) else {
        return leave(editable.node, .unwritable)
      }
      members.append(.entry(key: values.patternKey(key), draft))
    }
    edit(editable, members, of: patterns.count)
  }

  /// Adds and removes members of a collection, unless they are the same as before.
  mutating func edit(_ editable: EditableNode, _ members: [MemberEdit.Member], of count: Int) {
    let kept = members.filter(\.isKept).count
    if kept == members.count, kept == count { return }
    add(writer.edit(of: editable, to: members), or: editable)
  }
}

/// The reason for leaving an expectation that does not hold.
enum LeftReason {
  case matcher, shared, computed, unwritable, unusualForm, disagreement, condition, noError
  case notRun, selectorError

  var text: String {
    switch self {
    case .matcher: "this matcher does not hold, and what it should say is its author's to decide"
    case .shared: "this is written once for several places, by an anchor"
    case .computed: "this is computed by '${…}'"
    case .unwritable: "no literal is equal to the value that is there"
    case .unusualForm: "this is written in a form that cannot be changed in place"
    case .disagreement: "scenarios or rows share this, and not all of them need the same"
    case .condition:
      "this condition does not hold, and what it should say is its author's to decide"
    case .noError: "the action was not refused: if that is right, remove this"
    case .notRun: "scenarios or rows share this that were not run to here"
    case .selectorError: "the selector meets an error"
    }
  }
}

extension FieldType {
  fileprivate var element: FieldType { if case .list(let element) = self { element } else { .any } }
  fileprivate var value: FieldType {
    if case .map(_, let value) = self { value } else { .any }
  }
}

extension Scalar {
  /// True if the text contains a `${…}` that is not escaped.
  var isComputed: Bool {
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[start...]
      if rest.starts(with: "$${".utf8) {
        rest = rest.dropFirst(3)
      } else if rest.starts(with: "${".utf8) {
        return true
      } else {
        rest = rest.dropFirst()
      }
    }
    return false
  }
}

extension Pattern {
  /// True if the pattern is or contains a matcher.
  var holdsMatcher: Bool {
    switch kind {
    case .value: false
    case .record(let fields): fields.contains { $0.pattern.holdsMatcher }
    case .variant(_, _, let contents): contents.holdsMatcher
    case .list(let patterns): patterns.contains(where: \.holdsMatcher)
    case .map(let entries): entries.contains { $0.pattern.holdsMatcher }
    case .matcher: true
    }
  }
}
