import CEL
import Locking

/// The types of a spec for functions that are defined while the types are not complete yet.
package final class LateTypes: Sendable {
  private let contents = Mutex(TypeTable())

  package init() {}

  package var table: TypeTable { contents.withLock { $0 } }

  func set(_ table: TypeTable) { contents.withLock { $0 = table } }

  /// Runs a closure while functions see the types so far; keeps no copy of them afterwards, so that
  /// they are still changed in place.
  package func lending<R>(_ table: TypeTable, _ body: () -> R) -> R {
    set(table)
    defer { set(TypeTable()) }
    return body()
  }
}

/// The time for which the functions of a spec see its types: as long as somebody holds a table of
/// them.
///
/// The functions hold the types, which hold the functions.
final class DefinitionLifetime: Sendable {
  private let types: LateTypes
  private let definitions: Definitions?

  init(_ types: LateTypes, _ definitions: Definitions?) {
    self.types = types
    self.definitions = definitions
  }

  deinit {
    types.set(TypeTable())
    definitions?.removeAll()
  }
}

extension LateTypes {
  /// Defines a function for expressions; nil if its calls would nest too deep.
  ///
  /// - Parameters:
  ///   - result: The type that the spec declares for the result; nil if it declares none.
  ///   - convertsResult: True if the body's value is converted to that type.
  package func define(
    _ name: String, _ parameters: [(name: String, type: FieldType)], _ body: CheckedExpression,
    returning result: FieldType?, convertsResult: Bool, _ types: TypeTable
  ) -> DefinedFunction? {
    var resultFit: DefinedFunction.Fit?
    if convertsResult, let result { resultFit = fit(result, types) }
    return DefinedFunction(
      name,
      parameters.map { name, type in
        DefinedFunction.Parameter(
          name: name, type: type.cel, isExact: type.isWhatCELSees, fit: fit(type, types))
      }, body.tree, returning: result?.cel,
      resultFit: resultFit,
      isProven: result == nil ? nil : true)
  }

  /// The conversion of arguments and results to a type.
  private func fit(_ type: FieldType, _ types: TypeTable) -> DefinedFunction.Fit {
    // A type that names no record needs the enums only; the records may not be complete yet.
    var small = TypeTable()
    small.enums = types.enums
    if type.mentionsRecords {
      return { [self] (value, budget) throws(Failure) in
        try table.read(value, as: type, &budget)
      }
    }
    return { [small] (value, budget) throws(Failure) in try small.read(value, as: type, &budget) }
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
