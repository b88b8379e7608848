import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram
import SuasRuntime

/// Reads the values of a log as a spec's types, with stand-ins for sensitive ones.
package final class LogValueReader: Sendable {
  private let spec: CompiledSpec
  private let types: TypeTable
  private let standIns: Mutex<StandIns>

  package init(_ spec: CompiledSpec, _ size: StandIns.Size = .large) {
    self.spec = spec
    types = spec.typesOfEverything
    standIns = Mutex(StandIns(size: size))
  }

  /// True if a stand-in was needed.
  package var hasStandIns: Bool { standIns.withLock { !$0.isEmpty } }

  /// True if a stand-in may be refused although its value was not, or the other way round.
  package var mayBeRefused: Bool { standIns.withLock(\.mayBeRefused) }

  /// True if a stand-in meets a constraint, which its value may have broken.
  package var meetsConstraint: Bool { standIns.withLock(\.meetsConstraint) }

  /// True if a line of the replay has the hash of a value that was made from stand-ins.
  package var hasMadeUnknownHash: Bool { standIns.withLock(\.hasMadeUnknownHash) }

  /// True if a value of the spec itself may be taken for a stand-in, and have its hash.
  package var mayBeMistaken: Bool { standIns.withLock(\.mayBeMistaken) }

  /// The writer of a replay's lines, where stand-ins have the hashes that they stand for.
  package var writer: LineWriter {
    LineWriter { [self] value in standIns.withLock { $0.hash(of: value) } }
  }

  /// Reads a value of the log as a type. Values that an app had need not be judged, and stand-ins
  /// cannot be.
  package func read(_ value: Value, as type: FieldType) throws(EvaluationError) -> Value {
    try types.readUnjudged(standingIn(for: value, as: type), as: type)
  }

  /// Reads the value of a field.
  private func read(
    _ value: Value, in field: RecordType.Field
  ) throws(EvaluationError) -> Value {
    let whole = needsReplacing(value, as: field.type) ? replacing(value, in: field) : value
    return try types.readUnjudged(whole, as: field.type)
  }

  /// Returns an answer that stands for one that was left out.
  package func answer(for hash: String) -> EffectAnswer {
    let answer = EffectAnswer.text(hash)
    standIns.withLock { $0.note(.string(answer.json), for: hash) }
    return answer
  }

  /// Returns the value with stand-ins in the place of hashes.
  package func standingIn(for value: Value, as type: FieldType) -> Value {
    // Most values have none, and large ones are not copied.
    needsReplacing(value, as: type) ? replacing(value, as: type) : value
  }

  /// Returns true if something in the value is to be replaced.
  private func needsReplacing(_ value: Value, as type: FieldType) -> Bool {
    if value.sensitiveHash != nil || value.wrappedMap != nil { return true }
    switch (type, value) {
    case (.any, .list(let list)): return list.contains { needsReplacing($0, as: .any) }
    case (.any, .map(let map)): return map.contains { needsReplacing($1, as: .any) }
    case (.optional(let wrapped), _): return needsReplacing(value, as: wrapped)
    case (.double, .string): return true
    case (.list(let element), .list(let list)):
      return list.contains { needsReplacing($0, as: element) }
    case (.map(_, let element), .map(let map)):
      return map.contains { needsReplacing($1, as: element) }
    case (.record(let name), .map(let map)), (.partial(let name), .map(let map)):
      guard let record = types.records[name] else { return false }
      return map.contains { key, value in
        guard case .string(let field) = key, let slot = record.shape.slot(of: field) else {
          return false
        }
        return needsReplacing(value, as: record.fields[slot].type)
      }
    default: return false
    }
  }

  /// Reads an action of a log.
  ///
  /// - Parameter payload: The value of its `with`, or an empty map.
  package func action(
    _ logged: LogLine.Action, _ payload: Map
  ) throws(ActionError) -> SpecAction {
    try action(named: logged.name, payload)
  }

  /// Reads an action.
  func action(named name: String, _ payload: Map) throws(ActionError) -> SpecAction {
    guard let type = spec.actionType(name) else {
      throw ActionError(
        code: "invalid-payload", message: "the spec declares no action '\(name)'")
    }
    var fields = ContiguousArray<Value>()
    var named: Set<String> = []
    for field in type.payload.fields {
      guard let given = payload[.string(field.name)] else {
        // A default that is filled in at dispatch has a value for now, too.
        guard let value = field.default else {
          throw ActionError(
            code: "invalid-payload", message: "it needs its field '\(field.name)'")
        }
        fields.append(value)
        continue
      }
      named.insert(field.name)
      do throws(EvaluationError) {
        fields.append(try read(given, in: field))
      } catch {
        throw ActionError(code: error.code, message: "'\(field.name)': \(error.message)")
      }
    }
    return spec.action(of: type, Record(type.payload.shape, fields), named: named)
  }

  /// Reads an answer to an effect, with stand-ins for sensitive values in it; nil if it is none.
  package func answer(_ value: Value, to effect: String) -> EffectAnswer? {
    guard let answer = EffectAnswer(json: value) else { return nil }
    let fields = spec.checked.effects.first { $0.name == effect }?.response.fields ?? []
    func standingIn(_ value: Value, _ slot: Int) -> Value {
      self.standingIn(
        for: value, as: fields.indices.contains(slot) ? fields[slot].type : .any)
    }
    func standingIn(_ answer: EffectAnswer) -> EffectAnswer {
      switch answer {
      case .http(let status, let headers, let body):
        .http(status: status, headers: headers, body: standingIn(body, 2))
      case .result(let value): .result(standingIn(value, 0))
      case .last(let last): .last(last.map(standingIn))
      case .text, .done, .failure: answer
      }
    }
    return standingIn(answer)
  }

  /// Reads the sub-states in a map by their keys; keys that the spec does not have are passed over.
  package func subStates(_ map: Map) throws(ActionError) -> [String: Record] {
    var subStates: [String: Record] = [:]
    for reducer in spec.store.reducers {
      guard let value = map[.string(reducer.stateKey)] else { continue }
      do throws(EvaluationError) {
        if case .record(let record) = try read(value, as: .record(reducer.state.name)) {
          subStates[reducer.stateKey] = record
        }
      } catch {
        throw ActionError(
          code: error.code,
          message: "the state of '\(reducer.stateKey)' does not fit: \(error.message)")
      }
    }
    return subStates
  }

  private func replacing(_ value: Value, in field: RecordType.Field) -> Value {
    replacing(value, as: field.type, in: field)
  }

  private func replacing(
    _ value: Value, as type: FieldType, in field: RecordType.Field? = nil
  ) -> Value {
    if let hash = value.sensitiveHash {
      return standIns.withLock { $0.value(for: hash, as: type, in: field, types) }
    }
    return replacingParts(of: value.wrappedMap.map(Value.map) ?? value, as: type)
  }

  private func replacingParts(of value: Value, as type: FieldType) -> Value {
    switch (type, value) {
    case (.any, .list(let list)): return .list(List(list.map { replacing($0, as: .any) }))
    case (.any, .map(let map)): return .map(map.mapValues { replacing($1, as: .any) })
    case (.optional(let wrapped), _): return replacingParts(of: value, as: wrapped)
    // JSON has no such numbers.
    case (.double, .string("Infinity")): return .double(.infinity)
    case (.double, .string("-Infinity")): return .double(-.infinity)
    case (.double, .string("NaN")): return .double(.nan)
    case (.list(let element), .list(let list)):
      return .list(List(list.map { replacing($0, as: element) }))
    case (.map(_, let element), .map(let map)):
      return .map(map.mapValues { replacing($1, as: element) })
    case (.record(let name), .map(let map)), (.partial(let name), .map(let map)):
      guard let record = types.records[name] else { return value }
      return .map(
        map.mapValues { key, value in
          guard case .string(let field) = key, let slot = record.shape.slot(of: field) else {
            return value
          }
          return replacing(value, in: record.fields[slot])
        })
    default: return value
    }
  }
}

/// The values that stand for those that never left an app: equal ones for equal hashes, and
/// different ones for different hashes, as far as their types have enough values.
package struct StandIns {
  /// The size of stand-ins; a replay with the other size shows which results depend on them.
  package enum Size: Sendable { case large, small }

  private let size: Size
  private var values: [String: Value] = [:]
  private var hashes: [CodePoints: String] = [:]

  init(size: Size) { self.size = size }

  var isEmpty: Bool { values.isEmpty }
  /// True if one of them may be refused where its value was not, or the other way round: it has
  /// other parts, as another length, or breaks a constraint.
  private(set) var mayBeRefused = false
  /// True if one of them meets the constraint of its field.
  private(set) var meetsConstraint = false
  /// True if a value was asked for its hash that stands for none, or for several.
  private(set) var hasMadeUnknownHash = false
  /// True if one of them may be the same as a value of the spec itself, as a case of an enum or a
  /// short text may.
  private(set) var mayBeMistaken = false

  /// - Parameter field: The field that has the value, and whose constraint it meets if a value is
  ///   found that does; nil for a value that is in none.
  mutating func value(
    for hash: String, as type: FieldType, in field: RecordType.Field?, _ types: TypeTable
  ) -> Value {
    func fits(_ value: Value) -> Bool {
      field?.accepts(value, types) ?? ((try? types.read(value, as: type)) != nil)
    }
    // Equal values may have several types, as nulls do.
    let typed = "\(hash) \(type) \(field?.constraint?.text ?? "")"
    if let value = values[typed] { return value }
    if let value = values[hash], fits(value) { return value }
    let candidates = candidates(for: hash, as: type, types)
    let fitting = candidates.filter(fits)
    let isEmptiest = size == .small && type.hasParts
    let unused = fitting.first { hashes[CodePoints(JSONText.of($0))] == nil }
    let made = isEmptiest ? fitting.first : unused ?? fitting.first
    // The values that the author gives fit, but they stand for themselves in other places.
    let given = field.flatMap { field in
      let samples = size == .large ? field.samples.reversed() : field.samples
      return (samples + [field.default].compactMap(\.self)).first(where: fits)
    }
    let value = made ?? given ?? candidates.first ?? .string(plain(for: hash))
    values[values[hash] == nil ? hash : typed] = value
    let text = CodePoints(JSONText.of(value))
    let other = hashes.updateValue(hash, forKey: text)
    // A value that stands for several hashes reveals nothing about them.
    if let other, other != hash { hashes[text] = Self.unknownHash }
    if made == nil, given != nil { hashes[text] = Self.unknownHash }
    if type.hasParts || (made ?? given) == nil { mayBeRefused = true }
    if field?.constraint != nil { meetsConstraint = true }
    if type.hasFewValues || value != candidates.first { mayBeMistaken = true }
    return value
  }

  /// Notes a value that stands for a hash.
  mutating func note(_ value: Value, for hash: String) {
    values[hash] = value
    hashes[CodePoints(JSONText.of(value))] = hash
  }

  /// Returns the hash that a value stands for.
  mutating func hash(of value: Value) -> String {
    let hash = hashes[CodePoints(JSONText.of(value))] ?? Self.unknownHash
    if hash == Self.unknownHash { hasMadeUnknownHash = true }
    return hash
  }

  /// Stands for the hash of a value that was made from stand-ins.
  package static let unknownHash = ""

  private func plain(for hash: String) -> String {
    switch size {
    case .large: "sensitive-\(hash)"
    case .small: "\(values.count)"
    }
  }

  /// Stand-ins of one type. Those of the other size begin with the empty one, so that work for each
  /// element differs.
  private func emptyLast(_ values: [Value], _ empty: Value) -> [Value] {
    size == .large ? values + [empty] : [empty] + values
  }

  /// Texts from the one that stands for a value by itself to short ones, which more constraints allow.
  private func texts(for hash: String, _ number: Int64) -> [String] {
    [plain(for: hash), String(hash.prefix(8)), String(hash.prefix(4))]
      + [8, 4, 1].map { String(String(number.magnitude).suffix($0)) }
  }

  /// Numbers from the one that stands for a value by itself to small ones.
  private func numbers(_ number: Int64) -> [Int64] {
    [number] + [1_000_000, 1_000, 100, 10].map { Int64(number.magnitude % $0) } + [1]
  }

  private func candidates(
    for hash: String, as type: FieldType, _ types: TypeTable, depth: Int = 0
  ) -> [Value] {
    let number = size == .large ? Int64(hash.prefix(12), radix: 16) ?? 0 : Int64(-values.count)
    func inner(_ type: FieldType) -> [Value] {
      depth < 8 ? candidates(for: hash, as: type, types, depth: depth + 1) : []
    }
    switch type {
    case .optional(let wrapped): return emptyLast(inner(wrapped), .null)
    case .bool: return [.bool(size == .large), .bool(size == .small)]
    case .int: return numbers(number).map { .int($0) }
    case .double: return numbers(number).map { .double(Double($0)) } + [.double(0.5)]
    case .timestamp:
      return numbers(number).map {
        .timestamp(Timestamp.epoch.advanced(clampedBy: CEL.Duration(nanoseconds: $0)))
      }
    case .duration: return numbers(number).map { .duration(CEL.Duration(nanoseconds: $0)) }
    case .list(let element):
      return emptyLast(inner(element).map { .list(List([$0])) }, .list(List()))
    case .map(let key, let value):
      guard let key = inner(key).first, let value = inner(value).first else {
        return [.map(Map())]
      }
      return emptyLast([[key: value]], .map(Map()))
    case .enumeration(let name):
      let cases = types.enums[name]?.cases ?? []
      return (size == .large ? cases : cases.reversed()).map { .string($0) }
    case .record(let name), .partial(let name):
      guard let record = types.records[name] else { return [] }
      func value(of field: RecordType.Field) -> Value? {
        let candidates = inner(field.type)
        return candidates.first { field.accepts($0, types) } ?? candidates.first
      }
      if record.shape.isVariant {
        // The other size has another case, so that results that depend on the case differ.
        let cases = size == .small ? record.fields.reversed() : record.fields
        for field in cases {
          guard let value = value(of: field) else { continue }
          return [[.string(field.name): value]]
        }
        return []
      }
      var map = Map()
      for field in record.fields {
        if let value = value(of: field) {
          map[.string(field.name)] = value
        } else if field.default == nil {
          // The nesting is too deep: the collections around this place have no value of this type.
          return []
        }
      }
      if case .partial = type { return [.map(map), .map(Map())] }
      return [.map(map)]
    default: return texts(for: hash, number).map { .string($0) }
    }
  }
}

extension FieldType {
  /// True if values of the type are likely to be the same.
  fileprivate var hasFewValues: Bool {
    switch self {
    case .bool, .enumeration: true
    default: hasParts
    }
  }

  /// True if a value of the type may have parts, or be null.
  fileprivate var hasParts: Bool {
    switch self {
    case .any, .optional, .list, .map, .record, .partial: true
    default: false
    }
  }
}

extension RecordType.Field {
  /// True if a value, as JSON has it, is of the field's type and meets its constraint.
  fileprivate func accepts(_ value: Value, _ types: TypeTable) -> Bool {
    guard let read = try? types.read(value, as: type) else { return false }
    return constraint.map { $0.holds(of: read) } ?? true
  }
}

extension Value {
  /// The hash that the value is in place of a sensitive one.
  package var sensitiveHash: String? {
    guard case .map(let map) = self, map.count == 1,
      case .string(let hash)? = map[.string(JSONText.sensitiveKey)]
    else { return nil }
    return hash
  }

  /// The map that stands in an object of its own, because it begins like one with a meaning.
  package var wrappedMap: Map? {
    guard case .map(let map) = self, map.count == 1,
      case .map(let wrapped)? = map[.string(JSONText.mapKey)]
    else { return nil }
    return wrapped
  }
}

extension Map {
  fileprivate func mapValues(_ transform: (Value, Value) -> Value) -> Map {
    var mapped = Map()
    for (key, value) in self { mapped[key] = transform(key, value) }
    return mapped
  }
}
