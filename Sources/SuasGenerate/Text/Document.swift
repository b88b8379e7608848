/// A piece of generated code, whose line breaks are chosen when it is printed.
///
/// A document is written as a text with other documents in it: `"\(list).append(\(value))"`. Names of
/// values and symbols of a runtime are parts of their own, so that nobody looks for them in a text.
package struct Document: Sendable, Hashable {
  package indirect enum Part: Sendable, Hashable {
    /// Text without a line break.
    case text(String)
    /// The name of a value of the function around, as the language writes it.
    case name(String)
    /// A declaration of the runtime.
    case symbol(Symbol)
    /// A line break where the group around is broken, else a text. At the start of a group, the line before
    /// it breaks the group if it is indented more than `below` columns further than the group.
    case line(flat: String, below: Int = .max)
    /// A line break in any case, which breaks all groups around.
    case hardLine
    /// A text where the group around is broken.
    case ifBroken(String)
    /// Columns that are kept free where the group around is not broken.
    case spare(Int)
    /// A text where the group around is not broken.
    case ifFlat(String)
    /// Parts that are broken together: all on one line if they fit, each of their lines broken else.
    case group([Part])
    /// Parts whose lines are indented further.
    case nest(Int, [Part])
    /// Parts whose lines are indented as the line on which they begin.
    case aligned([Part])
    /// A value and what follows it: on lines that are indented further if the value is on one line,
    /// else as its last line is.
    case chain(Int, value: [Part], links: [Part])
    /// Arguments, of which only the last one is broken if it begins on the line of the others; else
    /// each has lines of its own.
    case arguments([[Part]])
    /// A line break where the line is full.
    case closing
    /// A text, or a line break if the line is indented further than the parts around it are.
    case reset(flat: String)
  }

  package private(set) var parts: [Part]
  /// True for a list, an object or a function with such a body: the last argument of a call that
  /// begins on the line of the call, however long it is.
  package var isHugged = false

  package init(_ parts: [Part] = []) { self.parts = parts }

  package init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }

  package var isEmpty: Bool { parts.isEmpty }

  package static func += (left: inout Document, right: Document) { left.parts += right.parts }

  package static func + (left: Document, right: Document) -> Document {
    Document(left.parts + right.parts)
  }
}

/// A declaration of a runtime: its name, and the files and imports that its use needs.
package struct Symbol: Sendable, Hashable {
  package let name: String
  /// The name of the runtime's file that declares it; nil for one of the language's library.
  package let file: String?
  /// The name of the module or declaration to import; nil for none.
  package let imported: String?
  /// True for a type that is gone when the program runs; TypeScript marks its import.
  package let isType: Bool

  package init(
    _ name: String, in file: String? = nil, importing imported: String? = nil, isType: Bool = false
  ) {
    self.name = name
    self.file = file
    self.imported = imported
    self.isType = isType
  }
}

extension Document: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ document: Document) { parts += document.parts }
    package mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      appendLiteral(String(number))
    }
    package mutating func appendInterpolation(_ symbol: Symbol) { parts.append(.symbol(symbol)) }
    package mutating func appendInterpolation(name: String) { parts.append(.name(name)) }
  }
}

// MARK: Composition

extension Document {
  /// A space, or a line break where the group around is broken.
  package static let line = Document([.line(flat: " ")])
  /// Nothing, or a line break where the group around is broken.
  package static let softLine = Document([.line(flat: "")])
  package static let hardLine = Document([.hardLine])
  /// A line break where the line is full, before the parenthesis that ends a call.
  package static let closing = Document([.closing])
  /// A space, or a line break after a line that goes on with an expression.
  package static let reset = Document([.reset(flat: " ")])
  /// A line break after a line that is indented further than the parts around it.
  package static let resetIndentation = Document([.reset(flat: "")])

  /// A text where the group around is broken.
  package static func ifBroken(_ text: String) -> Document { Document([.ifBroken(text)]) }

  /// Columns that are kept free where the group around is not broken.
  package static func spare(_ columns: Int) -> Document { Document([.spare(columns)]) }
  /// A text where the group around is not broken.
  package static func ifFlat(_ text: String) -> Document { Document([.ifFlat(text)]) }

  /// The name of a value.
  package static func name(_ name: String) -> Document { Document([.name(name)]) }

  /// Documents with a blank line between each two.
  static func paragraphs(_ documents: [Document]) -> Document {
    documents.joined(separator: .hardLine + .hardLine)
  }

  /// The document as a group, all of whose lines are broken if it does not fit on one line.
  package var grouped: Document { Document([.group(parts)]) }

  /// Arguments in parentheses, of which only the last one is broken if it begins on the line of the others.
  static func hugging(_ arguments: [Document]) -> Document {
    Document([.text("("), .arguments(arguments.map(\.parts)), .text(")")])
  }

  /// The document with its lines indented further.
  package func nested(_ columns: Int) -> Document { Document([.nest(columns, parts)]) }

  /// The document with its lines indented as the line on which it begins.
  package var aligned: Document { Document([.aligned(parts)]) }

  /// The document on one line, except for lines that are broken in any case.
  package var flattened: Document { Document(parts.flatMap(\.flattened)) }
}

extension Collection<Document> {
  /// The documents one after the other with a separator between them.
  package func joined(separator: Document) -> Document {
    var joined = Document()
    for (index, document) in enumerated() {
      if index > 0 { joined += separator }
      joined += document
    }
    return joined
  }

  /// The documents one after the other, each after a line break or another separator.
  package func joined(after separator: Document) -> Document {
    reduce(into: Document()) { joined, document in
      joined += separator
      joined += document
    }
  }
}

extension DefaultStringInterpolation {
  @available(*, deprecated, message: "A document is printed, and is no part of a text.")
  package mutating func appendInterpolation(_ document: Document) {}

  @available(*, deprecated, message: "A symbol is printed, and is no part of a text.")
  package mutating func appendInterpolation(_ symbol: Symbol) {}
}

// MARK: Reading

extension Document {
  /// The text of the document on one line.
  package var flatText: String { flattened.text(width: .max) }

  /// True if a value's name stands in the document.
  package func mentions(_ name: String) -> Bool {
    parts.contains { part in part.contains { $0 == .name(name) } }
  }

  /// True if another document stands in this one, however the lines of both are broken.
  package func contains(_ other: Document) -> Bool {
    let (all, wanted) = (leaves, other.leaves)
    guard wanted.count <= all.count else { return false }
    return (0...(all.count - wanted.count)).contains { all[$0...].starts(with: wanted) }
  }

  /// The parts on one line that hold no others.
  private var leaves: [Part] {
    parts.flatMap(\.flattened).flatMap { part in
      if case .nest(_, let inner) = part { Document(inner).leaves } else { [part] }
    }
  }

  /// The names of values in the document.
  package var names: Set<String> {
    collected { if case .name(let name) = $0 { name } else { nil } }
  }

  /// The symbols in the document.
  package var symbols: Set<Symbol> {
    collected { if case .symbol(let symbol) = $0 { symbol } else { nil } }
  }

  /// The number of times that a symbol stands in the document.
  package func count(of symbol: Symbol) -> Int {
    var count = 0
    for part in parts { part.visit { if $0 == .symbol(symbol) { count += 1 } } }
    return count
  }

  private func collected<Item>(_ item: (Part) -> Item?) -> Set<Item> {
    var items: Set<Item> = []
    for part in parts { part.visit { if let item = item($0) { items.insert(item) } } }
    return items
  }
}

// MARK: Replacing

extension Document {
  /// The document with another one in the place of a value's name.
  package func replacing(_ name: String, with other: Document) -> Document {
    replacing { if case .name(name) = $0 { other.parts } else { nil } }
  }

  /// The document with other symbols, those that a function returns; nil keeps a symbol.
  package func replacingSymbols(_ other: (Symbol) -> Symbol?) -> Document {
    replacing { part in
      guard case .symbol(let symbol) = part else { return nil }
      return other(symbol).map { [.symbol($0)] }
    }
  }

  private func replacing(_ other: (Part) -> [Part]?) -> Document {
    Document(parts.flatMap { $0.replacing(other) })
  }
}

extension Document.Part {
  fileprivate var flattened: [Document.Part] {
    switch self {
    case .line(let flat, _): flat.isEmpty ? [] : [.text(flat)]
    case .ifFlat(let text): [.text(text)]
    case .reset(let flat): flat.isEmpty ? [] : [.text(flat)]
    case .ifBroken, .spare, .closing: []
    case .group(let parts), .aligned(let parts): parts.flatMap(\.flattened)
    case .arguments(let list): list.onOneLine.flatMap(\.flattened)
    case .chain(_, let value, let links): (value + links).flatMap(\.flattened)
    case .nest(let columns, let parts): [.nest(columns, parts.flatMap(\.flattened))]
    default: [self]
    }
  }

  fileprivate func contains(_ isWanted: (Document.Part) -> Bool) -> Bool {
    if isWanted(self) { return true }
    switch self {
    case .group(let parts), .aligned(let parts), .nest(_, let parts):
      return parts.contains { $0.contains(isWanted) }
    case .chain(_, let value, let links): return (value + links).contains { $0.contains(isWanted) }
    case .arguments(let list): return list.contains { $0.contains { $0.contains(isWanted) } }
    default: return false
    }
  }

  /// Calls a function with the part and those inside of it.
  fileprivate func visit(_ visit: (Document.Part) -> Void) {
    _ = contains { part in
      visit(part)
      return false
    }
  }

  /// - Parameter other: Returns the parts in the place of one; nil keeps it.
  fileprivate func replacing(_ other: (Document.Part) -> [Document.Part]?) -> [Document.Part] {
    switch self {
    case .group(let parts): [.group(parts.flatMap { $0.replacing(other) })]
    case .nest(let columns, let parts): [.nest(columns, parts.flatMap { $0.replacing(other) })]
    case .aligned(let parts): [.aligned(parts.flatMap { $0.replacing(other) })]
    case .arguments(let list): [.arguments(list.map { $0.flatMap { $0.replacing(other) } })]
    case .chain(let columns, let value, let links):
      [
        .chain(
          columns, value: value.flatMap { $0.replacing(other) },
          links: links.flatMap { $0.replacing(other) })
      ]
    default: other(self) ?? [self]
    }
  }
}

extension [[Document.Part]] {
  /// The arguments with commas between them.
  var onOneLine: [Document.Part] { [Document.Part](joined(separator: [.text(", ")])) }
}
