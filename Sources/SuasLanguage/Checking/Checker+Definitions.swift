import CEL
import SuasProgram
import Synchronization
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
    guard let body = reader.compile(syntax.code, of: syntax.scalar, as: result) else { return nil }
    var resultFit: DefinedFunction.Fit?
    if let result {
      guard let template = reader.fit(body, to: result) else { return nil }
      if case .computed(_, .proven) = template {} else { resultFit = fit(result, types) }
    }
    let defined = DefinedFunction(
      declaration.name.text,
      parameters.map { name, type in
        DefinedFunction.Parameter(
          name: name.text, type: type.cel, isExact: type.isWhatCELSees, fit: fit(type, types))
      }, body.tree, returning: result?.cel, resultFit: resultFit,
      isProven: result == nil ? nil : true)
    guard let defined else {
      sink.report(.tooDeepFunction(declaration.name))
      return nil
    }
    let checked = CheckedFunction(
      name: declaration.name.text, parameters: parameters.map { ($0.text, $1) },
      result: result ?? reader.meaning(of: syntax)?.type, resultSeen: defined.result, body: body,
      place: declaration.name.range)
    return (checked, defined)
  }

  /// The conversion of arguments and results to a type.
  private func fit(_ type: FieldType, _ types: TypeTable) -> DefinedFunction.Fit {
    // A type that names no record needs the enums only; the records may not be complete yet.
    var small = TypeTable()
    small.enums = types.enums
    if type.mentionsRecords {
      return { [lateTypes] (value, budget) throws(Failure) in
        try lateTypes.table.read(value, as: type, &budget)
      }
    }
    return { [small] (value, budget) throws(Failure) in try small.read(value, as: type, &budget) }
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

  /// The definitions in which something is wrong: what mentions them is not checked.
  final class Faults {
    var names: Set<String> = []
  }
}

extension TypeTable {
  /// Converts an argument or a result to a type.
  fileprivate func read(
    _ value: Value, as type: FieldType, _ budget: inout Budget
  ) throws(Failure) -> Value {
    var left = budget.remaining
    do throws(DepthExcess) {
      try value.checkDepth(&left)
    } catch {
      if case .depth = error {
        throw Failure(EvaluationError.tooDeep.code, EvaluationError.tooDeep.message)
      }
    }
    try budget.spend(budget.remaining - left)
    do throws(EvaluationError) {
      return try fit(value, to: type)
    } catch {
      // A key that a record lacks makes the argument one of another type.
      let isOfOtherType = error.code == EvaluationError.noSuchField(.null, of: "").code
      throw Failure(isOfOtherType ? "type-mismatch" : error.code, error.message)
    }
  }
}

/// The types of a spec for functions that are defined while the types are not complete yet.
final class LateTypes: Sendable {
  private let contents = Mutex(TypeTable())

  var table: TypeTable { contents.withLock { $0 } }

  func set(_ table: TypeTable) { contents.withLock { $0 = table } }

  /// Runs a closure while functions see the types so far; keeps no copy of them afterwards, so that
  /// they are still changed in place.
  func lending<R>(_ table: TypeTable, _ body: () -> R) -> R {
    set(table)
    defer { set(TypeTable()) }
    return body()
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
