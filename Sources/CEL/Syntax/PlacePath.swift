import Values

/// The place that an expression reads, as far as its text tells; equal for the same place.
package indirect enum PlacePath: Hashable, Sendable {
  case name(String)
  /// A constant, as an index or key.
  case literal(Key)
  /// A field, or the value for a key that is a text.
  case field(PlacePath, String)
  case index(PlacePath, PlacePath)

  /// The name or constant that the path begins with.
  package var root: PlacePath {
    switch self {
    case .name, .literal: self
    case .field(let operand, _), .index(let operand, _): operand.root
    }
  }

  /// The paths that are read on the way: those of indices and keys, and the path itself.
  package var reads: [PlacePath] { [self] + keys.flatMap(\.reads) }

  /// The indices and keys on the path, from its end.
  package var keys: [PlacePath] {
    switch self {
    case .name, .literal: []
    case .field(let operand, _): operand.keys
    case .index(let operand, let key): [key] + operand.keys
    }
  }

  /// Returns true if a name occurs in the path, at its beginning or in an index.
  func mentions(_ name: String) -> Bool { reads.contains { $0.root == .name(name) } }

  /// Returns the path from another name, if it leads on from `name`.
  func renaming(_ name: String, to other: String) -> PlacePath? {
    switch self {
    case .name, .literal: nil
    case .field(.name(name), let field): .field(.name(other), field)
    case .index(.name(name), let key): .index(.name(other), key)
    case .field(let operand, let field):
      operand.renaming(name, to: other).map { .field($0, field) }
    case .index(let operand, let key):
      operand.renaming(name, to: other).map { .index($0, key) }
    }
  }
}

extension Expr {
  /// The expression's place; nil if it is no place.
  package var path: PlacePath? {
    switch kind {
    case .ident(let name): .name(name)
    case .literal(let value): Key(value).map { .literal($0) }
    case .select(let operand, let name, optional: false):
      operand.path.map { .field($0, name.text) }
    case .index(let operand, let index, optional: false):
      switch (operand.path, index.path) {
      // A name is of ASCII; other texts are compared by their code points, as keys are.
      case (let operand?, .literal(.string(let key))) where key.string.utf8.allSatisfy { $0 < 0x80 }:
        .field(operand, key.string)
      case (let operand?, let index?): .index(operand, index)
      default: nil
      }
    default: nil
    }
  }
}
