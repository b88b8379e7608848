import Support
import Testing

@testable import Values

/// Fingerprints, which distinguish the states of a search.
@Suite struct FingerprintTests {
  private static let pair = Shape(
    name: "Pair",
    fields: [Shape.Field(name: "a", type: .dyn), Shape.Field(name: "b", type: .dyn)])
  private static let single = Shape(name: "Single", fields: [Shape.Field(name: "a", type: .dyn)])

  private func bits(_ value: Value, salt: UInt64 = 0, namesShapes: Bool = false) throws -> [UInt64]
  {
    // Reading payloads in place and copying them give the same bits.
    var slow = Fingerprint(salt: salt, namesShapes: namesShapes, assumptions: .none)
    try #require(withBorrow(of: value) { slow.add($0) })
    var fingerprint = Fingerprint(salt: salt, namesShapes: namesShapes)
    try #require(withBorrow(of: value) { fingerprint.add($0) })
    #expect(fingerprint.bits == slow.bits)
    return [fingerprint.bits.high, fingerprint.bits.low]
  }

  private func record(_ first: Value, _ second: Value) -> Value {
    .record(Record(Self.pair, first, second))
  }

  private func record(_ value: Value) -> Value { .record(Record(Self.single, value)) }

  @Test("Different values have different fingerprints")
  func differences() throws {
    var values: [Value] = [
      .null, .bool(false), .bool(true), .int(0), .int(1), .int(-1), .uint(0), .uint(1),
      .double(0), .double(-0.0), .double(1), .timestamp(.epoch),
      .duration(Duration(nanoseconds: 0)), .duration(Duration(nanoseconds: 1)),
      .list([]), .list([[]]), .list([.list([]), .list([])]), .list([1, 2]), .list([2, 1]),
      .list([1, [2]]), .list([[1], 2]), .list([[1, 2]]), .map(Map()), ["a": 1], ["b": 1],
      ["a": 1, "b": 1], ["b": 1, "a": 1], ["a": ["b": 1]], .list([.null]), .list([.null, .null]),
      record(.null), record(record(.null)), record(record(record(.null))), record(1),
      record(record(1)), record(.null, .null), record(record(.null), .null),
      record(.null, record(.null)), record("a", ""), record("", "a"), record("", ""),
    ]
    for count in 1...40 {
      let text = String(repeating: "x", count: count)
      values.append(.string(text))
      for place in Set([0, 1, count / 2, count - 2, count - 1]) where text.indices.count > place {
        guard place >= 0 else { continue }
        var characters = Array(text)
        characters[place] = "y"
        values.append(.string(String(characters)))
      }
    }
    values.append(.string("é"))
    values.append(.string("e\u{301}"))
    var seen: [[UInt64]: Value] = [:]
    for value in values {
      let bits = try bits(value)
      if let other = seen[bits] { Issue.record("\(value) and \(other) come to the same") }
      seen[bits] = value
    }
    #expect(seen.count == values.count)
    #expect(try bits(1) != bits(1, salt: 1))
  }

  @Test("Equal values have the same fingerprint, however they were made")
  func sameness() throws {
    var random = SplitMix64(seed: 7)
    var made = List()
    var items: [Value] = []
    for step in 0..<300 {
      let index = Int(random.next() % UInt64(items.count + 1))
      if step % 3 == 2, index < items.count {
        made.remove(at: index)
        items.remove(at: index)
      } else {
        let item = record(.string("item \(step)"), .bool(step % 2 == 0))
        made.insert(item, at: index)
        items.insert(item, at: index)
      }
      #expect(try bits(.list(made)) == bits(.list(List(items))))
    }
  }

  @Test("Records of different types in the same position have different fingerprints")
  func shapes() throws {
    let other = Shape(name: "Other", fields: [Shape.Field(name: "a", type: .dyn)])
    let left = record(1)
    let right = Value.record(Record(other, .int(1)))
    #expect(try bits(left, namesShapes: true) != bits(right, namesShapes: true))
  }

  @Test("The largest list or map is told, of a text a sixty-fourth, of names and keys nothing")
  func sizes() throws {
    func largest(_ value: Value) throws -> Int {
      var fingerprint = Fingerprint(namesShapes: true)
      try #require(withBorrow(of: value) { fingerprint.add($0) })
      return fingerprint.largest
    }
    #expect(try largest(1) == 0)
    #expect(try largest(.list([1, [1, 2, 3]])) == 3)
    #expect(try largest(["a": 1, "b": 2]) == 2)
    #expect(try largest(.string(String(repeating: "x", count: 200))) == 3)
    var map = Map()
    map[.string(String(repeating: "x", count: 1000))] = 1
    #expect(try largest(record(.map(map))) == 1)
  }

  @Test("Values that a state cannot hold have no fingerprint")
  func others() {
    for value in [Value.bytes([1]), .optional(1), .optional(nil), .type(.int)] {
      for value in [value, .list([1, value]), record(value), ["a": value]] {
        var fingerprint = Fingerprint(namesShapes: false)
        let isKnown = withBorrow(of: value) { fingerprint.add($0) }
        #expect(!isKnown)
      }
    }
  }
}
