import CEL
import SuasProgram

extension SwiftRules {
  mutating func write(
    _ operation: SuasProgram.Operation, _ counting: Counting
  ) throws(NotGenerated) {
    switch operation {
    case .set(let target, let value): try set(target, value)
    case .empty(let target):
      let place = try place(try open(target))
      note("[old = \(place)]", "\(place) = old")
      writer.line("try \(place).empty()")
    case .toggle(let target):
      let path = try open(target)
      let place = try presentPlace(path, "a bool")
      guard path.place.type == .any else {
        note("", "\(place).toggle()")
        writer.line("\(place).toggle()")
        break
      }
      note("[old = \(place)]", "\(place) = old")
      writer.line("try \(place).toggle()")
    case .add(let target, let amount, let sign): try add(target, amount, sign)
    case .merge(let target, let overlay): try merge(target, overlay)
    case .insert(let target, let insertion, let position):
      try insert(target, insertion, position)
    case .remove(let target, let index):
      let index = try value(
        try lowering.lower(index, as: .int, scope), before: try canFail(target), as: "index")
      try drop(try list(try open(target)), try expressions.text(index))
    case .move(let target, let from, let to):
      try rearrange(
        target, from, to, { "move(from: \($0), to: \($1))" },
        undone: { "insert($0.remove(at: Int(\($1))), at: Int(\($0)))" })
    case .swap(let target, let first, let second):
      try rearrange(
        target, first, second, { "swap(\($0), \($1))" },
        undone: { "swapAt(Int(\($0)), Int(\($1)))" })
    case .reverse(let target):
      let list = try list(try open(target))
      note("", "\(list).reverse()")
      writer.line("\(list).reverse()")
    case .sort(let elements, let key, let descending): try sort(elements, key, descending)
    case .filter(let elements, let selection): return try filter(elements, selection)
    case .upsert(let target, let field, let value): try upsert(target, field, value)
    case .delete(let target): return try delete(target)
    case .update(let elements, let pathSlots, let condition, let rules):
      return try update(elements, pathSlots, condition, rules)
    case .forEach(let collection, let itemSlot, let keySlot, let rules):
      return try forEach(collection, itemSlot, keySlot, rules)
    case .branch(let test, let then, let otherwise):
      return try branch(test, then, otherwise)
    case .match(let match): return try self.match(match)
    case .at(let opened, let rules): return try at(opened, rules)
    case .use(let use): return try self.use(use)
    case .bind(let bindings):
      for binding in bindings {
        var code = try lowering.lower(binding.value, scope)
        if code.type == .null { code = code.asAny }
        let local = scope.bind(binding.slot, binding.name, code.type)
        try bind(local, code)
      }
      return
    case .refuse(let code, let message): return try refuse(code, message)
    }
    noteCounted()
  }

  private mutating func set(
    _ target: Target, _ template: CheckedTemplate
  ) throws(NotGenerated) {
    var trial = scope
    let type = try lowering.open(target, in: root, toLast: target.endsInKey, &trial).place.type
    let code = try lowering.lower(template, as: type, scope)
    let value = try value(code, before: try canFail(target), as: "value")
    let path = try lowering.open(target, in: root, toLast: target.endsInKey, &scope)
    try write(path)
    if let entry = try entry(path) {
      if let check = entry.check { writer.line(check) }
      note("[old = \(entry.value)]", entry.restoring)
      return writer.line(try putting(value, in: entry))
    }
    let text = expressions.names.typed(try expressions.trying(value), value.type)
    let place = try assigned(path)
    // What is put where it is already stays as it is.
    guard place != text else { return }
    note("[old = \(place)]", "\(place) = old")
    writer.line("\(place) = \(text)")
  }

  private mutating func add(
    _ target: Target, _ amount: CheckedTemplate, _ sign: SuasProgram.Operation.Sign
  ) throws(NotGenerated) {
    let type = try self.type(target).nonNull
    let code = try lowering.lower(amount, as: type, scope)
    let amount = try value(code, before: try canFail(target), as: "amount")
    let place = try presentPlace(try open(target), "a number or duration")
    let text = try expressions.text(amount)
    note("[old = \(place)]", "\(place) = old")
    if type == .double {
      writer.line(
        "\(place) \(sign == .plus ? "+=" : "-=") \(amount.canFail ? "try " : "")\(text)")
    } else {
      writer.line("try \(place).\(sign.verb)(by: \(text))")
    }
  }

  private mutating func merge(
    _ target: Target, _ overlay: SuasProgram.Operation.Overlay
  ) throws(NotGenerated) {
    let type = try self.type(target)
    switch overlay {
    case .computed(let expression, let record, _):
      let changes = Code(
        .mergedFields(try lowering.lower(expression, scope).asAny, of: record.name),
        .partial(record.name), canFail: true)
      let text = try expressions.text(try value(changes, before: true, as: "changes"))
      let place = try presentPlace(try open(target))
      note("[old = \(place)]", "\(place) = old")
      writer.line("try \(place).merge(\(text))")
    case .whole(let template):
      let code = try lowering.lower(template, as: type.nonNull, scope)
      let value = try value(code, before: try canFail(target), as: "value")
      let path = try open(target)
      let text = try expressions.text(value)
      let present = try presentPlace(path, "a record or a map")
      switch type.nonNull {
      case .map:
        let map = present
        // A literal alone would be a dictionary.
        let entries =
          value.isCollectionLiteral
          ? "(\(text) as \(expressions.names.type(type.nonNull)))" : text
        note("[old = \(map).kept(\(entries).keys)]", "\(map).restore(old)")
        writer.line("\(value.canFail ? "try " : "")\(map).merge(\(text))")
      case .any:
        note("[old = \(present)]", "\(present) = old")
        writer.line("try \(present).merge(\(text))")
      default:
        let place = try assigned(path)
        note("[old = \(place)]", "\(place) = old")
        writer.line("\(place) = \(try expressions.trying(value))")
      }
    case .fields(let fields):
      var values: [(name: String, code: Code)] = []
      for (slot, template) in fields {
        guard let field = program.field(slot, of: type) else {
          throw NotGenerated(target.text, at: expressions.place)
        }
        values.append((field.name, try lowering.lower(template, as: field.type, scope)))
      }
      let rootName = try expressions.text(root)
      var isBound = false
      for value in values.dropFirst() {
        let text = try expressions.text(value.code)
        isBound = isBound || value.code.canFail || text.mentions(rootName)
      }
      if isBound {
        for index in values.indices {
          let local = scope.local(values[index].name, "new\(values[index].name.typeName)")
          try bind(local, values[index].code)
          values[index].code = Code(.local(local), values[index].code.type, canFail: false)
        }
      }
      let record = try presentPlace(try open(target))
      for value in values {
        let place = "\(record).\(SwiftNames.member(value.name))"
        note("[old = \(place)]", "\(place) = old")
        writer.line("\(place) = \(try expressions.trying(value.code))")
      }
    }
  }

  private mutating func insert(
    _ target: Target, _ insertion: SuasProgram.Operation.Insertion,
    _ position: SuasProgram.Operation.Position
  ) throws(NotGenerated) {
    let element = try type(target).elementType
    let placeFails = try canFail(target)
    var index: Code?
    if case .index(let expression) = position {
      index = try value(
        try lowering.lower(expression, as: .int, scope), before: true, as: "index")
    }
    let code: Code
    let label: String
    switch insertion {
    case .one(let template):
      (code, label) = (try lowering.lower(template, as: element, scope), "")
    case .all(let template):
      (code, label) =
        (try lowering.lower(template, as: .list(element), scope), "contentsOf: ")
    }
    let added = try value(code, before: placeFails || index != nil, as: "added")
    let list = try list(try open(target))
    let text = try expressions.text(added)
    let start = added.canFail ? "try " : ""
    switch position {
    case .end:
      note("[count = \(list).count]", "\(list).removeLast(\(list).count - count)")
      writer.line("\(start)\(list).append(\(label)\(text))")
    case .start:
      note("[count = \(list).count]", "\(list).removeFirst(\(list).count - count)")
      writer.line("\(start)\(list).insert(\(label)\(text), at: 0)")
    case .index:
      let index = try index.map { code throws(NotGenerated) in try expressions.text(code) } ?? "0"
      note("[count = \(list).count]", "\(list).remove(\(list).count - count, at: \(index))")
      writer.line("try \(list).insert(\(label)\(text), atIndex: \(index))")
    }
  }

  private mutating func rearrange(
    _ target: Target, _ first: CheckedExpression, _ second: CheckedExpression,
    _ call: (String, String) -> String, undone: (String, String) -> String
  ) throws(NotGenerated) {
    let fails = try canFail(target)
    let first = try value(
      try lowering.lower(first, as: .int, scope), before: fails, as: "from")
    let second = try value(
      try lowering.lower(second, as: .int, scope), before: fails, as: "to")
    let list = try list(try open(target))
    let (one, other) = (try expressions.text(first), try expressions.text(second))
    markWrite()
    writer.line("try \(list).\(call(one, other))")
    noteDone("\(list).\(undone(one, other).replacing("$0", with: list))")
  }

  private mutating func drop(_ list: String, _ index: String) throws(NotGenerated) {
    markWrite()
    guard notes else { return writer.line("try \(list).drop(at: \(index))") }
    let removed = SwiftNames.local(scope.local("removed"))
    writer.line("let \(removed) = try \(list).drop(at: \(index))")
    noteDone("\(list).insert(\(removed), at: Int(\(index)))")
  }

  private mutating func upsert(
    _ target: Target, _ field: String, _ template: CheckedTemplate
  ) throws(NotGenerated) {
    let element = try type(target).elementType
    let code = try lowering.lower(template, as: element, scope)
    var name = try expressions.text(code)
    if !code.isSimple {
      let local = scope.local("new\(element.shortName.typeName)")
      try bind(local, code)
      name = SwiftNames.local(local)
    }
    let search = try self.search(field, of: element, name)
    let list = try list(try open(target))
    let index = SwiftNames.local(scope.local("index", "place"))
    writer.line("if let \(index) = \(search(list)) {")
    note("[old = \(list)[\(index)]]", "\(list)[\(index)] = old", depth: 1)
    writer.line("  \(list)[\(index)] = \(name)")
    writer.line("} else {")
    note("", "\(list).removeLast()", depth: 1)
    writer.line("  \(list).append(\(name))")
    writer.line("}")
  }

  /// The search for the element of a list that has the same value in a field as a new one.
  private mutating func search(
    _ field: String, of element: ValueType, _ new: String
  ) throws(NotGenerated) -> (String) -> String {
    guard let layout = program.layout(of: element), let slot = layout.slot(of: field) else {
      let name = SwiftNames.literal(field)
      let wanted = SwiftNames.local(scope.local("wanted", "wanted\(field.typeName)"))
      writer.line("let \(wanted) = try \(new).part(named: \(name))")
      let test = "{ (item) throws(Failure) in try item.part(named: \(name)) == \(wanted) }"
      return { "try \($0).firstPlace(\(test))" }
    }
    let member = SwiftNames.member(field)
    let type = layout.fields[slot].type
    let test =
      if !program.isSameWhenEqual(type) {
        "$0.\(member).json == \(new).\(member).json"
      } else if program.isExact(type) {
        "$0.\(member) == \(new).\(member)"
      } else {
        "$0.\(member).equals(\(new).\(member))"
      }
    return { "\($0).firstIndex(where: { \(test) })" }
  }

  private mutating func delete(_ target: Target) throws(NotGenerated) {
    let path = try lowering.open(target, in: root, toLast: true, &scope)
    try write(path)
    guard let entry = try entry(path) else { return }
    var map = entry.map
    if entry.isOpen {
      writer.line("try \(map).requireMap()")
      map += ".map"
    }
    guard mark != nil else {
      note("[old = \(map).kept([\(entry.key)])]", "\(map).restore(old)")
      return writer.line("\(map)[\(entry.key)] = nil")
    }
    writer.line("if \(map).hasKey(\(entry.key)) {")
    let outer = writer
    writer = outer.nested()
    note("[old = \(map).kept([\(entry.key)])]", "\(map).restore(old)")
    writer.line("\(map)[\(entry.key)] = nil")
    noteCounted()
    let inner = writer
    writer = outer
    writer.append(inner)
    writer.line("}")
  }

  private mutating func refuse(
    _ code: String, _ message: CheckedTemplate
  ) throws(NotGenerated) {
    let text = try lowering.lower(message, as: .string, scope)
    let message = try expressions.trying(text)
    writer.line("throw Failure(\(SwiftNames.literal(code)), \(message))")
    isEnded = true
  }
}

extension ValueType {
  /// The name of a record without the type around it; `item` for other types.
  var shortName: String {
    guard case .record(let name) = nonNull else { return "item" }
    return name.split { $0 == "." || $0 == " " }.last.map(String.init) ?? "item"
  }
}
