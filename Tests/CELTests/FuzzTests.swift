import Support
import Testing

@testable import CEL

/// Randomly mutated expressions: each is either compiled and evaluated, or refused for one of its
/// parts.
@Suite struct FuzzTests {
  private static let seeds = [
    "todos[i].title.startsWith('x') && size(todos) < 100",
    "todos.filter(t, !t.isCompleted).map(t, t.title + '!').join(', ')",
    "cel.bind(x, todos.size(), x > 1 ? x * 2 : -x)", "{'a': [1, 2u, 3.0], ?'b': stock.?milk}",
    "TodoItem{title: r'\\d' + \"\\u00e9\"}.title.matches('^[a-z]+(b|c){2,3}$')",
    "[3, 1, 2].sortBy(x, -x).transformList(i, x, i % 2 == 0, x + i)",
    "timestamp('2024-02-29T12:00:00Z').getHours('Europe/Berlin') + duration('1h30m').getMinutes()",
    "has(load.failed) ? load.failed.substring(1, 3) : any.?a[?0].orValue('z')",
    "[i].closure(x, x < 9 ? [x + 1] : []).exists(x, x == 0x1F || x in [1, 2])",
    "'%s %.3f %x'.format([maybe, 1.5e3, b'abc']) == math.greatest(1, 2.5, 3u) + ''",
  ]
  private static let parts = [
    "(", ")", "[", "]", "{", "}", ".", "?", ":", ",", "+", "-", "!", "&&", "||", "==", " in ", "'",
    "\"", "\\", "null", "1", "9223372036854775807", "dyn(", ".map(x, ", "\u{e9}", "\u{1f600}", "//",
  ]

  @Test(arguments: 0..<4 as Range<UInt64>)
  func nothingBreaksIt(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let frame = try sampleFrame()
    for _ in 0..<1500 {
      let text = Self.text(&generator)
      let whole = 0...text.utf8.count
      do throws(Issues) {
        let program = try sample.compile(text)
        var frame = Frame(copying: frame)
        do throws(EvaluationError) {
          _ = try program.evaluate(&frame).description
        } catch {
          #expect(whole.contains(error.range.lowerBound), "\(text)")
          #expect(whole.contains(error.range.upperBound), "\(text)")
          #expect(!error.message.isEmpty, "\(text)")
        }
        #expect(frame.slots.dropFirst(sample.slotCount).allSatisfy { $0 == .null }, "\(text)")
      } catch {
        #expect(!error.items.isEmpty, "\(text)")
        for issue in error.items {
          #expect(whole.contains(issue.range.lowerBound), "\(text)")
          #expect(whole.contains(issue.range.upperBound), "\(text)")
        }
      }
      guard let expr = try? sample.parse(text), let unchecked = try? sample.resolve(expr) else {
        continue
      }
      var frame = Frame(copying: frame)
      _ = try? sample.plan(unchecked).evaluate(&frame)
    }
  }

  private static func text(_ generator: inout SplitMix64) -> String {
    var scalars = Array(seeds[Int.random(in: seeds.indices, using: &generator)].unicodeScalars)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0...scalars.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        let part = parts[Int.random(in: parts.indices, using: &generator)]
        scalars.insert(contentsOf: part.unicodeScalars, at: place)
      case 1: scalars.removeSubrange(place..<min(place + 5, scalars.count))
      default:
        let other = Array(seeds[Int.random(in: seeds.indices, using: &generator)].unicodeScalars)
        let start = Int.random(in: other.indices, using: &generator)
        scalars.insert(contentsOf: other[start..<min(start + 20, other.count)], at: place)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
