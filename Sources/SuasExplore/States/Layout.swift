import CEL
import SuasSpec

/// The byte encoding of a type's values: compact, and the same for equal values.
indirect enum Layout: Sendable {
  case bool
  case int
  case double
  case string
  case timestamp
  case duration
  case list(Layout)
  case map(key: Layout, value: Layout)
  case optional(Layout)
  /// A value of any type, encoded with its kind.
  case any
  /// An enum, encoded as the index of the case.
  case enumeration([String])
  /// A record, as an index into the layouts of records, since a record may contain itself.
  case record(Int)

  struct OfRecord: Sendable {
    let shape: Shape
    var fields: [Layout]
  }
}

/// Writes states as bytes and reads them back.
final class StateCodec: Sendable {
  let records: [Layout.OfRecord]
  let roots: [Layout]
  /// For each sub-state, true if it is the history of another one.
  let isHistory: [Bool]
  /// True if some field has a type with `any` in it: there, records of different types may hold the
  /// same values.
  let holdsAnything: Bool
  private let shapes: [String: Shape]

  init(_ spec: CompiledSpec) {
    let types = spec.typesOfEverything
    let names = types.records.keys.sorted()
    let places = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func layout(_ type: FieldType) -> Layout {
      switch type {
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .string: .string
      case .timestamp: .timestamp
      case .duration: .duration
      case .list(let element): .list(layout(element))
      case .map(let key, let value): .map(key: layout(key), value: layout(value))
      case .optional(let wrapped): .optional(layout(wrapped))
      case .any: .any
      case .enumeration(let name): .enumeration(types.enums[name]?.cases ?? [])
      case .record(let name): places[name].map(Layout.record) ?? .any
      case .partial: .any
      }
    }
    records = names.compactMap { types.records[$0] }.map { type in
      Layout.OfRecord(shape: type.shape, fields: type.fields.map { layout($0.type) })
    }
    roots = spec.store.reducers.map { layout(.record($0.state.name)) }
    isHistory = spec.store.reducers.map(\.isHistory)
    holdsAnything = types.records.values.contains { $0.fields.contains { $0.type.holdsAnything } }
    shapes = Dictionary(
      types.records.values.map { ($0.name, $0.shape) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Identity

  /// Returns the part of a sub-state that tells states apart: all of it, except for a history,
  /// where only the entries that one step leads to count, since each path to a state has a past of
  /// its own.
  func identity(of subState: Record, slot: Int) -> Record {
    guard isHistory[slot] else { return subState }
    let (past, future) = (CheckedHistory.pastSlot, CheckedHistory.futureSlot)
    return Record(subState.shape) { field in
      guard field == past || field == future, case .list(let entries) = subState[field],
        entries.count > 1
      else { return subState[field] }
      return .list(List([entries[entries.count - 1]]))
    }
  }

  // MARK: Writing

  /// Writes a sub-state.
  ///
  /// - Returns: false if it holds a value that cannot be read back, or is too large.
  func write(_ subState: Record, slot: Int, to buffer: ByteBuffer) -> Bool {
    write(.record(subState), as: roots[slot], to: buffer)
  }

  /// Writes a value of any type.
  func write(any value: Value, to buffer: ByteBuffer) -> Bool { write(value, as: .any, to: buffer) }

  private func write(_ value: Value, as layout: Layout, to buffer: ByteBuffer) -> Bool {
    switch (layout, value) {
    case (.bool, .bool(let bool)): buffer.append(bool ? 1 : 0)
    case (.int, .int(let int)): buffer.append(signed: int)
    case (.double, .double(let double)): buffer.append(word: double.bitPattern)
    case (.string, .string(let text)): buffer.append(text: text)
    case (.timestamp, .timestamp(let time)):
      buffer.append(signed: time.seconds)
      buffer.append(number: UInt64(time.nanoseconds))
    case (.duration, .duration(let duration)): buffer.append(signed: duration.nanoseconds)
    case (.enumeration(let cases), .string(let name)):
      buffer.append(number: UInt64(cases.firstIndex(of: name) ?? 0))
    case (.list(let element), .list(let list)):
      buffer.append(number: UInt64(list.count))
      for item in list where !buffer.hasRoom || !write(item, as: element, to: buffer) {
        return false
      }
    case (.map(let key, let element), .map(let map)):
      buffer.append(number: UInt64(map.count))
      for entry in map {
        guard buffer.hasRoom, write(entry.key, as: key, to: buffer),
          write(entry.value, as: element, to: buffer)
        else { return false }
      }
    case (.optional, .null): buffer.append(0)
    case (.optional(let wrapped), _):
      buffer.append(1)
      return write(value, as: wrapped, to: buffer)
    case (.record(let place), .record(let record)):
      let layout = records[place]
      if layout.shape.isVariant {
        guard let slot = record.presentCase else { return false }
        buffer.append(number: UInt64(slot))
        return write(record[slot], as: layout.fields[slot], to: buffer)
      }
      for slot in layout.fields.indices
      where !write(record[slot], as: layout.fields[slot], to: buffer) {
        return false
      }
    case (.any, _): return writeAny(value, to: buffer)
    default: return false
    }
    return true
  }

  private func writeAny(_ value: Value, to buffer: ByteBuffer) -> Bool {
    func write(_ tag: UInt8, _ layout: Layout) -> Bool {
      buffer.append(tag)
      return self.write(value, as: layout, to: buffer)
    }
    switch value {
    case .null: buffer.append(0)
    case .bool: return write(1, .bool)
    case .int: return write(2, .int)
    case .double: return write(3, .double)
    case .string: return write(4, .string)
    case .timestamp: return write(5, .timestamp)
    case .duration: return write(6, .duration)
    case .list: return write(7, .list(.any))
    case .map: return write(8, .map(key: .any, value: .any))
    case .uint(let number):
      buffer.append(9)
      buffer.append(number: number)
    case .record(let record):
      guard shapes[record.shape.name] != nil else { return false }
      buffer.append(10)
      buffer.append(text: record.shape.name)
      for field in record.fields where !writeAny(field, to: buffer) { return false }
    case .bytes, .type, .optional, .opaque: return false
    }
    return true
  }

  // MARK: Reading

  /// Reads sub-states that were written one after the other.
  func read(_ bytes: [UInt8]) -> [Record] {
    var reader = ByteReader(bytes)
    return roots.compactMap { root in
      guard case .record(let record) = read(root, &reader) else { return nil }
      return record
    }
  }

  private func read(_ layout: Layout, _ reader: inout ByteReader) -> Value {
    switch layout {
    case .bool: return .bool(reader.byte() == 1)
    case .int: return .int(reader.signed())
    case .double: return .double(Double(bitPattern: reader.word()))
    case .string: return .string(reader.text())
    case .timestamp:
      let seconds = reader.signed()
      let nanoseconds = Int32(truncatingIfNeeded: reader.number())
      return .timestamp(Timestamp(seconds: seconds, nanoseconds: nanoseconds) ?? .epoch)
    case .duration: return .duration(CEL.Duration(nanoseconds: reader.signed()))
    case .enumeration(let cases): return .string(cases[reader.count()])
    case .list(let element):
      let count = reader.count()
      var items = ContiguousArray<Value>()
      items.reserveCapacity(count)
      for _ in 0..<count { items.append(read(element, &reader)) }
      return .list(List(items))
    case .map(let key, let element):
      var map = Map()
      for _ in 0..<reader.count() {
        let key = read(key, &reader)
        map[key] = read(element, &reader)
      }
      return .map(map)
    case .optional(let wrapped):
      return reader.byte() == 0 ? .null : read(wrapped, &reader)
    case .record(let place):
      let layout = records[place]
      guard layout.shape.isVariant else {
        return .record(
          Record(layout.shape) { slot in read(layout.fields[slot], &reader) })
      }
      let present = reader.count()
      let contents = read(layout.fields[present], &reader)
      return .record(Record(layout.shape) { slot in slot == present ? contents : .null })
    case .any: return readAny(&reader)
    }
  }

  private func readAny(_ reader: inout ByteReader) -> Value {
    switch reader.byte() {
    case 1: return read(.bool, &reader)
    case 2: return read(.int, &reader)
    case 3: return read(.double, &reader)
    case 4: return read(.string, &reader)
    case 5: return read(.timestamp, &reader)
    case 6: return read(.duration, &reader)
    case 7: return read(.list(.any), &reader)
    case 8: return read(.map(key: .any, value: .any), &reader)
    case 9: return .uint(reader.number())
    case 10:
      guard let shape = shapes[reader.text()] else { return .null }
      return .record(Record(shape) { _ in readAny(&reader) })
    default: return .null
    }
  }
}

extension FieldType {
  fileprivate var holdsAnything: Bool {
    switch self {
    case .any: true
    case .list(let element), .optional(let element), .map(_, let element): element.holdsAnything
    default: false
    }
  }
}
