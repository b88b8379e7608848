import YAML

/// Follows the references of schemas, and joins the keywords found there.
///
/// Documents may lead in circles, and grow exponentially where each schema names the next one twice.
/// So a circle is cut where it closes, and all work comes out of a budget.
final class SchemaReader {
  let document: SchemaDocument
  let warnings = DiagnosticSink()
  private var told: Set<Told> = []
  private var nodes: [Pointer: Node] = [:]
  /// The places of keys in large mappings, by the places of these.
  private var keys: [Int: [String: Int]] = [:]
  private var whole: [Pointer: Schema] = [:]
  private var simple: [Pointer: Schema] = [:]
  private var open: Set<Pointer> = []
  /// The places of the choices that are being resolved.
  private var openChoices: Set<Int> = []
  private var left = 2_000_000

  /// The maximum depth of schemas in one another, without references to records.
  static let maximumDepth = 48

  private struct Told: Hashable {
    let place: Int
    let message: String
  }

  init(_ document: SchemaDocument) { self.document = document }

  /// Reports what cannot be expressed, once for each place.
  func tell(_ warning: Diagnostic) {
    guard case .range(let range) = warning.place,
      told.insert(Told(place: range.lowerBound, message: warning.message)).inserted
    else { return }
    warnings.report(warning)
  }

  /// True if the budget is spent: what was made is incomplete.
  var isExhausted: Bool { left <= 0 }

  private func spend(_ cost: Int) { left = max(0, left - cost) }

  /// Returns the keywords of a node by itself.
  func own(_ node: Node) -> Schema {
    spend(1)
    return Schema(node, tell: tell)
  }

  /// Returns the keywords of a part, joined with those of all schemas that it refers to.
  func schema(_ part: Part, depth: Int = 0) -> Schema {
    guard !isExhausted, let range = part.range else { return Schema(at: document.root.range) }
    guard depth < Self.maximumDepth else {
      tell(.tooDeepSchema(range))
      return Schema(at: range)
    }
    switch part {
    case .node(let node):
      var schema = own(node)
      if let reference = schema.reference, let pointer = target(of: reference) {
        join(&schema, self.schema(at: pointer, named: reference, depth: depth + 1))
      }
      for base in schema.bases {
        var other = self.schema(base, depth: depth + 1)
        // A schema that builds on the common one of a choice is one of those that are chosen from.
        if other.hasDiscriminator { other.choices = [] }
        join(&schema, other)
      }
      return schema
    case .all(let parts):
      var schema = Schema(at: range)
      for part in parts { join(&schema, self.schema(part, depth: depth + 1)) }
      return schema
    case .either(let parts):
      var schema = Schema(at: range)
      schema.choices = [Schema.Choice(keyword: "", range: range, parts: parts)]
      return schema
    }
  }

  private func schema(at pointer: Pointer, named reference: Scalar, depth: Int) -> Schema {
    if let known = whole[pointer] { return known }
    guard let node = node(at: pointer) else { return Schema(at: reference.range) }
    guard open.insert(pointer).inserted else {
      tell(.circle(reference))
      return Schema(at: reference.range)
    }
    defer { open.remove(pointer) }
    let schema = schema(.node(node), depth: depth)
    whole[pointer] = schema
    return schema
  }

  private func join(_ schema: inout Schema, _ other: Schema) {
    spend(cost(of: other, beside: schema))
    let hasDiscriminator = schema.hasDiscriminator || other.hasDiscriminator && schema.isBare
    if !schema.add(other) { tell(.contradiction(schema.range)) }
    schema.hasDiscriminator = hasDiscriminator
  }

  /// The cost of joining two schemas, whose members are compared with each other.
  private func cost(of new: Schema, beside old: Schema) -> Int {
    let parts = old.properties.isEmpty ? 0 : new.properties.reduce(0) { $0 + $1.part.count }
    let values = (new.values?.count ?? 0) * (old.values?.count ?? 0)
    let pairs = new.properties.count * old.properties.count + values
    return 1 + parts + new.limits.count + pairs / 64
  }

  /// Returns the node at a place; nil if there is none.
  func node(at pointer: Pointer) -> Node? {
    if let known = nodes[pointer] { return known }
    var node = document.root
    for step in pointer.steps {
      switch node.content {
      case .mapping(let entries):
        guard let index = index(of: step, in: entries, at: node.range) else { return nil }
        node = entries[index].value
      case .sequence(let items):
        guard let index = Int(step), items.indices.contains(index) else { return nil }
        node = items[index]
      case .scalar: return nil
      }
    }
    nodes[pointer] = node
    return node
  }

  private func index(of key: String, in entries: [Node.Entry], at range: SourceRange) -> Int? {
    guard entries.count > 16 else { return entries.firstIndex { $0.key.text == key } }
    if keys[range.lowerBound] == nil {
      keys[range.lowerBound] = Dictionary(
        entries.enumerated().map { ($1.key.text, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return keys[range.lowerBound]?[key]
  }

  /// Returns the place that a reference leads to; nil, and a warning, if that is not in the document.
  func target(of reference: Scalar) -> Pointer? {
    guard let pointer = Pointer(reference.text) else {
      tell(.outsideReference(reference.range))
      return nil
    }
    guard node(at: pointer) != nil else {
      tell(.noTarget(reference))
      return nil
    }
    return pointer
  }
}

/// Choices.
extension SchemaReader {
  /// Returns a schema whose values are those of a part, without choices in it: several objects are
  /// joined to one, which has the properties of all.
  func simplified(_ part: Part, depth: Int = 0) -> Schema {
    if case .node(let node) = part, let pointer = soleReference(node) {
      if let known = simple[pointer] { return known }
      let result = simplified(schema(part, depth: depth), depth: depth)
      simple[pointer] = result
      return result
    }
    return simplified(schema(part, depth: depth), depth: depth)
  }

  func simplified(_ schema: Schema, depth: Int = 0) -> Schema {
    var schema = schema
    var count = 0
    while let choice = schema.choices.popLast(), !isExhausted {
      count += 1
      guard depth < Self.maximumDepth, count < Self.maximumDepth else {
        tell(.tooDeepSchema(choice.range))
        continue
      }
      // A choice that leads back to itself adds no values.
      guard openChoices.insert(choice.place).inserted else {
        if schema.isBare { schema.isNever = true }
        continue
      }
      defer { openChoices.remove(choice.place) }
      let alternatives = choice.parts.map { simplified($0, depth: depth + 1) }
      let others = alternatives.filter { !$0.isNull && !$0.isNever }
      let isNullable = alternatives.contains { $0.isNull || $0.isNullable }
      guard let first = others.first else {
        schema.isNullable = schema.isNullable || isNullable
        continue
      }
      var union = first
      // Records of records that are joined would be joined without an end.
      if choice.keyword.isEmpty, others.count(where: { !$0.properties.isEmpty }) > 1 {
        tell(.severalRecords(choice.range))
        schema.isNullable = schema.isNullable || isNullable
        continue
      }
      if others.count > 1 { tellOfUnion(others, choice) }
      for other in others.dropFirst() {
        spend(cost(of: other, beside: union))
        let (wider, hasLost) = union.union(other)
        if hasLost { tell(.unjudgedChoice(choice)) }
        union = wider
      }
      union.choices = []
      union.isNullable = isNullable
      union.default = nil
      join(&schema, union)
    }
    return schema
  }

  private func tellOfUnion(_ alternatives: [Schema], _ choice: Schema.Choice) {
    let keys = alternatives.map { Set($0.properties.map(\.key.text)) }
    let isOfObjects = alternatives.allSatisfy { $0.likelyKinds == [.object] }
    if isOfObjects, keys.contains(where: { $0 != keys[0] }) { tell(.joinedObjects(choice)) }
  }

  /// The place that a node refers to, if it says nothing else of values.
  private func soleReference(_ node: Node) -> Pointer? {
    guard node.mapping?.count == 1 else { return nil }
    return own(node).reference.flatMap { Pointer($0.text) }
  }

  /// Returns the place that a part refers to, if it says nothing else of values but that null is one.
  func reference(of part: Part, depth: Int = 0) -> (pointer: Pointer, isNullable: Bool)? {
    guard depth < Self.maximumDepth, !isExhausted else { return nil }
    switch part {
    case .node(let node):
      let own = own(node)
      guard own.isBare else { return nil }
      var found: (pointer: Pointer, isNullable: Bool)
      if let reference = own.reference {
        guard own.bases.isEmpty, own.choices.isEmpty, let pointer = target(of: reference) else {
          return nil
        }
        found = (pointer, false)
      } else if own.bases.count == 1, own.choices.isEmpty {
        guard let base = reference(of: own.bases[0], depth: depth + 1) else { return nil }
        found = base
      } else if own.bases.isEmpty, own.choices.count == 1 {
        let parts = own.choices[0].parts
        let others = parts.filter { !isNull($0) }
        guard let common = common(others, depth) else { return nil }
        found = (common.pointer, common.isNullable || others.count < parts.count)
      } else {
        return nil
      }
      found.isNullable = found.isNullable || own.isNullable
      return found
    case .all(let parts), .either(let parts):
      return common(parts, depth)
    }
  }

  private func common(_ parts: [Part], _ depth: Int) -> (pointer: Pointer, isNullable: Bool)? {
    guard let first = parts.first, var found = reference(of: first, depth: depth + 1) else {
      return nil
    }
    for part in parts.dropFirst() {
      guard let other = reference(of: part, depth: depth + 1), other.pointer == found.pointer else {
        return nil
      }
      found.isNullable = found.isNullable || other.isNullable
    }
    return found
  }

  private func isNull(_ part: Part) -> Bool {
    guard case .node(let node) = part else { return false }
    return own(node).isNull
  }
}

extension Schema {
  /// True if null is the only value.
  var isNull: Bool {
    kinds == [.null] || values.map { !$0.isEmpty && $0.allSatisfy(\.isNull) } ?? false
  }
}
