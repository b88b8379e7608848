import Testing

@testable import Values

@Suite("Object list")
struct ObjectListTests {
  final class Member: @unchecked Sendable {
    let number: Int
    let onEnd: () -> Void

    init(_ number: Int, onEnd: @escaping () -> Void = {}) {
      self.number = number
      self.onEnd = onEnd
    }

    deinit { onEnd() }
  }

  @Test("Objects are called by their places, in the order in which they were given")
  func order() {
    let list = ObjectList((0..<5).map { Member($0) })
    #expect(!list.isEmpty)
    #expect(list.indices.map { list.call($0) { $0.number } } == [0, 1, 2, 3, 4])
    #expect(ObjectList([Member]()).isEmpty)
  }

  @Test("Values that a call retains outlive the list, others do not")
  func lifetime() {
    var ended: [Int] = []
    var list: ObjectList? = ObjectList((0..<3).map { n in Member(n) { ended.append(n) } })
    let kept = list?.call(1) { $0 }
    list = nil
    #expect(ended.sorted() == [0, 2])
    #expect(kept?.number == 1)
    withExtendedLifetime(kept) {}
  }
}
