import CEL
import YAML

/// Reads what value and expression places hold, against the types they are to have.
package struct ValueReader {
  package let types: TypeTable
  /// What names mean; nil where none is in scope.
  private var names: CEL.Environment?
  package let findings: Findings
  /// The code for a constant whose evaluation meets an error; nil where values may depend on what
  /// is known only when they are needed.
  let constantFailure: Diagnostic.Code?
  /// The limit of what constants cost; nil where values are no constants.
  private let budget: EvaluationBudget?
  /// Whether text is taken as it stands: `${` means nothing.
  private(set) var isLiteral = false
  /// What the names stand for, where it is noted what expressions use.
  var vocabulary: Vocabulary?
  /// The name of the action whose payload is read, if it is one.
  private(set) var action: String?

  package init(types: TypeTable, environment: CEL.Environment, findings: Findings) {
    self.types = types
    names = environment
    self.findings = findings
    constantFailure = nil
    budget = nil
  }

  /// A reader of values in which no name is in scope, so that all of them are constants.
  ///
  /// - Parameters:
  ///   - failure: The code for a constant whose evaluation meets an error.
  ///   - budget: What this and other readers of a file may evaluate.
  package init(
    constantsOf types: TypeTable, failure: Diagnostic.Code, findings: Findings,
    budget: EvaluationBudget = EvaluationBudget()
  ) {
    self.types = types
    self.findings = findings
    constantFailure = failure
    self.budget = budget
  }

  /// The value of a constant; nil where its evaluation meets an error, which has been reported.
  func evaluate(_ constant: CheckedTemplate, _ failure: Diagnostic.Code, at range: SourceRange)
    -> Value?
  {
    do throws(EvaluationError) {
      return try budget?.evaluate(constant)
    } catch {
      findings.report(Diagnostic(failure, error.message, at: range))
      return nil
    }
  }

  /// What expressions are compiled against.
  package var environment: CEL.Environment { names ?? Environment(types: types.cel) }

  /// The same reader for files that hold nothing but what is.
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
    var reader = ValueReader(types: types, environment: environment, findings: findings)
    reader.vocabulary = vocabulary
    return reader
  }

  /// What is read next has these names in scope.
  mutating func look(into environment: CEL.Environment) { names = environment }

  /// Tells what a name that is in scope stands for in the spec's own words.
  package mutating func tell(_ name: String, is type: FieldType) {
    tell(name, means: .value(type))
  }

  /// Tells that a name that is in scope stands for a whole store.
  package mutating func tell(_ name: String, is store: StoreShape) {
    tell(name, means: .store(of: store))
  }

  private mutating func tell(_ name: String, means meaning: Vocabulary.Meaning) {
    var known = vocabulary ?? Vocabulary(Usage(), types)
    known[name] = meaning
    vocabulary = known
  }

  /// Brings a name into scope and answers the slot of its value.
  mutating func declare(_ name: String, _ type: Type, meaning: Vocabulary.Meaning?) -> Int {
    vocabulary?[name] = meaning
    var environment = takeEnvironment()
    defer { names = environment }
    return environment.declare(name, type)
  }

  /// Brings a name into scope, in the slot that it has already where it has one.
  mutating func redeclare(_ name: String, _ type: Type, meaning: Vocabulary.Meaning?) {
    vocabulary?[name] = meaning
    var environment = takeEnvironment()
    environment.redeclare(name, type)
    names = environment
  }

  /// The environment to be changed, which nothing else of this reader holds meanwhile.
  private mutating func takeEnvironment() -> CEL.Environment {
    names.take() ?? Environment(types: types.cel)
  }

  /// Reads a value place; nil where something is wrong with it, which has been reported.
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
    case (.any, .sequence(let nodes)):
      return collect(nodes) { read($0, as: .any) }.map(CheckedTemplate.sequence)
    case (.any, .mapping(let entries)):
      return readMap(entries, key: .string, value: .any)
    default:
      findings.report(.unfit(node, for: type))
      return nil
    }
  }

  /// Reads a constant.
  package func readConstant(_ node: Node, as type: FieldType) -> Value? {
    read(node, as: type)?.constant
  }

  /// Reads the fields that are named, by their slots.
  package func readFields(
    _ entries: [Node.Entry], of record: RecordType
  ) -> [(slot: Int, value: CheckedTemplate)]? {
    collect(entries) { entry in
      guard let slot = record.shape.slot(of: entry.key.text) else {
        findings.report(
          .unknownField(
            entry.key.text, of: record.name, among: record.fields.map(\.name),
            at: entry.key.range))
        return nil
      }
      return read(entry.value, as: record.fields[slot].type).map { (slot, $0) }
    }
  }

  /// Reads the fields of a record; those that are not named come from `base`, else from the
  /// defaults of their type.
  package func readRecord(
    _ entries: [Node.Entry], as record: RecordType, over base: Record?, at range: SourceRange
  ) -> CheckedTemplate? {
    var templates = [CheckedTemplate?](repeating: nil, count: record.fields.count)
    var isSound = true
    var isNamed = [Bool](repeating: false, count: record.fields.count)
    for entry in entries {
      guard let slot = record.shape.slot(of: entry.key.text) else {
        let names = record.fields.map(\.name)
        findings.report(
          .unknownField(entry.key.text, of: record.name, among: names, at: entry.key.range))
        // A field that a misspelt key nearly names is not missed besides.
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
          findings.report(.missingField(field.name, of: record.name, at: range))
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
      // Texts have been told apart already; numbers and booleans can be written in several ways.
      if let key, keyType != .string {
        if let first = known["\(key)"] {
          findings.report(.duplicateKey(entry.key.text, at: entry.key.range, first: first))
          return nil
        }
        known["\(key)"] = entry.key.range
      }
      guard let value = self.read(entry.value, as: valueType), let key else { return nil }
      return (key, value)
    }
    return read.map(CheckedTemplate.entries)
  }

  /// Reads a key of a map: a literal, whatever is in it.
  package func readKey(_ scalar: Scalar, as type: FieldType) -> Value? {
    switch (type, scalar.resolved) {
    case (.string, _): return .string(scalar.text)
    case (.int, .int(let number)): return .int(number)
    case (.bool, .bool(let bool)): return .bool(bool)
    default:
      findings.report(.unfit(scalar, for: type))
      return nil
    }
  }

  /// The results for all elements, nil where one of them is nil; every element is looked at.
  private func collect<Element, Result>(
    _ elements: [Element], _ transform: (Element) -> Result?
  ) -> [Result]? {
    let results = elements.map(transform)
    let sound = results.compactMap(\.self)
    return sound.count == results.count ? sound : nil
  }
}

extension CheckedTemplate {
  /// A list, constant where all of its elements are.
  static func sequence(_ elements: [CheckedTemplate]) -> CheckedTemplate {
    let constants = elements.compactMap(\.constant)
    return constants.count == elements.count ? .constant(.list(List(constants))) : .list(elements)
  }

  /// A map, constant where all of its values are.
  static func entries(_ entries: [(key: Value, value: CheckedTemplate)]) -> CheckedTemplate {
    var map = Map()
    for entry in entries {
      guard let value = entry.value.constant else { return .map(entries) }
      map[entry.key] = value
    }
    return .constant(.map(map))
  }

  /// A record, constant where all of its fields are.
  static func fields(_ fields: [CheckedTemplate], of shape: Shape) -> CheckedTemplate {
    let constants = fields.compactMap(\.constant)
    guard constants.count == fields.count else { return .record(shape, fields) }
    return .constant(.record(Record(shape, ContiguousArray(constants))))
  }
}
