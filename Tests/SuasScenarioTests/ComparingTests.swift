import CEL
import SuasProgram
import Support
import Testing
import YAML

@testable import SuasScenario

/// Comparisons of lists, in bounded time for any length.
@Suite struct ComparingTests {
  static let nowhere = SourceRange(
    source: Source(name: "", text: ""), lowerBound: 0, upperBound: 0)

  static func pattern(_ kind: Pattern.Kind) -> Pattern { Pattern(kind: kind, range: nowhere) }
  static func value(_ number: Int) -> Pattern { pattern(.value(.int(Int64(number)))) }

  @Test("Long lists that differ everywhere are compared quickly")
  func longLists() {
    let patterns = (0..<100_000).map(Self.value)
    for values in [
      Array(100_000..<200_000), Array(100_000..<200_001), Array((0..<100_000).reversed()),
    ] {
      var differences = Differences()
      Self.pattern(.list(patterns)).compare(
        .list(List(values.map { .int(Int64($0)) })), at: Path([.name("l")]), &differences)
      #expect(differences.count >= 99_998)
      #expect(differences.items.count == Differences.limit)
    }
  }

  @Test("An element that is missing or too many is found between the others")
  func alignment() {
    let alignment = Alignment(
      [1, 2, 3, 4, 5].map(Self.value), [1, 9, 2, 4, 5, 6].map { .int($0) })
    #expect(alignment.missing == [2])
    #expect(alignment.extra == [1, 5])
  }

  /// Returns true if every pattern can be assigned a value of its own; tries all assignments.
  static func isAssignable(_ allowed: [Set<Int>], _ used: Set<Int> = []) -> Bool {
    guard let first = allowed.first else { return true }
    return first.subtracting(used).contains {
      isAssignable(Array(allowed.dropFirst()), used.union([$0]))
    }
  }

  @Test(
    "Every pattern is assigned a value of its own exactly if that is possible", arguments: 0..<200)
  func assignment(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = Int.random(in: 1...5, using: &random)
    let shape = Shape(name: "R", fields: ["a", "b"].map { Shape.Field(name: $0, type: .int) })
    let values = (0..<count).map { _ in
      Value.record(
        Record(
          shape,
          [.int(.random(in: 0...1, using: &random)), .int(.random(in: 0...2, using: &random))]))
    }
    let patterns = (0..<count).map { _ in
      let fields = [(0, "a", Int64(1)), (1, "b", Int64(2))].filter { _ in
        Bool.random(using: &random)
      }
      return Self.pattern(
        .record(
          fields.map { slot, name, high in
            (slot, name, Self.pattern(.value(.int(.random(in: 0...high, using: &random)))))
          }))
    }
    let allowed = patterns.map { pattern in
      Set(values.indices.filter { pattern.matches(values[$0]) })
    }
    let assignment = try #require(Assignment(patterns, values))
    #expect(assignment.isPerfect == Self.isAssignable(allowed))
    #expect(assignment.missing.count == assignment.extra.count)
  }

  @Test("Values that cannot be compared in any order are reported, not guessed")
  func tooMany() {
    let any = (0..<3000).map { _ in Self.pattern(.matcher(.size(1))) }
    let list = Value.list(List((0..<3000).map { _ in .string("ab") }))
    var differences = Differences()
    Self.pattern(.matcher(.unordered(any))).compare(list, at: Path([.name("l")]), &differences)
    #expect(differences.items.map(\.actual) == ["more elements than can be compared in any order"])
  }

  @Test("Texts are shortened, whatever is in them")
  func shortened() {
    let long = Self.pattern(.list((0..<100_000).map(Self.value)))
    #expect(long.description.utf8.count < 300)
    #expect(Value.string(String(repeating: "é", count: 1_000_000)).yaml.utf8.count < 600)
    let deep = (0..<120).reduce(Value.int(1)) { value, _ in .list([value]) }
    #expect(deep.yaml.utf8.count < 300)
  }
}
