/// A part of a statement of Swift, whose groups of parentheses, brackets and braces are known.
struct SwiftText {
  let text: String
  private let characters: [Character]
  /// How many groups are around each character; texts count as groups.
  private let depths: [Int]
  /// The groups at the outermost level.
  let groups: [Group]

  /// A pair of parentheses, brackets or braces.
  struct Group {
    let opening: Character
    let start: Int
    let end: Int
    var inner: Range<Int> { start + 1..<end }
  }

  init(_ text: String) {
    self.text = text
    characters = Array(text)
    var reader = Reader(characters)
    reader.read()
    depths = reader.depths
    groups = reader.groups
  }

  var count: Int { characters.count }
  subscript(index: Int) -> Character { characters[index] }
  subscript(range: some RangeExpression<Int>) -> String { String(characters[range]) }

  /// The place of a text at the outermost level.
  func first(_ wanted: String) -> Int? { places(of: wanted).first }
  func last(_ wanted: String) -> Int? { places(of: wanted).last }

  private func places(of wanted: String) -> [Int] {
    let wanted = Array(wanted)
    guard wanted.count <= count else { return [] }
    return (0...(count - wanted.count)).filter { start in
      depths[start] == 0 && characters[start..<start + wanted.count].elementsEqual(wanted)
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
  func placeInText(before end: Int) -> Int? {
    guard let start = characters.firstIndex(of: "\""), depths[start] == 0 else { return nil }
    var found: Int?
    var index = start + 1
    var reader = Reader(characters)
    while index < min(end, count - 1), characters[index] != "\"" {
      if characters[index] == "\\" {
        index = reader.endOfEscape(index)
      } else if characters[index] == " " {
        found = index + 1
      }
      index += 1
    }
    return found
  }

  // MARK: Operators

  /// The operators, from those that hold their operands together least.
  private static let operators = [
    [" ? ", " : "], [" || "], [" && "], [" == ", " != ", " <= ", " >= ", " < ", " > "], [" ?? "],
    [" + ", " - "], [" * ", " / "],
  ]

  /// The operators at the outermost level that hold their operands together least.
  var lowestOperator: [String]? {
    Self.operators.first { signs in
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

  /// The places of the points before calls of methods, where at least two calls follow one another.
  var links: [Int] {
    var links: [Int] = []
    for group in groups where group.opening == "(" && group.start > 0 {
      var index = group.start - 1
      while index > 0, characters[index].isLetter || characters[index].isNumber { index -= 1 }
      if characters[index] == ".", index > 0, depths[index] == 0 { links.append(index) }
    }
    return links
  }
}

/// Finds the groups of a text.
private struct Reader {
  private let characters: [Character]
  private(set) var depths: [Int] = []
  private(set) var groups: [SwiftText.Group] = []
  private var open: [(Character, Int)] = []
  /// The number of lists of generic types that are open.
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
        depths.append(depth)
        depths += Array(repeating: depth + 1, count: end - index)
        index = end
      case "(", "[", "{":
        depths.append(depth)
        open.append((character, index))
      case ")", "]", "}":
        if let (opening, start) = open.popLast(), open.isEmpty {
          groups.append(SwiftText.Group(opening: opening, start: start, end: index))
        }
        depths.append(depth)
      case "<" where index > 0 && characters[index - 1].isLetter:
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

  /// The last place of an escape, or of a value in a text.
  mutating func endOfEscape(_ start: Int) -> Int {
    let next = start + 1
    guard next < characters.count else { return start }
    if characters[next] == "(" { return endOfValue(next) }
    guard characters[next] == "u" else { return next }
    return characters[next...].firstIndex(of: "}") ?? next
  }

  /// The place of the quote that ends a text, in which values may stand.
  private func endOfText(_ start: Int) -> Int {
    var index = start + 1
    while index < characters.count, characters[index] != "\"" {
      if characters[index] == "\\" {
        index += 1
        if index < characters.count, characters[index] == "(" { index = endOfValue(index) }
      }
      index += 1
    }
    return min(index, characters.count - 1)
  }

  private func endOfValue(_ start: Int) -> Int {
    var depth = 0
    var index = start
    while index < characters.count {
      switch characters[index] {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth == 0 { return index }
      case "\"": index = endOfText(index)
      default: break
      }
      index += 1
    }
    return index
  }
}
