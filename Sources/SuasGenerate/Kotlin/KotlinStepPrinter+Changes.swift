import CEL
import SuasProgram

extension KotlinStepPrinter {
  /// The new value at a place, as a function of the old one.
  ///
  /// - Parameter statements: The statements before the change; those that the change needs are
  ///   added to them.
  mutating func change(
    _ change: Change, _ type: ValueType, _ statements: inout [KotlinStatement]
  ) throws(NotGenerated) -> KotlinPlaces.New {
    switch change {
    case .set(let value):
      let value = try expressions.expression(value)
      return { _ in value }
    case .empty: return { .call("\(kotlin: "emptied")", [$0.document()]) }
    case .toggle:
      return {
        type == .bool ? .prefixed("!", $0) : .call("\(kotlin: "toggled")", [$0.document()])
      }
    case .add(let amount, let sign): return try add(amount, sign, type)
    case .setFields(let fields): return try setFields(fields, type)
    case .merge(let value): return try merge(value, type)
    case .mergeFields(let value, _):
      let fields = try expressions.document(value)
      return {
        .call("\(kotlin: "withFields")", [Self.present($0, type).document(), fields])
      }
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
  /// - Parameter function: The function of the runtime that says what is needed there; nil for a
  ///   record, or any list or map.
  static func present(
    _ place: KotlinExpression, _ type: ValueType, _ function: String? = nil
  ) -> KotlinExpression {
    if type == type.nonNull { return place }
    let function = function ?? (type.nonNull.isCollection ? "collectionThere" : "there")
    return .call("\(kotlin: function)", [place.document()])
  }

  /// The list at a place.
  private static func list(_ place: KotlinExpression, _ type: ValueType) -> KotlinExpression {
    type == .any
      ? .call("\(kotlin: "listAt")", [place.document()]) : present(place, type, "listThere")
  }

  private func calling(
    _ method: String, _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> KotlinPlaces.New {
    let arguments = Document.arguments(try expressions.list(arguments))
    return { Self.list($0, type).calling(".\(kotlin: method)\(arguments)") }
  }

  private func add(
    _ amount: LoweredExpression, _ sign: SuasProgram.Operation.Sign, _ type: ValueType
  ) throws(NotGenerated) -> KotlinPlaces.New {
    let value = try expressions.expression(amount)
    let verb: Document = "\"\(sign.verb)\""
    if type == .any {
      return { .call("\(kotlin: "increased")", [$0.document(), value.document(), verb]) }
    }
    if type.nonNull == .double {
      return {
        KotlinExpression(Self.present($0, type, "amount"), sign == .plus ? "+" : "-", value)
      }
    }
    let function = sign == .plus ? "incremented" : "decremented"
    return {
      .call(
        "\(kotlin: function)",
        [Self.present($0, type, "amount").document(), value.document(), verb])
    }
  }

  private func setFields(
    _ fields: [(field: RecordLayout.Field, value: LoweredExpression)], _ type: ValueType
  ) throws(NotGenerated) -> KotlinPlaces.New {
    guard let layout = program.layout(of: type) else { throw NotGenerated(at: expressions.place) }
    let values = try fields.map { field, value throws(NotGenerated) in
      (field, try expressions.expression(value))
    }
    let names = names
    return { names.copied(Self.present($0, type), layout, values) }
  }

  private func merge(_ value: LoweredExpression, _ type: ValueType) throws(NotGenerated)
    -> KotlinPlaces.New
  {
    let value = try expressions.expression(value)
    let isNullable = type != type.nonNull
    switch type.nonNull {
    case .any: return { .call("\(kotlin: "merged")", [$0.document(), value.document()]) }
    case .map:
      return {
        Self.present($0, type, "mergedThere").calling(
          ".\(kotlin: "merging")\(.arguments([value.document()]))")
      }
    default:
      return {
        isNullable
          ? Self.present($0, type, "mergedThere").calling(
            ".let \(.lambda("", value.document()))") : value
      }
    }
  }

  private func insert(
    _ value: LoweredExpression, isList: Bool, _ position: Change.Position, _ type: ValueType
  ) throws(NotGenerated) -> KotlinPlaces.New {
    let all = isList ? "All" : ""
    let value = try expressions.document(value)
    let (method, arguments): (String, [Document])
    switch position {
    case .end: (method, arguments) = ("appending", [value])
    case .start: (method, arguments) = ("prepending", [value])
    case .index(let index):
      (method, arguments) = ("inserting", [try expressions.document(index), value])
    }
    return {
      Self.list($0, type).calling(".\(kotlin: method + all)\(.arguments(arguments))")
    }
  }

  // MARK: Elements

  /// A lambda on an element and its index or key.
  private func lambda(_ element: Change.ElementCode) throws(NotGenerated) -> Document {
    let variables = [element.item, element.key].map(KotlinNames.local)
    let body = try expressions.document(element.code)
    let used = KotlinExpressions.used(variables, in: body)
    return .lambda(used.joined(separator: ", "), body)
  }

  private mutating func sort(
    _ key: Change.ElementCode?, _ isDescending: LoweredExpression?, _ type: ValueType
  ) throws(NotGenerated) -> KotlinPlaces.New {
    let direction = try isDescending.map { code throws(NotGenerated) in
      try expressions.document(code)
    }
    let item = Local("item")
    let lambda = try lambda(
      key
        ?? Change.ElementCode(
          item: item, key: Local("index"),
          code: LoweredExpression(.local(item), type.elementType, canFail: false)))
    let start: Document =
      ".\(kotlin: "sortedInOrder")(descending = \(direction ?? "false"))"
    return { Self.list($0, type).calling("\(start) \(lambda)") }
  }

  /// A collection without the elements for which a condition does not hold.
  func dropping(
    _ test: Change.ElementCode, from collection: KotlinExpression, _ type: ValueType
  ) throws(NotGenerated) -> KotlinExpression {
    let lambda = try lambda(
      Change.ElementCode(item: test.item, key: test.key, code: test.code.negated))
    return type == .any
      ? KotlinExpression("\(kotlin: "removingWhereOf")(\(collection.document())) \(lambda)")
      : collection.calling(".\(kotlin: "removingWhere") \(lambda)")
  }

  private mutating func upsert(
    _ value: LoweredExpression, _ field: String, _ type: ValueType,
    _ statements: inout [KotlinStatement]
  ) throws(NotGenerated) -> KotlinPlaces.New {
    let new = try expressions.document(value)
    guard value.type == .any else {
      let member = Document.lambda("", "it.\(KotlinNames.member(field))")
      return { Self.list($0, type).calling(".\(kotlin: "upserting")(\(new)) \(member)") }
    }
    // The value that identifies the element is evaluated before the place is opened.
    let wanted = fresh("wanted", "wantedKey")
    let name = names.text(field)
    types[wanted] = names.type(.any)
    let part = placed(.call("\(kotlin: "memberOf")", [new, name]))
    statements.append(
      statement(
        part.assigned(to: "val \(name: wanted): \(names.type(.any))"), binding: wanted))
    let member = Document.lambda("", "\(kotlin: "memberOf")(it, \(name))")
    return {
      Self.list($0, type).calling(
        ".\(kotlin: "upserting")\(.arguments([new, .name(wanted)])) \(member)")
    }
  }
}
