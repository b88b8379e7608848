import Support
import Testing

@testable import Values

@Suite struct ListTests {
  @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 512, 513, 5000])
  func aListHasTheElementsItWasMadeOf(count: Int) {
    let values = (0..<count).map { Value.int(Int64($0)) }
    let list = List(values)
    #expect(list.count == count)
    #expect(Array(list) == values)
    #expect(values.indices.allSatisfy { list[$0] == values[$0] })
    #expect(list == List(values))
  }

  @Test(
    "Lists are equal if their elements are, however their trees are split", arguments: [100, 3000])
  func equality(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    let list = List((0..<count).map { Value.int(Int64($0 / 3)) })
    for _ in 0..<500 {
      var other = list
      let (from, to) = (
        Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator)
      )
      other.move(from: from, to: to)
      #expect((other == list) == (Array(other) == Array(list)))
      other.move(from: to, to: from)
      #expect(other == list)
      let value = other.remove(at: from)
      #expect(other != list)
      other.append(value)
      #expect((other == list) == (Array(other) == Array(list)))
    }
  }

  @Test("Comparing lists that share all but an element looks at few elements")
  func comparisons() {
    let list = List((0..<100_000).map { Value.int(Int64($0)) })
    var changed = list
    changed[70_000] = 0
    var moved = list
    moved.move(from: 60_000, to: 90_000)
    for other in [changed, moved] {
      var count = 0
      let areEqual = list.isEqual(to: other, skippingShared: true) { left, right -> Bool in
        count += 1
        return left == right
      }
      #expect(!areEqual)
      #expect(count < 100)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func randomChangesDoWhatTheyDoToAnArray(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let start = [0, 10, 200, 3000, 9000, 70][Int(seed)]
    var model = (0..<start).map { Value.int(Int64($0)) }
    var list = List(model)
    var versions: [(List, [Value])] = []
    for round in 0..<6000 {
      let value = Value.int(Int64.random(in: 0...1_000_000, using: &generator))
      // Growing and shrinking alternate, so that nodes are split and joined.
      let grows = round / 1500 % 2 == 0
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<2 where !model.isEmpty:
        let index = Int.random(in: model.indices, using: &generator)
        model[index] = value
        list[index] = value
      case 2 where !model.isEmpty:
        let index = Int.random(in: model.indices, using: &generator)
        model[index] = value
        list.changing { $0.changingElement(index)?.pointee = value }
      case 3 where !model.isEmpty:
        let from = Int.random(in: model.indices, using: &generator)
        let to = Int.random(in: model.indices, using: &generator)
        model.insert(model.remove(at: from), at: to)
        list.move(from: from, to: to)
      case 4..<(grows ? 9 : 6):
        let index =
          Bool.random(using: &generator)
          ? model.count : Int.random(in: 0...model.count, using: &generator)
        model.insert(value, at: index)
        list.insert(value, at: index)
      default:
        guard !model.isEmpty else { continue }
        let index = Int.random(in: model.indices, using: &generator)
        #expect(list.remove(at: index) == model.remove(at: index))
      }
      list.checkInvariants()
      #expect(list.count == model.count)
      if round % 500 == 0 {
        #expect(Array(list) == model)
        versions.append((list, model))
      }
    }
    #expect(Array(list) == model)
    for (list, model) in versions {
      #expect(Array(list) == model)
      #expect(list == List(model))
    }
  }

  @Test func removingEverythingLeavesAnEmptyList() {
    var list = List((0..<5000).map { Value.int($0) })
    for _ in 0..<5000 { list.remove(at: list.count - 1) }
    #expect(list == List())
    list.append(.null)
    #expect(Array(list) == [.null])
  }
}

extension List {
  /// Changes the list in place inside a value, as rules do.
  fileprivate mutating func changing(_ change: (inout Value) -> Void) {
    var value = Value.list(self)
    self = List()
    change(&value)
    if case .list(let list) = value { self = list }
  }
}
