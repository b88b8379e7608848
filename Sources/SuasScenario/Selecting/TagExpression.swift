import Values
import YAML

/// A condition on a scenario's tags, such as `smoke and not (slow or live)`.
///
/// ```
/// expression = term { "or" term }
/// term       = factor { "and" factor }
/// factor     = { "not" } ( "(" expression ")" | tag )
/// tag        = a word, or a text between double quotes
/// ```
public struct TagExpression: Sendable {
  fileprivate indirect enum Node: Sendable {
    case tag(String)
    case not(Node)
    case all([Node])
    case any([Node])
  }

  private let root: Node
  /// The tags in the condition, as they are written.
  public let tags: [String]

  /// The reason why a text is not a condition on tags.
  public struct Mistake: Error, Sendable {
    public let message: String
    /// The range of the error in the text, in bytes.
    public let range: Range<Int>
  }

  public init(_ text: String) throws(Mistake) {
    var parser = try Parser(text)
    root = try parser.parse()
    tags = parser.tags
  }

  /// Returns true if the condition holds for a scenario with these tags.
  public func holds(of tags: some Collection<String>) -> Bool {
    Self.holds(root, of: Set(tags.lazy.map(CodePoints.init)))
  }

  private static func holds(_ node: Node, of tags: Set<CodePoints>) -> Bool {
    switch node {
    case .tag(let tag): tags.contains(CodePoints(tag))
    case .not(let node): !holds(node, of: tags)
    case .all(let nodes): nodes.allSatisfy { holds($0, of: tags) }
    case .any(let nodes): nodes.contains { holds($0, of: tags) }
    }
  }
}

extension TagExpression {
  fileprivate struct Parser {
    private let tokens: [Token]
    private let end: Int
    private var position = 0
    private(set) var tags: [String] = []

    /// The maximum nesting depth of parentheses.
    private static let maximumDepth = 100

    init(_ text: String) throws(Mistake) {
      tokens = try Token.all(in: text)
      end = text.utf8.count
    }

    mutating func parse() throws(Mistake) -> Node {
      let node = try expression(depth: 0)
      guard let token = next else { return node }
      throw Mistake(
        message: token.kind == .close
          ? "there is no '(' to this ')'" : "'and' or 'or' is missing before this",
        range: token.range)
    }

    private var next: Token? { position < tokens.count ? tokens[position] : nil }

    private mutating func accept(_ kind: Token.Kind) -> Bool {
      guard next?.kind == kind else { return false }
      position += 1
      return true
    }

    private mutating func expression(depth: Int) throws(Mistake) -> Node {
      var nodes = [try term(depth: depth)]
      while accept(.or) { nodes.append(try term(depth: depth)) }
      return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private mutating func term(depth: Int) throws(Mistake) -> Node {
      var nodes = [try factor(depth: depth)]
      while accept(.and) { nodes.append(try factor(depth: depth)) }
      return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    private mutating func factor(depth: Int) throws(Mistake) -> Node {
      var isNegated = false
      while accept(.not) { isNegated.toggle() }
      let node = try primary(depth: depth)
      return isNegated ? .not(node) : node
    }

    private mutating func primary(depth: Int) throws(Mistake) -> Node {
      guard let token = next else {
        throw Mistake(message: "a tag is missing at the end", range: end..<end)
      }
      position += 1
      switch token.kind {
      case .tag(let tag):
        tags.append(tag)
        return .tag(tag)
      case .open:
        guard depth < Self.maximumDepth else {
          throw Mistake(message: "the parentheses are too deep", range: token.range)
        }
        let node = try expression(depth: depth + 1)
        guard accept(.close) else {
          throw Mistake(message: "there is no ')' to this '('", range: token.range)
        }
        return node
      case .close, .and, .or, .not:
        throw Mistake(message: "a tag is missing before this", range: token.range)
      }
    }
  }

  fileprivate struct Token {
    enum Kind: Equatable {
      case tag(String)
      case open, close, and, or, not
    }
    let kind: Kind
    /// The range of the token in the text, in bytes.
    let range: Range<Int>

    static func all(in text: String) throws(Mistake) -> [Token] {
      let bytes = Array(text.utf8)
      var tokens: [Token] = []
      var position = 0
      while position < bytes.count {
        let start = position
        position += 1
        switch bytes[start] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
        case UInt8(ascii: "("): tokens.append(Token(kind: .open, range: start..<position))
        case UInt8(ascii: ")"): tokens.append(Token(kind: .close, range: start..<position))
        case UInt8(ascii: "\""):
          guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) else {
            throw Mistake(message: "there is no second '\"' to this one", range: start..<position)
          }
          let tag = String(decoding: bytes[position..<end], as: UTF8.self)
          position = end + 1
          tokens.append(Token(kind: .tag(tag), range: start..<position))
        default:
          while position < bytes.count, !" \t\n\r()\"".utf8.contains(bytes[position]) {
            position += 1
          }
          let word = String(decoding: bytes[start..<position], as: UTF8.self)
          tokens.append(Token(kind: Kind(word: word), range: start..<position))
        }
      }
      return tokens
    }
  }
}

extension TagExpression.Token.Kind {
  fileprivate init(word: String) {
    switch word {
    case "and": self = .and
    case "or": self = .or
    case "not": self = .not
    default: self = .tag(word)
    }
  }
}
