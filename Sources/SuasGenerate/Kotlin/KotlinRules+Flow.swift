import CEL
import SuasProgram

extension KotlinRules {
  mutating func branch(
    _ test: CheckedTest, _ then: [CheckedRule], _ otherwise: [CheckedRule]
  ) throws(NotGenerated) {
    let code = try lowering.lower(test, scope)
    if then.isEmpty, otherwise.isEmpty { return }
    if then.isEmpty {
      return try writeBlock(
        "if (\(placed(try expressions.text(code.denied), code.canFail))) {", otherwise)
    }
    let start = "if (\(placed(try expressions.text(code), code.canFail))) {"
    if otherwise.isEmpty { return try writeBlock(start, then) }
    let first = try nested { (inner) throws(NotGenerated) in try inner.write(then) }
    let second = try nested { (inner) throws(NotGenerated) in try inner.write(otherwise) }
    writer.line(start)
    writer.append(first)
    writer.line("} else {")
    writer.append(second)
    writer.line("}")
  }

  /// The number of cases that one `when` has.
  private static let mostCases = 200

  /// A match of the first cases, whose other cases are matched where none of them is present.
  private func divided(_ match: Match) -> Match {
    guard match.cases.count > Self.mostCases else { return match }
    let rest = Match(
      subject: match.subject, text: match.text, itemName: match.itemName,
      cases: Array(match.cases.dropFirst(Self.mostCases)), otherwise: match.otherwise,
      point: match.point)
    let rule = CheckedRule(
      place: expressions.place, verb: "match", condition: nil, point: match.point,
      operation: .match(rest))
    return Match(
      subject: match.subject, text: match.text, itemName: match.itemName,
      cases: Array(match.cases.prefix(Self.mostCases)), otherwise: [rule], point: match.point)
  }

  mutating func match(_ whole: Match) throws(NotGenerated) {
    let match = divided(whole)
    let isDivided = match.cases.count < whole.cases.count
    let outerScope = scope
    defer { scope = outerScope }
    let subject: Code
    let itemSlot: Int?
    var isPlace = false
    switch match.subject {
    case .place(let target, let pathSlots, let slot):
      let path = try open(target)
      for (slot, key) in zip(pathSlots, path.keys) { scope[slot] = key }
      (subject, itemSlot, isPlace) = (path.place, slot, true)
    case .value(let expression, let slot):
      (subject, itemSlot) = (try lowering.lower(expression, scope), slot)
    }
    let isOpen = subject.type == .any
    let subjectText = try expressions.text(subject)
    // The compiler would warn of null as a case where a test has shown that there is a value.
    let wrapper = isOpen ? "plain" : subject.type == subject.type.nonNull ? nil : "nullable"
    let text = placed(wrapper.map { "\($0)(\(subjectText))" } ?? subjectText, subject.canFail)
    let local = scope.local("matched", "matchedCase")
    var branches = writer.nested()
    var readsLocal = false
    for item in match.cases {
      let (label, body) = try self.branch(item, of: match, subject, isPlace ? nil : local, itemSlot)
      readsLocal = readsLocal || body.mentions(KotlinNames.local(local))
      append(label, body, to: &branches)
    }
    if !isExhaustive(match, subject.type) {
      let rules = match.otherwise
      let body = try nested { (inner) throws(NotGenerated) in
        inner.writer = inner.writer.nested()
        if let rules, isDivided {
          try inner.writePart(rules)
        } else if let rules {
          try inner.write(rules)
        } else {
          inner.writer.line(inner.placed("noCase(\(text))", true))
        }
      }
      append("else", body, to: &branches)
    }
    writer.line("when (\(readsLocal ? "val \(KotlinNames.local(local)) = " : "")\(text)) {")
    writer.append(branches)
    writer.line("}")
  }

  private func append(_ label: String, _ body: KotlinWriter, to branches: inout KotlinWriter) {
    guard !body.isEmpty else { return branches.line("\(label) -> {}") }
    branches.line("\(label) -> {")
    branches.append(body)
    branches.line("}")
  }

  private func isExhaustive(_ match: Match, _ type: ValueType) -> Bool {
    var needed: Int
    switch type.nonNull {
    case .bool: needed = 2
    case .enumeration(let name):
      needed = program.spec.types.enums[name]?.cases.count ?? 0
      if needed > KotlinTypes.mostCases { return false }
    default: needed = program.layout(of: type)?.fields.count ?? .max
    }
    if type != type.nonNull { needed += 1 }
    return match.cases.count >= needed
  }

  /// The label of a case with its rules.
  private mutating func branch(
    _ item: Match.Case, of match: Match, _ subject: Code, _ local: Local?, _ itemSlot: Int?
  ) throws(NotGenerated) -> (String, KotlinWriter) {
    let outerScope = scope
    defer { scope = outerScope }
    let label: String
    switch item.label {
    case .value(let value): label = expressions.names.literal(value, subject.type)
    case .variant(let slot, let name):
      guard let layout = program.layout(of: subject.type) else {
        throw NotGenerated(match.text, at: expressions.place)
      }
      label = "is \(KotlinNames.type(layout.name)).\(expressions.names.caseType(name))"
      let contents = layout.fields[slot].type
      if let itemSlot {
        // The rules may change the case's record: a place is read anew each time.
        let known = Code(.known(subject), subject.type.nonNull, canFail: false)
        let variant = subject.type == subject.type.nonNull ? subject : known
        scope[itemSlot] =
          local.map { Code(.local($0), contents, canFail: false) }
          ?? Code(.contents(variant, variant: layout.name, name: name), contents, canFail: true)
      }
    }
    let body = try nested { (inner) throws(NotGenerated) in
      inner.writer = inner.writer.nested()
      try inner.write(item.rules)
    }
    return (label, body)
  }

  // MARK: Places

  mutating func at(_ opened: SuasProgram.OpenedPlace, _ rules: [CheckedRule]) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    guard opened.target.endsInKey, let fallback = opened.target.fallback else {
      let path = try open(opened.target)
      for (slot, key) in zip(opened.pathSlots, path.keys) { scope[slot] = key }
      scope[opened.itemSlot] = path.place
      return try write(rules)
    }
    let path = try lowering.open(opened.target, in: root, toLast: true, &scope)
    try write(path.checks)
    guard let entry = path.entry else {
      throw NotGenerated(opened.target.text, at: expressions.place)
    }
    for (slot, key) in zip(opened.pathSlots, path.keys) { scope[slot] = key }
    scope[opened.itemSlot] = path.place
    let value = try lowering.lower(fallback, as: path.place.type, scope)
    let former = KotlinNames.local(scope.local("former", "formerState"))
    let kept = KotlinNames.local(scope.local("isKept", "isKeyKept"))
    let (map, key) = (try expressions.text(entry.map, .postfix), try expressions.text(entry.key))
    let test =
      entry.map.type == .any
      ? placed("lacksKey(\(map), \(key))", true) : "!\(map).containsKey(\(key))"
    let outerMark = mark
    mark = nil
    let text = try expressions.text(value)
    let addition = try nested { (inner) throws(NotGenerated) in
      try inner.assign(
        opened.target.pinned(to: opened.pathSlots).withoutFallback, addsKey: true,
        canFail: value.canFail
      ) { _, _ in text }
    }
    writer.line("val \(former) = \(rootName)")
    writer.line("if (\(test)) {")
    writer.append(addition)
    writer.line("}")
    writer.line("var \(kept) = false")
    mark = kept
    try write(rules)
    mark = outerMark
    // A key that was made for the rules goes again unless one of them counted.
    writer.line("if (!\(kept)) \(rootName) = \(former)")
    if let mark { writer.line("if (\(kept)) \(mark) = true") }
  }

  mutating func use(_ use: RuleUse) throws(NotGenerated) {
    let rule = program.spec.sharedRules[use.rule]
    var fitted: (String) -> String = { $0 }
    // What goes back into an `any` is like JSON.
    var kept: (String) -> String = { $0 }
    if case .nullable = try type(use.target) {
      fitted = { "recordThere(\($0), \(KotlinNames.literal(rule.name)))" }
    }
    if case .judged = use.fit {
      let type = ValueType.record(rule.record.name)
      let (name, field) = (expressions.names.typeText(type), expressions.names.fieldTypeText(type))
      fitted = { "fit<\(name)>(\($0), \(field))" }
      kept = { "fit<Any?>(\($0), Types.any)" }
    }
    var arguments: [String] = []
    for (parameter, argument) in zip(rule.parameters, use.arguments) {
      let code = try value(
        try lowering.lower(argument, as: ValueType(parameter.type), scope), before: use.target,
        as: parameter.name)
      arguments.append(try expressions.text(code))
    }
    if try KotlinSharedRules.readsStore(rule, lowering) { arguments.append("store") }
    let function = "Rules.\(KotlinNames.member(rule.name))"
    let place = KotlinNames.literal(use.place)
    let call = { (record: String) -> String in
      let list = ([fitted(record)] + arguments).joined(separator: ", ")
      return "use(\(KotlinNames.literal(rule.name)), \(place)) { \(function)(\(list)) }"
    }
    switch program.spec.counting(rule.rules) {
    case .never: writer.line(placed(call(try read(use.target)), true))
    case .always:
      try assign(use.target, addsKey: false, canFail: true) { text, _ in kept(call(text)) }
    case .sometimes:
      let name = KotlinNames.local(scope.local("changed", "\(rule.name.memberName)Result"))
      writer.line("val \(name) = \(placed(call(try read(use.target)), true))")
      let body = try nested { (inner) throws(NotGenerated) in
        try inner.assign(
          use.target.withoutFallback, addsKey: use.target.fallback != nil, canFail: false
        ) { _, _ in kept(name) }
      }
      writer.line("if (\(name) != null) {")
      writer.append(body)
      writer.line("}")
    }
  }
}

extension Target {
  /// The same place, whose key is not made.
  var withoutFallback: Target {
    var target = self
    target.fallback = nil
    return target
  }
}
