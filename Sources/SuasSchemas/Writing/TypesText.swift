import YAML
import YAMLSyntax

/// Declarations as the text of a spec, which the formatter lays out.
struct TypesText {
  let description: String
  /// The types of schemas that have no declaration, by the names of these.
  let others: [(name: String, type: String)]
  let declarations: [Declaration]

  var text: String {
    let head: [(key: Draft.Key, value: Draft)] = [
      ("suas", .plain("1")), ("description", .text(description)),
    ]
    var parts = [YAML.emit(.mapping(head))]
    if !others.isEmpty {
      parts.append(
        others.map { Self.comment("\($0.name) is \($0.type)", indent: "") }.joined())
    }
    for (section, isIn) in Self.sections {
      let members = declarations.filter(isIn)
      guard !members.isEmpty else { continue }
      parts.append("\(section):\n" + Self.separated(members.map(Self.text)))
    }
    return parts.joined(separator: "\n")
  }

  private static let sections: [(name: String, holds: @Sendable (Declaration) -> Bool)] = [
    ("enums", { if case .choice = $0.body { true } else { false } }),
    ("types", { if case .record = $0.body { true } else { false } }),
    ("variants", { if case .variant = $0.body { true } else { false } }),
  ]

  /// Joins declarations, with blank lines around those that take several lines.
  private static func separated(_ texts: [String]) -> String {
    var joined = texts.first ?? ""
    for (last, next) in zip(texts, texts.dropFirst()) {
      let isApart = [last, next].contains { $0.utf8.count { $0 == 0x0A } > 1 }
      joined += isApart ? "\n\(next)" : next
    }
    return joined
  }

  private static func text(of declaration: Declaration) -> String {
    let comment = declaration.description.map { Self.comment($0, indent: "  ") } ?? ""
    let head = "\(comment)  \(plain(declaration.name)):"
    switch declaration.body {
    case .choice(let cases):
      return "\(head) [\(cases.map { inFlow(.text($0)) }.joined(separator: ", "))]\n"
    case .record(let fields):
      let isShort = fields.count <= 3 && fields.allSatisfy { shortForm(of: $0) != nil }
      return head + (isShort ? " \(flow(fields))\n" : "\n\(block(fields, indent: 4))")
    case .variant(let cases):
      return cases.reduce("\(head)\n") { text, item in
        let isInFlow = item.fields.allSatisfy { !needsLines($0) }
        let fields = isInFlow ? " \(flow(item.fields))\n" : "\n\(block(item.fields, indent: 6))"
        return "\(text)    \(plain(item.name)):\(fields)"
      }
    }
  }

  private static func block(_ fields: [Declaration.Field], indent: Int) -> String {
    let blanks = String(repeating: " ", count: indent)
    return fields.reduce(into: "") { text, field in
      text += "\(blanks)\(plain(field.name)):"
      if let short = shortForm(of: field) {
        text += " \(plain(short))\n"
      } else if needsLines(field) {
        let lines = YAML.emit(.mapping(longForm(of: field))).split(
          separator: "\n", omittingEmptySubsequences: false
        ).dropLast()
        text += lines.reduce(into: "\n") { $0 += $1.isEmpty ? "\n" : "\(blanks)  \($1)\n" }
      } else {
        text += " \(longFlow(field))\n"
      }
    }
  }

  private static func flow(_ fields: [Declaration.Field]) -> String {
    guard !fields.isEmpty else { return "{}" }
    let members = fields.map { field in
      "\(plain(field.name)): \(shortForm(of: field).map(inFlow) ?? longFlow(field))"
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private static func longFlow(_ field: Declaration.Field) -> String {
    let members = longForm(of: field).map { key, value in
      let text =
        if key.text == "type", case .text(let type) = value { inFlow(type) } else { inFlow(value) }
      return "\(key.text): \(text)"
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  /// True for a field whose description has several lines.
  private static func needsLines(_ field: Declaration.Field) -> Bool {
    shortForm(of: field) == nil && field.description.map { lines(of: $0).count > 1 } ?? false
  }

  /// A type, and the default if there is one; nil if the field has more, or a long default.
  private static func shortForm(of field: Declaration.Field) -> String? {
    guard field.value.condition == nil, !field.isSensitive,
      field.description.map(prose)?.isEmpty ?? true
    else { return nil }
    let type = field.value.name.text
    guard let literal = field.default else { return type }
    return literal.short.map { "\(type) = \($0)" }
  }

  private static func longForm(of field: Declaration.Field) -> [(key: Draft.Key, value: Draft)] {
    var entries: [(key: Draft.Key, value: Draft)] = [("type", .text(field.value.name.text))]
    if let literal = field.default { entries.append(("default", literal.draft)) }
    if let description = field.description.map(prose), !description.isEmpty {
      entries.append(("description", .text(description)))
    }
    if let condition = field.value.wholeCondition {
      entries.append(("where", .text(condition("self"))))
    }
    if field.isSensitive { entries.append(("sensitive", .plain("true"))) }
    return entries
  }

  /// A name or a type in a block, with quotes where it would be another value.
  private static func plain(_ text: String) -> String {
    let scalar = ScalarText(text)
    return scalar.isPlainString ? text : scalar.readable
  }

  /// A type between brackets, which may end with a `?`.
  private static func inFlow(_ type: String) -> String {
    type.utf8.contains { ",[]{}".utf8.contains($0) } ? ScalarText(type).readable : plain(type)
  }

  private static func inFlow(_ draft: Draft) -> String {
    LayoutWriter.line(draft, avoiding: [], inFlow: true)
  }

  /// A text for people, without blanks around its lines.
  private static func prose(_ text: String) -> String {
    lines(of: text).joined(separator: "\n")
  }

  /// The lines of a text, without blanks around them, and without empty ones at the ends.
  private static func lines(of text: String) -> [String] {
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r"
    }
    let shown = lines.map { line in
      line.split { $0.properties.isWhitespace }.map(escaped)
        .joined(separator: " ")
    }
    let start = shown.drop { $0.isEmpty }
    return Array(
      start.prefix(start.lastIndex { !$0.isEmpty }.map { $0 + 1 - start.startIndex } ?? 0))
  }

  /// A word with what cannot be seen escaped, and with what no YAML has.
  private static func escaped(_ word: Substring.UnicodeScalarView) -> String {
    DisplayText.escaped(String(Substring(word))).unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.value {
      case 0xFFFE, 0xFFFF: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The longest line of a comment.
  private static let width = 98

  /// A text as a comment, with its lines broken between words.
  private static func comment(_ text: String, indent: String) -> String {
    let width = width - "\(indent)# ".count
    return lines(of: text).flatMap { $0.isEmpty ? [""] : $0.wrapped(to: width) }.map { line in
      "\(indent)#\(line.isEmpty ? "" : " \(line)")\n"
    }.joined()
  }

  /// A text for people on one line, which is cut if it is long.
  static func title(_ text: String) -> String {
    let line = lines(of: text).filter { !$0.isEmpty }.joined(separator: " ")
    return line.unicodeScalars.count > 80 ? "\(line.unicodeScalars.prefix(80))…" : line
  }
}
