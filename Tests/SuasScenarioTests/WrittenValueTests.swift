import CEL
import Foundation
import LibYAML
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasScenario

/// Random values of random types, which go through everything that writes scenarios and goldens, and
/// are read back.
@Suite struct WrittenValueTests {
  /// The number of specs; `WRITTEN_VALUES` has another.
  private static let count =
    ProcessInfo.processInfo.environment["WRITTEN_VALUES"].flatMap { Int($0) } ?? 20
  private static let seed =
    ProcessInfo.processInfo.environment["RANDOM_SEED"].flatMap { UInt64($0) } ?? 1

  @Test("What is written reads back as what it was, and as nothing else")
  func readsBack() throws {
    print("seeds \(Self.seed)..<\(Self.seed + UInt64(Self.count)) of written values")
    for seed in Self.seed..<Self.seed + UInt64(Self.count) {
      var session = try WrittenSession(seed: seed)
      try session.judge()
    }
  }
}

/// A session with random values, and its outcome.
private struct WrittenSession {
  private let seed: UInt64
  private let spec: CompiledSpec
  private let type: FieldType
  private let steps: [RecordedStep]
  private let initial: Record
  private var values: RandomValues

  init(seed: UInt64) throws {
    self.seed = seed
    var random = Support.SplitMix64(seed: seed)
    let written = RandomType.written(using: &random)
    let spec = try CompiledSpec(
      Source(name: "s.yaml", text: Self.spec.replacingOccurrences(of: "TYPE", with: written)))
    self.spec = spec
    let type = try #require(spec.checked.types.records["S"]?.fields.first?.type).unwrapped
    self.type = type
    var values = RandomValues(types: spec.checked.types, random: random)
    var states = spec.store.reducers.map(\.initial)
    if Bool.random(using: &values.random) { states[0][0] = values.value(type) }
    var session = Session(
      of: spec, at: ["s.yaml"], from: Session.Start(initial: states))
    initial = session.stage.state
    func perform(_ name: String, _ field: Value) throws {
      let type = try #require(spec.actionType(name))
      let action = spec.action(
        of: type, Record(type.payload.shape, [field]), named: [type.payload.fields[0].name])
      try session.keep(.dispatch(action, times: 1))
    }
    let value = values.value(type)
    try perform("Put", value)
    try perform("Put", values.changed(value, type))
    try perform("Patch", values.value(.partial("Item")))
    try perform("Send", value)
    try session.keep(.respond(effect: "Send", which: 0, .result(values.value(type))))
    try perform("Put", values.changed(value, type))
    steps = session.steps.map(\.recorded)
    self.values = values
  }

  private static let spec = #"""
    suas: 1
    enums: { Color: [red, K] }
    types:
      Item: { title: string, count: int = 0, note: string?, tags: "map(bool) = {}" }
      Deep: { by: "map(int, Item) = {}", extra: any, load: Load = idle, price: double? }
    variants:
      Load: { idle: {}, loaded: { city: string = "", hits: "map(bool, double) = {}" }, failed: { of: Color } }
    states:
      S: { v: "TYPE?", item: Item }
    actions:
      Put: { v: "TYPE" }
      Patch: { p: partial(Item) }
    reducers:
      S:
        state: S
        initial: { item: { title: "" } }
        on:
          Put: [{ set: v, value: "${action.v}" }]
          Patch: [{ merge: item, value: "${action.p}" }]
    selectors:
      v: { value: "${store.S.v}" }
      part: { value: { v: "${store.S.v}" } }
    listeners:
      all: { stateKey: S }
      chosen: { selector: v }
    middleware: [async]
    effects:
      Send:
        payload: { v: "TYPE" }
        run: { custom: { name: send, result: "TYPE" } }
        on-success: [{ dispatch: Put, with: { v: "${response.result}" } }]
    """#

  private func scenario(_ steps: [RecordedStep]) -> SessionScenario {
    var scenario = SessionScenario(
      of: spec, at: ["s.yaml"], name: "seed \(seed)", initial: initial, steps: steps)
    scenario.expectsDetails = true
    scenario.expectedSelectors = ["v", "part"]
    return scenario
  }

  /// Scenarios of the session in every form in which one is written.
  private func scenarios(_ steps: [RecordedStep]) -> [SessionScenario] {
    let whole = scenario(steps)
    var outline = whole
    outline.expectsOutcomes = false
    outline.expectsLastChanges = true
    outline.givesStates = true
    var ending = whole
    ending.expectsOutcomes = false
    ending.ending = steps.last?.outcome.after
    return [whole, outline, ending]
  }

  mutating func judge() throws {
    for scenario in scenarios(steps) {
      let failures = Result { try scenario.failures(of: spec) }
      #expect(throws: Never.self, "\(scenario.text)") { try failures.get() }
      #expect((try? failures.get()) == [], "\(scenario.text)")
    }
    guard let last = steps.last else { return }
    // The same session with one leaf of its end changed.
    var outcome = last.outcome
    guard case .record(var state) = outcome.after[0] else { return }
    state[0] = values.changed(state[0], type)
    outcome.after[0] = .record(state)
    let changed = steps.dropLast() + [RecordedStep(last.act, outcome: outcome)]
    for scenario in scenarios(Array(changed)) {
      let failures = Result { try scenario.failures(of: spec) }
      #expect(throws: Never.self, "\(scenario.text)") { try failures.get() }
      #expect((try? failures.get())?.isEmpty != true, "\(scenario.text)")
      try judgeUpdate(of: scenario.text)
    }
    try judgeGolden(of: last.outcome.after, against: outcome.after)
  }

  /// Updates a scenario that fails, which then passes.
  private func judgeUpdate(of text: String) throws {
    let file = try check(text)
    var runner = Runner()
    runner.recordsJudgments = true
    let update = ExpectationUpdate([runner.run(file)], of: [file])
    guard update.left.isEmpty else {
      // A matcher, such as that for an entry that is gone, and an expression are their author's.
      let reasons = [LeftReason.matcher, .computed].map(\.text)
      #expect(
        update.left.allSatisfy { reasons.contains($0.reason) },
        "\(update.left.map(\.reason)) \(text)")
      return
    }
    let revision = try #require(update.revisions.first, "\(text)")
    let updated = String(decoding: revision.text.utf8, as: UTF8.self)
    #expect(throws: Never.self, "\(text)\n\(updated)") { try check(updated) }
    let failures = try? Runner().run(check(updated)).scenarios.flatMap(\.failures).map(\.message)
    // Nothing is added for `exhaustive`.
    #expect(failures?.filter { !$0.hasSuffix("no expectation names") } == [], "\(text)\n\(updated)")
  }

  private func check(_ text: String) throws(Diagnostics) -> CheckedScenarioFile {
    let tree = try LibYAML.parse(Source(name: "w.scenario.yaml", text: text))
    return try CheckedScenarioFile(
      checking: try ScenarioFile(decoding: tree), against: spec, try FragmentTable([]))
  }

  private func judgeGolden(of state: Record, against other: Record) throws {
    let sink = DiagnosticSink()
    let tree = try LibYAML.parse(Source(name: "g.yaml", bytes: try #require(state.golden)))
    let patterns = try #require(ScenarioChecker(spec, sink).readGolden(tree), "\(state)")
    func matches(_ state: Record) -> Bool {
      patterns.allSatisfy { $0.pattern.matches(state[$0.key]) }
    }
    #expect(matches(state), "\(state)")
    #expect(!matches(other), "\(state)")
  }
}

/// Types as they are written in specs.
private enum RandomType {
  static func written(using random: inout Support.SplitMix64, depth: Int = 3) -> String {
    let leaves = [
      "bool", "int", "double", "string", "timestamp", "duration", "any", "Color", "Load", "Item",
      "Deep",
    ]
    func inner(_ isOptional: Bool = true) -> String {
      let type = written(using: &random, depth: depth - 1)
      return isOptional && Int.random(in: 0..<4, using: &random) == 0 ? "\(type)?" : type
    }
    guard depth > 0 else { return leaves.randomElement(using: &random) ?? "any" }
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: "list(\(inner()))"
    case 1: "map(\(inner()))"
    case 2: "map(int, \(inner()))"
    case 3: "map(bool, \(inner()))"
    case 4: "map(string, \(inner()))"
    case 5: "any"
    default: leaves.randomElement(using: &random) ?? "any"
    }
  }
}

/// Values that are hard to write.
private struct RandomValues {
  let types: TypeTable
  var random: Support.SplitMix64

  private static let texts = [
    "", "a", "b c", "$any", "$that", "$absent", "$contains", "$", "$$", "$$any", "$$$", "${x}",
    "$${x}", "$$${x}", "a${x}", "${", "${\u{301}x}", "$\u{301}any", "$${", "{", "}", "a$", "true",
    "false", "1", "-1", "0x1", "1.5", ".inf", ".nan", "~", "null", "Null", "yes", "- a", "a: b",
    " #", "a #b", "#", " lead", "trail ", "'", "\"", "\\", "\\n", "it's \"so\"", "two\nlines",
    "\nfirst", "last\n", "many\n\n\n", "  indented\nlines", "tab\there", "\t", "\r", "a\r\nb",
    "\u{85}", "\u{2028}x", "\u{2029}", "\u{0}", "\u{1}", "\u{1b}[0m", "\u{7f}", "\u{feff}x",
    "\u{fffe}", "\u{ffff}", "\u{200b}", "\u{202e}", "e\u{301}", "\u{e9}", "\u{212a}", "K",
    "👩‍👩‍👧", "🇩🇪", "\u{301}", "<<", "*a", "&a", "!t", "%d", "@x", "`x`", "|", ">", "?", ": ", "---",
    "...", "[a]", "{a: b}", "a, b", "store.S", "a.b", "a[0]", "key", "in", "as", "item", "state",
    "2000-01-01T00:00:00Z", "1h30m", "red", "idle", "title", "x=1", "\u{1F600}\n\u{e9}",
    String(repeating: "long ", count: 60), String(repeating: "k", count: 1100),
  ]
  private static let doubles = [
    0, -0.0, 1, -1, 0.1, 1e300, -1e300, .leastNonzeroMagnitude, 1e16, 123_456_789.125, .nan,
    .infinity, -.infinity,
    .greatestFiniteMagnitude, 9_007_199_254_740_992,
  ]
  private static let ints: [Int64] = [0, 1, -1, 7, 255, 1 << 53, (1 << 53) + 1, .min, .max]
  private static let timestamps = [
    "2000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
    "1969-12-31T23:59:59.5Z",
  ]
  private static let durations: [Int64] = [
    0, 1, -1, 1_500_000_000, 90_000_000_000, .max / 2, -1_000_000_000,
  ]

  mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  private mutating func isRare(_ chance: Int = 4) -> Bool {
    Int.random(in: 0..<chance, using: &random) == 0
  }

  mutating func value(_ type: FieldType, depth: Int = 4) -> Value {
    switch type {
    case .bool: return .bool(.random(using: &random))
    case .int: return .int(Self.ints.randomElement(using: &random) ?? 0)
    case .double: return .double(Self.doubles.randomElement(using: &random) ?? 0)
    case .string: return .string(text())
    case .timestamp:
      return Self.timestamps.randomElement(using: &random).flatMap { Timestamp($0) }
        .map(Value.timestamp) ?? .null
    case .duration:
      return .duration(
        CEL.Duration(nanoseconds: Self.durations.randomElement(using: &random) ?? 0))
    case .optional(let wrapped): return isRare() ? .null : value(wrapped, depth: depth)
    case .list(let element):
      return .list(List((0..<size(depth)).map { _ in value(element, depth: depth - 1) }))
    case .map(let key, let element): return .map(map(key, element, depth))
    case .enumeration(let name):
      return .string(types.enums[name]?.cases.randomElement(using: &random) ?? "")
    case .any: return json(depth)
    case .record(let name):
      guard let type = types.records[name] else { return .null }
      let present = type.isVariant ? type.fields.indices.randomElement(using: &random) : nil
      return .record(
        Record(
          type.shape,
          type.fields.indices.map { slot in
            let isThere = present.map { $0 == slot } ?? true
            return isThere ? value(type.fields[slot].type, depth: depth - 1) : .null
          }))
    case .partial(let name):
      var map = Map()
      for field in types.records[name]?.fields ?? [] where Bool.random(using: &random) {
        map[.string(field.name)] = value(field.type, depth: depth - 1)
      }
      return .map(map)
    }
  }

  private mutating func size(_ depth: Int) -> Int {
    depth <= 0 ? 0 : Int.random(in: 0..<5, using: &random)
  }

  private mutating func map(_ key: FieldType, _ element: FieldType, _ depth: Int) -> Map {
    var map = Map()
    for _ in 0..<size(depth) { map[value(key, depth: 0)] = value(element, depth: depth - 1) }
    return map
  }

  /// Returns what an `any` can hold.
  private mutating func json(_ depth: Int) -> Value {
    switch Int.random(in: depth > 0 ? 0..<9 : 3..<9, using: &random) {
    case 0: return value(.list(.any), depth: depth)
    case 1, 2: return value(.map(key: .string, value: .any), depth: depth)
    case 3: return .null
    case 4: return value(.bool)
    case 5: return value(.int)
    case 6: return value(.double)
    default: return value(.string)
    }
  }

  /// Returns the value with one leaf, element or entry changed.
  mutating func changed(_ value: Value, _ type: FieldType) -> Value {
    for _ in 0..<200 {
      let new = candidate(value, type)
      if new != value { return new }
    }
    return value
  }

  private mutating func candidate(_ value: Value, _ type: FieldType) -> Value {
    switch (type.unwrapped, value) {
    case (.list(let element), .list(var list)) where list.count > 0 && !isRare():
      let index = Int.random(in: 0..<list.count, using: &random)
      list[index] = candidate(list[index], element)
      return .list(list)
    case (.any, .list(let list)): return candidate(.list(list), .list(.any))
    case (.any, .map(let map)): return candidate(.map(map), .map(key: .string, value: .any))
    case (.map(let key, let element), .map(var map)):
      guard let entry = Array(map).randomElement(using: &random), !isRare() else {
        map[self.value(key)] = self.value(element, depth: 2)
        return .map(map)
      }
      map[entry.key] = isRare() ? nil : candidate(entry.value, element)
      return .map(map)
    case (.record(let name), .record(var record)) where types.records[name]?.isVariant == false:
      guard let fields = types.records[name]?.fields,
        let slot = fields.indices.randomElement(using: &random)
      else { return value }
      record[slot] = candidate(record[slot], fields[slot].type)
      return .record(record)
    case (.record(let name), .record(var record)):
      guard let slot = record.presentCase, let fields = types.records[name]?.fields, !isRare()
      else { return self.value(type.unwrapped) }
      record[slot] = candidate(record[slot], fields[slot].type)
      return .record(record)
    default: return self.value(type, depth: 2)
    }
  }
}
