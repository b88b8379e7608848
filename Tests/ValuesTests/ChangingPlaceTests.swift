import Testing

@testable import Values

/// Changes in place to values inside other values.
@Suite struct ChangingPlaceTests {
  private let shape = Shape(
    name: "R", fields: [Shape.Field(name: "a", type: .int), Shape.Field(name: "b", type: .string)])

  private func record(_ a: Value) -> Value {
    .record(Record(shape, [a, .string("a text that needs an object of its own")]))
  }

  private func map(_ elements: [Value]) -> Value {
    var map = Map()
    map[.string("first")] = .int(7)
    map[.string("list")] = .list(List(elements))
    return .map(map)
  }

  @Test func whatLiesInAValueIsFoundAndChangedThere() {
    var value = map([.null, record(.int(1)), .bool(true)])
    let before = value
    let list = value.changingEntry(.string("list"))
    let element = list?.pointee.changingElement(1)
    let field = element?.pointee.changingField(0)
    #expect(field?.pointee == .int(1))
    field?.pointee = .double(2.5)
    list?.pointee.modifyIfList { $0.append(.int(9)) }
    #expect(value == map([.null, record(.double(2.5)), .bool(true), .int(9)]))
    #expect(before == map([.null, record(.int(1)), .bool(true)]))
  }

  @Test(arguments: [Value.null, .bool(true), .int(.max), .string("text"), .bytes([1])])
  func whatHoldsNothingHasNoPlaces(value: Value) {
    var value = value
    let field = value.changingField(0)
    #expect(field == nil)
    let element = value.changingElement(0)
    #expect(element == nil)
    let entry = value.changingEntry(.string("a"))
    #expect(entry == nil)
    let count = value.modifyIfList { $0.count }
    #expect(count == nil)
  }
}
