/// Makes the rules of reducers.
extension SpecMaker {
  /// The names that stand for something in a reducer's rules.
  private static let tableNames = ["state", "action", "store", "selected"]

  /// The scope of a reducer's rules.
  mutating func scope(of reducer: Reducer, action fields: [Field]) -> SpecScope {
    var scope = SpecScope()
    addFields(of: reducer.state, to: &scope)
    for field in fields {
      read("action.\(field.name)", field.type, in: &scope, root: "action")
    }
    addStore(to: &scope)
    return scope
  }

  /// Adds the fields of the record that rules write, and the paths to them.
  mutating func addFields(of record: String, to scope: inout SpecScope) {
    for field in fieldsOfRecord(record) {
      let isHidden = Self.tableNames.contains(field.name)
      let text = isHidden || dice.oneIn(6) ? "state.\(field.name)" : field.name
      let root = text.hasPrefix("state.") ? "state" : field.name
      read(text, field.type, in: &scope, root: root)
      addTarget(field.name, field.type, in: &scope, root: field.name, depth: 0)
    }
  }

  mutating func addStore(to scope: inout SpecScope, prefix: String = "store") {
    for reducer in reducers {
      for field in fieldsOfRecord(reducer.state) {
        read(
          "\(prefix).\(reducer.key).\(field.name)", field.type, in: &scope, root: prefix, depth: 1)
      }
      if reducer.hasHistory {
        scope.add(
          "\(prefix).\(reducer.key)History.past", .list(.record(reducer.state)), root: prefix)
      }
    }
    guard prefix == "store" else { return }
    for selector in selectors {
      scope.add("selected.\(selector.name)", selector.type, root: "selected")
    }
  }

  func addTarget(
    _ text: String, _ type: SpecType, in scope: inout SpecScope, root: String, depth: Int
  ) {
    scope.targets.append(
      SpecScope.Target(term: Term(type, [.text(text)], isPlace: true), root: root))
    guard depth < 2, case .record(let name) = type else { return }
    for field in fieldsOfRecord(name) {
      addTarget("\(text).\(field.name)", field.type, in: &scope, root: root, depth: depth + 1)
    }
  }

  /// The path to a place of a kind, maybe inside a list or map.
  private mutating func target(
    _ scope: SpecScope, where fits: (SpecType) -> Bool
  ) -> SpecScope.Target? {
    var found: [SpecScope.Target] = scope.targets.filter { fits($0.term.type) }
    if found.isEmpty || dice.oneIn(2) {
      for target in scope.targets {
        switch target.term.type {
        case .list(let element) where fits(element):
          found.append(inside(target, element, "[", term(.int, scope, 2), "]", isKey: false))
        case .map(let key, let value) where fits(value):
          found.append(inside(target, value, "[", keyTerm(key, scope), "]", isKey: true))
        case .list(.record(let name)):
          for field in fieldsOfRecord(name) where fits(field.type) {
            let index = term(.int, scope, 2)
            found.append(
              inside(target, field.type, "[", index, "].\(field.name)", isKey: false))
          }
        default: break
        }
        if found.count > 12 { break }
      }
    }
    return dice.pick(found)
  }

  private mutating func keyTerm(_ type: SpecType, _ scope: SpecScope) -> Term {
    dice.oneIn(2) && type == .string
      ? Term(.string, literalKey(type).quoted) : term(type, scope, 2)
  }

  private func inside(
    _ target: SpecScope.Target, _ type: SpecType, _ open: String, _ index: Term, _ close: String,
    isKey: Bool
  ) -> SpecScope.Target {
    let parts = target.term.parts + [.text(open), .term(index), .text(close)]
    return SpecScope.Target(
      term: Term(type, parts, isPlace: true), endsInKey: isKey, root: target.root, isFixed: false)
  }

  // MARK: Lists of rules

  mutating func rules(_ scope: SpecScope, _ depth: Int = 0) -> Piece {
    var scope = scope
    var rules: [Piece] = []
    for _ in 0..<dice.number(1...(depth == 0 ? 4 : 2)) {
      guard let rule = rule(&scope, depth) else { continue }
      rules.append(rule)
    }
    return .sequence(rules)
  }

  private mutating func rule(_ scope: inout SpecScope, _ depth: Int) -> Piece? {
    var keys: [Piece.Entry]?
    for _ in 0..<6 where keys == nil {
      let outer = scope
      switch dice.number(0...(depth > 2 ? 9 : 14)) {
      case 0, 1: keys = assignment(outer)
      case 2: keys = number(outer)
      case 3, 4: keys = listVerb(outer)
      case 5, 6: keys = elementVerb(outer)
      case 7: keys = smallVerb(outer)
      case 8: keys = mapVerb(outer)
      case 9:
        guard !dice.oneIn(3) else {
          keys = failure(outer)
          continue
        }
        return letRule(&scope)
      case 10: keys = ifRule(outer, depth)
      case 11: keys = updateRule(outer, depth)
      case 12: keys = atRule(outer, depth)
      case 13: keys = dice.oneIn(2) ? matchRule(outer, depth) : forEachRule(outer, depth)
      default: keys = useRule(outer)
      }
    }
    guard var keys, let verb = keys.first?.key else { return nil }
    count("verb \(verb)")
    if dice.oneIn(4), keys.last?.key != "when" {
      let guardian = dice.oneIn(2) ? "when" : "unless"
      count(guardian)
      keys.append(Piece.Entry(guardian, .expression(term(.bool, scope, 1))))
    }
    return .mapping(keys)
  }

  private func path(_ target: SpecScope.Target) -> Piece { .expression(target.term) }

  /// A value in a value place: a literal or an expression.
  mutating func value(_ type: SpecType, _ scope: SpecScope) -> Piece {
    if dice.oneIn(4) { return literal(type, 1) }
    if type == .string, dice.oneIn(5) {
      let inner = dice.pick([SpecType.int, .string, .bool, .duration]) ?? .int
      return .interpolation(dice.pick(pools.texts) ?? "", term(inner, scope, 2))
    }
    if case .partial = type { return literal(type, 1) }
    return .value(term(type, scope, 1))
  }

  private mutating func withDefault(
    _ keys: [Piece.Entry], _ target: SpecScope.Target, _ scope: SpecScope
  ) -> [Piece.Entry] {
    guard target.endsInKey, !dice.oneIn(3) else { return keys }
    count("default")
    return keys + [Piece.Entry("default", value(target.term.type, scope))]
  }

  // MARK: Verbs

  private mutating func assignment(_ scope: SpecScope) -> [Piece.Entry]? {
    if dice.oneIn(8), !scope.isShared,
      let target = dice.pick(scope.targets.filter { $0.isFixed && !$0.isElement })
    {
      return [
        Piece.Entry("reset", dice.oneIn(4) && !scope.isInside ? .plain("state") : path(target))
      ]
    }
    guard let target = target(scope, where: { _ in true }) else { return nil }
    if dice.oneIn(5), case .record(let name) = target.term.type {
      let keys = [Piece.Entry("merge", path(target))]
      let partial = scope.readings[.partial(name)] ?? []
      if let reading = dice.pick(partial) {
        return keys + [Piece.Entry("value", .value(Term(.partial(name), reading.text)))]
      }
      return keys + [Piece.Entry("value", literal(.partial(name), 1))]
    }
    return [
      Piece.Entry("set", path(target)), Piece.Entry("value", value(target.term.type, scope)),
    ]
  }

  private mutating func number(_ scope: SpecScope) -> [Piece.Entry]? {
    guard let target = target(scope, where: { [.int, .double, .duration].contains($0) }) else {
      return nil
    }
    var keys = [Piece.Entry(dice.oneIn(2) ? "increment" : "decrement", path(target))]
    if target.term.type == .duration || dice.oneIn(2) {
      keys.append(Piece.Entry("by", .expression(term(target.term.type, scope, 1))))
    }
    return withDefault(keys, target, scope)
  }

  private mutating func listVerb(_ scope: SpecScope) -> [Piece.Entry]? {
    guard let target = target(scope, where: \.isList), case .list(let element) = target.term.type
    else { return nil }
    func entry(_ verb: String) -> Piece.Entry { Piece.Entry(verb, path(target)) }
    switch dice.number(0...7) {
    case 0...2:
      let verb = dice.pick(["append", "prepend", "insert"]) ?? "append"
      var keys = [entry(verb)]
      if verb == "insert" { keys.append(Piece.Entry("index", .expression(term(.int, scope, 1)))) }
      if dice.oneIn(3) {
        keys.append(Piece.Entry("values", .expression(term(.list(element), scope, 1))))
      } else {
        keys.append(Piece.Entry("value", value(element, scope)))
      }
      return withDefault(keys, target, scope)
    case 3:
      return [entry("remove-at"), Piece.Entry("index", .expression(term(.int, scope, 1)))]
    case 4:
      return [
        entry(dice.oneIn(2) ? "move" : "swap"),
        Piece.Entry("from", .expression(term(.int, scope, 1))),
        Piece.Entry("to", .expression(term(.int, scope, 1))),
      ]
    case 5: return [entry("reverse")]
    case 6:
      guard case .record(let name) = element,
        let field = dice.pick(
          fieldsOfRecord(name).filter { [.int, .string, .bool].contains($0.type) })
      else { return [entry("reverse")] }
      return withDefault(
        [
          entry("upsert"), Piece.Entry("match", .text(field.name)),
          Piece.Entry("value", value(element, scope)),
        ], target, scope)
    default:
      var (inner, keys) = elementScope(scope, element, .int, isTarget: false)
      var sorted = [entry("sort")] + keys
      let keyType = dice.pick([SpecType.int, .string, .double, .bool]) ?? .int
      inner.targets = []
      let sortable: Set<SpecType> = [.int, .string, .double, .bool, .timestamp, .duration]
      if !sortable.contains(element) || dice.oneIn(2) {
        sorted.append(Piece.Entry("by", .expression(term(keyType, inner, 1))))
      } else {
        keys = []
      }
      if dice.oneIn(3) {
        sorted.append(Piece.Entry("descending", .expression(term(.bool, scope, 2))))
      }
      return sorted
    }
  }

  /// The scope inside of what goes through a list or map, and the key `as` if it renames the item.
  private mutating func elementScope(
    _ scope: SpecScope, _ element: SpecType, _ key: SpecType?, isTarget: Bool, isList: Bool = true
  ) -> (scope: SpecScope, keys: [Piece.Entry]) {
    var inner = scope
    var name = "item"
    var keys: [Piece.Entry] = []
    let keyName = isList ? "index" : "key"
    if dice.oneIn(3) {
      let chosen = self.name(Self.tableNames + ["index", "key"] + Self.namesOfCEL)
      if key == nil || chosen != keyName {
        name = chosen
        keys = [Piece.Entry("as", .text(name))]
        count("as")
      }
    }
    var outer = scope
    inner.hide(name)
    if let key {
      inner.hide(keyName)
      outer.hide(keyName)
      inner.add(keyName, key, root: keyName)
    }
    read(name, element, in: &inner, root: name)
    if isTarget {
      // Targets lie outside of every list on the way, or begin at the element.
      inner.targets = []
      addTarget(name, element, in: &inner, root: name, depth: 0)
      for index in inner.targets.indices { inner.targets[index].isElement = true }
      inner.targets += outer.targets.filter { $0.isFixed && $0.root != name && $0.term.isScalar }
      inner.isInside = true
    }
    return (inner, keys)
  }

  private mutating func elementVerb(_ scope: SpecScope) -> [Piece.Entry]? {
    guard let target = target(scope, where: { $0.isList || $0.isMap }) else { return nil }
    let verb = dice.oneIn(2) ? "remove" : "keep"
    let (element, key) = target.term.type.element
    if verb == "remove", dice.oneIn(4) {
      return [Piece.Entry(verb, path(target)), Piece.Entry("value", value(element, scope))]
    }
    let (inner, keys) = elementScope(
      scope, element, key, isTarget: false, isList: target.term.type.isList)
    return [
      Piece.Entry(verb, path(target)), Piece.Entry("where", .expression(term(.bool, inner, 1))),
    ] + keys
  }

  private mutating func smallVerb(_ scope: SpecScope) -> [Piece.Entry]? {
    if dice.oneIn(2), let target = target(scope, where: { $0 == .bool }) {
      return withDefault([Piece.Entry("toggle", path(target))], target, scope)
    }
    guard let target = target(scope, where: { $0.hasSize || $0.isOptional }) else { return nil }
    return [Piece.Entry("clear", path(target))]
  }

  private mutating func mapVerb(_ scope: SpecScope) -> [Piece.Entry]? {
    guard let map = dice.pick(scope.targets.filter { $0.term.type.isMap }),
      case .map(let key, let value) = map.term.type
    else { return nil }
    if dice.oneIn(2) {
      let entry = inside(map, value, "[", keyTerm(key, scope), "]", isKey: true)
      return [Piece.Entry("delete", path(entry))]
    }
    return [
      Piece.Entry("merge", path(map)), Piece.Entry("value", self.value(map.term.type, scope)),
    ]
  }

  private mutating func failure(_ scope: SpecScope) -> [Piece.Entry] {
    let text = self.value(.string, scope)
    let isLong = dice.oneIn(2)
    let value: Piece =
      isLong
      ? .mapping([Piece.Entry("code", .text("mine")), Piece.Entry("message", text)]) : text
    return [Piece.Entry("fail", value), Piece.Entry("when", .expression(term(.bool, scope, 1)))]
  }

  private mutating func letRule(_ scope: inout SpecScope) -> Piece {
    count("verb let")
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(1...2) {
      let type = self.type()
      guard !type.isOptional, type != .any else { continue }
      let name = self.name(
        Self.tableNames + ["item", "index", "key"] + Self.namesOfCEL + entries.map(\.key))
      entries.append(Piece.Entry(name, .expression(term(type, scope, 1))))
      scope.hide(name)
      read(name, type, in: &scope, root: name)
    }
    if entries.isEmpty { entries = [Piece.Entry("one", .plain("1"))] }
    return .mapping([Piece.Entry("let", .mapping(entries))])
  }

  private mutating func ifRule(_ scope: SpecScope, _ depth: Int) -> [Piece.Entry] {
    if dice.oneIn(3), let keys = narrowingRule(scope, depth) { return keys }
    var keys = [
      Piece.Entry("if", .expression(term(.bool, scope, 1))),
      Piece.Entry("then", rules(scope, depth + 1)),
    ]
    if dice.oneIn(2) { keys.append(Piece.Entry("else", rules(scope, depth + 1))) }
    return keys
  }

  /// An `if` that shows that an optional is there for its rules, which do not write it.
  private mutating func narrowingRule(_ scope: SpecScope, _ depth: Int) -> [Piece.Entry]? {
    guard let type = dice.pick(scope.readableTypes.filter(\.isOptional)),
      case .optional(let wrapped) = type, let reading = dice.pick(scope.readings[type] ?? [])
    else { return nil }
    count("if narrows")
    var inner = scope
    let path = reading.text.split(separator: ".").map(String.init)
    let root = path.first == "state" && path.count > 1 ? path[1] : path[0]
    // A path from the store leads to the same fields.
    inner.targets.removeAll { $0.root == root || root == "store" || $0.isElement }
    inner.isInside = true
    read(reading.text, wrapped, in: &inner, root: reading.root)
    let isThere = dice.oneIn(2)
    let shown = rules(inner, depth + 1)
    let other = rules(scope, depth + 1)
    return [
      Piece.Entry("if", .expression(Term(.bool, "\(reading.text) \(isThere ? "!=" : "==") null"))),
      Piece.Entry("then", isThere ? shown : other), Piece.Entry("else", isThere ? other : shown),
    ]
  }

  private mutating func updateRule(_ scope: SpecScope, _ depth: Int) -> [Piece.Entry]? {
    guard let target = target(scope, where: { $0.isList || $0.isMap }) else { return nil }
    let (element, key) = target.term.type.element
    let (inner, keys) = elementScope(
      scope, element, key, isTarget: true, isList: target.term.type.isList)
    var rule = [Piece.Entry("update", path(target))] + keys
    if dice.oneIn(2) {
      var tested = inner
      tested.targets = []
      rule.append(Piece.Entry("where", .expression(term(.bool, tested, 1))))
    }
    return rule + [Piece.Entry("do", rules(inner, depth + 1))]
  }

  private mutating func atRule(_ scope: SpecScope, _ depth: Int) -> [Piece.Entry]? {
    guard let target = target(scope, where: { !$0.isOptional && $0 != .any }) else { return nil }
    let (inner, keys) = elementScope(scope, target.term.type, nil, isTarget: true)
    let rule =
      [Piece.Entry("at", path(target))] + keys + [Piece.Entry("do", rules(inner, depth + 1))]
    return withDefault(rule, target, scope)
  }

  private mutating func forEachRule(_ scope: SpecScope, _ depth: Int) -> [Piece.Entry]? {
    guard let type = dice.pick(scope.readableTypes.filter({ $0.isList || $0.isMap })) else {
      return nil
    }
    let (element, key) = type.element
    let over = leaf(type, scope)
    var (inner, keys) = elementScope(scope, element, key, isTarget: false, isList: type.isList)
    let name =
      keys.first.map { if case .text(let name) = $0.value { name } else { "item" } } ?? "item"
    inner.targets = scope.targets.filter { $0.root != name && !["index", "key"].contains($0.root) }
    return [Piece.Entry("for-each", .expression(over))] + keys
      + [Piece.Entry("do", rules(inner, depth + 1))]
  }

  private mutating func matchRule(_ scope: SpecScope, _ depth: Int) -> [Piece.Entry]? {
    func fits(_ type: SpecType) -> Bool {
      if case .variant = type { true } else { type == .bool || type.isEnum }
    }
    let subject: Term
    var outer = scope
    var keys: [Piece.Entry]
    let isPlace = !dice.oneIn(3)
    if isPlace {
      guard let target = target(scope, where: fits) else { return nil }
      subject = target.term
      keys = [Piece.Entry("match", path(target))]
      outer.targets.removeAll { $0.root == target.root }
    } else {
      guard let type = dice.pick(scope.readableTypes.filter(fits)),
        let reading = dice.pick(scope.readings[type] ?? [])
      else { return nil }
      count("match of an expression")
      subject = type == .bool ? term(.bool, scope, 1) : Term(type, reading.text)
      keys = [Piece.Entry("match", .value(subject))]
    }
    outer.targets.removeAll { !$0.isFixed || !$0.term.isScalar }
    outer.isInside = true
    var cases: [Piece.Entry] = []
    switch subject.type {
    case .bool:
      cases = [
        Piece.Entry("true", rules(outer, depth + 1)), Piece.Entry("false", rules(outer, depth + 1)),
      ]
    case .enumeration(let name):
      for name in enumType(name) { cases.append(Piece.Entry(name, rules(outer, depth + 1))) }
    case .variant(let name):
      guard let variant = variants.first(where: { $0.name == name }) else { return nil }
      for item in variant.cases {
        var inner = outer
        inner.hide("item")
        for field in item.fields {
          read("item.\(field.name)", field.type, in: &inner, root: "item", depth: 1)
          guard isPlace else { continue }
          addTarget("item.\(field.name)", field.type, in: &inner, root: "item", depth: 1)
          inner.targets[inner.targets.count - 1].isElement = true
        }
        cases.append(Piece.Entry(item.name, rules(inner, depth + 1)))
      }
    default: return nil
    }
    if cases.count > 1, dice.oneIn(3) {
      cases.removeLast()
      keys.append(Piece.Entry("else", rules(outer, depth + 1)))
    }
    return keys + [Piece.Entry("cases", .mapping(cases))]
  }

  /// The use of a shared rule, on the whole record without a target.
  mutating func use(
    of shared: SharedRule, _ scope: SpecScope, on target: SpecScope.Target? = nil
  ) -> [Piece.Entry] {
    var keys = [Piece.Entry("use", .text(shared.name))]
    if let target { keys.append(Piece.Entry("on", path(target))) }
    let written = shared.parameters.filter { !$0.hasDefault }
    if !shared.parameters.isEmpty {
      let with = (written.isEmpty ? shared.parameters : written).map {
        Piece.Entry($0.name, value($0.type, scope))
      }
      keys.append(Piece.Entry("with", .mapping(with)))
    }
    return keys
  }

  private mutating func useRule(_ scope: SpecScope) -> [Piece.Entry]? {
    guard let shared = dice.pick(sharedRules),
      let target = target(scope, where: { $0 == .record(shared.record) })
    else { return nil }
    return withDefault(use(of: shared, scope, on: target), target, scope)
  }
}

extension SpecType {
  var isMap: Bool { if case .map = self { true } else { false } }

  var isEnum: Bool { if case .enumeration = self { true } else { false } }

  /// The type of the elements of a list or map, and that of their index or key.
  var element: (element: SpecType, key: SpecType) {
    switch self {
    case .list(let element): (element, .int)
    case .map(let key, let value): (value, key)
    default: (.any, .int)
    }
  }
}

extension Term {
  /// True if there is nothing below the place.
  fileprivate var isScalar: Bool {
    switch type {
    case .list, .map, .record, .variant, .any: false
    default: true
    }
  }
}
