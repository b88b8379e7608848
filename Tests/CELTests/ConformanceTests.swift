import Foundation
import Testing

@testable import CEL

/// The cases of CEL's own conformance suite, read from the file that `CEL_CASES` names.
@Suite struct ConformanceTests {
  /// The cases that fail, each with the reason.
  static let skipped: [String: String] = [:]

  @Test(.enabled(if: ConformanceCase.file != nil))
  func conformanceCasesHold() throws {
    let file = try #require(ConformanceCase.file)
    let cases = try JSONDecoder().decode(
      [ConformanceCase].self, from: Data(contentsOf: URL(filePath: file)))
    var sections: [(name: String, passed: Int, failures: [String])] = []
    for item in cases {
      let section = "\(item.file)/\(item.section)"
      let index =
        sections.firstIndex { $0.name == section }
        ?? {
          sections.append((section, 0, []))
          return sections.count - 1
        }()
      if let failure = item.failure() {
        if Self.skipped[item.id] == nil {
          sections[index].failures.append("\(item.id): \(item.expr)\n    \(failure)")
        }
      } else {
        sections[index].passed += 1
      }
    }
    for section in sections {
      print("\(section.name): \(section.passed) passed, \(section.failures.count) failed")
      for failure in section.failures { print("  \(failure)") }
    }
    let failed = sections.reduce(0) { $0 + $1.failures.count }
    print("total: \(sections.reduce(0) { $0 + $1.passed }) passed, \(failed) failed")
    #expect(failed == 0)
  }
}

struct ConformanceCase: Decodable {
  var id: String
  var file: String
  var section: String
  var expr: String
  var disableMacros: Bool
  var disableCheck: Bool
  var checkOnly: Bool
  var container: String
  var typeEnv: [Declaration]
  var bindings: [String: JSON]
  var expect: [String: JSON]

  struct Declaration: Decodable {
    var name: String
    var type: JSON?
    var overloads: [Signature]?
  }

  struct Signature: Decodable {
    var id: String
    var params: [JSON]
    var result: JSON
    var isInstance: Bool
  }

  /// The path of the file with the cases; `nil` if there is none.
  static var file: String? {
    let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "../shared/cel/visible.json").path
    let path = ProcessInfo.processInfo.environment["CEL_CASES"] ?? beside
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Returns the reason why the case does not hold; `nil` if it does.
  func failure() -> String? {
    var environment = Environment()
    environment.container = container
    var slots: ContiguousArray<Value> = []
    for declaration in typeEnv {
      if let type = declaration.type {
        environment.declare(declaration.name, type.celType)
        slots.append(bindings[declaration.name]?.celValue ?? .null)
      }
      if let overloads = declaration.overloads {
        environment.library.add(
          Function(
            declaration.name,
            overloads.map {
              Overload(
                $0.id, isMember: $0.isInstance, $0.params.map(\.celType), $0.result.celType,
                .variadic { (_, _) throws(Failure) in .null })
            }))
      }
    }
    let program: ExpressionPlan
    do throws(Issues) {
      let expr = try environment.parse(self.expr, expandsMacros: !disableMacros)
      program = environment.plan(
        try disableCheck ? environment.resolve(expr) : environment.check(expr))
    } catch {
      if expect["error"] != nil { return nil }
      return error.items.map(\.message).joined(separator: "; ")
    }
    if let typed = expect["typedResult"], let type = typed["deducedType"]?.celType,
      type != program.type
    {
      return "type \(program.type) instead of \(type)"
    }
    guard !checkOnly else { return nil }
    var frame = Frame(slots: slots, budget: 1_000_000)
    do throws(EvaluationError) {
      let value = try program.evaluate(&frame)
      guard let expected = (expect["value"] ?? expect["typedResult"]?["value"])?.celValue else {
        return "\(value) instead of an error"
      }
      return expected.isSame(as: value) ? nil : "\(value) instead of \(expected)"
    } catch {
      return expect["error"] != nil ? nil : "\(error.code): \(error.message)"
    }
  }
}

/// JSON as it occurs in the file of cases.
enum JSON: Decodable {
  case bool(Bool)
  case string(String)
  case array([JSON])
  case object([String: JSON])
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSON].self) {
      self = .array(array)
    } else if let object = try? container.decode([String: JSON].self) {
      self = .object(object)
    } else {
      self = .null
    }
  }

  subscript(key: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  var string: String {
    guard case .string(let string) = self else { return "" }
    return string
  }

  var array: [JSON] {
    guard case .array(let array) = self else { return [] }
    return array
  }

  /// The type that the JSON describes in the notation of the cases.
  var celType: Type {
    switch self {
    case .string(let name):
      switch name {
      case "null": return .null
      case "dyn", "any": return .dyn
      case "timestamp": return .timestamp
      case "duration": return .duration
      default: return Environment().typeConstant(name) ?? .record(name)
      }
    case .object(let object):
      guard let (kind, inner) = object.first else { return .dyn }
      switch kind {
      case "list": return .list(inner.celType)
      case "map": return .map(key: inner.array[0].celType, value: inner.array[1].celType)
      case "type": return .type(inner.celType)
      case "wrapper": return .nullable(inner.celType)
      case "param": return .parameter(inner.string)
      case "abstract":
        return .abstract(inner.array[0].string, inner.array[1].array.map(\.celType))
      default: return .dyn
      }
    default: return .dyn
    }
  }

  /// The value that the JSON describes in the notation of the cases.
  var celValue: Value? {
    guard case .object(let object) = self, let (kind, inner) = object.first else { return nil }
    switch kind {
    case "null": return .null
    case "bool":
      guard case .bool(let bool) = inner else { return nil }
      return .bool(bool)
    case "int": return Int64(inner.string).map(Value.int)
    case "uint": return UInt64(inner.string).map(Value.uint)
    case "double":
      switch inner.string {
      case "Infinity": return .double(.infinity)
      case "-Infinity": return .double(-.infinity)
      default: return Double(inner.string).map(Value.double)
      }
    case "string": return .string(inner.string)
    case "bytes": return Data(base64Encoded: inner.string).map { .bytes(Array($0)) }
    case "list": return .list(List(inner.array.compactMap(\.celValue)))
    case "map":
      var map = Map()
      for entry in inner.array {
        guard let key = entry.array[0].celValue, let value = entry.array[1].celValue else {
          return nil
        }
        map[key] = value
      }
      return .map(map)
    case "type": return Environment().typeConstant(inner.string).map(Value.type)
    default: return nil
    }
  }
}

extension Value {
  /// Returns true if the values are equal, with types compared by name, NaN equal to itself, and
  /// zeros told apart by sign.
  fileprivate func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.double(let left), .double(let right)):
      left.isNaN ? right.isNaN : left == right && left.sign == right.sign
    case (.type(let left), .type(let right)): left.name == right.name
    default: self == other
    }
  }
}
