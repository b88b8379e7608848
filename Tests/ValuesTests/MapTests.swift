import Support
import Testing
import Values

@Suite struct MapTests {
  @Test(arguments: 0..<5 as Range<UInt64>)
  func randomChangesKeepTheOrderOfInsertion(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let keys = [5, 12, 100, 1000, 4000][Int(seed)]
    var model: [(key: Value, value: Value)] = []
    var map = Map()
    var versions: [(Map, [(key: Value, value: Value)])] = []
    for round in 0..<4000 {
      let number = Int64.random(in: 0..<Int64(keys), using: &generator)
      let key: Value = number % 2 == 0 ? .int(number) : .string("key \(number)")
      let value = Value.int(Int64(round))
      let place = model.firstIndex { $0.key == key }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        if let place { model[place].value = value } else { model.append((key, value)) }
        map[key] = value
      case 2:
        #expect(map.remove(key) == place.map { model.remove(at: $0).value })
      default:
        #expect(map[key] == place.map { model[$0].value })
        #expect(map.index(of: key) == place)
        if let place { model[place].value = value }
        var holder = Value.map(map)
        map = Map()
        #expect((change(&holder, key, to: value) != nil) == (place != nil))
        if case .map(let changed) = holder { map = changed }
      }
      if keys <= 100 || round % 100 == 0 { map.checkInvariants() }
      #expect(map.count == model.count)
      if round % 400 == 0 { versions.append((map, model)) }
    }
    versions.append((map, model))
    for (map, model) in versions {
      #expect(map.map(\.key) == model.map(\.key))
      #expect(map.map(\.value) == model.map(\.value))
    }
  }

  @Test func numbersThatAreEqualAreOneKey() {
    var map = Map()
    map[.int(1)] = .string("one")
    #expect(map[.uint(1)] == .string("one"))
    #expect(map[.double(1)] == .string("one"))
    #expect(map[.double(1.5)] == nil)
    #expect(map[.bool(true)] == nil)
    map[.uint(.max)] = .string("most")
    #expect(map[.int(-1)] == nil)
    #expect(map[.double(0x1p64)] == nil)
  }

  @Test func stringsThatOnlyLookTheSameAreTwoKeys() {
    var map = Map()
    map[.string("\u{e9}")] = .int(1)
    map[.string("e\u{301}")] = .int(2)
    #expect(map.count == 2)
    #expect(map["\u{e9}"] == .int(1))
  }

  @Test func mapsAreEqualWhateverTheirOrder() {
    var left = Map()
    var right = Map()
    for number in 0..<50 as Range<Int64> {
      left[.int(number)] = .int(number)
      right[.int(49 - number)] = .int(49 - number)
    }
    #expect(left == right)
    right[.int(7)] = .null
    #expect(left != right)
  }
}

/// Changes the value of a key in place, as rules do; returns `nil` if there is no such key.
private func change(
  _ map: inout Value, _ key: Value, to value: Value
) -> Void? {
  map.changingEntry(key).map { $0.pointee = value }
}
