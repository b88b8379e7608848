import Support
import Testing

@testable import CEL

@Suite struct EvaluationTests {
  @Test(arguments: [
    ("todos[i].title", "\"Call Ann\""), ("size(todos) + i", "3"), ("todos[0].isCompleted", "false"),
    ("todos[1].title.startsWith('Call') && size(todos) < 100", "true"),
    ("todos[1].title.endsWith('Ann')", "true"),
    ("todos[1].title.startsWith('Call Annie')", "false"),
    ("todos[1].title.endsWith('I Call Ann')", "false"), ("todos[0].title == 'Buy milk'", "true"),
    ("todos.map(t, t.title).join(', ')", "\"Buy milk, Call Ann\""),
    ("todos.filter(t, t.isCompleted).size()", "1"), ("todos.exists_one(t, t.isCompleted)", "true"),
    ("todos.all(i, t, i < 2 && size(t.title) > 2)", "true"), ("stock['milk']", "3"),
    ("stock.milk", "3"), ("has(stock.bread)", "false"), ("'milk' in stock", "true"),
    ("TodoItem{title: 'x'}", "TodoItem{title: \"x\", isCompleted: false, due: null}"),
    ("TodoItem{title: 'x'} == TodoItem{title: 'x', isCompleted: false}", "true"),
    ("type(todos[0]) == TodoItem", "true"), ("has(todos[0].due)", "false"),
    ("has(load.failed)", "true"), ("has(load.idle)", "false"), ("load.failed", "\"no answer\""),
    ("maybe == null || maybe > 1", "true"), ("maybe.orValue(7)", "7"),
    ("[1].closure(x, x < 5 ? [x + 1, 1] : [])", "[1, 2, 3, 4, 5]"),
    ("['b', 'a', 'B'].sortBy(x, x.lowerAscii())", "[\"a\", \"b\", \"B\"]"),
    ("cel.bind(x, 1 / 0, true || x > 1)", "true"), ("1 / 0 == 1 || true", "true"),
    ("[1, 2].exists(x, 1 / (x - 1) == 1)", "true"), ("false && 1 / 0 == 1", "false"),
    ("lists.range(4).map(x, x % 2 == 0, x)", "[0, 2]"), ("[3, 1, 2].sort()", "[1, 2, 3]"),
    ("[[1, [2]], [3]].flatten(1)", "[1, [2], 3]"), ("[1, 1u, 1.0, 2].distinct()", "[1, 2]"),
    ("sets.equivalent([1, 2], [2u, 1.0])", "true"), ("{'b': 1, 'a': 2}", "{\"b\": 1, \"a\": 2}"),
    ("math.sign(-0.0)", "0.0"), ("1.0 / math.sign(-0.0)", "inf"),
    ("-7 / 2", "-3"), ("-7 % 2", "-1"), ("double('1e3')", "1000.0"),
    ("double('Infinity') > 1e308 && double('-inf') < -1e308", "true"), ("string(1.0)", "\"1\""),
    ("int('9223372036854775807')", "9223372036854775807"),
    ("'%s %d %.2f %x'.format(['a', 1, 1.5, 255])", "\"a 1 1.50 ff\""),
    ("optional.of({'a': [1]}).a[0].value()", "1"), ("has(dyn(todos[0]).due)", "false"),
    ("[1, 2][dyn(1.0)]", "2"), ("dyn([1, 2])[dyn(1u)]", "2"), ("dyn({1: 2})[1.0]", "2"),
    ("todos[0].?due", "optional.none()"), ("dyn(todos[0]).due", "null"),
    ("{'a': null}.?a", "optional.of(null)"), ("int(dyn({'k': '7'})['k'])", "7"),
    ("int(dyn(['7']).first().value())", "7"), ("size(dyn({'k': {'a': 1}})['k'])", "1"),
    ("[1, 3].sum()", "4"), ("[].sum()", "0"), ("[1.5, 3.0].sum()", "4.5"), ("[3u, 4u].sum()", "7u"),
    ("[duration('1m'), duration('1s')].sum() == duration('61s')", "true"),
    ("dyn([1.5, 2.0]).sum()", "3.5"), ("todos.map(t, 1.5).sum()", "3.0"),
    ("[3, 1, 2].min()", "1"), ("['b', 'c', 'a'].max()", "\"c\""), ("[false, true].max()", "true"),
    ("[2, 1, 1].indexOf(1)", "1"), ("[2, 1, 1].lastIndexOf(1)", "2"), ("[1].indexOf(2)", "-1"),
    ("[].indexOf('x')", "-1"), ("'abcb'.lastIndexOf('b')", "3"), ("[[1], [2]].indexOf([2])", "1"),
    ("[1, 2, 2].isSorted()", "true"), ("['b', 'a'].isSorted()", "false"), ("[].isSorted()", "true"),
    ("[1, 2, 3].fold(sum, x, 0, sum + x)", "6"), ("[].fold(sum, x, 1, sum)", "1"),
    ("['a', 'b'].fold(all, x, '', x + all)", "\"ba\""),
    ("[1, 2].fold(all, x, [], all + [x * 2])", "[2, 4]"),
    ("[1, 2, 3].fold(last, x, null, last == null || x > last ? x : last)", "3"),
    ("todos.fold(n, t, {}, {'last': t.title}).last", "\"Call Ann\""),
    ("[1, 2].fold(a, x, 0, [3].fold(b, y, 0, a + b + x * y))", "9"),
    ("[1.5].fold(sum, x, 0.0, dyn(1)) == 1.0", "true"),
    ("regex.replace('hello world hello', 'hello', 'hi')", "\"hi world hi\""),
    ("regex.replace('banana', 'a', 'x', 0)", "\"banana\""),
    ("regex.replace('banana', 'a', 'x', 1)", "\"bxnana\""),
    ("regex.replace('banana', 'a', 'x', -12)", "\"bxnxnx\""),
    ("regex.replace('foo bar', '(fo)o (ba)r', r'\\2 \\1 \\0')", "\"ba fo foo bar\""),
    ("regex.replace('a.b', r'\\.', r'\\\\')", "\"a\\\\b\""),
    ("regex.replace('ab', '(x)?b', r'[\\1]')", "\"a[]\""),
    ("regex.replace('ab', '', '-')", "\"-a-b-\""),
    ("regex.replace('aaa', 'a*', 'x')", "\"x\""),
    ("regex.replace('\\u00e9x', '.', r'<\\0>')", "\"<é><x>\""),
    ("regex.extract('item-A, item-B', r'item-(\\w+)').value()", "\"A\""),
    ("regex.extract('HELLO', 'hello')", "optional.none()"),
    ("regex.extract('hello world', 'hello.*').value()", "\"hello world\""),
    ("regex.extract('b', '(a)?b')", "optional.none()"),
    ("regex.extractAll('id:123, id:456', r'id:\\d+')", "[\"id:123\", \"id:456\"]"),
    ("regex.extractAll('id:123, id:456', r'id:(\\d+)')", "[\"123\", \"456\"]"),
    ("regex.extractAll('ab b', '(a)?b')", "[\"a\"]"), ("regex.extractAll('ab', 'x')", "[]"),
    ("dyn({'k': 'a'})['k'] + 'b'", "\"ab\""), ("dyn({'k': 2.0})['k'] * 2.5", "5.0"),
  ])
  func expressionsHaveTheirValue(text: String, expected: String) throws {
    try expectValue(text, expected)
    try expectValue(text, expected, isChecked: false)
  }

  @Test(arguments: [
    ("1️⃣todos[9]2️⃣.title", "index-out-of-range"), ("1️⃣stock['bread']2️⃣", "no-such-key"),
    ("1️⃣stock.bread2️⃣", "no-such-key"), ("1️⃣load.idle2️⃣", "no-such-case"),
    ("1️⃣1 / (i - 1)2️⃣", "division-by-zero"), ("1️⃣9223372036854775807 + i2️⃣", "overflow"),
    ("1️⃣any2️⃣ && true", "null-value"), ("1️⃣maybe2️⃣ + 1", "null-value"),
    ("1️⃣any.foo2️⃣", "null-value"), ("1️⃣dyn(i).foo2️⃣", "no-matching-overload"),
    ("1️⃣dyn(todos[0]).foo2️⃣", "no-such-field"), ("1️⃣dyn('a') + 12️⃣", "no-matching-overload"),
    ("1️⃣timestamp('x')2️⃣", "invalid-argument"), ("1️⃣uint(-0.5)2️⃣", "overflow"),
    ("1️⃣string(b'\\xff')2️⃣", "invalid-argument"), ("1️⃣double('1e400')2️⃣", "invalid-argument"),
    ("1️⃣double('-1e400')2️⃣", "invalid-argument"),
    ("1️⃣dyn([1])[1]2️⃣", "index-out-of-range"), ("{1️⃣dyn(1.5)2️⃣: 1}", "invalid-argument"),
    ("1️⃣'a'.matches(dyn('('))2️⃣", "invalid-argument"),
    ("1️⃣optional.none().value()2️⃣", "invalid-argument"),
    ("[1, 2].all(x, 1️⃣x / 02️⃣ == 1)", "division-by-zero"),
    ("1️⃣'a'.substring(3)2️⃣", "index-out-of-range"),
    ("todos.map(t, 1️⃣todos[5]2️⃣)", "index-out-of-range"),
    ("1️⃣int(dyn({'k': []})['k'])2️⃣", "no-matching-overload"),
    ("1️⃣[].min()2️⃣", "invalid-argument"), ("1️⃣[i].filter(x, x > 9).max()2️⃣", "invalid-argument"),
    ("1️⃣[9223372036854775807, i].sum()2️⃣", "overflow"),
    ("1️⃣dyn([1, 'a']).sum()2️⃣", "no-matching-overload"),
    ("1️⃣regex.replace('a', '(', '')2️⃣", "invalid-argument"),
    ("1️⃣regex.replace('test', '(.)', r'\\2')2️⃣", "invalid-argument"),
    ("1️⃣regex.replace('test', 't', r'\\x')2️⃣", "invalid-argument"),
    ("1️⃣regex.extract('a@b', '(.)@(.)')2️⃣", "invalid-argument"),
    ("1️⃣regex.extractAll(todos[0].title, '(.)@(.)')2️⃣", "invalid-argument"),
    ("[1].fold(a, x, 0, 1️⃣dyn('x')2️⃣)", "type-mismatch"),
    ("1️⃣lists.range(1000).fold(a, x, dyn([]), [a])2️⃣", "state-too-large"),
  ])
  func errorsHaveCodeAndPlace(text: String, code: String) throws {
    try expectError(text, code)
  }

  @Test func stringsAreWhatTheirCodePointsAre() throws {
    try expectValue("'\\u00e9' == 'e\\u0301'", "false")
    try expectValue("'\\u00e9' in {'e\\u0301': 1}", "false")
    try expectValue("['\\u00e9', 'e\\u0301'].distinct().size()", "2")
    try expectValue("size('\\r\\n')", "2")
    try expectValue("size('e\\u0301')", "2")
    try expectValue("'a\\r\\nb'.split('\\n')", "[\"a\\r\", \"b\"]")
    try expectValue("'\\ud7ff' < '\\U00010000' && '\\uffff' < '\\U00010000'", "true")
    try expectValue("'e\\u0301'.contains('e')", "true")
    try expectValue("'x\\u0301y'.replace('x', 'z')", "\"z\u{301}y\"")
    try expectValue("'e\\u0301'.reverse()", "\"\u{301}e\"")
  }

  /// Beyond 2^53 an int is equal to the nearest double, and to no other int that is.
  @Test func setsOfNumbersAgreeWithEquality() throws {
    var random = SplitMix64(seed: 7)
    let limits: [Double] = [0, 0x1p53, 0x1p63, 0x1p64]
    let numbers = (0..<60).map { _ -> String in
      let limit = limits[Int.random(in: 0..<limits.count, using: &random)]
      let number = limit + Double(Int.random(in: -3...3, using: &random)) * max(limit.ulp, 1)
      let step = UInt64.random(in: 0...3, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return "dyn(\(number))"
      case 1: return "dyn(\(UInt64(exactly: number.magnitude).map { $0 &- step } ?? .max - step)u)"
      default: return "dyn(\(Int64(exactly: number) ?? .max - Int64(step)))"
      }
    }
    let list = "[\(numbers.joined(separator: ", "))]"
    let naive = "\(list).fold(seen, x, dyn([]), seen.exists(y, y == x) ? seen : seen + [x])"
    try expectValue("\(list).distinct() == \(naive)", "true")
    for number in numbers {
      try expectValue(
        "sets.contains(\(list), [\(number)]) == (\(number) in \(list))", "true")
      try expectValue(
        "sets.intersects(\(list).slice(0, 20), [\(number)]) == (\(number) in \(list).slice(0, 20))",
        "true")
    }
  }

  /// Rules change state in place between evaluations, which requires that nothing else holds it.
  @Test func anEvaluationLeavesNothingBehind() throws {
    final class Token: Sendable {}
    struct Marker: Opaque.Content {
      static let type = Type.abstract("marker", [])
      let token: Token
      var description: String { "marker" }
      func isEqual(to other: any Opaque.Content) -> Bool { true }
    }
    var environment = Environment()
    environment.declare("x", .list(.dyn))
    weak var token: Token?
    var frame = Frame(slots: [.null], budget: 1000)
    do {
      let marked = Token()
      token = marked
      frame[0] = .list([.opaque(Opaque(Marker(token: marked)))])
      for text in [
        "x.map(y, y)", "x.all(y, y == y)", "cel.bind(y, x, y.size())", "x.exists(i, y, y == 1 / 0)",
        "optional.of(x).optMap(y, y)", "x.sortBy(y, 1)", "x.closure(y, [y])",
        "x.fold(a, y, dyn(x), y)", "x.fold(a, y, dyn(x), 1 / 0)",
      ] {
        _ = try? environment.compile(text).evaluate(&frame)
      }
    }
    #expect(token != nil)
    frame[0] = .null
    #expect(token == nil)
  }

  /// A comparison of two versions of a state visits only the differences.
  @Test func whatTwoVersionsShareIsNotCompared() throws {
    var environment = Environment(types: sample.types)
    environment.declare("old", .list(.record("TodoItem")))
    environment.declare("new", .list(.record("TodoItem")))
    let item = try #require(sample.types["TodoItem"])
    let old = List(
      (0..<10_000).map { .record(Record(item, [.string("\($0)"), .bool(false), .null])) })
    var new = old
    let program = try environment.compile("old == new")
    var frame = Frame(slots: [.list(old), .list(new)], budget: 1000)
    #expect(try program.evaluateBool(&frame))
    new[7777] = .record(Record(item, [.string("x"), .bool(false), .null]))
    frame[1] = .list(new)
    #expect(try !program.evaluateBool(&frame))
    #expect(frame.budget > 800)
  }

  @Test func everyEvaluationHasItsCost() throws {
    var frame = try sampleFrame()
    let before = frame.budget
    _ = try sample.compile("lists.range(1000).all(x, x >= 0)").evaluate(&frame)
    #expect(2000..<3000 ~= before - frame.budget)
  }

  @Test func constantsAreFolded() throws {
    #expect(try sample.compile("1 + 2 * 3").constant == .int(7))
    #expect(try sample.compile("['a', 'b'].size()").constant == .int(2))
    #expect(try sample.compile("1 / 0").constant == nil)
    #expect(try sample.compile("i").constant == nil)
  }

  @Test func valuesAreSmall() {
    #expect(MemoryLayout<Value>.size <= 17)
  }
}
