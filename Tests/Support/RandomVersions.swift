/// A spec with states that each hold a list of values of a type, under the field `f`.
public func versionedSpec(
  _ states: [(key: String, type: TestType)], _ declared: [String: TestDeclaration], _ more: String
) -> String {
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
  let fields = states.map { key, type in
    "  \(key): { f: { type: \"list(\(type.written))\", default: [] } }\n"
  }
  let reducers = states.map { key, _ in "  \(key): { state: \(key) }\n" }
  return "suas: 1\n\(more)\n\(text)states:\n\(fields.joined())reducers:\n\(reducers.joined())"
}

private func written(_ fields: [TestField]) -> String {
  let texts = fields.map { field in
    field.hasDefault && field.type.standard != nil
      ? "\(field.name): { type: \"\(field.type.written)\", default: \(field.type.standard!) }"
      : "\(field.name): \"\(field.type.written)\""
  }
  return "{ \(texts.joined(separator: ", ")) }"
}

public indirect enum TestType: Equatable {
  case int, double, string, bool, any
  case optional(TestType)
  case list(TestType)
  case map(TestType)
  case named(String)

  public var written: String {
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
  public var standard: String? {
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

public struct TestField: Equatable {
  public var name: String
  public var type: TestType
  public var hasDefault: Bool

  public init(name: String, type: TestType, hasDefault: Bool) {
    self.name = name
    self.type = type
    self.hasDefault = hasDefault
  }
}

public enum TestDeclaration: Equatable {
  case enumeration([String])
  case record([TestField])
  case variant([(name: String, fields: [TestField])])

  public static func == (left: TestDeclaration, right: TestDeclaration) -> Bool {
    "\(left)" == "\(right)"
  }
}

public struct TestTypeMaker {
  public var declared: [String: TestDeclaration] = [:]

  public init() {}

  public mutating func type(depth: Int, _ random: inout SplitMix64) -> TestType {
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
      var cases: [(name: String, fields: [TestField])] = []
      for name in ["x", "y", "z"].prefix(.random(in: 1...3, using: &random)) {
        cases.append((name, Bool.random(using: &random) ? [] : fields(depth, &random)))
      }
      return named(.variant(cases))
    }
  }

  private mutating func fields(_ depth: Int, _ random: inout SplitMix64) -> [TestField] {
    ["p", "q", "r"].prefix(.random(in: 1...3, using: &random)).map {
      TestField(
        name: $0, type: type(depth: depth - 1, &random), hasDefault: .random(using: &random))
    }
  }

  private mutating func named(_ declaration: TestDeclaration) -> TestType {
    let name = "T\(declared.count)"
    declared[name] = declaration
    return .named(name)
  }

  /// Returns another type, and changes the declarations.
  public mutating func changed(_ type: TestType, _ random: inout SplitMix64) -> TestType {
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

  private mutating func changed(_ fields: [TestField], _ random: inout SplitMix64) -> [TestField] {
    var result = fields.map {
      TestField(name: $0.name, type: changed($0.type, &random), hasDefault: $0.hasDefault)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      result.insert(
        TestField(name: "s", type: .string, hasDefault: Int.random(in: 0..<4, using: &random) > 0),
        at: 0)
    }
    if result.count > 1, Int.random(in: 0..<4, using: &random) == 0 { result.removeLast() }
    return result
  }
}

/// A value as JSON, written as saved texts are.
public indirect enum TestValue {
  case scalar(String)
  case list([TestValue])
  case object([(name: String, value: TestValue)])

  public var text: String {
    switch self {
    case .scalar(let text): text
    case .list(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}

/// A plain model of the rules for two versions.
public struct CarryOverModel {
  public let old: [String: TestDeclaration]
  public let new: [String: TestDeclaration]

  public init(old: [String: TestDeclaration], new: [String: TestDeclaration]) {
    self.old = old
    self.new = new
  }

  public func value(_ type: TestType, _ random: inout SplitMix64) -> TestValue {
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

  private func record(_ fields: [TestField], _ random: inout SplitMix64) -> TestValue {
    .object(fields.map { ($0.name, value($0.type, &random)) })
  }

  public func takes(_ type: TestType, _ other: TestType) -> Bool {
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

  private func takes(_ fields: [TestField], _ newFields: [TestField]) -> Bool {
    newFields.allSatisfy { field in
      fields.first { $0.name == field.name }.map { takes($0.type, field.type) }
        ?? (field.standard != nil)
    }
  }

  public func carried(_ value: TestValue, _ type: TestType, _ other: TestType) -> TestValue {
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

  private func carried(_ value: TestValue, _ fields: [TestField], _ newFields: [TestField])
    -> TestValue
  {
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

extension TestField {
  /// The default; nil if the field has none.
  fileprivate var standard: String? {
    if case .optional = type { return "null" }
    return hasDefault ? type.standard : nil
  }
}
