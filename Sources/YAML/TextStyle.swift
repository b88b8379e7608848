/// The style of text for people; the writer knows whether the output is a terminal.
public enum TextStyle: Sendable {
  case plain
  /// Colors by ANSI escape sequences (ECMA-48, section 8.3.117).
  case ansi

  public enum Color: String, Sendable {
    case bold = "1"
    case boldRed = "1;31"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case cyan = "36"
  }

  public func paint(_ text: String, _ color: Color) -> String {
    self == .plain ? text : "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }
}
