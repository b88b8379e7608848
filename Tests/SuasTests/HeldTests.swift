import Testing

@testable import Suas

/// What an existential holds is found where it lies.
@Suite struct HeldTests {
  struct Small: Action {
    let object: Journal
    var number: Int
  }
  struct Large: Action { let numbers = (1, 2, 3, 4) }
  struct Other: Action { var number = 1 }

  @Test func `A value that has room in an existential lies in it and can be changed there`() {
    var state: Any = Small(object: Journal(), number: 1)
    withUnsafeMutablePointer(to: &state) { place in
      #expect(place.held(as: Other.self) == nil)
      let small = place.held(as: Small.self)
      #expect(small?.pointee.number == 1)
      small?.pointee.number = 2
      if let small {
        let moved = small.move()
        small.initialize(to: Small(object: moved.object, number: 3))
      }
    }
    #expect((state as? Small)?.number == 3)
  }

  @Test func `A value that has no room there is not found`() {
    let action: any Action = Large()
    let place = withUnsafePointer(to: action) { $0.held(as: Large.self) != nil }
    #expect(!place)
  }

  @Test func `What is lent is held once less, and a copy that is kept is one of its own`() {
    struct Held {
      var object: Journal
      var numbers: [Int]
    }
    weak var journal: Journal?
    var kept: [Held] = []
    do {
      var held = Held(object: Journal(), numbers: [1, 2, 3])
      journal = held.object
      withUnsafePointer(to: held) { place in
        for _ in 0..<3 { place.lend { kept.append($0) } }
        place.lend { #expect($0.object === journal) }
      }
      kept[0].numbers[0] = 9
      #expect(held.numbers == [1, 2, 3])
      held.numbers.append(4)
      #expect(kept.map(\.numbers) == [[9, 2, 3], [1, 2, 3], [1, 2, 3]])
    }
    #expect(journal != nil)
    kept = []
    #expect(journal == nil)
  }

  @Test func `An action is known by its type`() {
    for action in [Small(object: Journal(), number: 1), Other(), Large()] as [any Action] {
      let isSmall = withUnsafePointer(to: action) { $0.held(as: Small.self) != nil }
      #expect(isSmall == (action is Small))
    }
  }

  @Test func `Values of the language's own types are found`() {
    let values: [Any] = ["a text that needs an object of its own", 7, true, [1, 2]]
    func find<Value: Equatable>(_ index: Int, _ value: Value) -> Bool {
      withUnsafePointer(to: values[index]) { $0.held(as: Value.self)?.pointee == value }
    }
    #expect(find(0, "a text that needs an object of its own"))
    #expect(find(1, 7))
    #expect(find(2, true))
    #expect(find(3, [1, 2]))
    #expect(!find(1, "7"))
  }
}
