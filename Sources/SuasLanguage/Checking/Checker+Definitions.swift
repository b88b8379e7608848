import CEL
import SuasProgram
import YAML

/// Constants and functions, which share one namespace.
extension Checker {
  var hasDefinitions: Bool { !spec.constants.isEmpty || !spec.functions.isEmpty }

  /// The resolved types of constants and functions, in the order of their declarations.
  struct Signatures {
    var constants: [FieldType?]
    var functions: [(parameters: [FieldType?], result: FieldType?)]

    /// For each definition, the records that its types name.
    var mentionedRecords: [[String]] {
      constants.map { $0?.mentionedRecords ?? [] }
        + functions.map { function in
          (function.parameters + [function.result]).flatMap { $0?.mentionedRecords ?? [] }
        }
    }
  }

  func resolveSignatures() -> Signatures {
    Signatures(
      constants: spec.constants.map { resolveStored($0.type, "a constant") },
      functions: spec.functions.map { function in
        (function.parameters.map { resolve($0.type) }, function.result.flatMap { resolve($0) })
      })
  }

  /// Reports definitions whose names have another meaning in expressions.
  func reportTakenNames() {
    for name in spec.constants.map(\.name) + spec.functions.map(\.name) {
      if Scope.givenNames.contains(name.text) {
        sink.report(.givenName(name))
      } else if let meaning = Library.meaning(of: name.text) {
        sink.report(.takenName(name, by: meaning))
      }
    }
  }

  func reportRecursion(_ graph: DefinitionGraph) {
    for chain in graph.cycles {
      sink.report(
        .recursiveDefinition(chain.map { graph.names[$0] }, isFunction: graph.isFunction(chain[0])))
    }
  }

  /// Returns a checked constant; nil if something is wrong with it, which has been reported.
  func check(
    _ declaration: ConstantDeclaration, _ type: FieldType?, _ mentions: Mentions,
    _ types: TypeTable
  ) -> CheckedConstant? {
    guard let type, faults.names.isDisjoint(with: mentions.names),
      let value = constant(declaration.value, as: type, types, failure: .invalidConstant)
    else {
      faults.names.insert(declaration.name.text)
      return nil
    }
    return CheckedConstant(
      name: declaration.name.text, type: type, value: value, place: declaration.name.range)
  }

  /// Returns a checked function; nil if something is wrong with it, which has been reported.
  func check(
    _ declaration: FunctionDeclaration, _ parameterTypes: [FieldType?], _ result: FieldType?,
    _ mentions: Mentions, _ types: TypeTable
  ) -> (CheckedFunction, DefinedFunction)? {
    let known = parameterTypes.compactMap(\.self)
    guard known.count == declaration.parameters.count, declaration.result == nil || result != nil,
      faults.names.isDisjoint(with: mentions.names),
      let function = function(declaration, known, result, types)
    else {
      faults.names.insert(declaration.name.text)
      return nil
    }
    return function
  }

  /// The type in the spec of a function's result; a path to a record that may be null says only which record.
  private func result(seenAs seen: Type, _ type: FieldType?) -> FieldType? {
    guard let type, case .nullable = seen else { return type }
    return .optional(type.unwrapped)
  }

  private func function(
    _ declaration: FunctionDeclaration, _ parameterTypes: [FieldType], _ result: FieldType?,
    _ types: TypeTable
  ) -> (CheckedFunction, DefinedFunction)? {
    let parameters = zip(declaration.parameters, parameterTypes).map { ($0.name, $1) }
    var environment = Environment(types: types.cel)
    var vocabulary = Vocabulary(usage, types)
    for (name, type) in parameters {
      warnOfHiding(name)
      environment.declare(name.text, type.cel)
      vocabulary[name.text] = .value(type)
    }
    var reader = ValueReader(types: types, environment: environment, sink: sink)
    reader.vocabulary = vocabulary
    reader.isInFunction = true
    usage.watch(declaration.parameters.map(\.name))
    defer { usage.warnOfUnread(of: "the function '\(declaration.name.text)'") }
    let syntax = declaration.value
    sink.readings?.enter(
      declaration.name.text, parameters: declaration.parameters.lazy.map(\.name.text))
    defer { sink.readings?.leave() }
    guard let body = reader.compile(syntax.code, of: syntax.scalar, as: result) else { return nil }
    var convertsResult = false
    if let result {
      guard let template = reader.fit(body, to: result) else { return nil }
      if case .computed(_, .proven) = template {} else { convertsResult = true }
    }
    let named = parameters.map { (name: $0.text, type: $1) }
    let defined = lateTypes.define(
      declaration.name.text, named, body, returning: result, convertsResult: convertsResult, types)
    guard let defined else {
      sink.report(.tooDeepFunction(declaration.name))
      return nil
    }
    let checked = CheckedFunction(
      name: declaration.name.text, parameters: named, returns: result,
      result: result ?? self.result(seenAs: defined.result, reader.meaning(of: syntax)?.type),
      resultSeen: defined.result, body: body,
      place: declaration.name.range)
    return (checked, defined)
  }

  /// Warns of a parameter or field with the name of a constant.
  func warnOfHiding(_ name: Name) {
    guard let constant = spec.constants.first(where: { $0.name.text == name.text }) else { return }
    usage.warn(.hiddenName(name.text, at: name.range, constant: constant.name.range))
  }

  /// Warns of the fields that hide a constant in the rules on their state or record.
  func warnOfHidingFields() {
    guard !spec.constants.isEmpty else { return }
    let constants = Set(spec.constants.map(\.name.text))
    let records = Set(spec.sharedRules.map(\.record.text))
    for state in spec.records where state.section == .states || records.contains(state.name.text) {
      for field in state.fields where constants.contains(field.name.text) {
        warnOfHiding(field.name)
      }
    }
  }

  /// The constants and functions in the order of their declarations.
  func definitions(_ types: TypeTable) -> [Definition] {
    (spec.constants.map(\.name) + spec.functions.map(\.name)).compactMap {
      types.definitions[$0.text]
    }
  }

  /// The definitions with mistakes: parts that mention them are not checked.
  final class Faults {
    var names: Set<String> = []
  }
}

extension Vocabulary.Meaning {
  /// The type of the values, if it has a name.
  fileprivate var type: FieldType? {
    switch self {
    case .value(let type): type
    case .record(let record): .record(record.name)
    case .field, .payloads, .store, .selectors: nil
    }
  }
}
