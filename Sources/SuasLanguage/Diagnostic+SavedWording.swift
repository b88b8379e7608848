import SuasProgram
import YAML

extension Diagnostic.Code {
  package static let savedShapeChanged = Self("saved-shape-changed")
  package static let missingShape = Self("missing-shape")
  package static let missingMigration = Self("missing-migration")
  package static let unknownVersion = Self("unknown-version")
  package static let notMigrated = Self("not-migrated")
  package static let lostField = Self("lost-field")
}

/// The section `saved`.
extension Diagnostic {
  static func noSavedVersion(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(key)' is a whole number from 1 to \(SavedDeclaration.largestVersion)",
      at: range)
  }

  static func noMigrationVersion(_ key: Scalar) -> Diagnostic {
    Diagnostic(
      .unknownVersion, "'\(key.text)' is the number of no version", at: key.range,
      help: ["a migration stands under the version that it leads to"])
  }

  static func noDelay(_ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(scalar.text)' is no duration that state can be written after",
      at: scalar.range, help: ["write it as 500ms, 2s or 1m"])
  }

  static func oldestAfterVersion(_ version: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'oldest' is after the version that is saved, which is \(version)",
      at: range)
  }

  static func noSavedPath(_ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .expressionSyntax, "'\(scalar.text)' is no path to saved state", at: scalar.range,
      help: ["write it as STATE.field, or as STATE.list[].field for every element"])
  }

  static func notSaved(
    _ key: String, among keys: [String], at range: SourceRange
  ) -> Diagnostic {
    unknown(.unknownField, "no state key '\(key)' is saved", key, among: keys, at: range)
  }

  static func noSavedElements(in type: FieldType, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "'[]' is every element of a list or map, and this is \(type.withArticle)",
      at: range)
  }

  static func noSavedFields(in type: FieldType, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "\(type.withArticle) has no fields that could begin anew", at: range,
      help: ["such a path goes through records, lists and maps only"])
  }

  static func notAField(_ path: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "'\(path)' is no field", at: range,
      help: ["what begins anew is a field; a state key is left out of 'states'"])
  }

  /// - Parameter owner: The record that has the field.
  static func cannotBeginAnew(
    _ field: String, of owner: String, isSensitive: Bool, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingInitial,
      "'\(owner).\(field)' is not saved\(isSensitive ? ", since it is sensitive," : "") and has no default to begin with",
      at: range, help: ["give the field a default"])
  }

  static func changedShape(
    of version: Int, _ differences: [ShapeDifference], at range: SourceRange,
    frozenAt place: SourceRange, _ name: String
  ) -> Diagnostic {
    Diagnostic(
      .savedShapeChanged, "version \(version) was frozen, and the spec saves something else now",
      at: range,
      notes: differences.prefix(mostNotes).map { Note($0.message, at: place) },
      help: (differences.count > mostNotes
        ? ["there are \(differences.count - mostNotes) more differences"] : []) + [
          "raise 'version' to \(version + 1), write the migration to it, and run 'suas-run freeze \(name)'",
          "or take the change back",
        ])
  }

  private static let mostNotes = 20

  static func noShape(
    of version: Int, _ path: String, _ name: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingShape, "the shape of version \(version) is missing: there is no '\(path)'", at: range,
      help: [
        "run 'suas-run freeze \(name)' on the commit that was released",
        "without such texts, 'oldest' says from which version on texts can be read",
      ])
  }

  static func noMigration(
    to version: Int, carried: [String], anew: [String], at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingMigration, "there is no migration to version \(version)", at: range,
      help: [
        "write '\(version): []' under 'migrations', or rules for what has to be written",
        carried.isEmpty
          ? "nothing is carried over" : "carried over: \(carried.joined(separator: ", "))",
      ] + (anew.isEmpty ? [] : ["not carried over: \(anew.joined(separator: "; "))"]))
  }

  static func migrationOutside(
    _ key: Scalar, oldest: Int, version: Int
  ) -> Diagnostic {
    Diagnostic(
      .unknownVersion, "no version that is read leads to version \(key.text)", at: key.range,
      help: [
        oldest == version
          ? "a migration stands under the version that it leads to, after \(oldest)"
          : "migrations lead to the versions \(oldest + 1) to \(version)"
      ])
  }

  static func notMigrated(
    _ place: String, _ reason: CarryOver.Reason, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .notMigrated, "nothing writes '\(place)', which has no default", at: range,
      help: [reason.words, "write it with a rule that has no guard, or give it a default"])
  }

  /// - Parameter places: The places that are lost, each a path in the earlier version.
  static func lostFields(
    _ places: [String], earlier version: Int, at range: SourceRange
  ) -> Diagnostic {
    let names = places.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .lostField, "what version \(version) saved under \(names) is lost", at: range,
      severity: .warning,
      help: ["read it as 'old.…' in a rule, or name it under 'drop'"])
  }

  static func droppedWithoutNeed(_ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .unusedDeclaration, "'\(scalar.text)' is carried over, and not dropped", at: scalar.range,
      severity: .warning, help: ["leave it out of 'drop'"])
  }
}

extension CarryOver.Reason {
  /// The reason in words.
  package var words: String {
    switch self {
    case .isNew: "it is new"
    case .obstacle(let obstacle, let old):
      "it was \(old.withArticle), which cannot be carried over: "
        + (obstacle.path.isEmpty ? "" : "'\(obstacle.path)': ") + obstacle.reason
    }
  }
}
