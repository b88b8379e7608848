import Foundation
import SuasSpec
import Support
import Testing
import YAML

/// Random pairs of types with random values: what can be carried over arrives, and what cannot is
/// never half there.
@Suite("What migrations carry over") struct CarryOverTests {
  static let seeds =
    0..<(ProcessInfo.processInfo.environment["CARRIED_TYPES"].flatMap(Int.init) ?? 150)

  @Test("A value of one version arrives in the next as a plain model says", arguments: seeds)
  func carried(seed: Int) throws {
    var random = Support.SplitMix64(seed: UInt64(seed))
    var maker = TypeMaker()
    let old = maker.type(depth: 3, &random)
    let oldTypes = maker.declared
    let newType = maker.changed(old, &random)
    let newTypes = maker.declared
    let spec = try CompiledSpec(
      Source(
        name: "s.yaml",
        text: Self.spec(newType, newTypes, "saved: { version: 2, migrations: { 2: [] } }")),
      shapes: [1: Source(name: "saved/s.1.yaml", text: Self.spec(old, oldTypes, ""))])
    let model = Model(old: oldTypes, new: newTypes)
    let values = (0..<5).map { _ in Model(old: oldTypes, new: oldTypes).value(old, &random) }
    let list = "[" + values.map(\.text).joined(separator: ",") + "]"
    let restored = spec.restore(
      #"{"suas-saved":1,"name":"s","version":1,"state":{"S":{"f":\#(list)}}}"#)
    #expect(restored.lost == [])
    let expected =
      model.takes(old, newType)
      ? "[" + values.map { model.carried($0, old, newType).text }.joined(separator: ",") + "]"
      : "[]"
    let text = String(decoding: spec.savedText(of: restored.store, at: nil) ?? [], as: UTF8.self)
    #expect(text == #"{"suas-saved":1,"name":"s","version":2,"state":{"S":{"f":\#(expected)}}}"#)
    let bundled = try CompiledSpec(bundle: spec.bundle)
    #expect(
      bundled.restore(#"{"suas-saved":1,"name":"s","version":1,"state":{"S":{"f":\#(list)}}}"#)
        .store == restored.store)
  }

  private static func spec(_ type: TestType, _ declared: [String: Declared], _ more: String)
    -> String
  {
    var sections = ["enums": "", "types": "", "variants": ""]
    for (name, declaration) in declared.sorted(by: { $0.key < $1.key }) {
      switch declaration {
      case .enumeration(let cases):
        sections["enums"]? += "  \(name): [\(cases.joined(separator: ", "))]\n"
      case .record(let fields): sections["types"]? += "  \(name): \(written(fields))\n"
      case .variant(let cases):
        sections["variants"]? += "  \(name):\n"
        for (name, fields) in cases { sections["variants"]? += "    \(name): \(written(fields))\n" }
      }
    }
    let text = sections.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { "\($0.key):\n\($0.value)" }.joined()
    return
      "suas: 1\n\(more)\n\(text)states:\n  S: { f: { type: list(\(type.written)), default: [] } }\nreducers: { S: { state: S } }\n"
  }

  private static func written(_ fields: [Field]) -> String {
    let texts = fields.map { field in
      field.hasDefault && field.type.standard != nil
        ? "\(field.name): { type: \"\(field.type.written)\", default: \(field.type.standard!) }"
        : "\(field.name): \"\(field.type.written)\""
    }
    return "{ \(texts.joined(separator: ", ")) }"
  }
}

indirect enum TestType: Equatable {
  case int, double, string, bool, any
  case optional(TestType)
  case list(TestType)
  case map(TestType)
  case named(String)

  var written: String {
    switch self {
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .bool: "bool"
    case .any: "any"
    case .optional(let inner): "\(inner.written)?"
    case .list(let inner): "list(\(inner.written))"
    case .map(let inner): "map(\(inner.written))"
    case .named(let name): name
    }
  }

  /// A default as JSON and YAML have it.
  var standard: String? {
    switch self {
    case .int: "0"
    case .double: "0.0"
    case .string: "\"\""
    case .bool: "false"
    case .any, .optional: "null"
    case .list: "[]"
    case .map: "{}"
    case .named: nil
    }
  }
}

struct Field: Equatable {
  var name: String
  var type: TestType
  var hasDefault: Bool
}

enum Declared: Equatable {
  case enumeration([String])
  case record([Field])
  case variant([(name: String, fields: [Field])])

  static func == (left: Declared, right: Declared) -> Bool { "\(left)" == "\(right)" }
}

struct TypeMaker {
  var declared: [String: Declared] = [:]

  mutating func type(depth: Int, _ random: inout Support.SplitMix64) -> TestType {
    let scalars: [TestType] = [.int, .double, .string, .bool, .any]
    guard depth > 0 else { return scalars.randomElement(using: &random)! }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return scalars.randomElement(using: &random)!
    case 2:
      let inner = type(depth: depth - 1, &random)
      if case .optional = inner { return inner }
      return inner == .any ? .int : .optional(inner)
    case 3: return .list(type(depth: depth - 1, &random))
    case 4: return .map(type(depth: depth - 1, &random))
    case 5:
      return named(.enumeration(Array(["a", "b", "c"].prefix(.random(in: 1...3, using: &random)))))
    case 6, 7: return named(.record(fields(depth, &random)))
    default:
      var cases: [(name: String, fields: [Field])] = []
      for name in ["x", "y", "z"].prefix(.random(in: 1...3, using: &random)) {
        cases.append((name, Bool.random(using: &random) ? [] : fields(depth, &random)))
      }
      return named(.variant(cases))
    }
  }

  private mutating func fields(_ depth: Int, _ random: inout Support.SplitMix64) -> [Field] {
    ["p", "q", "r"].prefix(.random(in: 1...3, using: &random)).map {
      Field(name: $0, type: type(depth: depth - 1, &random), hasDefault: .random(using: &random))
    }
  }

  private mutating func named(_ declaration: Declared) -> TestType {
    let name = "T\(declared.count)"
    declared[name] = declaration
    return .named(name)
  }

  /// Returns another type, and changes the declarations.
  mutating func changed(_ type: TestType, _ random: inout Support.SplitMix64) -> TestType {
    if Int.random(in: 0..<6, using: &random) == 0 {
      switch (type, Int.random(in: 0..<3, using: &random)) {
      case (.optional(let inner), 0): return inner
      case (.optional, _), (.any, 1): break
      case (_, 1): return .optional(type)
      case (_, 2): return .any
      default: return .double
      }
    }
    switch type {
    case .int: return Int.random(in: 0..<4, using: &random) == 0 ? .double : .int
    case .double: return Int.random(in: 0..<8, using: &random) == 0 ? .int : .double
    case .string, .bool, .any: return type
    case .optional(let inner):
      let inner = changed(inner, &random)
      if case .optional = inner { return inner }
      return inner == .any ? .any : .optional(inner)
    case .list(let inner): return .list(changed(inner, &random))
    case .map(let inner): return .map(changed(inner, &random))
    case .named(let name):
      switch declared[name] {
      case .enumeration(var cases)?:
        if Bool.random(using: &random) {
          cases.append("d")
        } else if cases.count > 1, Bool.random(using: &random) {
          cases.removeLast()
        }
        declared[name] = .enumeration(cases)
      case .record(let fields)?: declared[name] = .record(changed(fields, &random))
      case .variant(var cases)?:
        for index in cases.indices { cases[index].fields = changed(cases[index].fields, &random) }
        if Int.random(in: 0..<4, using: &random) == 0 {
          cases.insert((name: "n", fields: []), at: 0)
        }
        declared[name] = .variant(cases)
      case nil: break
      }
      return type
    }
  }

  private mutating func changed(_ fields: [Field], _ random: inout Support.SplitMix64) -> [Field] {
    var result = fields.map {
      Field(name: $0.name, type: changed($0.type, &random), hasDefault: $0.hasDefault)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      result.insert(
        Field(name: "s", type: .string, hasDefault: Int.random(in: 0..<4, using: &random) > 0),
        at: 0)
    }
    if result.count > 1, Int.random(in: 0..<4, using: &random) == 0 { result.removeLast() }
    return result
  }
}

/// A value as JSON, written as saved texts are.
indirect enum TestValue {
  case scalar(String)
  case list([TestValue])
  case object([(name: String, value: TestValue)])

  var text: String {
    switch self {
    case .scalar(let text): text
    case .list(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}

/// A plain model of the rules for two versions.
struct Model {
  let old: [String: Declared]
  let new: [String: Declared]

  func value(_ type: TestType, _ random: inout Support.SplitMix64) -> TestValue {
    switch type {
    case .int: return .scalar("\(Int.random(in: -9...9, using: &random))")
    case .double: return .scalar("\(Int.random(in: -9...9, using: &random)).5")
    case .string: return .scalar("\"t\(Int.random(in: 0...9, using: &random))\"")
    case .bool: return .scalar(Bool.random(using: &random) ? "true" : "false")
    case .any: return .object([("k", .list([.scalar("1"), .scalar("null")]))])
    case .optional(let inner):
      return Bool.random(using: &random) ? .scalar("null") : value(inner, &random)
    case .list(let inner):
      return .list((0..<Int.random(in: 0...2, using: &random)).map { _ in value(inner, &random) })
    case .map(let inner):
      return .object(
        (0..<Int.random(in: 0...2, using: &random)).map { ("k\($0)", value(inner, &random)) })
    case .named(let name):
      switch old[name] {
      case .enumeration(let cases)?: return .scalar("\"\(cases.randomElement(using: &random)!)\"")
      case .record(let fields)?: return record(fields, &random)
      case .variant(let cases)?:
        let (name, fields) = cases.randomElement(using: &random)!
        return fields.isEmpty ? .scalar("\"\(name)\"") : .object([(name, record(fields, &random))])
      case nil: return .scalar("null")
      }
    }
  }

  private func record(_ fields: [Field], _ random: inout Support.SplitMix64) -> TestValue {
    .object(fields.map { ($0.name, value($0.type, &random)) })
  }

  func takes(_ type: TestType, _ other: TestType) -> Bool {
    switch (type, other) {
    case (_, .any): return true
    case (.optional(let inner), .optional(let newInner)): return takes(inner, newInner)
    case (.optional, _): return false
    case (_, .optional(let inner)): return takes(type, inner)
    case (.int, .double): return true
    case (.list(let inner), .list(let newInner)), (.map(let inner), .map(let newInner)):
      return takes(inner, newInner)
    case (.named(let name), .named(let newName)):
      switch (old[name], new[newName]) {
      case (.enumeration(let cases)?, .enumeration(let newCases)?):
        return Set(cases).isSubset(of: newCases)
      case (.record(let fields)?, .record(let newFields)?): return takes(fields, newFields)
      case (.variant(let cases)?, .variant(let newCases)?):
        return cases.allSatisfy { name, fields in
          newCases.first { $0.name == name }.map { takes(fields, $0.fields) } ?? false
        }
      default: return false
      }
    default: return type == other
    }
  }

  private func takes(_ fields: [Field], _ newFields: [Field]) -> Bool {
    newFields.allSatisfy { field in
      fields.first { $0.name == field.name }.map { takes($0.type, field.type) }
        ?? (field.standard != nil)
    }
  }

  func carried(_ value: TestValue, _ type: TestType, _ other: TestType) -> TestValue {
    switch (type, other, value) {
    case (.optional, .optional, .scalar("null")): return value
    case (_, .any, _): return value
    case (.optional(let inner), .optional(let newInner), _): return carried(value, inner, newInner)
    case (_, .optional(let inner), _): return carried(value, type, inner)
    case (.int, .double, .scalar(let text)): return .scalar(text + ".0")
    case (.list(let inner), .list(let newInner), .list(let items)):
      return .list(items.map { carried($0, inner, newInner) })
    case (.map(let inner), .map(let newInner), .object(let members)):
      return .object(members.map { ($0.name, carried($0.value, inner, newInner)) })
    case (.named(let name), .named(let newName), _):
      switch (old[name], new[newName]) {
      case (.record(let fields)?, .record(let newFields)?): return carried(value, fields, newFields)
      case (.variant(let cases)?, .variant(let newCases)?):
        var present = ""
        var contents = TestValue.object([])
        switch value {
        case .scalar(let text): present = String(text.dropFirst().dropLast())
        case .object(let members): (present, contents) = members[0]
        case .list: break
        }
        let fields = cases.first { $0.name == present }?.fields ?? []
        let newFields = newCases.first { $0.name == present }?.fields ?? []
        return newFields.isEmpty
          ? .scalar("\"\(present)\"") : .object([(present, carried(contents, fields, newFields))])
      default: return value
      }
    default: return value
    }
  }

  private func carried(_ value: TestValue, _ fields: [Field], _ newFields: [Field]) -> TestValue {
    guard case .object(let members) = value else { return value }
    return .object(
      newFields.map { field in
        guard let old = fields.first(where: { $0.name == field.name }),
          let member = members.first(where: { $0.name == field.name })
        else { return (field.name, .scalar(field.standard ?? "")) }
        return (field.name, carried(member.value, old.type, field.type))
      })
  }
}

extension Field {
  /// The default; nil if the field has none.
  fileprivate var standard: String? {
    if case .optional = type { return "null" }
    return hasDefault ? type.standard : nil
  }
}
