import CEL
import SuasProgram
import YAML

/// The section `saved` as written: what of the state outlives the store.
package struct SavedDeclaration: Sendable {
  /// The key `saved`.
  package var key: Scalar
  package var version = 1
  package var oldest = 1
  /// The key `oldest`, or `saved` if it is left out.
  var oldestRange: SourceRange
  /// The state keys; nil for all but histories.
  package var states: [Scalar]?
  /// The paths under `except`.
  package var exceptions: [Scalar] = []
  package var delay = SavedDeclaration.standardDelay
  package var migrations: [MigrationDeclaration] = []
  package var reactions: [ReactionDeclaration] = []

  /// The quiet after which a changed state is written, if none is given.
  static let standardDelay = CEL.Duration(nanoseconds: 500_000_000)
  /// The largest version: each one up to it has a frozen shape.
  package static let largestVersion = Int64(9999)
}

/// A migration as written.
package struct MigrationDeclaration: Sendable {
  /// The version that it leads to, as written.
  package var key: Scalar
  package var version: Int
  /// The paths under `drop`.
  package var dropped: [Scalar] = []
  package var rules: [Rule] = []
}

/// A frozen shape: a spec whose states are what a version saved.
package struct FrozenShape: Sendable {
  package let version: Int
  package let spec: Spec

  package init(version: Int, spec: Spec) {
    self.version = version
    self.spec = spec
  }
}

extension SavedDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "'saved'",
    [
      .optional(
        "version", .count(1...largestVersion), "The version of what is saved; 1 without it."),
      .optional(
        "states", .stateKeys, "The state keys; all but histories without it."),
      .optional(
        "except", .savedPaths,
        "Places that begin anew: `List.filter`, `List.items[].isOpen`; `[]` is every element."),
      .optional(
        "after", .duration,
        "Written after that much quiet, at the latest after ten times that; 500ms without it."),
      .optional(
        "oldest", .count(1...largestVersion),
        "The oldest version that can still be read; 1 without it."),
      .optional(
        "migrations", .migrations,
        "By the version that they lead to: rules on the state keys, which read `old`."),
      .optional("on-restore", .dispatches, "The steps of a new store, restored or not."),
    ])

  init(_ entry: Node.Entry, _ sink: DiagnosticSink) {
    key = entry.key
    oldestRange = entry.key.range
    var mapping = MappingReader(entry.value, Self.form, under: entry.key, into: sink)
    if let number = Self.version("version", &mapping) { version = number.value }
    if let number = Self.version("oldest", &mapping) {
      (oldest, oldestRange) = (number.value, number.range)
    }
    states = mapping.value("states").map { $0.scalars("a state key", sink) }
    exceptions = mapping.value("except").map { $0.scalars("a path", sink) } ?? []
    if let node = mapping.value("after") {
      delay = Self.delay(node, sink) ?? Self.standardDelay
    }
    if let entries = mapping.value("migrations")?.entries(as: "'migrations'", into: sink) {
      migrations = entries.compactMap { MigrationDeclaration($0, sink) }
    }
    reactions = mapping.value("on-restore").map { ReactionDeclaration.list($0, sink) } ?? []
    mapping.finish()
  }

  /// Reads the number of a version.
  private static func version(
    _ key: String, _ mapping: inout MappingReader
  ) -> (value: Int, range: SourceRange)? {
    let written = mapping.entry(key)
    guard let written, let number = mapping.integer(key) else { return nil }
    guard (1...largestVersion).contains(number) else {
      mapping.sink.report(.noSavedVersion(key, at: written.value.range))
      return nil
    }
    return (Int(number), written.value.range)
  }

  private static func delay(_ node: Node, _ sink: DiagnosticSink) -> CEL.Duration? {
    guard let scalar = node.scalar("'after'", sink) else { return nil }
    if let delay = CEL.Duration(scalar.text), delay.nanoseconds >= 0 { return delay }
    sink.report(.noDelay(scalar))
    return nil
  }
}

extension MigrationDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a migration",
    [
      .optional(
        "drop", .savedPaths, "Places of the earlier version that are no longer wanted."),
      .optional("do", .rules, "The rules, run in order."),
    ])

  init?(_ entry: Node.Entry, _ sink: DiagnosticSink) {
    guard case .int(let number) = entry.key.resolved,
      (1...SavedDeclaration.largestVersion).contains(number)
    else {
      sink.report(.noMigrationVersion(entry.key))
      return nil
    }
    key = entry.key
    version = Int(number)
    if entry.value.sequence != nil {
      rules = Rule.list(entry.value, .migrating, sink)
      return
    }
    var mapping = MappingReader(
      entry.value, Self.form, under: entry.key,
      help: "write a list of rules, or 'drop' and 'do'", into: sink)
    dropped = mapping.value("drop").map { $0.scalars("a path", sink) } ?? []
    rules = mapping.value("do").map { Rule.list($0, .migrating, sink) } ?? []
    mapping.finish()
  }
}
