extension Node {
  /// The scalar, if the node is one.
  public var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The items, if the node is a sequence.
  public var sequence: [Node]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries in the order of the file, if the node is a mapping.
  public var mapping: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Whether nothing is written, or a plain `null` or `~`.
  public var isNull: Bool { scalar?.resolved == .null }

  /// What the node is, as messages name it.
  public var kindName: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar(let scalar): scalar.kindName
    }
  }
}

extension Scalar {
  /// What the scalar is under the core schema, as messages name it.
  public var kindName: String {
    switch resolved {
    case .null: "nothing"
    case .bool: "a boolean"
    case .int, .double, .outOfRange: "a number"
    case .string: "a text"
    }
  }
}

extension Node {
  /// The entries of a mapping in which any key may stand; nothing is an empty one.
  ///
  /// Another kind is reported as `wrong-kind`, and answered with nil.
  public func entries(
    as what: @autoclosure () -> String, into findings: Findings
  ) -> [Entry]? {
    if let mapping { return mapping }
    if isNull { return [] }
    findings.report(.wrongKind(what(), is: "a mapping", not: self))
    return nil
  }
}
