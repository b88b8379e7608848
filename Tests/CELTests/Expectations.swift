import Foundation
import Testing

@testable import CEL

/// The environment of most tests: a list of records, and variables of several types.
let sample: Environment = {
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
    fields: [Shape.Field(name: "todos", type: .list(.record("TodoItem")), default: .list([]))])
  var environment = Environment(types: Types([item, load, list]))
  let state = environment.declare("state", .record("TodoList"))
  environment.declare("todos", .list(.record("TodoItem")), field: 0, ofSlot: state)
  environment.declare("i", .int)
  environment.declare("load", .record("Load"))
  environment.declare("any", .dyn)
  environment.declare("maybe", .nullable(.int))
  environment.declare("stock", .map(key: .string, value: .int))
  return environment
}()

/// A frame for ``sample``: two items, `i` is 1.
func sampleFrame() throws -> Frame {
  let item = try #require(sample.types["TodoItem"])
  let load = try #require(sample.types["Load"])
  let list = try #require(sample.types["TodoList"])
  var stock = Map()
  stock[.string("milk")] = .int(3)
  return Frame(
    slots: [
      .record(
        Record(
          list,
          [
            .list([
              .record(Record(item, [.string("Buy milk"), .bool(false), .null])),
              .record(Record(item, [.string("Call Ann"), .bool(true), .null])),
            ])
          ])),
      .int(1), .record(Record(load, [.null, .string("no answer")])), .null, .null, .map(stock),
    ], budget: 100_000)
}

/// Expects that the text is parsed into the structure of the fully parenthesized text.
func expectParse(
  _ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  do throws(Issues) {
    #expect(try sample.parse(text).parenthesized == expected, sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(error.items)", sourceLocation: sourceLocation)
  }
}

func expectType(
  _ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  do throws(Issues) {
    #expect(try sample.compile(text).type.description == expected, sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(error.items)", sourceLocation: sourceLocation)
  }
}

/// Expects a value, given by its description.
func expectValue(
  _ text: String, _ expected: String, isChecked: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var frame = try sampleFrame()
  let before = frame.slots
  do {
    let expr = try sample.parse(text)
    let program = sample.plan(try isChecked ? sample.check(expr) : sample.resolve(expr))
    let value = try program.evaluate(&frame)
    #expect(value.description == expected, sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(text): \(error)", sourceLocation: sourceLocation)
  }
  #expect(Array(frame.slots.prefix(before.count)) == Array(before), sourceLocation: sourceLocation)
  #expect(frame.slots.dropFirst(before.count).allSatisfy { $0 == .null })
}

/// Expects that the evaluation meets an error at the text between the markers 1️⃣ and 2️⃣.
func expectError(
  _ marked: String, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (text, range) = unmark(marked)
  var frame = try sampleFrame()
  let program = try sample.compile(text)
  let error = #expect(throws: EvaluationError.self, sourceLocation: sourceLocation) {
    try program.evaluate(&frame)
  }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  if let range { #expect(error?.range == range, sourceLocation: sourceLocation) }
}

/// Expects an issue at the text between the markers 1️⃣ and 2️⃣.
func expectIssue(
  _ marked: String, _ message: String, help: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let (text, range) = unmark(marked)
  do throws(Issues) {
    let program = try sample.compile(text)
    Issue.record("it has type \(program.type)", sourceLocation: sourceLocation)
  } catch {
    #expect(error.items.first?.message == message, sourceLocation: sourceLocation)
    #expect(error.items.first?.help == help, sourceLocation: sourceLocation)
    if let range { #expect(error.items.first?.range == range, sourceLocation: sourceLocation) }
  }
}

/// Returns the text without its markers, and the range between them in UTF-8 bytes.
private func unmark(_ marked: String) -> (String, Range<Int>?) {
  let parts = marked.split(separator: "1️⃣", omittingEmptySubsequences: false)
  guard parts.count == 2 else { return (marked, nil) }
  let rest = parts[1].split(separator: "2️⃣", omittingEmptySubsequences: false)
  let start = parts[0].utf8.count
  return (String(parts[0] + rest.joined()), start..<start + rest[0].utf8.count)
}

extension Expr {
  /// The expression with every call in parentheses.
  fileprivate var parenthesized: String {
    func list(_ items: [Expr]) -> String {
      items.map(\.parenthesized).joined(separator: ", ")
    }
    switch kind {
    case .literal(let value): return value.description
    case .ident(let name): return name
    case .select(let operand, let name, let isOptional):
      return "\(operand.parenthesized)\(isOptional ? ".?" : ".")\(name.text)"
    case .has(let operand, let name): return "has(\(operand.parenthesized).\(name.text))"
    case .index(let operand, let index, let isOptional):
      return "\(operand.parenthesized)[\(isOptional ? "?" : "")\(index.parenthesized)]"
    case .call(let name, let target?, let arguments):
      return "\(target.parenthesized).\(name.text)(\(list(arguments)))"
    case .call(let name, nil, let arguments):
      if name.text.hasPrefix("_"), arguments.count == 2 {
        let sign = name.text.filter { $0 != "_" }
        return "(\(arguments[0].parenthesized) \(sign) \(arguments[1].parenthesized))"
      }
      if name.text == "@in" {
        return "(\(arguments[0].parenthesized) in \(arguments[1].parenthesized))"
      }
      return name.text.hasSuffix("_")
        ? "(\(name.text.dropLast())\(list(arguments)))" : "\(name.text)(\(list(arguments)))"
    case .and(let terms): return "(\(terms.map(\.parenthesized).joined(separator: " && ")))"
    case .or(let terms): return "(\(terms.map(\.parenthesized).joined(separator: " || ")))"
    case .conditional(let condition, let then, let otherwise):
      let branches = "\(then.parenthesized) : \(otherwise.parenthesized)"
      return "(\(condition.parenthesized) ? \(branches))"
    case .list(let elements):
      let texts = elements.map { ($0.isOptional ? "?" : "") + $0.value.parenthesized }
      return "[\(texts.joined(separator: ", "))]"
    case .map(let entries):
      let texts = entries.map {
        "\($0.isOptional ? "?" : "")\($0.key.parenthesized): \($0.value.parenthesized)"
      }
      return "{\(texts.joined(separator: ", "))}"
    case .record(let name, let fields):
      let texts = fields.map {
        "\($0.isOptional ? "?" : "")\($0.name.text): \($0.value.parenthesized)"
      }
      return "\(name.text){\(texts.joined(separator: ", "))}"
    case .comprehension(let it):
      let variables = it.variables.map(\.text).joined(separator: ", ")
      let filter = it.filter.map { ", \($0.parenthesized)" } ?? ""
      return
        "\(it.range.parenthesized).\(it.kind)(\(variables)\(filter), \(it.body.parenthesized))"
    }
  }
}
