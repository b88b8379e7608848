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

  /// True if nothing is written, or a plain `null` or `~`.
  public var isNull: Bool { scalar?.resolved == .null }

  /// The kind of the node, for messages.
  public var kindName: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar(let scalar): scalar.kindName
    }
  }
}

extension Scalar {
  /// The kind of the scalar under the core schema, for messages.
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
  /// The entries of a mapping in which any key is allowed; a null node is an empty mapping.
  ///
  /// For any other kind of node, reports `wrong-kind` and returns nil.
  public func entries(
    as what: @autoclosure () -> String, into sink: DiagnosticSink
  ) -> [Entry]? {
    entries(as: what(), into: sink, help: nil)
  }

  /// The entries of a mapping, as above; the error says what to write in its place.
  package func entries(
    as what: @autoclosure () -> String, into sink: DiagnosticSink, help: String?
  ) -> [Entry]? {
    if let mapping { return mapping }
    if isNull { return [] }
    sink.report(.wrongKind(what(), is: "a mapping", not: self, help: help))
    return nil
  }
}
