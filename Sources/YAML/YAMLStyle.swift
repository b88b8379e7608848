/// An author's choices between equivalent notations.
public struct YAMLStyle: Sendable {
  /// True if braces have blanks inside: `{ a: 1 }`.
  public var padsBraces: Bool
  /// True if double quotes are preferred where either kind would do.
  public var prefersDoubleQuotes: Bool
  /// Names that an unquoted text must not contain, since it would be taken for an expression.
  public var names: Set<String>

  public init(padsBraces: Bool = true, prefersDoubleQuotes: Bool = false, names: Set<String> = []) {
    self.padsBraces = padsBraces
    self.prefersDoubleQuotes = prefersDoubleQuotes
    self.names = names
  }

  /// The choices of a tree's author, by the majority of cases.
  public init(of tree: Node, names: Set<String> = []) {
    var survey = Survey()
    survey.look(at: tree)
    self.init(
      padsBraces: survey.padded >= survey.tight, prefersDoubleQuotes: survey.double > survey.single,
      names: names)
  }

  private struct Survey {
    var padded = 0
    var tight = 0
    var double = 0
    var single = 0

    mutating func look(at node: Node) {
      switch node.content {
      case .scalar(let scalar): look(at: scalar)
      case .sequence(let items): for item in items { look(at: item) }
      case .mapping(let entries):
        let bytes = node.range.source.utf8
        let start = node.range.lowerBound
        if !entries.isEmpty, start + 1 < bytes.count, bytes[start] == UInt8(ascii: "{") {
          if bytes[start + 1] == 0x20 { padded += 1 } else { tight += 1 }
        }
        for entry in entries {
          look(at: entry.key)
          look(at: entry.value)
        }
      }
    }

    private mutating func look(at scalar: Scalar) {
      switch scalar.style {
      case .doubleQuoted: double += 1
      case .singleQuoted: single += 1
      case .plain, .literal, .folded: break
      }
    }
  }
}

extension YAMLStyle {
  /// Writes a scalar so that it is read as the draft says.
  ///
  /// - Parameters:
  ///   - style: The style to keep if possible, except a block.
  ///   - isInFlow: True if the scalar is between brackets.
  public func scalar(
    text: String, isText: Bool, like style: Scalar.Style = .plain, isInFlow: Bool
  ) -> String {
    let scalar = ScalarText(text)
    let isPlain = isInFlow ? scalar.isPlainInFlow : scalar.isPlain
    // A value that is not a string keeps its meaning only without quotes.
    if !isText, isPlain, Scalar.resolve(plain: text) != .string { return text }
    switch style {
    case .doubleQuoted: return scalar.doubleQuoted
    case .singleQuoted: return scalar.quoted
    case .plain, .literal, .folded:
      if isPlain, Scalar.resolve(plain: text) == .string, !mentionsName(text) { return text }
      return prefersDoubleQuotes && !text.utf8.contains(UInt8(ascii: "\""))
        ? scalar.doubleQuoted : scalar.quoted
    }
  }

  /// True if one of the names is a word of the text.
  private func mentionsName(_ text: String) -> Bool {
    guard !names.isEmpty else { return false }
    return text.unicodeScalars.split {
      !($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }.contains { names.contains(String(Substring($0))) }
  }

  /// Writes a tree on one line, with collections in brackets.
  public func line(_ draft: Draft, isInFlow: Bool = false) -> String {
    switch draft {
    case .plain(let text): return scalar(text: text, isText: false, isInFlow: isInFlow)
    case .text(let text): return scalar(text: text, isText: true, isInFlow: isInFlow)
    case .sequence(let items):
      return "[\(items.map { line($0, isInFlow: true) }.joined(separator: ", "))]"
    case .mapping(let entries):
      if entries.isEmpty { return "{}" }
      let inside = entries.map { entry(key: $0.key, $0.value) }.joined(separator: ", ")
      return padsBraces ? "{ \(inside) }" : "{\(inside)}"
    }
  }

  /// Writes an entry of a mapping on one line.
  ///
  /// - Parameter isText: True if a key that looks like a number is quoted.
  public func entry(
    key: String, isText: Bool = true, _ value: Draft, isInFlow: Bool = true
  ) -> String {
    // No key may look like a merge key.
    let key =
      key == "<<" ? "'<<'" : scalar(text: key, isText: isText, isInFlow: isInFlow)
    return "\(key): \(line(value, isInFlow: isInFlow))"
  }
}
