import CEL
import Values
import YAML

/// A condition on a value, as an expression.
struct Condition: Sendable {
  /// The number of macros in one another.
  let depth: Int
  private let text: @Sendable (String) -> String

  init(depth: Int = 0, _ text: @escaping @Sendable (String) -> String) {
    self.depth = depth
    self.text = text
  }

  /// Returns the condition on a value that an expression names.
  func callAsFunction(_ value: String) -> String { text(value) }

  /// The conjunction of conditions; nil if there are none.
  init?(all conditions: [Condition]) {
    guard let first = conditions.first else { return nil }
    guard conditions.count > 1 else {
      self = first
      return
    }
    self.init(depth: conditions.map(\.depth).max() ?? 0) { value in
      conditions.map { $0(value) }.joined(separator: " && ")
    }
  }

  /// The condition on a list whose elements meet this one.
  var onElements: Condition {
    let name = Self.names(depth)[0]
    return Condition(depth: depth + 1) { "\($0).all(\(name), \(self(name)))" }
  }

  /// The condition on a map whose values meet this one.
  var onValues: Condition {
    let names = Self.names(depth)
    return Condition(depth: depth + 1) { "\($0).all(\(names[1]), \(names[0]), \(self(names[0])))" }
  }

  private static let environment = Environment()

  private static func names(_ depth: Int) -> [String] {
    ["item", "key"].map { depth == 0 ? $0 : "\($0)\(depth + 1)" }
  }

  /// True if the condition holds for a value; nil if that cannot be evaluated in a short time.
  func holds(for literal: String) -> Bool? { Self.evaluate(self(literal)) }

  /// The value of an expression without variables; nil if it has none.
  static func evaluate(_ expression: String) -> Bool? {
    guard let plan = try? environment.compile(expression) else { return nil }
    var frame = environment.frame([:], budget: 100_000)
    guard case .bool(let value)? = try? plan.evaluate(&frame) else { return nil }
    return value
  }
}
