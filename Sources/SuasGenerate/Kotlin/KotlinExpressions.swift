import CEL
import SuasProgram
import YAML

/// Writes expressions in Kotlin.
struct KotlinExpressions {
  let names: KotlinNames
  /// The place of the rule or declaration, for refusals.
  var place: SourceRange
  /// The names of `cel.bind` that are evaluated at their first use.
  var lazyNames: Set<String> = []

  /// The strength with which operators hold their operands together.
  enum Strength: Int, Comparable {
    case any, or, and, equality, comparison, elvis, sum, product, prefix, postfix

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  /// - Parameter isAlone: True if nothing around the expression shows its type to the compiler.
  func text(
    _ code: Code, _ outer: Strength = .any, isAlone: Bool = false
  ) throws(NotGenerated) -> String {
    if isAlone || outer == .postfix {
      if code.isEmptyLiteral, let text = names.typedEmpty(code.type) { return text }
      if case .call(let overload, _, _) = code.kind, overload.id == "optional_none",
        case .perhaps(let value) = code.type
      {
        return "Optional.none<\(names.type(value))>()"
      }
    }
    let (text, strength) = try written(code)
    return strength < outer ? "(\(text))" : text
  }

  private func written(_ code: Code) throws(NotGenerated) -> (String, Strength) {
    switch code.kind {
    case .constant(let value):
      let text = names.literal(value, code.type)
      return (text, text.hasPrefix("-") ? .prefix : .postfix)
    case .local(let local):
      let name = KotlinNames.local(local)
      return (lazyNames.contains(local.name) ? "\(name).value" : name, .postfix)
    case .position(let local): return ("\(KotlinNames.local(local)).toLong()", .postfix)
    case .field(let record, let name): return (try field(name, of: record, code.type), .postfix)
    case .contents(let variant, let type, let name):
      return (try contents(variant, type, name, code), .postfix)
    case .hasCase(let variant, let type, let name):
      let test = "\(try text(variant, .sum)) is \(KotlinNames.type(type)).\(names.caseType(name))"
      return (test, .comparison)
    case .fieldIfAny(let value, let name): return (try fieldIfAny(value, name), .postfix)
    case .elementIfAny(let value, let index):
      let call = "elementIfAny(\(try list([value, index])))"
      return ("known<\(names.type(code.type))>(\(call))", .postfix)
    case .part(let value, let name, let record):
      let list = "\(try text(value)), \(KotlinNames.literal(name)), \(KotlinNames.literal(record))"
      return ("part<\(names.type(code.type))>(\(list))", .postfix)
    case .isPresent(let value): return ("\(try text(value, .comparison)) != null", .equality)
    case .not(let value):
      if case .isPresent(let value) = value.kind {
        return ("\(try text(value, .comparison)) == null", .equality)
      }
      if case .hasCase(let variant, let type, let name) = value.kind {
        let test =
          "\(try text(variant, .sum)) !is \(KotlinNames.type(type)).\(names.caseType(name))"
        return (test, .comparison)
      }
      return ("!\(try text(value, .prefix))", .prefix)
    case .known(let value), .unwrapped(let value): return ("unwrap(\(try text(value)))", .postfix)
    case .element(let list, let index):
      return ("\(try text(list, .postfix)).at(\(try text(index)))", .postfix)
    case .entry(let map, let key):
      return ("\(try text(map, .postfix)).at(\(try text(key)))", .postfix)
    case .opened(let collection, let key): return (try opened(collection, key), .postfix)
    case .call(let overload, let name, let arguments): return try call(overload, name, arguments)
    case .apply(let function, let arguments):
      return ("Functions.\(KotlinNames.member(function.name))(\(try list(arguments)))", .postfix)
    case .constantNamed(let name): return ("Constants.\(KotlinNames.member(name))", .postfix)
    case .selected(let name, let store):
      return ("Selectors.\(KotlinNames.member(name))(\(try text(store)))", .postfix)
    case .now: return ("scope.now", .postfix)
    case .identifier: return ("scope.uuid()", .postfix)
    case .and(let terms): return try logic(terms, "both", "&&", .and)
    case .or(let terms): return try logic(terms, "any", "||", .or)
    case .conditional(let condition, let then, let otherwise):
      return (
        "if (\(try text(condition))) \(try text(then, .or)) else \(try text(otherwise))", .any
      )
    case .equal(let left, let right, let isNegated): return try equal(left, right, isNegated)
    case .same(let left, let right, let isNegated):
      return ("\(isNegated ? "!" : "")areSame(\(try list([left, right])))", .prefix)
    case .list(let elements):
      return (elements.isEmpty ? "emptyList()" : KotlinPieces.list(try texts(elements)), .postfix)
    case .map(let entries): return (try map(entries, "insertNew"), .postfix)
    case .presentElements(let elements):
      return ("unwrapped(listOf(\(try list(elements))))", .postfix)
    case .presentEntries(let entries): return (try map(entries, "insertIfAny"), .postfix)
    case .otherwise(let value, let other) where value.type == .any:
      return ("otherwise(\(try text(value))) { \(try text(other)) }", .postfix)
    case .otherwise(let value, let other):
      return ("\(try text(value, .postfix)).orValue { \(try text(other)) }", .postfix)
    case .record(let values): return (try record(values, code.type), .postfix)
    case .variant(let name, let contents): return (try variant(name, contents, code.type), .postfix)
    case .comprehension(let it): return try comprehension(it)
    case .dynamic(let step): return (try dynamic(step, code.type), .postfix)
    case .convert(let value, let conversion): return (try convert(value, conversion), .postfix)
    case .text(let pieces): return (try interpolation(pieces), .postfix)
    case .mergedFields(let value, let record):
      return ("fieldsOf(\(try text(value)), \(KotlinNames.type(record)).Schema)", .postfix)
    case .hiding(let value): return ("hidingValues { \(try text(value)) }", .postfix)
    case .failure(let code, let message):
      return ("refuse(\(KotlinNames.literal(code)), \(KotlinNames.literal(message)))", .postfix)
    }
  }

  func list(_ codes: [Code]) throws(NotGenerated) -> String {
    try texts(codes).joined(separator: ", ")
  }

  private func texts(_ codes: [Code]) throws(NotGenerated) -> [String] {
    var texts: [String] = []
    for code in codes { texts.append(try text(code, isAlone: true)) }
    return texts
  }

  private func field(_ name: String, of record: Code, _ type: ValueType) throws(NotGenerated)
    -> String
  {
    let start = try text(record, .postfix)
    if case .runtime? = names.program.layout(of: record.type)?.role, type != .any {
      if name == "body" { return "\(start).bodyAs<\(names.type(type))>()" }
      if name == "result" { return "\(start).resultAs<\(names.type(type))>()" }
    }
    return "\(start).\(KotlinNames.member(name))"
  }

  /// A case of a variant: what it holds is the case itself.
  private func contents(
    _ variant: Code, _ type: String, _ name: String, _ code: Code
  ) throws(NotGenerated) -> String {
    let item = "\(KotlinNames.type(type)).\(names.caseType(name))"
    if !code.canFail { return "known<\(item)>(\(try text(variant)))" }
    return "caseOf<\(item)>(\(try text(variant)), \(KotlinNames.literal(name)))"
  }

  /// The element or entry of a collection at a position or key that is known to be there.
  private func opened(_ collection: Code, _ key: Code) throws(NotGenerated) -> String {
    let start = try text(collection, .postfix)
    guard case .list = collection.type else { return "\(start).entry(\(try text(key)))" }
    if case .position(let local) = key.kind { return "\(start)[\(KotlinNames.local(local))]" }
    return "\(start).at(\(try text(key)))"
  }

  private func logic(
    _ terms: [Code], _ function: String, _ sign: String, _ strength: Strength
  ) throws(NotGenerated) -> (String, Strength) {
    // An error of the last term alone is absorbed by nothing that is evaluated before it.
    if terms.dropLast().contains(where: \.canFail) {
      return (try absorbing(terms[...], function), .postfix)
    }
    var texts: [String] = []
    for term in terms {
      texts.append(try text(term, Strength(rawValue: strength.rawValue + 1) ?? .postfix))
    }
    guard KotlinPieces.divides(texts) else {
      return (texts.joined(separator: " \(sign) "), strength)
    }
    return (
      sign == "&&" ? KotlinPieces.conjunction(texts) : KotlinPieces.disjunction(texts), .postfix
    )
  }

  /// Terms of which each absorbs the errors of the others if it decides; many are two halves.
  private func absorbing(
    _ terms: ArraySlice<Code>, _ function: String
  ) throws(NotGenerated) -> String {
    if terms.count == 1, let term = terms.first { return try text(term) }
    let middle = terms.startIndex + (terms.count > 8 ? terms.count / 2 : 1)
    let (left, right) = (
      try absorbing(terms[..<middle], function), try absorbing(terms[middle...], function)
    )
    return "\(terms.count > 32 ? "\(function)Apart" : function)({ \(left) }, { \(right) })"
  }

  private func equal(
    _ left: Code, _ right: Code, _ isNegated: Bool
  ) throws(NotGenerated) -> (String, Strength) {
    for (one, other) in [(left, right), (right, left)] where one.isEmptyLiteral {
      let test = "\(try text(other, .postfix)).\(isNegated ? "isNotEmpty" : "isEmpty")()"
      return (test, .postfix)
    }
    if left.type == .double || names.program.isPlainlyEqual(left.type) {
      let sign = isNegated ? "!=" : "=="
      return ("\(try text(left, .comparison)) \(sign) \(try text(right, .comparison))", .equality)
    }
    return ("\(isNegated ? "!" : "")areEqual(\(try list([left, right])))", .prefix)
  }

  /// - Parameter insert: The function of the runtime that adds an entry to a map.
  private func map(
    _ entries: [(key: Code, value: Code)], _ insert: String
  ) throws(NotGenerated) -> String {
    if entries.isEmpty { return "emptyMap()" }
    let keys = entries.compactMap { entry -> Value? in
      if case .constant(let key) = entry.key.kind { key } else { nil }
    }
    // A key that is given twice is an error.
    let areDistinct =
      entries[0].key.type != .any
      && keys.indices.allSatisfy { !keys[..<$0].contains(keys[$0]) }
    let areConstant = insert == "insertNew" && areDistinct && keys.count == entries.count
    var parts: [String] = []
    for entry in entries where areConstant {
      parts.append(
        "\(try text(entry.key, .postfix)) to \(try text(entry.value, .sum, isAlone: true))")
    }
    guard !areConstant, let first = entries.first else { return KotlinPieces.map(parts) }
    var value = first.value.type
    if insert == "insertIfAny", case .perhaps(let wrapped) = value { value = wrapped }
    let type = "\(names.type(first.key.type)), \(names.type(value))"
    var result = "persistentMapOf<\(type)>()"
    for entry in entries {
      result = "\(insert)(\(result), \(try list([entry.key, entry.value])))"
    }
    return result
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
        texts.append(try text(value))
      }
    }
    return names.made(layout, texts)
  }

  private func variant(
    _ name: String, _ contents: Code?, _ type: ValueType
  ) throws(NotGenerated) -> String {
    if let contents { return try text(contents, .postfix) }
    guard let layout = names.program.layout(of: type) else {
      throw NotGenerated(at: place)
    }
    return "\(names.type(layout)).\(names.caseType(name))"
  }

  /// A field, or the contents of a case, that may not be there.
  private func fieldIfAny(_ value: Code, _ name: String) throws(NotGenerated) -> String {
    var record = value.type
    if case .perhaps(let wrapped) = record { record = wrapped }
    guard let layout = names.program.layout(of: record) else {
      throw NotGenerated(at: place)
    }
    let member = { (start: String) in
      layout.isVariant
        ? "optionalOf(\(start) as? \(names.type(layout)).\(names.caseType(name)))"
        : "optionalOf(\(start).\(KotlinNames.member(name)))"
    }
    if case .perhaps = value.type {
      return "\(try text(value, .postfix)).flatMap { \(member("it")) }"
    }
    return member(try text(value, .postfix))
  }

  /// A step on values whose types are known only when it runs.
  private func dynamic(_ step: Code.Dynamic, _ type: ValueType) throws(NotGenerated) -> String {
    let call: String
    switch step {
    case .select(let value, let name):
      call = "select(\(try list([value])), \(KotlinNames.literal(name)))"
    case .selectIfAny(let value, let name):
      return "selectOptional(\(try list([value])), \(KotlinNames.literal(name)))"
    case .call(let name, let overloads, let arguments):
      if name == "or", arguments.count == 2 {
        let first = "expect<Optional<Any?>>(\(try text(arguments[0])), \"optional_type\")"
        return "\(first).or { known<Optional<Any?>>(\(try text(arguments[1]))) }"
      }
      if overloads.count == 1, arguments.count > 0, !Self.ofParts.contains(overloads[0].id) {
        return try calling(name, overloads[0], arguments, type)
      }
      let list = [KotlinNames.literal(name), try list(arguments)].joined(separator: ", ")
      if name == "containsIP" || name == "containsCIDR" { return "Cidr.containsAny(\(list))" }
      call = "callFunction(\(list))"
    case .has(let value, let name):
      return "has(\(try list([value])), \(KotlinNames.literal(name)))"
    case .element(let value, let index):
      call = "element(\(try list([value, index])))"
    case .elementIfAny(let value, let index):
      call = "elementIfAny(\(try list([value, index])))"
      if type == .perhaps(.any) { return call }
    case .elements(let value): return "elements(\(try list([value])))"
    case .entries(let value): return "entries(\(try list([value])))"
    case .opened(let value, let key): call = "placeOf(\(try text(value)), \(try text(key)))"
    case .openedMember(let value, let name):
      call = "memberOf(\(try text(value)), \(KotlinNames.literal(name)))"
    case .expect(let value):
      return "expect<\(names.type(type))>(\(try text(value)), \"\(type.kindName)\")"
    case .fit(let value, _) where value.type == type && !type.hasAny:
      return "limited(\(try text(value)))"
    case .fit(let value, let purpose):
      let list = "\(try text(value)), \(names.fieldType(type))"
      switch purpose {
      case .place: return "fit<\(names.type(type))>(\(list))"
      case .payload(let action):
        return "fitPayload<\(names.type(type))>(\(list), \(KotlinNames.literal(action)))"
      case .argument(let name, let function):
        let subject = KotlinNames.literal("'\(name)' of '\(function)'")
        return "fitArgument<\(names.type(type))>(\(list), \(subject))"
      case .result: return "fitResult<\(names.type(type))>(\(list))"
      }
    }
    return type == .any ? call : "known<\(names.type(type))>(\(call))"
  }

  /// The overloads that ask for elements of a type, which the class of a list does not show.
  private static let ofParts: Set<String> = [
    "list_flatten", "optional_unwrap", "optional_unwrapOpt",
  ]

  /// A call of the only overload of a function that may take the values.
  private func calling(
    _ name: String, _ overload: Overload, _ arguments: [Code], _ type: ValueType
  ) throws(NotGenerated) -> String {
    let locals = zip(["first", "second", "third", "fourth"], overload.parameters).map {
      Code(.local(Local($0)), ValueType($1), canFail: false)
    }
    let list = [KotlinNames.literal(name), try list(arguments)].joined(separator: ", ")
    let parameters = zip(["first", "second", "third", "fourth"], overload.parameters).map {
      "\($0): \(names.type(ValueType($1)))"
    }.joined(separator: ", ")
    let body = try call(overload, name, locals).0
    let text = "calling(\(list)) { \(parameters) -> \(body) }"
    let result = ValueType(overload.result)
    return result == type || type == .any ? text : "known<\(names.type(type))>(\(text))"
  }

  private func convert(_ value: Code, _ conversion: Code.Conversion) throws(NotGenerated) -> String
  {
    switch conversion {
    case .toAny:
      if case .caseOf? = names.program.layout(of: value.type)?.role {
        return "CaseContents(\(try text(value)))"
      }
      if case .map(.enumeration, _) = value.type.nonNull { return "plain(\(try text(value)))" }
      return try text(value, .postfix)
    case .toOptional: return "Optional.of(\(try text(value)))"
    case .enumToText: return "\(try text(value, .postfix)).text"
    case .textToEnum(let name):
      return "\(KotlinNames.type(name)).Schema.case<\(KotlinNames.type(name))>(\(try text(value)))"
    case .intToDouble: return "\(try text(value, .postfix)).toDouble()"
    case .elements(let inner, let from): return try converted(value, "map", inner, from)
    case .nullable(let inner, let from): return try converted(value, "?.let", inner, from)
    case .optional(let inner, let from): return try converted(value, "map", inner, from)
    case .entries(let keys, let values, .map(let key, let element)):
      let key = try keys.map { keys throws(NotGenerated) in try converted("key", keys, key) }
      let element = try values.map { values throws(NotGenerated) in
        try converted("value", values, element)
      }
      if (key ?? "key") == "key", (element ?? "value") == "value" {
        return try text(value, .postfix)
      }
      return
        "\(try text(value, .postfix)).converting { (key, value) -> \(key ?? "key") to \(element ?? "value") }"
    case .entries: return try text(value, .postfix)
    }
  }

  /// The same conversion of each element; a conversion that is none in Kotlin is left out.
  private func converted(
    _ value: Code, _ function: String, _ inner: Code.Conversion, _ from: ValueType
  ) throws(NotGenerated) -> String {
    let element = try converted("it", inner, from)
    let start = try text(value, .postfix)
    if element == "it" { return start }
    return "\(start)\(function.hasPrefix("?") ? "" : ".")\(function) { \(element) }"
  }

  private func converted(
    _ name: String, _ conversion: Code.Conversion, _ from: ValueType
  ) throws(NotGenerated) -> String {
    try convert(Code(.local(Local(name)), from, canFail: false), conversion)
  }

  private func interpolation(_ pieces: [Code.TextPiece]) throws(NotGenerated) -> String {
    var result = "\""
    for piece in pieces {
      switch piece {
      case .text(let text): result += KotlinNames.escaped(text)
      case .value(let code) where pieces.count == 1 && code.type == .string:
        return try text(code, .postfix)
      case .value(let code):
        switch code.type {
        case .string, .int, .bool: result += "${\(try text(code))}"
        case .any: result += "${textOf(\(try text(code)))}"
        default: result += "${interpolated(\(try text(code)))}"
        }
      }
    }
    return result + "\""
  }
}

extension Program {
  /// True if Kotlin's equality of values of the type is that of the expression language.
  func isPlainlyEqual(_ type: ValueType) -> Bool {
    var seen: Set<String> = []
    return isPlainlyEqual(type, &seen)
  }

  private func isPlainlyEqual(_ type: ValueType, _ seen: inout Set<String>) -> Bool {
    switch type {
    case .double, .any, .partial, .null: return false
    case .list(let inner), .nullable(let inner), .perhaps(let inner):
      return isPlainlyEqual(inner, &seen)
    case .map(let key, let value):
      return isPlainlyEqual(key, &seen) && isPlainlyEqual(value, &seen)
    case .record(let name):
      guard seen.insert(name).inserted else { return true }
      guard let layout = layout(name) else { return false }
      if case .runtime = layout.role { return false }
      return layout.fields.allSatisfy { isPlainlyEqual($0.type, &seen) }
    default: return true
    }
  }
}

extension ValueType {
  /// The name of the kind of values, as errors of expressions have it.
  var kindName: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string, .enumeration: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .list: "list"
    case .map: "map"
    case .perhaps: "optional_type"
    case .nullable(let wrapped): wrapped.kindName
    case .record(let name), .partial(let name), .opaque(let name): name
    case .any: "dyn"
    case .type: "type"
    }
  }
}
