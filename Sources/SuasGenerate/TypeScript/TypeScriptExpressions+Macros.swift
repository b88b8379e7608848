import CEL
import SuasProgram

/// Macros, which are methods of lists and maps with functions.
extension TypeScriptExpressions {
  func comprehension(
    _ it: LoweredExpression.Comprehension
  ) throws(NotGenerated) -> TypeScriptExpression {
    if it.kind == .bind { return try bound(it) }
    let range = try range(of: it)
    let body = try function(of: it, it.body)
    let method = { (name: String) in range.member(".\(name)" + .parenthesized([body])) }
    // The compiler would take the texts of a literal for any texts.
    let mapped = {
      it.body.isWrittenOut
        ? range.member(".map<\(names.type(it.body.type))>" + .parenthesized([body])) : method("map")
    }
    let call = { (name: String) in
      TypeScriptExpression.call("\(ts: name)", [range.document(), body])
    }
    switch it.kind {
    case .optMap, .map, .transformList: return mapped()
    case .optFlatMap: return method("flatMap")
    case .all, .exists:
      guard it.body.canFail else { return method(it.kind == .all ? "every" : "some") }
      let deciding: Document = it.kind == .all ? "false" : "true"
      return .call("\(ts: "decides")", [range.document(), deciding, body])
    case .existsOne:
      return TypeScriptExpression(
        method("filter").member(".length"), "===", TypeScriptExpression("1"))
    case .filter: return method("filter")
    case .sortBy:
      return call(
        it.body.type.isSortable ? "sortedByKey" : "sortedByOpenKey")
    case .closure: return call("closure")
    case .fold: return try fold(it, range)
    // The function gives the value alone; the key is that of the element.
    case .transformMap: return call("transformed")
    case .transformMapEntry: return call("joining")
    case .bind: throw NotGenerated(at: place)
    }
  }

  /// The collection or optional that a macro goes through.
  private func range(
    of it: LoweredExpression.Comprehension
  ) throws(NotGenerated) -> TypeScriptExpression {
    var range = try alone(it.range)
    if it.kind == .optMap || it.kind == .optFlatMap { return range }
    switch it.range.type {
    case .map:
      if case .dynamic(.entries) = it.range.kind { break }
      range = range.member(it.variables.count == 2 ? ".entries()" : ".keys()")
    default:
      if it.variables.count == 2, it.kind != .fold {
        range = .call("\(ts: "numbered")", [range.document()])
      }
    }
    guard let filter = it.filter else { return range }
    return range.member(".filter" + .parenthesized([try function(of: it, filter)]))
  }

  private func fold(
    _ it: LoweredExpression.Comprehension, _ range: TypeScriptExpression
  ) throws(NotGenerated) -> TypeScriptExpression {
    guard let first = it.start else { throw NotGenerated(at: place) }
    let body = try expression(it.body)
    let parameters = Self.parameters(
      it.variables.map(TypeScriptNames.local), in: body.document())
    let function = Document.arrow(parameters, body)
    return range.member(
      ".reduce<\(names.type(first.type))>"
        + .parenthesized([function, try document(first)]))
  }

  private func bound(
    _ it: LoweredExpression.Comprehension
  ) throws(NotGenerated) -> TypeScriptExpression {
    guard it.range.canFail, let variable = it.variables.first else {
      return .call(
        "\(ts: "bind")", [try alone(it.range).document(), try function(of: it, it.body)])
    }
    var inner = self
    inner.lazyNames.insert(variable.name)
    let range = Document.lazy(try alone(it.range))
    return .call(
      "\(ts: "bind")",
      [
        "new \(ts: "Bound")" + .parenthesized([range]),
        try inner.function(of: it, it.body),
      ])
  }

  /// A function that computes a value from an element.
  private func function(
    of it: LoweredExpression.Comprehension, _ body: LoweredExpression
  ) throws(NotGenerated) -> Document {
    let value = try expression(body)
    let names = it.variables.map(TypeScriptNames.local)
    if names.count == 1 { return .arrow(Self.parameters(names, in: value.document()), value) }
    let used = Self.used(names, in: value.document())
    let parts = used.joined(separator: ", ")
    return .arrow(used.allSatisfy(\.isEmpty) ? "()" : "([\(parts)])", value)
  }

  /// The parameters of a function; the last ones that its body does not read are left out.
  static func parameters(_ names: [String], in body: Document) -> Document {
    let count = (names.lastIndex(where: body.mentions) ?? -1) + 1
    let shown = names.prefix(count).map {
      TypeScriptNames.parameter($0, isRead: body.mentions($0))
    }
    return "(\(shown.joined(separator: ", ")))"
  }

  /// The names of a pair's parts; one that a body does not read has none.
  private static func used(_ names: [String], in body: Document) -> [Document] {
    var used = names.map { body.mentions($0) ? Document.name($0) : Document() }
    while used.count > 1, used.last?.isEmpty == true { used.removeLast() }
    return used
  }
}
