import CEL
import SuasSpec
import YAML

/// A replacement of a part of an expression's text.
struct ExpressionMutation {
  let kind: MutationOperator
  /// The range in bytes of the scalar's decoded text.
  let range: Range<Int>
  let text: String
}

/// Makes the mutations of an expression.
struct ExpressionMutations {
  private let text: String
  private let bytes: [UInt8]
  private let tree: CheckedExpr
  private let enums: [EnumType]
  private let constants: [CheckedConstant]
  private(set) var made: [ExpressionMutation] = []

  /// - Parameters:
  ///   - enums: The enums of the spec.
  ///   - constants: The constants of the spec.
  ///   - isIndex: True if the value is an index, which is then moved by one.
  init(
    of expression: CheckedExpression, enums: [EnumType], constants: [CheckedConstant],
    isIndex: Bool = false
  ) {
    text = expression.syntax.scalar.text
    bytes = Array(text.utf8)
    tree = expression.tree
    self.enums = enums
    self.constants = constants
    visit(expression.tree.root)
    let code = expression.syntax.code
    if isIndex { add(.offByOne, code, "(\(text.utf8Slice(code))) + 1") }
  }

  private mutating func add(_ kind: MutationOperator, _ range: Range<Int>, _ text: String) {
    made.append(ExpressionMutation(kind: kind, range: range, text: text))
  }

  private mutating func visit(_ node: CheckedExpr.Node) {
    switch node.kind {
    case .constant(let value):
      change(value, at: node.range)
      exchangeConstant(at: node.range)
    case .call(let name, _, let operands) where operands.count == 2:
      changeOperator(name, operands)
    case .call("!_", _, let operands):
      let operand = outer(operands[0].range)
      if let whole = span(node.range.lowerBound, operand.upperBound) {
        add(.negateCondition, whole, slice(operand))
      }
    case .and(let terms): change(terms, joinedBy: "&&", to: "||")
    case .or(let terms): change(terms, joinedBy: "||", to: "&&")
    case .conditional(_, let then, let otherwise):
      let (then, otherwise) = (outer(then.range), outer(otherwise.range))
      if let between = span(then.upperBound, otherwise.lowerBound) {
        add(
          .exchangeBranches, then.lowerBound..<otherwise.upperBound,
          slice(otherwise) + slice(between) + slice(then))
      }
    case .field(let operand, let shape, let slot):
      exchangeField(of: node, operand, shape, slot)
      exchangePath(node)
    case .place: exchangePath(node)
    default: break
    }
    if case .comprehension(let it) = node.kind {
      for part in it.parts { visit(part) }
    } else {
      for child in node.children { visit(child) }
    }
  }

  // MARK: Values of the same type

  /// Puts another field of the record in the place of a field.
  private mutating func exchangeField(
    of node: CheckedExpr.Node, _ operand: CheckedExpr.Node, _ shape: Shape, _ slot: Int
  ) {
    let field = shape.fields[slot]
    let end = node.range.upperBound - field.name.utf8.count
    if end > operand.range.upperBound, slice(end..<node.range.upperBound) == field.name,
      let other = shape.fields.first(where: { $0.name != field.name && $0.type == field.type })
    {
      add(.exchangeValue, end..<node.range.upperBound, other.name)
    }
  }

  /// The name of the action's type in middleware, which is no value of the spec.
  private static let actionType = "actionType"

  /// Puts other values that the expression could read in the place of a path: for a name, the first
  /// of the same record, and the first from elsewhere, or a constant if there is none.
  private mutating func exchangePath(_ node: CheckedExpr.Node) {
    guard let root = node.rootSlot else { return }
    let written = slice(node.range)
    let others = tree.paths(of: node.type).filter {
      $0.text != written && $0.text != Self.actionType
    }
    if case .place = node.kind, let near = others.first(where: { $0.slot == root }) {
      add(.exchangeValue, node.range, near.text)
    }
    let far = others.first { $0.slot != root }?.text
    if let other = far ?? constants.first(where: { $0.type.cel == node.type })?.name {
      add(.exchangeValue, node.range, other)
    }
  }

  /// Puts another constant of the spec in the place of one.
  private mutating func exchangeConstant(at range: Range<Int>) {
    let written = slice(range)
    guard let constant = constants.first(where: { $0.name == written }),
      let other = constants.first(where: {
        $0.name != written && $0.type == constant.type
      })
    else { return }
    add(.exchangeValue, range, other.name)
  }

  // MARK: Operators

  private static let comparisons: [String: (sign: String, others: [String])] = [
    "_<_": ("<", ["<=", ">="]), "_<=_": ("<=", ["<", ">"]), "_>_": (">", [">=", "<="]),
    "_>=_": (">=", [">", "<"]), "_==_": ("==", ["!="]), "_!=_": ("!=", ["=="]),
  ]

  private static let arithmetic: [String: (sign: String, other: String)] = [
    "_+_": ("+", "-"), "_-_": ("-", "+"), "_*_": ("*", "+"), "_/_": ("/", "*"), "_%_": ("%", "+"),
  ]

  private mutating func changeOperator(_ name: String, _ operands: [CheckedExpr.Node]) {
    guard let gap = span(operands[0].range.upperBound, operands[1].range.lowerBound) else { return }
    if let (sign, others) = Self.comparisons[name], let place = find(sign, in: gap) {
      for other in others { add(.changeComparison, place, other) }
    } else if let (sign, other) = Self.arithmetic[name], let place = find(sign, in: gap) {
      add(.changeArithmetic, place, other)
    } else if name == "@in" {
      let whole = outer(operands[0].range).lowerBound..<outer(operands[1].range).upperBound
      add(.negateCondition, whole, "!(\(slice(whole)))")
    }
  }

  private mutating func change(
    _ terms: [CheckedExpr.Node], joinedBy sign: String, to other: String
  ) {
    let ranges = terms.map { outer($0.range) }
    for (before, after) in zip(ranges, ranges.dropFirst())
    where before.upperBound < after.lowerBound {
      if let place = find(sign, in: before.upperBound..<after.lowerBound) {
        add(.exchangeConnective, place, other)
      }
      add(.dropTerm, before.upperBound..<after.upperBound, "")
    }
    if ranges.count > 1, ranges[0].lowerBound < ranges[1].lowerBound {
      add(.dropTerm, ranges[0].lowerBound..<ranges[1].lowerBound, "")
    }
  }

  // MARK: Constants

  private mutating func change(_ value: Value, at range: Range<Int>) {
    let written = slice(range)
    switch value {
    case .bool(let bool) where written == "\(bool)": add(.changeConstant, range, "\(!bool)")
    case .int(let int) where written == "\(int)":
      if int < .max { add(.changeConstant, range, "\(int + 1)") }
      if int > .min { add(.changeConstant, range, "\(int - 1)") }
    case .string(let text) where "'\"".contains(written.prefix(1)):
      guard let quote = written.first else { return }
      add(.changeConstant, range, "\(quote)\(another(than: text))\(quote)")
    default: break
    }
  }

  /// Returns another case of the enum to which a text belongs, or another text.
  private func another(than text: String) -> String {
    enums.first { $0.cases.contains(text) }?.another(than: text) ?? (text.isEmpty ? "a" : "")
  }

  // MARK: Text

  /// The text between two offsets; nil if they are not in this order, as those of a damaged bundle.
  private func span(_ start: Int, _ end: Int) -> Range<Int>? { start <= end ? start..<end : nil }

  private func slice(_ range: Range<Int>) -> String { String(text.utf8Slice(range)) }

  private func find(_ sign: String, in gap: Range<Int>) -> Range<Int>? {
    let start = gap.first { bytes[$0..<gap.upperBound].starts(with: sign.utf8) }
    return start.map { $0..<$0 + sign.utf8.count }
  }

  /// Returns the range of an operand with the parentheses around it.
  private func outer(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while true {
      guard
        let start = bytes[..<range.lowerBound].lastIndex(where: { !Self.isSpace($0) }),
        let end = bytes[range.upperBound...].firstIndex(where: { !Self.isSpace($0) }),
        bytes[start] == UInt8(ascii: "("), bytes[end] == UInt8(ascii: ")")
      else { return range }
      range = start..<end + 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension EnumType {
  /// Returns the case after the given one; after the last, the first; nil if there is no other.
  func another(than name: String) -> String? {
    guard cases.count > 1, let place = cases.firstIndex(of: name) else { return nil }
    return cases[(place + 1) % cases.count]
  }
}
