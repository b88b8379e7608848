import CEL
import SuasSpec
import YAML

/// A type as a parameter of a fragment is given one: `string`, `list(TodoItem)`, `int?`.
///
///     type = name [ "(" type { "," type } ")" ] { "?" }
struct TypeText {
  private let scalar: Scalar
  private let types: TypeTable
  private let findings: Findings
  private let bytes: [UInt8]
  private var position = 0

  /// How deep types may stand in one another.
  private static let maximumDepth = 32

  init(_ scalar: Scalar, _ types: TypeTable, _ findings: Findings) {
    self.scalar = scalar
    self.types = types
    self.findings = findings
    bytes = Array(scalar.text.utf8)
  }

  /// The type; nil where the text is none, which has been reported.
  func read() -> FieldType? {
    var parser = self
    guard let type = parser.type(depth: 0) else { return nil }
    parser.skipBlanks()
    if parser.position == bytes.count { return type }
    return parser.fail(expected: "the end")
  }

  private mutating func type(depth: Int) -> FieldType? {
    guard depth < Self.maximumDepth else { return fail(expected: "a type that is not so deep") }
    skipBlanks()
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else { return fail(expected: "a type") }
    let range = start..<position
    var arguments: [FieldType] = []
    if take("(") {
      repeat {
        guard let argument = type(depth: depth + 1) else { return nil }
        arguments.append(argument)
      } while take(",")
      guard take(")") else { return fail(expected: "',' or ')'") }
    }
    let name = String(decoding: bytes[range], as: UTF8.self)
    guard var type = named(name, arguments, at: range) else { return nil }
    while take("?") { type = .optional(type) }
    return type
  }

  private func named(_ name: String, _ arguments: [FieldType], at range: Range<Int>) -> FieldType? {
    switch (name, arguments.count) {
    case ("bool", 0): return .bool
    case ("int", 0): return .int
    case ("double", 0): return .double
    case ("string", 0): return .string
    case ("timestamp", 0): return .timestamp
    case ("duration", 0): return .duration
    case ("any", 0): return .any
    case ("list", 1): return .list(arguments[0])
    case ("map", 1): return .map(key: .string, value: arguments[0])
    case ("map", 2) where [.string, .int, .bool].contains(arguments[0]):
      return .map(key: arguments[0], value: arguments[1])
    case (_, 0) where types.enums[name] != nil: return .enumeration(name)
    case (_, 0) where types.records[name] != nil: return .record(name)
    default:
      findings.report(.unknownParameterType(name, among: known, at: scalar.range(of: range)))
      return nil
    }
  }

  private var known: [String] {
    ["bool", "int", "double", "string", "timestamp", "duration", "any", "list", "map"]
      + types.enums.keys.sorted() + types.records.keys.sorted()
  }

  private func fail(expected: String) -> FieldType? {
    let range = scalar.range(of: position..<min(position + 1, bytes.count))
    findings.report(.notAParameterType(expected: expected, at: range))
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || byte == UInt8(ascii: "_")
      || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
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
}

extension FieldType {
  /// The type that expressions see.
  var expressionType: Type {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string, .enumeration: .string
    case .timestamp: .timestamp
    case .duration: .duration
    case .list(let element): .list(element.expressionType)
    case .map(let key, let value): .map(key: key.expressionType, value: value.expressionType)
    case .optional(let wrapped): .nullable(wrapped.expressionType)
    case .any: .dyn
    case .record(let name): .record(name)
    }
  }
}
