/// The reason why bytes do not come from a ``Packer``.
@usableFromInline
package struct UnpackingFault: Error {
  package let reason: String

  @usableFromInline
  package init(_ reason: String) { self.reason = reason }

  @usableFromInline package static let cut = UnpackingFault("it ends too early")
  @usableFromInline package static let tooDeep = UnpackingFault("it is nested too deep")
}

/// Reads the output of a ``Packer``; every number is judged before it is used.
@usableFromInline
package final class Unpacker {
  @usableFromInline let bytes: [UInt8]
  @exclusivity(unchecked) @usableFromInline package var position = 0
  @exclusivity(unchecked) @usableFromInline package var texts: [String] = []
  @exclusivity(unchecked) @usableFromInline package var depth = 0
  @exclusivity(unchecked) private var shapes: [Shape] = []
  @exclusivity(unchecked) private var expressions: [CheckedExpr] = []
  private var knownOverloads: [Pair: Overload] = [:]
  private var environment = Environment()

  /// The value that the host computes for a code; nil if there is none.
  package var host: (Packer.HostCode) -> (any HostValue)? = { _ in nil }
  /// The functions that expressions can call besides those of the library, by name.
  package var functions: [String: DefinedFunction] = [:]

  /// The types of the expressions that are read from now on.
  package var types = Types() {
    didSet { environment = Environment(types: types) }
  }

  private struct Pair: Hashable {
    let name: Int
    let id: Int
  }

  /// The most things for which memory is taken before they are read.
  @usableFromInline package static let trustedCount = 1000

  /// The greatest depth of nesting that is read.
  @usableFromInline package static let maximumDepth = 512

  /// - Throws: A fault if the table of the texts, with which the bytes begin, is damaged.
  package init(_ bytes: [UInt8]) throws(UnpackingFault) {
    self.bytes = bytes
    let count = try self.count()
    texts.reserveCapacity(min(count, Self.trustedCount))
    for _ in 0..<count {
      let length = try self.count()
      guard let text = String(utf8: bytes[position..<position + length])
      else { throw UnpackingFault("a text is not UTF-8") }
      position += length
      texts.append(text)
    }
  }

  /// True if everything was read.
  package var isAtEnd: Bool { position == bytes.count }

  @inlinable
  package func byte() throws(UnpackingFault) -> UInt8 {
    guard position < bytes.count else { throw .cut }
    defer { position += 1 }
    return bytes[position]
  }

  @inlinable @inline(__always)
  package func bits() throws(UnpackingFault) -> UInt64 {
    let first = try byte()
    return first < 0x80 ? UInt64(first) : try bits(after: first)
  }

  /// Reads a number of several bytes.
  @usableFromInline
  package func bits(after first: UInt8) throws(UnpackingFault) -> UInt64 {
    var number = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      let next = try byte()
      guard shift < 63 || shift == 63 && next <= 1 else {
        throw UnpackingFault("a number is too large")
      }
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads a number that is not negative, and below a limit.
  @inlinable
  package func int(below limit: Int = .max) throws(UnpackingFault) -> Int {
    let number = try bits()
    guard number < UInt64(limit) else { throw UnpackingFault("a number is out of range") }
    return Int(number)
  }

  package func signed() throws(UnpackingFault) -> Int64 {
    let number = try bits()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  @inlinable
  package func flag() throws(UnpackingFault) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw UnpackingFault("a flag is neither true nor false")
    }
  }

  /// Reads the number of things that follow, which take at least one byte each.
  @inlinable
  package func count() throws(UnpackingFault) -> Int {
    let count = try int()
    guard count <= bytes.count - position else { throw .cut }
    return count
  }

  @inlinable
  package func text() throws(UnpackingFault) -> String { texts[try int(below: texts.count)] }

  package func content() throws(UnpackingFault) -> [UInt8] {
    let count = try self.count()
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  package func range() throws(UnpackingFault) -> Range<Int> {
    let start = try int(below: 1 << 32)
    return start..<start + (try int(below: 1 << 32))
  }

  @inlinable
  package func array<Item>(
    _ item: () throws(UnpackingFault) -> Item
  ) throws(UnpackingFault) -> [Item] {
    let count = try self.count()
    var items: [Item] = []
    items.reserveCapacity(min(count, Self.trustedCount))
    for _ in 0..<count { items.append(try item()) }
    return items
  }

  @inlinable
  package func optional<Item>(
    _ item: () throws(UnpackingFault) -> Item
  ) throws(UnpackingFault) -> Item? {
    try flag() ? try item() : nil
  }

  /// Reads something that may hold more of its kind.
  @inlinable
  package func nested<Item>(
    _ item: () throws(UnpackingFault) -> Item
  ) throws(UnpackingFault) -> Item {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    depth += 1
    defer { depth -= 1 }
    return try item()
  }

  // MARK: Values

  package func value() throws(UnpackingFault) -> Value {
    try nested { () throws(UnpackingFault) in try plainValue() }
  }

  private func plainValue() throws(UnpackingFault) -> Value {
    switch try byte() {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return .int(try signed())
    case 4: return .uint(try bits())
    case 5: return .double(Double(bitPattern: try bits()))
    case 6: return .string(try text())
    case 7: return .bytes(try content())
    case 8:
      let (seconds, nanoseconds) = (try signed(), try signed())
      guard let nanoseconds = Int32(exactly: nanoseconds),
        let time = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
      else { throw UnpackingFault("a time is out of range") }
      return .timestamp(time)
    case 9: return .duration(Duration(nanoseconds: try signed()))
    case 10: return .list(List(try array { () throws(UnpackingFault) in try value() }))
    case 11:
      var map = Map()
      for _ in 0..<(try count()) {
        let key = try value()
        guard key.isKey else { throw UnpackingFault("a value cannot be a map's key") }
        map[key] = try value()
      }
      return .map(map)
    case 12: return .record(try record())
    case 13: return .type(try type())
    case 14: return .optional(try optional { () throws(UnpackingFault) in try value() })
    case 15:
      let (type, text) = (try type(), try text())
      guard let value = Library.opaqueValue(of: type, text) else {
        throw UnpackingFault("a value of type '\(type)' cannot be read")
      }
      return value
    default: throw UnpackingFault("there is no such kind of value")
    }
  }

  package func record() throws(UnpackingFault) -> Record {
    let shape = try shape()
    return try Record(shape) { _ throws(UnpackingFault) in try value() }
  }

  package func type() throws(UnpackingFault) -> Type {
    try nested { () throws(UnpackingFault) in try plainType() }
  }

  private func plainType() throws(UnpackingFault) -> Type {
    switch try byte() {
    case 0: .null
    case 1: .bool
    case 2: .int
    case 3: .uint
    case 4: .double
    case 5: .string
    case 6: .bytes
    case 7: .timestamp
    case 8: .duration
    case 9: .dyn
    case 10: .list(try type())
    case 11: .map(key: try type(), value: try type())
    case 12: .record(try text())
    case 13: .type(try type())
    case 14: .nullable(try type())
    case 15: .parameter(try text())
    case 16: .abstract(try text(), try array { () throws(UnpackingFault) in try type() })
    default: throw UnpackingFault("there is no such kind of type")
    }
  }

  // MARK: Shapes

  /// Notes a shape that the writer noted at the same time.
  package func note(_ shape: Shape) { shapes.append(shape) }

  package func shape() throws(UnpackingFault) -> Shape {
    let index = try int()
    if index > 1 {
      guard index - 2 < shapes.count else { throw UnpackingFault("there is no such record type") }
      return shapes[index - 2]
    }
    let shape =
      index == 1
      ? Shape(partOf: try self.shape())
      : try nested { () throws(UnpackingFault) in try newShape() }
    note(shape)
    return shape
  }

  private func newShape() throws(UnpackingFault) -> Shape {
    let name = try text()
    // There are few of these: the types of a spec are noted instead.
    guard !shapes.contains(where: { $0.name == name }) else {
      throw UnpackingFault("there are two record types '\(name)'")
    }
    let isVariant = try flag()
    let fields = try array { () throws(UnpackingFault) -> Shape.Field in
      var field = Shape.Field(
        name: try text(), type: try type(),
        default: try optional { () throws(UnpackingFault) in try value() })
      field.isSensitive = try flag()
      return field
    }
    return Shape(name: name, fields: fields, isVariant: isVariant)
  }

  // MARK: Expressions

  package func expression() throws(UnpackingFault) -> CheckedExpr {
    let index = try int()
    if index > 0 {
      guard index - 1 < expressions.count else {
        throw UnpackingFault("there is no such expression")
      }
      return expressions[index - 1]
    }
    let frameSize = try slot()
    let isProven = try flag()
    var environment = self.environment
    for _ in 0..<(try count()) { environment.hide(slot: try slot()) }
    for _ in 0..<(try count()) {
      let slot = try slot()
      for _ in 0..<(try count()) { environment.hide(field: try int(), ofSlot: slot) }
    }
    let expression = CheckedExpr(
      root: try node(), frameSize: frameSize, environment: environment, isProven: isProven,
      unguardedCases: [])
    expressions.append(expression)
    return expression
  }

  /// Reads the number of a slot, or a number of slots.
  private func slot() throws(UnpackingFault) -> Int {
    try int(below: CheckedExpr.maximumFrameSize)
  }

  private func nodes() throws(UnpackingFault) -> [CheckedExpr.Node] {
    try array { () throws(UnpackingFault) in try node() }
  }

  private func node() throws(UnpackingFault) -> CheckedExpr.Node {
    let type = try self.type()
    let range = try self.range()
    let kind = try nested { () throws(UnpackingFault) in try self.kind() }
    return CheckedExpr.Node(kind, type, range)
  }

  private func kind() throws(UnpackingFault) -> CheckedExpr.Kind {
    switch try byte() {
    case 0: return .constant(try value())
    case 1: return .place(.slot(try slot()))
    case 2: return .place(.field(try int(), ofSlot: try slot()))
    case 3: return .place(.variantCase(try int(), of: try shape(), inSlot: try slot()))
    case 4:
      guard let value = host((try int(), try int(), try int())) else {
        throw UnpackingFault("there is no such value of the host")
      }
      return .place(.host(value))
    case 5: return .bound(try slot())
    case 6: return .field(try node(), try shape(), slot: try int())
    case 7: return .hasField(try node(), try shape(), slot: try int())
    case 8: return .part(try node(), try text(), of: try shape())
    case 9: return .select(try node(), try text())
    case 10: return .hasSelect(try node(), try text())
    case 11: return .optionalSelect(try node(), try text())
    case 12: return .optionalIndex(try node(), try node())
    case 13: return try call()
    case 14: return .apply(try application())
    case 15: return .and(try nodes())
    case 16: return .or(try nodes())
    case 17: return .conditional(try node(), try node(), try node())
    case 18:
      return .list(
        try array { () throws(UnpackingFault) in (node: try node(), isOptional: try flag()) })
    case 19:
      return .map(
        try array { () throws(UnpackingFault) in
          (key: try node(), value: try node(), isOptional: try flag())
        })
    case 20:
      return .record(
        try shape(),
        try array { () throws(UnpackingFault) in
          (slot: try int(), node: try node(), isOptional: try flag())
        })
    case 21: return .comprehension(try comprehension())
    case 22: return .failure(Failure(try text(), try text()))
    default: throw UnpackingFault("there is no such kind of expression")
    }
  }

  private func call() throws(UnpackingFault) -> CheckedExpr.Kind {
    let name = try int(below: texts.count)
    let overloads = try array { () throws(UnpackingFault) -> Overload in
      let key = Pair(name: name, id: try int(below: texts.count))
      if let known = knownOverloads[key] { return known }
      guard
        let overload = Library.standard[texts[name]]?.overloads
          .first(where: { $0.id == texts[key.id] })
      else {
        throw UnpackingFault("this version knows no function '\(texts[name])' of that kind")
      }
      knownOverloads[key] = overload
      return overload
    }
    return .call(texts[name], overloads, try nodes())
  }

  private func application() throws(UnpackingFault) -> CheckedExpr.Application {
    let name = try text()
    guard let function = functions[name] else {
      throw UnpackingFault("there is no function '\(name)'")
    }
    let slot = try slot()
    let arguments = try array { () throws(UnpackingFault) in (try node(), try flag()) }
    return CheckedExpr.Application(
      function: function, arguments: arguments.map(\.0), isJudged: arguments.map(\.1), slot: slot)
  }

  private func comprehension() throws(UnpackingFault) -> CheckedExpr.Comprehension {
    let kinds = Expr.Comprehension.Kind.allCases
    return CheckedExpr.Comprehension(
      kind: kinds[try int(below: kinds.count)], range: try node(),
      slots: try array { () throws(UnpackingFault) in try slot() },
      filter: try optional { () throws(UnpackingFault) in try node() },
      start: try optional { () throws(UnpackingFault) in try node() }, body: try node())
  }
}

extension CheckedExpr {
  /// More slots than any expression needs that was checked.
  static let maximumFrameSize = 1 << 16
}

extension Value {
  /// True if a map can have the value as a key.
  fileprivate var isKey: Bool {
    switch self {
    case .bool, .int, .uint, .string: true
    default: false
    }
  }
}
