import SuasLanguage
import SuasProgram
import YAML

/// The sections on states, types and actions.
extension SpecDocumentation {
  mutating func writeStates() {
    let shapes = spec.records.filter { $0.section == .states }
    guard !shapes.isEmpty || !spec.reducers.isEmpty else { return }
    add("## States")
    if !spec.reducers.isEmpty {
      add(
        Markdown.table(
          ["state key", "state", "reducer", "begins with", "notes"],
          spec.reducers.map { reducer in
            [
              Markdown.code(reducer.key.text), Markdown.code(reducer.state.text),
              Markdown.code(reducer.name.text),
              reducer.initial.map { Markdown.code($0.flow) } ?? "the defaults",
              reducer.description.map { Markdown.text($0.onOneLine) } ?? "",
            ]
          }))
    }
    writeHistories()
    write(shapes)
  }

  mutating func writeTypes() {
    let records = spec.records.filter { $0.section == .types }
    let variants = spec.records.filter { $0.section == .variants }
    guard !(spec.enums.isEmpty && records.isEmpty && variants.isEmpty) else { return }
    add("## Types")
    if !spec.enums.isEmpty {
      add(
        spec.enums.map { declaration in
          let cases = declaration.cases.map { Markdown.code($0.text) }.joined(separator: ", ")
          return "- \(Markdown.code(declaration.name.text)), one of \(cases)"
        }.joined(separator: "\n"))
    }
    write(records)
    for variant in variants {
      add("### \(Markdown.text(variant.name.text))")
      add("Exactly one of these cases:")
      add(
        Markdown.table(
          ["case", "fields"],
          variant.fields.map { field in
            [Markdown.code(field.name.text), cases(field.type.text)]
          }))
    }
  }

  /// The fields of a variant's case, in a cell.
  private func cases(_ record: String) -> String {
    (fields[record] ?? []).map { field in
      let written = "\(field.name.text): \(field.type.text)"
      return Markdown.code(written + (field.default.map { " = \($0.flow)" } ?? ""))
    }.joined(separator: ", ")
  }

  private mutating func write(_ records: [RecordDeclaration]) {
    for record in records {
      add("### \(Markdown.text(record.name.text))")
      if record.fields.isEmpty { add("It has no fields.") }
      add(record.fields)
    }
  }

  mutating func writeActions() {
    guard !spec.actions.isEmpty else { return }
    add("## Actions")
    var chart = FlowChart()
    for (id, action) in spec.actions.enumerated() {
      for (reducer, write) in writes(ofAction: id) where write.changes {
        chart.connect(
          chart.node(.action, action.name.text), chart.node(.path, whole(write.path, reducer)),
          write.keyword)
      }
    }
    add(chart)
    for (id, action) in spec.actions.enumerated() {
      add("### \(Markdown.text(action.name.text))")
      addOrigin(of: action.name.text)
      add(action.fields)
      let moves = writeMoves(of: action.name.text)
      let writes = writes(ofAction: id)
      if writes.isEmpty {
        if !moves { add("No reducer handles it.") }
        continue
      }
      add(
        Markdown.table(
          ["reducer", "rule", "writes", "where"],
          writes.map { reducer, write in
            [
              Markdown.code(reducer.name), Markdown.code(write.keyword),
              result(of: write, at: whole(write.path, reducer)),
              write.conditions.map(condition).joined(separator: ", "),
            ]
          }))
    }
  }

  mutating func writeSharedRules() {
    guard !spec.sharedRules.isEmpty else { return }
    add("## Rules")
    for declaration in spec.sharedRules {
      add("### \(Markdown.text(declaration.name.text))")
      add(description: declaration.description)
      add("It changes records of the type \(Markdown.code(declaration.record.text)).")
      add(declaration.parameters)
      let writes = Write.all(in: sharedRules[declaration.name.text]?.rules ?? [])
      guard !writes.isEmpty else { continue }
      add(
        Markdown.table(
          ["rule", "writes", "where"],
          writes.map { write in
            [
              Markdown.code(write.keyword),
              result(of: write, at: write.path),
              write.conditions.map(condition).joined(separator: ", "),
            ]
          }))
    }
  }

  /// Formats the effect of a rule: a change of the state, a refusal, or a name for a value.
  private func result(of write: Write, at path: String) -> String {
    switch write.result {
    case .change: Markdown.code(path)
    case .refusal(let code): "nothing: refuses with \(Markdown.code(code))"
    case .name(let name, let value): "nothing: \(Markdown.code(name)) is \(Markdown.code(value))"
    }
  }

  /// Formats a guard: its keyword as text, the rest as code.
  func condition(_ written: String) -> String {
    let keyword = ["for each of", "when", "unless", "where"].first { written.hasPrefix("\($0) ") }
    guard let keyword else { return Markdown.code(written) }
    return "\(keyword) \(Markdown.code(String(written.dropFirst(keyword.count + 1))))"
  }

  private func writes(ofAction id: Int) -> [(reducer: CheckedReducer, write: Write)] {
    (handlers[id] ?? []).flatMap { reducer, rules in Write.all(in: rules).map { (reducer, $0) } }
  }

  /// The path from the store.
  private func whole(_ path: String, _ reducer: CheckedReducer) -> String {
    let key = reducer.stateKey
    if path == "state" { return key }
    return "\(key).\(path.hasPrefix("state.") ? String(path.dropFirst(6)) : path)"
  }
}
