import YAML

/// The parts of Swift's syntax as documents, whose lines break where its formatter breaks them.
enum SwiftSyntax {
  static let width = 100
  static let indentation = 2

  // MARK: Calls

  /// A call of a function, an initializer or a method.
  static func call(_ function: Document, _ arguments: [Document]) -> Document {
    if arguments.isEmpty { return function + "()" }
    // A list or closure that is the only argument opens on the line of the call.
    if arguments.count == 1, arguments[0].isHuggable { return "\(function)(\(arguments[0]))" }
    return function + enclosed(list(arguments))
  }

  /// A member of a value; calls that follow one another can stand on lines of their own.
  static func member(_ value: Document, _ name: Document) -> Document {
    value.canBreak ? linked(value, "." + name) : value + "." + name
  }

  /// A member of a value, if that is there.
  static func memberIfAny(_ value: Document, _ name: Document) -> Document {
    value.canBreak
      ? linked(value, "." + name, after: "?") : value + "?." + name
  }

  /// A call of a method.
  static func method(_ value: Document, _ name: Document, _ arguments: [Document]) -> Document {
    guard value.canBreak else { return call("\(value).\(name)", arguments) }
    return linked(value, call("." + name, arguments))
  }

  /// A value with a member or a call of a method after it; below a parenthesis in which the last
  /// parenthesis does not fit on a line, these stand on a line of their own.
  private static func linked(
    _ value: Document, _ member: Document, after sign: Document = ""
  ) -> Document {
    let link =
      value.parts.last?.endsInInnerParenthesis ?? false
      ? sign + .resetIndentation.nested(indentation) + member
      : (sign + .softLine + member).grouped
    return followed(value).replacingLast { last in
      guard case .chain(let columns, let first, let links) = last else {
        return .chain(indentation, value: [last], links: link.parts)
      }
      return .chain(columns, value: first, links: links + link.parts)
    }
  }

  /// A call with the closure that is its last argument after its parentheses.
  static func call(_ function: Document, _ arguments: [Document], trailing closure: Document)
    -> Document
  {
    let start = arguments.isEmpty ? function : followed(call(function, arguments))
    let end = (" " + closure).parts
    guard start.canBreak else { return start + Document(end) }
    return start.replacingLast { last in
      guard case .chain(let columns, let value, let links) = last else {
        return .chain(indentation, value: [last] + end, links: [])
      }
      return .chain(columns, value: value, links: links + end)
    }
  }

  /// A call with a closure after it, whose arguments stand on lines of their own.
  static func spreadCall(
    _ function: Document, _ lines: [[Document]], trailing closure: Document
  ) -> Document {
    let arguments = lines.map { list($0).grouped }.joined(separator: "," + .hardLine)
    return "\(function)(" + (.hardLine + arguments).nested(indentation) + .hardLine + ") " + closure
  }

  /// An element of a value.
  static func element(of value: Document, at index: Document) -> Document {
    followed(value) + enclosed(index, "[", "]")
  }

  /// A value before a member or a closure: the parenthesis that ends a call has a line of its own
  /// where the arguments have lines of their own.
  static func followed(_ value: Document) -> Document {
    value.replacingLast { last in
      switch last {
      case .chain(let columns, let first, let links):
        return .chain(columns, value: first, links: followed(Document(links)).parts)
      case .group(let outer) where outer.count > 1:
        return .group(followed(Document(outer)).parts)
      case .group(let outer):
        guard case .aligned(let call)? = outer.first, call.count == 3,
          case .group(let arguments) = call[0], call[1] == .closing
        else { return last }
        let closed = Document(arguments) + .softLine + Document([call[2]])
        return .group(closed.grouped.aligned.parts)
      default: return last
      }
    }
  }

  static func parenthesized(_ value: Document) -> Document {
    ("(" + value.stackingLast + ")").aligned.grouped
  }

  /// A value of several, whose last parenthesis has a line of its own if they do not fit on one.
  static func tuple(_ elements: [Document]) -> Document {
    ("(" + (.softLine + list(elements).grouped).nested(indentation) + .softLine + ")")
      .aligned.grouped
  }

  private static func enclosed(
    _ inner: Document, _ opening: Document = "(", _ end: Document = ")"
  ) -> Document {
    let start = opening + (.softLine + inner.grouped).nested(indentation)
    return (start.grouped + .closing + end).aligned.grouped
  }

  static func list(_ elements: [Document]) -> Document {
    elements.joined(separator: "," + .line)
  }

  /// An argument with its label; a long word begins on a line of its own.
  static func argument(_ label: Document, _ value: Document) -> Document {
    value.parts.first?.opening.map { "([{".contains($0) } ?? false
      ? "\(label): \(value)" : "\(label):" + hanging(value)
  }

  /// A key or a name with what stands after its colon.
  static func entry(_ key: Document, _ value: Document) -> Document {
    "\(key):" + hanging(value)
  }

  // MARK: Collections and closures

  /// A list that is written out, or a map with its entries.
  static func collection(_ elements: [Document], ifEmpty empty: Document = "[]") -> Document {
    if elements.isEmpty { return empty }
    let isMultiple = elements.count > 1
    return
      ((isMultiple ? .spare(1) : "") + "["
      + (.softLine + list(elements) + (isMultiple ? .ifBroken(",") : "")).nested(indentation)
      + .softLine + "]").aligned.grouped
  }

  /// A closure with the head that names its parameters.
  static func closure(_ head: Document, _ body: Document) -> Document {
    let start: Document = .line + head + " in"
    return ("{" + (start.grouped + .line + body).nested(indentation) + .line + "}").aligned.grouped
  }

  /// A closure that can throw a failure.
  static func failingClosure(_ parameters: Document, _ body: Document) -> Document {
    closure("\(parameters) throws(Failure)", body)
  }

  /// Elements that stand on lines of their own in any case.
  static func tallCollection(_ elements: [Document]) -> Document {
    if elements.isEmpty { return "[]" }
    return "[" + (.hardLine + elements.joined(separator: "," + .hardLine)).nested(indentation)
      + (elements.count > 1 ? "," : "") + .hardLine + "]"
  }

  // MARK: Operators

  /// Operands with the operators before them, as many on a line as fit.
  static func operation(_ first: Document, _ rest: [Document]) -> Document {
    first + Document(rest.flatMap { (.line + $0).grouped.parts }).nested(indentation)
  }

  /// An operand of an operator other than `&&` and `||`: its lines are indented as those of the
  /// operation are.
  static func levelled(_ operand: Document) -> Document {
    Document(
      operand.parts.flatMap { part -> [Document.Part] in
        switch part {
        case .nest(indentation, let inner): [.nest(0, inner)]
        case .chain(indentation, let value, let links):
          [
            .chain(
              0, value: Document(value).replacingOpening { $0.outermost(levelled) }.parts,
              links: links)
          ]
        default: [part]
        }
      })
  }

  /// A keyword with the expression after it, which begins on a line of its own if it opens with a
  /// parenthesis and that one does not end on the line.
  ///
  /// - Parameter indents: False for an expression whose other lines are indented already.
  static func keyword(_ word: Document, _ value: Document, indents: Bool = true) -> Document {
    word
      + (value.opensWithParenthesis
        ? hanging(value, by: indents ? indentation : 0) : " " + value)
  }

  /// A space and a value, or a line break where the beginning of the value does not fit on the line:
  /// its first word, or all that is in the parentheses with which it opens.
  static func hanging(_ value: Document, by columns: Int = indentation) -> Document {
    let line = Document.line.nested(columns)
    guard value.opensWithParenthesis else { return line.grouped + value }
    return value.replacingOpening { (line + $0.outermost).grouped }
  }

  /// The test that one of some tests holds.
  static func any(of tests: [Document]) -> Document {
    operation(tests.first ?? "true", tests.dropFirst().map { "|| \($0)" })
  }

  /// The conditions in the head of a statement, each on a line of its own if they do not fit on one.
  static func conditions(_ conditions: [Document]) -> Document {
    conditions.count == 1 ? conditions[0] : list(conditions).nested(indentation)
  }

  static func conditional(
    _ condition: Document, _ then: Document, _ otherwise: Document
  ) -> Document {
    condition
      + choice(("? " + then + .line + ": " + otherwise).grouped, below: 0).nested(indentation)
  }

  /// The branches of a choice: on a line of their own also after a line that is indented further than those of
  /// the condition are.
  ///
  /// - Parameter columns: The indentation of the condition's lines.
  fileprivate static func choice(_ branches: Document, below columns: Int) -> Document {
    (Document([.line(flat: " ", below: columns)]) + branches).grouped
  }

  // MARK: Texts

  /// A piece of a text with values in it.
  enum TextPiece {
    case text(String)
    case value(Document)
  }

  /// A text as a literal; a long one can be divided between its words, into a sum of literals.
  static func text(_ pieces: [TextPiece]) -> SwiftExpression {
    var words: [Document] = [""]
    var length = 0
    for piece in pieces {
      switch piece {
      case .value(let value):
        let value = value.flattened
        length += value.text(width: .max).count
        words[words.count - 1] += "\\(" + value + ")"
      case .text(let text):
        let text = SwiftNames.escaped(text)
        length += text.count
        for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 {
            words[words.count - 1] += " "
            words.append("")
          }
          words[words.count - 1] += Document(String(word))
        }
      }
    }
    guard length > longestText, words.count > 1 else {
      return SwiftExpression("\"" + words.joined(separator: "") + "\"")
    }
    words[words.count - 1] += "\""
    let rest = words.dropFirst().flatMap { word in
      (.ifBroken("\"") + .softLine + .ifBroken("+ \"") + word).grouped.parts
    }
    return SwiftExpression(
      "\"" + words[0] + Document(rest).nested(indentation), isDivisible: true)
  }

  /// The longest text that is never divided.
  private static let longestText = 40

  // MARK: Comments

  /// A comment on the following code, with its line breaks; nothing if it has no lines.
  static func comment(_ texts: [String]) -> Document {
    Document(
      texts.flatMap { text in
        Document("/// \(DisplayText.escaped(text))").parts + [.hardLine]
      })
  }

  /// A comment on the following code: the lines of its description, or a text if there are none.
  static func comment(_ texts: [String], or text: String) -> Document {
    comment(texts.isEmpty ? [text] : texts)
  }

  // MARK: Statements and blocks

  /// Statements between braces, after the text before them on the line.
  static func body(_ statements: [Document]) -> Document {
    if statements.isEmpty { return "" }
    return (.hardLine + statements.joined(separator: .hardLine)).nested(indentation) + .hardLine
  }

  /// A statement or declaration with a body.
  ///
  /// - Parameters:
  ///   - head: Its head, the opening brace included.
  ///   - isShort: True for a body of one statement that stands on the line of the head if it fits.
  static func block(
    _ head: Document, _ statements: [Document], isShort: Bool = false
  ) -> Document {
    guard isShort, statements.count == 1 else { return head + body(statements) + "}" }
    return (head + (.line + statements[0]).nested(indentation) + .line + "}").grouped
  }

  static func `switch`(_ subject: Document, _ cases: [Document]) -> Document {
    head("switch", subject) + .hardLine + cases.joined(separator: .hardLine) + .hardLine + "}"
  }

  /// A case of a `switch`, or its default.
  static func `case`(_ label: Document, _ statements: [Document]) -> Document {
    label + ":"
      + (.hardLine + (statements.isEmpty ? ["break"] : statements).joined(separator: .hardLine))
      .nested(indentation)
  }

  /// A case of a `switch` with one statement, which stands on the line of the pattern if it fits.
  static func `case`(_ pattern: Document, _ statement: Document) -> Document {
    ("case \(pattern):" + (.line + statement).nested(indentation)).grouped
  }

  static func `guard`(_ conditions: Document...) -> Document { self.guard(conditions) }

  static func `guard`(_ conditions: [Document]) -> Document {
    if conditions.count > 1 { return head("guard", self.conditions(conditions), "else {") }
    return ("guard" + (.line + conditions[0]).nested(indentation)).grouped + .reset + "else {"
  }

  /// The head of a type with the protocols that it conforms to.
  static func type(_ start: Document, _ protocols: [Document]) -> Document {
    let list = protocols.map { Document.line.grouped + $0 }.joined(separator: ",")
    return start + ":" + list.nested(indentation) + .reset + "{"
  }

  /// A closure without a head.
  static func closure(_ body: Document) -> Document {
    ("{" + (.line + body).nested(indentation) + .line + "}").aligned.grouped
  }

  /// The equality of two values.
  ///
  /// - Parameter isExact: True if it is the language's own.
  static func equality(_ left: Document, _ right: Document, isExact: Bool) -> Document {
    isExact
      ? (left + (.line + "== " + right).nested(indentation)).grouped
      : method(left, "equals", [right])
  }

  /// The declaration of a constant with its type.
  static func constant(_ name: String, _ type: Document, _ value: Document) -> Document {
    assignment("let \(name): \(type)", value)
  }

  /// The constant for the path of a file of the spec.
  static func fileConstant(_ name: String, _ path: String) -> Document {
    ("private let \(name) =" + (.line + Document(SwiftNames.literal(path))).nested(indentation))
      .grouped
  }

  /// A call whose arguments stand on lines of their own in any case.
  static func tallCall(_ function: Document, _ arguments: [Document]) -> Document {
    function + "(" + (.hardLine + arguments.joined(separator: "," + .hardLine)).nested(indentation)
      + ")"
  }

  /// The declaration of a constant or variable, or an assignment, with its value.
  static func assignment(_ place: Document, _ value: Document, _ sign: String = "=") -> Document {
    let line = Document.line.nested(indentation)
    guard value.isOperation else { return "\(place) \(sign)" + hanging(value) }
    // Only a first operand in parentheses, without a member after it, has its own lines indented further.
    let ends = [value.parts.first { !$0.isSign }, value.parts.last]
    let isChain = ends.contains { if case .chain? = $0 { true } else { false } }
    let whole = isChain ? value.replacingOpening(\.outermost) : value.indentingCondition
    return "\(place) \(sign)" + (line + whole).grouped
  }

  /// The head of a statement with a body, whose last word follows a condition that is broken.
  static func head(_ word: String, _ condition: Document, _ end: String = "{") -> Document {
    "\(word) " + condition.grouped + .reset + Document(end)
  }

  /// The head of a loop; a range that opens with a literal stands below the variable if it does not
  /// fit beside it.
  static func loop(_ variable: Document, in range: Document) -> Document {
    let start: Document =
      range.opensWithLiteral ? (.line + "in \(range)").nested(indentation) : " in \(range)"
    return head("for", variable + start)
  }

  /// The head of a function.
  static func function(
    _ start: Document, _ parameters: [Document], _ result: Document = ""
  ) -> Document {
    let end = result.isEmpty ? Document(") {") : ") " + result + " {"
    if parameters.isEmpty { return start + "(" + end }
    return
      (start + "(" + (.softLine + list(parameters).grouped).nested(indentation) + .softLine
      + end).grouped
  }
}

extension Document.StringInterpolation {
  /// Appends a value that a member follows.
  mutating func appendInterpolation(owner: Document) {
    appendInterpolation(SwiftSyntax.followed(owner))
  }
}

extension Document.Part {
  fileprivate var isSign: Bool { self == .text("!") || self == .text("-") }

  /// The first character of a literal, a closure or a value in parentheses.
  fileprivate var opening: Character? {
    switch self {
    case .group(let parts), .aligned(let parts):
      parts.first { if case .spare = $0 { false } else { true } }?.opening
    case .chain(_, let value, _): value.first?.opening
    case .text(let text): text.first
    default: nil
    }
  }

  /// True for a literal in parentheses, or what is made of it.
  fileprivate var opensWithLiteral: Bool {
    switch self {
    case .group(let parts), .aligned(let parts), .nest(_, let parts):
      parts.first == .text("(")
        ? parts.dropFirst().first?.opening == "[" : parts.contains(where: \.opensWithLiteral)
    case .chain(_, let value, _): value.first?.opensWithLiteral ?? false
    default: false
    }
  }

  /// The parts between the parentheses around a value; nil for all others.
  private var parenthesized: ArraySlice<Document.Part>? {
    guard case .group(let outer) = self, outer.count == 1, case .aligned(let inner) = outer[0],
      inner.first == .text("("), inner.last == .text(")")
    else { return nil }
    return inner.dropFirst().dropLast()
  }

  /// True for a value in parentheses, or one that ends in it.
  private var endsInParenthesis: Bool {
    if parenthesized != nil { return true }
    switch self {
    case .group(let parts), .aligned(let parts), .nest(_, let parts):
      return parts.last?.endsInParenthesis ?? false
    default: return false
    }
  }

  /// True for a value in parentheses that ends in another one.
  fileprivate var endsInInnerParenthesis: Bool {
    parenthesized?.last?.endsInParenthesis ?? false
  }
}

extension Document {
  /// The value with another part at its end.
  fileprivate func replacingLast(_ other: (Part) -> Part) -> Document {
    parts.last.map { Document(parts.dropLast() + [other($0)]) } ?? self
  }

  /// True for a value that opens with a parenthesis, whatever its sign.
  fileprivate var opensWithParenthesis: Bool {
    parts.first { !$0.isSign }?.opening == "("
  }

  /// True for a literal in parentheses, or what is made of it, whatever the keyword before it.
  var opensWithLiteral: Bool {
    parts.first { $0 != .text("try") }?.opensWithLiteral ?? false
  }

  /// The value with another document for the parenthesis with which it opens, with what is in it and
  /// the sign before it.
  fileprivate func replacingOpening(_ other: (Document) -> Document) -> Document {
    let sign = parts.prefix(while: \.isSign)
    guard let next = parts.dropFirst(sign.count).first, next.opening == "(" else { return self }
    let rest = Document(Array(parts.dropFirst(sign.count + 1)))
    guard case .chain(let columns, let value, let links) = next else {
      return other(Document(sign + [next])) + rest
    }
    let replaced = Document(sign + value).replacingOpening(other)
    return Document([.chain(columns, value: replaced.parts, links: links)]) + rest
  }

  /// The value in parentheses, whose lines are indented as those of the statement are: no further for
  /// a parenthesis that begins a line.
  fileprivate var outermost: Document { outermost { $0 } }

  /// - Parameter inside: Makes the contents of each such parenthesis.
  fileprivate func outermost(_ inside: (Document) -> Document) -> Document {
    guard case .group(let outer)? = parts.last, outer.count == 1,
      case .aligned(let inner) = outer[0],
      inner.first == .text("(")
    else { return self }
    let value = Document(Array(inner.dropFirst())).replacingOpening { $0.outermost(inside) }
    return Document(parts.dropLast()) + ("(" + inside(value)).grouped
  }

  /// An operation in parentheses whose last operand opens with other ones: its lines are indented further
  /// than those of the operation. Any other value as it is.
  fileprivate var stackingLast: Document {
    guard case .nest(let columns, let rest)? = parts.last, case .group(let operand)? = rest.last,
      case .nest(0, let inner)? = operand.last,
      // A line, an operator and a space stand before it.
      operand.dropFirst(3).first?.opening == "("
    else { return self }
    let stacked = operand.dropLast() + [.nest(SwiftSyntax.indentation, inner)]
    return Document(parts.dropLast() + [.nest(columns, rest.dropLast() + [.group(Array(stacked))])])
  }

  /// A choice with the lines of its condition indented further than the choice is; any other value as it is.
  fileprivate var indentingCondition: Document {
    guard case .nest(let columns, let inner)? = parts.last, case .group(let choice)? = inner.first,
      case .line(_, 0)? = choice.first, parts.first != .text("try")
    else { return self }
    let branches = Document(Array(choice.dropFirst()))
    let further = SwiftSyntax.indentation
    let condition = parts.dropLast().map { part -> Part in
      switch part {
      case .nest(let columns, let inner): .nest(columns + further, inner)
      case .chain(let columns, let value, let links):
        .chain(columns + further, value: value, links: links)
      default: part
      }
    }
    return Document(condition)
      + SwiftSyntax.choice(branches, below: further).nested(columns)
  }

  /// True for a list or a closure.
  fileprivate var isHuggable: Bool {
    guard parts.count == 1, case .group(let inner) = parts[0] else { return false }
    return inner.first?.opening != "("
  }

  /// True for a value that ends in a call, a literal or what follows one.
  fileprivate var canBreak: Bool {
    switch parts.last {
    case .group, .chain: true
    default: false
    }
  }

  /// True for a value that a declaration has on a line of its own if it does not fit on the line:
  /// operands with operators before them, those in parentheses, and a member of what a call returns.
  fileprivate var isOperation: Bool {
    switch parts.last {
    case .nest: return true
    case .chain(_, _, let links):
      guard parts.first != .text("try"), case .group(let link)? = links.last else { return false }
      if case .group? = link.last { return false } else { return true }
    case .group(let inner):
      guard parts.count == 1 || parts.count == 2 && parts[0] == .text("try") else { return false }
      return inner.last?.opening == "("
    default: return false
    }
  }
}
