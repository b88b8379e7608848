import Testing
import Values

@testable import CEL

/// A record stands in a slot of a frame without being counted.
@Suite struct RecordLoanTests {
  private let shape = Shape(
    name: "R", fields: [Shape.Field(name: "a", type: .int), Shape.Field(name: "b", type: .string)])

  @Test func `A record that is lent is held once less, and a copy of the frame keeps it`() {
    expectLoan(RecordLoan())
  }

  @Test func `Where the layout of values is not known a record is lent as a copy`() {
    LayoutAssumptions.$replaced.withValue(LayoutAssumptions.none) { expectLoan(RecordLoan()) }
  }

  private func expectLoan(_ loan: RecordLoan) {
    var record = Record(shape, [.int(1), .string("a text that needs an object of its own")])
    var value = Value.record(record)
    do {
      var frame = Frame(slots: [.null])
      withBorrow(of: record) { loan.lend($0, to: frame.changingPlace(0)) }
      #expect(frame.slots == [value])
      let copy = Frame(copying: frame)
      loan.end(at: frame.changingPlace(0))
      #expect(frame.slots == [.null])
      #expect(copy.slots == [value])
    }
    value = .null
    // Nobody else holds it any more: it changes where it lies.
    let before = record.place(0)
    record[0] = .int(2)
    #expect(record.place(0).isSame(as: before))
    #expect(record.fields.first == .int(2))
  }
}
