/// An expression that knows its type, made of texts and other expressions.
package struct Term: Hashable, Sendable {
  package enum Part: Hashable, Sendable, ExpressibleByStringLiteral {
    case text(String)
    case term(Term)

    package init(stringLiteral text: String) { self = .text(text) }
  }

  package var type: SpecType
  package var parts: [Part]
  /// True for the target of a rule, in whose place no other expression may stand.
  package var isPlace = false

  init(_ type: SpecType, _ parts: [Part], isPlace: Bool = false) {
    self.type = type
    self.parts = parts
    self.isPlace = isPlace
  }

  init(_ type: SpecType, _ text: String) { self.init(type, [.text(text)]) }

  /// The text of the expression.
  package var text: String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .term(let term): text += term.text
      }
    }
    return text
  }

  /// The number of expressions in this one, with itself.
  package var size: Int {
    parts.reduce(1) { if case .term(let term) = $1 { $0 + term.size } else { $0 } }
  }
}

/// A part of a spec as YAML has it, whose expressions are trees.
package indirect enum Piece: Hashable, Sendable {
  /// A text, in quotes where it could be read as something else.
  case text(String)
  /// A scalar that is written as it stands.
  case plain(String)
  /// An expression in an expression place.
  case expression(Term)
  /// An expression in a value place, in `${ }`.
  case value(Term)
  /// A text with an expression in it.
  case interpolation(String, Term)
  case mapping([Entry])
  case sequence([Piece])

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: Piece

    package init(_ key: String, _ value: Piece) {
      self.key = key
      self.value = value
    }
  }

  /// The number of mappings, sequences, scalars and expressions.
  package var size: Int {
    switch self {
    case .text, .plain: 1
    case .expression(let term), .value(let term), .interpolation(_, let term): 1 + term.size
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.size }
    case .sequence(let items): items.reduce(1) { $0 + $1.size }
    }
  }

  /// The value of a key in a mapping.
  package subscript(_ key: String) -> Piece? {
    get {
      guard case .mapping(let entries) = self else { return nil }
      return entries.first { $0.key == key }?.value
    }
    set {
      guard case .mapping(var entries) = self else { return }
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Entry(key, value))
      case (nil, nil): break
      }
      self = .mapping(entries)
    }
  }

  package var entries: [Entry] { if case .mapping(let entries) = self { entries } else { [] } }

  /// The piece as a document of YAML.
  package var document: String { lines(0).joined(separator: "\n") + "\n" }

  private func lines(_ depth: Int) -> [String] {
    let margin = String(repeating: "  ", count: depth)
    switch self {
    case .mapping(let entries) where !entries.isEmpty:
      return entries.flatMap { entry -> [String] in
        let key = margin + (Self.isPlainKey(entry.key) ? entry.key : entry.key.quoted)
        if let scalar = entry.value.scalar { return ["\(key): \(scalar)"] }
        return ["\(key):"] + entry.value.lines(depth + 1)
      }
    case .sequence(let items) where !items.isEmpty:
      return items.flatMap { item -> [String] in
        if let scalar = item.scalar { return ["\(margin)- \(scalar)"] }
        var lines = item.lines(depth + 1)
        lines[0] = margin + "- " + lines[0].dropFirst(margin.count + 2)
        return lines
      }
    default: return [margin + (scalar ?? "null")]
    }
  }

  /// The piece on one line, if it is none of several.
  private var scalar: String? {
    switch self {
    case .text(let text): text.quoted
    case .plain(let text): text
    case .expression(let term): term.text.scalar
    case .value(let term): "${\(term.text)}".scalar
    case .interpolation(let text, let term):
      (text.replacing("${", with: "$${") + "${\(term.text)}").scalar
    case .mapping(let entries): entries.isEmpty ? "{}" : nil
    case .sequence(let items): items.isEmpty ? "[]" : nil
    }
  }

  private static func isPlainKey(_ key: String) -> Bool {
    key.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_-]*|-?[0-9]+/) != nil
      && !["null", "Null", "NULL", "True", "False", "TRUE", "FALSE"].contains(key)
  }
}

extension String {
  /// The text in double quotes, as YAML and CEL read it.
  var quoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The text as a plain scalar where that is read back, else in quotes.
  fileprivate var scalar: String {
    let isPlain =
      wholeMatch(of: /[A-Za-z_$(0-9][ -~]*/) != nil && !contains(": ") && !contains(" #")
      && !hasSuffix(" ") && !hasSuffix(":") && wholeMatch(of: /\$\{.*\}|[^${}]*/) != nil
    if isPlain { return self }
    return wholeMatch(of: /[ -~]*/) != nil ? "'" + replacing("'", with: "''") + "'" : quoted
  }
}
