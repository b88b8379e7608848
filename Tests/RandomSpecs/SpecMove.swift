import CEL
import RandomMoves
import SuasEngine
import SuasProgram
import SuasSpec

/// An event in an app, in a form that fits every version of a spec that has what it names.
package enum SpecMove: Sendable {
  /// An action or effect, with the fields that are written, as JSON has them.
  case dispatch(String, [(name: String, value: Value)])
  case respond(String, which: Int, EffectAnswer)
  case advance(CEL.Duration)
  case cancel(String)
  case listen(String)
  case unlisten(String)
  case reset

  package init(_ move: RandomMove, of spec: CompiledSpec) {
    switch move {
    case .dispatch(let action):
      let open = action.openFields
      let fields = zip(action.payload.shape.fields, action.payload.fields)
      self = .dispatch(
        action.name,
        fields.filter { !open.contains($0.0.name) }.map { ($0.0.name, $0.1.asWritten.cut()) })
    case .respond(let effect, let which, let answer):
      self = .respond(effect, which: which, answer.asReceived)
    case .advance(let duration): self = .advance(duration)
    case .cancel(let effect): self = .cancel(effect)
    case .listen(let index): self = .listen(spec.checked.listeners[index].name)
    case .unlisten(let index): self = .unlisten(spec.checked.listeners[index].name)
    case .reset: self = .reset
    }
  }
}

extension CompiledSpec {
  /// Makes an action of fields as JSON has them; nil if they do not fit the spec.
  ///
  /// A broken constraint refuses its dispatch.
  package func action(_ name: String, written fields: [(name: String, value: Value)]) -> SpecAction?
  {
    guard let type = actionType(name) else { return nil }
    var values = ContiguousArray<Value>()
    for field in type.payload.fields {
      if let given = fields.first(where: { $0.name == field.name })?.value {
        guard let value = try? checked.types.readUnjudged(given, as: field.type) else { return nil }
        values.append(value)
      } else if let value = field.default {
        values.append(value)
      } else if case .optional = field.type {
        values.append(.null)
      } else {
        return nil
      }
    }
    return action(
      of: type, Record(type.payload.shape, values), named: Set(fields.map(\.name)))
  }
}

extension EffectAnswer {
  /// The answer as one can come over the network, where JSON has no infinite numbers.
  fileprivate var asReceived: EffectAnswer {
    switch self {
    case .http(let status, let headers, let body):
      .http(status: status, headers: headers, body: body.withoutInfinity.cut())
    case .result(let value): .result(value.cut())
    // A failure ends a stream by itself.
    case .last(let answer?): if case .failure = answer { answer } else { .last(answer.asReceived) }
    default: self
    }
  }
}

extension Value {
  /// The value with finite numbers.
  package var withoutInfinity: Value {
    switch self {
    case .double(let double) where !double.isFinite: return .double(1.5)
    case .list(let list): return .list(List(list.map(\.withoutInfinity)))
    case .map(let map):
      var finite = Map()
      for (key, value) in map { finite[key] = value.withoutInfinity }
      return .map(finite)
    default: return self
    }
  }

  /// The value without what is nested deeper than a scenario file may be.
  fileprivate func cut(_ depth: Int = 0) -> Value {
    switch self {
    case .list(let list): return depth > 60 ? .null : .list(List(list.map { $0.cut(depth + 1) }))
    case .map(let map):
      if depth > 60 { return .null }
      var cut = Map()
      for (key, value) in map { cut[key] = value.cut(depth + 1) }
      return .map(cut)
    default: return self
    }
  }

  /// The value as JSON has it: records are maps, times are texts.
  package var asWritten: Value {
    switch self {
    case .record(let record) where record.shape.isVariant: return record.caseAsWritten.asWritten
    case .record(let record):
      var map = Map()
      for (field, value) in zip(record.shape.fields, record.fields) {
        map[.string(field.name)] = value.asWritten
      }
      return .map(map)
    case .list(let list): return .list(List(list.map(\.asWritten)))
    case .map(let map):
      var plain = Map()
      for (key, value) in map { plain[key] = value.asWritten }
      return .map(plain)
    case .timestamp, .duration: return .string(interpolated)
    default: return self
    }
  }
}
