import CEL

/// Judges whether a checked spec that was unpacked could have come from the checker: the values
/// that it writes must be of the types of the places, and every slot and field must exist.
///
/// It is lenient where a value is judged when it runs, and strict where nothing judges it again.
struct ProgramVerifier {
  let spec: CheckedSpec
  /// The types of the store and of all payloads, by name.
  private let otherRecords: [String: RecordType]
  let storeType: Type
  /// The actions, followed by the effects.
  let actions: [CheckedAction]
  private let values: ValueVerifier
  /// The declared types, with those of what is saved.
  private let types: TypeTable

  init(_ spec: CheckedSpec) {
    self.spec = spec
    types = spec.saved?.types ?? spec.types
    values = ValueVerifier(types.cel)
    storeType = values.storeType
    actions = spec.actions + spec.effects.map(\.action)
    let others =
      RecordType.ofErrors + actions.map(\.payload) + spec.effects.map(\.response)
      + [spec.store.recordType]
    otherRecords = Dictionary(others.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// Returns the record type with a name.
  func record(_ name: String) -> RecordType? { otherRecords[name] ?? types.records[name] }

  /// - Throws: A fault if anything does not fit.
  func verify() throws(UnpackingFault) {
    for definition in spec.definitions {
      guard case .constant(let constant) = definition else { continue }
      try verify(constant.value, constant.type.cel)
    }
    for name in actions.map(\.payload.name) {
      guard spec.idleFields[name]?.allSatisfy({ $0 < record(name)?.fields.count ?? 0 }) ?? true
      else { throw .unfit }
    }
    try verifyStates()
    for reading in spec.store.selectors {
      if let condition = reading.condition { try verify(condition, [storeType]) }
      try verify(reading.template, reading.valueType, [storeType])
    }
    for rule in spec.sharedRules { try verify(rule) }
    for reducer in spec.reducers { try verifyRules(of: reducer) }
    try verifyRuntime()
    if let saved = spec.saved { try verify(saved) }
    // The conditions of the coverage are those of the program, and evaluated on its frames.
    for point in spec.coverage.points {
      guard let root = point.condition?.expression.tree.root else { continue }
      guard values.hasVerified(root) else { throw .unfit }
    }
  }

  private func verifyStates() throws(UnpackingFault) {
    guard Set(spec.reducers.map(\.stateKey)).count == spec.reducers.count,
      spec.internalActions.allSatisfy(actions.indices.contains)
    else { throw .unfit }
    for (index, reducer) in spec.reducers.enumerated() {
      guard spec.types.records[reducer.state.name] === reducer.state, !reducer.state.isVariant
      else { throw .unfit }
      try verify(reducer.initial, of: reducer.state)
      let next = spec.reducers.indices.contains(index + 1) ? spec.reducers[index + 1] : nil
      guard (reducer.history != nil) == (next?.isHistory ?? false),
        !reducer.isHistory || index > 0
      else { throw .unfit }
      guard let history = reducer.history, let next else { continue }
      let states = FieldType.list(.record(reducer.state.name))
      guard history.limit > 0, next.state.fields.map(\.type) == [states, states, .any] else {
        throw .unfit
      }
      try verify(history)
    }
  }

  /// Judges an initial state as the store does when it takes one: enums and constraints are no part
  /// of an expression's types.
  func verify(_ initial: Record, of state: RecordType) throws(UnpackingFault) {
    try verify(.record(initial), .record(state.name))
    guard
      case .record(let fitted)? = try? types.fit(.record(initial), to: .record(state.name)),
      (try? types.judge(fitted, state)) != nil
    else { throw .unfit }
  }

  private func verify(_ history: CheckedHistory) throws(UnpackingFault) {
    for (action, role) in history.roles {
      let payload = actions[action].payload
      switch role {
      case .jump(let field):
        guard field < payload.fields.count, payload.fields[field].type == .int else {
          throw .unfit
        }
      case .record(let group?):
        try verify(group.value, .dyn, [.record(payload.name)])
      case .undo, .redo, .clear, .ignore, .record(nil): break
      }
    }
  }

  // MARK: Values

  func verify(_ value: Value, _ type: Type) throws(UnpackingFault) {
    try values.verify(value, type)
  }

  func verify(_ test: CheckedTest, _ slots: [Type]) throws(UnpackingFault) {
    try values.verify(test.expression, slots)
  }

  func verify(_ expression: CheckedExpression, _ slots: [Type]) throws(UnpackingFault) {
    try values.verify(expression, slots)
  }

  func verify(
    _ template: CheckedTemplate, _ type: Type, _ slots: [Type]
  ) throws(UnpackingFault) {
    try values.verify(template, type, slots)
  }

  func verify(_ pieces: [CheckedTemplate.Piece], _ slots: [Type]) throws(UnpackingFault) {
    try values.verify(pieces, slots)
  }

  /// Judges an expression that reads neither the store nor the time.
  static func verify(
    _ expression: CheckedExpression, _ slots: [FieldType], as type: Type? = nil
  ) throws(UnpackingFault) {
    var verifier = ExpressionVerifier(expression.tree, slots: slots.map(\.cel)) { _, _ in nil }
    try verifier.verify()
    guard type == nil || expression.type == type || expression.type == .dyn else { throw .unfit }
  }

  // MARK: Types

  /// Judges the fields of records, before anything is made from them.
  static func verify(_ records: [RecordType], _ types: TypeTable) throws(UnpackingFault) {
    for record in records {
      // By their slots, since fields are large.
      for slot in record.fields.indices {
        let type = record.fields[slot].type
        guard record.shape.slot(of: record.fields[slot].name) == slot, types.knows(type),
          record.fields[slot].default?.belongs(to: type.cel) ?? true,
          record.fields[slot].samples.allSatisfy({ $0.belongs(to: type.cel) })
        else { throw .unfit }
      }
    }
    var containing: [[Int]] = []
    let indices = Dictionary(
      records.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    for record in records {
      // A value of a variant ends with a case that does not hold another.
      containing.append(
        record.isVariant
          ? []
          : record.fields.indices.compactMap { slot in
            if case .record(let name) = record.fields[slot].type { indices[name] } else { nil }
          })
    }
    guard !RecordGraph(containing).isRecursive.contains(true) else { throw .unfit }
  }
}

extension TypeTable {
  /// True if the names in a type are declared.
  fileprivate func knows(_ type: FieldType) -> Bool {
    switch type {
    case .record(let name), .partial(let name): records[name] != nil
    case .enumeration(let name): enums[name] != nil
    case .list(let element), .optional(let element): knows(element)
    case .map(let key, let value):
      key.isMapKey && knows(key) && knows(value)
    case .bool, .int, .double, .string, .timestamp, .duration, .any: true
    }
  }
}

extension Type {
  /// True if every value of this type is one of another.
  func isPart(of other: Type) -> Bool {
    switch (self, other) {
    case (_, .dyn): true
    case (.nullable(let left), .nullable(let right)): left.isPart(of: right)
    case (.null, .nullable): true
    case (_, .nullable(let right)): isPart(of: right)
    case (.list(let left), .list(let right)): left.isPart(of: right)
    case (.map(let leftKey, let left), .map(let rightKey, let right)):
      leftKey.isPart(of: rightKey) && left.isPart(of: right)
    default: self == other
    }
  }
}

extension UnpackingFault {
  static let unfit = UnpackingFault("its parts do not fit together")
}
