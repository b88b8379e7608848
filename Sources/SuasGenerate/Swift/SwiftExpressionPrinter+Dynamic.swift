import CEL
import SuasProgram

/// Values whose types are known only at run time: the operations on them, and the conversions to
/// and from values of known types.
extension SwiftExpressionPrinter {
  /// A value as one whose type is known only at run time.
  func dynamic(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    switch (code.kind, code.type) {
    case (_, .any): try document(code, .postfix)
    case (.constant(let value), _): names.expression(value, .any).document
    case (.list(let elements), .list): try literal("array", elements.map { (nil, $0) })
    case (.map(let entries), .map) where LoweredExpression.areTexts(entries.map(\.key)):
      try literal("object", entries.map { ($0.key, $0.value) })
    // The compiler would look for the types of the numbers in a sum for long.
    case (.call(let overload, _, _), .double) where overload.id.hasSuffix("_double"):
      SwiftSyntax.call("\(SwiftRuntime.value).double", [try document(code)])
    case (.conditional(let condition, let then, let otherwise), .nullable):
      dynamic(
        SwiftSyntax.parenthesized(
          try choice(condition, then, otherwise, as: code.type)), from: code.type)
    default: dynamic(try document(code, .postfix), from: code.type)
    }
  }

  /// A list or map that is written out, with elements whose types are known only at run time.
  private func literal(
    _ name: Document, _ elements: [(key: LoweredExpression?, value: LoweredExpression)]
  ) throws(NotGenerated) -> Document {
    var documents: [Document] = []
    for (key, value) in elements {
      let value = try dynamic(value)
      let document = if let key { SwiftSyntax.entry(try argument(key), value) } else { value }
      documents.append(document)
    }
    let empty: Document = name == "object" ? "[:]" : "[]"
    return SwiftSyntax.call(
      "\(SwiftRuntime.value).\(name)", [SwiftSyntax.collection(documents, ifEmpty: empty)])
  }

  /// A value whose type is known only at run time, as the argument of a call that asks for one.
  func argument(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    guard case .constant(let value) = code.kind else { return try dynamic(code) }
    if case .record = value { return try dynamic(code) }
    return names.jsonKeyDocument(value)
  }

  /// A value of a type as one whose type is known only at run time.
  func dynamic(_ value: Document, from type: ValueType) -> Document {
    if type.isCoded { return type == .any ? value : SwiftSyntax.member(value, "json") }
    if case .nullable(let inner) = type { return "(\(mapped(value, inner)) ?? .null)" }
    if type == .null { return "\(SwiftRuntime.value).null" }
    let (name, content): (Document, Document) =
      switch type {
      case .uint: ("uint", value)
      case .bytes: ("bytes", value)
      case .type: ("type", value)
      case .opaque: ("\(SwiftRuntime.opaque)", value)
      case .optional(let inner): ("optional", mapped(value, inner))
      case .list(let element): ("array", mapped(value, element))
      case .map(.any, .any): ("object", value)
      case .map(let key, let element):
        (
          "object",
          applied(
            value, "\(SwiftRuntime.convertingEntries)",
            SwiftSyntax.closure(
              "key, value",
              SwiftSyntax.tuple([
                dynamic(.name("key"), from: key), dynamic(.name("value"), from: element),
              ])))
        )
      default: ("", value)
      }
    if name.isEmpty { return SwiftSyntax.member(value, "json") }
    return SwiftSyntax.call("\(SwiftRuntime.value).\(name)", [content])
  }

  private func mapped(_ value: Document, _ type: ValueType) -> Document {
    if type == .any { return value }
    let item = dynamic(.name("item"), from: type)
    if item == SwiftSyntax.member(.name("item"), "json") {
      return SwiftSyntax.method(value, "map", ["\\.json"])
    }
    return "\(SwiftSyntax.member(value, "map")) \(SwiftSyntax.closure("item", item))"
  }

  /// A value whose type is known to the expression, though not to the compiler.
  func known(_ value: Document, as type: ValueType) -> Document {
    switch type {
    case .any: return value
    case _ where type.isCoded: return fitting(value, type)
    default: return expected(value, type)
    }
  }

  private func fitting(
    _ value: Document, _ type: ValueType, label: String = "fitting", _ more: [Document] = []
  ) -> Document {
    let label = SwiftRuntime.dynamic(label)
    return SwiftSyntax.call(names.document(of: type), ["\(label): \(value)"] + more)
  }

  /// A value of the type that a part of the expression needs; a value of another type is an error.
  private func expected(_ value: Document, _ type: ValueType) -> Document {
    func expect(_ name: String, needing file: String? = nil) -> Document {
      let needed = file.map { "\(SwiftRuntime.need($0))" } ?? Document()
      return SwiftSyntax.method(value, "\(needed)\(SwiftRuntime.dynamic("expect\(name)"))", [])
    }
    func each(_ start: Document, _ item: Document) -> Document {
      applied(start, "map", SwiftSyntax.failingClosure("(item)", item))
    }
    return switch type {
    case .bool: expect("Bool")
    case .int: expect("Int")
    case .uint: expect("UInt", needing: "Unsigned")
    case .double: expect("Double")
    case .string: expect("String")
    case .bytes: expect("Bytes", needing: "Bytes")
    case .timestamp: expect("Timestamp")
    case .duration: expect("Duration")
    case .type: expect("Type")
    case .opaque:
      SwiftSyntax.method(
        value, "\(SwiftRuntime.need("NetworkValues"))\(SwiftRuntime.dynamic("expectOpaque"))",
        ["\(names.document(of: type)).self"])
    case .null: expect("Null")
    case .list(.any): expect("List")
    case .map(.any, .any): expect("Map")
    case .optional(.any): expect("Optional")
    case .list(let element): each(expect("List"), "try \(known(.name("item"), as: element))")
    case .optional(let inner): each(expect("Optional"), "try \(known(.name("item"), as: inner))")
    case .map(let key, let element):
      applied(
        expect("Map"), "\(SwiftRuntime.convertingEntries)",
        SwiftSyntax.failingClosure(
          "(key, value)",
          SwiftSyntax.tuple([
            "try \(known(.name("key"), as: key))", "try \(known(.name("value"), as: element))",
          ])))
    case .record:
      SwiftSyntax.method(
        value, "\(SwiftRuntime.dynamic("expectRecord"))",
        ["\(names.document(of: type)).self", quoted(type.kindName)])
    case .any: value
    default: fitting(value, type)
    }
  }

  /// A step on values whose types are known only when it runs.
  func dynamic(_ step: LoweredExpression.Dynamic, _ type: ValueType) throws(NotGenerated)
    -> Document
  {
    switch step {
    case .select(let value, let name):
      return known(try method(value, "member", quoted(name)), as: type)
    case .selectIfAny(let value, let name): return try method(value, "memberIfAny", quoted(name))
    case .has(let value, let name): return try has(value, name)
    case .element(let value, let index):
      return known(try method(value, "element", argument(index)), as: type)
    case .elementIfAny(let value, let index):
      let call = try method(value, "elementIfAny", argument(index))
      guard case .optional(let element) = type, element != .any else { return call }
      return applied(
        call, "map",
        SwiftSyntax.failingClosure("(item)", "try \(known(.name("item"), as: element))"))
    case .elements(let value): return try method(value, "elements")
    case .entries(let value): return try method(value, "entries")
    case .opened(let value, let key):
      return SwiftSyntax.method(
        try dynamic(value), "\(SwiftRuntime.place("part"))", [try argument(key)])
    case .openedMember(let value, let name):
      return SwiftSyntax.method(
        try dynamic(value), "\(SwiftRuntime.place("part"))", ["named: \(quoted(name))"])
    case .call(let name, let overloads, let arguments):
      return try dynamicCall(name, overloads, arguments, type)
    case .expect(let value): return expected(try dynamic(value), type)
    case .fit(let value, let purpose): return fitted(try dynamic(value), type, purpose)
    }
  }

  /// A call of a method of a value whose type is known only at run time.
  private func method(
    _ value: LoweredExpression, _ name: String, _ arguments: Document...
  ) throws(NotGenerated) -> Document {
    SwiftSyntax.method(try dynamic(value), "\(SwiftRuntime.dynamic(name))", arguments)
  }

  private func has(_ value: LoweredExpression, _ name: String) throws(NotGenerated) -> Document {
    if case .convert(let map, .toAny) = value.kind, case .map(let key, _) = map.type,
      key.isNamed || key == .any
    {
      return SwiftSyntax.method(
        try document(map, .postfix), "hasKey", [names.expression(.string(name), key).document])
    }
    return try method(value, "hasMember", quoted(name))
  }

  /// A value that fits the type that its place asks for; any other value is an error.
  private func fitted(_ value: Document, _ type: ValueType, _ purpose: LoweredExpression.Purpose)
    -> Document
  {
    guard type.isCoded else { return expected(value, type) }
    return switch purpose {
    case .place: fitting(value, type)
    case .field: fitting(value, type, label: "fittingMember")
    case .payload(let action): fitting(value, type, ["payloadOf: \(quoted(action))"])
    case .argument(let parameter, let function):
      fitting(value, type, [quoted(parameter), "of: \(quoted(function))"])
    case .result: fitting(value, type, label: "fittingResult")
    }
  }

  /// The place of the state that is changed, as it stands on the left of an assignment.
  func place(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    switch code.kind {
    case .dynamic(.opened(let value, let key)):
      "\(try place(value))[\(SwiftRuntime.place("part")): \(try argument(key))]"
    case .dynamic(.openedMember(let value, let name)):
      "\(try place(value))[\(SwiftRuntime.place("part")): \(quoted(name))]"
    default: try document(code, .postfix)
    }
  }
}

extension ValueType {
  /// True if each value of the type can become one whose type is known at run time, and back, by the
  /// coding of the type.
  var isCoded: Bool {
    switch self {
    case .bool, .int, .double, .string, .timestamp, .duration, .any, .enumeration, .record,
      .partial:
      true
    case .list(let inner), .nullable(let inner): inner.isCoded
    case .map(let key, let value):
      key.isMapKey && value.isCoded
    case .null, .uint, .bytes, .type, .opaque, .optional: false
    }
  }
}
