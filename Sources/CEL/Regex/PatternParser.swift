/// Parses a pattern (RE2, "Syntax"). Its grammar:
///
///     alternatives = sequence { "|" sequence }
///     sequence     = { atom [ ( "*" | "+" | "?" | "{" n [ "," [ m ] ] "}" ) [ "?" ] ] }
///     atom         = "(" [ "?" ( "P<" name ">" | "<" name ">" | flags [ ":" ] ) ] alternatives ")"
///                  | "[" class "]" | "." | "^" | "$" | "\" escape | code point
///
/// There are no back references and no lookaround assertions: they cannot be matched in linear
/// time.
struct PatternParser {
  static let nestingLimit = 200
  static let repetitionLimit = 1000

  var rest: Substring.UnicodeScalarView
  private let text: String
  private var flags = Flags()
  private var depth = 0
  private var names: Set<String> = []
  /// The number of groups that have been opened.
  private(set) var groupCount = 0

  struct Flags {
    var foldsCase = false
    var isMultiline = false
    var dotTakesNewline = false
    /// True if repetitions are greedy where a `?` follows, and lazy elsewhere.
    var swapsGreed = false
  }

  init(_ text: String) {
    self.text = text
    rest = Substring(text).unicodeScalars
  }

  mutating func parse() throws(Pattern.PatternError) -> PatternNode {
    let node = try alternatives()
    guard rest.isEmpty else { throw failure("there is no '(' for the ')'") }
    return node
  }

  // MARK: Places

  func failure(_ message: String, from start: String.Index? = nil) -> Pattern.PatternError {
    let lower = text.utf8.distance(from: text.startIndex, to: start ?? rest.startIndex)
    let end = rest.isEmpty ? rest.startIndex : rest.index(after: rest.startIndex)
    let upper = text.utf8.distance(
      from: text.startIndex, to: start == nil ? end : rest.startIndex)
    return Pattern.PatternError(message: message, range: lower..<max(lower, upper))
  }

  mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  mutating func accept(_ prefix: String) -> Bool {
    guard rest.starts(with: prefix.unicodeScalars) else { return false }
    rest.removeFirst(prefix.unicodeScalars.count)
    return true
  }

  /// Reads the text before the scalar, and skips the scalar; returns nil if there is none.
  mutating func upTo(_ scalar: Unicode.Scalar) -> String? {
    guard let end = rest.firstIndex(of: scalar) else { return nil }
    let result = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return result
  }

  // MARK: Structure

  private mutating func alternatives() throws(Pattern.PatternError) -> PatternNode {
    var nodes = [try sequence()]
    while accept("|" as Unicode.Scalar) { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(Pattern.PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = rest.first, next != "|", next != ")" {
      let start = rest.startIndex
      if accept("\\Q") {
        let end = rest.indices.first { rest[$0...].starts(with: "\\E".unicodeScalars) }
        for scalar in rest[..<(end ?? rest.endIndex)] { nodes.append(literal(scalar)) }
        rest = rest[(end ?? rest.endIndex)...]
        _ = accept("\\E")
      } else if let atom = try atom() {
        nodes.append(atom)
      } else {
        continue
      }
      if let repetition = try repetition() {
        guard let node = nodes.popLast() else {
          throw failure("there is nothing to repeat", from: start)
        }
        nodes.append(.repeated(node, repetition))
        let second = rest.startIndex
        if try self.repetition() != nil {
          throw failure("a repetition cannot be repeated", from: second)
        }
      }
    }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func repetition() throws(Pattern.PatternError) -> PatternNode.Repetition? {
    let start = rest.startIndex
    let counts: (minimum: Int, maximum: Int?)
    switch rest.first {
    case "*": counts = (0, nil)
    case "+": counts = (1, nil)
    case "?": counts = (0, 1)
    case "{":
      guard let written = self.counts() else { return nil }
      guard written.0 <= written.1 ?? written.0,
        max(written.0, written.1 ?? 0) <= Self.repetitionLimit
      else { throw failure("the number of repetitions is out of range", from: start) }
      counts = written
    default: return nil
    }
    // The braces of a count have been read.
    if rest.startIndex == start { rest.removeFirst() }
    let isMarked = accept("?" as Unicode.Scalar)
    return PatternNode.Repetition(
      minimum: counts.minimum, maximum: counts.maximum, isGreedy: isMarked == flags.swapsGreed)
  }

  /// Reads `{n}`, `{n,}` or `{n,m}`; returns nil for any other brace, which is a literal.
  private mutating func counts() -> (Int, Int?)? {
    let saved = rest
    rest.removeFirst()
    if let minimum = number() {
      if accept("}" as Unicode.Scalar) { return (minimum, minimum) }
      if accept("," as Unicode.Scalar) {
        if accept("}" as Unicode.Scalar) { return (minimum, nil) }
        if let maximum = number(), accept("}" as Unicode.Scalar) { return (minimum, maximum) }
      }
    }
    rest = saved
    return nil
  }

  private mutating func number() -> Int? {
    var result: Int?
    while let digit = rest.first, ("0"..."9").contains(digit) {
      result = min((result ?? 0) * 10 + Int(digit.value - 48), 100_000)
      rest.removeFirst()
    }
    return result
  }

  // MARK: Atoms

  /// Reads an atom; returns nil if it only sets flags for the following atoms.
  private mutating func atom() throws(Pattern.PatternError) -> PatternNode? {
    let start = rest.startIndex
    switch rest.first {
    case "(":
      rest.removeFirst()
      return try group(start)
    case "[":
      rest.removeFirst()
      return .one(try bracket(start, foldsCase: flags.foldsCase))
    case ".":
      rest.removeFirst()
      return .one(flags.dotTakesNewline ? .any : .anyButNewline)
    case "^":
      rest.removeFirst()
      return .assertion(flags.isMultiline ? .lineStart : .textStart)
    case "$":
      rest.removeFirst()
      return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
    case "\\":
      rest.removeFirst()
      return try escape(start)
    case "*", "+", "?": throw failure("there is nothing to repeat")
    case let scalar?:
      rest.removeFirst()
      return literal(scalar)
    case nil: return .empty
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> PatternNode {
    .one(CharacterClass(scalar, foldsCase: flags.foldsCase))
  }

  private mutating func group(_ start: String.Index) throws(Pattern.PatternError) -> PatternNode? {
    let saved = flags
    var number: Int?
    if accept("?" as Unicode.Scalar) {
      if accept("P<") || accept("<" as Unicode.Scalar) {
        if rest.first == "=" || rest.first == "!" {
          throw failure("a pattern cannot look behind", from: start)
        }
        guard let name = upTo(">"), !name.isEmpty, name.utf8.allSatisfy(\.isWord),
          names.insert(name).inserted
        else { throw failure("that is no name of a group, or it is taken", from: start) }
        groupCount += 1
        number = groupCount
      } else if try setFlags(start) {
        return nil
      }
    } else {
      groupCount += 1
      number = groupCount
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.nestingLimit else {
      throw failure("the pattern is nested too deeply", from: start)
    }
    let node = try alternatives()
    guard accept(")" as Unicode.Scalar) else {
      throw failure("the '(' is not closed", from: start)
    }
    flags = saved
    return number.map { .group(node, $0) } ?? node
  }

  /// Reads flags; returns true if they apply to the rest of the enclosing group, and false if they
  /// begin a group of their own.
  private mutating func setFlags(_ start: String.Index) throws(Pattern.PatternError) -> Bool {
    var isOn = true
    var isEmpty = true
    while let flag = rest.popFirst() {
      switch flag {
      case "i": flags.foldsCase = isOn
      case "m": flags.isMultiline = isOn
      case "s": flags.dotTakesNewline = isOn
      case "U": flags.swapsGreed = isOn
      case "-" where isOn:
        isOn = false
        isEmpty = true
        continue
      case ":" where !isEmpty || isOn: return false
      case ")" where !isEmpty: return true
      case "=", "!": throw failure("a pattern cannot look ahead", from: start)
      default: throw failure("there is no such group", from: start)
      }
      isEmpty = false
    }
    throw failure("the '(' is not closed", from: start)
  }

  private mutating func escape(_ start: String.Index) throws(Pattern.PatternError) -> PatternNode {
    switch rest.first {
    case "A":
      rest.removeFirst()
      return .assertion(.textStart)
    case "z":
      rest.removeFirst()
      return .assertion(.textEnd)
    case "b":
      rest.removeFirst()
      return .assertion(.wordBoundary)
    case "B":
      rest.removeFirst()
      return .assertion(.noWordBoundary)
    default:
      var set = CharacterClass()
      if try classEscape(start, into: &set) {
        if flags.foldsCase { set.foldCase() }
        return .one(set)
      }
      return literal(try scalarEscape(start))
    }
  }
}
