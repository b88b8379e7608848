import Support
import Testing
import Values

/// Maps whose copies are kept, changed and dropped in any order.
@Suite struct SharedMapTests {
  @Test(arguments: 0..<5 as Range<UInt64>)
  func versionsAreWhatTheyWereMadeWhicheverAreDropped(seed: UInt64) {
    let census = Census()
    var generator = SplitMix64(seed: seed)
    let keys = [4, 8, 30, 200, 2000][Int(seed)]
    do {
      var versions = [(map: Map(), entries: [(key: Value, number: Int)]())]
      for round in 0..<1200 {
        var (map, entries) = versions[Int.random(in: versions.indices, using: &generator)]
        if Int.random(in: 0..<4, using: &generator) == 0, versions.count > 1 {
          versions.remove(at: Int.random(in: versions.indices, using: &generator))
        }
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let number = Int.random(in: 0..<10_000, using: &generator)
          let name = Int.random(in: 0..<keys, using: &generator)
          let key: Value = name % 2 == 0 ? .int(Int64(name)) : .string("the key number \(name)")
          let place = entries.firstIndex { $0.key == key }
          if Int.random(in: 0..<(round / 300 % 2 == 0 ? 8 : 3), using: &generator) == 0 {
            let removed = map.remove(key)
            #expect((removed == nil) == (place == nil))
            if let place, let removed {
              #expect(Census.isElement(removed, entries.remove(at: place).number))
            }
          } else {
            map[key] = census.element(number)
            if let place { entries[place].number = number } else { entries.append((key, number)) }
          }
        }
        if keys <= 30 || round % 50 == 0 { map.checkInvariants() }
        #expect(map.map(\.key) == entries.map(\.key))
        #expect(Census.areElements(map.map(\.value), entries.map(\.number)))
        if versions.count < 12 {
          versions.append((map, entries))
        } else {
          versions[Int.random(in: versions.indices, using: &generator)] = (map, entries)
        }
      }
      for (map, entries) in versions {
        #expect(map.map(\.key) == entries.map(\.key))
        #expect(Census.areElements(map.map(\.value), entries.map(\.number)))
      }
    }
    #expect(census.living == 0)
  }

  @Test("The entries that may differ from an earlier version have all that do, each once")
  func unshared() {
    var generator = SplitMix64(seed: 1)
    func key() -> Value { .int(Int64.random(in: 0..<400, using: &generator)) }
    for round in 0..<200 {
      var old = Map()
      for _ in 0..<[3, 20, 300][round % 3] { old[key()] = .int(0) }
      var new = old
      for number in 1...Int.random(in: 1...5, using: &generator) {
        let isRemoved = Bool.random(using: &generator)
        new[key()] = isRemoved ? nil : .int(Int64(number))
      }
      var visited: [Value] = []
      new.forEachUnshared(with: old) { key, before, after in
        #expect(before == old[key] && after == new[key] && (before != nil || after != nil))
        visited.append(key)
      }
      let kept = visited.prefix { new[$0] != nil }
      let differing = (old.map(\.key) + new.map(\.key)).filter { old[$0] != new[$0] }
      #expect(differing.allSatisfy(visited.contains))
      #expect(Set(visited.map { "\($0)" }).count == visited.count)
      #expect(visited.dropFirst(kept.count).allSatisfy { new[$0] == nil })
      let places = kept.compactMap(new.index)
      #expect(places == places.sorted())
    }
  }
}
