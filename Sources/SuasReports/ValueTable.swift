import CEL
import SuasSpec

/// A table of values in JSON, in which equal values have one row.
///
/// A row has a number as it was written, a text, or an array. The array of an object begins with the
/// row of its keys, which are an array of texts; that of a list begins with null. A long list has an
/// array that begins with false, of lists that follow each other. The other items of these arrays
/// are values. A number among them is the row of a value, counted back from their own row if it is
/// negative.
///
/// Rows are numbered from 1. The table is a single array with a line for each row.
struct ValueTable {
  /// A value as it stands in a row: a short text, true, false, null, or the number of a row.
  enum Item {
    case row(Int)
    case itself([UInt8])

    fileprivate static let null = Item.itself(Array("null".utf8))
    fileprivate static let isDivided = Item.itself(Array("false".utf8))

    fileprivate var json: [UInt8] {
      switch self {
      case .row(let number): Array(String(number).utf8)
      case .itself(let json): json
      }
    }

    /// Returns the shortest text that leads from a row to this one.
    fileprivate func json(from row: Int) -> [UInt8] {
      guard case .row(let number) = self else { return json }
      let distance = Array(String(number - row).utf8)
      return distance.count < json.count ? distance : json
    }

    /// True for about one in eight items, which end a part of a long list.
    fileprivate var endsPart: Bool {
      let hash =
        switch self {
        case .row(let number): UInt32(truncatingIfNeeded: number)
        case .itself(let json): json.reduce(0) { $0 &* 31 &+ UInt32($1) }
        }
      return (hash &* 2_654_435_761) >> 29 == 0
    }
  }

  private var rows: [[UInt8]: Int] = [:]
  private var lines: [UInt8] = Array("[null".utf8)

  /// The size of the table, in bytes.
  var size: Int { lines.count }

  /// The maximum length of a text that needs no row.
  private static let maximumShortText = 12
  /// The maximum length of a list that is not divided, and of a part of a list.
  private static let maximumLength = 16

  /// Writes the table in parts that end between its rows.
  func write(_ write: (String) -> Void) {
    var rest = lines[...]
    while !rest.isEmpty {
      let end = rest.dropFirst(1 << 16).firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      write(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    write(",\nnull]")
  }

  /// Adds an object of items that have been added.
  mutating func add(object members: [(key: String, item: Item)]) -> Item {
    var object = Open(isObject: true)
    for member in members {
      object.add(key: JSONText.of(.string(member.key)).utf8[...])
      object.add(member.item)
    }
    return close(object)
  }

  /// Adds a list of items that have been added.
  ///
  /// A long list is divided after items that their own value chooses, so that a change leaves most
  /// of the parts as they are.
  mutating func add(list items: [Item]) -> Item {
    guard items.count > Self.maximumLength else { return row(.null, items) }
    return join(parts(of: items).map { row(.null, $0) })
  }

  private mutating func join(_ lists: [Item]) -> Item {
    guard lists.count > Self.maximumLength else { return row(.isDivided, lists) }
    return join(parts(of: lists).map { row(.isDivided, $0) })
  }

  private func parts(of items: [Item]) -> [ArraySlice<Item>] {
    var parts: [ArraySlice<Item>] = []
    var start = 0
    for end in 1...items.count {
      let isPart = end - start > 1 && items[end - 1].endsPart || end - start == Self.maximumLength
      guard isPart || end == items.count else { continue }
      parts.append(items[start..<end])
      start = end
    }
    return parts
  }

  /// Adds a value that is written already, with all that is in it.
  mutating func add(json: JSONText) -> Item {
    var open: [Open] = []
    var result = Item.null
    var scanner = TokenScanner(json.bytes)
    func complete(_ item: Item) {
      if open.isEmpty { result = item } else { open[open.count - 1].add(item) }
    }
    while let token = scanner.next() {
      switch token.first {
      case UInt8(ascii: "{"): open.append(Open(isObject: true))
      case UInt8(ascii: "["): open.append(Open(isObject: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let last = open.popLast() { complete(close(last)) }
      case UInt8(ascii: "\"") where open.last?.awaitsKey == true:
        open[open.count - 1].add(key: token)
      default: complete(scalar(token))
      }
    }
    return result
  }

  /// Returns the number of a row with a value.
  mutating func number(of item: Item) -> Int {
    switch item {
    case .row(let number): number
    case .itself(let json): row(of: json, as: json)
    }
  }

  private mutating func scalar(_ token: ArraySlice<UInt8>) -> Item {
    let isShort = token.count <= Self.maximumShortText + 2
    return switch token.first {
    case UInt8(ascii: "\"") where isShort: .itself(Array(token))
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): .itself(Array(token))
    default: .row(row(of: Array(token), as: Array(token)))
    }
  }

  private mutating func close(_ open: Open) -> Item {
    guard open.isObject else { return add(list: open.items) }
    let keys = open.keys + [UInt8(ascii: "]")]
    return row(.row(row(of: keys, as: keys)), open.items)
  }

  private mutating func row(_ head: Item, _ items: some Collection<Item>) -> Item {
    func array(_ text: (Item) -> [UInt8]) -> [UInt8] {
      var json = [UInt8(ascii: "[")] + text(head)
      for item in items {
        json.append(UInt8(ascii: ","))
        json += text(item)
      }
      json.append(UInt8(ascii: "]"))
      return json
    }
    let value = array(\.json)
    if let number = rows[value] { return .row(number) }
    let next = rows.count + 1
    return .row(row(of: value, as: array { $0.json(from: next) }))
  }

  /// Returns the row of a value, whose line is written if there is none yet.
  private mutating func row(of value: [UInt8], as line: [UInt8]) -> Int {
    if let number = rows[value] { return number }
    rows[value] = rows.count + 1
    lines += [UInt8(ascii: ","), UInt8(ascii: "\n")]
    lines += line
    return rows.count
  }
}

/// An object or list, some of whose items have been read.
private struct Open {
  let isObject: Bool
  private(set) var keys: [UInt8] = [UInt8(ascii: "[")]
  private(set) var items: [ValueTable.Item] = []
  private(set) var awaitsKey: Bool

  init(isObject: Bool) {
    self.isObject = isObject
    awaitsKey = isObject
  }

  mutating func add(key: some Collection<UInt8>) {
    if keys.count > 1 { keys.append(UInt8(ascii: ",")) }
    keys += key
    awaitsKey = false
  }

  mutating func add(_ item: ValueTable.Item) {
    items.append(item)
    awaitsKey = isObject
  }
}

/// Divides JSON into brackets, braces, texts, numbers and words.
private struct TokenScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    while position < bytes.count, Self.isBetweenTokens(bytes[position]) { position += 1 }
    guard position < bytes.count else { return nil }
    let start = position
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"): position += 1
    case UInt8(ascii: "\""): skipText()
    default: skipScalar()
    }
    return bytes[start..<position]
  }

  private mutating func skipText() {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
  }

  private mutating func skipScalar() {
    while position < bytes.count, !Self.isBetweenTokens(bytes[position]),
      bytes[position] != UInt8(ascii: "}"), bytes[position] != UInt8(ascii: "]")
    { position += 1 }
  }

  private static func isBetweenTokens(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\n"),
      UInt8(ascii: "\r"), UInt8(ascii: "\t"):
      true
    default: false
    }
  }
}
