import CEL

/// The place in a sub-state that a rule works on: a path with its names resolved.
package struct Target: Sendable {
  package enum Component: Sendable {
    /// A field of a record whose type is known.
    case field(Int)
    /// A member of an `any`: a map's key or a record's field.
    case member(String)
    /// An element of a list or the value for a map's key.
    case element(Key)
  }

  package enum Key: Sendable {
    /// The value of an expression, made to fit the type of a map's key.
    case computed(CheckedExpression, Fit)
    /// The value of a slot of the frame: the index or key of the element that is being updated.
    case bound(Int)

    /// True for a key in an `any`, which is an index or a text.
    package var isInAny: Bool {
      if case .computed(_, let fit) = self { fit.isOfAny } else { false }
    }
  }

  /// A place that rules are run on; its slot holds a copy of the value there.
  package struct Item: Sendable {
    package let slot: Int
    /// The number of path components that lead to it.
    package let depth: Int
    /// The fields that lead on to it from the end of the path, if it lies inside the target.
    package let rest: [Int]

    package init(slot: Int, depth: Int, rest: [Int] = []) {
      self.slot = slot
      self.depth = depth
      self.rest = rest
    }
  }

  package let components: [Component]
  package let type: FieldType
  /// The path as the author wrote it, for messages.
  package let text: String
  /// The places that rules are run on, so far as they contain the target or lie inside it.
  package var items: [Item]
  /// True if the path ends in the key of a map, or of an `any`, which may hold a map.
  package let endsInKey: Bool
  /// The initial value for a map's key that does not exist yet.
  package var fallback: CheckedTemplate?

  package init(
    components: [Component], type: FieldType, text: String, items: [Item], endsInKey: Bool,
    fallback: CheckedTemplate? = nil
  ) {
    self.components = components
    self.type = type
    self.text = text
    self.items = items
    self.endsInKey = endsInKey
    self.fallback = fallback
  }
}

extension Target {
  /// True if an index or key on the path is made of sensitive values.
  ///
  /// - Parameter hiddenSlots: The slots of such indices and keys of the rules around.
  func hasSensitiveKey(_ hiddenSlots: Set<Int>) -> Bool {
    components.contains { component in
      switch component {
      case .element(.computed(let key, _)): key.tree.readsSensitiveValues
      case .element(.bound(let slot)): hiddenSlots.contains(slot)
      case .field, .member: false
      }
    }
  }

  /// True if the path leads through a sensitive field.
  package func isSensitive(in state: RecordType, _ types: TypeTable) -> Bool {
    var type = FieldType.record(state.name)
    for component in components {
      switch (component, type.unwrapped) {
      case (.field(let slot), .record(let name)):
        let record = name == state.name ? state : types.records[name]
        guard let field = record?.fields[slot] else { return false }
        if field.isSensitive { return true }
        type = field.type
      case (_, .list(let inner)), (_, .map(_, let inner)): type = inner
      default: return false
      }
    }
    return false
  }

  /// The place that holds this one.
  package var parent: Target {
    Target(
      components: components.dropLast(), type: .any, text: text,
      items: items.filter { $0.rest.isEmpty && $0.depth < components.count }, endsInKey: false)
  }
}
