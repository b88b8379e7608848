import CEL
import SuasProgram

extension RuleLowering {
  mutating func lower(_ operation: SuasProgram.Operation) throws(NotGenerated) {
    switch operation {
    case .set(let target, let value): try set(target, value)
    case .empty(let target): try write(target, .empty)
    case .toggle(let target): try write(target, .toggle)
    case .add(let target, let amount, let sign):
      let code = try lowering.lower(amount, as: try type(target).nonNull, scope)
      try write(target, .add(value(code, before: try canFail(target), as: "amount"), sign))
    case .merge(let target, let overlay): try merge(target, overlay)
    case .insert(let target, let insertion, let position): try insert(target, insertion, position)
    case .remove(let target, let index):
      try write(target, .remove(at: try number(index, before: target, as: "index")))
    case .move(let target, let from, let to):
      let from = try number(from, before: target, as: "from")
      try write(target, .move(from: from, to: try number(to, before: target, as: "to")))
    case .swap(let target, let first, let second):
      let first = try number(first, before: target, as: "from")
      try write(target, .swap(first, try number(second, before: target, as: "to")))
    case .reverse(let target): try write(target, .reverse)
    case .sort(let elements, let key, let isDescending): try sort(elements, key, isDescending)
    case .filter(let elements, let selection): return try filter(elements, selection)
    case .upsert(let target, let field, let template): try upsert(target, field, template)
    case .delete(let target): return try delete(target)
    case .update(let elements, let pathSlots, let condition, let rules):
      return try update(elements, pathSlots, condition, rules)
    case .forEach(let collection, let itemSlot, let keySlot, let rules):
      return try forEach(collection, itemSlot, keySlot, rules)
    case .branch(let test, let then, let otherwise): return try branch(test, then, otherwise)
    case .match(let match): return try self.match(match)
    case .at(let opened, let rules): return try at(opened, rules)
    case .use(let use): return try self.use(use)
    case .bind(let bindings): return try bind(bindings)
    case .refuse(let code, let message):
      let text = try lowering.lower(message, as: .string, scope)
      return steps.append(
        .refuse(code: code, message: text, isSensitive: message.readsSensitiveValues))
    }
    noteCount()
  }

  private mutating func number(
    _ expression: CheckedExpression, before target: Target, as name: String
  ) throws(NotGenerated) -> LoweredExpression {
    let code = try lowering.lower(expression, as: .int, scope)
    return value(code, before: try canFail(target), as: name)
  }

  private mutating func set(
    _ target: Target, _ template: CheckedTemplate
  ) throws(NotGenerated) {
    let code = try lowering.lower(template, as: try type(target), scope)
    let value = value(code, before: try canFail(target), as: "value")
    let path = try open(target, toLast: target.makesKey)
    // A value that is assigned to its own place stays as it is.
    if path.entry == nil, let from = value.path, from == path.place.path {
      return steps.append(.open(path))
    }
    steps.append(
      .write(Write(path: path, fallback: nil, change: .set(value), countsDropping: false)))
  }

  private mutating func merge(
    _ target: Target, _ overlay: SuasProgram.Operation.Overlay
  ) throws(NotGenerated) {
    let type = try type(target)
    switch overlay {
    case .computed(let expression, let record, _):
      let changes = LoweredExpression(
        .mergedFields(try lowering.lower(expression, scope).asAny, of: record.name),
        .partial(record.name), canFail: true)
      try write(target, .mergeFields(value(changes, before: true, as: "changes"), of: record.name))
    case .whole(let template):
      let code = try lowering.lower(template, as: type.nonNull, scope)
      let isMissing = try canFail(target) || type != type.nonNull
      try write(target, .merge(value(code, before: isMissing, as: "value")))
    case .fields(let fields):
      var values: [(field: RecordLayout.Field, value: LoweredExpression)] = []
      for (slot, template) in fields {
        guard let field = program.field(slot, of: type) else { throw lowering.refusal(target.text) }
        values.append((field, try lowering.lower(template, as: field.type, scope)))
      }
      // A value is evaluated before anything is changed that it may read.
      let isBound = values.dropFirst().contains { _, value in
        value.canFail || !value.reads.locals.isDisjoint(with: root.reads.locals)
      }
      if isBound {
        for index in values.indices {
          let (field, code) = values[index]
          let local = scope.local(field.name, "new\(field.name.typeName)")
          bind(local, code)
          values[index].value = LoweredExpression(.local(local), code.type, canFail: false)
        }
      }
      try write(target, .setFields(values))
    }
  }

  private mutating func insert(
    _ target: Target, _ insertion: SuasProgram.Operation.Insertion,
    _ position: SuasProgram.Operation.Position
  ) throws(NotGenerated) {
    let element = try type(target).elementType
    let place: Change.Position
    switch position {
    case .start: place = .start
    case .end: place = .end
    case .index(let expression):
      let code = try lowering.lower(expression, as: .int, scope)
      place = .index(value(code, before: true, as: "index"))
    }
    let (template, type, isList) =
      switch insertion {
      case .one(let template): (template, element, false)
      case .all(let template): (template, ValueType.list(element), true)
      }
    var mayFail = try canFail(target)
    if case .index = place { mayFail = true }
    let added = value(try lowering.lower(template, as: type, scope), before: mayFail, as: "added")
    try write(target, .insert(added, isList: isList, at: place))
  }

  private mutating func upsert(
    _ target: Target, _ field: String, _ template: CheckedTemplate
  ) throws(NotGenerated) {
    let element = try type(target).elementType
    var code = try lowering.lower(template, as: element, scope)
    if !code.isSimple {
      let local = scope.local("new\(element.shortName.typeName)")
      bind(local, code)
      code = LoweredExpression(.local(local), code.type, canFail: false)
    }
    try write(target, .upsert(code, matching: field))
  }

  private mutating func delete(_ target: Target) throws(NotGenerated) {
    let path = try open(target, toLast: true)
    steps.append(
      .write(Write(path: path, fallback: nil, change: .dropEntry, countsDropping: notesCounts)))
  }

  private mutating func bind(
    _ bindings: [(name: String, slot: Int, value: CheckedExpression)]
  ) throws(NotGenerated) {
    for binding in bindings {
      var code = try lowering.lower(binding.value, scope)
      if code.type == .null { code = code.asAny }
      // Compilers know what a local holds that was given a literal, and warn of tests that decide nothing.
      if code.knownBool != nil {
        scope[binding.slot] = code
        continue
      }
      bind(scope.bind(binding.slot, binding.name, code.type), code)
    }
  }
}
