import YAML

/// Declarations that are sound, and that nothing comes of.
extension Checker {
  /// What is doubtful about the spec's own file; what it includes may be meant for others too.
  func warnings() -> Diagnostics {
    var warnings = usage.warnings
    // A file without reducers is one that others include.
    if !spec.reducers.isEmpty {
      warnings += unhandledActions() + unusedDeclarations() + unreadPayloads() + unwrittenFields()
    }
    var places: Set<Int> = []
    return Diagnostics(
      warnings.filter { warning in
        guard case .range(let range) = warning.place else { return false }
        return range.source === spec.sources.last && places.insert(range.lowerBound).inserted
      }
    ).sorted()
  }

  private var reducedActions: Set<String> {
    Set(spec.reducers.flatMap(\.handlers).map(\.action.text))
  }

  /// The actions that a reducer has rules for, or that some middleware is named for.
  private var handledActions: Set<String> {
    var handled = reducedActions
    for case .declared(let middleware) in spec.middleware {
      handled.formUnion(middleware.actions?.map(\.text) ?? [])
    }
    return handled
  }

  private func unhandledActions() -> [Diagnostic] {
    let handled = handledActions
    return spec.actions.lazy.filter { !handled.contains($0.name.text) }.map {
      .unhandledAction($0.name)
    }
  }

  private func unusedDeclarations() -> [Diagnostic] {
    var used = usage.made.union(spec.reducers.map(\.state.text))
    for record in spec.records where record.section != .cases {
      used.formUnion(record.mentionedNames(spec.records).subtracting([record.name.text]))
    }
    for fields in spec.actions.map(\.fields) + spec.effects.map(\.fields) {
      used.formUnion(fields.flatMap(\.type.names))
    }
    for case .custom(_, _, let result) in spec.effects.map(\.run) {
      used.formUnion(result.names)
    }
    let enums = spec.enums.map { ($0.name, "enum") }
    let records = spec.records.filter { $0.section != .cases }.map { ($0.name, $0.section.noun) }
    return (enums + records).filter { !used.contains($0.0.text) }.map {
      .unusedDeclaration($0.0, what: $0.1)
    }
  }

  /// Fields of payloads that nothing reads; of actions without rules it is said that they have none.
  private func unreadPayloads() -> [Diagnostic] {
    let handled = handledActions
    let actions = spec.actions.filter { handled.contains($0.name.text) }
    return actions.flatMap { unread($0.fields, of: $0.name, "action") }
      + spec.effects.flatMap { unread($0.fields, of: $0.name, "effect") }
  }

  private func unread(
    _ fields: [FieldDeclaration], of name: Name, _ kind: String
  ) -> [Diagnostic] {
    if fields.isEmpty { return [] }
    let read = usage.fieldsRead(of: RecordType.name(ofPayload: name.text, of: kind))
    return fields.lazy.map(\.name).filter { !read.contains($0.text) }.map {
      .neverRead($0, ofAction: name.text)
    }
  }

  /// Fields of states that no rule writes. That no rule reads one is as it should be: its readers
  /// are screens. States that stand in other records may be written there, and what an `initial`
  /// names is given on purpose.
  private func unwrittenFields() -> [Diagnostic] {
    let mentioned = spec.records.flatMap(\.fields).flatMap(\.type.names)
    let owned = Set(spec.reducers.map(\.state.text)).subtracting(mentioned)
    let owners = Dictionary(grouping: spec.reducers.lazy.filter { $0.initial != nil }) {
      $0.state.text
    }
    return spec.records.filter { $0.section == .states && owned.contains($0.name.text) }.flatMap {
      state in
      let owners = owners[state.name.text] ?? []
      let given = Set(owners.flatMap { $0.initial?.mapping ?? [] }.map(\.key.text))
      let read = usage.fieldsRead(of: state.name.text)
      let written = usage.fieldsWritten(of: state.name.text)
      return state.fields.lazy.map(\.name).filter {
        !given.contains($0.text) && !written.contains($0.text)
      }.map { field in
        read.contains(field.text)
          ? Diagnostic.neverWritten(field, of: state.name.text)
          : Diagnostic.neverReadOrWritten(field, of: state.name.text)
      }
    }
  }
}

extension RecordDeclaration {
  /// The names of types in the record's fields, for a variant in those of its cases.
  fileprivate func mentionedNames(_ records: [RecordDeclaration]) -> Set<String> {
    let names = Set(fields.flatMap(\.type.names))
    guard section == .variants else { return names }
    let cases = records.filter { $0.section == .cases && names.contains($0.name.text) }
    return Set(cases.flatMap(\.fields).flatMap(\.type.names))
  }
}

extension RecordDeclaration.Section {
  fileprivate var noun: String {
    switch self {
    case .types: "type"
    case .states: "state"
    case .variants, .cases: "variant"
    }
  }
}

extension TypeSyntax {
  /// The names that the type is made of.
  fileprivate var names: [String] {
    switch kind {
    case .name(let name): [name]
    case .application(let name, let arguments): [name] + arguments.flatMap(\.names)
    case .optional(let wrapped): wrapped.names
    }
  }
}
