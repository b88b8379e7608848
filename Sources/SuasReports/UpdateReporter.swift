import SuasScenario
import YAML

/// Reports to a person the expectations that were updated, and those that were left.
public struct UpdateReporter {
  private let style: TextStyle
  private let write: (String) -> Void

  /// - Parameters:
  ///   - style: The style, with or without colours.
  ///   - write: Receives the parts of the text, one after the other.
  public init(style: TextStyle, write: @escaping (String) -> Void) {
    self.style = style
    self.write = write
  }

  public func report(
    _ written: [(path: String, count: Int)], left: [LeftExpectation]
  ) {
    for (path, count) in written {
      line("updated", "\(path) (\(count == 1 ? "1 value" : "\(count) values"))")
    }
    for left in left { line("left", "\(left.place): \(left.reason)") }
    if !written.isEmpty || !left.isEmpty { write("\n") }
  }

  private func line(_ deed: String, _ text: String) {
    write("\(style.paint(deed, .yellow)) \(DisplayText.escaped(text))\n")
  }
}
