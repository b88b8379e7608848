import Testing

@testable import CEL

/// Values are changed where they lie in others.
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
    list?.pointee.changingList()?.pointee.append(.int(9))
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
    let list = value.changingList()
    #expect(list == nil)
  }

  @Test func `A record that is lent is held once less, and a copy of the frame keeps it`() {
    var record = Record(shape, [.int(1), .string("a text that needs an object of its own")])
    var value = Value.record(record)
    let loan = RecordLoan()
    do {
      var frame = Frame(slots: [.null])
      loan.lend(&record, to: frame.changingPlace(0))
      #expect(frame.slots == [value])
      let copy = Frame(copying: frame)
      loan.end(at: frame.changingPlace(0))
      #expect(frame.slots == [.null])
      #expect(copy.slots == [value])
    }
    value = .null
    // Nobody else holds it any more: it changes where it lies.
    let before = UnsafePointer(record.place(0))
    record.changingFields()[0] = .int(2)
    #expect(record.place(0) == before)
    #expect(record.fields.first == .int(2))
  }
}
