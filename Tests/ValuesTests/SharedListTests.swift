import Support
import Testing

@testable import Values

/// Lists whose copies are kept, changed and dropped in any order.
@Suite struct SharedListTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func versionsAreWhatTheyWereMadeWhicheverAreDropped(seed: UInt64) {
    let census = Census()
    var generator = SplitMix64(seed: seed)
    do {
      let start = [0, 5, 16, 40, 300, 1000, 20, 600][Int(seed)]
      let numbers = Array(0..<start)
      var versions = [(list: List(numbers.map(census.element)), numbers: numbers)]
      for round in 0..<1500 {
        var (list, numbers) = versions[Int.random(in: versions.indices, using: &generator)]
        // If a version is dropped before the change, a single version may own its elements.
        if Int.random(in: 0..<4, using: &generator) == 0, versions.count > 1 {
          versions.remove(at: Int.random(in: versions.indices, using: &generator))
        }
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let grows = round / 300 % 2 == 0
          Self.change(&list, &numbers, grows: grows, census, &generator)
        }
        list.checkInvariants()
        #expect(list.count == numbers.count)
        #expect(Census.areElements(list, numbers))
        if versions.count < 12 {
          versions.append((list, numbers))
        } else {
          versions[Int.random(in: versions.indices, using: &generator)] = (list, numbers)
        }
        if round % 50 == 0 {
          #expect(versions.allSatisfy { Census.areElements($0.list, $0.numbers) })
        }
      }
      while let (list, numbers) = versions.popLast() {
        #expect(Census.areElements(list, numbers))
        versions.shuffle(using: &generator)
      }
    }
    #expect(census.living == 0)
  }

  static func change(
    _ list: inout List, _ numbers: inout [Int], grows: Bool, _ census: Census,
    _ generator: inout SplitMix64
  ) {
    let number = Int.random(in: 0..<10_000, using: &generator)
    // Many changes at one place, some at the borders of nodes.
    let end = Bool.random(using: &generator) ? numbers.count : Swift.min(numbers.count, 33)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<4 where end > 0:
      let index = Int.random(in: 0..<end, using: &generator)
      numbers[index] = number
      list[index] = census.element(number)
    case 4 where end > 0:
      // Changes a field inside the element if it is a record.
      let index = Int.random(in: 0..<end, using: &generator)
      guard numbers[index] % 6 == 3 || numbers[index] % 6 == 4 else { return }
      numbers[index] = number / 6 * 6 + 3
      let place = list.changingPlace(index)
      place.pointee.changingField(0)?.pointee = .int(Int64(numbers[index]))
      place.pointee.changingField(1)?.pointee = census.probe(numbers[index])
    case 5 where end > 0:
      let (from, to) = (
        Int.random(in: 0..<end, using: &generator),
        Int.random(in: numbers.indices, using: &generator)
      )
      numbers.insert(numbers.remove(at: from), at: to)
      list.move(from: from, to: to)
    case 6 where end > 0:
      let (left, right) = (
        Int.random(in: 0..<end, using: &generator),
        Int.random(in: numbers.indices, using: &generator)
      )
      numbers.swapAt(left, right)
      list.swapAt(left, right)
    case 7..<(grows ? 10 : 8):
      let index = Int.random(in: 0...end, using: &generator)
      numbers.insert(number, at: index)
      list.insert(census.element(number), at: index)
    default:
      guard end > 0 else { return }
      let index = Int.random(in: 0..<end, using: &generator)
      let removed = numbers.remove(at: index)
      #expect(Census.isElement(list.remove(at: index), removed))
    }
  }

  /// Not for the thread sanitizer: small lists are ordered by Swift's reference counts alone, which
  /// it cannot see; it reports an array that threads change and drop in this way, too.
  @Test func smallVersionsOfOneListAreEachThreadsOwn() {
    SharedNodesThreadTests.changeVersions(count: 10)
  }

  /// Elements that only old versions held are freed with those.
  @Test(arguments: [5, 16, 200, 3000])
  func whatNoVersionHasIsFreed(count: Int) {
    let census = Census()
    var list = List((0..<count).map(census.probe))
    for index in 0..<count {
      let version = list
      list[index] = census.probe(index + 1)
      #expect(version[index] != list[index])
    }
    for index in 0..<count { list[index] = census.probe(index + 2) }
    #expect(census.living == count)
    for _ in 0..<count {
      let version = list
      list.remove(at: 0)
      #expect(version.count == list.count + 1)
    }
    #expect(list.isEmpty)
    list.append(.null)
    #expect(census.living == 0)
  }

  @Test func aListThatIsHeldAloneAgainIsChangedInPlace() {
    var list = List((0..<5000).map { Value.int($0) })
    var versions: [List] = []
    for index in 0..<5000 {
      versions.append(list)
      list[index] = .null
    }
    versions = []
    for index in 0..<5000 { list[index] = .bool(true) }
    for index in 0..<5000 {
      let place = list.place(index)
      list[index] = .bool(false)
      #expect(list.place(index).isSame(as: place))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func cellsChangeAsArraysDo(seed: UInt64) {
    let census = Census()
    var generator = SplitMix64(seed: seed)
    do {
      var pool = (0..<6).map { _ in (cells: Cells<Value>(capacity: 4), numbers: [Int]()) }
      for _ in 0..<6000 {
        let index = Int.random(in: pool.indices, using: &generator)
        var (cells, numbers) = pool[index]
        // The cells are changed either in place or while they are shared.
        if Bool.random(using: &generator) { pool[index] = (Cells(capacity: 0), []) }
        let place = Int.random(in: 0...numbers.count, using: &generator)
        let number = Int.random(in: 0..<10_000, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0..<2 where numbers.count < 32:
          cells.insert(census.element(number), at: place)
          numbers.insert(number, at: place)
        case 2..<4 where place < numbers.count:
          cells[place] = census.element(number)
          numbers[place] = number
        case 4 where place < numbers.count:
          #expect(Census.isElement(cells.remove(at: place), numbers.remove(at: place)))
        default:
          let to = Int.random(in: 0...max(0, numbers.count - 1), using: &generator)
          guard place < numbers.count else { continue }
          cells.move(from: place, to: to)
          numbers.insert(numbers.remove(at: place), at: to)
        }
        cells.checkInvariants()
        #expect(cells.count == numbers.count)
        #expect(cells.read { Census.areElements($0, numbers) })
        pool[Int.random(in: pool.indices, using: &generator)] = (cells, numbers)
      }
      for (cells, numbers) in pool { #expect(cells.read { Census.areElements($0, numbers) }) }
    }
    #expect(census.living == 0)
  }
}
