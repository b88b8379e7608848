/// Makes expressions of a type.
extension SpecMaker {
  mutating func term(_ type: SpecType, _ scope: SpecScope, _ depth: Int = 0) -> Term {
    if depth > 3 || dice.oneIn(4) { return leaf(type, scope) }
    if dice.oneIn(6), let special = shaped(type, scope, depth) { return special }
    switch type {
    case .bool: return condition(scope, depth)
    case .int: return int(scope, depth)
    case .double: return double(scope, depth)
    case .string: return string(scope, depth)
    case .timestamp:
      return Term(type, ["(", part(type, scope, depth), " + ", part(.duration, scope, depth), ")"])
    case .duration:
      return dice.oneIn(2)
        ? Term(type, ["(", part(type, scope, depth), " + ", part(type, scope, depth), ")"])
        : Term(
          type, ["(", part(.timestamp, scope, depth), " - ", part(.timestamp, scope, depth), ")"])
    case .any:
      var inner =
        dice.pick([SpecType.int, .string, .list(.int), .map(.string, .any), .bool]) ?? .int
      let kept =
        records.map { SpecType.record($0.name) } + variants.map { .variant($0.name) }
        + [.timestamp, .duration]
      if dice.oneIn(3), let other = dice.pick(kept.filter { isLikeJSON($0) }) {
        inner = other
        count("record in any")
      }
      return Term(type, ["dyn(", part(inner, scope, depth), ")"])
    case .list(let element): return list(element, scope, depth)
    case .map(let key, let value): return map(key, value, scope, depth)
    case .record(let name):
      return record(name, fieldsOfRecord(name), scope, depth)
    case .variant(let name):
      guard let variant = variants.first(where: { $0.name == name }),
        let chosen = dice.pick(variant.cases)
      else { return leaf(type, scope) }
      return choice(name, chosen, scope, depth)
    case .optional, .enumeration, .partial: return leaf(type, scope)
    }
  }

  func part(_ term: Term) -> Term.Part { .term(term) }

  mutating func part(_ type: SpecType, _ scope: SpecScope, _ depth: Int) -> Term.Part {
    .term(term(type, scope, depth + 1))
  }

  /// A name, or a literal.
  mutating func leaf(_ type: SpecType, _ scope: SpecScope) -> Term {
    if !dice.oneIn(3), let reading = dice.pick(scope.readings[type] ?? []) {
      return Term(type, reading.text)
    }
    if dice.oneIn(8), let constant = dice.pick(constants.filter({ $0.type == type })),
      scope.isFree(constant.name)
    {
      count("constant read")
      return Term(type, constant.name)
    }
    return written(type, scope)
  }

  /// A literal of CEL.
  mutating func written(_ type: SpecType, _ scope: SpecScope) -> Term {
    switch type {
    case .bool: return Term(type, dice.oneIn(2) ? "true" : "false")
    case .int: return Term(type, "\(dice.number(0...6))")
    case .double: return Term(type, dice.pick(["0.5", "2.0", "1e3"]) ?? "1.0")
    case .string: return Term(type, (dice.pick(pools.texts) ?? "").quoted)
    case .timestamp: return Term(type, "timestamp('2000-01-0\(dice.number(1...9))T00:00:00Z')")
    case .duration: return Term(type, "duration('\(dice.number(0...90))s')")
    case .any:
      return Term(type, dice.pick(["dyn(1)", "dyn('a')", "dyn([1])", "dyn({'a': 1})"]) ?? "")
    case .list: return Term(type, "[]")
    case .map: return Term(type, "{}")
    case .optional(let wrapped):
      return dice.oneIn(2) ? Term(type, "null") : Term(type, [part(leaf(wrapped, scope))])
    case .enumeration(let name):
      return Term(type, enumCase(name).quoted)
    case .record(let name): return record(name, fieldsOfRecord(name), scope, 4)
    case .variant(let name):
      guard let first = variants.first(where: { $0.name == name })?.cases.first else {
        return Term(type, "null")
      }
      return choice(name, first, scope, 4)
    case .partial: return Term(type, "{}")
    }
  }

  // MARK: Any type

  /// An expression that may be of any type: a branch, a call, a reading out of a list or map.
  private mutating func shaped(_ type: SpecType, _ scope: SpecScope, _ depth: Int) -> Term? {
    switch dice.number(0...7) {
    case 0:
      guard type != .any else { return nil }
      if case .optional(let wrapped) = type {
        count("term ?: null")
        let present = part(dice.oneIn(2) ? wrapped : type, scope, depth)
        let isFirst = dice.oneIn(2)
        return Term(
          type,
          [
            "(", part(.bool, scope, depth), " ? ", isFirst ? present : "null", " : ",
            isFirst ? "null" : present, ")",
          ])
      }
      count("term ?:")
      return Term(
        type,
        [
          "(", part(.bool, scope, depth), " ? ", part(type, scope, depth), " : ",
          part(type, scope, depth), ")",
        ])
    case 1:
      let functions = functions.filter { $0.result == type && scope.isFree($0.name) }
      guard let function = dice.pick(functions) else { return nil }
      count("function call")
      var parts: [Term.Part] = [.text("\(function.name)(")]
      for (index, parameter) in function.parameters.enumerated() {
        if index > 0 { parts.append(", ") }
        parts.append(part(parameter.type, scope, depth))
      }
      return Term(type, parts + [")"])
    case 2:
      count("term cel.bind")
      let bound = self.type()
      guard !bound.isOptional, case let value = term(bound, scope, depth + 1) else { return nil }
      let (name, inner) = binding(bound, scope)
      return Term(
        type, [.text("cel.bind(\(name), "), .term(value), ", ", part(type, inner, depth), ")"])
    case 3:
      guard !type.isOptional else { return nil }
      count("term orValue")
      let list = SpecType.list(type)
      return Term(
        type,
        [
          part(leaf(list, scope)), "[?", part(.int, scope, depth), "].orValue(",
          part(type, scope, depth), ")",
        ])
    case 4:
      guard let list = dice.pick(scope.readings[.list(type)] ?? []) else { return nil }
      return Term(type, [.text(list.text), "[", part(.int, scope, depth), "]"])
    case 5:
      guard let map = dice.pick(scope.readings[.map(.string, type)] ?? []) else { return nil }
      return Term(type, [.text(map.text), "[", part(.string, scope, depth), "]"])
    case 6:
      guard !type.isOptional, type != .any else { return nil }
      guard let reading = dice.pick(scope.readings[.optional(type)] ?? []) else { return nil }
      count("term narrowing")
      if dice.oneIn(2) {
        return Term(type, [.text(reading.text), ".orValue(", part(type, scope, depth), ")"])
      }
      var inner = scope
      inner.add(reading.text, type, root: reading.root)
      return Term(
        type,
        [
          .text("(\(reading.text) != null ? "), part(type, inner, depth), " : ",
          part(type, scope, depth), ")",
        ])
    default:
      guard let element = dice.pick(scope.readableTypes.filter({ $0.isList })),
        case .list(let inner) = element, !type.isOptional, type != .any
      else { return nil }
      count("term fold")
      let start = term(type, scope, depth + 1)
      let (acc, withAcc) = binding(type, scope)
      let (name, all) = binding(inner, withAcc, besides: acc)
      return Term(
        type,
        [
          part(leaf(element, scope)), .text(".fold(\(acc), \(name), "), .term(start), ", ",
          part(type, all, depth + 1), ")",
        ])
    }
  }

  /// A scope with a variable of a macro, whose name hides others.
  mutating func binding(
    _ type: SpecType, _ scope: SpecScope, besides used: String = ""
  ) -> (name: String, scope: SpecScope) {
    let tables = ["state", "action", "store", "selected", "old", "new", "now", "uuid"]
    let name = self.name(tables + [used] + Self.namesOfCEL)
    var inner = scope
    inner.hide(name)
    read(name, type, in: &inner, root: name)
    return (name, inner)
  }

  /// Names that are functions, macros or types in expressions.
  static let namesOfCEL = [
    "size", "map", "all", "filter", "type", "int", "string", "bool", "double", "list", "min", "max",
    "first", "last", "sum", "error", "value", "hash",
  ]

  // MARK: Scalars

  private mutating func condition(_ scope: SpecScope, _ depth: Int) -> Term {
    switch dice.number(0...9) {
    case 0, 1:
      let type = dice.pick([SpecType.int, .double, .string, .timestamp, .duration]) ?? .int
      let sign = dice.pick([" < ", " <= ", " > ", " >= ", " == ", " != "]) ?? " < "
      return Term(
        .bool, ["(", part(type, scope, depth), .text(sign), part(type, scope, depth), ")"])
    case 2:
      let sign = dice.oneIn(2) ? " && " : " || "
      return Term(
        .bool, ["(", part(.bool, scope, depth), .text(sign), part(.bool, scope, depth), ")"])
    case 3: return Term(.bool, ["!", part(.bool, scope, depth)])
    case 4:
      let type =
        dice.pick(scope.readableTypes.filter { $0 != .any && $0.kind != "partial" }) ?? .int
      if type.isOptional, let reading = dice.pick(scope.readings[type] ?? []) {
        return Term(.bool, "(\(reading.text) \(dice.oneIn(2) ? "!=" : "==") null)")
      }
      return Term(.bool, ["(", part(leaf(type, scope)), " == ", part(type, scope, depth), ")"])
    case 5:
      count("term in")
      return Term(
        .bool, ["(", part(.int, scope, depth), " in ", part(.list(.int), scope, depth), ")"])
    case 6:
      count("term text test")
      let test = dice.pick(["startsWith", "endsWith", "contains"]) ?? "contains"
      return Term(
        .bool,
        [part(.string, scope, depth), .text(".\(test)("), part(.string, scope, depth), ")"])
    case 7:
      guard let (name, variant) = dice.pick(variants).map({ ($0.name, $0) }),
        let reading = dice.pick(scope.readings[.variant(name)] ?? []),
        let chosen = dice.pick(variant.cases)
      else { fallthrough }
      count("term has")
      let test = "has(\(reading.text).\(chosen.name))"
      guard let field = dice.pick(chosen.fields), field.type == .int else {
        return Term(.bool, test)
      }
      return Term(
        .bool,
        [
          .text("(\(test) && \(reading.text).\(chosen.name).\(field.name) > "),
          part(.int, scope, depth), ")",
        ])
    default:
      let kind = dice.pick(["all", "exists", "exists_one"]) ?? "all"
      let types = scope.readableTypes.filter(\.isList)
      guard let list = dice.pick(types), case .list(let element) = list else {
        return Term(.bool, ["(", part(.int, scope, depth), " > 1)"])
      }
      count("term \(kind)")
      let over = leaf(list, scope)
      let (name, inner) = binding(element, scope)
      if dice.oneIn(3) {
        count("two variables")
        let (index, both) = binding(.int, inner, besides: name)
        let kind = kind == "exists_one" ? "existsOne" : kind
        return Term(
          .bool,
          [.term(over), .text(".\(kind)(\(index), \(name), "), part(.bool, both, depth), ")"])
      }
      return Term(
        .bool, [.term(over), .text(".\(kind)(\(name), "), part(.bool, inner, depth), ")"])
    }
  }

  private mutating func int(_ scope: SpecScope, _ depth: Int) -> Term {
    switch dice.number(0...5) {
    case 0...2:
      // A constant must not fail.
      let signs = [" + ", " - ", " * "] + (scope.types.isEmpty ? [] : [" / ", " % "])
      let sign = dice.pick(signs) ?? " + "
      return Term(
        .int, ["(", part(.int, scope, depth), .text(sign), part(.int, scope, depth), ")"])
    case 3:
      guard let type = dice.pick(scope.readableTypes.filter(\.hasSize)) else { fallthrough }
      return Term(.int, ["size(", part(leaf(type, scope)), ")"])
    case 4: return Term(.int, ["size(", part(.list(.int), scope, depth), ")"])
    default:
      count("term sum")
      let end = dice.pick(["sum()", "max()", "sort()[0]"]) ?? "sum()"
      return Term(.int, elements(.int, scope, depth) + [.text(".\(end)")])
    }
  }

  private mutating func double(_ scope: SpecScope, _ depth: Int) -> Term {
    if dice.oneIn(3) { return Term(.double, ["double(", part(.int, scope, depth), ")"]) }
    let sign = dice.pick([" + ", " - ", " * ", " / "]) ?? " + "
    return Term(
      .double, ["(", part(.double, scope, depth), .text(sign), part(.double, scope, depth), ")"])
  }

  private mutating func string(_ scope: SpecScope, _ depth: Int) -> Term {
    switch dice.number(0...5) {
    case 0, 1:
      return Term(
        .string, ["(", part(.string, scope, depth), " + ", part(.string, scope, depth), ")"])
    case 4: return Term(.string, elements(.string, scope, depth) + [".join()"])
    case 2:
      let type = dice.pick([SpecType.int, .bool, .double, .timestamp, .duration]) ?? .int
      return Term(.string, ["string(", part(type, scope, depth), ")"])
    case 3:
      let function = dice.pick(["upperAscii", "lowerAscii", "trim", "reverse"]) ?? "trim"
      return Term(.string, [part(.string, scope, depth), .text(".\(function)()")])
    default:
      return Term(
        .string, [part(.string, scope, depth), ".substring(", part(.int, scope, depth), ")"])
    }
  }

  // MARK: Lists, maps and records

  /// A list for a function that takes no nulls, though it may have one.
  private mutating func elements(
    _ type: SpecType, _ scope: SpecScope, _ depth: Int
  ) -> [Term.Part] {
    guard let reading = dice.pick(scope.readings[.optional(type)] ?? []) else {
      return ["[", part(type, scope, depth), ", ", part(type, scope, depth), "]"]
    }
    count("term null among elements")
    return ["[", part(type, scope, depth), .text(", \(reading.text)]")]
  }

  private mutating func list(_ element: SpecType, _ scope: SpecScope, _ depth: Int) -> Term {
    let type = SpecType.list(element)
    switch dice.number(0...6) {
    case 0, 1:
      guard !element.isOptional, element != .any else { return leaf(type, scope) }
      var parts: [Term.Part] = ["["]
      for index in 0..<dice.number(1...3) {
        if index > 0 { parts.append(", ") }
        parts.append(part(element, scope, depth))
      }
      return Term(type, parts + ["]"])
    case 2:
      count("term filter")
      let over = term(type, scope, depth + 1)
      let (name, inner) = binding(element, scope)
      return Term(
        type, [.term(over), .text(".filter(\(name), "), part(.bool, inner, depth), ")"])
    case 3:
      guard !element.isOptional, element != .any,
        let source = dice.pick(scope.readableTypes.filter(\.isList)), case .list(let of) = source
      else { return leaf(type, scope) }
      let over = leaf(source, scope)
      let (name, inner) = binding(of, scope)
      if dice.oneIn(3) {
        count("term transformList")
        let (index, both) = binding(.int, inner, besides: name)
        return Term(
          type,
          [
            .term(over), .text(".transformList(\(index), \(name), "), part(element, both, depth),
            ")",
          ])
      }
      count("term map")
      return Term(type, [.term(over), .text(".map(\(name), "), part(element, inner, depth), ")"])
    case 4:
      return Term(type, ["(", part(type, scope, depth), " + ", part(type, scope, depth), ")"])
    case 5:
      if case .record(let name) = element,
        let kids = fieldsOfRecord(name).first(where: { $0.type == type })
      {
        count("term closure")
        let over = term(type, scope, depth + 1)
        let (variable, _) = binding(element, scope)
        return Term(
          type, [.term(over), .text(".closure(\(variable), \(variable).\(kids.name))")])
      }
      return Term(type, [part(type, scope, depth), ".reverse()"])
    default:
      guard element == .int || element == .string else { return leaf(type, scope) }
      count("term sort")
      return Term(type, [part(type, scope, depth), dice.oneIn(2) ? ".sort()" : ".distinct()"])
    }
  }

  private mutating func map(
    _ key: SpecType, _ value: SpecType, _ scope: SpecScope, _ depth: Int
  ) -> Term {
    let type = SpecType.map(key, value)
    guard !value.isOptional, value != .any else { return leaf(type, scope) }
    switch dice.number(0...2) {
    case 0:
      guard let reading = dice.pick(scope.readings[type] ?? []) else { fallthrough }
      count("term transformMap")
      let (keyName, withKey) = binding(key, scope)
      let (name, both) = binding(value, withKey, besides: keyName)
      return Term(
        type,
        [
          .text("\(reading.text).transformMap(\(keyName), \(name), "), part(value, both, depth),
          ")",
        ])
    default:
      return Term(
        type, ["{", part(key, scope, depth), ": ", part(value, scope, depth), "}"])
    }
  }

  private mutating func record(
    _ written: String, _ fields: [Field], _ scope: SpecScope, _ depth: Int, of type: SpecType? = nil
  ) -> Term {
    var parts: [Term.Part] = [.text("\(written){")]
    for field in fields where !field.hasDefault || (depth < 3 && dice.oneIn(2)) {
      if parts.count > 1 { parts.append(", ") }
      parts.append(.text("\(field.name): "))
      parts.append(
        depth > 3 ? .term(self.written(field.type, scope)) : part(field.type, scope, depth))
    }
    return Term(type ?? .record(written), parts + ["}"])
  }

  /// A variant's case with its record.
  private mutating func choice(
    _ variant: String, _ chosen: (name: String, fields: [Field]), _ scope: SpecScope, _ depth: Int
  ) -> Term {
    let form = dice.number(0...2)
    let own = "\(variant).\(chosen.name)"
    let inner = record(form == 1 ? "" : own, chosen.fields, scope, depth)
    if form == 0 {
      count("case by its name")
      return Term(.variant(variant), [.term(inner)])
    }
    if form == 1 { count("case as a mapping") }
    return Term(.variant(variant), [.text("\(variant){\(chosen.name): "), .term(inner), "}"])
  }

  /// True if an `any` can keep a value of the type: it has no keys but texts.
  private func isLikeJSON(_ type: SpecType, _ depth: Int = 0) -> Bool {
    switch type {
    case .map(let key, let value):
      key != .int && key != .bool && isLikeJSON(value, depth)
    case .list(let inner), .optional(let inner): isLikeJSON(inner, depth)
    case .record(let name):
      depth > 6 || fieldsOfRecord(name).allSatisfy { isLikeJSON($0.type, depth + 1) }
    case .variant(let name):
      depth > 6
        || (variants.first { $0.name == name }?.cases ?? []).allSatisfy {
          $0.fields.allSatisfy { isLikeJSON($0.type, depth + 1) }
        }
    default: true
    }
  }

  // MARK: Readings

  /// Adds a name to a scope, with what can be read from it.
  func read(
    _ text: String, _ type: SpecType, in scope: inout SpecScope, root: String, depth: Int = 0
  ) {
    scope.add(text, type, root: root)
    guard depth < 2, case .record(let name) = type else { return }
    for field in fieldsOfRecord(name) {
      read("\(text).\(field.name)", field.type, in: &scope, root: root, depth: depth + 1)
    }
  }
}

extension SpecType {
  var isList: Bool { if case .list = self { true } else { false } }

  var hasSize: Bool {
    switch self {
    case .list, .map, .string: true
    default: false
    }
  }
}

extension SpecScope {
  /// True if a name stands for nothing nearer than a constant or function.
  func isFree(_ name: String) -> Bool {
    !types.contains { readings[$0]?.contains { $0.root == name } ?? false }
  }
}
