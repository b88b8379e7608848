/// Writes values, types and checked expressions as bytes, which an ``Unpacker`` reads.
///
/// Numbers are written in seven bits a byte, least significant first. A text is written once, in a
/// table, and elsewhere as its index there; so are shapes and expressions that occur repeatedly.
package final class Packer {
  private var bytes: [UInt8] = []
  private var texts: [[UInt8]] = []
  private var textIndices: [[UInt8]: Int] = [:]
  /// The long text that was written last, which each of the expressions in it names again.
  private var longText: (text: String, index: Int)?
  private static let longLength = 64
  private var shapeIndices: [ObjectIdentifier: Int] = [:]
  /// Keeps the shapes alive, whose identities are in the table.
  private var shapes: [Shape] = []
  private var expressionIndices: [ObjectIdentifier: Int] = [:]
  private var expressions: [CheckedExpr] = []
  /// The code of a value that the host computes.
  private let hostCode: (any HostValue) -> HostCode?

  /// The numbers that identify a value that the host computes.
  package typealias HostCode = (kind: Int, first: Int, second: Int)

  /// False for bytes that are compared only, in which nothing says where it is written.
  package let hasPlaces: Bool

  package init(hasPlaces: Bool = true, hostCode: @escaping (any HostValue) -> HostCode?) {
    self.hasPlaces = hasPlaces
    self.hostCode = hostCode
  }

  /// The table of the texts, and the bytes written so far.
  package var packed: [UInt8] {
    let table = Packer { _ in nil }
    table.write(texts.count)
    for text in texts { table.write(bytes: text) }
    return table.bytes + bytes
  }

  package func write(_ number: Int) { write(bits: UInt64(bitPattern: Int64(number))) }

  package func write(bits: UInt64) {
    var rest = bits
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a number of either sign; small ones take little room.
  package func write(signed number: Int64) {
    write(bits: UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  package func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package func write(_ text: String) {
    if let longText, longText.text.isSame(as: text) { return write(longText.index) }
    let utf8 = Array(text.utf8)
    let index = textIndices[utf8] ?? texts.count
    if index == texts.count {
      textIndices[utf8] = index
      texts.append(utf8)
    }
    if utf8.count > Self.longLength { longText = (text, index) }
    write(index)
  }

  package func write(bytes text: [UInt8]) {
    write(text.count)
    bytes += text
  }

  package func write(_ range: Range<Int>) {
    guard hasPlaces else { return }
    write(range.lowerBound)
    write(range.count)
  }

  package func write<Items: Collection>(_ items: Items, _ body: (Items.Element) -> Void) {
    write(items.count)
    for item in items { body(item) }
  }

  package func write<Item>(_ item: Item?, _ body: (Item) -> Void) {
    write(item != nil)
    if let item { body(item) }
  }

  // MARK: Values

  package func write(_ value: Value) {
    switch value {
    case .null: write(0)
    case .bool(let bool): write(bool ? 2 : 1)
    case .int(let int):
      write(3)
      write(signed: int)
    case .uint(let uint):
      write(4)
      write(bits: uint)
    case .double(let double):
      write(5)
      write(bits: double.bitPattern)
    case .string(let text):
      write(6)
      write(text)
    case .bytes(let content):
      write(7)
      write(bytes: content)
    case .timestamp(let time):
      write(8)
      write(signed: time.seconds)
      write(signed: Int64(time.nanoseconds))
    case .duration(let duration):
      write(9)
      write(signed: duration.nanoseconds)
    case .list(let list):
      write(10)
      write(Array(list)) { write($0) }
    case .map(let map):
      write(11)
      write(Array(map)) {
        write($0.key)
        write($0.value)
      }
    case .record(let record):
      write(12)
      write(record)
    case .type(let type):
      write(13)
      write(type)
    case .optional(let wrapped):
      write(14)
      write(wrapped) { write($0) }
    case .opaque(let content):
      write(15)
      write(content.type)
      write(value.interpolated)
    }
  }

  package func write(_ record: Record) {
    write(record.shape)
    for value in record.fields { write(value) }
  }

  package func write(_ type: Type) {
    switch type {
    case .null: write(0)
    case .bool: write(1)
    case .int: write(2)
    case .uint: write(3)
    case .double: write(4)
    case .string: write(5)
    case .bytes: write(6)
    case .timestamp: write(7)
    case .duration: write(8)
    case .dyn: write(9)
    case .list(let element):
      write(10)
      write(element)
    case .map(let key, let value):
      write(11)
      write(key)
      write(value)
    case .record(let name):
      write(12)
      write(name)
    case .type(let inner):
      write(13)
      write(inner)
    case .nullable(let inner):
      write(14)
      write(inner)
    case .parameter(let name):
      write(15)
      write(name)
    case .abstract(let name, let parameters):
      write(16)
      write(name)
      write(parameters) { write($0) }
    }
  }

  // MARK: Shapes

  /// Notes a shape that the reader makes at the same time; expressions refer to it by its index.
  package func note(_ shape: Shape) {
    shapeIndices[ObjectIdentifier(shape)] = shapes.count
    shapes.append(shape)
  }

  /// Writes a shape: its index, or all of it at its first occurrence.
  package func write(_ shape: Shape) {
    if let index = shapeIndices[ObjectIdentifier(shape)] { return write(index + 2) }
    // While types are checked, a record may be known by a shape without its defaults.
    if let index = shapes.lastIndex(where: { $0.name == shape.name }) { return write(index + 2) }
    if let whole = shape.whole, let record = shapes.last(where: { $0.name == whole }) {
      write(1)
      write(record)
    } else {
      write(0)
      write(shape.name)
      write(shape.isVariant)
      write(shape.fields) { field in
        write(field.name)
        write(field.type)
        write(field.default) { write($0) }
        write(field.isSensitive)
      }
    }
    note(shape)
  }

  // MARK: Expressions

  /// Writes an expression: its index if it was written before.
  package func write(_ expression: CheckedExpr) {
    let identity = ObjectIdentifier(expression.root)
    if let index = expressionIndices[identity] { return write(index + 1) }
    write(0)
    write(expression.frameSize)
    write(expression.isProven)
    let places = expression.environment.sensitivePlaces
    write(places.slots.sorted()) { write($0) }
    write(places.fields.sorted { $0.key < $1.key }) { slot, fields in
      write(slot)
      write(fields.sorted()) { write($0) }
    }
    write(expression.root)
    // The body of a macro is not an expression of its own, so each root belongs to one expression.
    expressionIndices[identity] = expressions.count
    expressions.append(expression)
  }

  private func write(_ nodes: [CheckedExpr.Node]) { write(nodes) { write($0) } }

  private func write(_ node: CheckedExpr.Node) {
    write(node.type)
    write(node.range)
    switch node.kind {
    case .constant(let value):
      write(0)
      write(value)
    case .place(.slot(let slot)):
      write(1)
      write(slot)
    case .place(.field(let field, let slot)):
      write(2)
      write(field)
      write(slot)
    case .place(.variantCase(let field, let shape, let slot)):
      write(3)
      write(field)
      write(shape)
      write(slot)
    case .place(.host(let value)):
      write(4)
      let code = hostCode(value) ?? (0, 0, 0)
      write(code.kind)
      write(code.first)
      write(code.second)
    case .bound(let slot):
      write(5)
      write(slot)
    case .field(let operand, let shape, let slot):
      write(6)
      write(operand, shape, slot)
    case .hasField(let operand, let shape, let slot):
      write(7)
      write(operand, shape, slot)
    case .part(let operand, let name, let shape):
      write(8)
      write(operand)
      write(name)
      write(shape)
    case .select(let operand, let name):
      write(9)
      write(operand)
      write(name)
    case .hasSelect(let operand, let name):
      write(10)
      write(operand)
      write(name)
    case .optionalSelect(let operand, let name):
      write(11)
      write(operand)
      write(name)
    case .optionalIndex(let operand, let index):
      write(12)
      write(operand)
      write(index)
    case .call(let name, let overloads, let arguments):
      write(13)
      write(name)
      write(overloads) { write($0.id) }
      write(arguments)
    case .apply(let call):
      write(14)
      write(call.function.name)
      write(call.slot)
      write(zip(call.arguments, call.isJudged).map { $0 }) {
        write($0.0)
        write($0.1)
      }
    case .and(let terms):
      write(15)
      write(terms)
    case .or(let terms):
      write(16)
      write(terms)
    case .conditional(let condition, let then, let otherwise):
      write(17)
      write(condition)
      write(then)
      write(otherwise)
    case .list(let elements):
      write(18)
      write(elements) {
        write($0.node)
        write($0.isOptional)
      }
    case .map(let entries):
      write(19)
      write(entries) {
        write($0.key)
        write($0.value)
        write($0.isOptional)
      }
    case .record(let shape, let fields):
      write(20)
      write(shape)
      write(fields) {
        write($0.slot)
        write($0.node)
        write($0.isOptional)
      }
    case .comprehension(let it):
      write(21)
      write(Expr.Comprehension.Kind.allCases.firstIndex(of: it.kind) ?? 0)
      write(it.range)
      write(it.slots) { write($0) }
      write(it.filter) { write($0) }
      write(it.start) { write($0) }
      write(it.body)
    case .failure(let failure):
      write(22)
      write(failure.code)
      write(failure.message)
    }
  }

  private func write(_ operand: CheckedExpr.Node, _ shape: Shape, _ slot: Int) {
    write(operand)
    write(shape)
    write(slot)
  }
}
