import CEL
import SuasProgram

/// The ways in which other languages put values into a text, which are text here: `$name`, `{name}`, `{{name}}`,
/// `#{name}` and `\(name)`.
struct FamiliarInterpolation {
  /// A part of a text, which is literal or the path to a value.
  enum Part {
    case text(String)
    case path(String)

    /// True for a text with braces that are not those of `${…}`, as a query has them.
    fileprivate var hasOtherBraces: Bool {
      guard case .text(let text) = self, text.utf8.contains(where: "{}".utf8.contains) else {
        return false
      }
      guard case .success(let segments) = Interpolation.segments(of: text) else { return true }
      return segments.contains { segment in
        if case .text(let text) = segment { text.contains { "{}".contains($0) } } else { false }
      }
    }
  }

  /// The parts of the text; those that are written as here, with `${…}`, are literal.
  private(set) var parts: [Part] = []
  /// The first part that is meant as a path, as it is written.
  private(set) var first = ""

  /// Returns nil for a text without such parts.
  ///
  /// - Parameters:
  ///   - readsOwn: True where `${path}` is text, too.
  ///   - path: The path that a name which a path begins with stands for; nil for none.
  init?(_ text: String, readsOwn: Bool = false, path: (String) -> String?) {
    let signs = "${#\\"
    guard text.utf8.contains(where: signs.utf8.contains) else { return nil }
    let bytes = Array(text.utf8)
    var literal = 0
    var position = 0
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while position < bytes.count {
      if !readsOwn, let end = Self.endOfOwn(in: bytes, at: position) {
        position = end
        continue
      }
      guard signs.utf8.contains(bytes[position]),
        let (written, end) = Self.path(in: bytes, at: position),
        case let name = part(written).prefix(while: { $0 != "." }), let start = path(String(name))
      else {
        position += 1
        continue
      }
      if position > literal { parts.append(.text(part(literal..<position))) }
      if first.isEmpty { first = part(position..<end) }
      parts.append(.path(start + part(written).dropFirst(name.count)))
      (position, literal) = (end, end)
    }
    guard !first.isEmpty else { return nil }
    if literal < bytes.count { parts.append(.text(part(literal..<bytes.count))) }
    if parts.contains(where: \.hasOtherBraces) { return nil }
  }

  /// The text with the values put into it as they are here.
  var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .path(let path): "${\(path)}"
      }
    }.joined()
  }

  /// The end of a `${…}` or `$${` at a position.
  private static func endOfOwn(in bytes: [UInt8], at start: Int) -> Int? {
    if bytes[start...].starts(with: "$${".utf8) { return start + 3 }
    guard bytes[start...].starts(with: "${".utf8) else { return nil }
    return Expr.endOfInterpolation(in: bytes, from: start + 2).map { $0 + 1 }
  }

  /// The path that is put into a text at a position, and the end of what puts it there.
  private static func path(in bytes: [UInt8], at start: Int) -> (path: Range<Int>, end: Int)? {
    let marks = [("{{", "}}"), ("${", "}"), ("#{", "}"), ("{", "}"), ("\\(", ")"), ("$", "")]
    for (opening, closing) in marks where bytes[start...].starts(with: opening.utf8) {
      func skippingBlanks(_ position: Int) -> Int {
        closing.isEmpty ? position : bytes[position...].firstIndex { $0 != 0x20 } ?? bytes.count
      }
      let first = skippingBlanks(start + opening.utf8.count)
      guard let last = endOfPath(in: bytes, from: first) else { continue }
      let end = skippingBlanks(last)
      if bytes[end...].starts(with: closing.utf8) {
        return (first..<last, end + closing.utf8.count)
      }
    }
    return nil
  }

  /// The end of the names with dots between them that begin at a position; nil if there is none.
  private static func endOfPath(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    var end: Int?
    while position < bytes.count, bytes[position].isWordStart {
      position = bytes[position...].firstIndex { !$0.isWord } ?? bytes.count
      end = position
      guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { break }
      position += 1
    }
    return end
  }
}

extension UInt8 {
  fileprivate var isWordStart: Bool { isWord && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= self) }
}
