import CEL
import SuasProgram

extension RuleLowering {
  /// The names of an element and its index or key in a closure, and the scope of its body.
  private func element(
    _ elements: Elements, of type: ValueType
  ) -> (scope: Scope, item: Local, key: Local) {
    var inner = scope
    let (item, key): (ValueType, ValueType) =
      switch type.nonNull {
      case .list(let element): (element, .int)
      case .map(let key, let value): (value, key)
      default: (.any, .any)
      }
    let name = if case .list = type.nonNull { "index" } else { "key" }
    let itemLocal = inner.bind(elements.itemSlot, elements.itemName, item)
    let keyLocal = inner.bind(elements.keySlot, name, key)
    return (inner, itemLocal, keyLocal)
  }

  mutating func sort(
    _ elements: Elements, _ key: CheckedExpression?, _ isDescending: CheckedExpression?
  ) throws(NotGenerated) {
    let type = try type(elements.target)
    var direction: LoweredExpression?
    if let isDescending {
      let code = try lowering.lower(isDescending, as: .bool, scope)
      direction = value(code, before: true, as: "isDescending")
    }
    guard let key else { return try write(elements.target, .sort(nil, isDescending: direction)) }
    let (inner, item, index) = element(elements, of: .list(type.elementType))
    var code = try lowering.lower(key, inner)
    // Values of different types, and NaN, may have no order.
    if !code.type.hasOrder { code = code.asAny }
    try write(
      elements.target,
      .sort(Change.ElementCode(item: item, key: index, code: code), isDescending: direction))
  }

  mutating func filter(
    _ elements: Elements, _ selection: SuasProgram.Operation.Selection
  ) throws(NotGenerated) {
    let (inner, item, key) = element(elements, of: try type(elements.target))
    let test: LoweredExpression
    switch selection {
    case .matching(let condition, let wanted):
      let code = try lowering.lower(condition, as: .bool, inner)
      test = wanted ? code : code.negated
    case .unequal(let template):
      guard let itemCode = inner[elements.itemSlot] else { throw lowering.refusal() }
      let code = try lowering.lower(template, as: itemCode.type, scope)
      let value = value(code, before: true, as: "unwanted")
      let kind: LoweredExpression.Kind =
        program.isSameWhenEqual(itemCode.type)
        ? .equal(itemCode, value, isNegated: true) : .same(itemCode, value, isNegated: true)
      test = LoweredExpression(kind, .bool, canFail: false)
    }
    try write(
      elements.target, .keep(Change.ElementCode(item: item, key: key, code: test)),
      countsDropping: notesCounts)
  }

  mutating func update(
    _ elements: Elements, _ pathSlots: [Int], _ condition: CheckedExpression?,
    _ rules: [CheckedRule]
  ) throws(NotGenerated) {
    var path = try open(elements.target)
    path.requireValue()
    steps.append(.open(path))
    let outer = scope
    defer { scope = outer }
    for (slot, key) in zip(pathSlots, path.keys) { scope[slot] = key }
    let name = elements.itemName == "item" ? "" : elements.itemName
    let variable: Local
    let key: LoweredExpression
    let element: ValueType
    switch path.place.type {
    case .list(let type):
      variable = scope.local(
        name.isEmpty ? "index" : "\(name)Index", "\(type.shortName.memberName)Index")
      (key, element) = (LoweredExpression(.position(variable), .int, canFail: false), type)
    case .map(let keyType, let type):
      variable = scope.local(name.isEmpty ? "key" : "\(name)Key", "\(type.shortName.memberName)Key")
      (key, element) = (LoweredExpression(.local(variable), keyType, canFail: false), type)
    default:
      variable = scope.local(name.isEmpty ? "key" : "\(name)Key", "partKey")
      (key, element) = (LoweredExpression(.local(variable), .any, canFail: false), .any)
    }
    let isOpen = path.place.type == .any
    scope[elements.keySlot] = key
    scope[elements.itemSlot] = LoweredExpression(
      isOpen ? .dynamic(.opened(path.place, key)) : .opened(path.place, key), element,
      canFail: isOpen)
    var test: (key: Local, condition: LoweredExpression)?
    if let condition { test = (variable, try lowering.lower(condition, as: .bool, scope)) }
    let body = try lowerRepeated(rules)
    guard !body.isEmpty || isOpen || test?.condition.canFail ?? false else { return }
    steps.append(
      .loop(
        Loop(
          range: .places(path.place, where: test), key: body.reading(variable), item: nil,
          body: body)))
  }

  mutating func forEach(
    _ collection: CheckedExpression, _ itemSlot: Int, _ keySlot: Int, _ rules: [CheckedRule]
  ) throws(NotGenerated) {
    let outer = scope
    defer { scope = outer }
    // The checker takes none that may be null here.
    let code = try lowering.lower(collection, scope).known
    let item: Local
    let key: Local
    switch code.type {
    case .list(let element):
      item = scope.bind(itemSlot, element.shortName.memberName, element)
      key = scope.bind(keySlot, "index", .int)
    case .map(let keyType, let value):
      item = scope.bind(itemSlot, value.shortName.memberName, value)
      key = scope.bind(keySlot, "key", keyType)
    default:
      item = scope.bind(itemSlot, "item", .any)
      key = scope.bind(keySlot, "key", .any)
    }
    let body = try lowerRepeated(rules)
    guard !body.isEmpty || code.canFail || code.type == .any else { return }
    steps.append(
      .loop(
        Loop(
          range: .elements(code), key: body.reading(key), item: body.reading(item), body: body)))
  }

  /// Lowers the rules of a loop, which may have written where they begin again.
  private mutating func lowerRepeated(_ rules: [CheckedRule]) throws(NotGenerated) -> Steps {
    lowering.presentUntilWritten = []
    return try lower(rules)
  }
}

extension Steps {
  /// A local, if the steps read it.
  func reading(_ local: Local) -> Local? { facts.reads.locals.contains(local) ? local : nil }
}
