import CEL
import SuasProgram
import YAML

/// A path to a place that is saved, as written: a state key with `.field` and `[]`, which is every
/// element of a list or entry of a map.
struct SavedPath {
  enum Step {
    case name(String, Range<Int>)
    case elements(Range<Int>)
  }

  let scalar: Scalar
  let steps: [Step]

  /// Returns nil for a text that is no such path.
  init?(_ scalar: Scalar) {
    self.scalar = scalar
    var steps: [Step] = []
    let text = Array(scalar.text.utf8)
    var start = 0
    while start < text.count {
      if text[start...].starts(with: Array("[]".utf8)), start > 0 {
        steps.append(.elements(start..<start + 2))
        start += 2
        continue
      }
      if !steps.isEmpty {
        guard text[start] == UInt8(ascii: ".") else { return nil }
        start += 1
      }
      let end = text[start...].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
      let range = start..<(end ?? text.count)
      let name = String(decoding: text[range], as: UTF8.self)
      guard name.isName else { return nil }
      steps.append(.name(name, range))
      start = range.upperBound
    }
    guard !steps.isEmpty else { return nil }
    self.steps = steps
  }

  /// The path as messages and plans write it.
  var text: String { scalar.text }
}

extension SavedPath {
  /// The place that a path leads to.
  struct Place {
    /// The steps from the record of the saved sub-states.
    var steps: [PlaceTree.Step] = []
    var type: FieldType
    /// The record that has the place as a field, and its field; nil for a state key or an element.
    var field: (record: RecordType, slot: Int)?
    /// True if the way leads through records alone.
    var isInRecords = true
  }

  /// Finds the place below a store; reports a step that is not there, or that leads into a variant
  /// or an `any`.
  func place(
    in store: RecordType, _ types: TypeTable, _ sink: DiagnosticSink
  ) -> Place? {
    var place = Place(type: .record(store.name))
    for (index, step) in steps.enumerated() {
      switch step {
      case .name(let name, let range):
        guard let record = record(place.type, index == 0 ? store : nil, types, range, sink),
          let slot = slot(of: name, in: record, isKey: index == 0, range, sink)
        else { return nil }
        if case .optional = place.type { place.isInRecords = false }
        place.steps.append(.field(slot))
        place.field = index == 0 ? nil : (record, slot)
        place.type = record.fields[slot].type
        sink.readings?.mention(
          index == 0
            ? .stateKey(name, of: place.type.description) : Symbol(.field, name, in: record.name),
          at: scalar.range(of: range))
      case .elements(let range):
        switch place.type.unwrapped {
        case .list(let inner), .map(_, let inner): place.type = inner
        default:
          sink.report(.noSavedElements(in: place.type, at: scalar.range(of: range)))
          return nil
        }
        place.steps.append(.elements)
        place.field = nil
        place.isInRecords = false
      }
    }
    return place
  }

  private func record(
    _ type: FieldType, _ store: RecordType?, _ types: TypeTable, _ range: Range<Int>,
    _ sink: DiagnosticSink
  ) -> RecordType? {
    if let store { return store }
    if let record = types.record(type.unwrapped), !record.isVariant { return record }
    sink.report(.noSavedFields(in: type, at: scalar.range(of: range)))
    return nil
  }

  private func slot(
    of name: String, in record: RecordType, isKey: Bool, _ range: Range<Int>,
    _ sink: DiagnosticSink
  ) -> Int? {
    if let slot = record.shape.slot(of: name) { return slot }
    let names = record.fields.map(\.name)
    sink.report(
      isKey
        ? .notSaved(name, among: names, at: scalar.range(of: range))
        : .unknownField(name, of: record.name, among: names, at: scalar.range(of: range)))
    return nil
  }
}
