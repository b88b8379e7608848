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
    if arguments.count == 1, arguments[0].isGroup { return "\(function)(\(arguments[0]))" }
    return function + enclosed(list(arguments))
  }

  /// A member of a value; calls that follow one another can stand on lines of their own.
  static func member(_ value: Document, _ name: Document) -> Document {
    if case .group? = value.parts.last {
      return value + (.softLine + "." + name).nested(indentation).grouped
    }
    return value + "." + name
  }

  /// A call of a method.
  static func method(_ value: Document, _ name: Document, _ arguments: [Document]) -> Document {
    guard case .group? = value.parts.last else { return call("\(value).\(name)", arguments) }
    let link = Document.softLine + call("." + name, arguments)
    return value + link.nested(indentation).grouped
  }

  static func parenthesized(_ value: Document) -> Document { enclosed(value) }

  private static func enclosed(_ inner: Document) -> Document {
    ("(" + (.softLine + inner.grouped).nested(indentation) + ")").grouped
  }

  static func list(_ elements: [Document]) -> Document {
    elements.joined(separator: "," + .line)
  }

  // MARK: Collections and closures

  /// A list that is written out, or a map with its entries.
  static func collection(_ elements: [Document], ifEmpty empty: Document = "[]") -> Document {
    if elements.isEmpty { return empty }
    let isMultiple = elements.count > 1
    return
      ((isMultiple ? .spare(1) : "") + "["
      + (.softLine + list(elements) + (isMultiple ? .ifBroken(",") : "")).nested(indentation)
      + .softLine + "]").grouped
  }

  /// A closure with the head that names its parameters.
  static func closure(_ head: Document, _ body: Document) -> Document {
    let start: Document = .line + head + " in"
    return ("{" + (start.grouped + .line + body).nested(indentation) + .line + "}").grouped
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

  static func conditional(
    _ condition: Document, _ then: Document, _ otherwise: Document
  ) -> Document {
    let choice = ("? " + then + .line + ": " + otherwise).grouped
    return operation(condition, [choice])
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

  static func `guard`(_ condition: Document) -> Document {
    head("guard", condition, "else {")
  }

  /// A closure without a head.
  static func closure(_ body: Document) -> Document {
    ("{" + (.line + body).nested(indentation) + .line + "}").grouped
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
  static func assignment(_ place: Document, _ value: Document) -> Document {
    guard let operation = value.operation else { return "\(place) = \(value)" }
    return ("\(place) =" + (.line + operation).nested(indentation)).grouped
  }

  /// The head of a statement with a body, whose last word follows a condition that is broken.
  static func head(_ word: String, _ condition: Document, _ end: String = "{") -> Document {
    let space: Document = condition.endsInBrace ? " " : .line
    return ("\(word) " + condition + space + Document(end)).grouped
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

extension Document {
  /// True for a list, a closure or a value in parentheses.
  fileprivate var isGroup: Bool {
    if parts.count == 1, case .group = parts[0] { true } else { false }
  }

  /// True for a call whose last line, where it is broken, is the brace or bracket of its argument at
  /// the indentation of the first one.
  fileprivate var endsInBrace: Bool {
    var parts = parts[...]
    if case .text(")")? = parts.last { parts.removeLast() }
    guard case .group(let inner)? = parts.popLast(), case .text("}")? = inner.last else {
      return false
    }
    return parts.allSatisfy { part in
      switch part {
      case .text, .name, .symbol: true
      default: false
      }
    }
  }

  /// The operands of an operation whose lines are not indented further than its first one; nil if it
  /// is none.
  fileprivate var operation: Document? {
    guard case .nest(_, let rest)? = parts.last else { return nil }
    return Document(parts.dropLast() + rest)
  }
}
