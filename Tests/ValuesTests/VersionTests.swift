import Foundation
import Testing

@testable import Values

/// Versions of lists that are made, changed again and dropped, in every order that has separate
/// code.
@Suite struct VersionTests {
  private let census = Census()

  private func list(of count: Int) -> List { List((0..<count).map(probe)) }

  /// Returns an element with a counted object.
  private func probe(_ number: Int) -> Value { census.element(6 * number + 5) }

  private func areProbes(_ values: List, _ numbers: [Int]) -> Bool {
    Census.areElements(values, numbers.map { 6 * $0 + 5 })
  }

  /// A version that already has a successor is changed, as after an undo.
  @Test func aVersionThatAnotherFollowsIsChangedOnItsOwn() {
    let first = list(of: 1000)
    var undone = first
    undone[0] = probe(1001)
    var list = first
    list[1] = probe(1002)
    var later = list
    later.remove(at: 0)
    #expect(areProbes(first, Array(0..<1000)))
    #expect(areProbes(undone, [1001] + Array(1..<1000)))
    #expect(areProbes(list, [0, 1002] + Array(2..<1000)))
    #expect(areProbes(later, [1002] + Array(2..<1000)))
    for version in [first, undone, list, later] { version.checkInvariants() }
    #expect(census.living == 1002)
  }

  @Test func whatOnlyAVersionThatWasGivenUpHadIsFreed() {
    var first: List? = list(of: 1000)
    var undone = first
    undone?[0] = probe(1001)
    var list = first ?? List()
    list[1] = probe(1002)
    first = nil
    #expect(census.living == 1002)
    undone = nil
    // The element is freed by the next change at the latest.
    list[2] = probe(1003)
    #expect(census.living == 1000)
    list = List()
    #expect(census.living == 0)
  }

  /// Each change starts from a version that is kept and already has a successor.
  @Test(arguments: [true, false])
  func aLongWayOfChangesThatWereMadeAnewIsFreed(theOldestFirst: Bool) {
    onASmallStack {
      var others: [List] = []
      var list = self.list(of: 40)
      for round in 0..<20_000 {
        var other = list
        other[round % 40] = .null
        others.append(other)
        list[round % 40] = self.probe(round)
      }
      if theOldestFirst { others = [] }
      while others.popLast() != nil {}
      #expect(list.count == 40)
      list[0] = self.probe(0)
      #expect(self.census.living == 40)
      list = List()
      #expect(self.census.living == 0)
    }
  }

  private func onASmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 256 * 1024
    thread.start()
    done.wait()
  }

  /// Two copies of one list are changed until they share little.
  @Test func listsThatGoTheirOwnWaysKeepNothingForEachOther() {
    var list = list(of: 1000)
    var other = list
    list[0] = probe(1000)
    other[0] = probe(1001)
    #expect(census.living == 1002)
    for round in 0..<3 {
      for index in 0..<1000 { other[index] = probe(round * 1000 + index) }
    }
    #expect(census.living == 2000)
    list = List()
    #expect(census.living == 1000)
    #expect(areProbes(other, Array(2000..<3000)))
  }

  @Test(arguments: [true, false])
  func versionsAreDroppedFromEitherEnd(theOldestFirst: Bool) {
    let first = list(of: 300)
    var list = first
    var versions: [List] = []
    for round in 0..<3000 {
      list.insert(list.remove(at: round % 300), at: (round * 7) % 300)
      list[round % 290] = probe(300 + round)
      versions.append(list)
      if round % 100 == 0 { list.checkInvariants() }
    }
    while let version = theOldestFirst ? versions.first : versions.last {
      #expect(version.count == 300)
      _ = theOldestFirst ? versions.removeFirst() : versions.removeLast()
    }
    #expect(areProbes(first, Array(0..<300)))
    #expect(census.living <= 600)
    list = List()
    #expect(census.living == 300)
  }

  /// Freeing an element may free a version of the same list.
  @Test func aListHoldsOlderVersionsOfItself() {
    var list = list(of: 20)
    for _ in 0..<30 { list.append(.list(list)) }
    #expect(list.count == 50)
    for place in 0..<20 { list.remove(at: 20 + (place * 7) % (30 - place)) }
    #expect(census.living == 20)
    list = List()
    #expect(census.living == 0)
  }

  @Test func moreVersionsThanThereAreNumbersAreMade() {
    var tree = Tree(ContiguousArray((0..<100).map { Value.int($0) }), number: .max - 3)
    var versions: [Tree<Value>] = []
    for index in 0..<8 {
      versions.append(tree)
      tree[index] = .null
    }
    for (changed, version) in versions.enumerated() {
      #expect(
        Array(version) == (0..<100).map { $0 < changed ? .null : .int(Int64($0)) })
    }
  }

  /// The remaining elements may fit into one leaf.
  @Test func theLastVersionThatThereIsANumberForIsSmall() {
    var tree = Tree(ContiguousArray((0..<32).map { Value.int($0) }), number: .max)
    for _ in 0..<12 { _ = tree.remove(at: 0) }
    for _ in 0..<12 { _ = tree.remove(at: 7) }
    #expect(Array(tree).count == 8)
    let version = tree
    tree[0] = .null
    tree.insert(.null, at: 8)
    #expect(version.place(0).pointee == .int(12))
    #expect(Array(tree).dropFirst().dropLast() == Array(version).dropFirst())
  }

  /// Lists outgrow one leaf, and shrink to one again.
  @Test func listsBecomeLargeAndSmallAgainWhileTheyAreShared() {
    var list = List()
    var versions = [list]
    for number in 0..<100 {
      list.append(probe(number))
      versions.append(list)
    }
    for _ in 0..<100 {
      list.remove(at: 0)
      versions.append(list)
    }
    for (place, version) in versions.enumerated() {
      version.checkInvariants()
      #expect(areProbes(version, place <= 100 ? Array(0..<place) : Array(place - 100..<100)))
    }
    versions = []
    #expect(census.living == 0)
  }
}
