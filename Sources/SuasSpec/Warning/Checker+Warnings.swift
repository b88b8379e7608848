import YAML

/// Declarations that are sound, and that nothing comes of.
extension Checker {
  /// What is doubtful about the spec's own file; what it includes may be meant for others too.
  func warnings() -> Diagnostics {
    var warnings = usage.warnings
    // A file without reducers is one that others include.
    if !spec.reducers.isEmpty {
      let handled = handledActions
      warnings += unhandledActions(handled) + unusedDeclarations()
      warnings += unreadPayloads(handled) + unwrittenFields()
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

  private func unhandledActions(_ handled: Set<String>) -> [Diagnostic] {
    spec.actions.lazy.filter { !handled.contains($0.name.text) }.map {
      .unhandledAction($0.name)
    }
  }

  private func unusedDeclarations() -> [Diagnostic] {
    var used = usage.made.union(spec.reducers.map(\.state.text))
    let cases = Dictionary(
      spec.records.lazy.filter { $0.section == .cases }.map { ($0.name.text, $0) },
      uniquingKeysWith: { first, _ in first })
    for record in spec.records where record.section != .cases {
      let names = record.mentionedNames(cases)
      used.formUnion(names.lazy.filter { $0 != record.name.text })
    }
    for action in spec.actions { action.fields.collectNames(&used) }
    for effect in spec.effects {
      effect.fields.collectNames(&used)
      if case .custom(_, _, let result) = effect.run { result.collectNames(&used) }
    }
    let enums = spec.enums.map { ($0.name, "enum") }
    let records = spec.records.filter { $0.section != .cases }.map { ($0.name, $0.section.noun) }
    return (enums + records).filter { !used.contains($0.0.text) }.map {
      .unusedDeclaration($0.0, what: $0.1)
    }
  }

  /// Fields of payloads that nothing reads; of actions without rules it is said that they have none.
  private func unreadPayloads(_ handled: Set<String>) -> [Diagnostic] {
    let actions = spec.actions.filter { handled.contains($0.name.text) }
    return actions.flatMap { unread($0.fields, of: $0.name, "action") }
      + spec.effects.flatMap { unread($0.fields, of: $0.name, "effect") }
  }

  private func unread(
    _ fields: [FieldDeclaration], of name: Name, _ kind: String
  ) -> [Diagnostic] {
    if fields.isEmpty { return [] }
    let read = usage.fieldsRead(of: RecordType.name(ofPayload: name.text, of: kind))
    return fields.indices.filter { !read.contains($0) }.map {
      .neverRead(fields[$0].name, ofAction: name.text)
    }
  }

  /// Fields of states that no rule writes. That no rule reads one is as it should be: its readers
  /// are screens. States that stand in other records may be written there, and what an `initial`
  /// names is given on purpose.
  private func unwrittenFields() -> [Diagnostic] {
    var mentioned: Set<String> = []
    for record in spec.records { record.fields.collectNames(&mentioned) }
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
      return state.fields.indices.filter {
        !written.contains($0) && !given.contains(state.fields[$0].name.text)
      }.map { slot in
        let field = state.fields[slot].name
        return read.contains(slot)
          ? Diagnostic.neverWritten(field, of: state.name.text)
          : Diagnostic.neverReadOrWritten(field, of: state.name.text)
      }
    }
  }
}

extension RecordDeclaration {
  /// The names of types in the record's fields, for a variant in those of its cases.
  fileprivate func mentionedNames(_ cases: [String: RecordDeclaration]) -> Set<String> {
    var names: Set<String> = []
    fields.collectNames(&names)
    guard section == .variants else { return names }
    var namesOfCases: Set<String> = []
    for name in names { cases[name]?.fields.collectNames(&namesOfCases) }
    return namesOfCases
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

extension [FieldDeclaration] {
  /// Adds the names that the fields' types are made of.
  fileprivate func collectNames(_ names: inout Set<String>) {
    for index in indices { self[index].type.collectNames(&names) }
  }
}

extension TypeSyntax {
  /// Adds the names that the type is made of.
  fileprivate func collectNames(_ names: inout Set<String>) {
    switch kind {
    case .name(let name): names.insert(name)
    case .application(let name, let arguments):
      names.insert(name)
      for argument in arguments { argument.collectNames(&names) }
    case .optional(let wrapped): wrapped.collectNames(&names)
    }
  }
}
