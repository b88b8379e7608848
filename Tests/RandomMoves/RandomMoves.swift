import CEL
import SuasEngine
import SuasProgram
import SuasSpec

/// An event in an app.
package enum RandomMove: Sendable {
  case dispatch(SpecAction)
  case respond(effect: String, which: Int, EffectAnswer)
  case advance(CEL.Duration)
  case cancel(effect: String)
  /// By the listener's index.
  case listen(Int)
  case unlisten(Int)
  case reset
}

/// Makes random actions of a spec, answers to its effects and moves of the clock, of values that
/// occur in its state and others.
package struct RandomMoves {
  private let compiled: CompiledSpec
  private let spec: CheckedSpec
  private var random: SplitMix64
  private var texts: [String] = []
  /// True if there are also actions that break constraints or leave out defaults, cancellations,
  /// resets, listeners that are removed and added again, and answers that end streams.
  private let isWide: Bool
  /// The names to dispatch: the actions, and the effects if they are dispatched, too.
  private let actions: [CheckedAction]
  private var removed: Set<Int> = []

  package init(
    _ spec: CompiledSpec, seed: UInt64, isWide: Bool = false, startsEffects: Bool = false
  ) {
    compiled = spec
    self.spec = spec.checked
    actions = spec.checked.actions + (startsEffects ? spec.checked.effects.map(\.action) : [])
    self.isWide = isWide
    random = SplitMix64(seed: seed)
  }

  /// Returns a random move; nil if none is found.
  ///
  /// - Parameter pending: The names of the effects that can be answered, oldest first.
  package mutating func next(on state: Record, pending: [String]) -> RandomMove? {
    if isWide, Int.random(in: 0..<24, using: &random) == 0 { return rareMove(on: state) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where !spec.effects.isEmpty:
      let times: [Int64] = [1_000_000, 300_000_000, 1_000_000_000, 10_000_000_000]
      return .advance(CEL.Duration(nanoseconds: times.randomElement(using: &random) ?? 1))
    case 1...3:
      guard let name = pending.randomElement(using: &random),
        let effect = spec.effects.first(where: { $0.name == name }), effect.kind != .every,
        let answer = answer(to: effect)
      else { return dispatch(on: state) }
      let which = isWide ? Int.random(in: 0..<pending.count { $0 == name }, using: &random) : 0
      return .respond(effect: name, which: which, isWide ? ending(answer, of: effect) : answer)
    default: return dispatch(on: state)
    }
  }

  private mutating func rareMove(on state: Record) -> RandomMove? {
    let listener = spec.listeners.indices.randomElement(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .reset
    case 1: return spec.effects.randomElement(using: &random).map { .cancel(effect: $0.name) }
    default:
      guard let listener else { return dispatch(on: state) }
      if removed.remove(listener) != nil { return .listen(listener) }
      removed.insert(listener)
      return .unlisten(listener)
    }
  }

  /// Returns an answer that may be the last one of a stream.
  private mutating func ending(_ answer: EffectAnswer, of effect: CheckedEffect) -> EffectAnswer {
    guard effect.isStream else { return answer }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .last(answer)
    case 1: return .last(nil)
    default: return answer
    }
  }

  /// A random action that has a payload of its type; nil if none is found.
  private mutating func dispatch(on state: Record) -> RandomMove? {
    texts = [
      "", "a", "tea", "e\u{301}", "\u{E9}", "K", "\u{212A}", "Done", "\u{1F600}", "\u{FFFD}",
    ]
    collect(.record(state))
    for _ in 0..<20 {
      guard let action = actions.randomElement(using: &random) else { return nil }
      if let made = self.action(action) { return .dispatch(made) }
    }
    return nil
  }

  private mutating func action(_ action: CheckedAction) -> SpecAction? {
    var fields = ContiguousArray<Value>()
    var named: Set<String> = []
    for field in action.payload.fields {
      if isWide, field.hasLateDefault, let placeholder = field.default,
        Bool.random(using: &random)
      {
        fields.append(placeholder)
        continue
      }
      named.insert(field.name)
      let value =
        if let sample = field.samples.randomElement(using: &random), Bool.random(using: &random) {
          sample
        } else {
          self.value(field.type, depth: 0)
        }
      guard let fitted = try? spec.types.fit(value, to: field.type) else { return nil }
      fields.append(fitted)
    }
    guard let type = compiled.actionType(action.name) else { return nil }
    let made = compiled.action(of: type, Record(action.payload.shape, fields), named: named)
    let isTaken = isWide && Int.random(in: 0..<4, using: &random) == 0
    return made.refusal == nil || isTaken ? made : nil
  }

  private mutating func answer(to effect: CheckedEffect) -> EffectAnswer? {
    if Int.random(in: 0..<4, using: &random) == 0 {
      return .failure("no network")
    }
    switch effect.kind {
    case .http:
      let status = [200, 201, 404, 500].randomElement(using: &random) ?? 200
      return .http(
        status: status, headers: [], body: body(effect.response.fields[2].type))
    case .custom:
      guard let result = effect.response.fields.first else {
        return Int.random(in: 0..<4, using: &random) == 0 ? .result(body(.any)) : .done
      }
      return .result(body(result.type))
    case .delay, .writeFile: return .done
    case .readFile: return .text("text")
    case .every: return nil
    }
  }

  /// A value of JSON that often is of a type.
  private mutating func body(_ type: FieldType) -> Value {
    let made =
      type == .any || Int.random(in: 0..<6, using: &random) == 0
      ? anything(depth: 0) : value(type, depth: 0)
    return made.plain
  }

  private mutating func anything(depth: Int) -> Value {
    if depth == 0, Int.random(in: 0..<16, using: &random) == 0 { return nested() }
    switch Int.random(in: 0..<(depth > 2 ? 5 : 7), using: &random) {
    case 0: return .null
    case 1: return .bool(true)
    case 2: return .int(7)
    case 3: return .double(2.5)
    case 4: return .string(texts.randomElement(using: &random) ?? "")
    case 5: return .list([anything(depth: depth + 1), anything(depth: depth + 1)])
    default:
      var map = Map()
      for name in ["token", "name", "RESULTS", "refreshToken"] {
        map[.string(name)] = anything(depth: depth + 1)
      }
      return .map(map)
    }
  }

  /// A list that is nested about as deep as a value may be.
  private mutating func nested() -> Value {
    let levels = Value.maximumDepth + Int.random(in: -3...3, using: &random)
    return (0..<levels).reduce(.int(1)) { inner, _ in .list([inner]) }
  }

  private mutating func collect(_ value: Value) {
    switch value {
    case .string(let text): if texts.count < 40 { texts.append(text) }
    case .list(let list): for item in list { collect(item) }
    case .map(let map):
      for (key, item) in map {
        collect(key)
        collect(item)
      }
    case .record(let record): for item in record.fields { collect(item) }
    default: break
    }
  }

  private mutating func value(_ type: FieldType, depth: Int) -> Value {
    switch type {
    case .bool: return .bool(Bool.random(using: &random))
    case .int:
      let numbers: [Int64] = [0, 1, 2, 3, 5, -1, 100, .max, .min]
      return .int(numbers.randomElement(using: &random) ?? 0)
    case .double:
      let numbers = [0.0, -0.0, 0.5, -1.5, 1e300, 3, .nan, .infinity, -.infinity, 2.5e-308]
      return .double(numbers.randomElement(using: &random) ?? 0)
    case .string: return .string(texts.randomElement(using: &random) ?? "")
    case .timestamp:
      return .timestamp(Timestamp(seconds: Int64.random(in: 0...9, using: &random)) ?? .epoch)
    case .duration: return .duration(Duration(nanoseconds: Int64.random(in: 0...9, using: &random)))
    case .list(let element):
      let count = Int.random(in: 0...(depth > 2 ? 0 : 3), using: &random)
      return .list(List((0..<count).map { _ in value(element, depth: depth + 1) }))
    case .map(let key, let element):
      var map = Map()
      for _ in 0..<Int.random(in: 0...(depth > 2 ? 0 : 3), using: &random) {
        map[value(key, depth: depth)] = value(element, depth: depth + 1)
      }
      return .map(map)
    case .optional(let wrapped):
      return Int.random(in: 0..<3, using: &random) == 0 || depth > 3
        ? .null : value(wrapped, depth: depth)
    case .any: return anything(depth: depth)
    case .enumeration(let name):
      return .string(spec.types.enums[name]?.cases.randomElement(using: &random) ?? "")
    case .record(let name): return record(name, depth)
    case .partial(let name): return part(name, depth)
    }
  }

  private mutating func part(_ name: String, _ depth: Int) -> Value {
    var fields = Map()
    for field in spec.types.records[name]?.fields ?? [] where Bool.random(using: &random) {
      fields[.string(field.name)] = value(field.type, depth: depth + 1)
    }
    return .map(fields)
  }

  private mutating func record(_ name: String, _ depth: Int) -> Value {
    guard let type = spec.types.records[name] else { return .null }
    var fields = ContiguousArray<Value>()
    let present = type.fields.indices.randomElement(using: &random)
    for (slot, field) in type.fields.enumerated() {
      fields.append(
        type.isVariant && slot != present ? .null : value(field.type, depth: depth + 1))
    }
    return .record(Record(type.shape, fields))
  }
}

extension Value {
  /// The value as JSON has it: records are maps, times are texts.
  fileprivate var plain: Value {
    switch self {
    case .record(let record) where record.shape.isVariant: return record.caseAsWritten.plain
    case .record(let record):
      var map = Map()
      for (field, value) in zip(record.shape.fields, record.fields) {
        map[.string(field.name)] = value.plain
      }
      return .map(map)
    case .list(let list): return .list(List(list.map(\.plain)))
    case .map(let map):
      var plain = Map()
      for (key, value) in map { plain[.string(key.interpolated)] = value.plain }
      return .map(plain)
    case .timestamp, .duration: return .string(interpolated)
    default: return self
    }
  }
}
