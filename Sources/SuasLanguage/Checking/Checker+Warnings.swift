import SuasProgram
import YAML

/// Warnings about declarations that are valid, but have no effect.
extension Checker {
  /// Returns the warnings about the spec's own file; included files may serve other specs, too.
  ///
  /// - Parameter payloads: The payloads of the actions, followed by those of the effects.
  func warnings(_ types: TypeTable, payloads: [RecordType]) -> Diagnostics {
    var warnings = usage.warnings
    // A file without reducers is meant to be included by others.
    if !spec.reducers.isEmpty {
      let handled = handledActions
      warnings += unhandledActions(handled) + middlewareWarnings
      warnings += unusedDeclarations(types, payloads)
      warnings += unreadPayloads(handled, payloads) + unwrittenFields(types)
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

  /// The actions for which a reducer has rules, or that a middleware names.
  private var handledActions: Set<String> {
    var handled = reducedActions.union(spec.historyMoves)
    for case .declared(let middleware) in spec.middleware {
      handled.formUnion(middleware.actions?.map(\.text) ?? [])
    }
    return handled
  }

  private func unhandledActions(_ handled: Set<String>) -> [Diagnostic] {
    spec.actions.filter { !handled.contains($0.name.text) }.map { action in
      spec.reducers.reduce(.unhandledAction(action.name)) { warning, reducer in
        let first = reducer.handlers.first?.action.range
        guard first?.source === action.name.range.source else { return warning }
        return warning.inserting(
          ["\(action.name.text): []"], before: first,
          title: "Handle '\(action.name.text)' in \(reducer.name.text)")
      }
    }
  }

  /// Warns of middleware that lets through nothing of what reducers handle, or does nothing at all, and of effects
  /// that never get to it.
  private var middlewareWarnings: [Diagnostic] {
    let reduced = reducedActions
    let effects = Set(spec.effects.map(\.name.text))
    var isAfterAsync = false
    return spec.middleware.flatMap { declaration -> [Diagnostic] in
      guard case .declared(let middleware) = declaration else {
        if declaration.isAsync { isAfterAsync = true }
        return []
      }
      if middleware.guardsNothing { return [.guardsNothing(middleware.name)] }
      let late = (middleware.actions ?? []).filter { isAfterAsync && effects.contains($0.text) }
      let warnings = late.map { Diagnostic.takenBefore($0, middleware.name) }
      let stopped = middleware.actions.map { $0.filter { reduced.contains($0.text) } }
      guard middleware.stopsAlways, !(stopped?.isEmpty ?? reduced.isEmpty) else { return warnings }
      return warnings + [.stopsActions(middleware.name, stopped?.map(\.text))]
    }
  }

  private func unusedDeclarations(
    _ types: TypeTable, _ payloads: [RecordType]
  ) -> [Diagnostic] {
    var used = usage.made.union(spec.reducers.lazy.map(\.state.text))
    for record in spec.records.lazy.filter({ $0.section != .cases }).compactMap({
      types.records[$0.name.text]
    }) {
      // References of a record to itself do not count as uses; those of a variant are in its cases.
      let parts = record.isVariant ? record.fields.compactMap { types.record($0.type) } : [record]
      for part in parts { part.collectNames(&used, but: record.name) }
    }
    for payload in payloads { payload.collectNames(&used) }
    for effect in spec.effects {
      switch effect.run {
      case .custom(_, _, let result): result.flatMap(resolve)?.collectNames(&used)
      case .http(let http): http.response.flatMap(resolve)?.collectNames(&used)
      default: break
      }
    }
    for rule in spec.sharedRules {
      used.insert(rule.record.text)
      for parameter in rule.parameters { resolve(parameter.type)?.collectNames(&used) }
    }
    let rules = spec.sharedRules.map(\.name).filter { !sharedRules.used.contains($0.text) }
    for definition in definitions(types) {
      switch definition {
      case .constant(let constant): constant.type.collectNames(&used)
      case .function(let function):
        for parameter in function.parameters { parameter.type.collectNames(&used) }
        function.result?.collectNames(&used)
      }
    }
    let definitions =
      (spec.constants.map { ($0.name, "constant") } + spec.functions.map { ($0.name, "function") })
      .filter { !usage.definitions.contains($0.0.text) }
    let enums = spec.enums.map { ($0.name, "enum") }
    let records = spec.records.filter { $0.section != .cases }.map { ($0.name, $0.section.noun) }
    let unused = (enums + records).filter { !used.contains($0.0.text) }
    return (definitions + unused).map { .unusedDeclaration($0.0, what: $0.1) }
      + rules.map { .unusedDeclaration($0, what: "rule") }
  }

  /// Warns of payload fields that nothing reads; actions without rules have a warning of their own.
  private func unreadPayloads(
    _ handled: Set<String>, _ payloads: [RecordType]
  ) -> [Diagnostic] {
    let actions = zip(spec.actions, payloads).lazy.filter { handled.contains($0.0.name.text) }
    let effects = zip(spec.effects, payloads.dropFirst(spec.actions.count))
    return actions.flatMap { unread($0.fields, of: $0.name, $1) }
      + effects.flatMap { unread($0.fields, of: $0.name, $1) }
  }

  private func unread(
    _ fields: [FieldDeclaration], of name: Name, _ payload: RecordType
  ) -> [Diagnostic] {
    if fields.isEmpty { return [] }
    let read = usage.fieldsRead(of: payload)
    return fields.indices.filter { !read.contains($0) }.map {
      .neverRead(fields[$0].name, ofAction: name.text)
    }
  }

  /// Warns of state fields that no rule writes. Fields that no rule reads are fine, since screens
  /// read them. A state nested in another record may be written there, and a field that an
  /// `initial` names has its value on purpose.
  private func unwrittenFields(_ types: TypeTable) -> [Diagnostic] {
    var mentioned: Set<String> = []
    for record in types.records.values { record.collectNames(&mentioned) }
    let owned = Set(spec.reducers.map(\.state.text)).subtracting(mentioned)
    let owners = Dictionary(grouping: spec.reducers.lazy.filter { $0.initial != nil }) {
      $0.state.text
    }
    return spec.records.filter { $0.section == .states && owned.contains($0.name.text) }.flatMap {
      state in
      let owners = owners[state.name.text] ?? []
      let given = Set(owners.flatMap { $0.initial?.mapping ?? [] }.map(\.key.text))
      let record = types.records[state.name.text]
      let read = record.map(usage.fieldsRead) ?? SlotSet()
      let written = record.map(usage.fieldsWritten) ?? SlotSet()
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

extension TypeTable {
}

extension RecordType {
  /// Adds the names of the declared types in the fields' types, except for one.
  fileprivate func collectNames(_ names: inout Set<String>, but excluded: String? = nil) {
    for field in fields { field.type.collectNames(&names, but: excluded) }
  }
}

extension FieldType {
  /// Adds the names of the declared types in the type, except for one.
  fileprivate func collectNames(_ names: inout Set<String>, but excluded: String? = nil) {
    switch self {
    case .enumeration(let name), .record(let name), .partial(let name):
      if name != excluded { names.insert(name) }
    case .list(let inner), .optional(let inner): inner.collectNames(&names, but: excluded)
    case .map(let key, let value):
      key.collectNames(&names, but: excluded)
      value.collectNames(&names, but: excluded)
    case .bool, .int, .double, .string, .timestamp, .duration, .any: break
    }
  }
}
