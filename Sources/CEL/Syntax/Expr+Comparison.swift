extension Expr {
  /// True if two expressions are the same but for the places of their parts in their texts.
  package func isSame(as other: Expr) -> Bool {
    switch (kind, other.kind) {
    case (.literal(.double(let left)), .literal(.double(let right))):
      left.bitPattern == right.bitPattern
    case (.literal(let left), .literal(let right)): left == right
    case (.ident(let left), .ident(let right)): left == right
    case (.select(let left, let name, let isOptional), .select(let right, let other, let also)):
      isOptional == also && name.text == other.text && left.isSame(as: right)
    case (.has(let left, let name), .has(let right, let other)):
      name.text == other.text && left.isSame(as: right)
    case (.index(let left, let place, let isOptional), .index(let right, let other, let also)):
      isOptional == also && left.isSame(as: right) && place.isSame(as: other)
    case (.call(let name, let target, let left), .call(let other, let to, let right)):
      name.text == other.text && Self.areSame(target, to) && Self.areSame(left, right)
    case (.and(let left), .and(let right)), (.or(let left), .or(let right)):
      Self.areSame(left, right)
    case (.conditional(let test, let then, let otherwise), .conditional(let also, let yes, let no)):
      test.isSame(as: also) && then.isSame(as: yes) && otherwise.isSame(as: no)
    case (.list(let left), .list(let right)):
      Self.areSame(left.map(\.value), right.map(\.value))
        && left.map(\.isOptional) == right.map(\.isOptional)
    case (.map(let left), .map(let right)):
      Self.areSame(left.map(\.key), right.map(\.key))
        && Self.areSame(left.map(\.value), right.map(\.value))
        && left.map(\.isOptional) == right.map(\.isOptional)
    case (.record(let name, let left), .record(let other, let right)):
      name.text == other.text && left.map(\.name.text) == right.map(\.name.text)
        && Self.areSame(left.map(\.value), right.map(\.value))
        && left.map(\.isOptional) == right.map(\.isOptional)
    case (.comprehension(let left), .comprehension(let right)):
      left.kind == right.kind && left.variables.map(\.text) == right.variables.map(\.text)
        && left.range.isSame(as: right.range) && Self.areSame(left.filter, right.filter)
        && Self.areSame(left.start, right.start) && left.body.isSame(as: right.body)
    default: false
    }
  }

  private static func areSame(_ left: [Expr], _ right: [Expr]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
  }

  private static func areSame(_ left: Expr?, _ right: Expr?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.isSame(as: right)
  }
}
