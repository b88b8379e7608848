import SuasProgram
import YAML

extension ExpressionSyntax {
  /// - Parameter what: The place, for the diagnostic when it holds a list or mapping instead.
  package init?(
    _ node: Node, _ what: @autoclosure () -> String, _ sink: DiagnosticSink
  ) {
    guard case .scalar(let scalar) = node.content else {
      sink.report(.notAnExpression(node, what()))
      return nil
    }
    let code: Range<Int>
    if scalar.text.holds(UInt8(ascii: "$")),
      case .success(let segments) = Interpolation.segments(of: scalar.text),
      segments.count == 1, case .expression(let marked) = segments[0]
    {
      code = marked
    } else {
      code = 0..<scalar.text.utf8.count
    }
    self.init(code, of: scalar)
    if code.count == scalar.text.utf8.count ? scalar.text.isBlank : text.isBlank {
      sink.report(.missingExpression(what(), at: range))
      return nil
    }
  }
}

extension StringProtocol {
  /// True if the text is empty or only white space.
  fileprivate var isBlank: Bool {
    // Fast path: most texts begin with a visible ASCII character.
    if let first = utf8.first, (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(first) {
      return false
    }
    return allSatisfy(\.isWhitespace)
  }
}
