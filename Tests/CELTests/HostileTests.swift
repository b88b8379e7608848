import Foundation
import Support
import Testing

@testable import CEL

/// Malicious input: it is refused in bounded time, on a small stack.
@Suite struct HostileTests {
  /// Runs `body` on a thread with a stack of 512 KB.
  private func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let thread = Thread {
        body()
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private static let nestings: [(name: String, open: String, middle: String, close: String)] = [
    ("parentheses", "(", "1", ")"),
    ("lists", "[", "1", "]"),
    ("maps", "{1: ", "1", "}"),
    ("negations", "!", "true", ""),
    ("minuses", "-", "i", ""),
    ("minuses apart", "- ", "1", ""),
    ("ternaries", "true ? 1 : ", "1", ""),
    ("ternaries within", "true ? (", "1", ") : 1"),
    ("selections", "", "any", ".a"),
    ("optional selections", "", "any", ".?a"),
    ("indices", "", "any", "[0]"),
    ("indices within", "any[", "0", "]"),
    ("calls", "int(", "1", ")"),
    ("method calls", "", "any", ".size()"),
    ("records", "TodoItem{title: ", "''", "}"),
    ("sums", "1 + ", "1", ""),
    ("products", "1 * ", "1", ""),
    ("comparisons", "1 == ", "1", ""),
    ("mixed", "[(-", "1", ")]"),
    ("macros", "[1].map(x, ", "1", ")"),
    ("macros in a row", "", "[1]", ".map(x, [x])"),
    ("binds", "cel.bind(x, [1], ", "x", ")"),
    ("conditions", "(true && ", "true", ")"),
  ]

  @Test(arguments: nestings.map(\.name))
  func deepNestingIsAnIssue(name: String) async throws {
    let nesting = try #require(Self.nestings.first { $0.name == name })
    for count in [1000, 100_000] {
      let text =
        String(repeating: nesting.open, count: count) + nesting.middle
        + String(repeating: nesting.close, count: count)
      await onSmallStack {
        let start = threadTime()
        do throws(Issues) {
          _ = try sample.compile(text)
          Issue.record("\(name) are compiled")
        } catch {
          #expect(error.items.first?.message.contains("nested too deeply") == true, "\(name)")
          #expect(error.items.allSatisfy { $0.range.clamped(to: 0..<text.utf8.count) == $0.range })
        }
        #expect(threadTime() - start < .seconds(1), "\(name)")
      }
    }
  }

  /// The deepest nesting that is allowed has to fit on the stack in every stage.
  @Test(arguments: nestings.map(\.name))
  func theDeepestNestingIsEvaluatedOnASmallStack(name: String) async throws {
    let nesting = try #require(Self.nestings.first { $0.name == name })
    let slots = try sampleFrame().slots
    await onSmallStack {
      for count in [50, 76, 100, 155, 159] {
        let text =
          String(repeating: nesting.open, count: count) + nesting.middle
          + String(repeating: nesting.close, count: count)
        guard let expr = try? sample.parse(text), let program = try? sample.compile(text) else {
          continue
        }
        var frame = Frame(slots: slots)
        _ = try? program.evaluate(&frame)
        if let unchecked = try? sample.resolve(expr) {
          _ = try? sample.plan(unchecked).evaluate(&frame)
        }
      }
    }
  }

  @Test(arguments: ["&&", "||"])
  func longChainsOfConditionsAreFine(sign: String) async throws {
    let text = String(repeating: "i == 1 \(sign) ", count: 20_000) + "i == 1"
    let slots = try sampleFrame().slots
    await onSmallStack {
      var frame = Frame(slots: slots)
      #expect((try? sample.compile(text).evaluateBool(&frame)) == true)
    }
  }

  @Test func longTextsAreParsedInTime() throws {
    let start = threadTime()
    let million = 1_000_000
    var frame = try sampleFrame()
    let text = String(repeating: "x", count: million)
    #expect(try sample.compile("'\(text)'.size()").evaluate(&frame) == .int(Int64(million)))
    let list = String(repeating: "1,", count: million / 4)
    #expect(try sample.compile("[\(list)]").evaluate(&frame).type == .list(.dyn))
    #expect(threadTime() - start < .seconds(10))
  }

  /// Texts with a million repetitions, each with the message and the range of the issue.
  private static let longMistakes: [(text: String, message: String, range: Range<Int>)] = [
    ("'" + many("x"), "the string has no closing quote", 0..<1_000_001),
    ("'" + many("\\"), "the string has no closing quote", 0..<1_000_001),
    ("b'''" + many("'' "), "the string has no closing quote", 0..<3_000_004),
    ("'" + many("\\q") + "'", "'\\q' is no escape", 1..<3),
    ("'" + many("\\u") + "'", "an escape '\\u' takes 4 hexadecimal digits", 1..<3),
    (many("9"), "the number does not fit into int", 0..<1_000_000),
    (many("1."), "expected the end, found '.1'", 3..<5),
    (many("#"), "expected an expression, found '#'", 0..<1),
    (many("a"), "'\(many("a", 119))…\(many("a", 58))' is not declared here", 0..<1_000_000),
    (many(" "), "the expression ends where an expression is expected", 1_000_000..<1_000_000),
    (many("//"), "the expression ends where an expression is expected", 2_000_000..<2_000_000),
    (many("i "), "expected the end, found 'i'", 2..<3),
    (
      "i." + many("a"), "int has no fields, so no '\(many("a", 94))…\(many("a", 79))'",
      2..<1_000_002
    ),
  ]

  private static func many(_ text: String, _ count: Int = 1_000_000) -> String {
    String(repeating: text, count: count)
  }

  @Test(arguments: longMistakes.indices)
  func longMistakesAreTold(number: Int) throws {
    let (text, message, range) = Self.longMistakes[number]
    let start = threadTime()
    do throws(Issues) {
      _ = try sample.compile(text)
      Issue.record("\(text.prefix(10))… is compiled")
    } catch {
      #expect(error.items[0].message == message)
      #expect(error.items[0].message.utf8.count < 400)
      #expect(error.items[0].range == range)
    }
    #expect(threadTime() - start < .seconds(5))
  }

  @Test(arguments: [
    "lists.range(1000000000000)",
    "lists.range(100000).map(x, lists.range(100000)).size()",
    "lists.range(100000).all(x, lists.range(100000).all(y, true))",
    "[1,2,3].map(a, [1,2,3].map(b, lists.range(9999).map(c, lists.range(9999))))",
    "cel.bind(a, 'xxxxxxxxxxxxxxxx', cel.bind(b, a+a+a+a+a+a+a+a+a+a, cel.bind(c, b+b+b+b+b+b+b+b+b+b,"
      + " cel.bind(d, c+c+c+c+c+c+c+c+c+c, cel.bind(e, d+d+d+d+d+d+d+d+d+d,"
      + " e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e)))))",
    "lists.range(5000).map(x, 'abc').join('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')",
    "[0].closure(x, [x + 1])",
    "cel.bind(a, [1,1,1,1,1,1,1,1], cel.bind(b, [a,a,a,a,a,a,a,a], cel.bind(c, [b,b,b,b,b,b,b,b],"
      + " cel.bind(d, [c,c,c,c,c,c,c,c], cel.bind(e, [d,d,d,d,d,d,d,d], [e,e,e,e,e,e,e,e] == [e,e,e,e,e,e,e,e])))))",
  ])
  func whatCostsTooMuchIsEnded(text: String) throws {
    let start = threadTime()
    try expectError(text, "cost-exceeded")
    #expect(threadTime() - start < .seconds(5))
  }

  /// Each variable refers twice to the one before it, and the first one is an error.
  @Test func whatFailsIsNotTriedAgain() throws {
    let binds = (1...40).map { "cel.bind(v\($0), v\($0 - 1) || v\($0 - 1), " }.joined()
    let text =
      "cel.bind(v0, 1 / (i - 1) == 1, \(binds)v40 || true" + String(repeating: ")", count: 41)
    try expectValue(text, "true")
  }

  @Test func patternsTakeLinearTime() throws {
    var frame = try sampleFrame()
    frame.budget = 10_000_000
    let text = String(repeating: "a", count: 5000)
    let start = threadTime()
    let program = try sample.compile("'\(text)'.matches('(a*)*(a|a)*b') || any.matches('x')")
    #expect(throws: EvaluationError.self) { try program.evaluate(&frame) }
    #expect(threadTime() - start < .seconds(5))
  }
}
