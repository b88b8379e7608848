/// An expression as it was parsed: an immutable tree whose nodes know their place in the text.
package final class Expr: Sendable {
  package let kind: Kind
  /// In UTF-8 bytes of the text.
  package let range: Range<Int>
  /// How many nodes the longest way down to a leaf has. The parser keeps it small, so that
  /// everything that walks the tree may recurse.
  let height: Int

  package enum Kind: Sendable {
    case literal(Value)
    /// A name; with a leading dot where it is to be looked up outside the container.
    case ident(String)
    case select(Expr, Name, optional: Bool)
    /// `has(operand.name)`
    case has(Expr, Name)
    case index(Expr, Expr, optional: Bool)
    /// A call of a function, or of a method on `target`. Operators are functions, named as CEL's
    /// specification names them: `_+_`, `!_`.
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

  /// A name and where it stands.
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
    height = 1 + kind.childHeight
  }
}

extension Expr {
  /// A macro that binds variables for a part of the expression (CEL spec, "Macros").
  package struct Comprehension: Sendable {
    package enum Kind: Sendable {
      case all, exists, existsOne, map, filter
      case transformList, transformMap, transformMapEntry
      case sortBy, closure, bind, optMap, optFlatMap
    }

    package var kind: Kind
    /// What is gone through, or bound.
    package var range: Expr
    package var variables: [Name]
    /// Which elements count; nil for all.
    package var filter: Expr?
    package var body: Expr
  }
}

extension Expr.Kind {
  fileprivate var childHeight: Int {
    switch self {
    case .literal, .ident: 0
    case .select(let operand, _, _), .has(let operand, _): operand.height
    case .index(let operand, let index, _): max(operand.height, index.height)
    case .call(_, let target, let arguments):
      max(target?.height ?? 0, arguments.reduce(0) { max($0, $1.height) })
    case .and(let terms), .or(let terms): terms.reduce(0) { max($0, $1.height) }
    case .conditional(let condition, let then, let otherwise):
      max(condition.height, then.height, otherwise.height)
    case .list(let elements): elements.reduce(0) { max($0, $1.value.height) }
    case .map(let entries): entries.reduce(0) { max($0, $1.key.height, $1.value.height) }
    case .record(_, let fields): fields.reduce(0) { max($0, $1.value.height) }
    case .comprehension(let it):
      max(it.range.height, it.filter?.height ?? 0, it.body.height)
    }
  }
}
