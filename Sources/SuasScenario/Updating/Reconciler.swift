import CEL
import SuasSpec
import YAML

/// Finds what must change in what is written for an expectation to hold.
struct Reconciler {
  let aliases: Set<String>
  /// Writes values as the spec has them that the scenario is of.
  let values: ValueWriter
  let pen: Pen
  private(set) var edits: [Edit] = []
  private(set) var left: [LeftExpectation] = []

  init(aliases: Set<String>, values: ValueWriter, hand: Handwriting) {
    self.aliases = aliases
    self.values = values
    pen = Pen(hand: hand)
  }

  mutating func leave(_ node: Node, _ reason: LeftReason) { leave(node.range, reason) }

  mutating func leave(_ place: SourceRange, _ reason: LeftReason) {
    left.append(LeftExpectation(place: place, reason: reason.text))
  }

  mutating func replace(_ spot: Spot, with draft: Draft, keepingInteger: Bool = false) {
    guard let edit = pen.replacement(of: spot, with: draft, keepingInteger: keepingInteger) else {
      return leave(spot.node, .unusualForm)
    }
    edits.append(edit)
  }

  mutating func add(_ edit: Edit?, or spot: Spot) {
    if let edit { edits.append(edit) } else { leave(spot.node, .unusualForm) }
  }

  /// Whether what is written may be changed; says why where it may not.
  mutating func mayChange(_ spot: Spot) -> Bool {
    if spot.isShared {
      leave(spot.node, .shared)
    } else if spot.node.scalar?.isComputed ?? false {
      leave(spot.node, .computed)
    } else {
      return true
    }
    return false
  }

  /// Makes what is written match a value.
  ///
  /// - Parameter value: nil for nothing at all.
  mutating func reconcile(
    _ spot: Spot, _ pattern: Pattern, _ value: Value?, as type: FieldType
  ) {
    guard !pattern.matches(value), mayChange(spot) else { return }
    switch (pattern.kind, value, type.unwrapped) {
    case (.matcher, _, _):
      leave(spot.node, .matcher)
    case (.record(let fields), .record(let record)?, .record(let name)):
      guard let entries = spot.node.mapping, entries.count == fields.count,
        let type = values.types.records[name]
      else { return leave(spot.node, .unusualForm) }
      for (entry, field) in zip(entries, fields) {
        reconcile(
          spot.value(of: entry, aliases), field.pattern, record[field.slot],
          as: type.fields[field.slot].type)
      }
    case (.variant(let slot, _, let contents), .record(let record)?, .record(let name))
    where record.presentCase == slot:
      guard let entry = spot.node.mapping?.first, let type = values.types.records[name] else {
        return leave(spot.node, .unusualForm)
      }
      reconcile(
        spot.value(of: entry, aliases), contents, record[slot], as: type.fields[slot].type)
    case (.list(let patterns), .list(let list)?, let type):
      reconcile(spot, patterns, Array(list), as: type.element)
    case (.map(let entries), .map(let map)?, let type):
      reconcile(spot, entries, map, as: type.value)
    default:
      guard !pattern.holdsMatcher else { return leave(spot.node, .matcher) }
      write(value, over: spot, pattern, as: type)
    }
  }

  private mutating func write(
    _ value: Value?, over spot: Spot, _ pattern: Pattern, as type: FieldType
  ) {
    guard let value else { return replace(spot, with: .absent) }
    guard let draft = values.pattern(value, as: type) else {
      return leave(spot.node, .unwritable)
    }
    // An integer stands where a double is meant.
    var isDouble = false
    if case .value(.double) = pattern.kind { isDouble = true }
    replace(spot, with: draft, keepingInteger: isDouble)
  }

  // MARK: Lists and maps

  private mutating func reconcile(
    _ spot: Spot, _ patterns: [Pattern], _ values: [Value], as type: FieldType
  ) {
    guard spot.node.sequence?.count == patterns.count else {
      return leave(spot.node, .unusualForm)
    }
    let pairing =
      patterns.count == values.count
      ? Pairing(count: values.count)
      : Pairing(Alignment(patterns, values), of: patterns.count, values.count)
    var members: [Splice.Member] = []
    for (pattern, value) in pairing.pairs {
      switch (pattern, value) {
      case (let pattern?, let value?):
        members.append(.kept(pattern))
        if let item = spot.item(pattern, aliases) {
          reconcile(item, patterns[pattern], values[value], as: type)
        }
      case (let pattern?, nil):
        guard patterns[pattern].holdsMatcher else { break }
        members.append(.kept(pattern))
        leave(spot.item(pattern, aliases)?.node ?? spot.node, .matcher)
      case (nil, let value?):
        guard let draft = self.values.pattern(values[value], as: type) else {
          return leave(spot.node, .unwritable)
        }
        members.append(.item(draft))
      case (nil, nil): break
      }
    }
    splice(spot, members, of: patterns.count)
  }

  private mutating func reconcile(
    _ spot: Spot, _ patterns: [(key: Value, pattern: Pattern)], _ map: Map, as type: FieldType
  ) {
    guard let entries = spot.node.mapping, entries.count == patterns.count else {
      return leave(spot.node, .unusualForm)
    }
    var members: [Splice.Member] = []
    var written = Map()
    for (index, (key, pattern)) in patterns.enumerated() {
      written[key] = .null
      let spot = spot.value(of: entries[index], aliases)
      if map[key] != nil || pattern.matches(nil) {
        members.append(.kept(index))
        reconcile(spot, pattern, map[key], as: type)
      } else if pattern.holdsMatcher {
        members.append(.kept(index))
        leave(spot.node, .matcher)
      } else if entries[index].key.isComputed {
        members.append(.kept(index))
        leave(spot.node, .computed)
      }
    }
    for (key, value) in map where written[key] == nil {
      guard let draft = values.pattern(value, as: type) else {
        return leave(spot.node, .unwritable)
      }
      members.append(.entry(key: key.scalarText.escapingInterpolation, draft))
    }
    splice(spot, members, of: patterns.count)
  }

  /// Adds and removes what a collection holds, unless it holds the same as before.
  mutating func splice(_ spot: Spot, _ members: [Splice.Member], of count: Int) {
    let kept = members.filter(\.isKept).count
    if kept == members.count, kept == count { return }
    guard let splice = Splice(spot, members, pen) else {
      return leave(spot.node, .unusualForm)
    }
    add(splice.edit, or: spot)
  }
}

/// Why something is left that does not hold.
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
  /// Whether some `${…}` in the text is not just the text `${`.
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
  /// Whether a matcher stands in it.
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
