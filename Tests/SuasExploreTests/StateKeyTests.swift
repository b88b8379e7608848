import CEL
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Bytes, keys and the table of states.
@Suite struct StateKeyTests {
  @Test("A value of any type is read back as it was written")
  func codec() throws {
    let spec = try spec(
      """
      suas: 1
      enums: { Color: [red, green] }
      types: { Item: { title: string, color: Color = green } }
      variants: { Load: { idle: {}, loaded: { items: list(Item) } } }
      states:
        S:
          flag: bool = true
          n: int = -5
          x: double = 1.5
          text: string = "äöü 🎉"
          at: timestamp = 2020-02-02T02:02:02.5Z
          wait: duration = -90s
          items: list(Item) = []
          byId: map(Item) = {}
          counts: { type: "map(int, int)", default: {} }
          none: int? = null
          some: int? = 9223372036854775807
          load: Load = idle
          extra: any = null
      reducers:
        R:
          state: S
          initial:
            items: [{ title: a }, { title: "", color: red }]
            byId: { k: { title: b } }
            load: { loaded: { items: [{ title: c }] } }
            extra: [1, 2.5, null, true, { a: [] }]
      """)
    let codec = StateCodec(spec)
    let buffer = ByteBuffer()
    guard case .record(let record) = spec.store.initial[0] else { return }
    #expect(codec.write(record, slot: 0, to: buffer))
    #expect(codec.read(buffer.bytes) == [record])
  }

  @Test("A table contains exactly the keys that were inserted")
  func table() {
    var random = SplitMix64(seed: 1)
    let table = StateTable(capacity: 4)
    var keys = (0..<5000).map { _ in StateKey(high: random.next(), low: random.next() % 64) }
    keys.append(StateKey(high: 0, low: 0))
    for key in keys { #expect(table.insert(key)) }
    for key in keys { #expect(!table.insert(key) && table.contains(key)) }
    #expect(table.count == keys.count)
    for _ in 0..<5000 {
      #expect(!table.contains(StateKey(high: random.next(), low: random.next())))
    }
    table.removeAll()
    #expect(!table.contains(keys[0]))
  }

  @Test("Keys of bytes that differ in one bit differ in about half of theirs")
  func keys() {
    var random = SplitMix64(seed: 2)
    for count in [1, 7, 8, 9, 15, 16, 17, 33, 100] {
      var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let key = StateKey(bytes)
      for bit in 0..<count * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        let other = StateKey(bytes)
        bytes[bit / 8] ^= 1 << (bit % 8)
        let changed =
          (key.high ^ other.high).nonzeroBitCount + (key.low ^ other.low).nonzeroBitCount
        #expect((24...104).contains(changed))
      }
    }
    let none = StateKey([])
    #expect(none != StateKey([0]))
  }

  @Test("Adding and removing a part leaves the key unchanged")
  func sums() {
    let left = StateKey(high: .max, low: .max)
    let right = StateKey(high: 3, low: 9)
    #expect(left + right - right == left)
    #expect(right + left - left == right)
  }
}
