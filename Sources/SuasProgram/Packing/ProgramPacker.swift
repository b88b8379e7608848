import CEL
import YAML

/// Writes a checked spec as bytes, which a ``ProgramUnpacker`` reads.
///
/// Its methods follow the order of the format: sources, types, definitions, states, selectors,
/// rules, and the parts around them. The later ones refer to parts that the earlier ones have
/// written.
package final class ProgramPacker {
  let out: Packer
  private var sources: [ObjectIdentifier: Int] = [:]
  private var records: [ObjectIdentifier: Int] = [:]
  /// The index of the last record of each name.
  private var recordNames: [String: Int] = [:]

  /// Returns a checked spec as bytes.
  package static func pack(_ spec: CheckedSpec) -> [UInt8] {
    let packer = ProgramPacker(spec, hasPlaces: true)
    packer.write(spec)
    return packer.out.packed
  }

  /// Returns the meaning of a checked spec as bytes, without its texts, places and warnings: two
  /// specs that are written differently but mean the same have the same bytes.
  package static func meaning(of spec: CheckedSpec) -> [UInt8] {
    let packer = ProgramPacker(spec, hasPlaces: false)
    packer.write(spec)
    return packer.out.packed
  }

  private init(_ spec: CheckedSpec, hasPlaces: Bool) {
    let selectors = Dictionary(
      spec.store.selectors.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    out = Packer(hasPlaces: hasPlaces) { value in
      switch value {
      case is CurrentTime: (1, 0, 0)
      case is NewIdentifier: (2, 0, 0)
      case let value as SelectedValue:
        selectors[value.reading.name].map { (3, $0, value.storeSlot) }
      default: nil
      }
    }
  }

  private func write(_ spec: CheckedSpec) {
    out.write(spec.name) { out.write($0) }
    writeSources(spec)
    out.write(spec.declarations.description) { out.write($0) }
    out.write(spec.declarations.entries) { entry in
      out.write(Int(entry.kind.rawValue))
      out.write(entry.owner)
      out.write(entry.name)
      write(entry.place)
      out.write(entry.description) { out.write($0) }
    }
    writeTypes(spec)
    writeDefinitions(spec)
    writeConstraints()
    out.write(spec.actions.map(\.payload)) { write($0) }
    out.write(spec.actions) { out.write($0.name) }
    out.write(spec.internalActions.sorted()) { out.write($0) }
    out.write(spec.effects) { effect in
      out.write(effect.name)
      write(effect.action.payload)
      write(effect.response)
    }
    out.write(spec.reducers) { reducer in
      out.write(reducer.name)
      out.write(reducer.stateKey)
      write(reducer.state)
      out.write(reducer.initial)
      out.write(reducer.isHistory)
    }
    writeSelectorReadings(spec.store.selectors)
    out.write(spec.sharedRules) { write($0) }
    out.write(spec.reducers) { writeRules(of: $0) }
    out.write(spec.selectors) { write($0) }
    out.write(spec.listeners) { write($0) }
    out.write(spec.middleware) { write($0) }
    out.write(spec.effects) { write($0) }
    for conditions in [spec.invariants, spec.transitions, spec.atRest, spec.goals, spec.waysOut] {
      out.write(conditions) { write($0) }
    }
    out.write(spec.saved) { write($0, besides: spec.types) }
    write(spec.coverage)
    out.write(spec.idleFields.sorted { $0.key < $1.key }) { name, slots in
      out.write(name)
      out.write(slots.sorted()) { out.write($0) }
    }
    out.write(spec.evaluatedSelectors.sorted()) { out.write($0) }
    out.write(spec.readsClock)
    out.write(spec.makesIdentifiers)
    if out.hasPlaces { write(spec.warnings) }
  }

  // MARK: Places

  private func writeSources(_ spec: CheckedSpec) {
    guard out.hasPlaces else { return }
    out.write(spec.coverage.sources) { source in
      sources[ObjectIdentifier(source)] = sources.count
      write(source)
    }
  }

  func write(_ source: Source) {
    out.write(source.name)
    out.write(bytes: source.utf8)
  }

  func write(_ range: SourceRange) {
    guard out.hasPlaces else { return }
    out.write(sources[ObjectIdentifier(range.source)] ?? 0)
    out.write(range.lowerBound..<range.upperBound)
  }

  // MARK: Types

  private func writeTypes(_ spec: CheckedSpec) {
    writeEnums(Array(spec.types.enums.values))
    let declared = spec.types.records.values.sorted { $0.name < $1.name }
    let others =
      spec.reducers.map(\.state) + spec.actions.map(\.payload)
      + spec.effects.flatMap { [$0.action.payload, $0.response] }
    for record in RecordType.ofErrors { out.note(record.shape) }
    writeRecords(declared + others, of: spec.types)
  }

  func writeEnums(_ enums: [EnumType]) {
    out.write(enums.sorted { $0.name < $1.name }) { type in
      out.write(type.name)
      out.write(type.cases) { out.write($0) }
    }
  }

  /// Writes some records, and those in their defaults before them, if they are not written yet.
  func writeRecords(_ declared: [RecordType], of types: TypeTable) {
    var order = RecordOrder(types, without: records)
    for record in declared { order.add(record) }
    out.write(order.records) { write(declaration: $0, isDeclared: types.knows($0)) }
  }

  private func write(declaration record: RecordType, isDeclared: Bool) {
    out.write(record.name)
    out.write(record.isVariant)
    out.write(isDeclared)
    out.write(record.fields) { write($0) }
    noted.append(record)
    records[ObjectIdentifier(record)] = records.count
    recordNames[record.name] = records.count - 1
    out.note(record.shape)
  }

  /// The records that were written, in order.
  private var noted: [RecordType] = []

  /// Writes a field without its constraint.
  func write(_ field: RecordType.Field) {
    out.write(field.name)
    write(field.type)
    out.write(field.default) { out.write($0) }
    out.write(field.samples) { out.write($0) }
    out.write(field.lateDefault) { out.write($0 == .now) }
    out.write(field.isSensitive)
  }

  func write(_ record: RecordType) {
    out.write(records[ObjectIdentifier(record)] ?? recordNames[record.name] ?? 0)
  }

  func write(_ type: FieldType) {
    switch type {
    case .bool: out.write(0)
    case .int: out.write(1)
    case .double: out.write(2)
    case .string: out.write(3)
    case .timestamp: out.write(4)
    case .duration: out.write(5)
    case .any: out.write(6)
    case .list(let element):
      out.write(7)
      write(element)
    case .map(let key, let value):
      out.write(8)
      write(key)
      write(value)
    case .optional(let wrapped):
      out.write(9)
      write(wrapped)
    case .enumeration(let name):
      out.write(10)
      out.write(name)
    case .record(let name):
      out.write(11)
      out.write(name)
    case .partial(let name):
      out.write(12)
      out.write(name)
    }
  }

  // MARK: Definitions

  private func writeDefinitions(_ spec: CheckedSpec) {
    let functions = spec.definitions.compactMap { definition in
      if case .function(let function) = definition { function } else { nil }
    }
    out.write(spec.constants) { constant in
      out.write(constant.name)
      write(constant.type)
      out.write(constant.value)
      write(constant.place)
    }
    // A function follows those that it calls.
    out.write(functions.inOrderOfCalls) { index in
      let function = functions[index]
      let defined = spec.types.cel.definitions?.function(function.name)
      out.write(index)
      out.write(function.name)
      out.write(function.parameters) {
        out.write($0.name)
        write($0.type)
      }
      out.write(function.returns) { write($0) }
      out.write(function.result) { write($0) }
      out.write(defined?.isResultConverted == true)
      write(function.body)
      write(function.place)
    }
  }

  private func writeConstraints() {
    out.write(noted) { record in
      let constraints = record.fields.enumerated().compactMap { slot, field in
        field.constraint.map { (slot: slot, expression: $0.expression) }
      }
      out.write(constraints) {
        out.write($0.slot)
        write($0.expression)
      }
    }
  }

  // MARK: Expressions and values

  func write(_ expression: CheckedExpression) {
    out.write(expression.tree)
    write(expression.syntax)
  }

  private func write(_ syntax: ExpressionSyntax) {
    guard out.hasPlaces else { return }
    out.write(syntax.scalar.text)
    out.write(Scalar.Style.allCases.firstIndex(of: syntax.scalar.style) ?? 0)
    write(syntax.scalar.range)
    out.write(syntax.code)
  }

  func write(_ template: CheckedTemplate) {
    switch template {
    case .constant(let value):
      out.write(0)
      out.write(value)
    case .computed(let expression, let fit):
      out.write(1)
      write(expression)
      write(fit)
    case .text(let pieces, let fit):
      out.write(2)
      out.write(pieces) { write($0) }
      write(fit)
    case .list(let elements):
      out.write(3)
      out.write(elements) { write($0) }
    case .map(let entries):
      out.write(4)
      out.write(entries) {
        out.write($0.key)
        write($0.value)
      }
    case .record(let shape, let fields):
      out.write(5)
      out.write(shape)
      out.write(fields) { write($0) }
    }
  }

  func write(_ piece: CheckedTemplate.Piece) {
    switch piece {
    case .text(let text):
      out.write(0)
      out.write(text)
    case .computed(let expression):
      out.write(1)
      write(expression)
    }
  }

  func write(_ fit: Fit) {
    switch fit {
    case .proven: out.write(0)
    case .judged(let type, _):
      out.write(1)
      write(type)
    case .payload(let action, let type, _):
      out.write(2)
      out.write(action)
      write(type)
    case .hiding(let fit):
      out.write(3)
      write(fit)
    }
  }

  func write(_ test: CheckedTest) {
    write(test.expression)
    write(test.place)
    out.write(test.point)
  }

  func write(_ condition: CheckedGuard?) {
    out.write(condition) {
      write($0.test)
      out.write($0.isNegated)
    }
  }

  // MARK: Selectors as expressions read them

  private func writeSelectorReadings(_ readings: [SelectorReading]) {
    let indices = Dictionary(
      readings.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    let used = readings.map { reading in reading.readings.compactMap { indices[$0.name] } }
    out.write(RecordGraph(used).order) { index in
      let reading = readings[index]
      out.write(index)
      out.write(reading.name)
      out.write(reading.shapes) { out.write($0) }
      out.write(reading.valueType)
      write(reading.meaning)
      out.write(reading.condition) { write($0) }
      write(reading.template)
      out.write(reading.point)
    }
  }
}

/// The order in which records are written: each follows those that its defaults hold.
private struct RecordOrder {
  private(set) var records: [RecordType] = []
  private var seen: Set<ObjectIdentifier>
  private let types: TypeTable

  /// - Parameter written: The records that have been written.
  init(_ types: TypeTable, without written: [ObjectIdentifier: Int]) {
    self.types = types
    seen = Set(written.keys)
  }

  mutating func add(_ record: RecordType) {
    guard seen.insert(ObjectIdentifier(record)).inserted else { return }
    for field in record.fields {
      for value in (field.default.map { [$0] } ?? []) + field.samples { addRecords(in: value) }
    }
    records.append(record)
  }

  private mutating func addRecords(in value: Value) {
    switch value {
    case .record(let record):
      if let type = types.records[record.shape.name] { add(type) }
      for value in record.fields { addRecords(in: value) }
    case .list(let list): for value in list { addRecords(in: value) }
    case .map(let map): for (_, value) in map { addRecords(in: value) }
    case .optional(let value?): addRecords(in: value)
    default: break
    }
  }
}

extension TypeTable {
  fileprivate func knows(_ record: RecordType) -> Bool { records[record.name] === record }
}

extension [CheckedFunction] {
  /// The indices of the functions, each after those that it calls.
  fileprivate var inOrderOfCalls: [Int] {
    let places: [String: Int] = Dictionary(
      enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    let uses = map { function in
      function.body.tree.root.calledFunctions.compactMap { name in places[name] }
    }
    return RecordGraph(uses).order
  }
}

extension CheckedExpr.Node {
  /// The names of the functions of the spec that are called.
  fileprivate var calledFunctions: [String] {
    var names: [String] = []
    forEachPart { node in
      if case .apply(let call) = node.kind { names.append(call.function.name) }
    }
    return names
  }

  /// The selectors whose values are read.
  fileprivate var selectors: [SelectorReading] {
    var readings: [SelectorReading] = []
    forEachPart { node in
      if case .place(.host(let value)) = node.kind, let selected = value as? SelectedValue {
        readings.append(selected.reading)
      }
    }
    return readings
  }

  private func forEachPart(_ body: (CheckedExpr.Node) -> Void) {
    body(self)
    if case .comprehension(let it) = kind {
      for part in it.parts { part.forEachPart(body) }
    } else {
      for child in children { child.forEachPart(body) }
    }
  }
}

extension SelectorReading {
  /// The selectors that the selector itself reads.
  fileprivate var readings: [SelectorReading] {
    (condition.map { $0.expression.tree.root.selectors } ?? []) + template.selectors
  }
}

extension CheckedTemplate {
  fileprivate var selectors: [SelectorReading] {
    switch self {
    case .constant: []
    case .computed(let expression, _): expression.tree.root.selectors
    case .text(let pieces, _):
      pieces.flatMap { piece -> [SelectorReading] in
        if case .computed(let expression) = piece { expression.tree.root.selectors } else { [] }
      }
    case .list(let elements): elements.flatMap(\.selectors)
    case .map(let entries): entries.flatMap(\.value.selectors)
    case .record(_, let fields): fields.flatMap(\.selectors)
    }
  }
}
