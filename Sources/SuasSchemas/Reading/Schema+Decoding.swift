import YAML

extension Schema {
  /// The keywords for bounds of values.
  private static let bounds: Set<String> = [
    "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties",
    "maxProperties",
  ]

  /// The keywords for bounds that the language does not have.
  private static let unknownBounds: Set<String> = [
    "not", "if", "contains", "dependentRequired", "dependentSchemas", "dependencies",
  ]

  /// Reads the keywords of a schema.
  ///
  /// - Parameter tell: Receives what cannot be expressed.
  init(_ node: Node, tell: (Diagnostic) -> Void) {
    self.init(at: node.range)
    guard let entries = node.mapping else {
      switch node.scalar?.resolved {
      case .bool(true): break
      case .bool(false): isNever = true
      default: tell(.notASchema(node))
      }
      return
    }
    for entry in entries {
      let (key, value) = (entry.key, entry.value)
      switch key.text {
      case "$ref": reference = value.scalar ?? reference
      case "$dynamicRef", "$recursiveRef": tell(.outsideReference(value.range))
      case "type": kinds = Self.kinds(value, tell)
      case "nullable": isNullable = value.isTrue || isNullable
      case "writeOnly": isWriteOnly = value.isTrue
      case "enum": values = value.sequence ?? values
      case "const": values = [value]
      case "format": format = value.scalar?.text
      case "prefixItems": tell(.tuple(key))
      case "items" where value.sequence != nil: tell(.tuple(key))
      case "items": items = .node(value)
      case "properties":
        properties = (value.mapping ?? []).map { Property(key: $0.key, part: .node($0.value)) }
      case "required": required = Set((value.sequence ?? []).compactMap { $0.scalar?.text })
      case "additionalProperties" where value.mapping?.isEmpty == false: additional = .node(value)
      case "patternProperties":
        tell(.unjudgedNames(key))
        for entry in value.mapping ?? [] {
          additional = additional.map { .any($0, .node(entry.value)) } ?? .node(entry.value)
        }
      case "propertyNames": names = .node(value)
      case "allOf": bases = (value.sequence ?? []).map(Part.node)
      case "oneOf", "anyOf":
        let parts = (value.sequence ?? []).map(Part.node)
        if !parts.isEmpty {
          choices.append(Choice(keyword: key.text, range: key.range, parts: parts))
        }
      case "discriminator": hasDiscriminator = true
      case "default": `default` = value
      case "description": description = value.scalar?.text
      case let name where Self.bounds.contains(name):
        if let value = value.scalar { limits.append(Limit(keyword: key, value: value)) }
      case let name where Self.unknownBounds.contains(name): tell(.unjudged(key))
      default: break
      }
    }
    // The schema of the elements beyond the first ones says nothing of these.
    if entries.contains(where: { $0.key.text == "prefixItems" }) { items = nil }
    if kinds?.contains(.null) == true || values?.contains(where: \.isNull) == true {
      isNullable = true
    }
  }

  private static func kinds(_ node: Node, _ tell: (Diagnostic) -> Void) -> Set<Kind>? {
    var kinds: Set<Kind> = []
    for item in node.sequence ?? [node] {
      guard let kind = item.scalar.flatMap({ Kind(rawValue: $0.text) }) else {
        // The type null may be written without quotes in YAML.
        if item.isNull, node.sequence != nil {
          kinds.insert(.null)
        } else {
          tell(.unknownKind(item))
        }
        continue
      }
      kinds.insert(kind)
    }
    return kinds.isEmpty ? nil : kinds
  }
}

extension Node {
  /// True for the boolean true.
  var isTrue: Bool { scalar?.resolved == .bool(true) }
}
