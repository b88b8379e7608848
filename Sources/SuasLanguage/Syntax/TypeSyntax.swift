import SuasProgram
import YAML

/// A type as written: `list(TodoItem)`, `map(int, string)`, `string?`.
package struct TypeSyntax: Sendable {
  package enum Kind: Sendable {
    case name(String)
    case application(String, [TypeSyntax])
    indirect case optional(TypeSyntax)
  }
  package var kind: Kind
  var range: SourceRange

  /// The names of types in it.
  var names: [String] {
    switch kind {
    case .name(let name): [name]
    case .application(_, let arguments): arguments.flatMap(\.names)
    case .optional(let wrapped): wrapped.names
    }
  }
}

/// Parses a type, and finds the default that may follow it.
///
///     type        = primary [ "?" ]
///     primary     = name [ "(" type { "," type } ")" ]
package struct TypeParser {
  /// The reason that a text is not a type: the place, and the expected syntax.
  package struct SyntaxError: Error {
    var range: SourceRange
    var expected: String
  }

  private let scalar: Scalar
  private let bytes: [UInt8]
  private var position = 0

  /// The maximum depth of nested types.
  static let maximumDepth = 32

  init(_ scalar: Scalar) {
    self.scalar = scalar
    bytes = Array(scalar.text.utf8)
  }

  /// Creates a parser for a text that stands in no file.
  init(_ text: String) {
    let source = Source(name: "", text: text)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: text.utf8.count)
    self.init(Scalar(text, style: .plain, at: range))
  }

  /// Parses a type that `= DEFAULT` may follow; returns the offset at which the default begins.
  mutating func parseField() throws(SyntaxError) -> (type: TypeSyntax, defaultStart: Int?) {
    let type = try parse(depth: 0)
    skipBlanks()
    guard position < bytes.count else { return (type, nil) }
    guard bytes[position] == UInt8(ascii: "=") else { throw failure("'=' or the end") }
    position += 1
    skipBlanks()
    return (type, position)
  }

  /// Parses a type that is the whole text.
  mutating func parseWhole() throws(SyntaxError) -> TypeSyntax {
    let type = try parse(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw failure("the end") }
    return type
  }

  private mutating func parse(depth: Int) throws(SyntaxError) -> TypeSyntax {
    guard depth < Self.maximumDepth else { throw failure("a type that is not so deep") }
    skipBlanks()
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else { throw failure("a type") }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    var end = position
    var kind = TypeSyntax.Kind.name(name)
    if take("(") {
      var arguments = [try parse(depth: depth + 1)]
      while take(",") { arguments.append(try parse(depth: depth + 1)) }
      guard take(")") else { throw failure("',' or ')'") }
      end = position
      kind = .application(name, arguments)
    }
    var type = TypeSyntax(kind: kind, range: scalar.range(of: start..<end))
    if take("?") {
      type = TypeSyntax(kind: .optional(type), range: scalar.range(of: start..<position))
    }
    return type
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
  }

  private mutating func take(_ symbol: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard position < bytes.count, bytes[position] == UInt8(ascii: symbol) else { return false }
    position += 1
    return true
  }

  private func failure(_ expected: String) -> SyntaxError {
    SyntaxError(
      range: scalar.range(of: position..<min(position + 1, bytes.count)), expected: expected)
  }
}
