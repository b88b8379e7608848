import CEL
import SuasProgram

/// The parts of the types of earlier versions that migrations read; nothing else of them is needed.
struct SavedReads {
  /// The fields of records, by the records' names; a variant is read as a whole.
  private var fields: [String: Set<String>] = [:]
  /// The types all of whose parts are needed.
  private var whole: Set<String> = []
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// Notes what a migration reads of the earlier version, and all of the one that it leads to.
  mutating func note(_ migration: LoweredMigration) {
    noteWhole(migration.new)
    note(of: migration.old)
    for code in migration.function.steps.codes { visit(code, isWhole: true) }
  }

  /// The layout of a type of a version as far as it is read; nil if it is not.
  func layout(_ layout: RecordLayout) -> RecordLayout? {
    guard let read = fields[layout.name] else { return nil }
    return whole.contains(layout.name) ? layout : layout.keeping(read)
  }

  /// - Parameter isWhole: True if the value itself is used, and not only some of its parts.
  private mutating func visit(_ code: LoweredExpression, isWhole: Bool) {
    if isWhole { noteWhole(code.type) } else { note(of: code.type) }
    switch code.kind {
    case .field(let record, let name), .fieldIfAny(let record, let name),
      .contents(let record, _, let name), .hasCase(let record, _, let name):
      note(name, of: record.type)
      visit(record, isWhole: false)
    case .isPresent(let value): visit(value, isWhole: false)
    case .known(let value), .unwrapped(let value), .hiding(let value):
      visit(value, isWhole: isWhole)
    case .element(let list, let key), .elementIfAny(let list, let key), .entry(let list, let key),
      .opened(let list, let key):
      visit(list, isWhole: false)
      visit(key, isWhole: true)
    case .comprehension(let macro):
      visit(macro.range, isWhole: false)
      for part in [macro.filter, macro.start, macro.body].compactMap(\.self) {
        visit(part, isWhole: true)
      }
    case .call(_, "size", let arguments) where arguments.count == 1:
      visit(arguments[0], isWhole: false)
    case .local, .position: break
    default: for child in code.children { visit(child, isWhole: true) }
    }
  }

  /// Notes that values of a type occur, of which nothing may be read.
  private mutating func note(of type: ValueType) {
    for name in type.records {
      guard let layout = program.layout(name), layout.isOfVersion, fields[name] == nil else {
        continue
      }
      if layout.isVariant { noteWhole(.record(name)) } else { fields[name] = [] }
    }
  }

  private mutating func note(_ field: String, of type: ValueType) {
    note(of: type)
    for name in type.records {
      guard let layout = program.layout(name), layout.isOfVersion else { continue }
      fields[name]?.insert(field)
      if let slot = layout.slot(of: field) { note(of: layout.fields[slot].type) }
    }
  }

  /// Notes that all of a type is needed.
  private mutating func noteWhole(_ type: ValueType) {
    for name in type.records {
      guard let layout = program.layout(name), layout.isOfVersion else { continue }
      guard whole.insert(name).inserted else { continue }
      fields[name] = Set(layout.fields.map(\.name))
      for field in layout.fields { noteWhole(field.type) }
    }
  }
}

extension Program {
  /// The program with the parts of the types of versions that its migrations read.
  func withVersions() -> Program {
    guard let saved = spec.saved, let lowered = try? LoweredSaved(saved, Lowering(self)) else {
      return self
    }
    var reads = SavedReads(self)
    for migration in lowered.migrations { reads.note(migration) }
    var program = self
    program.versionLayouts = layouts.values.filter(\.isOfVersion).compactMap(reads.layout)
      .sorted { $0.name < $1.name }
    return program
  }
}
