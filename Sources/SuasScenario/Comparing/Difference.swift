import SuasSpec
import YAML

/// A path at which a value is not as expected.
public struct Difference: Sendable {
  /// As an author writes it: `TodoList.todos[0].isCompleted`.
  public var path: String { place.description }
  /// As YAML in one line; nil if nothing was expected.
  public let expected: String?
  /// As YAML in one line; nil if there is no value.
  public let actual: String?
  /// The parts of a condition that was expected to hold, except the actual value itself.
  package let parts: [ConditionReading.Part]
  let place: Path
  /// The range of the expectation; nil if it has none of its own.
  let range: SourceRange?

  init(
    expected: String?, actual: String?, parts: [ConditionReading.Part] = [], place: Path,
    range: SourceRange?
  ) {
    self.expected = expected
    self.actual = actual
    self.parts = parts
    self.place = place
    self.range = range
  }
}

/// The differences that were found; only the first ones are kept.
public struct Differences: Sendable {
  /// The number of differences kept: nobody reads more.
  static let limit = 100

  public private(set) var items: [Difference] = []
  public private(set) var count = 0
  let display: ValueDisplay

  public var isEmpty: Bool { count == 0 }

  init(_ display: ValueDisplay = ValueDisplay(isLive: false)) { self.display = display }

  /// - Parameter difference: evaluated only if it is kept.
  mutating func add(_ difference: @autoclosure () -> Difference) {
    count += 1
    if count <= Self.limit { items.append(difference()) }
  }
}
