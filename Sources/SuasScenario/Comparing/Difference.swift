import SuasSpec
import YAML

/// A place where a value is not what was expected.
public struct Difference: Sendable {
  /// As an author writes it: `TodoList.todos[0].isCompleted`.
  public var path: String { place.description }
  /// As YAML in one line; nil where nothing was expected.
  public let expected: String?
  /// As YAML in one line; nil where there is nothing.
  public let actual: String?
  /// The parts of a condition that was expected to hold, but for what is actual itself.
  package let parts: [ConditionReading.Part]
  let place: Path
  /// Where the expectation stands; nil where it has no place of its own.
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

/// The differences that were found, of which only the first are kept.
public struct Differences: Sendable {
  /// So many are kept: nobody reads more.
  static let limit = 100

  public private(set) var items: [Difference] = []
  public private(set) var count = 0

  public var isEmpty: Bool { count == 0 }

  init(_ items: [Difference] = []) {
    for item in items { add(item) }
  }

  /// - Parameter difference: is not made where it would not be kept.
  mutating func add(_ difference: @autoclosure () -> Difference) {
    count += 1
    if count <= Self.limit { items.append(difference()) }
  }
}
