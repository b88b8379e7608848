import Testing

@testable import Values

/// Access to the payload of an existential, in place if the layout of existentials is known.
@Suite struct HeldTests {
  protocol Thing { var number: Int { get } }
  final class Probe {}
  struct Small: Thing {
    let object: Probe
    var number: Int
  }
  struct Large: Thing {
    var number = 1
    let numbers = (1, 2, 3, 4)
  }
  struct Other: Thing { var number = 1 }

  private static let ways = [
    ExistentialAccess(),
    LayoutAssumptions.$replaced.withValue(LayoutAssumptions.none) { ExistentialAccess() },
  ]

  @Test func `All assumptions about layouts hold here`() {
    let verified = LayoutAssumptions.verified
    #expect(verified.existentialsHoldInPlace && verified.optionalsHoldInPlace)
    #expect(verified.payloadsLieAtTheStart && verified.recordsAreOneWord)
    #expect(Self.ways.map(\.inPlace) == [true, false])
  }

  @Test(arguments: [0, 1])
  func `A value is changed where an existential holds it, and held once meanwhile`(way: Int) {
    let held = Self.ways[way]
    var state: Any = Small(object: Probe(), number: 1)
    let wasOther: Void? = withInout(to: &state) { held.modify($0, as: Other.self) { _ in } }
    #expect(wasOther == nil)
    var values: Any = [1, 2, 3]
    let address = (values as? [Int])?.withUnsafeBufferPointer { $0.baseAddress }
    withInout(to: &values) { place in
      _ = held.modify(place, as: [Int].self) { $0.pointee[0] = 9 }
    }
    #expect(values as? [Int] == [9, 2, 3])
    #expect((values as? [Int])?.withUnsafeBufferPointer { $0.baseAddress } == address)
    withInout(to: &state) { place in
      _ = held.modify(place, as: Small.self) { small in
        let moved = small.take()
        small.put(Small(object: moved.object, number: moved.number + 2))
      }
    }
    #expect((state as? Small)?.number == 3)
  }

  @Test(arguments: [0, 1])
  func `A value that has no room in an existential is read as well`(way: Int) {
    let thing: any Thing = Large(number: 7)
    let number = withBorrow(of: thing) { thing in
      Self.ways[way].read(thing, as: Large.self) { $0.pointee.number }
    }
    #expect(number == 7)
  }

  @Test func `What is lent is held once less, and a copy that is kept is one of its own`() {
    struct Pair {
      var object: Probe
      var numbers: [Int]
    }
    weak var probe: Probe?
    var kept: [Pair] = []
    do {
      var pair = Pair(object: Probe(), numbers: [1, 2, 3])
      probe = pair.object
      var any: Any = pair
      let held = ExistentialAccess()
      withBorrow(of: any) { place in
        for _ in 0..<3 { _ = held.lend(place, as: Pair.self) { kept.append($0) } }
      }
      any = 0
      kept[0].numbers[0] = 9
      #expect(pair.numbers == [1, 2, 3])
      pair.numbers.append(4)
      #expect(kept.map(\.numbers) == [[9, 2, 3], [1, 2, 3], [1, 2, 3]])
    }
    #expect(probe != nil)
    kept = []
    #expect(probe == nil)
  }

  @Test func `Only what lies in an existential is lent`() {
    let small: Any = Small(object: Probe(), number: 1)
    let lent = withBorrow(of: small) { place in
      Self.ways.map { $0.lend(place, as: Small.self) { _ in } }
    }
    #expect(lent == [true, false])
    let others = withBorrow(of: small) { place in
      (
        ExistentialAccess().lend(place, as: Other.self) { _ in },
        ExistentialAccess().lend(place, as: Large.self) { _ in }
      )
    }
    #expect(others == (false, false))
  }

  @Test(arguments: [0, 1])
  func `What an existential holds is known by its type`(way: Int) {
    let held = Self.ways[way]
    for thing in [Small(object: Probe(), number: 1), Other(), Large()] as [any Thing] {
      withBorrow(of: thing) { place in
        let isSmall = held.read(place, as: Small.self) { _ in true } ?? false
        #expect(isSmall == (thing is Small))
        #expect(held.type(of: place) == ObjectIdentifier(type(of: thing)))
      }
    }
  }

  @Test(arguments: [0, 1])
  func `Values of the language's own types are found`(way: Int) {
    let values: [Any] = ["a text that needs an object of its own", 7, true, [1, 2]]
    func find<Value: Equatable>(_ index: Int, _ value: Value) -> Bool {
      withBorrow(of: values[index]) { place in
        Self.ways[way].read(place, as: Value.self) { $0.pointee == value } ?? false
      }
    }
    #expect(find(0, "a text that needs an object of its own"))
    #expect(find(1, 7))
    #expect(find(2, true))
    #expect(find(3, [1, 2]))
    #expect(!find(1, "7"))
  }
}
