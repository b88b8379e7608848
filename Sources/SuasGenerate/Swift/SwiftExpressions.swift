import CEL
import SuasProgram
import YAML

/// Writes expressions in Swift.
///
/// The text of an expression has no `try`: whoever uses it writes one, where the code can fail.
struct SwiftExpressions {
  let names: SwiftNames
  /// The place of the rule or declaration, for refusals.
  var place: SourceRange
  /// The knowledge what a reducer's function reads of the store; nil where the store is at hand.
  var storeReads: StoreReads?
  /// True in the head of a statement with a body, where a closure after a call would be read as the
  /// body.
  var isInHead = false
  /// True in a macro whose result has the type that its closure shows.
  var showsTypes = false
  /// The names of `cel.bind` whose values are made at their first use.
  var lateNames: Set<String> = []

  init(names: SwiftNames, place: SourceRange, storeReads: StoreReads? = nil) {
    self.names = names
    self.place = place
    self.storeReads = storeReads
  }

  /// The strength with which operators hold their operands together.
  enum Strength: Int, Comparable {
    case any, conditional, or, and, comparison, sum, product, prefix, postfix

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  /// The expression with the `try` that it needs.
  func trying(_ code: Code) throws(NotGenerated) -> String {
    (code.canFail ? "try " : "") + (try text(code))
  }

  /// The expression with its `try`, as it stands in the head of a statement with a body.
  func heading(_ code: Code) throws(NotGenerated) -> String {
    try inHead.trying(code)
  }

  /// The expressions in the head of a statement with a body.
  var inHead: SwiftExpressions {
    var head = self
    head.isInHead = true
    return head
  }

  func text(_ code: Code, _ outer: Strength = .any) throws(NotGenerated) -> String {
    if outer == .postfix, code.type == .int || code.type == .uint, code.isConstant {
      return "\(names.type(code.type))(\(try text(code)))"
    }
    var part = self
    if case .comprehension = code.kind { part.showsTypes = outer == .postfix || showsTypes }
    let (text, strength) = try part.written(code)
    // A literal has the type that is asked for only where one is asked for.
    if outer == .postfix, code.isCollectionLiteral, text.hasPrefix("[") {
      return "(\(text) as \(names.type(code.type)))"
    }
    return strength < outer ? "(\(text))" : text
  }

  private func written(_ code: Code) throws(NotGenerated) -> (String, Strength) {
    switch code.kind {
    case .constant(let value):
      let text = names.literal(value, code.type)
      return (text, text.hasPrefix("-") ? .prefix : .postfix)
    case .local(let local):
      if code.isStore { storeReads?.readsWhole() }
      let name = SwiftNames.local(local)
      return (lateNames.contains(local.name) ? "\(name).value()" : name, .postfix)
    case .position(let local): return ("Int64(\(SwiftNames.local(local)))", .postfix)
    case .field(let record, let name):
      if record.isStore, let storeReads {
        return (storeReads.read(name) ?? "store.\(SwiftNames.member(name))", .postfix)
      }
      return ("\(try text(record, .postfix)).\(SwiftNames.member(name))", .postfix)
    case .fieldIfAny(let record, let name):
      let start = try text(record, .postfix)
      // What follows a chain would belong to it.
      if case .perhaps = record.type { return ("\(start)?.\(SwiftNames.member(name))", .prefix) }
      return ("\(start).\(SwiftNames.member(name))", .postfix)
    case .contents(let variant, let type, let name):
      let contents = "\(try text(variant, .postfix)).\(SwiftNames.member(name))"
      guard code.canFail else { return (contents + "!", .postfix) }
      return ("present(\(contents), \(quoted(name)), of: \(quoted(type)))", .postfix)
    case .hasCase(let variant, let type, let name):
      return try hasCase(variant, type, name)
    case .isPresent(let value): return ("\(try text(value, .sum)) != nil", .comparison)
    case .not(let value):
      if case .isPresent(let value) = value.kind {
        return ("\(try text(value, .sum)) == nil", .comparison)
      }
      return ("!\(try text(value, .prefix))", .prefix)
    case .known(let value): return ("\(try text(value, .postfix))!", .postfix)
    case .unwrapped(let value): return ("unwrap(\(try text(value)))", .postfix)
    case .element(let list, let index):
      return ("\(try text(list, .postfix)).element(\(try text(index)))", .postfix)
    case .entry(let map, let key):
      return ("\(try text(map, .postfix)).value(for: \(try text(key)))", .postfix)
    case .opened(let collection, let key): return (try opened(collection, key), .postfix)
    case .call(let overload, let name, let arguments):
      return try call(overload, name, arguments)
    case .apply(let function, let arguments):
      return (try apply(function, arguments), .postfix)
    case .constantNamed(let name): return ("Constants.\(SwiftNames.member(name))", .postfix)
    case .selected(let name, let store):
      return ("Selectors.\(SwiftNames.member(name))(\(try text(store)))", .postfix)
    case .now: return ("surroundings.now", .postfix)
    case .identifier: return ("surroundings.makeIdentifier()", .postfix)
    case .and(let terms): return try logic(terms, "and", "&&", .and)
    case .or(let terms): return try logic(terms, "or", "||", .or)
    case .conditional(let condition, let then, let otherwise):
      let parts = "\(try text(condition, .or)) ? \(try text(then, .or)) : "
      return (parts + (try text(otherwise, .conditional)), .conditional)
    case .equal(let left, let right, let isNegated): return try equal(left, right, isNegated)
    case .same(let left, let right, let isNegated):
      let sign = isNegated ? "!=" : "=="
      return ("\(try dynamic(left)) \(sign) \(try argument(right))", .comparison)
    case .list(let elements): return ("[\(try list(elements))]", .postfix)
    case .map(let entries): return (try map(entries, code.type), .postfix)
    case .record(let values): return (try record(values, code.type), .postfix)
    case .variant(let name, let contents):
      let start = "\(names.type(code.type.nonNull)).\(SwiftNames.member(name))"
      guard let contents else { return (start, .postfix) }
      return ("\(start)(\(try text(contents)))", .postfix)
    case .comprehension(let it): return try comprehension(it)
    case .dynamic(let step): return (try dynamic(step, code.type), .postfix)
    case .elementIfAny(let collection, let index):
      return (try elementIfAny(collection, index), .postfix)
    case .otherwise(let value, let other) where value.type == .any && !other.canFail:
      return ("\(try text(value, .postfix)).orValue(\(try text(other)))", .postfix)
    case .otherwise(let value, let other) where !other.canFail:
      return ("(\(try text(value, .sum)) ?? \(try text(other, .sum)))", .postfix)
    case .presentElements(let elements):
      let type = names.type(.list(.perhaps(code.type.elementType)))
      return ("([\(try self.list(elements))] as \(type)).compactMap(\\.self)", .postfix)
    case .otherwise(let value, let other):
      return ("\(try text(value, .postfix)).or(\(try text(other)))", .postfix)
    case .presentEntries(let entries):
      return ("\(names.type(code.type))(present: [\(try pairs(entries))])", .postfix)
    case .part(let part, let name, _):
      return (
        "\(try text(part, .postfix)).value(\(quoted(name))) as \(names.type(code.type))", .any
      )
    case .mergedFields(let value, let record):
      return ("Partial<\(SwiftNames.type(record))>(merging: \(try dynamic(value)))", .postfix)
    case .convert(let value, .toAny): return (try dynamic(value), .postfix)
    case .convert(let value, let conversion): return (try convert(value, conversion), .postfix)
    case .text(let pieces): return (try interpolation(pieces), .postfix)
    case .hiding(let value):
      return (
        "hidingValues" + applied("{ () throws(Failure) in \(try trying(value)) }"), .postfix
      )
    case .failure(let code, let message):
      return ("failing(\(quoted(code)), \(quoted(message)))", .postfix)
    }
  }

  /// A call of a function of the spec; what does not fit a parameter is an error that names it.
  private func apply(
    _ function: CheckedFunction, _ arguments: [Code]
  ) throws(NotGenerated) -> String {
    var texts: [String] = []
    for (parameter, argument) in zip(function.parameters, arguments) {
      guard case .convert(let value, let conversion) = argument.kind, conversion.canFail else {
        texts.append(try text(argument))
        continue
      }
      let closure =
        "{ (\(parameter.name.memberName)) throws(Failure) in "
        + "try \(try convert(SwiftNames.member(parameter.name), conversion, from: value.type)) }"
      texts.append(
        "argument(\(try text(value)), \(quoted(parameter.name)), of: \(quoted(function.name))"
          + (isInHead ? ", \(closure))" : ") \(closure)"))
    }
    return "Functions.\(SwiftNames.member(function.name))(\(texts.joined(separator: ", ")))"
  }

  /// A closure as the argument of a call, after its name.
  func applied(_ closure: String, _ label: String = "") -> String {
    isInHead ? "(\(label)\(closure))" : " \(closure)"
  }

  private func quoted(_ text: String) -> String { SwiftNames.literal(text) }

  func list(_ codes: [Code]) throws(NotGenerated) -> String {
    var texts: [String] = []
    for code in codes { texts.append(try text(code)) }
    return texts.joined(separator: ", ")
  }

  /// The element or entry of a collection at a position or key that is known to be there.
  func opened(_ collection: Code, _ key: Code) throws(NotGenerated) -> String {
    let start = try text(collection, .postfix)
    if case .list = collection.type {
      if case .position(let local) = key.kind { return "\(start)[\(SwiftNames.local(local))]" }
      return "\(start)[Int(\(try text(key)))]"
    }
    return "\(start)[existing: \(try text(key))]"
  }

  private func hasCase(
    _ variant: Code, _ type: String, _ name: String
  ) throws(NotGenerated) -> (String, Strength) {
    let subject = try text(variant, .postfix)
    let contents = names.program.layout(RecordType.name(ofCase: name, in: type))
    guard contents?.fields.isEmpty ?? true else {
      return ("\(subject).\(SwiftNames.member(name)) != nil", .comparison)
    }
    return ("\(subject) == .\(SwiftNames.member(name))", .comparison)
  }

  private func logic(
    _ terms: [Code], _ function: String, _ sign: String, _ strength: Strength
  ) throws(NotGenerated) -> (String, Strength) {
    if terms.contains(where: \.canFail) {
      var rest = terms[...]
      guard let last = rest.popLast() else { return ("true", .postfix) }
      var result = try text(last)
      while let term = rest.popLast() { result = "\(function)(\(try text(term)), \(result))" }
      return (result, .postfix)
    }
    var texts: [String] = []
    for term in terms { texts.append(try text(term, strength)) }
    return (texts.joined(separator: " \(sign) "), strength)
  }

  private func equal(
    _ left: Code, _ right: Code, _ isNegated: Bool
  ) throws(NotGenerated) -> (String, Strength) {
    for (one, other) in [(left, right), (right, left)] where one.isEmptyLiteral {
      if case .nullable = other.type { continue }
      return (
        "\(isNegated ? "!" : "")\(try text(other, .postfix)).isEmpty",
        isNegated ? .prefix : .postfix
      )
    }
    if names.program.isExact(left.type) {
      let texts = (try text(left, .sum), try text(right, .sum))
      return ("\(texts.0) \(isNegated ? "!=" : "==") \(texts.1)", .comparison)
    }
    return (
      "\(isNegated ? "!" : "")\(try text(left, .postfix))"
        + ".equals(\(try right.type == .any ? argument(right) : text(right)))",
      isNegated ? .prefix : .postfix
    )
  }

  /// A map that is written out; keys that are given twice, or can be none, are an error.
  private func map(
    _ entries: [(key: Code, value: Code)], _ type: ValueType
  ) throws(NotGenerated) -> String {
    if entries.isEmpty { return "[:]" }
    if Code.areDistinct(entries.map(\.key)), entries[0].key.type != .any {
      var texts: [String] = []
      for entry in entries { texts.append("\(try text(entry.key)): \(try text(entry.value))") }
      return "[\(texts.joined(separator: ", "))]"
    }
    return "\(names.type(type))(distinct: [\(try pairs(entries))])"
  }

  private func pairs(_ entries: [(key: Code, value: Code)]) throws(NotGenerated) -> String {
    var texts: [String] = []
    for entry in entries { texts.append("(\(try text(entry.key)), \(try text(entry.value)))") }
    return texts.joined(separator: ", ")
  }

  /// The element at an index, or the value for a key, if it is there.
  private func elementIfAny(_ collection: Code, _ index: Code) throws(NotGenerated) -> String {
    let (start, index) = (try text(collection, .postfix), try text(index))
    switch collection.type {
    case .perhaps(.list): return "(\(start)?.elementIfAny(\(index)))"
    case .perhaps: return "(\(start)?[\(index)])"
    case .map: return "\(start)[\(index)]"
    default: return "\(start).elementIfAny(\(index))"
    }
  }

  private func record(_ values: [Code], _ type: ValueType) throws(NotGenerated) -> String {
    guard let layout = names.program.layout(of: type) else {
      throw NotGenerated(at: place)
    }
    var texts: [String?] = []
    for (field, value) in zip(layout.fields, values) {
      if case .constant(let constant) = value.kind, field.defaultValue == constant {
        texts.append(nil)
      } else {
        texts.append(names.typed(try text(value), field.type))
      }
    }
    return names.made(layout, texts)
  }

  private func convert(
    _ value: Code, _ conversion: Code.Conversion
  ) throws(NotGenerated) -> String {
    if case .optional(let inner, _) = conversion,
      case .convert(let wrapped, .toOptional) = value.kind
    {
      return try convert(wrapped, inner)
    }
    return try convert(try text(value, .postfix), conversion, from: value.type)
  }

  private func convert(
    _ text: String, _ conversion: Code.Conversion, from type: ValueType
  ) throws(NotGenerated) -> String {
    switch conversion {
    case .enumToText: return "\(text).rawValue"
    case .intToDouble: return "Double(\(text))"
    case .toOptional: return text
    case .toAny: return dynamic(text, from: type)
    case .textToEnum(let name): return "\(SwiftNames.type(name)).reading(\(text))"
    case .elements(let inner, let from), .nullable(let inner, let from),
      .optional(let inner, let from):
      let start = inner.canFail ? "(item) throws(Failure) in try " : "item in "
      return "\(text).map" + applied("{ \(start)\(try convert("item", inner, from: from)) }")
    case .entries(let keys, let values, .map(let key, let value)):
      let canFail = conversion.canFail
      let entry = try [("key", keys, key), ("value", values, value)].map {
        name, conversion, from throws(NotGenerated) in
        guard let conversion else { return name }
        return (conversion.canFail ? "try " : "") + (try convert(name, conversion, from: from))
      }.joined(separator: ", ")
      let head = canFail ? "(key, value) throws(Failure) in" : "key, value in"
      return "\(text).convertingEntries" + applied("{ \(head) (\(entry)) }")
    case .entries: return text
    }
  }

  private func interpolation(_ pieces: [Code.TextPiece]) throws(NotGenerated) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += SwiftNames.escaped(text)
      case .value(let code):
        let value: String =
          switch code.type {
          case .double: "\(try text(code, .postfix)).shortText"
          case .any: "\(try text(code, .postfix)).asText()"
          case .bytes, .opaque: "\(try dynamic(code)).interpolated"
          default: try text(code)
          }
        result += "\\(\(value))"
      }
    }
    return "\"\(result)\""
  }
}

extension Code {
  /// True for a list or map that is written out.
  var isCollectionLiteral: Bool {
    switch kind {
    case .constant(.list), .constant(.map), .constant(.bytes), .list, .map: type != .any
    default: false
    }
  }

  /// True for an empty list, map or text that is written out.
  var isEmptyLiteral: Bool {
    switch kind {
    case .constant(.list(let list)): list.isEmpty
    case .constant(.map(let map)): map.count == 0
    case .constant(.string(let text)): text.isEmpty && type == .string
    case .list(let elements): elements.isEmpty
    case .map(let entries): entries.isEmpty
    default: false
    }
  }
}

extension Program {
  /// True if the language's own equality of a type is that of the spec: it is not for texts, nor
  /// for collections of them.
  func isExact(_ type: ValueType) -> Bool {
    switch type {
    case .string, .any, .partial, .null: false
    case .list(let inner), .nullable(let inner), .perhaps(let inner): isExact(inner)
    case .map(_, let value): isExact(value)
    default: true
    }
  }
}
