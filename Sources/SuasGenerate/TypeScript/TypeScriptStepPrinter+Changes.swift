import CEL
import SuasProgram

extension TypeScriptStepPrinter {
  /// The new value at a place, as a function of the old one.
  ///
  /// - Parameter statements: The statements before the change, to which what it needs is added.
  mutating func change(
    _ change: Change, _ type: ValueType, _ statements: inout [TypeScriptStatement]
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    switch change {
    case .set(let value):
      let value = try expressions.expression(value)
      return { _ in value }
    case .empty: return { .call("\(ts: "emptied")", [$0.document()]) }
    case .toggle:
      return {
        type == .bool ? .prefixed("!", $0) : .call("\(ts: "toggled")", [$0.document()])
      }
    case .add(let amount, let sign): return try add(amount, sign, type)
    case .setFields(let fields): return try setFields(fields, type)
    case .merge(let value): return try merge(value, type)
    case .mergeFields(let value, let record): return try mergeFields(value, record, type)
    case .insert(let value, let isList, let position):
      return try insert(value, isList: isList, position, type)
    case .remove(let index): return try calling("removing", [index], type)
    case .move(let from, let to): return try calling("moving", [from, to], type)
    case .swap(let first, let second): return try calling("swapping", [first, second], type)
    case .reverse: return try calling("inReverse", [], type)
    case .sort(let key, let isDescending): return try sort(key, isDescending, type)
    case .keep(let test):
      return { [self] place throws(NotGenerated) in try dropping(test, from: place, type) }
    case .upsert(let value, let field): return try upsert(value, field, type, &statements)
    case .dropEntry: throw NotGenerated(at: expressions.place)
    }
  }

  /// The value at a place that must not be null.
  ///
  /// - Parameter expected: What is needed there; nil for a record, or any list or map.
  static func present(
    _ place: TypeScriptExpression, _ type: ValueType, _ expected: String? = nil
  ) -> TypeScriptExpression {
    guard type != type.nonNull else { return place }
    let needed = expected ?? (type.nonNull.isCollection ? "a list or a map" : nil)
    return .call(
      "\(ts: "there")", [place.document()] + (needed.map { ["\"\($0)\"" as Document] } ?? []))
  }

  /// The list at a place.
  private static func list(
    _ place: TypeScriptExpression, _ type: ValueType
  ) -> TypeScriptExpression {
    type == .any
      ? .call("\(ts: "listAt")", [place.document()]) : present(place, type, "a list")
  }

  private func calling(
    _ function: String, _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    let arguments = try expressions.list(arguments)
    return { .call("\(ts: function)", [Self.list($0, type).document()] + arguments) }
  }

  private func add(
    _ amount: LoweredExpression, _ sign: SuasProgram.Operation.Sign, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    let value = try expressions.expression(amount)
    if type == .any {
      let boxed = try expressions.boxed(amount).document()
      return { .call("\(ts: "increased")", [$0.document(), boxed, "\"\(sign.verb)\""]) }
    }
    let expected = "a number or duration"
    if type.nonNull == .double {
      return {
        TypeScriptExpression(
          Self.present($0, type, expected), sign == .plus ? "+" : "-", value)
      }
    }
    let function =
      type.nonNull == .duration
      ? sign == .plus ? "prolonged" : "shortened" : sign == .plus ? "incremented" : "decremented"
    return {
      .call("\(ts: function)", [Self.present($0, type, expected).document(), value.document()])
    }
  }

  private func setFields(
    _ fields: [(field: RecordLayout.Field, value: LoweredExpression)], _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    guard let layout = program.layout(of: type) else { throw NotGenerated(at: expressions.place) }
    let values = try fields.map { field, value throws(NotGenerated) in
      (field, try expressions.expression(value))
    }
    let names = names
    return { names.copied(Self.present($0, type), layout, values) }
  }

  private func merge(_ value: LoweredExpression, _ type: ValueType) throws(NotGenerated)
    -> TypeScriptPlaces.New
  {
    let boxed = try expressions.boxed(value).document()
    let value = try expressions.expression(value)
    let expected = "a record or a map"
    switch type.nonNull {
    case .any: return { .call("\(ts: "merged")", [$0.document(), boxed]) }
    case .map:
      return {
        Self.present($0, type, expected).member(".merging" + .parenthesized([value.document()]))
      }
    default:
      guard type != type.nonNull else { return { _ in value } }
      return {
        .call("\(ts: "bind")", [Self.present($0, type, expected).document(), .lazy(value)])
      }
    }
  }

  private func mergeFields(
    _ value: LoweredExpression, _ record: String, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    guard let schema = program.layout(record).flatMap(names.schema) else {
      throw NotGenerated(record, at: expressions.place)
    }
    let fields = try expressions.document(value)
    return {
      .call("\(ts: "withFields")", [Self.present($0, type).document(), fields, schema])
    }
  }

  private func insert(
    _ value: LoweredExpression, isList: Bool, _ position: Change.Position, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    let value =
      try isList
      ? expressions.alone(value).document() : expressions.document(value)
    let added: Document = isList ? "...\(value)" : value
    switch position {
    case .end:
      return { .list(["...\(Self.list($0, type).document())", added]) }
    case .start:
      return { .list([added, "...\(Self.list($0, type).document())"]) }
    case .index(let index):
      let function = isList ? "insertingAll" : "inserting"
      let index = try expressions.document(index)
      return { .call("\(ts: function)", [Self.list($0, type).document(), index, value]) }
    }
  }

  // MARK: Elements

  /// A function of an element and its index or key.
  private func function(_ element: Change.ElementCode) throws(NotGenerated) -> Document {
    let body = try expressions.expression(element.code)
    let names = [element.item, element.key].map(TypeScriptNames.local)
    return .arrow(TypeScriptExpressions.parameters(names, in: body.document()), body)
  }

  private mutating func sort(
    _ key: Change.ElementCode?, _ isDescending: LoweredExpression?, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    let direction = try isDescending.map { code throws(NotGenerated) in
      try expressions.document(code)
    }
    let item = Local("item")
    let function = try function(
      key
        ?? Change.ElementCode(
          item: item, key: Local("index"),
          code: LoweredExpression(.local(item), type.elementType, canFail: false)))
    return {
      .call(
        "\(ts: "sortedInOrder")",
        [Self.list($0, type).document(), direction ?? "false", function])
    }
  }

  /// A collection without the elements for which a condition does not hold.
  func dropping(
    _ test: Change.ElementCode, from collection: TypeScriptExpression, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    let function = try function(
      Change.ElementCode(item: test.item, key: test.key, code: test.code.negated))
    if case .map = type { return collection.member(".removingWhere" + .parenthesized([function])) }
    return .call(
      "\(ts: type == .any ? "removingWhereOf" : "removingWhere")",
      [collection.document(), function])
  }

  private mutating func upsert(
    _ value: LoweredExpression, _ field: String, _ type: ValueType,
    _ statements: inout [TypeScriptStatement]
  ) throws(NotGenerated) -> TypeScriptPlaces.New {
    let new = try expressions.document(value)
    let item = TypeScriptExpression(.name("item"))
    guard value.type == .any else {
      let member = Document.arrow("(\(name: "item"))", item.member(TypeScriptNames.property(field)))
      return { .call("\(ts: "upserting")", [Self.list($0, type).document(), new, member]) }
    }
    // What the element is found by is judged before the place is opened.
    let wanted = fresh("wanted", "wantedKey")
    let name = names.text(field)
    statements.append(constant(wanted, placed(.call("\(ts: "memberOf")", [new, name]))))
    let member = Document.arrow(
      "(\(name: "item"))", .call("\(ts: "memberOf")", [item.document(), name]))
    return {
      .call(
        "\(ts: "upserting")", [Self.list($0, type).document(), new, member, .name(wanted)])
    }
  }
}
