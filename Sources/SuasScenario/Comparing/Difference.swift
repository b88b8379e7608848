import CEL
import SuasSpec
import YAML

/// A path at which a value is not as expected.
public struct Difference: Sendable {
  /// As an author writes it: `TodoList.todos[0].isCompleted`.
  public let path: String
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
    path = place.description
    self.expected = expected
    self.actual = actual
    self.parts = parts
    self.place = place
    self.range = range
  }

  /// Creates a difference that a report has.
  package init(
    path: String, expected: String?, actual: String?, parts: [ConditionReading.Part]
  ) {
    self.path = path
    self.expected = expected
    self.actual = actual
    self.parts = parts
    place = Path([])
    range = nil
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

  init(_ display: ValueDisplay = ValueDisplay(hidesSensitiveValues: false)) {
    self.display = display
  }

  /// Creates the differences that a report has.
  ///
  /// - Parameter count: The number of all differences, those that were not kept included.
  package init(_ items: [Difference], of count: Int) {
    self.init()
    self.items = items
    self.count = count
  }

  /// Hides the values of differences at some paths.
  mutating func hide(_ isHidden: (Path) -> Bool) {
    for (index, item) in items.enumerated() where isHidden(item.place) {
      items[index] = Difference(
        expected: item.expected.map { _ in Shape.Field.hidden },
        actual: item.actual.map { _ in Shape.Field.hidden }, place: item.place, range: item.range)
    }
  }

  /// - Parameter difference: evaluated only if it is kept.
  mutating func add(_ difference: @autoclosure () -> Difference) {
    count += 1
    if count <= Self.limit { items.append(difference()) }
  }
}
