/// How the author of a file writes what could be written in several ways.
public struct Handwriting: Sendable {
  /// Whether blanks stand inside braces: `{ a: 1 }`.
  public var padsBraces: Bool
  /// Whether quotes are double ones where either would do.
  public var prefersDoubleQuotes: Bool
  /// Names that an unquoted text must not hold, where it would be taken for an expression.
  public var names: Set<String>

  public init(padsBraces: Bool = true, prefersDoubleQuotes: Bool = false, names: Set<String> = []) {
    self.padsBraces = padsBraces
    self.prefersDoubleQuotes = prefersDoubleQuotes
    self.names = names
  }

  /// The ways of a tree's author, told by what there is more of.
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

extension Handwriting {
  /// A scalar that is read back as the draft says.
  ///
  /// - Parameters:
  ///   - style: The style that is kept where it can be; a block is not one of them.
  ///   - isInFlow: Whether the scalar stands between brackets.
  public func scalar(
    text: String, isText: Bool, like style: Scalar.Style = .plain, isInFlow: Bool
  ) -> String {
    let scalar = ScalarText(text)
    let isPlain = isInFlow ? scalar.isPlainInFlow : scalar.isPlain
    // What is no text means itself only where it is not quoted.
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

  /// Whether one of the names is a word of the text.
  private func mentionsName(_ text: String) -> Bool {
    guard !names.isEmpty else { return false }
    return text.unicodeScalars.split {
      !($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }.contains { names.contains(String(Substring($0))) }
  }

  /// A tree in one line: collections in brackets.
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

  /// An entry of a mapping that is written in one line.
  ///
  /// - Parameter isText: Whether a key that looks like a number is quoted.
  public func entry(
    key: String, isText: Bool = true, _ value: Draft, isInFlow: Bool = true
  ) -> String {
    // A merge key is what no key may look like.
    let key =
      key == "<<" ? "'<<'" : scalar(text: key, isText: isText, isInFlow: isInFlow)
    return "\(key): \(line(value, isInFlow: isInFlow))"
  }
}
