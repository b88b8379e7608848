import CEL
import SuasProgram
import YAML

/// A checked spec as emitters see it: its types with their parts in the program, in an order that is
/// the same for every run.
package struct Program: Sendable {
  package let spec: CheckedSpec
  /// The paths of the spec's files in generated code, by their names in messages; a file without one
  /// is named as in messages.
  private let paths: [String: String]
  package let declarations: Declarations.Index
  /// The types of records, by name.
  package let layouts: [String: RecordLayout]
  /// The types of versions as far as migrations read them, which is as far as they are written out;
  /// in the order of their names.
  package var versionLayouts: [RecordLayout] = []
  /// The records that may lie in a sensitive field, whose constraints quote no value.
  private let sensitiveRecords: Set<String>
  /// The names of the declared types, states included, in alphabetical order.
  package let typeNames: [String]
  /// The names of the enums, in alphabetical order.
  package let enumNames: [String]

  package init(_ spec: CheckedSpec, paths: [String: String] = [:]) {
    self.spec = spec
    self.paths = paths
    declarations = Declarations.Index(spec.declarations)
    sensitiveRecords = spec.types.recordsInSensitiveFields
    var layouts: [String: RecordLayout] = [:]
    for record in spec.types.records.values where !record.isVariant {
      layouts[record.name] = RecordLayout(record, .record)
    }
    for variant in spec.types.records.values where variant.isVariant {
      layouts[variant.name] = RecordLayout(variant, .variant)
      for field in variant.fields {
        let name = RecordType.name(ofCase: field.name, in: variant.name)
        guard let contents = spec.types.records[name] else { continue }
        layouts[name] = RecordLayout(contents, .caseOf(variant: variant.name, name: field.name))
      }
    }
    for action in spec.actions {
      layouts[action.payload.name] = RecordLayout(action.payload, .action(action.name))
    }
    for effect in spec.effects {
      layouts[effect.action.payload.name] = RecordLayout(
        effect.action.payload, .effect(effect.name))
      let response = RecordLayout(effect.response, .runtime)
      layouts[Self.response(of: effect)] = RecordLayout(
        name: Self.response(of: effect), role: .runtime, fields: response.fields)
      let error = RecordType.effectError(isSensitive: effect.isSensitive)
      layouts[error.name] = RecordLayout(error, .runtime)
    }
    for reducer in spec.reducers where reducer.isHistory {
      let state =
        reducer.state.fields.first?.type.mentionedRecords.first ?? ""
      layouts[reducer.state.name] = RecordLayout(reducer.state, .history(of: state))
    }
    layouts[StoreShape.typeName] = RecordLayout(spec.store.recordType, .store)
    if let pending = RecordLayout.pending(of: spec) { layouts[pending.name] = pending }
    let refusal = RecordType.refusal(isSensitive: spec.hasSensitiveValues)
    layouts[refusal.name] = RecordLayout(refusal, .runtime)
    for effect in spec.effects {
      layouts[effect.response.name] = RecordLayout(effect.response, .runtime)
      let error = RecordType.effectError(isSensitive: effect.isSensitive)
      layouts[error.name] = RecordLayout(error, .runtime)
    }
    for selector in spec.selectors {
      for layout in RecordLayout.layouts(of: selector) { layouts[layout.name] = layout }
    }
    for layout in spec.saved.map({ RecordLayout.layouts(of: $0, beside: spec.types) }) ?? []
    where layouts[layout.name] == nil {
      layouts[layout.name] = layout
    }
    if spec.saved != nil { layouts[RecordLayout.restored.name] = .restored }
    self.layouts = layouts
    typeNames = layouts.values.filter { layout in
      switch layout.role {
      case .record, .variant: !layout.isOfVersion
      default: false
      }
    }.map(\.name).sorted()
    enumNames = spec.types.enums.keys.sorted()
  }

  /// The names of the types of versions that are written out, in alphabetical order.
  package var savedTypeNames: [String] {
    versionLayouts.filter { !$0.isCase }.map(\.name)
  }

  /// The names of the enums of versions that are written out, in alphabetical order.
  package var savedEnumNames: [String] {
    let mentioned = versionLayouts.flatMap { $0.fields.flatMap(\.type.enums) }
    return Set(mentioned).subtracting(enumNames).sorted()
  }

  /// The names of all types and enums of versions.
  package var versionNames: [String] {
    let enums = spec.saved?.types.enums.keys.filter { spec.types.enums[$0] == nil } ?? []
    let types = layouts.values.filter { $0.isOfVersion && !$0.isCase }.map(\.name)
    return (enums + types).sorted()
  }

  /// An enum of the spec or of a version.
  func enumeration(_ name: String) -> EnumType? {
    spec.types.enums[name] ?? spec.saved?.types.enums[name]
  }

  /// The cases of an enum of the spec or of a version.
  package func cases(of name: String) -> [String] { enumeration(name)?.cases ?? [] }

  /// The name of the layout for the answers to an effect.
  package static func response(of effect: CheckedEffect) -> String { "response of \(effect.name)" }

  /// The path of a file of the spec, which is the same on every machine.
  package func path(of source: Source) -> String { paths[source.name] ?? source.name }

  /// The file, line and column of a place, counted from one: `todo.yaml:3:9`.
  func location(of place: SourceRange) -> String {
    let location = place.source.location(of: place.lowerBound)
    return "\(path(of: place.source)):\(location.line + 1):\(location.column + 1)"
  }

  package func layout(_ name: String) -> RecordLayout? { layouts[name] }

  /// The constants that generated code has by their names, in the order of the spec: lists, maps and
  /// records, which it makes once. Other ones stand where they are used.
  var namedConstants: [CheckedConstant] {
    spec.definitions.compactMap { namedConstant($0.name) }
  }

  /// The constant of a name, if generated code has it by its name.
  func namedConstant(_ name: String) -> CheckedConstant? {
    guard case .constant(let constant)? = spec.types.definitions[name],
      !ValueType(constant.type).hasAny
    else { return nil }
    switch (constant.value, ValueType(constant.type)) {
    case (.list(let list), .list): return list.isEmpty ? nil : constant
    case (.map(let map), .map): return map.isEmpty ? nil : constant
    case (.record, .record): return constant
    default: return nil
    }
  }

  /// The layout of the records of a type.
  package func layout(of type: ValueType) -> RecordLayout? {
    if case .record(let name) = type.nonNull { layouts[name] } else { nil }
  }

  /// The type of the field in a slot of a type of records.
  package func field(_ slot: Int, of type: ValueType) -> RecordLayout.Field? {
    guard let layout = layout(of: type), layout.fields.indices.contains(slot) else { return nil }
    return layout.fields[slot]
  }

  /// The records with values that have only some of the fields: because a type says so, or because
  /// a rule merges a computed value into one.
  package var dividedRecords: Set<String> {
    var types = layouts.values.flatMap { $0.fields.map(\.type) }
    for case .function(let function) in spec.definitions {
      types += function.parameters.map { ValueType($0.type) }
      if let result = function.result { types.append(ValueType(result)) }
    }
    types += spec.sharedRules.flatMap { $0.parameters.map { ValueType($0.type) } }
    var rest = spec.reducers.flatMap { $0.handled.flatMap(\.rules) }
    rest += spec.sharedRules.flatMap(\.rules)
    rest += spec.saved?.migrations.flatMap(\.rules) ?? []
    var records = Set(types.flatMap(\.dividedRecords))
    while let rule = rest.popLast() {
      if case .merge(_, .computed(_, let record, _)) = rule.operation {
        records.insert(record.name)
      }
      rest += rule.operation.ruleLists.joined()
    }
    return records
  }

  /// True if two values of a type are equal exactly if they are the same. This is false for
  /// doubles, because NaN equals nothing, and for values whose types are known only at run time:
  /// `1` equals `1.0`.
  package func isSameWhenEqual(_ type: ValueType) -> Bool {
    var seen: Set<String> = []
    var rest = [type]
    while let type = rest.popLast() {
      switch type {
      case .double, .any, .partial: return false
      case .list(let inner), .nullable(let inner), .optional(let inner): rest.append(inner)
      case .map(let key, let value): rest += [key, value]
      case .record(let name):
        guard seen.insert(name).inserted, let layout = layouts[name] else { continue }
        rest += layout.fields.map(\.type)
      default: break
      }
    }
    return true
  }

  /// True if a field holds values of the type that it belongs to, and not only lists or maps of
  /// them.
  package func contains(_ name: String, _ field: RecordLayout.Field) -> Bool {
    var seen: Set<String> = []
    var rest = [field.type]
    while let type = rest.popLast() {
      switch type {
      case .nullable(let inner), .optional(let inner): rest.append(inner)
      case .record(name): return true
      case .record(let other):
        guard seen.insert(other).inserted, let layout = layouts[other] else { continue }
        rest += layout.fields.map(\.type)
      default: break
      }
    }
    return false
  }

  /// True if nothing limits how deep the values of a type are nested.
  package func nestsFreely(_ type: ValueType) -> Bool {
    var open: Set<String> = []
    return nestsFreely(type, inside: &open)
  }

  private func nestsFreely(_ type: ValueType, inside open: inout Set<String>) -> Bool {
    switch type {
    case .any, .partial: return true
    case .list(let inner), .nullable(let inner), .optional(let inner), .map(_, let inner):
      return nestsFreely(inner, inside: &open)
    case .record(let name):
      guard open.insert(name).inserted else { return true }
      defer { open.remove(name) }
      for field in layouts[name]?.fields ?? [] where nestsFreely(field.type, inside: &open) {
        return true
      }
      return false
    default: return false
    }
  }

  /// True if no message may quote the values that the constraint of a field reads.
  package func hidesConstraint(of field: RecordLayout.Field, in layout: RecordLayout) -> Bool {
    field.isSensitive || sensitiveRecords.contains(layout.name)
  }

  /// True if the values of a type may break a constraint.
  package func hasConstraints(_ type: ValueType) -> Bool {
    anyLayout(in: type) { $0.fields.contains { $0.constraint != nil } }
  }

  /// True if a declared type or an action has a constraint, which may read constants and call functions.
  package var hasConstraints: Bool {
    let actions = spec.actions + spec.effects.map(\.action)
    return (typeNames + actions.map(\.payload.name)).contains { hasConstraints(.record($0)) }
  }

  /// True if the values of a type may hold a case of an enum or of a variant.
  package func holdsCases(_ type: ValueType) -> Bool {
    !type.enums.isEmpty
      || anyLayout(in: type) { layout in
        layout.isVariant || layout.isCase || layout.fields.contains { !$0.type.enums.isEmpty }
      }
  }

  /// True if a layout in a type, or in the fields of one, passes a test.
  private func anyLayout(in type: ValueType, where test: (RecordLayout) -> Bool) -> Bool {
    var seen: Set<String> = []
    var rest = type.records
    while let name = rest.popLast() {
      guard seen.insert(name).inserted, let layout = layouts[name] else { continue }
      if test(layout) { return true }
      rest += layout.fields.flatMap(\.type.records)
    }
    return false
  }
}

extension RecordLayout {
  /// The layout of the numbers of effects under way; nil for a spec without promises at rest.
  package static func pending(of spec: CheckedSpec) -> RecordLayout? {
    guard !spec.atRest.isEmpty else { return nil }
    return RecordLayout(
      name: PendingShape.typeName, role: .selected(PendingShape.typeName),
      fields: spec.effects.map { Field(name: $0.name, type: .int) })
  }

  /// The layouts for a selector's value that is written as a mapping with names as its keys, and
  /// for the mappings in it, the inner ones first; none for any other value.
  package static func layouts(of selector: CheckedSelector) -> [RecordLayout] {
    var layouts: [RecordLayout] = []
    _ = add(selector.value, selector.name, to: &layouts)
    return layouts
  }

  /// Adds the layouts for a part of a selector's value; returns the type of its values.
  ///
  /// - Parameter path: The name of the selector and the keys that lead to the part.
  private static func add(
    _ part: CheckedTemplate, _ path: String, to layouts: inout [RecordLayout]
  ) -> ValueType? {
    guard case .map(let entries) = part else { return ValueType(part) }
    var fields: [Field] = []
    for entry in entries {
      guard case .string(let name) = entry.key else { return ValueType(part) }
      let type = add(entry.value, "\(path) \(name)", to: &layouts)
      fields.append(Field(name: name, type: type ?? .any))
    }
    let name = Self.name(ofSelector: path)
    layouts.append(RecordLayout(name: name, role: .selected(path), fields: fields))
    return .record(name)
  }

  package static func name(ofSelector name: String) -> String { "selected.\(name)" }
}

extension ValueType {
  /// Creates the type that a template shows; nil if the value decides.
  package init?(_ template: CheckedTemplate) {
    switch template {
    case .constant(let value): self = ValueType(of: value)
    // A list or map may hold values of other types than the checker saw; a number or text is one.
    case .computed(let expression, _) where ValueType(expression.tree.type).isScalar:
      self = ValueType(expression.tree.type)
    case .computed(let expression, .proven): self = ValueType(expression.provenType)
    case .text: self = .string
    case .record(let shape, _): self = .record(shape.name)
    case .computed, .list, .map: return nil
    }
  }
}

extension ValueType {
  /// Creates the type that a value shows, with that of its elements if they are all of one.
  private init(of value: Value) {
    func common(_ values: some Sequence<Value>) -> ValueType {
      let types = Set(values.map { ValueType(of: $0) })
      return types.count == 1 ? types.first ?? .any : .any
    }
    switch value {
    case .list(let list): self = .list(common(list))
    case .map(let map):
      let (key, element) = (common(map.map(\.key)), common(map.map(\.value)))
      self = key == .any ? ValueType(value.type) : .map(key: key, value: element)
    default: self = ValueType(value.type)
    }
  }
}
