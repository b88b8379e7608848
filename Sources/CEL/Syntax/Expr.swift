/// A parsed expression: an immutable syntax tree whose nodes have their ranges in the text.
package final class Expr: Sendable {
  package let kind: Kind
  /// The range in the text, in UTF-8 bytes.
  package let range: Range<Int>
  /// The number of nodes on the longest path to a leaf, where a macro counts as three. The parser
  /// limits it, so that code that walks the tree may be recursive.
  let height: Int
  /// The maximum nesting of the lists, maps and records that the expression creates; it is limited
  /// too, since values are compared and freed recursively.
  let depth: Int

  package enum Kind: Sendable {
    case literal(Value)
    /// A name; it has a leading dot if it is to be looked up outside the container.
    case ident(String)
    case select(Expr, Name, optional: Bool)
    /// `has(operand.name)`
    case has(Expr, Name)
    case index(Expr, Expr, optional: Bool)
    /// A call of a function, or of a method on `target`. Operators are functions with their names
    /// from the CEL specification: `_+_`, `!_`.
    case call(Name, target: Expr?, [Expr])
    /// Two or more terms joined by `&&`.
    case and([Expr])
    /// Two or more terms joined by `||`.
    case or([Expr])
    case conditional(Expr, then: Expr, else: Expr)
    case list([Element])
    case map([Entry])
    case record(Name, [Field])
    case comprehension(Comprehension)
  }

  /// A name and its range in the text.
  package struct Name: Sendable {
    package var text: String
    package var range: Range<Int>
  }

  package struct Element: Sendable {
    package var value: Expr
    package var isOptional: Bool
  }

  package struct Entry: Sendable {
    package var key: Expr
    package var value: Expr
    package var isOptional: Bool
  }

  package struct Field: Sendable {
    package var name: Name
    package var value: Expr
    package var isOptional: Bool
  }

  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
    height = kind.weight + kind.largest(\.height)
    depth = kind.depth
  }
}

extension Expr {
  /// A macro that binds variables for a part of the expression (CEL spec, "Macros").
  package struct Comprehension: Sendable {
    package enum Kind: CaseIterable, Sendable {
      case all, exists, existsOne, map, filter
      case transformList, transformMap, transformMapEntry
      case sortBy, closure, fold, bind, optMap, optFlatMap
    }

    package var kind: Kind
    /// The operand that is iterated over or bound.
    package var range: Expr
    package var variables: [Name]
    /// The condition for elements to be included; nil for all.
    package var filter: Expr?
    /// The first result of a fold, in which the variables are not in scope.
    package var start: Expr?
    package var body: Expr
  }
}

extension Expr {
  /// The parts of the expression in order; a macro has none here, since its parts see its
  /// variables.
  package var children: [Expr] {
    switch kind {
    case .literal, .ident, .comprehension: []
    case .select(let operand, _, _), .has(let operand, _): [operand]
    case .index(let operand, let index, _): [operand, index]
    case .call(_, let target?, let arguments): [target] + arguments
    case .call(_, nil, let arguments): arguments
    case .and(let terms), .or(let terms): terms
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .list(let elements): elements.map(\.value)
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    case .record(_, let fields): fields.map(\.value)
    }
  }
}

extension Expr.Kind {
  fileprivate var weight: Int {
    if case .comprehension = self { 3 } else { 1 }
  }

  /// The greatest of a measure of the node's children.
  fileprivate func largest(_ measure: (Expr) -> Int) -> Int {
    switch self {
    case .literal, .ident: 0
    case .select(let operand, _, _), .has(let operand, _): measure(operand)
    case .index(let operand, let index, _): max(measure(operand), measure(index))
    case .call(_, let target, let arguments):
      arguments.reduce(target.map(measure) ?? 0) { max($0, measure($1)) }
    case .and(let terms), .or(let terms): terms.reduce(0) { max($0, measure($1)) }
    case .conditional(let condition, let then, let otherwise):
      max(measure(condition), measure(then), measure(otherwise))
    case .list(let elements): elements.reduce(0) { max($0, measure($1.value)) }
    case .map(let entries): entries.reduce(0) { max($0, measure($1.key), measure($1.value)) }
    case .record(_, let fields): fields.reduce(0) { max($0, measure($1.value)) }
    case .comprehension(let it):
      max(
        measure(it.range), it.filter.map(measure) ?? 0, it.start.map(measure) ?? 0,
        measure(it.body))
    }
  }

  fileprivate var depth: Int {
    switch self {
    case .list, .map, .record: 1 + largest(\.depth)
    case .comprehension(let it):
      1 + max(it.range.depth, it.start?.depth ?? 0) + it.body.depth
    default: largest(\.depth)
    }
  }
}
