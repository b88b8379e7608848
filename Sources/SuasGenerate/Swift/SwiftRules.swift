import CEL
import SuasProgram
import YAML

/// Writes the rules for one action, or a shared rule, as the body of a Swift function.
struct SwiftRules {
  var lowering: Lowering
  var expressions: SwiftExpressions
  /// The record that the rules change.
  let root: Code
  /// The name of the variable that notes that a rule counted; nil where that need not be noted.
  var mark: String?
  var scope: Scope
  var writer: SwiftWriter
  /// True if what is overwritten is noted, since a later rule can fail.
  var notes = false
  /// True if some rule changes a part of a list or map, so that a copy kept of it would be made anew.
  var changesInside = false
  /// True if the rules after the last one cannot be reached.
  var isEnded = false

  var program: Program { lowering.program }

  init(_ lowering: Lowering, _ names: SwiftNames, root: Code, _ scope: Scope, at place: SourceRange)
  {
    self.lowering = lowering
    self.root = root
    self.scope = scope
    expressions = SwiftExpressions(names: names, place: place)
    writer = SwiftWriter(depth: 2)
  }

  /// The mark that stands before a rule that can fail, until the function is finished.
  static let placeMark = "//@rule "
  /// The end of the mark of a rule whose errors quote no value.
  static let hidingMark = " hiding"

  mutating func write(_ rules: [CheckedRule]) throws(NotGenerated) {
    let (outer, outerMark) = (scope, mark)
    // Where one of the rules surely counts, that is noted once.
    let countsOnce = mark != nil && program.spec.counting(rules) == .always
    if countsOnce { mark = nil }
    for rule in rules where !isEnded { try write(rule) }
    (scope, mark) = (outer, outerMark)
    if countsOnce, !isEnded { noteCounted() }
  }

  /// Writes rules in a block of their own.
  mutating func writeBlock(_ start: String, _ rules: [CheckedRule], _ end: String = "}")
    throws(NotGenerated)
  {
    writer.line(start)
    try writeNested(rules)
    writer.line(end)
  }

  mutating func writeNested(_ rules: [CheckedRule]) throws(NotGenerated) {
    let outer = writer
    writer = outer.nested()
    try write(rules)
    isEnded = false
    let inner = writer
    writer = outer
    writer.append(inner)
  }

  private mutating func write(_ rule: CheckedRule) throws(NotGenerated) {
    expressions.place = rule.place
    let before = writer
    writer = before.nested(0)
    let hiddenSlots = scope.hiddenSlots
    let isHiding = rule.operation.quotesSensitiveValues(hiddenSlots)
    if isHiding { scope.hiddenSlots.formUnion(rule.operation.pathSlots) }
    defer { scope.hiddenSlots = hiddenSlots }
    let hidden = isHiding ? Self.placeMark + rule.place.literal + Self.hidingMark : nil
    let counts = program.spec.counting(rule.operation)
    if let condition = rule.condition {
      let test = try lowering.lower(condition.test, scope)
      let (outer, outerLowering) = (writer, lowering)
      writer = outer.nested()
      lowering = lowering.knowing(rule.presentCases(test))
      if let hidden { writer.line(hidden) }
      let start = writer.lines.count
      try write(rule.operation, counts)
      lowering = outerLowering
      isEnded = false
      let body = writer
      writer = outer
      if body.lines.count > start {
        writer.line("if \(try self.test(test, isNegated: condition.isNegated)) {")
        writer.append(body)
        writer.line("}")
      }
    } else {
      try write(rule.operation, counts)
    }
    let written = writer
    writer = before
    if written.lines.contains(where: \.canThrow) {
      let mark = rule.condition == nil ? hidden : nil
      writer.line(mark ?? Self.placeMark + rule.place.literal)
    }
    writer.append(written)
  }

  /// A condition as it stands after `if`.
  func test(_ code: Code, isNegated: Bool) throws(NotGenerated) -> String {
    try expressions.heading(isNegated ? code.negated : code)
  }

  /// Notes that a rule counted.
  mutating func noteCounted() {
    if let mark { writer.line("\(mark) = true") }
  }

  // MARK: Places

  /// Writes the checks of a place.
  mutating func write(_ path: OpenedPath) throws(NotGenerated) {
    for check in keysFirst(path.checks) { try write(check) }
  }

  /// The checks in the order in which they are made: all keys are evaluated before a place is looked
  /// for, and a place in an `any` is looked for once.
  private mutating func keysFirst(_ checks: [OpenedPath.Check]) -> [OpenedPath.Check] {
    var keys: [OpenedPath.Check] = []
    var places: [OpenedPath.Check] = []
    for check in checks {
      switch check {
      case .bind: keys.append(check)
      case .position(let local, let list, let index) where index.canFail && !places.isEmpty:
        let number = scope.local("\(local.name)Number")
        keys.append(.bind(number, index))
        places.append(
          .position(local, list: list, index: Code(.local(number), .int, canFail: false)))
      case .require:
        if case .require? = places.last { places.removeLast() }
        places.append(check)
      default: places.append(check)
      }
    }
    return keys + places
  }

  private mutating func write(_ check: OpenedPath.Check) throws(NotGenerated) {
    switch check {
    case .bind(let local, let code): try bind(local, code)
    case .position(let local, let list, let index):
      let call = "\(try expressions.text(list, .postfix)).index(\(try expressions.text(index)))"
      writer.line("let \(SwiftNames.local(local)) = try \(call)")
    case .requireIndex(let list, let index):
      let call = "\(try expressions.text(list, .postfix)).index(\(try expressions.text(index)))"
      writer.line("_ = try \(call)")
    case .requireKey(let map, let key):
      writer.line(
        "try \(try expressions.text(map, .postfix)).require(\(try expressions.text(key)))")
    case .requireValue(let value):
      let expected = value.type.nonNull.isCollection ? ", \"a list or a map\"" : ""
      writer.line("try require(\(try expressions.text(value))\(expected))")
    case .require(let place): writer.line("_ = try \(try expressions.text(place))")
    case .requireCase(let value, let variant, let name):
      let contents = "\(try expressions.text(value, .postfix)).\(SwiftNames.member(name))"
      writer.line(
        "try require(\(contents), \(SwiftNames.literal(name)), of: \(SwiftNames.literal(variant)))"
      )
    }
  }

  mutating func bind(_ local: Local, _ code: Code) throws(NotGenerated) {
    let name = SwiftNames.local(local)
    let type = expressions.names.type(code.type)
    writer.line("let \(name): \(type) = \(try expressions.trying(code))")
  }

  /// Opens a place and writes its checks; a key at its end that is not there is made from the
  /// target's default.
  mutating func open(_ target: Target) throws(NotGenerated) -> OpenedPath {
    let hasDefault = target.endsInKey && target.fallback != nil
    let path = try lowering.open(target, in: root, toLast: hasDefault, &scope)
    try write(path)
    if hasDefault, let entry = try entry(path), let fallback = target.fallback {
      let value = try lowering.lower(fallback, as: path.place.type, scope)
      if let check = entry.check { writer.line(check) }
      note("[old = \(entry.value)]", entry.restoring)
      // Evaluated only if it is needed, where that makes a difference.
      writer.line(
        value.canFail
          ? "if \(entry.isAbsent) { \(try putting(value, in: entry)) }"
          : "\(entry.map).add(\(try expressions.text(value)), ifMissing: \(entry.key))")
    }
    return path
  }

  /// The place of a value that must not be null.
  ///
  /// - Parameter expected: What is needed there, for the error.
  mutating func presentPlace(
    _ path: OpenedPath, _ expected: String = "a record"
  ) throws(NotGenerated) -> String {
    let place = try place(path)
    guard case .nullable = path.place.type else { return place }
    let argument = expected == "a record" ? "" : ", \(SwiftNames.literal(expected))"
    writer.line("try require(\(place)\(argument))")
    return "\(place)!"
  }

  /// The place of a list, as it stands before the call of a method.
  mutating func list(_ path: OpenedPath) throws(NotGenerated) -> String {
    guard path.place.type == .any else { return try presentPlace(path, "a list") }
    let place = try place(path)
    writer.line("try \(place).requireList()")
    return "\(place).list"
  }

  /// The place as it stands on the left of an assignment.
  func place(_ path: OpenedPath) throws(NotGenerated) -> String {
    try expressions.place(path.place)
  }

  /// The place where the whole value is replaced.
  func assigned(_ path: OpenedPath) throws(NotGenerated) -> String {
    let text = try place(path)
    if case .contents = path.place.kind { return String(text.dropLast()) }
    return text
  }

  /// The text of a value that is evaluated before a place is opened.
  mutating func value(
    _ code: Code, before canFail: Bool, as name: String
  ) throws(NotGenerated) -> Code {
    guard code.canFail && canFail || notes && !code.isSimple else { return code }
    let local = scope.local(name)
    try bind(local, code)
    return Code(.local(local), code.type, canFail: false)
  }

  /// True if a target's place can be missing.
  mutating func canFail(_ target: Target) throws(NotGenerated) -> Bool {
    var trial = scope
    return try lowering.open(
      target, in: root, toLast: target.fallback != nil && target.endsInKey, &trial
    ).canFail
  }

  /// The type of the value at a target.
  mutating func type(_ target: Target) throws(NotGenerated) -> ValueType {
    var trial = scope
    return try lowering.open(target, in: root, &trial).place.type
  }
}

extension ValueType {
  var isCollection: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }
}

extension String {
  /// True if the line can leave its function by an error.
  var canThrow: Bool { mentions("try") || mentions("throw") }
}

extension SourceRange {
  /// The arguments of a place in generated code: its file, line and column.
  var literal: String {
    let location = source.location(of: lowerBound)
    return "\(SwiftNames.literal(source.name)), \(location.line + 1), \(location.column + 1)"
  }
}
