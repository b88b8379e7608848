import CEL
import SuasProgram

/// Steps on values whose types are known only when they run.
extension KotlinExpressions {
  func dynamic(
    _ step: LoweredExpression.Dynamic, _ type: ValueType
  ) throws(NotGenerated) -> KotlinExpression {
    let call: KotlinExpression
    switch step {
    case .select(let value, let name):
      call = .call("\(kotlin: "select")", try list([value]) + [names.text(name)])
    case .selectIfAny(let value, let name):
      return .call("\(kotlin: "selectOptional")", try list([value]) + [names.text(name)])
    case .call(let name, let overloads, let arguments):
      return try dynamicCall(name, overloads, arguments, type)
    case .has(let value, let name):
      return .call("\(kotlin: "has")", try list([value]) + [names.text(name)])
    case .element(let value, let index):
      call = .call("\(kotlin: "element")", try list([value, index]))
    case .elementIfAny(let value, let index):
      call = .call("\(kotlin: "elementIfAny")", try list([value, index]))
      if type == .optional(.any) { return call }
    case .elements(let value): return .call("\(kotlin: "elements")", try list([value]))
    case .entries(let value): return .call("\(kotlin: "entries")", try list([value]))
    case .opened(let value, let key):
      call = .call("\(kotlin: "placeOf")", [try document(value), try document(key)])
    case .openedMember(let value, let name):
      call = .call("\(kotlin: "memberOf")", [try document(value), names.text(name)])
    case .expect(let value):
      return .call(
        "\(kotlin: "expect")<\(names.type(type))>",
        [try document(value), Document("\"\(type.kindName)\"")])
    case .fit(let value, let purpose): return try fit(value, purpose, type)
    }
    return type == .any ? call : known(type, call)
  }

  private func fit(
    _ value: LoweredExpression, _ purpose: LoweredExpression.Purpose, _ type: ValueType
  ) throws(NotGenerated) -> KotlinExpression {
    if value.type == type, !type.hasAny {
      return .call("\(kotlin: "limited")", [try document(value)])
    }
    let function: String
    var arguments = [
      try expression(value, isAlone: true).document(), names.fieldType(type),
    ]
    switch purpose {
    case .place: function = "fit"
    case .field: function = "fitMember"
    case .payload(let action):
      function = "fitPayload"
      arguments.append(names.text(action))
    case .argument(let name, let applied):
      function = "fitArgument"
      arguments.append(names.text("'\(name)' of '\(applied)'"))
    case .result: function = "fitResult"
    }
    return .call("\(kotlin: function)<\(names.type(type))>", arguments)
  }

  private func dynamicCall(
    _ name: String, _ overloads: [Overload], _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> KotlinExpression {
    if name == "or", arguments.count == 2 {
      let optional: Document = "<\(kotlin: "Optional")<Any?>>"
      let other: Document = "\(kotlin: "known")\(optional)(\(try document(arguments[1])))"
      return KotlinExpression.call(
        "\(kotlin: "expect")\(optional)", [try document(arguments[0]), "\"optional_type\""]
      ).calling(".\(kotlin: "or") \(.lambda("", other))")
    }
    if overloads.count == 1, arguments.count > 0, !overloads[0].asksForElements {
      return try calling(name, overloads[0], arguments, type)
    }
    let list = [names.text(name)] + (try list(arguments))
    if name == "containsIP" || name == "containsCIDR" {
      return .call("\(kotlin: "Cidr").containsAny", list)
    }
    let call = KotlinExpression.call("\(kotlin: "callFunction")", list)
    return type == .any ? call : known(type, call)
  }

  /// A call of the only overload of a function that may take the values.
  private func calling(
    _ name: String, _ overload: Overload, _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> KotlinExpression {
    let parameters = zip(["first", "second", "third", "fourth"], overload.parameters).map {
      (name: $0, type: ValueType($1))
    }
    let locals = parameters.map {
      LoweredExpression(.local(Local($0.name)), $0.type, canFail: false)
    }
    let head = parameters.map { "\(name: $0.name): \(names.type($0.type))" as Document }
    let body = try call(overload, name, locals).document()
    let list = Document.arguments([names.text(name)] + (try list(arguments)))
    let text = KotlinExpression(
      "\(kotlin: "calling")\(list) \(.lambda(head.joined(separator: ", "), body))")
    let result = ValueType(overload.result)
    return result == type || type == .any ? text : known(type, text)
  }
}
