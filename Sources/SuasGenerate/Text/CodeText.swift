/// The marks of a language by which its statements are divided.
protocol CodeNotation {
  /// The operators, from those that hold their operands together least.
  static var operators: [[String]] { get }
  /// The two characters that open a value in a text, such as `${`.
  static var valueMark: (sign: Character, opening: Character) { get }
  /// True if `<` and `>` without a space around them enclose types.
  static var hasAngles: Bool { get }
}

/// A part of a statement, whose groups of parentheses, brackets and braces are known.
struct CodeText<Notation: CodeNotation> {
  let text: String
  private let characters: [Character]
  /// The number of groups around each character; texts count as groups.
  private let depths: [Int]
  private let literals: [Range<Int>]
  /// The groups at the outermost level.
  let groups: [CodeGroup]

  init(_ text: String) {
    self.text = text
    characters = Array(text)
    var reader = Reader<Notation>(characters)
    reader.read()
    depths = reader.depths
    groups = reader.groups
    literals = reader.literals
  }

  var count: Int { characters.count }
  subscript(index: Int) -> Character { characters[index] }
  func isInLiteral(_ index: Int) -> Bool { literals.contains { $0.contains(index) } }
  func isOutermost(_ index: Int) -> Bool { depths[index] == 0 }
  subscript(range: some RangeExpression<Int>) -> String { String(characters[range]) }

  /// The place of a text at the outermost level.
  func first(_ wanted: String) -> Int? { places(of: wanted).first }
  func last(_ wanted: String) -> Int? { places(of: wanted).last }

  func places(of wanted: String) -> [Int] {
    let wanted = Array(wanted)
    guard wanted.count <= count else { return [] }
    return (0...(count - wanted.count)).filter { start in
      depths[start] == 0 && characters[start] == wanted[0]
        && characters[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  /// The parts between commas, each with its comma.
  var parts: [String] {
    var parts: [String] = []
    var start = 0
    for place in places(of: ", ") {
      parts.append(self[start...place])
      start = place + 2
    }
    return start < count ? parts + [self[start...]] : parts
  }

  /// The place behind the last space in a text that is written out, where that can be divided.
  ///
  /// - Parameter place: A place in the text, at or behind which the divided part begins; nil for
  ///   its start.
  func placeInText(from place: Int? = nil, before end: Int) -> Int? {
    guard let start = characters.firstIndex(of: "\""), depths[start] == 0 else { return nil }
    var found: Int?
    var index = place ?? start + 1
    let reader = Reader<Notation>(characters)
    while index < min(end, count - 1), characters[index] != "\"" {
      if let end = reader.endOfEscape(index) {
        index = end
      } else if characters[index] == " " {
        found = index + 1
      }
      index += 1
    }
    return found
  }

  // MARK: Operators

  /// The operators at the outermost level that hold their operands together least.
  var lowestOperator: [String]? {
    Notation.operators.first { signs in
      // A colon alone is that of a label.
      signs.contains { $0 != " : " && first($0) != nil }
    }
  }

  /// The operands, each with the operator before it.
  func split(before signs: [String]) -> [String] {
    let places = signs.flatMap { self.places(of: $0) }.sorted()
    var pieces: [String] = []
    var start = 0
    for place in places {
      pieces.append(self[start..<place])
      start = place + 1
    }
    return pieces + [self[start...]]
  }
}

/// A pair of parentheses, brackets or braces, or of the angles around types.
struct CodeGroup {
  let opening: Character
  let start: Int
  let end: Int
  var inner: Range<Int> { start + 1..<end }
}

/// Finds the groups of a text.
private struct Reader<Notation: CodeNotation> {
  private let characters: [Character]
  private(set) var depths: [Int] = []
  private(set) var groups: [CodeGroup] = []
  private(set) var literals: [Range<Int>] = []
  private var open: [(Character, Int)] = []
  /// The number of lists of generic types that are open, where these are no groups.
  private var openTypes = 0
  private var depth: Int { open.count + openTypes }

  init(_ characters: [Character]) { self.characters = characters }

  mutating func read() {
    var index = 0
    while index < characters.count {
      let character = characters[index]
      switch character {
      case "\"":
        let end = endOfText(index)
        literals.append(index..<end + 1)
        depths.append(depth)
        depths += Array(repeating: depth + 1, count: end - index)
        index = end
      case _ where opensGroup(index):
        depths.append(depth)
        open.append((character, index))
      case _ where closesGroup(index):
        if let (opening, start) = open.popLast(), open.isEmpty {
          groups.append(CodeGroup(opening: opening, start: start, end: index))
        }
        depths.append(depth)
      case "<" where !Notation.hasAngles && index > 0 && characters[index - 1].isLetter:
        depths.append(depth)
        openTypes += 1
      case ">" where openTypes > 0 && characters[index - 1] != "-":
        openTypes -= 1
        depths.append(depth)
      default: depths.append(depth)
      }
      index += 1
    }
  }

  /// True for a parenthesis, bracket or brace, and an angle that is no sign of comparison.
  private func opensGroup(_ index: Int) -> Bool {
    switch characters[index] {
    case "(", "[", "{": true
    case "<": Notation.hasAngles && index > 0 && characters[index - 1] != " "
    default: false
    }
  }

  private func closesGroup(_ index: Int) -> Bool {
    switch characters[index] {
    case ")", "]", "}": true
    case ">": open.last?.0 == "<" && characters[index - 1] != "-"
    default: false
    }
  }

  /// The last place of an escape, or of a value in a text; nil where there is neither.
  func endOfEscape(_ start: Int) -> Int? {
    let next = start + 1
    guard next < characters.count else { return nil }
    if opensValue(start) { return endOfValue(next) }
    guard characters[start] == "\\" else { return nil }
    guard next + 1 < characters.count, characters[next] == "u", characters[next + 1] == "{" else {
      return next
    }
    return characters[next...].firstIndex(of: "}") ?? next
  }

  private func opensValue(_ start: Int) -> Bool {
    characters[start] == Notation.valueMark.sign && start + 1 < characters.count
      && characters[start + 1] == Notation.valueMark.opening
  }

  /// The place of the quote that ends a text, in which values may stand.
  private func endOfText(_ start: Int) -> Int {
    var index = start + 1
    while index < characters.count, characters[index] != "\"" {
      index = (endOfEscape(index) ?? index) + 1
    }
    return min(index, characters.count - 1)
  }

  private func endOfValue(_ start: Int) -> Int {
    let closing: Character = Notation.valueMark.opening == "(" ? ")" : "}"
    var depth = 0
    var index = start
    while index < characters.count {
      let character = characters[index]
      if character == "\"" {
        index = endOfText(index)
      } else if character == Notation.valueMark.opening {
        depth += 1
      } else if character == closing {
        depth -= 1
        if depth == 0 { return index }
      }
      index += 1
    }
    return index
  }
}

extension StringProtocol {
  /// The text without the spaces and line breaks around it.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
