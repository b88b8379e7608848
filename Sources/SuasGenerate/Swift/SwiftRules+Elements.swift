import CEL
import SuasProgram

extension SwiftRules {
  /// The names of an element and its index or key in a closure, and the scope of its body.
  private func element(
    _ elements: Elements, of type: ValueType
  ) throws(NotGenerated) -> (scope: Scope, item: Local, key: Local) {
    var inner = scope
    let item: Local
    let key: Local
    switch type {
    case .list(let element):
      item = inner.bind(elements.itemSlot, elements.itemName, element)
      key = inner.bind(elements.keySlot, "index", .int)
    case .map(let keyType, let value):
      item = inner.bind(elements.itemSlot, elements.itemName, value)
      key = inner.bind(elements.keySlot, "key", keyType)
    default:
      item = inner.bind(elements.itemSlot, elements.itemName, .any)
      key = inner.bind(elements.keySlot, "key", .any)
    }
    return (inner, item, key)
  }

  /// A call of a method of a collection with a closure on each element, which sees its index or key
  /// where it reads that.
  private func call(
    _ collection: String, _ type: ValueType, _ method: String, _ item: Local, _ key: Local,
    _ body: Code
  ) throws(NotGenerated) -> (text: String, isNumbered: Bool) {
    let (itemName, keyName) = (SwiftNames.local(item), SwiftNames.local(key))
    guard case .list = type else {
      return (
        "\(collection).\(method) \(try expressions.closure([keyName, itemName], body))", false
      )
    }
    guard try expressions.text(body).mentions(keyName) else {
      return ("\(collection).\(method) \(try expressions.closure([itemName], body))", false)
    }
    return (
      "\(collection).numbered.\(method) \(try expressions.closure([keyName, itemName], body))", true
    )
  }

  mutating func sort(
    _ elements: Elements, _ key: CheckedExpression?, _ descending: CheckedExpression?
  ) throws(NotGenerated) {
    let type = try self.type(elements.target)
    var arguments = ""
    if let descending {
      let code = try value(
        try lowering.lower(descending, as: .bool, scope), before: true, as: "isDescending")
      arguments = "(descending: \(try expressions.text(code)))"
    }
    let list = try list(try open(elements.target))
    note("[old = \(list)]", "\(list) = old")
    let element = type.elementType
    guard let key else {
      guard element.hasOrder else {
        let closure = "{ (item) throws(Failure) in \(expressions.dynamic("item", from: element)) }"
        return writer.line("\(list) = try \(list).inOrder\(arguments) \(closure)")
      }
      return writer.line("\(list) = \(list).inOrder\(arguments.isEmpty ? "()" : arguments)")
    }
    let (inner, item, index) = try self.element(elements, of: .list(element))
    var code = try lowering.lower(key, inner)
    // Values that may be of different types, or be no number, may have no order.
    if !code.type.hasOrder { code = Code(code.asAny.kind, .any, canFail: true) }
    let (text, isNumbered) = try call(
      list, .list(element), "inOrder\(arguments)", item, index, code)
    writer.line("\(list) = \(code.canFail ? "try " : "")\(text)\(isNumbered ? ".map(\\.1)" : "")")
  }

  mutating func filter(
    _ elements: Elements, _ selection: SuasProgram.Operation.Selection
  ) throws(NotGenerated) {
    let type = try self.type(elements.target)
    let (inner, item, key) = try element(elements, of: type)
    let test: Code
    switch selection {
    case .matching(let condition, let wanted):
      let code = try lowering.lower(condition, as: .bool, inner)
      test = wanted ? code : code.negated
    case .unequal(let template):
      guard let itemCode = inner[elements.itemSlot] else { return }
      let value = try value(
        try lowering.lower(template, as: itemCode.type, scope), before: true, as: "unwanted")
      let isSame = program.isSameWhenEqual(itemCode.type)
      test = Code(
        isSame
          ? .equal(itemCode, value, isNegated: true) : .same(itemCode, value, isNegated: true),
        .bool, canFail: false)
    }
    let path = try lowering.open(elements.target, in: root, &scope)
    try write(path)
    let collection = try place(path)
    let canFail = test.canFail || type == .any
    let method = type == .any ? "selectParts" : test.canFail ? "select" : "filter"
    let (call, isNumbered) = try call(collection, type, method, item, key, test)
    let text = (canFail ? "try " : "") + call + (isNumbered ? ".map(\\.1)" : "")
    let count = type == .any ? "partCount" : "count"
    guard mark != nil else {
      note("[old = \(collection)]", "\(collection) = old")
      return writer.line("\(collection) = \(text)")
    }
    let kept = SwiftNames.local(scope.local("kept", "remaining"))
    writer.line("let \(kept) = \(text)")
    writer.line("if \(kept).\(count) < \(collection).\(count) {")
    let outer = writer
    writer = outer.nested()
    note("[old = \(collection)]", "\(collection) = old")
    writer.line("\(collection) = \(kept)")
    noteCounted()
    let body = writer
    writer = outer
    writer.append(body)
    writer.line("}")
  }

  mutating func update(
    _ elements: Elements, _ pathSlots: [Int], _ condition: CheckedExpression?,
    _ rules: [CheckedRule]
  ) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    let path = try lowering.open(elements.target, in: root, &scope)
    try write(path)
    for (slot, key) in zip(pathSlots, path.keys) { scope[slot] = key }
    let collection = try place(path)
    let name = elements.itemName == "item" ? "" : elements.itemName
    let variable: Local
    let key: Code
    let element: ValueType
    var range: String
    switch path.place.type {
    case .list(let type):
      variable = scope.local(
        name.isEmpty ? "index" : "\(name)Index", "\(type.shortName.memberName)Index")
      key = Code(.position(variable), .int, canFail: false)
      (element, range) = (type, "\(collection).indices")
    case .map(let keyType, let type):
      variable = scope.local(name.isEmpty ? "key" : "\(name)Key", "\(type.shortName.memberName)Key")
      key = Code(.local(variable), keyType, canFail: false)
      (element, range) = (type, "\(collection).keys")
    default:
      variable = scope.local(name.isEmpty ? "key" : "\(name)Key", "partKey")
      key = Code(.local(variable), .any, canFail: false)
      (element, range) = (.any, "\(collection).places()")
    }
    let isOpen = path.place.type == .any
    scope[elements.keySlot] = key
    scope[elements.itemSlot] = Code(
      isOpen ? .dynamic(.opened(path.place, key)) : .opened(path.place, key), element,
      canFail: isOpen)
    if let condition {
      let code = try lowering.lower(condition, as: .bool, scope)
      let closure = try expressions.closure([SwiftNames.local(variable)], code)
      let found = SwiftNames.local(scope.local("found", "\(variable.name)s"))
      writer.line(
        "let \(found) = \(code.canFail || isOpen ? "try " : "")\(range)"
          + ".\(code.canFail ? "select" : "filter") \(closure)")
      range = found
    } else if isOpen {
      range = "try \(range)"
    }
    try loop(SwiftNames.local(variable), in: range, rules)
  }

  /// Writes a loop; a variable that its rules do not read is not named.
  private mutating func loop(
    _ variable: String, in range: String, _ rules: [CheckedRule]
  ) throws(NotGenerated) {
    let outer = writer
    writer = outer.nested()
    try write(rules)
    isEnded = false
    let body = writer
    writer = outer
    guard !body.isEmpty else { return }
    writer.line("for \(body.mentions(variable) ? variable : "_") in \(range) {")
    writer.append(body)
    writer.line("}")
  }

  mutating func forEach(
    _ collection: CheckedExpression, _ itemSlot: Int, _ keySlot: Int, _ rules: [CheckedRule]
  ) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    let code = try lowering.lower(collection, scope)
    var isMap = false
    var isOpen = false
    let item: Local
    let key: Local
    switch code.type {
    case .list(let element):
      item = scope.bind(itemSlot, element.shortName.memberName, element)
      key = scope.bind(keySlot, "index", .int)
    case .map(let keyType, let value):
      isMap = true
      item = scope.bind(itemSlot, value.shortName.memberName, value)
      key = scope.bind(keySlot, "key", keyType)
    default:
      isOpen = true
      item = scope.bind(itemSlot, "item", .any)
      key = scope.bind(keySlot, "key", .any)
    }
    let (itemName, keyName) = (SwiftNames.local(item), SwiftNames.local(key))
    let outer = writer
    writer = outer.nested()
    try write(rules)
    isEnded = false
    let body = writer
    writer = outer
    guard !body.isEmpty else { return }
    var range = try expressions.inHead.text(code, .postfix)
    let usedItem = body.mentions(itemName) ? itemName : "_"
    var variable = usedItem
    if isOpen {
      range = "try \(try expressions.inHead.dynamic(code)).parts()"
      variable = "(\(body.mentions(keyName) ? keyName : "_"), \(usedItem))"
    } else if body.mentions(keyName) {
      range += isMap ? ".entries" : ".numbered"
      variable = "(\(keyName), \(usedItem))"
    } else if isMap {
      range += ".values"
    }
    if code.canFail, !isOpen { range = "try \(range)" }
    writer.line("for \(variable) in \(range) {")
    writer.append(body)
    writer.line("}")
  }
}

extension ValueType {
  /// True if all values of the type have an order.
  var hasOrder: Bool {
    switch self {
    case .bool, .int, .string, .timestamp, .duration, .enumeration: true
    default: false
    }
  }
}

extension Code {
  /// The opposite of a condition.
  var negated: Code {
    switch kind {
    case .not(let inner): inner
    case .equal(let left, let right, let isNegated):
      Code(.equal(left, right, isNegated: !isNegated), .bool, canFail: canFail)
    default: Code(.not(self), .bool, canFail: canFail)
    }
  }
}
