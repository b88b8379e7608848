import CEL

/// The place in a sub-state that a rule works on: a path with its names resolved.
struct Target: Sendable {
  enum Component: Sendable {
    /// A field of a record whose type is known.
    case field(Int)
    /// A field of an `any`: a map's key or a record's field.
    case member(String)
    /// An element of a list or the value of a map's key.
    case element(Key)
  }

  enum Key: Sendable {
    /// The value of an expression, made to fit the type of a map's key.
    case computed(CheckedExpression, Fit)
    /// The value of a slot of the frame: the index or key of the element that is being updated.
    case bound(Int)
  }

  /// An element that is being updated: its slot holds a copy of what is at its place.
  struct Item: Sendable {
    let slot: Int
    /// The number of components that lead to it.
    let depth: Int
  }

  let components: [Component]
  let type: FieldType
  /// The path as the author wrote it, for messages.
  let text: String
  /// The elements being updated that the place lies in.
  let items: [Item]
  /// True if the path ends in the key of a map, or of an `any`, which may be one.
  let endsInKey: Bool
  /// The value that a map's key gets which is not there yet.
  var fallback: CheckedTemplate?
}

extension Target {
  /// The place that holds this one.
  var parent: Target {
    Target(
      components: components.dropLast(), type: .any, text: text,
      items: items.filter { $0.depth < components.count }, endsInKey: false)
  }
}
