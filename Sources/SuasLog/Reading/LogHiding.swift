import CEL
import SuasEngine
import SuasProgram
import SuasRuntime

/// Hides values in the lines of a log that the spec marks as sensitive, and that an earlier version
/// did not mark: the lines are then like those that are written with the marks.
///
/// A value gets a hash of its own, which reveals nothing about it. A text that may contain such
/// values, such as a message, gets the hash of an unknown value.
package struct LogHiding {
  private let spec: CompiledSpec
  private let types: TypeTable
  /// True if the session of the log was written by another version of the spec.
  private var isNeeded = true
  /// The hashes of the values so far, by their JSON.
  private var hashes: [CodePoints: String] = [:]
  /// True if something in the present line is hidden.
  private var hides = false
  /// True if a value was hidden: only then can digests and messages depend on such values.
  private var hasHidden: Bool { !hashes.isEmpty }

  /// - Returns: nil if nothing is sensitive.
  package init?(_ spec: CompiledSpec) {
    guard spec.checked.hasSensitiveValues else { return nil }
    self.spec = spec
    types = spec.typesOfEverything
  }

  /// Returns a line as it is to be read: nil for one that stays unchanged, and an empty one for a
  /// digest, because that was made from a store with other hashes.
  mutating func hiding(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    if let header = Self.header(bytes) { isNeeded = !header.isOf(spec.checked) }
    guard isNeeded else { return nil }
    var reader = JSONReader(ofLog: Array(bytes))
    guard case .map(var line)? = try? reader.readWhole() else { return nil }
    if hasHidden, line[.string(LogKey.digest)] != nil { return [] }
    hides = false
    hide(in: &line)
    return hides ? Array(JSONText.of(.map(line)).utf8) : nil
  }

  private static let versionKey = Array(LogKey.version.utf8)

  private static func header(_ line: ArraySlice<UInt8>) -> LogLine.Header? {
    guard line.prefix(versionKey.count + 4).firstRange(of: versionKey) != nil,
      case .header(let header)? = try? LogLine(text: Array(line)).content
    else { return nil }
    return header
  }

  private mutating func hide(in line: inout Map) {
    change(LogKey.state, in: &line) { $0.hiddenStates($1) }
    change(LogKey.reset, in: &line) { $0.hiddenStates($1) }
    change(LogKey.effects, in: &line) { $0.hiddenEffects($1) }
    if line[.string(LogKey.version)] == nil {
      change(LogKey.changes, in: &line) { $0.hiddenChanges($1) }
    }
    if case .string(let action)? = line[.string(LogKey.action)] {
      change(LogKey.with, in: &line) { $0.hiddenPayload($1, of: action) }
    }
    if case .string(let effect)? = line[.string(LogKey.answer)] {
      change(LogKey.with, in: &line) { $0.hiddenAnswer($1, to: effect) }
    }
    if case .string(let effect)? = line[.string(LogKey.fail)],
      definition(effect)?.isSensitive == true
    {
      change(LogKey.message, in: &line) { $0.hidden($1) }
    }
    if hasHidden, line[.string(LogKey.refused)] != nil || line[.string(LogKey.failed)] != nil {
      change(LogKey.message, in: &line) { hiding, _ in hiding.unknown }
    }
  }

  private mutating func change(
    _ key: String, in map: inout Map, _ change: (inout LogHiding, Value) -> Value
  ) {
    guard let value = map[.string(key)] else { return }
    map[.string(key)] = change(&self, value)
  }

  private func definition(_ effect: String) -> CheckedEffect? {
    spec.checked.effects.first { $0.name == effect }
  }
}

/// The objects that stand for hidden values.
extension LogHiding {
  private func object(_ hash: String) -> Value {
    [.string(JSONText.sensitiveKey): .string(hash)]
  }

  /// The object for a text, or a part of a value, that may hold sensitive values.
  private var unknown: Value {
    mutating get {
      hides = true
      return object(StandIns.unknownHash)
    }
  }

  private mutating func hidden(_ value: Value) -> Value {
    if value.sensitiveHash != nil { return value }
    hides = true
    let text = CodePoints(JSONText.of(value))
    let hash = hashes[text] ?? SipHash.hash(Array("\(hashes.count)".utf8)[...], .zero).sixteenDigits
    hashes[text] = hash
    return object(hash)
  }

  private mutating func hidden(_ value: Value, as type: FieldType) -> Value {
    if let wrapped = value.wrappedMap {
      return [.string(JSONText.mapKey): hidden(.map(wrapped), as: type)]
    }
    switch (type, value) {
    case (.optional(let wrapped), _): return hidden(value, as: wrapped)
    case (.list(let element), .list(let list)):
      return .list(List(list.map { hidden($0, as: element) }))
    case (.list(let element), .map(let change)): return .map(hidden(change, ofElements: element))
    case (.map(_, let element), .map(let map)):
      var shown = Map()
      for (key, value) in map { shown[key] = hidden(value, as: element) }
      return .map(shown)
    case (.record(let name), .map(let map)), (.partial(let name), .map(let map)):
      return types.records[name].map { .map(hidden(map, fieldsOf: $0)) } ?? value
    default: return value
    }
  }

  private mutating func hidden(_ map: Map, fieldsOf record: RecordType) -> Map {
    var shown = map
    for field in record.fields {
      guard let value = map[.string(field.name)] else { continue }
      shown[.string(field.name)] =
        field.isSensitive ? hidden(value) : hidden(value, as: field.type)
    }
    return shown
  }

  /// Hides values in the elements that a change inserts.
  private mutating func hidden(_ change: Map, ofElements type: FieldType) -> Map {
    guard case .list(let inserted)? = change[.string(LogKey.insert)] else { return change }
    var shown = change
    shown[.string(LogKey.insert)] = .list(List(inserted.map { hidden($0, as: type) }))
    return shown
  }
}

/// The parts of lines.
extension LogHiding {
  private mutating func hiddenStates(_ value: Value) -> Value {
    guard case .map(var states) = value else { return value }
    for reducer in spec.store.reducers {
      change(reducer.stateKey, in: &states) {
        $0.hidden($1, as: .record(reducer.state.name))
      }
    }
    return .map(states)
  }

  private mutating func hiddenPayload(_ value: Value, of action: String) -> Value {
    guard let type = spec.actionType(action), case .map(let fields) = value else { return value }
    return .map(hidden(fields, fieldsOf: type.payload))
  }

  private mutating func hiddenEffects(_ value: Value) -> Value {
    guard case .list(let effects) = value else { return value }
    return .list(
      List(
        effects.map { value in
          guard case .map(var effect) = value,
            case .string(let name)? = effect[.string(LogKey.effect)]
          else { return value }
          change(LogKey.with, in: &effect) { $0.hiddenPayload($1, of: name) }
          return .map(effect)
        }))
  }

  private mutating func hiddenAnswer(_ value: Value, to effect: String) -> Value {
    guard let definition = definition(effect) else { return value }
    if definition.isSensitive { return hidden(value) }
    guard case .map(var answer) = value else { return value }
    for field in definition.response.fields where ["body", "result"].contains(field.name) {
      change(field.name, in: &answer) { $0.hidden($1, as: field.type) }
    }
    change(LogKey.last, in: &answer) { $0.hiddenAnswer($1, to: effect) }
    return .map(answer)
  }

  private mutating func hiddenChanges(_ value: Value) -> Value {
    switch value {
    case .list(let groups): return .list(List(groups.map { hiddenChanges($0) }))
    case .map(let changes):
      var shown = Map()
      for (key, change) in changes {
        let (path, hidden) = hiddenChange(change, at: key.interpolated)
        shown[.string(path)] = hidden
      }
      return .map(shown)
    default: return value
    }
  }

  /// Returns a change with its path, which ends at the first sensitive field.
  private mutating func hiddenChange(_ change: Value, at text: String) -> (String, Value) {
    guard let path = Path(parsing: text), case .name(let key)? = path.components.first,
      let slot = spec.store.slot(of: key)
    else { return (text, unknown) }
    var type = FieldType.record(spec.store.reducers[slot].state.name)
    for (index, component) in path.components.enumerated().dropFirst() {
      switch (type.unwrapped, component) {
      case (.record(let name), .name(let field)):
        guard let record = types.records[name], let slot = record.shape.slot(of: field) else {
          return (text, unknown)
        }
        let field = record.fields[slot]
        if field.isSensitive {
          let end = Path(Array(path.components[...index])).description
          return (end, index == path.components.count - 1 ? hidden(change) : unknown)
        }
        type = field.type
      case (.list(let element), _), (.map(_, let element), _): type = element
      default: return (text, change)
      }
    }
    return (text, hidden(change, as: type))
  }
}
