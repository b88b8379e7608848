import CEL
import SuasProgram
import YAML

/// Prints expressions in Swift.
///
/// The document of an expression has no `try`: whoever uses it writes one, where the code can fail.
struct SwiftExpressionPrinter {
  let names: SwiftNames
  /// The place of the rule or declaration, for refusals.
  var place: SourceRange
  /// The parameters by which a reducer's function gets the parts of the store that it reads; nil if
  /// the whole store is at hand.
  var storeReads: StoreParameters?
  /// True in the head of a statement with a body, where a closure after a call would be read as the
  /// body.
  var isInHead = false
  /// True in a macro whose result has the type that its closure shows.
  var showsTypes = false
  /// The number of choices in whose branches the expression stands.
  private var choicesAround = 0
  /// The contents of a variant's case that a constant has.
  var known: (contents: Document, name: String)?
  /// The names of `cel.bind` whose values are made at their first use.
  var lateNames: Set<String> = []

  init(names: SwiftNames, place: SourceRange, storeReads: StoreParameters? = nil) {
    self.names = names
    self.place = place
    self.storeReads = storeReads
  }

  /// The expression with the `try` that it needs.
  func trying(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    let expression = try expression(code)
    guard code.canFail else { return expression.document }
    if case .text = code.kind {
      return "try" + SwiftSyntax.hanging(expression.document)
    }
    return SwiftSyntax.keyword("try", expression.document)
  }

  /// The expression with its `try`, as it stands in the head of a statement with a body.
  func heading(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    if code.isFixed { return call("fixed", [try inHead.document(code)]).document }
    return try inHead.trying(code)
  }

  /// The condition of a choice between two values.
  func condition(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    try code.isFixed ? call("fixed", [document(code)]).document : document(code, .or)
  }

  /// A choice between two values.
  ///
  /// - Parameter type: The type that the choice shows where nothing around it does; nil if it need not.
  func choice(
    _ condition: LoweredExpression, _ then: LoweredExpression, _ otherwise: LoweredExpression,
    as type: ValueType? = nil
  ) throws(NotGenerated) -> Document {
    var branch = self
    branch.choicesAround += 1
    let first =
      if let type {
        "\(try branch.document(then, .postfix)) as \(names.document(of: type))" as Document
      } else {
        try branch.document(then, .or)
      }
    return SwiftSyntax.conditional(
      try self.condition(condition), first, try branch.document(otherwise, .conditional))
  }

  /// The expressions in the head of a statement with a body.
  var inHead: SwiftExpressionPrinter {
    var head = self
    head.isInHead = true
    return head
  }

  func document(
    _ code: LoweredExpression, _ outer: SwiftPrecedence = .any
  ) throws(NotGenerated) -> Document {
    if outer == .postfix, code.type == .int || code.type == .uint, code.isConstant {
      return SwiftSyntax.call(names.document(of: code.type), [try document(code)])
    }
    var part = self
    if code.passesItsTypeOn { part.showsTypes = outer == .postfix || showsTypes }
    let expression = try part.expression(code)
    // A literal has the expected type only where a type is expected.
    if outer == .postfix, code.isBareLiteral {
      return SwiftSyntax.parenthesized("\(expression.document) as \(names.document(of: code.type))")
    }
    return expression.operand(of: outer)
  }

  private func expression(_ code: LoweredExpression) throws(NotGenerated) -> SwiftExpression {
    switch code.kind {
    case .constant(let value): return names.expression(value, code.type)
    case .named(let constant): return SwiftExpression(names.constant(constant.name))
    case .local(let local):
      let name = Document.name(SwiftNames.local(local))
      return SwiftExpression(
        lateNames.contains(local.name) ? SwiftSyntax.call(name + ".value", []) : name)
    case .position(let local):
      return SwiftExpression("Int64(\(name: SwiftNames.local(local)))")
    case .field(let record, let name):
      return SwiftExpression(try field(record, name))
    case .fieldIfAny(let record, let name):
      let start = try document(record, .postfix)
      // Anything after a chain would belong to the chain.
      if case .optional = record.type {
        return SwiftExpression(
          SwiftSyntax.memberIfAny(start, Document(SwiftNames.member(name))), .prefix)
      }
      return SwiftExpression("\(start).\(SwiftNames.member(name))")
    case .contents(let variant, let type, let name):
      let contents = try contents(variant, name)
      if let known, known.contents == contents { return SwiftExpression(.name(known.name)) }
      guard code.canFail else { return SwiftExpression(contents + "!") }
      return call("present", [contents, quoted(name), "of: \(quoted(type))"])
    case .hasCase(let variant, let type, let name):
      return try hasCase(variant, type, name)
    case .isPresent(let value):
      return SwiftExpression("\(try document(value, .sum)) != nil", .comparison)
    case .not(let value):
      if case .isPresent(let value) = value.kind {
        return SwiftExpression("\(try document(value, .sum)) == nil", .comparison)
      }
      return SwiftExpression("!\(try document(value, .prefix))", .prefix)
    case .known(let value): return SwiftExpression("\(try document(value, .postfix))!")
    case .unwrapped(let value): return call("unwrap", [try document(value)])
    case .element(let list, let index): return try method(list, "element", [document(index)])
    case .entry(let map, let key): return try method(map, "value", ["for: \(document(key))"])
    case .opened(let collection, let key): return SwiftExpression(try opened(collection, key))
    case .call(let overload, _, let arguments):
      return try call(overload, arguments, code.type)
    case .apply(let function, let arguments): return try apply(function, arguments)
    case .selected(let name, let store):
      return call(
        names.selector(name), [try document(store)])
    case .now: return SwiftExpression("\(name: "runtime").now")
    case .identifier: return SwiftExpression("\(name: "runtime").makeIdentifier()")
    case .and(let terms): return try logic(terms, "and", "&&", .and)
    case .or(let terms): return try logic(terms, "or", "||", .or)
    case .conditional(let condition, let then, let otherwise):
      // So deep the compiler takes no branch for one that may be null because of others.
      var shown: ValueType?
      if choicesAround > 1, case .nullable = code.type, then.isTypedPresent,
        otherwise.isTypedPresent
      {
        shown = code.type
      }
      return SwiftExpression(try choice(condition, then, otherwise, as: shown), .conditional)
    case .equal(let left, let right, let isNegated): return try equal(left, right, isNegated)
    case .same(let left, let right, let isNegated):
      let sign = isNegated ? "!=" : "=="
      return operation(try dynamic(left), sign, try argument(right), .comparison)
    case .list(let elements):
      return SwiftExpression(SwiftSyntax.collection(try documents(elements)))
    case .map(let entries): return SwiftExpression(try map(entries, code.type))
    case .record(let values): return SwiftExpression(try record(values, code.type))
    case .variant(let name, let contents):
      let start = SwiftSyntax.member(
        names.document(of: code.type.nonNull), Document(SwiftNames.member(name)))
      guard let contents else { return SwiftExpression(start) }
      return call(start, [try document(contents)])
    case .comprehension(let it): return SwiftExpression(try comprehension(it))
    case .dynamic(let step): return SwiftExpression(try dynamic(step, code.type))
    case .elementIfAny(let collection, let index):
      return SwiftExpression(try elementIfAny(collection, index))
    case .otherwise(let value, let other): return try otherwise(value, other, "or")
    case .presentElements(let elements):
      let list = SwiftSyntax.collection(try documents(elements))
      let type = names.document(of: .list(.optional(code.type.elementType)))
      let typed = SwiftSyntax.parenthesized("\(list) as \(type)")
      return SwiftExpression(SwiftSyntax.method(typed, "compactMap", ["\\.self"]))
    case .presentEntries(let entries):
      return call(
        names.document(of: code.type),
        ["\(SwiftRuntime.present): \(SwiftSyntax.collection(try pairs(entries)))"])
    case .part(let part, let name, _):
      let value = SwiftSyntax.method(try document(part, .postfix), "value", [quoted(name)])
      return SwiftExpression("\(value) as \(names.document(of: code.type))", .any)
    case .mergedFields(let value, let record):
      return call(
        names.document(of: .partial(record)), ["merging: \(try dynamic(value))"])
    case .convert(let value, .toAny): return SwiftExpression(try dynamic(value))
    case .convert(let value, .toNullable): return try expression(value)
    case .convert(let value, let conversion):
      return SwiftExpression(try convert(value, conversion))
    case .text(let pieces): return try interpolation(pieces)
    case .hiding(let value):
      return SwiftExpression(
        applied("hidingValues", SwiftSyntax.failingClosure("()", try trying(value))))
    case .failure(let code, let message):
      return call("failing", [quoted(code), quoted(message)])
    }
  }

  // MARK: Parts

  func quoted(_ text: String) -> Document { SwiftSyntax.text([.text(text)]).document }

  private func call(_ function: Document, _ arguments: [Document]) -> SwiftExpression {
    SwiftExpression(SwiftSyntax.call(function, arguments))
  }

  private func method(
    _ value: LoweredExpression, _ name: Document, _ arguments: [Document]
  ) throws(NotGenerated) -> SwiftExpression {
    SwiftExpression(SwiftSyntax.method(try document(value, .postfix), name, arguments))
  }

  func operation(
    _ left: Document, _ sign: String, _ right: Document, _ precedence: SwiftPrecedence
  ) -> SwiftExpression {
    SwiftExpression(
      SwiftSyntax.operation(left, ["\(sign) \(SwiftSyntax.levelled(right))"]), precedence)
  }

  /// A call with a closure as its last argument, which follows the others where it can.
  func applied(
    _ function: Document, _ closure: Document, after arguments: [Document] = [],
    label: Document = ""
  ) -> Document {
    if isInHead { return SwiftSyntax.call(function, arguments + [label + closure]) }
    return SwiftSyntax.call(function, arguments, trailing: closure)
  }

  /// A call of a method with a closure as its last argument.
  func applied(
    _ value: Document, _ method: Document, _ closure: Document, after arguments: [Document] = [],
    label: Document = ""
  ) -> Document {
    applied(
      SwiftSyntax.followed(value) + ".\(method)", closure, after: arguments, label: label)
  }

  func documents(_ codes: [LoweredExpression]) throws(NotGenerated) -> [Document] {
    var documents: [Document] = []
    for code in codes { documents.append(try document(code)) }
    return documents
  }

  private func field(_ record: LoweredExpression, _ name: String) throws(NotGenerated) -> Document {
    let member = SwiftNames.member(name)
    if record.isWholeStore, let storeReads {
      return storeReads.read(name).map(Document.name) ?? "\(name: "store").\(member)"
    }
    return SwiftSyntax.member(try document(record, .postfix), Document(member))
  }

  /// The contents of a variant's case, as an optional.
  func contents(_ variant: LoweredExpression, _ name: String) throws(NotGenerated) -> Document {
    SwiftSyntax.followed(try document(variant, .postfix)) + ".\(SwiftNames.member(name))"
  }

  /// A call of a function of the spec; a value that does not fit a parameter is an error that names
  /// the parameter.
  private func apply(
    _ function: CheckedFunction, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> SwiftExpression {
    var documents: [Document] = []
    for (parameter, argument) in zip(function.parameters, arguments) {
      guard case .convert(let value, let conversion) = argument.kind, conversion.canFail else {
        documents.append(try document(argument))
        continue
      }
      let name = Document.name(SwiftNames.member(parameter.name))
      let converted = try convert(name, conversion, from: value.type)
      let closure = SwiftSyntax.failingClosure(
        "(\(parameter.name.memberName))", "try \(converted)")
      documents.append(
        applied(
          "argument", closure,
          after: [try document(value), quoted(parameter.name), "of: \(quoted(function.name))"]))
    }
    return call("\(names.fixed.of("Functions")).\(SwiftNames.member(function.name))", documents)
  }

  /// The element or entry of a collection at a position or key that is known to be there.
  func opened(_ collection: LoweredExpression, _ key: LoweredExpression) throws(NotGenerated)
    -> Document
  {
    let start = try document(collection, .postfix)
    if case .list = collection.type {
      if case .position(let local) = key.kind {
        return SwiftSyntax.element(of: start, at: .name(SwiftNames.local(local)))
      }
      return SwiftSyntax.element(of: start, at: "Int(\(try document(key)))")
    }
    return SwiftSyntax.element(of: start, at: SwiftSyntax.argument("existing", try document(key)))
  }

  private func hasCase(
    _ variant: LoweredExpression, _ type: String, _ name: String
  ) throws(NotGenerated) -> SwiftExpression {
    let contents = names.program.layout(RecordType.name(ofCase: name, in: type))
    guard contents?.fields.isEmpty ?? true else {
      return SwiftExpression("\(try self.contents(variant, name)) != nil", .comparison)
    }
    return SwiftExpression(
      "\(try document(variant, .postfix)) == .\(SwiftNames.member(name))", .comparison)
  }

  private func logic(
    _ terms: [LoweredExpression], _ function: Document, _ sign: Document,
    _ precedence: SwiftPrecedence
  ) throws(NotGenerated) -> SwiftExpression {
    guard let first = terms.first else { return SwiftExpression("true") }
    if terms.contains(where: \.canFail) {
      var rest = try documents(terms)
      var result = rest.removeLast()
      while let term = rest.popLast() { result = SwiftSyntax.call(function, [term, result]) }
      return SwiftExpression(result)
    }
    var rest: [Document] = []
    for term in terms.dropFirst() { rest.append("\(sign) \(try document(term, precedence))") }
    return SwiftExpression(
      SwiftSyntax.operation(try document(first, precedence), rest), precedence)
  }

  private func equal(
    _ left: LoweredExpression, _ right: LoweredExpression, _ isNegated: Bool
  ) throws(NotGenerated) -> SwiftExpression {
    let start: Document = isNegated ? "!" : ""
    let precedence = isNegated ? SwiftPrecedence.prefix : .postfix
    for (one, other) in [(left, right), (right, left)] where one.isEmptyLiteral {
      if case .nullable = other.type { continue }
      return SwiftExpression(
        start + SwiftSyntax.member(try document(other, .postfix), "isEmpty"), precedence)
    }
    if names.program.isExact(left.type) {
      let shows = left.isBareLiteral && right.isBareLiteral
      return operation(
        try document(left, shows ? .postfix : .sum), isNegated ? "!=" : "==",
        try document(right, .sum), .comparison)
    }
    let other = try right.type == .any ? argument(right) : document(right)
    return SwiftExpression(
      start + SwiftSyntax.method(try document(left, .postfix), "equals", [other]), precedence)
  }

  /// The value of an optional, or another one, which is evaluated only where it is needed.
  func otherwise(
    _ value: LoweredExpression, _ other: LoweredExpression, _ function: String
  ) throws(NotGenerated) -> SwiftExpression {
    let isOpen = value.type == .any
    var function = function
    if case .nullable(let wrapped) = other.type,
      value.type == .nullable(wrapped) || value.type == .optional(wrapped)
    {
      function = "otherwise"
    }
    if other.canFail {
      return try method(
        value, "\(isOpen ? SwiftRuntime.dynamic(function) : Symbol(function))", [document(other)])
    }
    if isOpen { return try method(value, "\(SwiftRuntime.dynamic("orValue"))", [document(other)]) }
    return operation(
      try document(value, .sum), "??", try document(other, .sum), .coalescing)
  }

  /// A map that is written out; repeated keys, and values that cannot be keys, are errors.
  private func map(
    _ entries: [(key: LoweredExpression, value: LoweredExpression)], _ type: ValueType
  ) throws(NotGenerated) -> Document {
    if LoweredExpression.areUniqueKeys(entries.map(\.key)) {
      var documents: [Document] = []
      for entry in entries {
        documents.append(
          SwiftSyntax.entry(try self.key(entry.key), try document(entry.value)))
      }
      return SwiftSyntax.collection(documents, ifEmpty: "[:]")
    }
    return SwiftSyntax.call(
      names.document(of: type),
      ["\(SwiftRuntime.distinct): \(SwiftSyntax.collection(try pairs(entries)))"])
  }

  /// A key before its colon; a key that begins with a number would be read as the size of an array.
  private func key(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    let key = try document(code)
    let isNumber = key.flatText.first?.isNumber ?? false
    return isNumber && !code.isConstant ? SwiftSyntax.parenthesized(key) : key
  }

  private func pairs(_ entries: [(key: LoweredExpression, value: LoweredExpression)])
    throws(NotGenerated) -> [Document]
  {
    var pairs: [Document] = []
    for entry in entries {
      pairs.append(
        SwiftSyntax.tuple([try document(entry.key), try document(entry.value)]))
    }
    return pairs
  }

  /// The element at an index, or the value for a key, if it is there.
  private func elementIfAny(_ collection: LoweredExpression, _ index: LoweredExpression)
    throws(NotGenerated) -> Document
  {
    let (start, index) = (try document(collection, .postfix), try document(index))
    switch collection.type {
    case .optional(.list):
      return SwiftSyntax.parenthesized("\(start)?.elementIfAny(\(index))")
    case .optional: return SwiftSyntax.parenthesized("\(start)?[\(index)]")
    case .map: return SwiftSyntax.element(of: start, at: index)
    default: return SwiftSyntax.method(start, "elementIfAny", [index])
    }
  }

  private func record(_ values: [LoweredExpression], _ type: ValueType) throws(NotGenerated)
    -> Document
  {
    guard let layout = names.program.layout(of: type) else {
      throw NotGenerated(at: place)
    }
    var documents: [Document?] = []
    for (field, value) in zip(layout.fields, values) {
      if case .constant(let constant) = value.kind, field.isDefault(constant) {
        documents.append(nil)
      } else {
        documents.append(names.implicit(try document(value), field.type))
      }
    }
    return names.construction(layout, documents)
  }

  private func convert(
    _ value: LoweredExpression, _ conversion: LoweredExpression.Conversion
  ) throws(NotGenerated) -> Document {
    if case .optional(let inner, _) = conversion,
      case .convert(let wrapped, .toOptional) = value.kind
    {
      return try convert(wrapped, inner)
    }
    return try convert(try document(value, .postfix), conversion, from: value.type)
  }

  private func convert(
    _ value: Document, _ conversion: LoweredExpression.Conversion, from type: ValueType
  ) throws(NotGenerated) -> Document {
    switch conversion {
    case .enumToText: return SwiftSyntax.member(value, "rawValue")
    case .intToDouble: return SwiftSyntax.member(value, "double")
    case .toOptional, .toNullable: return value
    case .toAny: return dynamic(value, from: type)
    case .textToEnum(let name):
      return SwiftSyntax.call(
        SwiftSyntax.member(names.document(of: .enumeration(name)), "reading"), [value])
    case .elements(let inner, let from), .nullable(let inner, let from),
      .optional(let inner, let from):
      let item = try convert("\(name: "item")", inner, from: from)
      return applied(
        value, "map",
        inner.canFail
          ? SwiftSyntax.failingClosure("(item)", "try \(item)") : SwiftSyntax.closure("item", item))
    case .entries(let keys, let values, .map(let key, let element)):
      let entry = SwiftSyntax.tuple([
        try part("key", keys, key), try part("value", values, element),
      ])
      return applied(
        value, "\(SwiftRuntime.convertingEntries)",
        conversion.canFail
          ? SwiftSyntax.failingClosure("(key, value)", entry)
          : SwiftSyntax.closure("key, value", entry))
    case .entries: return value
    }
  }

  /// The key or value of an entry, converted.
  private func part(
    _ name: String, _ conversion: LoweredExpression.Conversion?, _ type: ValueType
  ) throws(NotGenerated) -> Document {
    guard let conversion else { return .name(name) }
    return (conversion.canFail ? "try " : "") + (try convert(.name(name), conversion, from: type))
  }

  private func interpolation(_ pieces: [LoweredExpression.TextPiece]) throws(NotGenerated)
    -> SwiftExpression
  {
    var parts: [SwiftSyntax.TextPiece] = []
    for piece in pieces {
      switch piece {
      case .text(let text): parts.append(.text(text))
      case .value(let code):
        let value: Document =
          switch code.type {
          case .double: "\(try document(code, .postfix)).shortText"
          case .any: "\(try document(code, .postfix)).\(SwiftRuntime.dynamic("asText"))()"
          case .bytes, .opaque: "\(try dynamic(code)).interpolated"
          default: try document(code)
          }
        parts.append(.value(value))
      }
    }
    return SwiftSyntax.text(parts)
  }
}

extension LoweredExpression {
  /// True for a literal of a list or map, or an expression of such ones, whose type does not show.
  var isBareLiteral: Bool {
    switch (kind, type) {
    case (_, .any), (_, .partial): false
    case (.conditional(_, let then, let otherwise), .int),
      (.conditional(_, let then, let otherwise), .uint):
      then.isBareNumber && otherwise.isBareNumber
    case (.conditional(_, let then, let otherwise), _):
      (then.isBareLiteral || then.isNull) && (otherwise.isBareLiteral || otherwise.isNull)
    case (.comprehension(let it), _): it.kind == .bind && it.body.isBareLiteral
    case (.convert(let value, .toNullable), _): value.isBareLiteral
    case (.call(let overload, _, let lists), _) where overload.id == "add_list":
      lists.allSatisfy(\.isBareLiteral)
    case (.map(let entries), _): Self.areUniqueKeys(entries.map(\.key))
    default: isCollectionLiteral
    }
  }

  /// True for a value that cannot be null where null could stand.
  fileprivate var isTypedPresent: Bool {
    if case .convert(_, .toNullable) = kind { true } else { hasWrittenValue }
  }

  /// True for a number that is written out, or a choice of such ones.
  private var isBareNumber: Bool { isConstant || isBareLiteral }

  /// True for the keys of a map that is written as a literal.
  static func areUniqueKeys(_ keys: [LoweredExpression]) -> Bool {
    keys.isEmpty || areDistinct(keys) && keys[0].type != .any
  }

  /// True for texts that are written out and differ.
  static func areTexts(_ keys: [LoweredExpression]) -> Bool {
    areUniqueKeys(keys)
      && keys.allSatisfy { if case .constant(.string) = $0.kind { true } else { false } }
  }

  /// True for a list or map that is written out.
  var isCollectionLiteral: Bool {
    switch kind {
    case .constant(.list), .constant(.map), .constant(.bytes), .list, .map: type != .any
    default: false
    }
  }

  /// True for an expression whose parts have an expected type only if the expression has one.
  var passesItsTypeOn: Bool {
    switch kind {
    case .comprehension, .conditional: true
    case .convert(let value, .toNullable): value.passesItsTypeOn
    case .call(let overload, _, _): overload.id == "add_list"
    default: false
    }
  }

  /// True for an empty list, map or text that is written out.
  var isEmptyLiteral: Bool {
    if case .constant(.string(let text)) = kind {
      text.isEmpty && type == .string
    } else {
      isEmptyCollection
    }
  }
}

extension Program {
  /// True if the language itself compares values of a type as the spec does: this is false for
  /// texts, and for collections of them.
  func isExact(_ type: ValueType) -> Bool {
    switch type {
    case .string, .any, .partial, .null: false
    case .list(let inner), .nullable(let inner), .optional(let inner): isExact(inner)
    case .map(_, let value): isExact(value)
    default: true
    }
  }
}
