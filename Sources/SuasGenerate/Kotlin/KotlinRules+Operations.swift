import CEL
import SuasProgram

extension KotlinRules {
  mutating func write(_ operation: SuasProgram.Operation) throws(NotGenerated) {
    switch operation {
    case .set(let target, let template): try set(target, template)
    case .empty(let target): try assign(target, canFail: true) { place, _ in "emptied(\(place))" }
    case .toggle(let target):
      let isPlain = try type(target) == .bool
      try assign(target, canFail: !isPlain) { place, _ in
        isPlain ? "!\(place)" : "toggled(\(place))"
      }
    case .add(let target, let amount, let sign): try add(target, amount, sign)
    case .merge(let target, let overlay): try merge(target, overlay)
    case .insert(let target, let insertion, let position): try insert(target, insertion, position)
    case .remove(let target, let index):
      let index = try number(index, before: target, as: "index")
      try assign(target, canFail: true) { place, type in
        "\(type.listText(place)).removing(\(index))"
      }
    case .move(let target, let from, let to): try rearrange(target, from, to, "moving")
    case .swap(let target, let first, let second): try rearrange(target, first, second, "swapping")
    case .reverse(let target):
      try assign(target, canFail: try type(target).isDynamic) { place, type in
        "\(type.listText(place)).inReverse()"
      }
    case .sort(let elements, let key, let descending): try sort(elements, key, descending)
    case .filter(let elements, let selection): try filter(elements, selection)
    case .upsert(let target, let field, let value): try upsert(target, field, value)
    case .delete(let target): try delete(target)
    case .update(let elements, let pathSlots, let condition, let rules):
      try update(elements, pathSlots, condition, rules)
    case .forEach(let collection, let itemSlot, let keySlot, let rules):
      try forEach(collection, itemSlot, keySlot, rules)
    case .branch(let test, let then, let otherwise): try branch(test, then, otherwise)
    case .match(let match): try self.match(match)
    case .at(let opened, let rules): try at(opened, rules)
    case .use(let use): try self.use(use)
    case .bind(let bindings): try bind(bindings)
    case .refuse(let code, let message): try refuse(code, message)
    }
  }

  private mutating func number(
    _ expression: CheckedExpression, before target: Target, as name: String
  ) throws(NotGenerated) -> String {
    let code = try lowering.lower(expression, as: .int, scope)
    return try expressions.text(try value(code, before: target, as: name))
  }

  private mutating func set(
    _ target: Target, _ template: CheckedTemplate
  ) throws(NotGenerated) {
    var trial = scope
    let type = try lowering.open(target, in: root, toLast: target.endsInKey, &trial).place.type
    let code = try value(
      try lowering.lower(template, as: type, scope), before: target, as: "value")
    let text = try expressions.text(code)
    try assign(target, addsKey: target.endsInKey, canFail: code.canFail) { _, _ in text }
  }

  private mutating func add(
    _ target: Target, _ amount: CheckedTemplate, _ sign: SuasProgram.Operation.Sign
  ) throws(NotGenerated) {
    let type = try self.type(target)
    let code = try value(
      try lowering.lower(amount, as: type.nonNull, scope), before: target, as: "amount")
    let text = try expressions.text(code, .product)
    let isDouble = type.nonNull == .double
    if type == .any {
      return try assign(target, canFail: true) { place, _ in
        "increased(\(place), \(text), \"\(sign.verb)\")"
      }
    }
    try assign(target, canFail: code.canFail || !isDouble || type != type.nonNull) { place, _ in
      let place = type == type.nonNull ? place : "amount(\(place))"
      if isDouble { return "\(place) \(sign == .plus ? "+" : "-") \(text)" }
      return "\(sign == .plus ? "incremented" : "decremented")(\(place), \(text), \"\(sign.verb)\")"
    }
  }

  private mutating func merge(
    _ target: Target, _ overlay: SuasProgram.Operation.Overlay
  ) throws(NotGenerated) {
    let type = try self.type(target)
    switch overlay {
    case .computed(let expression, let record, _):
      let fields = Code(
        .mergedFields(try lowering.lower(expression, scope).asAny, of: record.name),
        .map(key: .string, value: .any), canFail: true)
      let code = try value(fields, before: target, as: "changes")
      let text = try expressions.text(code)
      try assign(target, canFail: true) { place, type in
        "withFields(\(type == type.nonNull ? place : "there(\(place))"), \(text))"
      }
    case .whole(let template):
      let code = try value(
        try lowering.lower(template, as: type.nonNull, scope), before: target, as: "value")
      let text = try expressions.text(code)
      try assign(target, canFail: code.canFail || type != type.nonNull || type == .any) {
        place, type in
        let isNullable = type != type.nonNull
        let present = isNullable ? "mergedThere(\(place))" : place
        switch type.nonNull {
        case .any: return "merged(\(place), \(text))"
        case .map: return "\(present).merging(\(text))"
        default: return isNullable ? "\(present).let { \(text) }" : text
        }
      }
    case .fields(let fields):
      guard let layout = program.layout(of: type) else {
        throw NotGenerated(target.text, at: expressions.place)
      }
      var parts: [(Layout.Field, String)] = []
      var canFail = type != type.nonNull
      for (slot, template) in fields {
        guard layout.fields.indices.contains(slot) else {
          throw NotGenerated(target.text, at: expressions.place)
        }
        let field = layout.fields[slot]
        let code = try value(
          try lowering.lower(template, as: field.type, scope), before: target, as: field.name)
        canFail = canFail || code.canFail
        parts.append((field, try expressions.text(code)))
      }
      let names = expressions.names
      try assign(target, canFail: canFail) { place, type in
        names.copied(type == type.nonNull ? place : "there(\(place))", layout, parts)
      }
    }
  }

  private mutating func insert(
    _ target: Target, _ insertion: SuasProgram.Operation.Insertion,
    _ position: SuasProgram.Operation.Position
  ) throws(NotGenerated) {
    let listType = try type(target)
    let element = listType.elementType
    var index: String?
    if case .index(let expression) = position {
      index = try number(expression, before: target, as: "index")
    }
    let template: CheckedTemplate
    let type: ValueType
    let all: String
    switch insertion {
    case .one(let one): (template, type, all) = (one, element, "")
    case .all(let list): (template, type, all) = (list, .list(element), "All")
    }
    let code = try value(
      try lowering.lower(template, as: type, scope), before: target, as: "added")
    let text = try expressions.text(code)
    try assign(target, canFail: code.canFail || index != nil || listType.isDynamic) { place, type in
      let place = type.listText(place)
      return switch position {
      case .end: "\(place).appending\(all)(\(text))"
      case .start: "\(place).prepending\(all)(\(text))"
      case .index: "\(place).inserting\(all)(\(index ?? "0"), \(text))"
      }
    }
  }

  private mutating func rearrange(
    _ target: Target, _ first: CheckedExpression, _ second: CheckedExpression, _ method: String
  ) throws(NotGenerated) {
    let first = try number(first, before: target, as: "from")
    let second = try number(second, before: target, as: "to")
    try assign(target, canFail: true) { place, type in
      "\(type.listText(place)).\(method)(\(first), \(second))"
    }
  }

  private mutating func upsert(
    _ target: Target, _ field: String, _ template: CheckedTemplate
  ) throws(NotGenerated) {
    let listType = try type(target)
    let element = listType.elementType
    let code = try value(
      try lowering.lower(template, as: element, scope), before: target, as: "value")
    let text = try expressions.text(code)
    guard element == .any else {
      return try assign(target, canFail: code.canFail) { place, type in
        "\(type.listText(place)).upserting(\(text)) { it.\(KotlinNames.member(field)) }"
      }
    }
    // What the element is found by is judged before the place is opened.
    let wanted = KotlinNames.local(scope.local("wanted", "wantedKey"))
    let name = KotlinNames.literal(field)
    writer.line("val \(wanted): JsonValue = \(placed("memberOf(\(text), \(name))", true))")
    try assign(target, canFail: true) { place, type in
      "\(type.listText(place)).upserting(\(text), \(wanted)) { memberOf(it, \(name)) }"
    }
  }

  private mutating func delete(_ target: Target) throws(NotGenerated) {
    let parent = try type(target.parent)
    let key: String
    var keyType = ValueType.any
    if case .map(let type, _) = parent { keyType = type }
    switch target.components.last {
    case .element(let last)?: key = try self.key(last, keyType)
    case .member(let name)?: key = expressions.names.literal(.string(name), keyType)
    default: throw NotGenerated(target.text, at: expressions.place)
    }
    let map = try read(target.parent)
    let isOpen = parent == .any
    let canFail = isOpen || target.parent.canBeMissing(program, root.type)
    let removal = { (place: String, _: ValueType) in
      isOpen ? "withoutKey(\(place), \(key))" : "\(place).removing(\(key))"
    }
    guard mark != nil else { return try assign(target.parent, canFail: canFail, removal) }
    let body = try nested { (inner) throws(NotGenerated) in
      try inner.assign(target.parent, canFail: canFail, removal)
    }
    let test = isOpen ? "hasKey(\(map), \(key))" : "\(map).containsKey(\(key))"
    writer.line("if (\(placed(test, true))) {")
    writer.append(body)
    writer.line("}")
  }

  private mutating func bind(
    _ bindings: [(name: String, slot: Int, value: CheckedExpression)]
  ) throws(NotGenerated) {
    for binding in bindings {
      var code = try lowering.lower(binding.value, scope)
      if code.type == .null { code = code.asAny }
      try bind(scope.bind(binding.slot, binding.name, code.type), code)
    }
  }

  private mutating func refuse(
    _ code: String, _ message: CheckedTemplate
  ) throws(NotGenerated) {
    let text = try lowering.lower(message, as: .string, scope)
    let function = message.readsSensitiveValues ? "refuseHidden" : "refuse"
    let call = "\(function)(\(KotlinNames.literal(code)), \(try expressions.text(text)))"
    writer.line(placed(call, true))
    isEnded = true
  }

  // MARK: Elements

  /// The names of an element and its index or key in a lambda, and the scope of its body.
  private func element(
    _ elements: Elements, of type: ValueType
  ) throws(NotGenerated) -> (scope: Scope, item: Local, key: Local) {
    var inner = scope
    switch type {
    case .list(let element):
      let item = inner.bind(elements.itemSlot, elements.itemName, element)
      let key = inner.bind(elements.keySlot, "index", .int)
      return (inner, item, key)
    case .map(let keyType, let value):
      let item = inner.bind(elements.itemSlot, elements.itemName, value)
      let key = inner.bind(elements.keySlot, "key", keyType)
      return (inner, item, key)
    case .any:
      let item = inner.bind(elements.itemSlot, elements.itemName, .any)
      let key = inner.bind(elements.keySlot, "key", .any)
      return (inner, item, key)
    default: throw NotGenerated(elements.target.text, at: expressions.place)
    }
  }

  private func lambda(_ item: Local, _ key: Local, _ body: String) -> String {
    let names = [item, key].map(KotlinNames.local).map { body.mentionsName($0) ? $0 : "_" }
    return "{ \(names.joined(separator: ", ")) -> \(body) }"
  }

  private mutating func sort(
    _ elements: Elements, _ key: CheckedExpression?, _ descending: CheckedExpression?
  ) throws(NotGenerated) {
    let type = try self.type(elements.target)
    var direction = "false"
    if let descending {
      let code = try lowering.lower(descending, as: .bool, scope)
      direction = try expressions.text(try value(code, before: elements.target, as: "isDescending"))
    }
    let (inner, item, index) = try element(elements, of: type == .any ? .list(.any) : type)
    let body =
      try key.map { key throws(NotGenerated) in
        try expressions.text(try lowering.lower(key, inner))
      } ?? KotlinNames.local(item)
    let lambda = lambda(item, index, body)
    try assign(elements.target, canFail: true) { place, _ in
      "\(type.listText(place)).sortedInOrder(descending = \(direction)) \(lambda)"
    }
  }

  private mutating func filter(
    _ elements: Elements, _ selection: SuasProgram.Operation.Selection
  ) throws(NotGenerated) {
    let type = try self.type(elements.target)
    let (inner, item, key) = try element(elements, of: type)
    let test: Code
    switch selection {
    case .matching(let condition, let wanted):
      let code = try lowering.lower(condition, as: .bool, inner)
      test = wanted ? code.denied : code
    case .unequal(let template):
      guard let itemCode = inner[elements.itemSlot] else { return }
      let code = try lowering.lower(template, as: itemCode.type, scope)
      let value = try value(code, before: elements.target, as: "unwanted")
      let isSame = program.isSameWhenEqual(itemCode.type)
      test = Code(
        isSame
          ? .equal(itemCode, value, isNegated: false) : .same(itemCode, value, isNegated: false),
        .bool, canFail: value.canFail)
    }
    let body = lambda(item, key, try expressions.text(test))
    let isOpen = type == .any
    let call = { (place: String) in
      isOpen ? "removingWhereOf(\(place)) \(body)" : "\(place).removingWhere \(body)"
    }
    let canFail = test.canFail || isOpen
    guard mark != nil else {
      return try assign(elements.target, canFail: canFail) { place, _ in call(place) }
    }
    let collection = try read(elements.target)
    let kept = KotlinNames.local(scope.local("kept", "remaining"))
    let fails = canFail || elements.target.canBeMissing(program, root.type)
    writer.line("val \(kept) = \(placed(call(collection), fails))")
    let change = try nested { (inner) throws(NotGenerated) in
      try inner.assign(elements.target, canFail: false) { _, _ in kept }
    }
    let former = placed(collection, fails && !canFail)
    writer.line(
      isOpen
        ? "if (countOf(\(kept)) < countOf(\(former))) {" : "if (\(kept).size < \(former).size) {")
    writer.append(change)
    writer.line("}")
  }

  private mutating func update(
    _ elements: Elements, _ pathSlots: [Int], _ condition: CheckedExpression?,
    _ rules: [CheckedRule]
  ) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    let path = try open(elements.target)
    for (slot, key) in zip(pathSlots, path.keys) { scope[slot] = key }
    let collection = try expressions.text(path.place, .postfix)
    let variable: Local
    let key: Code
    let element: ValueType
    var range: String
    switch path.place.type {
    case .list(let type):
      variable = scope.local(
        "index", "\(elements.itemName.memberName)Index", "\(type.elementName)Index")
      key = Code(.position(variable), .int, canFail: false)
      (element, range) = (type, "\(collection).indices")
    case .map(let keyType, let type):
      variable = scope.local("key", "\(elements.itemName.memberName)Key", "\(type.elementName)Key")
      key = Code(.local(variable), keyType, canFail: false)
      (element, range) = (type, "\(collection).keys")
    case .any:
      variable = scope.local("place", "\(elements.itemName.memberName)Place", "elementPlace")
      key = Code(.local(variable), .any, canFail: false)
      (element, range) = (.any, "placesOf(\(collection))")
    default: throw NotGenerated(elements.target.text, at: expressions.place)
    }
    let isOpen = element == .any && path.place.type == .any
    scope[elements.keySlot] = key
    scope[elements.itemSlot] = Code(
      isOpen ? .dynamic(.opened(path.place, key)) : .opened(path.place, key), element,
      canFail: isOpen)
    if let condition {
      let code = try lowering.lower(condition, as: .bool, scope)
      let lambda = try expressions.lambda([KotlinNames.local(variable)], code).flatText
      range = placed("\(range).filter \(lambda)", code.canFail || isOpen)
    } else {
      range = placed(range, isOpen)
    }
    try loop("for (\(KotlinNames.local(variable)) in \(range)) {", rules)
  }

  private mutating func loop(_ start: String, _ rules: [CheckedRule]) throws(NotGenerated) {
    let body = try nested { (inner) throws(NotGenerated) in try inner.write(rules) }
    guard !body.isEmpty else { return }
    writer.line(start)
    writer.append(body)
    writer.line("}")
  }

  private mutating func forEach(
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
      item = scope.bind(itemSlot, element.elementName, element)
      key = scope.local("index")
      scope[keySlot] = Code(.position(key), .int, canFail: false)
    case .map(let keyType, let value):
      isMap = true
      item = scope.bind(itemSlot, value.elementName, value)
      key = scope.bind(keySlot, "key", keyType)
    default:
      isOpen = true
      item = scope.bind(itemSlot, "element", .any)
      key = scope.bind(keySlot, "key", .any)
    }
    let body = try nested { (inner) throws(NotGenerated) in try inner.write(rules) }
    guard !body.isEmpty else { return }
    let text = try expressions.text(code, .postfix)
    let range = placed(isOpen ? "entriesOf(\(text))" : text, isOpen || code.canFail)
    let (itemName, keyName) = (KotlinNames.local(item), KotlinNames.local(key))
    let usedItem = body.mentions(itemName) ? itemName : "_"
    if isOpen {
      let usedKey = body.mentions(keyName) ? keyName : "_"
      writer.line("for ((\(usedKey), \(usedItem)) in \(range)) {")
    } else if body.mentions(keyName) {
      writer.line("for ((\(keyName), \(usedItem)) in \(isMap ? range : "\(range).withIndex()")) {")
    } else {
      writer.line("for (\(itemName) in \(isMap ? "\(range).values" : range)) {")
    }
    writer.append(body)
    writer.line("}")
  }
}

extension ValueType {
  /// True for a value that is looked into only when a rule runs.
  var isDynamic: Bool { self == .any }

  /// The type of a list's elements.
  var elementType: ValueType { if case .list(let element) = nonNull { element } else { .any } }

  /// A place of the type, as a list.
  func listText(_ place: String) -> String { isDynamic ? "listAt(\(place))" : place }
}
