import SuasProgram
import YAML

/// The history of a reducer's state, as written.
package struct HistoryDeclaration: Sendable {
  /// An action that goes through the history, with the key that it stands under.
  package struct Move: Sendable {
    package enum Kind: String, CaseIterable, Sendable { case undo, redo, jump, clear }
    package var kind: Kind
    package var action: Name
  }

  /// The key `history`.
  package var place: SourceRange
  package var moves: [Move] = []
  package var limit: Int
  /// The actions under `ignore`.
  package var ignored: [Name] = []
  /// The actions under `only`; nil for all that are not ignored.
  package var only: [Name]?
  package var groups: [Group] = []

  package struct Group: Sendable {
    package var action: Name
    package var value: ExpressionSyntax
  }
}

extension HistoryDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "'history'",
    [
      .optional("undo", .reference, "The action that goes back by one state."),
      .optional("redo", .reference, "The action that goes forward by one state."),
      .optional("jump", .reference, "The action that goes by as many states as its `by` says."),
      .optional("clear", .reference, "The action that empties the history."),
      .optional("limit", .count(1...Int64.max), "The largest number of entries; 100 without it."),
      .optional("ignore", .actions, "Actions whose changes make no entry."),
      .optional("only", .actions, "The only actions whose changes make an entry."),
      .optional(
        "group", .groups, "Expressions on `action`: entries of one value in a row are one entry."),
    ])

  init(_ entry: Node.Entry, _ sink: DiagnosticSink) {
    place = entry.key.range
    limit = CheckedHistory.standardLimit
    var mapping = MappingReader(entry.value, Self.form, under: entry.key, into: sink)
    for kind in Move.Kind.allCases {
      let action = mapping.value(kind.rawValue).flatMap { Name(reference: $0, "an action", sink) }
      if let action { moves.append(Move(kind: kind, action: action)) }
    }
    let written = mapping.entry("limit")
    if let written, let number = mapping.integer("limit") {
      if number < 1 { sink.report(.noHistory(at: written.value.range)) }
      limit = Int(clamping: max(1, number))
    }
    let (ignore, only) = (mapping.entry("ignore"), mapping.entry("only"))
    if let ignore, let only {
      sink.report(
        .conflictingKeys("only", "ignore", at: only.key.range, other: ignore.key.range))
    }
    ignored = ignore.map { Self.actions($0.value, sink) } ?? []
    self.only = only.map { Self.actions($0.value, sink) }
    groups = mapping.declarations("group", "an action", isReference: true) { action, value, _ in
      ExpressionSyntax(value, "a group", sink).map { Group(action: action, value: $0) }
    }
    mapping.finish()
  }

  private static func actions(_ node: Node, _ sink: DiagnosticSink) -> [Name] {
    node.scalars("an action", sink).map { Name(text: $0.text, range: $0.range) }
  }
}
