import CEL
import SuasProgram

/// Steps on values whose types are known only when they run.
extension TypeScriptExpressions {
  func dynamic(
    _ step: LoweredExpression.Dynamic, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    let call: TypeScriptExpression
    switch step {
    case .select(let value, let name):
      call = .call("\(ts: "select")", try boxes([value]) + [names.text(name)])
    case .selectIfAny(let value, let name):
      call = .call("\(ts: "selectOptional")", try boxes([value]) + [names.text(name)])
      if type == .optional(.any) { return call }
    case .call(let name, let overloads, let arguments):
      return try dynamicCall(name, overloads, arguments, type)
    case .has(let value, let name):
      return .call("\(ts: "has")", try boxes([value]) + [names.text(name)])
    case .element(let value, let index):
      call = .call("\(ts: "element")", try boxes([value, index]))
    case .elementIfAny(let value, let index):
      call = .call("\(ts: "elementIfAny")", try boxes([value, index]))
      if type == .optional(.any) { return call }
    case .elements(let value): return .call("\(ts: "elements")", try boxes([value]))
    case .entries(let value): return .call("\(ts: "entries")", try boxes([value]))
    case .opened(let value, let key):
      call = .call("\(ts: "placeOf")", try boxes([value, key]))
    case .openedMember(let value, let name):
      call = .call("\(ts: "memberOf")", try boxes([value]) + [names.text(name)])
    case .expect(let value): return try expect(value, type)
    case .fit(let value, let purpose): return try fit(value, purpose, type)
    }
    return names.unboxed(call, type)
  }

  private func expect(
    _ value: LoweredExpression, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    let arguments = [try boxed(value).document(), names.text(type.kindName)]
    guard names.isBoxed(type), type != .double else {
      return .call("\(ts: "expect")<\(names.type(type))>", arguments)
    }
    return names.unboxed(.call("\(ts: "expect")<unknown>", arguments), type)
  }

  private func fit(
    _ value: LoweredExpression, _ purpose: LoweredExpression.Purpose, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    if value.type == type, !type.hasAny {
      let boxing = names.isBoxed(type) ? [names.fieldType(type)] : []
      return .call("\(ts: "limited")", [try document(value)] + boxing)
    }
    let function: String
    var arguments = [try boxed(value).document(), names.fieldType(type)]
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
    return .call("\(ts: function)<\(names.type(type))>", arguments)
  }

  private func dynamicCall(
    _ name: String, _ overloads: [Overload], _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    if name == "or", arguments.count == 2 {
      let optional: Document = "\(ts: "Optional")<unknown>"
      let other = TypeScriptExpression.call(
        "\(ts: "known")<\(optional)>", [try document(arguments[1])])
      return .call(
        "\(ts: "expect")<\(optional)>",
        [try document(arguments[0]), "\"optional_type\""]
      ).member(".or" + .parenthesized([.lazy(other)]))
    }
    if overloads.count == 1, !arguments.isEmpty, !overloads[0].asksForElements {
      return try calling(name, overloads[0], arguments, type)
    }
    return names.unboxed(
      .call("\(ts: "callFunction")", [names.text(name)] + (try boxes(arguments))), type)
  }

  /// A call of the only overload of a function that may take the values.
  private func calling(
    _ name: String, _ overload: Overload, _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    let parameters = zip(["first", "second", "third", "fourth"], overload.parameters).map {
      (name: $0, type: ValueType($1))
    }
    let locals = parameters.map {
      LoweredExpression(.local(Local($0.name)), $0.type, canFail: false)
    }
    let head = parameters.map { "\(name: $0.name): \(names.type($0.type))" as Document }
    let result = ValueType(overload.result)
    var body = try call(overload, name, locals)
    let isBoxed = result != type && type == .any
    if isBoxed { body = names.boxed(body, result) }
    let kinds = parameters.map { names.text($0.type == .any ? "any" : $0.type.kindName) }
    let call = TypeScriptExpression.call(
      "\(ts: "calling")",
      [
        names.text(name), .bracketed(kinds), .bracketed(try boxes(arguments)),
        .arrow("(\(head.joined(separator: ", ")))", body),
      ])
    return result == type || isBoxed ? call : names.unboxed(call, type)
  }
}
