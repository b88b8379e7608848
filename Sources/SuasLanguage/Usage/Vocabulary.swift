import CEL
import SuasProgram
import YAML

/// The meanings in the spec of the names in scope; CEL itself sees only texts and records.
struct Vocabulary {
  enum Meaning {
    case value(FieldType)
    /// A field of a state, by its name alone.
    case field(String, of: RecordType)
    case record(RecordType)
    /// The payload of one of several actions.
    case payloads([RecordType])
    /// The whole store, by state key.
    case store([String: RecordType])
    /// The values of selectors, by their names.
    case selectors(SelectorMeanings)

    static func store(of shape: StoreShape) -> Meaning {
      let states = shape.reducers.map { ($0.stateKey, $0.state) }
      return .store(Dictionary(states, uniquingKeysWith: { first, _ in first }))
    }

    static func selectors(of shape: StoreShape) -> Meaning {
      .selectors(SelectorMeanings(shape.selectors.lazy.map { ($0.name, $0.meaning) }))
    }
  }

  let usage: Usage
  package let types: TypeTable
  /// The names in scope; nil for those that have no meaning in the spec.
  private var names = ScopedNames<Meaning?>()
  /// The names in scope that rules have bound, as editors know them.
  private(set) var variables: [String: Symbol] = [:]

  init(_ usage: Usage, _ types: TypeTable) {
    self.usage = usage
    self.types = types
  }

  /// Creates the vocabulary of rules, which read the store. It is the same for all reducers, and
  /// takes time for each of them.
  init(_ usage: Usage, _ types: TypeTable, of store: StoreShape) {
    self.init(usage, types)
    names.declare("store", .store(of: store))
    names.declare("selected", .selectors(of: store))
  }

  /// Lets copies of the vocabulary share the names that it has by now.
  mutating func share() { names.share() }

  /// The meaning of a name; nil if nothing is known about it.
  subscript(name: String) -> Meaning? {
    get { names[name] ?? nil }
    set {
      names.declare(name, newValue)
      if !variables.isEmpty { variables[name] = nil }
    }
  }

  /// Lets a name that was brought into scope be known by a symbol.
  mutating func know(_ symbol: Symbol) { variables[symbol.name] = symbol }

  /// The constant for which a name stands, unless something nearer has the name.
  func constant(_ name: String) -> CheckedConstant? {
    guard names[name] == nil, case .constant(let constant)? = types.definitions[name] else {
      return nil
    }
    return constant
  }

  /// Notes the uses in an expression; reports fields that none of several payloads has, and texts
  /// that are not a case of the enum that they are compared with or assigned to.
  ///
  /// - Parameter type: The type that the expression's value is assigned to, if it is known.
  func note(
    _ expression: Expr, in scalar: Scalar, _ sink: DiagnosticSink, as type: FieldType?
  ) {
    let reading = Reading(scalar: scalar, vocabulary: self, sink: sink)
    reading.note(expression)
    if let type { reading.reportUnknownCases(in: expression, as: type) }
  }

  /// Returns the meaning of a path through names, fields and elements; nil for other expressions.
  func meaning(of expression: Expr, in scalar: Scalar) -> Meaning? {
    Reading(scalar: scalar, vocabulary: self).meaning(of: expression)
  }

  /// Returns the meaning of the elements of the list, or of the values of the map, that an
  /// expression leads to.
  func element(of expression: Expr, in scalar: Scalar) -> Meaning? {
    switch Reading(scalar: scalar, vocabulary: self).type(of: expression)?.unwrapped {
    case .list(let element), .map(_, let element): .value(element)
    default: nil
    }
  }

  /// Returns the meaning of the keys of the map that an expression leads to.
  func key(of expression: Expr, in scalar: Scalar) -> Meaning? {
    Reading(scalar: scalar, vocabulary: self).key(of: expression).map(Meaning.value)
  }

  /// Returns the type in the spec of the value that an expression leads to, if it is known.
  func type(of expression: Expr, in scalar: Scalar) -> FieldType? {
    Reading(scalar: scalar, vocabulary: self).type(of: expression)
  }
}

/// The types of the values of selectors, by the selectors' names.
///
/// A class, because the vocabularies of selectors share it: each knows the selectors before it, and
/// facts that are found later are known in all of them.
final class SelectorMeanings {
  private var types: [String: FieldType]

  init(_ types: some Sequence<(String, FieldType)>) {
    self.types = Dictionary(types, uniquingKeysWith: { first, _ in first })
  }

  var names: [String] { types.keys.sorted() }

  subscript(name: String) -> FieldType? {
    get { types[name] }
    set { types[name] = newValue }
  }
}

/// A traversal of one expression.
private struct Reading: ~Copyable {
  let scalar: Scalar
  let vocabulary: Vocabulary
  let sink: DiagnosticSink?

  typealias Meaning = Vocabulary.Meaning
  private var usage: Usage { vocabulary.usage }

  init(scalar: Scalar, vocabulary: Vocabulary, sink: DiagnosticSink? = nil) {
    self.scalar = scalar
    self.vocabulary = vocabulary
    self.sink = sink
  }

  /// - Parameter isWhole: True if the whole value is used, not just a field of it.
  func note(_ expression: Expr, isWhole: Bool = true) {
    switch expression.kind {
    case .ident(let name):
      usage.noteName(name)
      if name == "now" { noteClock(vocabulary[name]) }
      if vocabulary.constant(name) != nil { usage.noteUse(ofDefinition: name) }
      guard let meaning = vocabulary[name] else { return }
      switch meaning {
      case .store, .selectors: usage.noteStore()
      default: break
      }
      if isWhole { noteWhole(resolved(meaning)) }
      if case .field(let field, let record) = meaning {
        usage.noteReading(field, of: record)
      }
      return
    case .select(let operand, let field, _):
      let meaning = meaning(of: operand)
      if isWhole { noteWhole(self.meaning(of: field.text, in: meaning)) }
      reportUnknownKey(field, of: operand)
      noteReading(field.text, of: meaning, at: field.range)
      note(operand, isWhole: false)
      return
    default:
      if isWhole { noteWhole(meaning(of: expression)) }
    }
    switch expression.kind {
    case .has(let operand, let field):
      reportUnknownKey(field, of: operand)
      noteReading(field.text, of: meaning(of: operand), at: field.range)
      note(operand, isWhole: false)
    case .index(let operand, let index, _):
      // The index, which is evaluated at run time, decides which field of a payload is read.
      note(operand, isWhole: meaning(of: operand).isPayload)
      note(index)
      if let key = key(of: operand) { reportUnknownCases(in: index, as: key) }
    case .comprehension(let comprehension):
      note(comprehension)
    case .call(let name, let target, let arguments) where function(name) != nil:
      note(function(name), (target.map { [$0] } ?? []) + arguments)
    case .call(let name, nil, let operands) where operands.isEmpty && name.text == "uuid":
      usage.noteIdentifier()
    case .call(let name, nil, let operands) where operands.count == 2:
      for operand in operands { note(operand) }
      noteComparison(name.text, operands[0], operands[1])
    case .record(let name, let fields):
      usage.noteMaking(name.text)
      // The record of a case makes its variant.
      if let dot = name.text.lastIndex(of: ".") { usage.noteMaking(String(name.text[..<dot])) }
      let record = vocabulary.types.records[name.text]
      for field in fields {
        note(field.value)
        if let slot = record?.shape.slot(of: field.name.text), let record {
          reportUnknownCases(in: field.value, as: record.fields[slot].type)
        }
      }
    default:
      for child in expression.children { note(child) }
    }
  }

  private func function(_ name: Expr.Name) -> CheckedFunction? {
    guard case .function(let function)? = vocabulary.types.definitions[name.text] else {
      return nil
    }
    return function
  }

  /// Notes the call of a function of the spec.
  private func note(_ function: CheckedFunction?, _ arguments: [Expr]) {
    guard let function else { return }
    usage.noteUse(ofDefinition: function.name)
    for argument in arguments { note(argument) }
    for (parameter, argument) in zip(function.parameters, arguments) {
      reportUnknownCases(in: argument, as: parameter.type)
    }
  }

  /// Notes that the name `now` reads the clock, unless it is a field of the state.
  private func noteClock(_ meaning: Meaning?) {
    if case .field = meaning { return }
    usage.noteClock()
  }

  /// Notes that the whole value is used.
  private func noteWhole(_ meaning: Meaning?) {
    switch meaning {
    case .record(let record): usage.noteReading(allOf: record)
    case .payloads(let records):
      for record in records { usage.noteReading(allOf: record) }
    case .store(let records):
      for record in records.values { usage.noteReading(allOf: record) }
    case .value, .field, .selectors, nil: break
    }
  }

  private func noteReading(_ field: String, of meaning: Meaning?, at range: Range<Int>) {
    switch meaning {
    case .record(let record): usage.noteReading(field, of: record)
    case .payloads(let records):
      for record in records { usage.noteReading(field, of: record) }
      let names = records.flatMap(\.fields).map(\.name)
      if records.count > 1, !names.contains(field) {
        sink?.report(
          .fieldOfNoPayload(field, among: names, at: scalar.range(of: range)))
      }
    case .selectors: usage.noteSelection(of: field)
    case .value, .field, .store, nil: break
    }
  }

  /// Notes the uses in a macro, whose variables hide names in scope.
  private func note(_ comprehension: Expr.Comprehension) {
    note(comprehension.range)
    var inner = vocabulary
    let types = comprehension.kind.bindsElements ? types(of: comprehension) : []
    for (index, variable) in comprehension.variables.enumerated() {
      if let constant = vocabulary.constant(variable.text) {
        usage.warn(
          .hiddenName(
            variable.text, at: scalar.range(of: variable.range), constant: constant.place))
      }
      inner[variable.text] = (types.indices.contains(index) ? types[index] : nil).map(Meaning.value)
    }
    if let start = comprehension.start { note(start) }
    let reading = Reading(scalar: scalar, vocabulary: inner, sink: sink)
    if let filter = comprehension.filter { reading.note(filter) }
    reading.note(comprehension.body)
  }

  /// The types of a macro's variables, as far as they are known. A single variable is the element
  /// of a list or the key of a map; two variables are the key and the value of a map, or the index
  /// and the element of a list.
  private func types(of comprehension: Expr.Comprehension) -> [FieldType?] {
    let isSingle = comprehension.variables.count == 1
    switch type(of: comprehension.range)?.unwrapped {
    case .list(let element): return isSingle ? [element] : [nil, element]
    case .map(let key, let value): return isSingle ? [key] : [key, value]
    default: return []
    }
  }

  /// The type of the value that `in` looks for in a list or a map.
  func element(of expression: Expr) -> FieldType? {
    switch type(of: expression)?.unwrapped {
    case .list(let element): element
    case .map(let key, _): key
    default: nil
    }
  }

  func key(of expression: Expr) -> FieldType? {
    guard case .map(let key, _)? = type(of: expression)?.unwrapped else { return nil }
    return key
  }
}

extension Reading {
  /// Returns the meaning of a path through names, fields and elements.
  func meaning(of expression: Expr) -> Meaning? {
    switch expression.kind {
    case .ident(let name):
      if let constant = vocabulary.constant(name) { return resolved(.value(constant.type)) }
      return vocabulary[name].flatMap { resolved($0) }
    case .call(let name, _, _):
      return function(name)?.result.flatMap { resolved(.value($0)) }
    case .select(let operand, let field, _):
      return meaning(of: field.text, in: meaning(of: operand))
    case .index(let operand, _, _):
      switch type(of: operand)?.unwrapped {
      case .list(let element): return resolved(.value(element))
      case .map(_, let value): return resolved(.value(value))
      default: return nil
      }
    default: return nil
    }
  }

  /// Returns the meaning of a field of an operand with some meaning.
  private func meaning(of field: String, in operand: Meaning?) -> Meaning? {
    switch operand {
    case .record(let record): return fieldMeaning(field, of: record)
    case .store(let records): return records[field].map(Meaning.record)
    case .selectors(let types): return types[field].flatMap { resolved(.value($0)) }
    case .value(let type):
      switch type.unwrapped {
      case .map(let key, let value) where key.isNamed: return resolved(.value(value))
      case .partial(let name):
        return vocabulary.types.records[name].flatMap { fieldMeaning(field, of: $0) }
      default: return nil
      }
    case .field, .payloads, nil: return nil
    }
  }

  private func fieldMeaning(_ name: String, of record: RecordType) -> Meaning? {
    record.shape.slot(of: name).flatMap { resolved(.value(record.fields[$0].type)) }
  }

  /// Returns the meaning with the names of records replaced by the records.
  private func resolved(_ meaning: Meaning) -> Meaning? {
    switch meaning {
    case .field(let name, let record): return fieldMeaning(name, of: record)
    case .value(let type):
      guard case .record(let name) = type.unwrapped else { return meaning }
      return vocabulary.types.records[name].map(Meaning.record)
    case .record, .payloads, .store, .selectors: return meaning
    }
  }

  func type(of expression: Expr) -> FieldType? {
    if case .conditional(_, let then, let otherwise) = expression.kind {
      return type(of: then) ?? type(of: otherwise)
    }
    if case .value(let type) = meaning(of: expression) { return type }
    return nil
  }
}

/// Texts that are compared with or assigned to enums.
extension Reading {
  private func noteComparison(_ name: String, _ left: Expr, _ right: Expr) {
    switch name {
    case "_==_", "_!=_":
      if let type = type(of: left) { reportUnknownCases(in: right, as: type) }
      if let type = type(of: right) { reportUnknownCases(in: left, as: type) }
    case "@in":
      if let type = type(of: left) { reportUnknownCases(in: right, as: .list(type)) }
      if let type = element(of: right) { reportUnknownCases(in: left, as: type) }
    default: break
    }
  }

  /// Reports the name of a key that is not a case of the enum of a map's keys.
  private func reportUnknownKey(_ name: Expr.Name, of operand: Expr) {
    guard case .enumeration(let type)? = key(of: operand),
      let cases = vocabulary.types.enums[type]?.cases
    else { return }
    let range = scalar.range(of: name.range)
    if cases.contains(name.text) {
      sink?.readings?.mention(Symbol(.enumCase, name.text, in: type), at: range)
    } else {
      sink?.readings?.request(.value(.enumeration(type)), at: range)
      sink?.report(.unknownCase(name.text, of: type, among: cases, at: range))
    }
  }

  /// Reports the possible texts of an expression that are not a case of the enum of its type.
  func reportUnknownCases(in expression: Expr, as type: FieldType) {
    switch (expression.kind, type.unwrapped) {
    case (.literal(.string(let text)), .enumeration(let name)):
      guard let type = vocabulary.types.enums[name] else { return }
      let cases = type.cases
      guard !type.has(text) else {
        if let journal = sink?.readings,
          let inner = scalar.text.range(ofLiteral: text, in: expression.range)
        {
          journal.mention(Symbol(.enumCase, text, in: name), at: scalar.range(of: inner))
        }
        return
      }
      sink?.readings?.request(
        .value(.enumeration(name)), at: scalar.range(of: expression.range))
      sink?.report(
        .unknownCase(text, of: name, among: cases, at: scalar.range(of: expression.range)))
    case (.conditional(_, let then, let otherwise), _):
      reportUnknownCases(in: then, as: type)
      reportUnknownCases(in: otherwise, as: type)
    case (.list(let elements), .list(let element)):
      for item in elements { reportUnknownCases(in: item.value, as: element) }
    case (.map(let entries), .map(let key, let value)):
      for entry in entries {
        reportUnknownCases(in: entry.key, as: key)
        reportUnknownCases(in: entry.value, as: value)
      }
    case (.map(let entries), .list(let key)):
      // The value that `in` looks for is one of the keys.
      for entry in entries { reportUnknownCases(in: entry.key, as: key) }
    case (.call(let name, _?, let arguments), _) where name.text == "orValue":
      for argument in arguments { reportUnknownCases(in: argument, as: type) }
    case (.comprehension(let macro), _) where macro.kind == .bind:
      reportUnknownCases(in: macro.body, as: type)
    case (.comprehension(let macro), .list(let element)) where macro.kind == .map:
      reportUnknownCases(in: macro.body, as: element)
    default: break
    }
  }
}

extension Vocabulary.Meaning? {
  fileprivate var isPayload: Bool {
    switch self {
    case .record, .payloads: true
    case .value, .field, .store, .selectors, nil: false
    }
  }
}

extension Expr.Comprehension.Kind {
  /// True if the last variable stands for the elements of a list.
  fileprivate var bindsElements: Bool {
    switch self {
    case .all, .exists, .existsOne, .map, .filter, .sortBy, .closure: true
    case .transformList, .transformMap, .transformMapEntry, .fold: true
    case .bind, .optMap, .optFlatMap: false
    }
  }
}
