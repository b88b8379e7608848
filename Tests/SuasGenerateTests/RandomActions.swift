import CEL
import SuasEngine
import SuasProgram
import SuasSpec

/// An action with its payload.
struct RandomAction {
  let name: String
  let payload: [String: Value]
  let text: String
}

/// Makes random actions of a spec, of values that occur in its state and others.
struct RandomActions {
  private let spec: CheckedSpec
  private var random: SplitMix64
  private var texts: [String] = []

  init(_ spec: CompiledSpec, seed: UInt64) {
    self.spec = spec.checked
    random = SplitMix64(seed: seed)
  }

  mutating func next(_ state: Record) -> RandomAction? {
    texts = ["", "a", "tea", "e\u{301}", "\u{E9}", "K", "\u{212A}", "Done"]
    collect(.record(state))
    guard let action = spec.actions.randomElement(using: &random) else { return nil }
    var payload: [String: Value] = [:]
    var fields: [Value] = []
    for field in action.payload.fields {
      let value: Value =
        if let sample = field.samples.randomElement(using: &random), Bool.random(using: &random) {
          sample
        } else {
          self.value(field.type, depth: 0)
        }
      payload[field.name] = value
      fields.append(value)
    }
    let record = Record(action.payload.shape, ContiguousArray(fields))
    return RandomAction(
      name: action.name, payload: payload, text: JSONText.of(.record(record)))
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
      let numbers = [0.0, 0.5, -1.5, 1e300, 3]
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
    case .any: return .int(1)
    case .enumeration(let name):
      return .string(spec.types.enums[name]?.cases.randomElement(using: &random) ?? "")
    case .record(let name), .partial(let name): return record(name, depth)
    }
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
