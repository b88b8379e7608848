// Compiled into one module with Sources/CEL by Tests/Fuzzing/fuzz-expressions.

/// Tests an input from libFuzzer: an expression or, after a `~`, a pattern and, on the next line, a
/// text to search.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  if text.utf8.first == UInt8(ascii: "~") {
    let lines = text.unicodeScalars.dropFirst()
      .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    expectSoundPattern(lines.first ?? "", in: lines.dropFirst().first ?? "")
  } else {
    expectSoundExpression(text)
  }
  return 0
}

/// Ends the process if a rule does not hold; libFuzzer reports that with the input.
private func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
  if !holds { fatalError("this does not hold: \(rule())") }
}

private let environment: Environment = {
  let item = Shape(
    name: "TodoItem",
    fields: [
      Shape.Field(name: "title", type: .string),
      Shape.Field(name: "isCompleted", type: .bool, default: .bool(false)),
      Shape.Field(name: "due", type: .nullable(.timestamp), default: .null),
    ])
  let load = Shape(
    name: "Load",
    fields: [
      Shape.Field(name: "idle", type: .nullable(.bool), default: .null),
      Shape.Field(name: "failed", type: .nullable(.string), default: .null),
    ], isVariant: true)
  let list = Shape(
    name: "TodoList",
    fields: [
      Shape.Field(name: "todos", type: .list(.record("TodoItem")), default: .list([])),
      Shape.Field(name: "byId", type: .map(key: .int, value: .record("TodoItem"))),
    ])
  var environment = Environment(types: Types([item, load, list]))
  environment.declare("state", .record("TodoList"))
  environment.declare("todos", .list(.record("TodoItem")), field: 0, ofSlot: 0)
  environment.declare("i", .int)
  environment.declare("load", .record("Load"))
  environment.declare("any", .dyn)
  environment.declare("maybe", .nullable(.int))
  environment.declare("stock", .map(key: .string, value: .int))
  environment.declare("when", .timestamp)
  environment.declare("long", .duration)
  environment.declare("opt", .optional(.string))
  environment.declare("u", .uint)
  environment.declare("d", .double)
  environment.declare("bytes", .bytes)
  return environment
}()

/// The variables and the budget of an evaluation.
private struct Setting {
  let slots: ContiguousArray<Value>
  let budget: Int

  init(_ values: [String: Value], budget: Int) {
    slots = environment.frame(values).slots
    self.budget = budget
  }

  func frame(_ times: Int = 1) -> Frame { Frame(slots: slots, budget: times * budget) }
}

/// Two settings of the variables: with much content, and with as little as possible.
private let settings: [Setting] = {
  guard let item = environment.types["TodoItem"], let load = environment.types["Load"],
    let list = environment.types["TodoList"],
    let due = Timestamp(seconds: 1_709_208_000, nanoseconds: 5),
    let start = Timestamp(seconds: 0)
  else { return [] }
  let items: [Value] = [
    .record(Record(item, [.string("x\u{e9}🙂"), .bool(false), .null])),
    .record(Record(item, [.string("Call Ann"), .bool(true), .timestamp(due)])),
  ]
  var byId = Map()
  byId[.int(7)] = items[0]
  var stock = Map()
  for (name, count) in [("milk", 3), ("e\u{301}", -1)] { stock[.string(name)] = .int(Int64(count)) }
  let full: [String: Value] = [
    "state": .record(Record(list, [.list(List(items)), .map(byId)])), "i": .int(1),
    "load": .record(Record(load, [.null, .string("no answer")])),
    "any": .list([.map(stock), .double(.nan), .string("q"), .optional(.int(1)), items[1]]),
    "maybe": .int(.min), "stock": .map(stock), "when": .timestamp(due),
    "long": .duration(Duration(nanoseconds: 3_600_000_000_001)), "opt": .optional(.string("a")),
    "u": .uint(.max), "d": .double(-0.5), "bytes": .bytes([0, 0x80, 0xff]),
  ]
  let bare: [String: Value] = [
    "state": .record(Record(list, [.list([]), .map(Map())])), "i": .int(0),
    "load": .record(Record(load, [.bool(true), .null])), "stock": .map(Map()),
    "when": .timestamp(start),
    "long": .duration(Duration(nanoseconds: 0)), "opt": .optional(nil),
    "u": .uint(0), "d": .double(0), "bytes": .bytes([]),
  ]
  return [Setting(full, budget: 100_000), Setting(bare, budget: 100)]
}()

private func expectSoundExpression(_ text: String) {
  let whole = 0...text.utf8.count
  func expectInside(_ range: Range<Int>, _ what: String) {
    expect(
      whole.contains(range.lowerBound) && whole.contains(range.upperBound),
      "the range \(range) of '\(what)' is inside the text")
  }
  do throws(Issues) {
    let expr = try environment.parse(text)
    do throws(Issues) {
      let program = environment.plan(try environment.check(expr))
      expect(program.costLimit ?? 0 >= 0, "a cost limit is not negative")
      let outcomes = settings.map { outcome(program, $0, expectInside) }
      // The overloads of an unchecked expression are resolved at run time; they have to be those
      // that the checker found.
      guard program.isProven, let unchecked = try? environment.resolve(expr) else { return }
      for (setting, outcome) in zip(settings, outcomes) {
        guard case .success(let value) = outcome else { continue }
        var frame = setting.frame(100)
        let other = try? environment.plan(unchecked).evaluate(&frame)
        expect(other == value, "unchecked, \(value) is \(other.map(\.description) ?? "an error")")
      }
    } catch {
      expectIssues(error)
      guard let unchecked = try? environment.resolve(expr) else { return }
      for setting in settings { _ = outcome(environment.plan(unchecked), setting, expectInside) }
    }
  } catch {
    expectIssues(error)
  }

  func expectIssues(_ issues: Issues) {
    expect(!issues.items.isEmpty, "a refusal has its issues")
    for issue in issues.items {
      expect(!issue.message.isEmpty, "an issue has a message")
      expectInside(issue.range, issue.message)
    }
  }
}

/// Returns the result of an evaluation, and checks the rules that hold for all evaluations.
private func outcome(
  _ program: ExpressionPlan, _ setting: Setting, _ expectInside: (Range<Int>, String) -> Void
) -> Result<Value, EvaluationError> {
  func run(_ frame: inout Frame) -> Result<Value, EvaluationError> {
    do throws(EvaluationError) {
      return .success(try program.evaluate(&frame))
    } catch {
      return .failure(error)
    }
  }
  var after = setting.frame()
  let outcome = run(&after)
  let cost = setting.budget - after.budget
  expect(after.budget >= 0, "a budget is never overdrawn")
  if let limit = program.costLimit, limit <= setting.budget {
    expect(cost <= limit, "the cost, \(cost), is within the limit, \(limit)")
  }
  expect(
    Array(after.slots.prefix(setting.slots.count)) == Array(setting.slots), "variables are kept")
  expect(
    after.slots.dropFirst(setting.slots.count).allSatisfy { $0 == .null }, "slots are given back")
  switch outcome {
  case .success(let value):
    if program.isProven {
      expect(value.has(program.type), "\(value) has the type that is proven, \(program.type)")
    }
    var again = setting.frame()
    expect(run(&again) == outcome && again.budget == after.budget, "evaluations are repeatable")
    expectReadable(value)
  case .failure(let error):
    expect(!error.message.isEmpty, "the error '\(error.code)' has a message")
    expectInside(error.range, error.message)
    expect(
      !program.isProven || error.code != "no-matching-overload",
      "what is proven has its overloads: \(error.message)")
  }
  return outcome
}

/// Expects that the description of a value is an expression with that value.
private func expectReadable(_ value: Value) {
  guard value.isWritten else { return }
  let text = value.description
  guard text.utf8.count < 2000 else { return }
  do throws(Issues) {
    var frame = Frame(slots: settings[0].slots, budget: 1_000_000)
    let unchecked = try environment.resolve(try environment.parse(text))
    let read = try? environment.plan(unchecked).evaluate(&frame)
    expect(read == value, "\(text) is read as \(read.map(\.description) ?? "an error")")
  } catch {
    let isDeep = error.items.contains { $0.message.contains("nested too deeply") }
    expect(isDeep, "\(text) is readable: \(error.items.map(\.message))")
  }
}

extension Value {
  /// True if the value can be written as an expression.
  fileprivate var isWritten: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .type, .opaque: false
    case .list(let list): list.allSatisfy(\.isWritten)
    case .map(let map): map.allSatisfy { $0.key.isWritten && $0.value.isWritten }
    case .record(let record): record.fields.allSatisfy(\.isWritten)
    case .optional(let value): value?.isWritten ?? true
    default: true
    }
  }

  /// Returns true if the value is of the type, in all its parts.
  fileprivate func has(_ type: Type) -> Bool {
    switch (self, type) {
    case (_, .dyn), (_, .parameter), (.null, .nullable), (.type, .type): true
    case (_, .nullable(let type)): has(type)
    case (.list(let list), .list(let element)): list.allSatisfy { $0.has(element) }
    case (.map(let map), .map(let key, let value)):
      map.allSatisfy { $0.key.has(key) && $0.value.has(value) }
    case (.optional(let value), .abstract("optional_type", let wrapped)):
      value?.has(wrapped[0]) ?? true
    case (.record(let record), .record(let name)):
      record.shape.name == name
        && zip(record.fields, record.shape.fields).allSatisfy { $0.has($1.type) }
    default: self.type == type
    }
  }
}

private func expectSoundPattern(_ pattern: String, in text: String) {
  let limit = 10_000_000
  func matches(_ pattern: String, _ text: String) -> Bool? {
    var budget = Budget(remaining: limit)
    do throws(Failure) {
      return try Pattern(pattern, &budget).matches(text, &budget)
    } catch {
      expect(!error.message.isEmpty, "the error '\(error.code)' has a message")
      expect(budget.remaining >= 0, "a budget is never overdrawn")
      return nil
    }
  }
  guard let found = matches(pattern, text) else { return }
  func expectSame(_ other: String, _ text: String) {
    guard let same = matches(other, text) else { return }
    expect(same == found, "\(other) matches as \(pattern) does, which is \(found)")
  }
  // Unclosed quoting and flags may extend over the text around the pattern.
  if !pattern.contains("\\Q"), !pattern.contains("(?") {
    expectSame("(?:\(pattern))", text)
    expectSame("(?s:.*)(?:\(pattern))", text)
    expectSame("(?:\(pattern))(?:)", text)
    expectSame("(?:\(pattern))|(?:\(pattern))", text)
    expectSame("(?:\(pattern)){1}", text)
  }
}
