import CEL
import SuasProgram

extension SwiftRules {
  mutating func branch(
    _ test: CheckedTest, _ then: [CheckedRule], _ otherwise: [CheckedRule]
  ) throws(NotGenerated) {
    let code = try lowering.lower(test, scope)
    if then.isEmpty, !otherwise.isEmpty {
      return try writeBlock("if \(try self.test(code, isNegated: true)) {", otherwise)
    }
    writer.line("if \(try self.test(code, isNegated: false)) {")
    try writeNested(then)
    if !otherwise.isEmpty {
      writer.line("} else {")
      try writeNested(otherwise)
    }
    writer.line("}")
  }

  // MARK: Match

  mutating func match(_ match: Match) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    let subject: Code
    var path: OpenedPath?
    let itemSlot: Int?
    switch match.subject {
    case .place(let target, let pathSlots, let slot):
      let opened = try lowering.open(target, in: root, &scope)
      try write(opened)
      for (slot, key) in zip(pathSlots, opened.keys) { scope[slot] = key }
      (subject, path, itemSlot) = (opened.place, opened, slot)
    case .value(let expression, let slot):
      (subject, itemSlot) = (try lowering.lower(expression, scope), slot)
    }
    // Texts are compared by their code points, which patterns of Swift's own texts are not.
    let isOpen = subject.type.isOpen || subject.type.nonNull == .string
    let head = isOpen ? Code(subject.asAny.kind, .any, canFail: subject.canFail) : subject
    let text = try expressions.heading(head)
    writer.line("switch \(text) {")
    for item in match.cases {
      try write(item, of: match, head, path, itemSlot)
    }
    if let otherwise = match.otherwise {
      if !isExhaustive(match, head.type) {
        writer.line("default:")
        try writeCase(otherwise)
      }
    } else if isOpen {
      let other = SwiftNames.local(scope.local("other", "otherValue"))
      writer.line("case let \(other):")
      writer.line("  throw \(other).misfit(\"a value that 'match' has a case for\")")
    }
    writer.line("}")
  }

  private func isExhaustive(_ match: Match, _ type: ValueType) -> Bool {
    var needed: Int
    switch type.nonNull {
    case .bool: needed = 2
    case .enumeration(let name): needed = program.spec.types.enums[name]?.cases.count ?? 0
    default: needed = program.layout(of: type)?.fields.count ?? .max
    }
    if type != type.nonNull { needed += 1 }
    return match.cases.count >= needed
  }

  private mutating func writeCase(_ rules: [CheckedRule]) throws(NotGenerated) {
    let before = writer.lines.count
    try writeNested(rules)
    if writer.lines.count == before {
      var inner = writer.nested()
      inner.line("break")
      writer.append(inner)
    }
  }

  private mutating func write(
    _ item: Match.Case, of match: Match, _ subject: Code, _ path: OpenedPath?, _ itemSlot: Int?
  ) throws(NotGenerated) {
    if case .value(let value) = item.label, subject.type == .any {
      writer.line("case \(expressions.names.json(value)):")
      return try writeCase(item.rules)
    }
    let some = subject.type == subject.type.nonNull ? "" : "?"
    switch item.label {
    case .value(.null):
      writer.line("case nil:")
      try writeCase(item.rules)
    case .value(.bool(let bool)):
      writer.line("case \(bool)\(some):")
      try writeCase(item.rules)
    case .value(.string(let text)):
      writer.line("case .\(SwiftNames.member(text))\(some):")
      try writeCase(item.rules)
    case .value(let value):
      writer.line("case \(expressions.names.literal(value, subject.type.nonNull))\(some):")
      try writeCase(item.rules)
    case .variant(_, let name):
      try write(name, item.rules, match, subject, path, itemSlot, some)
    }
  }

  private mutating func write(
    _ name: String, _ rules: [CheckedRule], _ match: Match, _ subject: Code, _ path: OpenedPath?,
    _ itemSlot: Int?, _ some: String
  ) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    let member = SwiftNames.member(name)
    guard let layout = program.layout(of: subject.type), let slot = layout.slot(of: name),
      program.layout(of: layout.fields[slot].type)?.fields.isEmpty == false, let itemSlot
    else {
      writer.line("case .\(member)\(some):")
      return try writeCase(rules)
    }
    let contents = layout.fields[slot].type
    if let path, !allowsCopy(rules, of: path, match) {
      // The rules change the case's record, or put another case in its place.
      let place =
        some.isEmpty
        ? path.place : Code(.known(path.place), path.place.type.nonNull, canFail: false)
      scope[itemSlot] = Code(
        .contents(place, variant: layout.name, name: name), contents,
        canFail: setsSubject(rules, match))
      writer.line("case .\(member)\(some):")
      return try writeCase(rules)
    }
    let local = scope.local(
      match.itemName == "item" ? name.memberName : match.itemName, "\(name.memberName)Case")
    scope[itemSlot] = Code(.local(local), contents, canFail: false)
    let outer = writer
    writer = outer.nested(0)
    try writeCase(rules)
    let body = writer
    writer = outer
    let variable = SwiftNames.local(local)
    writer.line(
      body.mentions(variable)
        ? "case .\(member)(let \(variable))\(some):" : "case .\(member)\(some):")
    writer.append(body)
  }

  /// True if the rules of a case may read a copy of its record: none of them changes the record, and
  /// only the last one may replace it.
  private func allowsCopy(_ rules: [CheckedRule], of path: OpenedPath, _ match: Match) -> Bool {
    guard case .place(let subject, _, _) = match.subject else { return true }
    let depth = subject.components.count
    for (index, rule) in rules.enumerated() {
      let targets = rule.operation.allTargets(program.spec)
      let isPlain = rule.operation.ruleLists.isEmpty
      for target in targets where target.overlaps(subject) {
        guard isPlain, index == rules.count - 1, target.components.count <= depth else {
          return false
        }
      }
    }
    return true
  }

  /// True if some rule puts another value in the place that is matched.
  private func setsSubject(_ rules: [CheckedRule], _ match: Match) -> Bool {
    guard case .place(let subject, _, _) = match.subject else { return false }
    return rules.contains { rule in
      rule.operation.allTargets(program.spec).contains {
        $0.overlaps(subject) && $0.components.count <= subject.components.count
      }
    }
  }

  // MARK: Places

  mutating func at(_ opened: SuasProgram.OpenedPlace, _ rules: [CheckedRule]) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    try onPlace(opened.target, program.spec.counting(rules)) { rules, path throws(NotGenerated) in
      for (slot, key) in zip(opened.pathSlots, path.keys) { rules.scope[slot] = key }
      rules.scope[opened.itemSlot] = path.place
    } body: { writer, _ throws(NotGenerated) in
      try writer.write(rules)
    }
  }

  mutating func use(_ use: RuleUse) throws(NotGenerated) {
    let outerScope = scope
    defer { scope = outerScope }
    let rule = program.spec.sharedRules[use.rule]
    var arguments: [String] = []
    for (parameter, argument) in zip(rule.parameters, use.arguments) {
      let code = try value(
        try lowering.lower(argument, as: ValueType(parameter.type), scope), before: true,
        as: parameter.name)
      arguments.append("\(SwiftNames.member(parameter.name)): \(try expressions.text(code))")
    }
    let counting = program.spec.counting(rule.rules)
    let shape = try SwiftSharedRules.shape(of: rule, lowering)
    if shape.readsStore {
      expressions.storeReads?.readsWhole()
      arguments.append("store: store")
    }
    let call = "Rules.\(SwiftNames.member(rule.name))"
    try onPlace(use.target, counting) { _, _ throws(NotGenerated) in
    } body: { rules, path throws(NotGenerated) in
      let isOpen = path.place.type == .any
      let place = try isOpen ? rules.borrow(path, rule) : rules.place(of: rule, path)
      if rules.notes, !isOpen {
        let undo = SwiftNames.local(rules.scope.local("\(rule.name.memberName)Undo"))
        let type = rules.expressions.names.type(.record(rule.record.name))
        rules.writer.line("let \(undo) = Undo<\(type)>()")
        rules.note("", "\(undo).putBack(&\(place))")
        arguments.append("undo: \(undo)")
      }
      if !isOpen { rules.markWrite() }
      let list = (["&\(place)"] + arguments).joined(separator: ", ")
      let text = "\(shape.canFail ? "try " : "")\(call)(\(list))"
      try isOpen
        ? rules.write(text, counting, puttingBack: place, path) : rules.write(text, counting)
    }
  }

  /// Writes the call of a shared rule, which says whether it counted.
  private mutating func write(_ call: String, _ counting: Counting) throws(NotGenerated) {
    switch counting {
    case .never: writer.line(call)
    case .always:
      writer.line(call)
      noteCounted()
    case .sometimes:
      guard let mark else { return writer.line("_ = \(call)") }
      writer.line("if \(call) { \(mark) = true }")
    }
  }

  /// Writes the call of a shared rule on a record out of an `any`, which gets it back if the rule
  /// counted.
  private mutating func write(
    _ call: String, _ counting: Counting, puttingBack record: String, _ path: OpenedPath
  ) throws(NotGenerated) {
    guard counting != .never else { return writer.line(call) }
    let whole = try place(path)
    note("[old = \(whole)]", "\(whole) = old")
    let back = "\(whole) = try \(record).json.likeJSON()"
    guard counting == .sometimes else {
      writer.line(call)
      writer.line(back)
      return noteCounted()
    }
    writer.line("if \(call) {")
    writer.line("  \(back)")
    if let mark { writer.line("  \(mark) = true") }
    writer.line("}")
  }

  /// The record at a place that a shared rule runs on, which must not be null.
  private mutating func place(
    of rule: SharedRule, _ path: OpenedPath
  ) throws(NotGenerated) -> String {
    try presentPlace(path, "the record of '\(rule.name)'")
  }

  /// Takes a record out of an `any` into a variable, for a shared rule.
  private mutating func borrow(
    _ path: OpenedPath, _ rule: SharedRule
  ) throws(NotGenerated) -> String {
    let type = ValueType.record(rule.record.name)
    let name = SwiftNames.local(scope.local(type.shortName.memberName, "\(rule.name)Record"))
    writer.line(
      "var \(name) = try \(expressions.names.type(type))(fitting: \(try place(path)))")
    return name
  }

  /// Runs rules on a place; a map's key that is made for it is dropped again unless one counted.
  private mutating func onPlace(
    _ target: Target, _ counting: Counting,
    bind: (inout SwiftRules, OpenedPath) throws(NotGenerated) -> Void,
    body: (inout SwiftRules, OpenedPath) throws(NotGenerated) -> Void
  ) throws(NotGenerated) {
    let hasDefault = target.endsInKey && target.fallback != nil
    guard hasDefault, counting != .always, let fallback = target.fallback else {
      let path = try open(target)
      try bind(&self, path)
      return try body(&self, path)
    }
    let path = try lowering.open(target, in: root, toLast: true, &scope)
    try write(path)
    guard let entry = try entry(path) else { return }
    let value = try lowering.lower(fallback, as: path.place.type, scope)
    let isNew = SwiftNames.local(scope.local("isNew", "isNewKey"))
    let isKept = SwiftNames.local(scope.local("isKept", "isKeyKept"))
    if let check = entry.check { writer.line(check) }
    writer.line("let \(isNew) = \(entry.isAbsent)")
    note("[old = \(entry.value)]", entry.restoring)
    writer.line("if \(isNew) { \(try putting(value, in: entry)) }")
    if counting == .sometimes { writer.line("var \(isKept) = false") }
    try bind(&self, path)
    let outerMark = mark
    mark = counting == .sometimes ? isKept : nil
    try body(&self, path)
    mark = outerMark
    guard counting == .sometimes else { return writer.line("if \(isNew) { \(entry.removal) }") }
    writer.line("if \(isNew), !\(isKept) { \(entry.removal) }")
    if let mark { writer.line("if \(isKept) { \(mark) = true }") }
  }
}

extension SuasProgram.Operation {
  /// The places that the operation and the rules in it change.
  fileprivate func allTargets(_ spec: CheckedSpec) -> [Target] {
    var targets = target.map { [$0] } ?? []
    if case .use(let use) = self { targets.append(use.target) }
    for rule in ruleLists.joined() { targets += rule.operation.allTargets(spec) }
    return targets
  }
}

extension Target {
  /// True if both paths may lead to the same place, or one of them to a part of the other.
  fileprivate func overlaps(_ other: Target) -> Bool {
    for (one, other) in zip(components, other.components) {
      switch (one, other) {
      case (.field(let one), .field(let other)): if one != other { return false }
      case (.member(let one), .member(let other)): if one != other { return false }
      default: break
      }
    }
    return true
  }
}
