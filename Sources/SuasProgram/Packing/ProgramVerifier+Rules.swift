import CEL

extension ProgramVerifier {
  func verify(_ rule: SharedRule) throws(UnpackingFault) {
    for parameter in rule.parameters {
      if let value = parameter.default { try verify(value, parameter.type.cel) }
    }
    let slots = [.record(rule.record.name), .dyn, storeType] + rule.parameters.map(\.type.cel)
    try verify(rule.rules, on: rule.record, slots)
  }

  func verifyRules(of reducer: CheckedReducer) throws(UnpackingFault) {
    for (action, rules) in reducer.rules {
      try verify(
        rules, on: reducer.state,
        [.record(reducer.state.name), .record(actions[action].payload.name), storeType])
    }
  }

  func verify(_ saved: CheckedSaved) throws(UnpackingFault) {
    for shape in saved.shapes {
      for field in shape.store.fields {
        guard let state = saved.types.record(field.type), !state.isVariant else { throw .unfit }
      }
      try verify(shape.initial, of: shape.store)
    }
    for migration in saved.migrations {
      guard let old = saved.shape(of: migration.version - 1) else { throw .unfit }
      try verify(
        migration.rules, on: migration.store,
        [.record(migration.store.name), .record(old.store.name), .dyn])
    }
    for reaction in saved.reactions {
      try verify(reaction, [storeType, .record(RestoredShape.shape.name)])
    }
  }

  private func verify(
    _ rules: [CheckedRule], on state: RecordType, _ slots: [Type]
  ) throws(UnpackingFault) {
    var slots = slots
    for rule in rules {
      if let condition = rule.condition { try verify(condition.test, slots) }
      try verify(rule.operation, on: state, &slots)
    }
  }

  private func verify(
    _ operation: Operation, on state: RecordType, _ slots: inout [Type]
  ) throws(UnpackingFault) {
    if let target = operation.target {
      // A value that is assigned as a whole may have been anything before.
      let isSet = if case .set = operation { true } else { false }
      try verify(target, in: state, slots, mayStartAsNull: isSet)
    }
    switch operation {
    case .set(let target, let value): try verify(value, target.type.cel, slots)
    case .empty, .toggle, .reverse, .delete: break
    case .add(let target, let amount, _): try verify(amount, target.type.cel.nonNull, slots)
    case .merge(let target, let overlay): try verify(overlay, over: target.type, slots)
    case .insert(let target, let insertion, let position):
      switch insertion {
      case .one(let value): try verify(value, try element(of: target.type), slots)
      case .all(let values): try verify(values, target.type.cel, slots)
      }
      if case .index(let index) = position { try verify(index, slots) }
    case .remove(_, let index): try verify(index, slots)
    case .move(_, let first, let second), .swap(_, let first, let second):
      try verify(first, slots)
      try verify(second, slots)
    case .sort(let elements, let key, let descending):
      let inner = try binding(elements, in: slots)
      if let key { try verify(key, inner) }
      if let descending { try verify(descending, slots) }
    case .filter(let elements, let selection):
      switch selection {
      case .matching(let condition, _): try verify(condition, try binding(elements, in: slots))
      case .unequal(let value):
        _ = try binding(elements, in: slots)
        try verify(value, elements.elementType.cel, slots)
      }
    case .upsert(let target, _, let value):
      try verify(value, try element(of: target.type), slots)
    case .update(let elements, let pathSlots, let condition, let rules):
      var inner = try binding(elements, in: slots)
      try pin(elements.target, to: pathSlots, &inner)
      if let condition { try verify(condition, inner) }
      try verify(rules, on: state, inner)
    case .forEach(let list, let itemSlot, let keySlot, let rules):
      try verify(list, slots)
      let (item, key): (Type, Type) =
        switch list.type {
        case .list(let element): (list.isProven ? element : .dyn, .int)
        case .map(let key, let value) where list.isProven: (value, key)
        default: (.dyn, .dyn)
        }
      var inner = slots
      try bind([(itemSlot, item), (keySlot, key)], in: &inner)
      try verify(rules, on: state, inner)
    case .branch(let test, let then, let otherwise):
      try verify(test, slots)
      try verify(then, on: state, slots)
      try verify(otherwise, on: state, slots)
    case .match(let match): try verify(match, on: state, slots)
    case .at(let place, let rules):
      var inner = slots
      try pin(place.target, to: place.pathSlots, &inner)
      try verify(place.target, in: state, slots, fallback: inner)
      try bind([(place.itemSlot, place.target.type.cel)], in: &inner)
      try verify(rules, on: state, inner)
    case .use(let use): try verify(use, on: state, slots)
    case .bind(let bindings):
      for binding in bindings {
        try verify(binding.value, slots)
        try bind([(binding.slot, binding.value.provenType)], in: &slots)
      }
    case .refuse(_, let message): try verify(message, .string, slots)
    }
  }

  private func verify(
    _ overlay: Operation.Overlay, over type: FieldType, _ slots: [Type]
  ) throws(UnpackingFault) {
    switch overlay {
    case .fields(let fields):
      guard case .record(let name) = type.unwrapped, let record = record(name) else {
        throw .unfit
      }
      for field in fields {
        guard field.slot < record.fields.count else { throw .unfit }
        try verify(field.value, record.fields[field.slot].type.cel, slots)
      }
    case .whole(let value): try verify(value, type.unwrapped.cel, slots)
    case .computed(let value, let record, _):
      guard type.unwrapped == .record(record.name) else { throw .unfit }
      try verify(value, slots)
    }
  }

  private func verify(
    _ match: Match, on state: RecordType, _ slots: [Type]
  ) throws(UnpackingFault) {
    var inner = slots
    let type: Type
    let itemSlot: Int?
    switch match.subject {
    case .place(let target, let pathSlots, let slot):
      try verify(target, in: state, slots)
      if slot != nil || !pathSlots.isEmpty { try pin(target, to: pathSlots, &inner) }
      (type, itemSlot) = (target.type.cel.nonNull, slot)
    case .value(let expression, let slot):
      try verify(expression, slots)
      (type, itemSlot) = (expression.type.nonNull, slot)
    }
    if let itemSlot { try bind([(itemSlot, .dyn)], in: &inner) }
    for branch in match.cases {
      if case .variant(let field, _) = branch.label {
        guard case .record(let name) = type, let record = record(name), record.isVariant,
          field < record.fields.count
        else { throw .unfit }
      }
      try verify(branch.rules, on: state, inner)
    }
    if let otherwise = match.otherwise { try verify(otherwise, on: state, inner) }
  }

  private func verify(
    _ use: RuleUse, on state: RecordType, _ slots: [Type]
  ) throws(UnpackingFault) {
    var inner = slots
    if use.target.fallback != nil { try pin(use.target, to: use.pathSlots, &inner) }
    try verify(use.target, in: state, slots, fallback: inner)
    let rule = spec.sharedRules[use.rule]
    if use.target.type.unwrapped == .any {
      guard case .judged(.record(rule.record.name), _) = use.fit else { throw .unfit }
    } else {
      guard use.target.type.unwrapped == .record(rule.record.name) else { throw .unfit }
    }
    guard use.arguments.count == rule.parameters.count else { throw .unfit }
    for (argument, parameter) in zip(use.arguments, rule.parameters) {
      try verify(argument, parameter.type.cel, slots)
    }
  }

  // MARK: Slots

  /// Adds slots, which follow those that there are.
  private func bind(
    _ bindings: [(slot: Int, type: Type)], in slots: inout [Type]
  ) throws(UnpackingFault) {
    for binding in bindings {
      guard binding.slot == slots.count else { throw .unfit }
      slots.append(binding.type)
    }
  }

  /// Adds the slots of the indices and keys on a path.
  private func pin(
    _ target: Target, to pathSlots: [Int], _ slots: inout [Type]
  ) throws(UnpackingFault) {
    guard pathSlots.count == target.components.count(where: \.isElement) else { throw .unfit }
    try bind(pathSlots.map { ($0, .dyn) }, in: &slots)
  }

  /// Returns the slots with those of an element.
  private func binding(_ elements: Elements, in slots: [Type]) throws(UnpackingFault) -> [Type] {
    let (element, key): (FieldType, Type) =
      switch elements.target.type.unwrapped {
      case .list(let element): (element, .int)
      case .map(let key, let value): (value, key.cel)
      case .any: (.any, .dyn)
      default: throw .unfit
      }
    guard element == elements.elementType else { throw .unfit }
    var slots = slots
    try bind([(elements.itemSlot, element.cel), (elements.keySlot, key)], in: &slots)
    return slots
  }

  private func element(of type: FieldType) throws(UnpackingFault) -> Type {
    switch type.unwrapped {
    case .list(let element): return element.cel
    case .any: return .dyn
    default: throw .unfit
    }
  }

  // MARK: Targets

  /// Judges a path, which begins at a state.
  ///
  /// - Parameter fallbackSlots: The slots for the value of a key that is not there yet, if they are
  ///   more than those for the path.
  private func verify(
    _ target: Target, in state: RecordType, _ slots: [Type],
    fallback fallbackSlots: [Type]? = nil, mayStartAsNull: Bool = false
  ) throws(UnpackingFault) {
    var type = FieldType.record(state.name)
    // The types along the path, if any of its items is read.
    var types = target.items.isEmpty ? [] : [type]
    for component in target.components {
      type = try self.type(of: component, in: type, slots)
      if !target.items.isEmpty { types.append(type) }
    }
    guard type == target.type else { throw .unfit }
    if let fallback = target.fallback, !mayStartAsNull || fallback.constant != .null {
      try verify(fallback, target.type.cel, fallbackSlots ?? slots)
    }
    for item in target.items {
      guard slots.indices.contains(item.slot), types.indices.contains(item.depth) else {
        throw .unfit
      }
      var type = types[item.depth]
      for slot in item.rest { type = try self.type(of: .field(slot), in: type, slots) }
    }
  }

  /// Returns the type of the value that a component leads to.
  private func type(
    of component: Target.Component, in type: FieldType, _ slots: [Type]
  ) throws(UnpackingFault) -> FieldType {
    switch (component, type.unwrapped) {
    case (.field(let slot), .record(let name)):
      guard let record = record(name), slot < record.fields.count else { throw .unfit }
      return record.fields[slot].type
    case (.member, .any): return .any
    case (.member, .map(let key, let value)) where key.isNamed: return value
    case (.element(let key), let container):
      let (element, keyType): (FieldType, Type) =
        switch container {
        case .list(let element): (element, .int)
        case .map(let key, let value): (value, key.cel)
        case .any: (.any, .dyn)
        default: throw .unfit
        }
      switch key {
      case .computed(let expression, let fit):
        try verify(.computed(expression, fit), keyType, slots)
      case .bound(let slot):
        guard slots.indices.contains(slot) else { throw .unfit }
      }
      return element
    default: throw .unfit
    }
  }
}

extension Target.Component {
  fileprivate var isElement: Bool { if case .element = self { true } else { false } }
}
