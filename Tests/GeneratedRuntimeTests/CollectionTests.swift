import Testing

@testable import GeneratedRuntime

@Suite("Lists and maps of generated programs")
struct CollectionTests {
  @Test(
    arguments: [
      (0, 3, "bcda"), (3, 0, "dabc"), (1, 2, "acbd"), (2, 2, "abcd"), (0, 4, nil), (-1, 0, nil),
    ] as [(Int64, Int64, String?)])
  func `An element moves to an index of the list without it`(
    from: Int64, to: Int64, moved: String?
  ) {
    var list = "abcd".map { String($0) }
    let refusal = failure { () throws(Failure) in try list.move(from: from, to: to) }
    #expect((refusal == nil ? list.joined() : nil) == moved)
  }

  @Test func `An index that is none is refused`() {
    let failures = [-1, 2].map { index in
      failure { () throws(Failure) in try [1, 2].element(index) }
    }
    #expect(failures[0]?.message == "there is no index -1 in a list of 2 elements")
    #expect(failures[1]?.code == "index-out-of-range")
    #expect(failure { () throws(Failure) in try [1, 2].slice(1, 3) }?.code == "index-out-of-range")
  }

  @Test func `Elements with equal keys keep their order`() {
    #expect(["bb", "a", "cc", "d"].inOrder { $0.size } == ["a", "d", "bb", "cc"])
    #expect(
      ["bb", "a", "cc", "d"].inOrder(descending: true) { $0.size } == ["bb", "cc", "a", "d"])
    #expect([.nan, 1, -1].inOrder().prefix(2) == [-1.0, 1])
  }

  @Test func `An element for which a condition holds absorbs the errors of others`() throws {
    let divisors: [Int64] = [0, 5]
    #expect(try divisors.any { element throws(Failure) in try Int64(5).divided(element) == 1 })
    #expect(throws: Failure.self) {
      try divisors.all { element throws(Failure) in try Int64(5).divided(element) == 1 }
    }
  }

  @Test func `Texts are told apart by their code points`() {
    #expect(["é", "e\u{301}"].distinct().count == 2)
    #expect(["\u{1F600}", "\u{FF5E}"].inOrder() == ["\u{FF5E}", "\u{1F600}"])
    let map: OrderedMap<String, Int64> = ["é": 1, "e\u{301}": 2]
    #expect(map.count == 2)
  }

  @Test func `A map keeps the order in which its keys were added`() throws {
    var map: OrderedMap<String, Int64> = ["b": 1, "a": 2, "c": 3]
    map["b"] = 4
    map["a"] = nil
    map["a"] = 5
    #expect(map.keys == ["b", "c", "a"])
    #expect(map.values == [4, 3, 5])
    #expect(map.equals(["a": 5, "b": 4, "c": 3]))
    #expect(failure { () throws(Failure) in try map.value(for: "x") }?.code == "no-such-key")
    #expect(
      failure { () throws(Failure) in try map.insertNew(1, for: "a") }?.code == "invalid-argument")
  }

  @Test func `What was overwritten is put back, with its place`() {
    var map: OrderedMap<String, Int64> = ["a": 1, "b": 2, "c": 3]
    let before = map
    let kept = map.kept(["a", "b", "x"])
    map["a"] = nil
    map["b"] = 7
    map["x"] = 8
    map.restore(kept)
    #expect(map.keys == before.keys)
    #expect(map == before)
  }

  @Test func `Steps are undone in reverse order`() {
    let undo = Undo<[Int64]>()
    var list: [Int64] = [1]
    undo.note { $0.append(2) }
    undo.note { $0.removeLast() }
    undo.putBack(&list)
    #expect(list == [2])
  }

  @Test func `A history moves back and forth as far as it goes`() {
    var history = History<Int64>()
    for state in Int64(0)..<4 { _ = history.record(state, group: .null, limit: 3) }
    #expect(history.past == [1, 2, 3])
    let isMoved = history.move(-2, from: 4)
    #expect(isMoved)
    #expect(history.past == [1])
    #expect(history.state(after: 9) == 4)
    #expect(history.state(after: -9) == 1)
    #expect(History<Int64>().state(after: -1) == nil)
  }
}

/// The failure of a function; nil if it returns.
func failure<Result>(_ body: () throws(Failure) -> Result) -> Failure? {
  do throws(Failure) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
