import CEL
import SuasProgram
import YAML

/// Reads values and expressions of a file, and checks them against their expected types.
package struct ValueReader {
  package let types: TypeTable
  /// The environment with the names in scope; nil if there are none.
  private var names: CEL.Environment?
  package let sink: DiagnosticSink
  /// The code for a constant whose evaluation fails; nil if values may depend on data that is known
  /// only at run time.
  let constantFailure: Diagnostic.Code?
  /// The limit for the cost of constants; nil if values are not constants.
  private let budget: EvaluationBudget?
  /// True if text is read literally: `${` has no meaning.
  private(set) var isLiteral = false
  /// The meanings of the names in scope; nil if the reader does not note what expressions use.
  var vocabulary: Vocabulary?
  /// True in the body of a function, which sees nothing but its parameters and definitions.
  var isInFunction = false
  /// The name of the action whose payload is being read, if there is one.
  private(set) var action: String?

  package init(types: TypeTable, environment: CEL.Environment, sink: DiagnosticSink) {
    self.types = types
    names = environment
    self.sink = sink
    constantFailure = nil
    budget = nil
  }

  /// Creates a reader with no name in scope, so that all values are constants.
  ///
  /// - Parameters:
  ///   - failure: The code for a constant whose evaluation fails.
  ///   - budget: The cost limit that all readers of a file share.
  package init(
    constantsOf types: TypeTable, failure: Diagnostic.Code, sink: DiagnosticSink,
    budget: EvaluationBudget = EvaluationBudget()
  ) {
    self.types = types
    self.sink = sink
    constantFailure = failure
    self.budget = budget
  }

  /// Returns the value of a constant; nil if its evaluation fails, which has been reported.
  package func evaluate(
    _ constant: CheckedTemplate, _ failure: Diagnostic.Code, at range: SourceRange
  )
    -> Value?
  {
    do throws(EvaluationError) {
      return try budget?.evaluate(constant)
    } catch {
      sink.report(Diagnostic(failure, error.message, at: range))
      return nil
    }
  }

  /// The environment that expressions are compiled against.
  package var environment: CEL.Environment { names ?? Environment(types: types.cel) }

  /// The same reader for files of literal data, such as golden files.
  package var literal: ValueReader {
    var reader = self
    reader.isLiteral = true
    return reader
  }

  /// The same reader for the payload of an action.
  func forPayload(of action: String) -> ValueReader {
    var reader = self
    reader.action = action
    return reader
  }

  /// The same reader with other names in scope.
  func with(_ environment: CEL.Environment) -> ValueReader {
    var reader = ValueReader(types: types, environment: environment, sink: sink)
    reader.vocabulary = vocabulary
    return reader
  }

  /// Replaces the names in scope.
  package mutating func look(into environment: CEL.Environment) { names = environment }

  /// Records the type of the value that a name in scope stands for.
  package mutating func tell(_ name: String, is type: FieldType) {
    tell(name, means: .value(type))
  }

  /// Records that `store` in scope stands for the whole store, and `selected` for its selectors.
  package mutating func tell(is store: StoreShape) {
    tell("store", means: .store(of: store))
    tell("selected", means: .selectors(of: store))
  }

  private mutating func tell(_ name: String, means meaning: Vocabulary.Meaning) {
    var known = vocabulary ?? Vocabulary(Usage(), types)
    known[name] = meaning
    vocabulary = known
  }

  /// Brings a name into scope and returns the slot of its value.
  mutating func declare(_ name: String, _ type: Type, meaning: Vocabulary.Meaning?) -> Int {
    vocabulary?[name] = meaning
    var environment = takeEnvironment()
    defer { names = environment }
    return environment.declare(name, type)
  }

  /// Brings into scope a name for a case of the variant in a slot.
  mutating func declare(_ name: String, case field: Int, of variant: RecordType, inSlot slot: Int) {
    let type = variant.fields[field].type
    vocabulary?[name] = .value(type)
    var environment = takeEnvironment()
    environment.declare(name, type.cel, case: field, of: variant.shape, inSlot: slot)
    names = environment
  }

  /// Brings a name into scope, in its previous slot if it has one.
  mutating func redeclare(_ name: String, _ type: Type, meaning: Vocabulary.Meaning?) {
    vocabulary?[name] = meaning
    var environment = takeEnvironment()
    environment.redeclare(name, type)
    names = environment
  }

  /// Moves the environment out of the reader, so that it can be changed without a copy.
  private mutating func takeEnvironment() -> CEL.Environment {
    names.take() ?? Environment(types: types.cel)
  }

  /// Reads a value; nil if something is wrong with it, which has been reported.
  package func read(_ node: Node, as type: FieldType) -> CheckedTemplate? {
    if case .scalar(let scalar) = node.content { return read(scalar, as: type) }
    switch (type, node.content) {
    case (.optional(let wrapped), _):
      return read(node, as: wrapped)
    case (.list(let element), .sequence(let nodes)):
      return collect(nodes) { read($0, as: element) }.map(CheckedTemplate.sequence)
    case (.map(let key, let value), .mapping(let entries)):
      return readMap(entries, key: key, value: value)
    case (.record(let name), .mapping(let entries)):
      guard let record = types.records[name] else { return nil }
      if record.isVariant { return readCase(node, of: record) }
      return readRecord(entries, as: record, over: nil, at: node.range)
    case (.partial(let name), .mapping(let entries)):
      guard let record = types.records[name] else { return nil }
      return readFields(entries, of: record).map { fields in
        .entries(fields.map { (.string(record.fields[$0.slot].name), $0.value) })
      }
    case (.any, .sequence(let nodes)):
      return collect(nodes) { read($0, as: .any) }.map(CheckedTemplate.sequence)
    case (.any, .mapping(let entries)):
      return readMap(entries, key: .string, value: .any)
    default:
      sink.report(.unfit(node, for: type))
      return nil
    }
  }

  /// Reads a constant; nil if something is wrong with it or it has to be computed.
  package func readConstant(_ node: Node, as type: FieldType) -> Value? {
    read(node, as: type)?.constant
  }

  /// Reads the named fields, and returns them with their slots.
  package func readFields(
    _ entries: [Node.Entry], of record: RecordType
  ) -> [(slot: Int, value: CheckedTemplate)]? {
    collect(entries) { entry in
      guard let slot = slot(of: entry.key, in: record) else {
        sink.report(
          .unknownField(
            entry.key.text, of: record.name, among: record.fields.map(\.name),
            at: entry.key.range))
        return nil
      }
      return read(entry.value, as: record.fields[slot].type).map { (slot, $0) }
    }
  }

  /// Returns the slot of a field that a key names; nil if there is none.
  package func slot(of key: Scalar, in record: RecordType) -> Int? {
    let slot = record.shape.slot(of: key.text)
    if let journal = sink.readings {
      if slot == nil {
        journal.request(.field(of: record), at: key.range)
      } else {
        journal.mention(Symbol(.field, key.text, in: record.name), at: key)
      }
    }
    return slot
  }

  /// Notes the fields that a value names which is read as a type only when it arrives.
  package func mentionFields(in node: Node, as type: FieldType) {
    guard let journal = sink.readings else { return }
    switch (type.unwrapped, node.content) {
    case (.list(let element), .sequence(let items)):
      for item in items { mentionFields(in: item, as: element) }
    case (.map(_, let value), .mapping(let entries)):
      for entry in entries { mentionFields(in: entry.value, as: value) }
    case (.record(let name), .mapping(let entries)), (.partial(let name), .mapping(let entries)):
      guard let record = types.records[name] else { return }
      for entry in entries {
        guard let slot = record.shape.slot(of: entry.key.text) else {
          journal.request(.field(of: record), at: entry.key.range)
          continue
        }
        journal.mention(Symbol(.field, entry.key.text, in: name), at: entry.key)
        mentionFields(in: entry.value, as: record.fields[slot].type)
      }
    case (.enumeration(let name), .scalar(let scalar)):
      guard types.enums[name]?.has(scalar.text) == true else { return }
      journal.mention(Symbol(.enumCase, scalar.text, in: name), at: scalar)
    default: break
    }
  }

  /// Reads the fields of a record; fields without an entry come from `base`, or else from the
  /// defaults of their type.
  package func readRecord(
    _ entries: [Node.Entry], as record: RecordType, over base: Record?, at range: SourceRange
  ) -> CheckedTemplate? {
    var templates = [CheckedTemplate?](repeating: nil, count: record.fields.count)
    var isSound = true
    var isNamed = [Bool](repeating: false, count: record.fields.count)
    for entry in entries {
      guard let slot = slot(of: entry.key, in: record) else {
        let names = record.fields.map(\.name)
        sink.report(
          .unknownField(entry.key.text, of: record.name, among: names, at: entry.key.range))
        // A field that a misspelt key was probably meant for is not reported as missing.
        let near = suggestion(for: entry.key.text, among: names)
        if let slot = near.flatMap(record.shape.slot(of:)) { isNamed[slot] = true }
        isSound = false
        continue
      }
      isNamed[slot] = true
      templates[slot] = read(entry.value, as: record.fields[slot].type)
      if templates[slot] == nil { isSound = false }
    }
    for slot in record.fields.indices where !isNamed[slot] {
      let field = record.fields[slot]
      if let value = base?[slot] ?? field.default {
        templates[slot] = .constant(value)
      } else {
        if !field.isUnsound {
          let written = types.placeholder(of: field.type)
          sink.report(
            .missingField(field.name, of: record.name, at: range)
              .inserting(["\(field.name): \(written)"], before: entries.first?.key.range))
        }
        isSound = false
      }
    }
    let fields = templates.compactMap(\.self)
    guard isSound, fields.count == record.fields.count else { return nil }
    return .fields(fields, of: record.shape)
  }

  private func readMap(
    _ entries: [Node.Entry], key keyType: FieldType, value valueType: FieldType
  ) -> CheckedTemplate? {
    var known: [String: SourceRange] = [:]
    let read = collect(entries) { entry -> (key: Value, value: CheckedTemplate)? in
      let key = readKey(entry.key, as: keyType)
      // Duplicate texts have been reported; numbers and booleans can be written in several ways.
      if let key, !keyType.isNamed {
        if let first = known["\(key)"] {
          sink.report(.duplicateKey(entry.key.text, at: entry.key.range, first: first))
          return nil
        }
        known["\(key)"] = entry.key.range
      }
      guard let value = self.read(entry.value, as: valueType), let key else { return nil }
      return (key, value)
    }
    return read.map(CheckedTemplate.entries)
  }

  /// Reads a key of a map, which is always a literal. In files of literal data, all keys may be
  /// texts, as in golden files.
  package func readKey(_ scalar: Scalar, as type: FieldType) -> Value? {
    switch (type, isLiteral ? Scalar.resolve(plain: scalar.text) : scalar.resolved) {
    case (.string, _): return .string(scalar.text)
    case (.enumeration(let name), _):
      return isCase(scalar.text, of: name, at: scalar.range, isQuoted: false)
        ? .string(scalar.text) : nil
    case (.int, .int(let number)): return .int(number)
    case (.bool, .bool(let bool)): return .bool(bool)
    default:
      sink.report(.unfit(scalar, for: type))
      return nil
    }
  }

  /// Returns the results for all elements, nil if one is nil; transforms every element in any case.
  private func collect<Element, Result>(
    _ elements: [Element], _ transform: (Element) -> Result?
  ) -> [Result]? {
    let results = elements.map(transform)
    let sound = results.compactMap(\.self)
    return sound.count == results.count ? sound : nil
  }
}

extension CheckedTemplate {
  /// Makes a list, which is constant if all its elements are.
  static func sequence(_ elements: [CheckedTemplate]) -> CheckedTemplate {
    let constants = elements.compactMap(\.constant)
    return constants.count == elements.count ? .constant(.list(List(constants))) : .list(elements)
  }

  /// Makes a map, which is constant if all its values are.
  static func entries(_ entries: [(key: Value, value: CheckedTemplate)]) -> CheckedTemplate {
    var map = Map()
    for entry in entries {
      guard let value = entry.value.constant else { return .map(entries) }
      map[entry.key] = value
    }
    return .constant(.map(map))
  }

  /// Makes a record, which is constant if all its fields are.
  static func fields(_ fields: [CheckedTemplate], of shape: Shape) -> CheckedTemplate {
    let constants = fields.compactMap(\.constant)
    guard constants.count == fields.count else { return .record(shape, fields) }
    return .constant(.record(Record(shape, ContiguousArray(constants))))
  }
}
