/// A part of a statement of Kotlin.
typealias KotlinText = CodeText<KotlinNotation>

/// The marks by which statements of Kotlin are divided.
enum KotlinNotation: CodeNotation {
  static let operators = [
    [" || "], [" && "], [" == ", " != "], [" <= ", " >= ", " < ", " > "], [" ?: "],
    [" + ", " - "], [" * ", " / "],
  ]
  static let valueMark: (sign: Character, opening: Character) = ("$", "{")
  static let hasAngles = true
}

extension CodeText<KotlinNotation> {
  /// True if the text is one string literal.
  var isLiteral: Bool {
    count > 1 && self[0] == "\"" && isOutermost(0) && !isOutermost(count - 1)
      && !(1..<count).contains(where: isOutermost)
  }

  /// The value that a literal consists of, as an operand.
  var onlyValue: String? {
    guard isLiteral, text.hasPrefix("\"${"), text.hasSuffix("}\"") else { return nil }
    let value = CodeText(self[3..<(count - 2)])
    guard CodeText("{" + value.text + "}").groups.first?.end == value.count + 1 else { return nil }
    let isOperand = value.lowestOperator == nil && !value.text.hasPrefix("if (")
    return isOperand ? value.text : "(\(value.text))"
  }

  /// The group at the end, if it is a lambda.
  var lambda: CodeGroup? {
    groups.last.flatMap { $0.opening == "{" && $0.end == count - 1 ? $0 : nil }
  }

  /// The parts between line breaks at the outermost level, without the spaces around them.
  var statements: [String] {
    var statements: [String] = []
    var start = 0
    for place in places(of: "\n") + [count] {
      statements.append(self[start..<place].trimmed)
      start = place + 1
    }
    return statements.filter { !$0.isEmpty }
  }

  /// The operands, each with the operator beside it that belongs on its line: `?:` begins a line, the
  /// others end one.
  func operands(_ signs: [String]) -> [String] {
    let pieces = split(before: signs)
    if signs == [" ?: "] { return pieces }
    let signs = signs.map { $0.dropFirst() }
    var result: [String] = []
    for piece in pieces {
      guard let sign = signs.first(where: piece.hasPrefix), !result.isEmpty else {
        result.append(piece)
        continue
      }
      result[result.count - 1] += " " + sign.dropLast()
      result.append(String(piece.dropFirst(sign.count)))
    }
    return result
  }

  /// The places of the points before calls, each of the result of what is before it.
  var links: [Int] {
    let points = places(of: ".").filter { place in
      place > 0 && place + 1 < count && self[place + 1].isLowercase && !self[place - 1].isWhitespace
    }.map { self[$0 - 1] == "?" ? $0 - 1 : $0 }
    var links = points.enumerated().filter { index, place in
      let end = index + 1 < points.count ? points[index + 1] : count
      return groups.contains { (place..<end).contains($0.start) && "({".contains($0.opening) }
    }.map(\.element)
    // What follows the name of a type is no call of a result.
    if let first = links.first, self[..<first].isTypeName { links.removeFirst() }
    return links
  }
}

extension StringProtocol {
  fileprivate var isTypeName: Bool {
    first?.isUppercase == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
