/// Makes random specs that check, from a model of what is declared so far.
package struct SpecMaker {
  struct Field {
    var name: String
    var type: SpecType
    var hasDefault: Bool
  }

  struct Function {
    var name: String
    var parameters: [Field]
    var result: SpecType
  }

  struct SharedRule {
    var name: String
    var record: String
    var parameters: [Field]
  }

  struct Reducer {
    var name: String
    var state: String
    var key: String
    var hasHistory = false
  }

  struct Selector {
    var name: String
    var type: SpecType
  }

  var dice: Dice
  let pools: SpecPools
  /// The types of maps' keys.
  let keyTypes: [SpecType]
  /// True if fields may be sensitive.
  private let hasSensitive: Bool
  var enums: [(name: String, cases: [String])] = []
  var records: [(name: String, fields: [Field])] = []
  var variants: [(name: String, cases: [(name: String, fields: [Field])])] = []
  var states: [(name: String, fields: [Field])] = []
  var constants: [Field] = []
  var functions: [Function] = []
  var actions: [(name: String, fields: [Field])] = []
  var effects: [(name: String, fields: [Field], key: SpecType?)] = []
  var sharedRules: [SharedRule] = []
  var reducers: [Reducer] = []
  /// The selectors that always have a value.
  var selectors: [Selector] = []
  var selectorNames: [String] = []
  /// The number of times that each verb, type and section occurs.
  var counts: [String: Int] = [:]

  /// - Parameter keyTypes: The types that keys of maps have, as often as they stand there.
  package init(
    seed: UInt64, pools: SpecPools = SpecPools(),
    keyTypes: [SpecType] = [.string, .string, .int, .bool]
  ) {
    self.keyTypes = keyTypes
    dice = Dice(seed: seed)
    hasSensitive = dice.oneIn(3)
    self.pools = pools
  }

  mutating func count(_ what: String) { counts[what, default: 0] += 1 }

  /// A random spec, whose names and types fit.
  package mutating func make() -> RandomSpec {
    var sections: [Piece.Entry] = [Piece.Entry("suas", .plain("1"))]
    func add(_ name: String, _ piece: Piece, _ counts: inout [String: Int]) {
      if case .mapping(let entries) = piece, entries.isEmpty { return }
      if case .sequence(let items) = piece, items.isEmpty { return }
      counts["section \(name)", default: 0] += 1
      sections.append(Piece.Entry(name, piece))
    }
    add("enums", makeEnums(), &counts)
    add("types", makeRecords(), &counts)
    add("variants", makeVariants(), &counts)
    add("constants", makeConstants(), &counts)
    add("functions", makeFunctions(), &counts)
    add("states", makeStates(), &counts)
    declareReducers()
    add("actions", makeActions(), &counts)
    declareEffects()
    add("selectors", makeSelectors(), &counts)
    add("rules", makeSharedRules(), &counts)
    add("reducers", makeReducers(), &counts)
    add("effects", makeEffects(), &counts)
    add("middleware", makeMiddleware(), &counts)
    add("listeners", makeListeners(), &counts)
    add("invariants", makeInvariants(), &counts)
    add("transitions", makeTransitions(), &counts)
    add("reachable", makeGoals(), &counts)
    if dice.oneIn(3), let name = dice.pick(actions)?.name {
      add("internal", .sequence([.text(name)]), &counts)
    }
    add("at-rest", makeRest(), &counts)
    add("always-reachable", makeWaysOut(), &counts)
    return RandomSpec(tree: .mapping(sections), counts: counts)
  }

  // MARK: Names

  /// A name from the pool that is not in use, or one with a number.
  mutating func name(_ used: [String], prefix: String = "") -> String {
    for _ in 0..<8 {
      guard let name = dice.pick(pools.names).map({ prefix + $0 }) else { break }
      if !used.contains(name) { return name }
    }
    return (0...).lazy.map { "\(prefix)v\($0)" }.first { !used.contains($0) } ?? "v"
  }

  private var typeNames: [String] {
    enums.map(\.name) + records.map(\.name) + variants.map(\.name) + states.map(\.name)
  }

  // MARK: Types

  private mutating func makeEnums() -> Piece {
    for _ in 0..<dice.number(0...2) {
      var cases: [String] = []
      for _ in 0..<dice.number(1...4) { cases.append(name(cases)) }
      enums.append((name(typeNames, prefix: dice.oneIn(2) ? "E" : ""), cases))
    }
    return .mapping(
      enums.map { Piece.Entry($0.name, .sequence($0.cases.map { Piece.text($0) })) })
  }

  /// A type that is declared already.
  mutating func type(_ depth: Int = 0, keepsNull: Bool = true) -> SpecType {
    let simple: [SpecType] = [.int, .int, .string, .bool, .double, .timestamp, .duration, .any]
    switch dice.number(0...(depth > 1 ? 5 : 11)) {
    case 0...3: return dice.pick(simple) ?? .int
    case 4: return dice.pick(enums).map { .enumeration($0.name) } ?? .string
    case 5:
      guard keepsNull else { return .int }
      let inner = type(depth + 1, keepsNull: false)
      return inner == .any ? .any : .optional(inner)
    case 6, 7: return .list(type(depth + 1))
    case 8:
      let key = dice.oneIn(5) ? dice.pick(enums).map { SpecType.enumeration($0.name) } : nil
      return .map(key ?? dice.pick(keyTypes) ?? .string, type(depth + 1))
    case 9, 10: return dice.pick(records).map { .record($0.name) } ?? .int
    default: return dice.pick(variants).map { .variant($0.name) } ?? .string
    }
  }

  private mutating func makeRecords() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(1...3) {
      let own = name(typeNames, prefix: dice.oneIn(3) ? "" : "R")
      var fields: [Field] = []
      var pieces: [Piece.Entry] = []
      for _ in 0..<dice.number(1...4) {
        let field = self.field(fields.map(\.name), mayLackDefault: true)
        fields.append(field.field)
        pieces.append(Piece.Entry(field.field.name, field.piece))
      }
      if dice.oneIn(3) {
        let kids = Field(
          name: name(fields.map(\.name)), type: .list(.record(own)), hasDefault: true)
        fields.append(kids)
        pieces.append(Piece.Entry(kids.name, .plain("\(kids.type.text) = []")))
        count("recursion")
      }
      records.append((own, fields))
      entries.append(Piece.Entry(own, .mapping(pieces)))
    }
    return .mapping(entries)
  }

  private mutating func makeVariants() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...2) {
      let own = name(typeNames, prefix: dice.oneIn(3) ? "" : "V")
      var cases: [(name: String, fields: [Field])] = []
      var pieces: [Piece.Entry] = []
      for index in 0..<dice.number(1...3) {
        var fields: [Field] = []
        var inner: [Piece.Entry] = []
        for _ in 0..<(index == 0 ? 0 : dice.number(0...2)) {
          let field = self.field(fields.map(\.name), mayLackDefault: true)
          fields.append(field.field)
          inner.append(Piece.Entry(field.field.name, field.piece))
        }
        let caseName = name(cases.map(\.name))
        cases.append((caseName, fields))
        pieces.append(Piece.Entry(caseName, .mapping(inner)))
      }
      variants.append((own, cases))
      entries.append(Piece.Entry(own, .mapping(pieces)))
    }
    return .mapping(entries)
  }

  /// A field with its declaration, in one of the forms that it has.
  mutating func field(
    _ used: [String], mayLackDefault: Bool, late: Bool = false, of given: SpecType? = nil
  ) -> (field: Field, piece: Piece) {
    let type = given ?? type()
    count("type \(type.kind)")
    let name = name(used)
    let lacksDefault = mayLackDefault && dice.oneIn(2)
    if late, dice.oneIn(2), type == .timestamp || type == .string {
      count("late default")
      let text = type == .timestamp ? "timestamp = ${now}" : "string = ${uuid()}"
      return (Field(name: name, type: type, hasDefault: true), .text(text))
    }
    var keys = [Piece.Entry("type", .plain(type.text))]
    if !lacksDefault, !type.isOptional || dice.oneIn(2) {
      keys.append(Piece.Entry("default", literal(type)))
    }
    if dice.oneIn(5), let condition = constraint(type) {
      count("where")
      keys.append(Piece.Entry("where", .expression(condition)))
    }
    if dice.oneIn(6) {
      count("samples")
      keys.append(Piece.Entry("samples", .sequence([literal(type), literal(type)])))
    }
    if hasSensitive, dice.oneIn(6) {
      count("sensitive")
      keys.append(Piece.Entry("sensitive", .plain("true")))
    }
    if dice.oneIn(8) {
      keys.append(Piece.Entry("description", .text(dice.pick(pools.texts) ?? "")))
    }
    let field = Field(name: name, type: type, hasDefault: !lacksDefault || type.isOptional)
    return (field, keys.count == 1 ? .plain(type.text) : .mapping(keys))
  }

  /// A condition on `self` that literals meet.
  private mutating func constraint(_ type: SpecType) -> Term? {
    switch type {
    case .int: Term(.bool, dice.oneIn(2) ? "self < 40" : "self != 17 && self > -30")
    case .string: Term(.bool, "size(self) < 14")
    case .list(.int) where dice.oneIn(2): Term(.bool, "self.all(x, x < 40)")
    case .list(.string) where dice.oneIn(2):
      Term(.bool, "!self.exists(i, x, size(x) > 14 && i < 3)")
    case .list, .map: Term(.bool, "size(self) < 5")
    case .double: Term(.bool, "self < 1000.0")
    case .bool: Term(.bool, "self || !self")
    default: nil
    }
  }

  // MARK: Literals

  /// A literal in a value place.
  mutating func literal(_ type: SpecType, _ depth: Int = 0) -> Piece {
    let few = depth > 2 ? 0 : 2
    switch type {
    case .bool: return .plain(dice.oneIn(2) ? "true" : "false")
    case .int: return .plain("\(dice.number(-2...9))")
    case .double: return .plain(dice.pick(["0.5", "1.0", "-2.25", "3", "1e2"]) ?? "1.0")
    case .string:
      let text = dice.pick(pools.texts) ?? ""
      return .text(text.replacing("${", with: "$${"))
    case .timestamp: return .text("2000-01-0\(dice.number(1...9))T00:00:00Z")
    case .duration: return .plain(dice.pick(["1s", "1h30m", "300ms", "1.5s"]) ?? "1s")
    case .any:
      switch dice.number(0...5) {
      case 0: return .plain("null")
      case 1: return .plain("\(dice.number(0...3))")
      case 2: return literal(.string)
      case 3: return .sequence([.plain("1"), literal(.any, depth + 2)])
      case 4: return .mapping([Piece.Entry("n", .plain("1")), Piece.Entry("no", literal(.string))])
      default: return .plain("true")
      }
    case .list(let element):
      return .sequence((0..<dice.number(0...few)).map { _ in literal(element, depth + 1) })
    case .map(let key, let element):
      var entries: [Piece.Entry] = []
      for _ in 0..<dice.number(0...few) {
        let name = literalKey(key)
        if entries.contains(where: { $0.key == name }) { continue }
        entries.append(Piece.Entry(name, literal(element, depth + 1)))
      }
      return .mapping(entries)
    case .optional(let wrapped):
      return dice.oneIn(3) ? .plain("null") : literal(wrapped, depth)
    case .enumeration(let name): return .text(enumCase(name))
    case .record(let name): return fields(of: name, depth)
    case .partial(let name):
      let all = fieldsOfRecord(name)
      let some = dice.some(of: all)
      return .mapping(some.map { Piece.Entry($0.name, literal($0.type, depth + 1)) })
    case .variant(let name):
      guard let variant = variants.first(where: { $0.name == name }),
        let chosen = depth > 2 ? variant.cases.first : dice.pick(variant.cases)
      else { return .plain("null") }
      if chosen.fields.isEmpty { return .text(chosen.name) }
      return .mapping([Piece.Entry(chosen.name, values(of: chosen.fields, depth))])
    }
  }

  func enumType(_ name: String) -> [String] { enums.first { $0.name == name }?.cases ?? [] }

  mutating func enumCase(_ name: String) -> String { dice.pick(enumType(name)) ?? "" }

  mutating func literalKey(_ type: SpecType) -> String {
    switch type {
    case .int: "\(dice.number(0...4))"
    case .bool: dice.oneIn(2) ? "true" : "false"
    case .enumeration(let name): enumCase(name)
    default: dice.pick(["a", "b", "no", "x y", "é", "$any", "$a"]) ?? "a"
    }
  }

  private mutating func fields(of record: String, _ depth: Int) -> Piece {
    values(of: fieldsOfRecord(record), depth)
  }

  private mutating func values(of fields: [Field], _ depth: Int) -> Piece {
    var entries: [Piece.Entry] = []
    for field in fields where !field.hasDefault || (depth < 2 && dice.oneIn(2)) {
      entries.append(Piece.Entry(field.name, literal(field.type, depth + 1)))
    }
    return .mapping(entries)
  }

  func fieldsOfRecord(_ name: String) -> [Field] {
    (records.first { $0.name == name } ?? states.first { $0.name == name })?.fields ?? []
  }
}

/// A random spec: its tree, and how often each kind of part occurs.
package struct RandomSpec: Sendable {
  package var tree: Piece
  package var counts: [String: Int]

  /// The spec as one file.
  package var text: String { tree.document }
}
