import CEL
import SuasSpec

/// A field of a record type, wherever its records are.
struct FieldName: Hashable {
  let record: String
  let field: String
}

/// The constants and lengths that the conditions of a spec compare its fields with.
///
/// Fields whose values meet, because rules assign one to the other or a condition compares them,
/// are a group: a value that one is compared with is of interest for all.
struct FieldFlow {
  typealias Node = CheckedExpr.Node

  /// The fields that the variables of an expression stand for.
  struct Scope {
    /// The type of the record whose fields are names by themselves.
    var state: RecordType?
    /// The fields whose values the slots hold.
    var slots: [Int: [Mention]] = [:]
  }

  /// A field that an expression reads, or the length of one.
  struct Mention: Hashable {
    let field: FieldName
    var isLength = false
  }

  private var parents: [FieldName: FieldName] = [:]
  /// The numbers of fields in groups of more than one.
  private var sizes: [FieldName: Int] = [:]
  private var constants: [(field: FieldName, value: Value)] = []
  private var lengths: [(field: FieldName, length: Int)] = []
  private var fragments: [(field: FieldName, fragment: FieldHints.Fragment)] = []

  // MARK: Groups

  /// Makes one group of the groups of two fields.
  mutating func link(_ left: FieldName, _ right: FieldName) {
    let (left, right) = (group(of: left), group(of: right))
    guard left != right else { return }
    // The smaller group joins the larger one, so that no way to the field of a group is long.
    let (size, other) = (sizes[left] ?? 1, sizes[right] ?? 1)
    let (root, joining) = size < other ? (right, left) : (left, right)
    parents[joining] = root
    sizes[root] = size + other
  }

  /// Returns the field that stands for the group.
  func group(of field: FieldName) -> FieldName {
    var field = field
    while let parent = parents[field] { field = parent }
    return field
  }

  /// The constants and lengths of each group, in the order in which they were found.
  var groups: [FieldName: FieldHints.Group] {
    var groups: [FieldName: FieldHints.Group] = [:]
    for (field, value) in constants { groups[group(of: field), default: .init()].add(value) }
    for (field, length) in lengths { groups[group(of: field), default: .init()].add(length) }
    for (field, fragment) in fragments { groups[group(of: field), default: .init()].add(fragment) }
    return groups
  }

  // MARK: Expressions

  /// Returns the fields from whose values an expression is computed.
  func mentions(_ node: Node, _ scope: Scope, isLength: Bool = false) -> [Mention] {
    func mention(_ record: String, _ field: String) -> [Mention] {
      [Mention(field: FieldName(record: record, field: field), isLength: isLength)]
    }
    switch node.kind {
    case .field(_, let shape, let slot): return mention(shape.name, shape.fields[slot].name)
    case .part(_, let name, let shape): return mention(shape.name, name)
    case .place(.field(let slot, ofSlot: 0)):
      guard let state = scope.state, state.fields.indices.contains(slot) else { return [] }
      return mention(state.name, state.fields[slot].name)
    case .place(.slot(let slot)), .bound(let slot):
      return (scope.slots[slot] ?? []).map {
        Mention(field: $0.field, isLength: isLength || $0.isLength)
      }
    case .call("size", _, let arguments):
      return arguments.flatMap { mentions($0, scope, isLength: true) }
    case .comprehension(let macro):
      let inner = scope.inside(macro, mentions(macro.range, scope))
      return macro.parts.flatMap { mentions($0, inner, isLength: isLength) }
    default: return node.children.flatMap { mentions($0, scope, isLength: isLength) }
    }
  }

  /// Notes the values that an expression compares fields with.
  mutating func read(_ node: Node, _ scope: Scope) {
    switch node.kind {
    case .call(let name, _, let operands):
      if Self.comparisons.contains(name) { compare(operands, name, scope) }
      for operand in operands { read(operand, scope) }
    case .comprehension(let macro):
      let inner = scope.inside(macro, mentions(macro.range, scope))
      for part in macro.parts { read(part, inner) }
    default: for child in node.children { read(child, scope) }
    }
  }

  private static let equalities: Set = [
    "_==_", "_!=_", "@in", "startsWith", "endsWith", "contains",
  ]
  private static let comparisons = equalities.union(["_<_", "_<=_", "_>_", "_>=_"])

  private mutating func compare(_ operands: [Node], _ name: String, _ scope: Scope) {
    let mentions = operands.flatMap { self.mentions($0, scope) }
    let given = operands.flatMap(\.constants).flatMap(\.parts)
    let values = Self.equalities.contains(name) ? given : given.flatMap(\.andNeighbours)
    for mention in mentions {
      for value in values {
        if !mention.isLength {
          constants.append((mention.field, value))
          if case .string(let text) = value, let place = FieldHints.Fragment.Place(rawValue: name) {
            fragments.append((mention.field, FieldHints.Fragment(place: place, text: text)))
          }
        } else if case .int(let length) = value {
          lengths.append((mention.field, Int(clamping: length)))
        }
      }
    }
    linkAll(mentions)
  }

  private mutating func linkAll(_ mentions: [Mention]) {
    let fields = mentions.lazy.filter { !$0.isLength }.map(\.field)
    guard let first = fields.first else { return }
    for field in fields.dropFirst() { link(first, field) }
  }

  // MARK: Assignments

  /// Notes that a value is assigned to a field; nil for a place that is no field.
  mutating func assign(_ value: CheckedTemplate, to field: FieldName?, _ scope: Scope) {
    switch value {
    case .constant, .text: break
    case .computed(let expression, _): assign(expression.tree.root, to: field, scope)
    case .list(let elements): for element in elements { assign(element, to: field, scope) }
    case .map(let entries): for entry in entries { assign(entry.value, to: field, scope) }
    case .record(let shape, let fields):
      for (slot, value) in fields.enumerated() {
        let field = FieldName(record: shape.name, field: shape.fields[slot].name)
        assign(value, to: field, scope)
      }
    }
  }

  private mutating func assign(_ node: Node, to field: FieldName?, _ scope: Scope) {
    if case .record(let shape, let fields) = node.kind {
      for (slot, value, _) in fields {
        let field = FieldName(record: shape.name, field: shape.fields[slot].name)
        assign(value, to: field, scope)
      }
      return
    }
    read(node, scope)
    guard let field else { return }
    linkAll([Mention(field: field)] + mentions(node, scope))
  }
}

extension FieldFlow.Scope {
  /// Returns the scope of a macro's parts, in which its variables stand for the elements.
  fileprivate func inside(
    _ macro: CheckedExpr.Comprehension, _ elements: [FieldFlow.Mention]
  ) -> Self {
    var inner = self
    if let last = macro.slots.last { inner.slots[last] = elements }
    return inner
  }
}

extension Value {
  /// The elements of a list; otherwise the value alone.
  fileprivate var parts: [Value] {
    if case .list(let list) = self { Array(list) } else { [self] }
  }
}
