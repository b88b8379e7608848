import YAML

/// A part of a schema that has values of its own: one that is written, or several together.
indirect enum Part {
  case node(Node)
  /// All of them hold.
  case all([Part])
  /// One of them holds.
  case either([Part])

  /// The first place where the part is written.
  var range: SourceRange? {
    switch self {
    case .node(let node): node.range
    case .all(let parts), .either(let parts): parts.first?.range
    }
  }

  /// The part whose values are those of both parts.
  static func both(_ left: Part, _ right: Part) -> Part {
    var parts = left.conjuncts
    for part in right.conjuncts where !parts.contains(part) { parts.append(part) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The part whose values are those of either part.
  static func any(_ left: Part, _ right: Part) -> Part {
    var parts = left.disjuncts
    for part in right.disjuncts where !parts.contains(part) { parts.append(part) }
    return parts.count == 1 ? parts[0] : .either(parts)
  }

  private var conjuncts: [Part] { if case .all(let parts) = self { parts } else { [self] } }
  private var disjuncts: [Part] { if case .either(let parts) = self { parts } else { [self] } }

  /// The number of written parts.
  var count: Int {
    switch self {
    case .node: 1
    case .all(let parts), .either(let parts): parts.reduce(0) { $0 + $1.count }
    }
  }
}

extension Part: Equatable {
  static func == (left: Part, right: Part) -> Bool {
    switch (left, right) {
    case (.node(let left), .node(let right)): left.range == right.range
    case (.all(let left), .all(let right)), (.either(let left), .either(let right)): left == right
    default: false
    }
  }
}
