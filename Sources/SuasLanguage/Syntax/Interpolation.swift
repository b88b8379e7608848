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

  /// The expression that was meant by `${…}` and quoted texts with `+` between them, which are text as
  /// they stand; nil for any other text.
  static func joined(_ segments: [Segment], of text: String) -> String? {
    guard text.holds(UInt8(ascii: "+")) else { return nil }
    let parts = segments.map { segment in
      switch segment {
      case .text(let part): part
      case .expression(let code): String(text.utf8Slice(code))
      }
    }
    let whole = parts.joined()
    guard parts.count > 1, let expression = try? Environment().parse(whole), expression.joinsText
    else { return nil }
    return whole
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
