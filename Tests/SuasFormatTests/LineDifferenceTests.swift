import Support
import Testing

@testable import SuasFormat

@Suite struct LineDifferenceTests {
  /// Texts of some lines, of which many are the same, and the same texts with some changes.
  private static func texts(
    _ count: Int, kinds: Int, changes: Int, seed: UInt64
  ) -> (old: [UInt8], new: [UInt8]) {
    var random = SplitMix64(seed: seed)
    func line() -> String { "line \(Int.random(in: 0..<kinds, using: &random))\n" }
    let old = (0..<count).map { _ in line() }
    var new = old
    for _ in 0..<changes {
      let place = Int.random(in: 0...new.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where place < new.count: new.remove(at: place)
      case 1 where place < new.count: new[place] = line()
      default: new.insert(line(), at: place)
      }
    }
    return (Array(old.joined().utf8), Array(new.joined().utf8))
  }

  @Test(
    "A text with all changes is the other text, and the changes are few",
    arguments: [
      (count: 0, kinds: 1, changes: 3), (20, 3, 5), (400, 5, 30), (400, 5, 400), (3000, 10, 3),
      (3000, 2000, 60), (5000, 100_000, 5000),
    ])
  func changes(count: Int, kinds: Int, changes: Int) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let (old, new) = Self.texts(count, kinds: kinds, changes: changes, seed: seed)
      let difference = LineDifference(from: old, to: new)
      #expect(difference.text(changing: 0..<max(1, difference.old.count)) == new)
      let changed = difference.changes.reduce(0) { $0 + $1.old.count + $1.new.count }
      // Of long texts with few kinds of lines, a line may be taken for another one of its kind.
      #expect(changed <= max(2 * changes, count > 1000 ? count / 10 : 0), "\(changed)")
    }
  }

  @Test("Long texts without a line in common are exchanged as a whole")
  func other() {
    let (old, _) = Self.texts(2000, kinds: 100, changes: 0, seed: 1)
    let new = Array(String(decoding: old, as: UTF8.self).replacing("line", with: " line").utf8)
    let difference = LineDifference(from: old, to: new)
    #expect(difference.changes.count == 1)
    #expect(difference.text(changing: 0..<2000) == new)
  }
}
