import YAML

extension Symbol {
  /// A declaration of the runtime of generated TypeScript, or a part of one: `Types.any`.
  static func typescript(_ name: String) -> Symbol {
    let declared = String(name.prefix { $0 != "." })
    return Symbol(
      name, in: TypeScriptRuntime.folder,
      importing: TypeScriptRuntime.file(declaring: declared).map { "\($0)/\(declared)" },
      isType: TypeScriptRuntime.isType(declared))
  }

  /// A declaration of the program itself, in one of its modules.
  static func program(_ name: String, in module: String) -> Symbol {
    Symbol(name, in: module, importing: "\(module)/\(name.prefix { $0 != "." })")
  }

  /// A type that the program itself declares.
  static func programType(_ name: String, in module: String) -> Symbol {
    Symbol(name, in: module, importing: "\(module)/\(name.prefix { $0 != "." })", isType: true)
  }
}

extension Document.StringInterpolation {
  /// A declaration of the runtime of generated TypeScript.
  mutating func appendInterpolation(ts name: String) {
    appendInterpolation(Symbol.typescript(name))
  }
}

/// The shapes of TypeScript, as Prettier breaks them.
extension Document {
  /// The greatest number of characters on a line of TypeScript.
  static let typescriptWidth = 100

  /// Arguments or parameters in parentheses.
  static func parenthesized(_ list: [Document]) -> Document {
    if list.isEmpty { return "()" }
    // The last argument, a function or an object, is broken alone if the others fit before it.
    let others = list.dropLast()
    if let last = list.last, last.isHugged, !others.contains(where: \.isHugged) {
      return .hugging(list)
    }
    return enclosed("(", list, ")", spaced: false)
  }

  /// The elements of a list.
  static func bracketed(_ list: [Document]) -> Document {
    list.isEmpty ? "[]" : enclosed("[", list, "]", spaced: false)
  }

  /// The properties of an object.
  static func braced(_ list: [Document]) -> Document {
    if list.isEmpty { return "{}" }
    var object = enclosed("{", list, "}", spaced: true)
    object.isHugged = true
    return object
  }

  private static func enclosed(
    _ start: Document, _ list: [Document], _ end: Document, spaced: Bool
  ) -> Document {
    let edge = spaced ? Document.line : .softLine
    let items = edge + list.joined(separator: "," + .line) + .ifBroken(",")
    return (start + items.nested(2) + edge + end).grouped
  }

  /// A function without parameters, of one expression.
  static func lazy(_ body: TypeScriptExpression) -> Document { arrow("()", body) }

  /// A function of one expression.
  static func arrow(_ parameters: Document, _ body: TypeScriptExpression) -> Document {
    guard body.isObject || body.isList else {
      return ("\(parameters) =>" + (.line + body.document()).nested(2)).grouped
    }
    var function: Document = "\(parameters) => "
    function += body.isObject ? "(\(body.document()))" : body.document()
    function.isHugged = true
    return function
  }

  /// Lines between the start and the end of a block.
  static func lines(_ start: Document, _ lines: [Document], _ end: Document = "}") -> Document {
    let inner = lines.joined(after: .hardLine)
    return start + inner.nested(2) + .hardLine + end
  }

  /// The document without the line break at its end.
  var withoutLastLine: Document {
    var parts = parts
    if parts.last == .hardLine { parts.removeLast() }
    return Document(parts)
  }
}
