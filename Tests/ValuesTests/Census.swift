import Locking
import Values

/// Makes elements of many kinds, each from a number, and counts the live objects in them.
///
/// The models hold only the numbers, so that nothing else keeps an element that a list frees too
/// early.
final class Census: Sendable {
  private let count = Atomic<Int>(0)
  var living: Int { count.load(ordering: .sequentiallyConsistent) }

  private static let shape = Shape(
    name: "Item",
    fields: [Shape.Field(name: "number", type: .int), Shape.Field(name: "probe", type: .dyn)])

  /// Returns the element for a number. Many numbers give equal elements, and some give an element
  /// without an object.
  func element(_ number: Int) -> Value {
    switch number % 6 {
    case 0: .int(Int64(number / 60))
    case 1: .string("the element number \(number)")
    case 2: .list([probe(number), .int(Int64(number))])
    case 3, 4: .record(Record(Self.shape, [.int(Int64(number)), probe(number)]))
    default: probe(number)
    }
  }

  /// Returns a value with a counted object.
  func probe(_ number: Int) -> Value { .opaque(Opaque(Content(probe: Probe(number, self)))) }

  /// Returns the number of counted objects in the element for a number.
  static func probes(of number: Int) -> Int { number % 6 < 2 ? 0 : 1 }

  /// Returns true if a value is the element for a number.
  static func isElement(_ value: Value, _ number: Int) -> Bool {
    switch (number % 6, value) {
    case (0, .int(let int)): int == number / 60
    case (1, .string(let text)): text == "the element number \(number)"
    case (2, .list(let list)):
      list.count == 2 && isProbe(list[0], number) && list[1] == .int(Int64(number))
    case (3, .record(let record)), (4, .record(let record)):
      record[0] == .int(Int64(number)) && isProbe(record[1], number)
    case (5, _): isProbe(value, number)
    default: false
    }
  }

  /// Returns true if the values are the elements for the numbers.
  static func areElements(_ values: some Sequence<Value>, _ numbers: [Int]) -> Bool {
    var rest = numbers[...]
    for value in values {
      guard let number = rest.popFirst(), isElement(value, number) else { return false }
    }
    return rest.isEmpty
  }

  private static func isProbe(_ value: Value, _ number: Int) -> Bool {
    guard case .opaque(let opaque) = value, let content = opaque.content as? Content else {
      return false
    }
    return content.probe.number == number
  }

  private final class Probe: Sendable {
    let number: Int
    private let census: Census

    init(_ number: Int, _ census: Census) {
      self.number = number
      self.census = census
      census.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit { census.count.subtract(1, ordering: .sequentiallyConsistent) }
  }

  private struct Content: Opaque.Content {
    let probe: Probe
    static var type: Type { .abstract("Probe", []) }
    var description: String { "probe \(probe.number)" }
    func isEqual(to other: any Opaque.Content) -> Bool {
      (other as? Content)?.probe.number == probe.number
    }
  }
}
