import CEL
import SuasProgram
import YAML

/// Text that contains `${ CEL }` (`$${` stands for `${`).
package enum Interpolation {
  package enum Segment: Equatable, Sendable {
    case text(String)
    /// The range of the CEL between the braces, in UTF-8 bytes of the whole text.
    case expression(Range<Int>)
  }

  /// A `${` that is not closed; `offset` is that of its `$`.
  package struct Unclosed: Error { var offset: Int }

  package static func segments(of text: String) -> Result<[Segment], Unclosed> {
    guard text.holds(UInt8(ascii: "$")) else {
      return .success(text.isEmpty ? [] : [.text(text)])
    }
    let bytes = Array(text.utf8)
    var segments: [Segment] = []
    var literal: [UInt8] = []
    func opens(_ position: Int) -> Bool {
      position + 1 < bytes.count && bytes[position] == UInt8(ascii: "$")
        && bytes[position + 1] == UInt8(ascii: "{")
    }
    func flush() {
      guard !literal.isEmpty else { return }
      segments.append(.text(String(decoding: literal, as: UTF8.self)))
      literal = []
    }
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "$"), opens(position + 1) {
        literal += [UInt8(ascii: "$"), UInt8(ascii: "{")]
        position += 3
      } else if opens(position) {
        guard let end = Expr.endOfInterpolation(in: bytes, from: position + 2) else {
          return .failure(Unclosed(offset: position))
        }
        flush()
        segments.append(.expression(position + 2..<end))
        position = end + 1
      } else {
        literal.append(bytes[position])
        position += 1
      }
    }
    flush()
    return .success(segments)
  }

  /// The text that was meant by `${…}` and quoted texts with `+` between them, which are text as they stand;
  /// nil for any other text.
  static func joined(_ segments: [Segment], of text: String) -> String? {
    if let call = called(segments, of: text) { return call }
    guard text.holds(UInt8(ascii: "+")), segments.count > 1 else { return nil }
    // Each `${…}` as a name, so that what joins them is an expression.
    var codes: [String: String] = [:]
    let names = segments.enumerated().map { number, segment in
      switch segment {
      case .text(let part): return part
      case .expression(let code):
        codes["_\(number)"] = "${\(text.utf8Slice(code))}"
        return "_\(number)"
      }
    }
    guard let sum = try? Environment().parse(names.joined()), sum.joinsText else { return nil }
    return sum.text(with: codes)
  }

  /// The text that was meant by `${…}` with the call of a method behind it.
  private static func called(_ segments: [Segment], of text: String) -> String? {
    guard segments.count == 2, case .expression(let code) = segments[0],
      case .text(let rest) = segments[1], rest.hasPrefix("."), rest.hasSuffix(")"),
      case let whole = text.utf8Slice(code) + rest,
      case .call(_, _?, _)? = (try? Environment().parse(String(whole)))?.kind
    else { return nil }
    return "${\(whole)}"
  }
}

extension Expr {
  /// True if the expression is a sum with a quoted text in it.
  var joinsText: Bool {
    guard case .call(let name, nil, let operands) = kind, name.text == "_+_" else { return false }
    return operands.contains { operand in
      if case .literal(.string) = operand.kind { true } else { operand.joinsText }
    }
  }

  /// The text that a sum of quoted texts and names stands for; nil for another expression.
  fileprivate func text(with values: [String: String]) -> String? {
    switch kind {
    case .literal(.string(let text)): return text
    case .ident(let name): return values[name]
    case .call(let name, nil, let operands) where name.text == "_+_":
      let texts = operands.compactMap { $0.text(with: values) }
      return texts.count == operands.count ? texts.joined() : nil
    default: return nil
    }
  }
}

extension String {
  /// True if there is a `${` in the text, escaped or not.
  package var holdsInterpolation: Bool {
    guard holds(UInt8(ascii: "$")) else { return false }
    return zip(utf8, utf8.dropFirst()).contains {
      $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "{")
    }
  }
}
