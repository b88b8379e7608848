import CEL
import SuasProgram

/// Macros, which are methods of lists and maps with lambdas.
extension KotlinExpressions {
  func comprehension(_ it: LoweredExpression.Comprehension) throws(NotGenerated) -> KotlinExpression
  {
    if it.kind == .bind { return try bound(it) }
    let variables = it.variables.map(KotlinNames.local)
    let range = try range(of: it)
    let body = try lambda(variables, it.body)
    switch it.kind {
    case .optMap: return range.calling(".\(kotlin: "map") \(body)")
    case .optFlatMap: return range.calling(".\(kotlin: "flatMap") \(body)")
    case .all:
      return range.calling(
        it.body.canFail ? ".\(kotlin: "decides")(false) \(body)" : ".all \(body)")
    case .exists:
      return range.calling(it.body.canFail ? ".\(kotlin: "decides")(true) \(body)" : ".any \(body)")
    case .existsOne:
      return KotlinExpression(range.calling(".count \(body)"), "==", KotlinExpression("1"))
    case .filter: return range.calling(".filter \(body)")
    case .map, .transformList: return range.calling(".map \(body)")
    case .sortBy: return range.calling(".\(kotlin: "sortedByKey") \(body)")
    case .closure: return KotlinExpression("\(kotlin: "closure")(\(range.document())) \(body)")
    case .fold: return try fold(it, range, variables)
    // The lambda gives the value alone; the key stays that of the element.
    case .transformMap: return range.calling(".\(kotlin: "transforming") \(body)")
    case .transformMapEntry: return range.calling(".\(kotlin: "joining") \(body)")
    case .bind: throw NotGenerated(at: place)
    }
  }

  /// The collection or optional that a macro goes through.
  private func range(of it: LoweredExpression.Comprehension) throws(NotGenerated)
    -> KotlinExpression
  {
    var range = try expression(it.range, isAlone: true)
    if it.kind == .optMap || it.kind == .optFlatMap { return range }
    switch it.range.type {
    case .map:
      if case .dynamic(.entries) = it.range.kind { break }
      range = range.reading(it.variables.count == 2 ? ".entries" : ".keys")
    default:
      if it.variables.count == 2, it.kind != .fold {
        range = range.calling(".\(kotlin: "numbered")()")
      }
    }
    guard let filter = it.filter else { return range }
    return range.calling(".filter \(try lambda(it.variables.map(KotlinNames.local), filter))")
  }

  private func fold(
    _ it: LoweredExpression.Comprehension, _ range: KotlinExpression, _ variables: [String]
  ) throws(NotGenerated) -> KotlinExpression {
    guard let first = it.start else { throw NotGenerated(at: place) }
    let body = try document(it.body)
    let parameters = Self.used(variables, in: body).joined(separator: ", ")
    let start = Document.arguments([try expression(first, isAlone: true).document()])
    return range.calling(
      ".fold<_, \(names.type(first.type))>\(start) \(.lambda(parameters, body))")
  }

  private func bound(_ it: LoweredExpression.Comprehension) throws(NotGenerated) -> KotlinExpression
  {
    let variables = it.variables.map(KotlinNames.local)
    guard it.range.canFail, let variable = it.variables.first else {
      return try expression(it.range, isAlone: true).calling(
        ".let \(try lambda(variables, it.body))")
    }
    var inner = self
    inner.lazyNames.insert(variable.name)
    let range = Document.lambda("", try document(it.range))
    return KotlinExpression("\(kotlin: "Bound") \(range)").calling(
      ".let \(try inner.lambda(variables, it.body))")
  }

  /// A lambda that computes a value from an element.
  func lambda(_ variables: [String], _ body: LoweredExpression) throws(NotGenerated) -> Document {
    let value = try expression(body, isAlone: true).document()
    let used = Self.used(variables, in: value)
    if used.count == 1 { return .lambda(used[0] == "_" ? "" : used[0], value) }
    return .lambda("(\(used.joined(separator: ", ")))", value)
  }

  /// The names of variables as parameters; one that a body does not read has none.
  static func used(_ variables: [String], in body: Document) -> [Document] {
    variables.map { body.mentions($0) ? .name($0) : "_" }
  }
}
