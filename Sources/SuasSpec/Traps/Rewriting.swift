import CEL
import YAML

/// How a value is written so that YAML reads what its author meant.
struct Rewriting {
  let misreading: Misreading
  /// Why the value is replaced.
  private(set) var reason: String
  /// What replaces the value.
  private(set) var value: String
  /// The key and value that say the same without a negation, where there are such.
  private(set) var opposite: (key: String, value: String)?
  /// Where the text ends that is replaced: a comment after it stays.
  private(set) var length: Int

  /// Nil where YAML reads the value as it stands, or where nobody can know what was meant.
  init?(of text: String, under key: String?, isInFlow: Bool) {
    guard let misreading = Misreading(of: text, isInFlow: isInFlow), !text.hasPrefix("!!") else {
      return nil
    }
    self.misreading = misreading
    reason = misreading.reason
    let place = key.map(Place.init(key:)) ?? .named
    let candidates = Self.untilComments(text)
    if misreading == .key || misreading == .flow, place == .named || Self.beginsAsType(text),
      let (field, longForm) = candidates.firstLongForm
    {
      reason = LongForm.reason
      value = longForm
      length = field.utf8.count
      return
    }
    for candidate in candidates {
      guard let value = Self.expression(candidate, in: place, isInFlow: isInFlow) else { continue }
      // What stands before a comment may be what YAML reads already.
      guard Misreading(of: candidate, isInFlow: isInFlow) != nil else { return nil }
      self.value = value
      length = candidate.utf8.count
      if misreading == .tag, !isInFlow { opposite = Self.opposite(of: candidate, under: key) }
      return
    }
    let written = candidates.first ?? text
    guard place == .value || Self.isType(written) else { return nil }
    // Before a comment stands what the author wrote; a word that begins with '#' is none.
    if misreading == .comment, !text.hasPrefix("#") || text.hasPrefix("# ") { return nil }
    value = written.quotedForYAML
    length = written.utf8.count
  }

  /// What stands before each ` #` in the text, where a comment may begin, and the text as a whole.
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

  /// The text as an expression or with expressions in it; nil where it is none.
  private static func expression(
    _ text: String, in place: Place, isInFlow: Bool
  ) -> String? {
    if isTemplate(text) { return text.quotedForYAML }
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

  private static func isTemplate(_ text: String) -> Bool {
    guard case .success(let segments) = Interpolation.segments(of: text) else { return false }
    let expressions = segments.compactMap { segment -> Range<Int>? in
      if case .expression(let code) = segment { code } else { nil }
    }
    return !expressions.isEmpty
      && expressions.allSatisfy { (try? Environment().parse(String(text.utf8Slice($0)))) != nil }
  }

  /// Whether the text begins as no expression and hardly another text does.
  private static func beginsAsType(_ text: String) -> Bool {
    text.hasPrefix("list(") || text.hasPrefix("map(")
  }

  /// Whether the text is a list or map type, perhaps with a default.
  private static func isType(_ text: String) -> Bool {
    guard beginsAsType(text) else { return false }
    let source = Source(name: "", text: text)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: text.utf8.count)
    var parser = TypeParser(Scalar(text, style: .plain, at: range))
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
    guard Misreading(of: String(operand), isInFlow: false) == nil else { return nil }
    return (key == "when" ? "unless" : "when", String(operand))
  }
}

extension Expr {
  /// Whether the expression may as well be plain text: a name or a literal.
  fileprivate var isWord: Bool {
    switch kind {
    case .ident, .literal: true
    default: false
    }
  }
}

extension [String] {
  /// The first that is a field whose default takes the long form, and that form.
  fileprivate var firstLongForm: (field: String, longForm: String)? {
    for field in self {
      if let longForm = LongForm(of: field) { return (field, longForm.text) }
    }
    return nil
  }
}

extension String {
  /// Whether YAML sees a key or a comment in the text.
  fileprivate var holdsKeyOrComment: Bool {
    contains(": ") || hasSuffix(":") || contains(" #")
  }

  /// The text in the quotes that need the fewest changes to it.
  var quotedForYAML: String {
    if !contains("\""), !contains("\\") { return "\"\(self)\"" }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }
}
