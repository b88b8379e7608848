import CEL
import SuasLog
import SuasScenario
import SuasSpec

/// Applies the changes in a log to a store.
struct LoggedChanges {
  private let spec: CompiledSpec
  private let values: LogValueReader
  /// The store, with the changes so far.
  private(set) var store: Record

  /// The reason why changes do not fit the store.
  struct Misfit: Error {}

  init(to store: Record, of spec: CompiledSpec, _ values: LogValueReader) {
    self.store = store
    self.spec = spec
    self.values = values
  }

  /// Applies the value of `changes` in a line.
  mutating func apply(_ changes: Value) throws(Misfit) {
    switch changes {
    case .map(let map):
      for (path, change) in map {
        guard case .string(let text) = path, let path = Path(parsing: text),
          case .name(let key)? = path.components.first, let slot = spec.store.slot(of: key)
        else { throw Misfit() }
        let type = FieldType.record(spec.store.reducers[slot].state.name)
        store[slot] = try changed(store[slot], path.components.dropFirst(), of: type, change)
      }
    case .list(let list): for changes in list { try apply(changes) }
    default: throw Misfit()
    }
  }

  private func changed(
    _ value: Value, _ path: ArraySlice<Path.Component>, of type: FieldType, _ change: Value
  ) throws(Misfit) -> Value {
    if case .optional(let wrapped) = type, !path.isEmpty {
      return try changed(value, path, of: wrapped, change)
    }
    guard let component = path.first else { return try replaced(value, of: type, change) }
    let rest = path.dropFirst()
    switch (value, type, component) {
    case (.record(var record), .record(let name), .name(let field)):
      guard let slot = record.shape.slot(of: field),
        let inner = spec.typesOfEverything.records[name]?.fields[slot].type
      else { throw Misfit() }
      record[slot] = try changed(record[slot], rest, of: inner, change)
      return .record(record)
    case (.list(var list), .list(let element), .number(let index)):
      guard let index = Int(exactly: index), 0..<list.count ~= index else { throw Misfit() }
      list[index] = try changed(list[index], rest, of: element, change)
      return .list(list)
    case (.map(var map), .map(_, let element), _):
      if rest.isEmpty, change == Self.absence {
        map[component.key] = nil
      } else {
        map[component.key] = try changed(map[component.key] ?? .null, rest, of: element, change)
      }
      return .map(map)
    default: throw Misfit()
    }
  }

  private static let absence: Value = [.string(LogKey.absent): true]

  /// Replaces a value, or some elements of a list.
  private func replaced(
    _ value: Value, of type: FieldType, _ change: Value
  ) throws(Misfit) -> Value {
    if case .list = value, case .optional(let wrapped) = type, case .map = change {
      return try replaced(value, of: wrapped, change)
    }
    if case .list(var list) = value, case .list(let element) = type, case .map(let map) = change {
      let change = try ListChange(map)?.reading { (value) throws(Misfit) in
        try read(value, as: element)
      }
      guard let change, change.apply(to: &list) else { throw Misfit() }
      return .list(list)
    }
    return try read(change, as: type)
  }

  private func read(_ value: Value, as type: FieldType) throws(Misfit) -> Value {
    do throws(EvaluationError) {
      return try values.read(value, as: type)
    } catch {
      throw Misfit()
    }
  }
}
