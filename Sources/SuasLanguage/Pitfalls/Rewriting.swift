import CEL
import SuasProgram
import YAML

/// The replacement for a value that makes YAML read it as its author meant.
struct Rewriting {
  let pitfall: YAMLPitfall
  /// The reason for the replacement.
  private(set) var reason: String
  /// The text that replaces the value.
  private(set) var value: String
  /// An equivalent key and value without a negation, if they exist.
  private(set) var opposite: (key: String, value: String)?
  /// The length in bytes of the text that is replaced: a comment after it stays.
  private(set) var length: Int

  /// Returns nil if YAML reads the value as it is written, or if its meaning cannot be determined.
  init?(of text: String, under key: String?, isInFlow: Bool) {
    guard let pitfall = YAMLPitfall(of: text, isInFlow: isInFlow), !text.hasPrefix("!!") else {
      return nil
    }
    if pitfall == .brackets, let key, ValueSyntax.paths.contains(key) { return nil }
    self.pitfall = pitfall
    reason = pitfall.reason
    let place = key.map(ValueSyntax.init(key:)) ?? .named
    let candidates = Self.untilComments(text)
    if pitfall == .key || pitfall == .flow, place == .named || Self.beginsAsType(text),
      let (field, longForm) = candidates.firstLongForm
    {
      reason = LongForm.reason
      value = longForm
      length = field.utf8.count
      return
    }
    for candidate in candidates {
      guard let value = Self.expression(candidate, in: place, isInFlow: isInFlow) else { continue }
      // The text before a comment may be one that YAML reads correctly already.
      guard YAMLPitfall(of: candidate, isInFlow: isInFlow) != nil else { return nil }
      self.value = value
      length = candidate.utf8.count
      if pitfall == .tag, !isInFlow { opposite = Self.opposite(of: candidate, under: key) }
      return
    }
    let written = candidates.first ?? text
    guard place == .value || Self.isType(written) else { return nil }
    // The text before a comment is the author's; a word that begins with '#' is no comment.
    if pitfall == .comment, !text.hasPrefix("#") || text.hasPrefix("# ") { return nil }
    value = written.withoutOwnQuotes.quotedForYAML
    length = written.utf8.count
  }

  /// The texts before each ` #`, where a comment may begin, and the whole text.
  private static func untilComments(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let cuts = bytes.indices.filter { index in
      index > 0 && bytes[index] == UInt8(ascii: "#") && bytes[index - 1].isBlank
    }
    return cuts.map { cut in
      var end = cut
      while end > 0, bytes[end - 1].isBlank { end -= 1 }
      return String(decoding: bytes[..<end], as: UTF8.self)
    } + [text]
  }

  /// The text marked and quoted as an expression or template; nil if it is neither.
  private static func expression(
    _ text: String, in place: ValueSyntax, isInFlow: Bool
  ) -> String? {
    if let whole = joined(text) { return whole.quotedForYAML }
    if isTemplate(text) { return text.withoutOwnQuotes.quotedForYAML }
    let text = Environment().translation(of: text) ?? text
    guard let expression = try? Environment().parse(text) else { return nil }
    if isInFlow, place != .expression, isType(text) { return text.quotedForYAML }
    let marked = "${\(text)}"
    let needsQuotes = isInFlow || text.holdsKeyOrComment
    switch place {
    case .expression:
      if needsQuotes { return text.quotedForYAML }
      return marked
    case .value, .named:
      guard !expression.isWord else { return nil }
      return needsQuotes ? marked.quotedForYAML : marked
    }
  }

  /// The text that was meant by `${…}` and quoted texts with `+` between them.
  private static func joined(_ text: String) -> String? {
    guard case .success(let segments) = Interpolation.segments(of: text) else { return nil }
    return Interpolation.joined(segments, of: text)
  }

  private static func isTemplate(_ text: String) -> Bool {
    guard case .success(let segments) = Interpolation.segments(of: text) else { return false }
    let expressions = segments.compactMap { segment -> Range<Int>? in
      if case .expression(let code) = segment { code } else { nil }
    }
    return !expressions.isEmpty
      && expressions.allSatisfy { (try? Environment().parse(String(text.utf8Slice($0)))) != nil }
  }

  /// True if the text begins like a list or map type, which hardly any other text does.
  private static func beginsAsType(_ text: String) -> Bool {
    text.hasPrefix("list(") || text.hasPrefix("map(")
  }

  /// True if the text is a list or map type, possibly with a default, or a type with an empty list
  /// or mapping as its default.
  private static func isType(_ text: String) -> Bool {
    let end = text.filter { $0 != " " }.suffix(3)
    guard beginsAsType(text) || end == "={}" || end == "=[]" else { return false }
    var parser = TypeParser(text)
    return (try? parser.parseField()) != nil
  }

  private static func opposite(
    of text: String, under key: String?
  ) -> (key: String, value: String)? {
    guard let key, key == "when" || key == "unless",
      let expression = try? Environment().parse(text),
      case .call(let name, _, _) = expression.kind, name.text == "!_"
    else { return nil }
    let operand = text.dropFirst().drop { $0 == " " }
    guard YAMLPitfall(of: String(operand), isInFlow: false) == nil else { return nil }
    return (key == "when" ? "unless" : "when", String(operand))
  }
}

extension Expr {
  /// True if the expression could just as well be plain text: a name or a literal.
  fileprivate var isWord: Bool {
    switch kind {
    case .ident, .literal: true
    default: false
    }
  }
}

extension [String] {
  /// The first text that is a field whose default needs the long form, and that form.
  fileprivate var firstLongForm: (field: String, longForm: String)? {
    for field in self {
      if let longForm = LongForm(of: field) { return (field, longForm.text) }
    }
    return nil
  }
}

extension String {
  /// True if YAML would see a key or a comment in the text.
  fileprivate var holdsKeyOrComment: Bool {
    contains(": ") || hasSuffix(":") || contains(" #")
  }

  /// The text between its quotes: an author who wrote the same quotes inside of them meant them for YAML. The
  /// text itself if it has none around it, or what only YAML would read in them.
  fileprivate var withoutOwnQuotes: String {
    let backquote = UInt8(ascii: "`")
    guard let first = utf8.first, first.isQuote || first == backquote, utf8.count > 2,
      utf8.last == first
    else { return self }
    let inner = dropFirst().dropLast()
    // Other backquotes are marks in a text for people.
    if first == backquote, inner.utf8.contains(backquote) { return self }
    return inner.contains("\\") || inner.contains("''") ? self : String(inner)
  }

  /// The text in quotes, so that YAML reads it as it is.
  var quotedForYAML: String { ScalarText(self).readable }
}
