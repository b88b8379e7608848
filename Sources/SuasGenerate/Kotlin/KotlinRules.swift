import CEL
import SuasProgram
import YAML

/// Writes the rules for one action, or a shared rule, as the body of a Kotlin function.
///
/// A state is never changed in place: each rule assigns the next one, which shares most of the last.
struct KotlinRules {
  var lowering: Lowering
  var expressions: KotlinExpressions
  /// The record that the rules change, a variable.
  let root: Code
  /// The name of the variable.
  let rootName: String
  /// The name of the variable that notes that a rule counted; nil where that need not be noted.
  var mark: String?
  var scope: Scope
  var writer: KotlinWriter
  /// True if the rules after the last one cannot be reached.
  var isEnded = false
  /// The functions of rules that are too many for one method.
  let parts: KotlinPartFunctions
  /// The size from which on rules become functions of their own.
  var partSize = KotlinPieces.length
  /// True if the rules that come next are the whole body of a function.
  var isWhole = true

  var program: Program { lowering.program }

  /// True while the operation of a rule is written whose errors quote no value.
  var isHiding = false

  init(
    _ lowering: Lowering, _ names: KotlinNames, root: Code, named rootName: String, _ scope: Scope,
    at place: SourceRange, depth: Int, _ parts: KotlinPartFunctions
  ) {
    self.lowering = lowering
    self.root = root
    self.rootName = rootName
    self.scope = scope
    self.parts = parts
    expressions = KotlinExpressions(names: names, place: place)
    writer = KotlinWriter(depth: depth)
  }

  /// Writes what is in a block of its own, and returns it.
  mutating func nested(
    _ body: (inout KotlinRules) throws(NotGenerated) -> Void
  ) throws(NotGenerated) -> KotlinWriter {
    let outer = writer
    let wasWhole = isWhole
    writer = outer.nested()
    isWhole = false
    try body(&self)
    isEnded = false
    isWhole = wasWhole
    let inner = writer
    writer = outer
    return inner
  }

  mutating func writeBlock(
    _ start: String, _ rules: [CheckedRule], _ end: String = "}"
  ) throws(NotGenerated) {
    let body = try nested { (inner) throws(NotGenerated) in try inner.write(rules) }
    writer.line(start)
    writer.append(body)
    writer.line(end)
  }

  mutating func write(_ rule: CheckedRule) throws(NotGenerated) {
    let outerPlace = expressions.place
    expressions.place = rule.place
    lowering.place = rule.place
    let (hiddenSlots, wasHiding) = (scope.hiddenSlots, isHiding)
    let hides = rule.operation.quotesSensitiveValues(hiddenSlots)
    if hides { scope.hiddenSlots.formUnion(rule.operation.pathSlots) }
    isHiding = false
    defer {
      expressions.place = outerPlace
      lowering.place = outerPlace
      scope.hiddenSlots = hiddenSlots
      isHiding = wasHiding
    }
    guard let condition = rule.condition else {
      isHiding = hides
      return try write(rule.operation)
    }
    let code = try lowering.lower(condition.test, scope)
    let test = placed(try expressions.text(condition.isNegated ? code.denied : code), code.canFail)
    let body = try nested { (inner) throws(NotGenerated) in
      inner.lowering = inner.lowering.knowing(rule.presentCases(code))
      inner.isHiding = hides
      try inner.write(rule.operation)
    }
    guard !body.isEmpty else { return }
    writer.line("if (\(test)) {")
    writer.append(body)
    writer.line("}")
  }

  /// An expression that has the rule's place where it can fail.
  func placed(_ text: String, _ canFail: Bool) -> String {
    guard canFail else { return text }
    let body = isHiding ? "hidingValues { \(text) }" : text
    return "rule(\(KotlinNames.literal(expressions.place))) { \(body) }"
  }

  /// Notes that a rule counted.
  mutating func noteCounted() {
    if let mark { writer.line("\(mark) = true") }
  }

  mutating func bind(_ local: Local, _ code: Code) throws(NotGenerated) {
    let text = placed(try expressions.text(code), code.canFail)
    writer.line(
      "val \(KotlinNames.local(local)): \(expressions.names.typeText(code.type)) = \(text)")
  }

  /// The value that is evaluated before a place that can be missing.
  mutating func value(
    _ code: Code, before target: Target, as name: String
  ) throws(NotGenerated) -> Code {
    guard code.canFail, target.canBeMissing(program, root.type) else { return code }
    let local = scope.local(name)
    try bind(local, code)
    return Code(.local(local), code.type, canFail: false)
  }

  // MARK: Places

  /// The type of the value at a target.
  mutating func type(_ target: Target) throws(NotGenerated) -> ValueType {
    var trial = scope
    return try lowering.open(target, in: root, &trial).place.type
  }

  /// Assigns the root with another value at a target.
  ///
  /// - Parameters:
  ///   - addsKey: True if a key at the end need not be there.
  ///   - new: Returns the value at the place, which is given as a text.
  mutating func assign(
    _ target: Target, addsKey: Bool = false, canFail: Bool,
    _ new: (String, ValueType) throws(NotGenerated) -> String
  ) throws(NotGenerated) {
    let target = try bindingKeys(of: target)
    let text = try changed(
      target, target.components[...], (rootName, root.type), addsKey: addsKey, new)
    let fails = canFail || target.canBeMissing(program, root.type)
    writer.line("\(rootName) = \(placed(text, fails))")
    noteCounted()
  }

  /// Names the keys of a path that can fail, where something before them can: all keys are evaluated
  /// before the first place is looked for.
  private mutating func bindingKeys(of target: Target) throws(NotGenerated) -> Target {
    var components = target.components
    for (index, component) in components.enumerated() {
      guard case .element(.computed(let expression, _)) = component, index > 0 else { continue }
      let before = Target(
        components: Array(components[..<index]), type: .any, text: target.text, items: [],
        endsInKey: false)
      let code = try lowering.lower(expression, scope)
      guard code.canFail, before.canBeMissing(program, root.type) else { continue }
      let local = scope.local("key", "placeKey")
      try bind(local, code)
      // No slot of the frame is negative.
      let slot = -1 - index
      scope[slot] = Code(.local(local), code.type, canFail: false)
      components[index] = .element(.bound(slot))
    }
    return Target(
      components: components, type: target.type, text: target.text, items: target.items,
      endsInKey: target.endsInKey, fallback: target.fallback)
  }

  private mutating func changed(
    _ target: Target, _ components: ArraySlice<Target.Component>,
    _ place: (text: String, type: ValueType), addsKey: Bool,
    _ new: (String, ValueType) throws(NotGenerated) -> String
  ) throws(NotGenerated) -> String {
    guard let component = components.first else { return try new(place.text, place.type) }
    let rest = components.dropFirst()
    var place = place
    if case .nullable(let wrapped) = place.type { place = ("there(\(place.text))", wrapped) }
    switch component {
    case .member(let name) where place.type != .any:
      return try changedElement(target, .text(name), rest, place, addsKey: addsKey, new)
    case .member(let name):
      return try changedPlace(
        target, "Member", KotlinNames.literal(name), rest, place.text, addsKey: addsKey, new)
    case .field(let slot):
      guard let layout = program.layout(of: place.type),
        let field = program.field(slot, of: place.type)
      else { throw NotGenerated(target.text, at: expressions.place) }
      guard layout.isVariant else {
        let member = "\(place.text).\(KotlinNames.member(field.name))"
        let inner = try changed(target, rest, (member, field.type), addsKey: addsKey, new)
        return expressions.names.copied(place.text, layout, [(field, inner)])
      }
      let item = "\(KotlinNames.type(layout.name)).\(expressions.names.caseType(field.name))"
      let local = KotlinNames.local(scope.local(field.name.memberName, "\(field.name)Case"))
      let inner = try changed(target, rest, (local, field.type), addsKey: addsKey, new)
      let name = inner.mentionsName(local) ? "\(local) -> " : ""
      return
        "presentCase<\(item)>(\(place.text), \(KotlinNames.literal(field.name))).let { \(name)\(inner) }"
    case .element(let key):
      let code = try lowering.code(of: key, scope)
      return try changedElement(target, code, rest, place, addsKey: addsKey, new)
    }
  }

  private mutating func changedElement(
    _ target: Target, _ key: Code, _ rest: ArraySlice<Target.Component>,
    _ place: (text: String, type: ValueType), addsKey: Bool,
    _ new: (String, ValueType) throws(NotGenerated) -> String
  ) throws(NotGenerated) -> String {
    let element: ValueType
    let keyType: ValueType
    let isMap: Bool
    switch place.type {
    case .list(let type): (element, keyType, isMap) = (type, .int, false)
    case .map(let key, let value): (element, keyType, isMap) = (value, key, true)
    case .any:
      return try changedPlace(
        target, "Place", try self.key(key, .any), rest, place.text, addsKey: addsKey, new)
    default: throw NotGenerated(target.text, at: expressions.place)
    }
    let keyText = try self.key(key, keyType)
    if isMap, rest.isEmpty, let fallback = target.fallback {
      let value = try expressions.text(try lowering.lower(fallback, as: element, scope))
      let inner = try new("\(place.text).entry(\(keyText)) { \(value) }", element)
      return "\(place.text).with(\(keyText), \(inner))"
    }
    let local = KotlinNames.local(scope.local(element.elementName, "\(element.elementName)Element"))
    let inner = try changed(target, rest, (local, element), addsKey: addsKey, new)
    if !inner.mentionsName(local), !isMap || addsKey && rest.isEmpty {
      return "\(place.text).with(\(keyText), \(inner))"
    }
    let name = inner.mentionsName(local) ? "\(local) -> " : ""
    return "\(place.text).changing(\(keyText)) { \(name)\(inner) }"
  }

  /// Changes an element, an entry or a field of an `any`.
  ///
  /// - Parameter kind: The end of the names of the runtime's functions: `Place` or `Member`.
  private mutating func changedPlace(
    _ target: Target, _ kind: String, _ key: String, _ rest: ArraySlice<Target.Component>,
    _ place: String, addsKey: Bool,
    _ new: (String, ValueType) throws(NotGenerated) -> String
  ) throws(NotGenerated) -> String {
    let read = "\(kind == "Place" ? "placeOf" : "memberOf")(\(place), \(key))"
    if rest.isEmpty, let fallback = target.fallback {
      let value = try expressions.text(try lowering.lower(fallback, as: .any, scope))
      return "with\(kind)(\(place), \(key), \(try new("\(read) { \(value) }", .any)))"
    }
    let local = KotlinNames.local(scope.local("part", "\(target.components.count)Part"))
    let inner = try changed(target, rest, (local, .any), addsKey: addsKey, new)
    if !inner.mentionsName(local), addsKey, rest.isEmpty {
      return "with\(kind)(\(place), \(key), \(inner))"
    }
    let name = inner.mentionsName(local) ? "\(local) -> " : ""
    return "changing\(kind)(\(place), \(key)) { \(name)\(inner) }"
  }

  /// An index or key on a path.
  func key(_ key: Target.Key, _ type: ValueType) throws(NotGenerated) -> String {
    try self.key(try lowering.code(of: key, scope), type)
  }

  private func key(_ code: Code, _ type: ValueType) throws(NotGenerated) -> String {
    try expressions.text(try lowering.coerce(code, to: type))
  }

  /// The value at a target, read.
  mutating func read(_ target: Target, keyIsThere: Bool = true) throws(NotGenerated) -> String {
    var place: (text: String, type: ValueType) = (rootName, root.type)
    for (index, component) in target.components.enumerated() {
      if case .nullable(let wrapped) = place.type { place = ("there(\(place.text))", wrapped) }
      let isLast = index == target.components.count - 1
      switch component {
      case .member(let name) where place.type != .any:
        guard case .map(let keyType, let value) = place.type else { break }
        let text = "\(place.text).entry(\(try self.key(.text(name), keyType)))"
        place = (text + (try fallback(of: target, value, isLast)), value)
      case .member(let name):
        place = (
          "memberOf(\(place.text), \(KotlinNames.literal(name)))\(try fallback(of: target, .any, isLast))",
          .any
        )
      case .field(let slot):
        guard let layout = program.layout(of: place.type),
          let field = program.field(slot, of: place.type)
        else { throw NotGenerated(target.text, at: expressions.place) }
        if layout.isVariant {
          let item = "\(KotlinNames.type(layout.name)).\(expressions.names.caseType(field.name))"
          place = (
            "presentCase<\(item)>(\(place.text), \(KotlinNames.literal(field.name)))", field.type
          )
        } else {
          place = ("\(place.text).\(KotlinNames.member(field.name))", field.type)
        }
      case .element(let key):
        switch place.type {
        case .list(let element):
          place = ("\(place.text).at(\(try self.key(key, .int)))", element)
        case .map(let keyType, let value):
          let text = "\(place.text).entry(\(try self.key(key, keyType)))"
          place = (text + (try fallback(of: target, value, isLast)), value)
        case .any:
          let text = "placeOf(\(place.text), \(try self.key(key, .any)))"
          place = (text + (try fallback(of: target, .any, isLast)), .any)
        default: throw NotGenerated(target.text, at: expressions.place)
        }
      }
    }
    return place.text
  }

  /// The block after a read at the end of a path, for a key that is not there.
  private func fallback(
    of target: Target, _ type: ValueType, _ isLast: Bool
  ) throws(NotGenerated) -> String {
    guard isLast, let fallback = target.fallback else { return "" }
    return " { \(try expressions.text(try lowering.lower(fallback, as: type, scope))) }"
  }

  /// Opens a place for rules inside of it: writes the checks that it is there.
  mutating func open(_ target: Target) throws(NotGenerated) -> OpenedPath {
    let path = try lowering.open(target, in: root, &scope)
    try write(path.checks)
    return path
  }

  /// Writes what has to hold before a place is used.
  mutating func write(_ checks: [OpenedPath.Check]) throws(NotGenerated) {
    for check in checks {
      switch check {
      case .bind(let local, let code): try bind(local, code)
      case .position(let local, let list, let index):
        let text = "\(try expressions.text(list, .postfix)).place(\(try expressions.text(index)))"
        writer.line("val \(KotlinNames.local(local)) = \(placed(text, true))")
      case .requireIndex(let list, let index):
        let text = "\(try expressions.text(list, .postfix)).place(\(try expressions.text(index)))"
        writer.line(placed(text, true))
      case .requireKey(let map, let key):
        let text = "\(try expressions.text(map, .postfix)).entry(\(try expressions.text(key)))"
        writer.line(placed(text, true))
      case .requireValue(let value):
        writer.line(placed("there(\(try expressions.text(value)))", true))
      case .require(let place): writer.line(placed(try expressions.text(place), true))
      case .requireCase(let value, let variant, let name):
        let item = "\(KotlinNames.type(variant)).\(expressions.names.caseType(name))"
        writer.line(
          placed(
            "presentCase<\(item)>(\(try expressions.text(value)), \(KotlinNames.literal(name)))",
            true))
      }
    }
  }
}

extension Target {
  /// True if the place can be missing: an index out of range, a key that is not there, a null, or
  /// another case.
  func canBeMissing(_ program: Program, _ root: ValueType) -> Bool {
    var type = root
    for component in components {
      if type != type.nonNull { return true }
      switch component {
      case .member, .element: return true
      case .field(let slot):
        guard let layout = program.layout(of: type), !layout.isVariant,
          let field = program.field(slot, of: type)
        else { return true }
        type = field.type
      }
    }
    return false
  }
}

extension ValueType {
  /// The name of a value of the type in a lambda.
  var elementName: String {
    switch nonNull {
    case .record(let name):
      let last = name.split { $0 == "." || $0 == " " }.last.map(String.init) ?? "element"
      return last.memberName
    case .string: return "text"
    case .int, .double: return "number"
    default: return "element"
    }
  }
}

extension Code {
  /// The opposite of a condition.
  var denied: Code {
    switch kind {
    case .not(let inner): inner
    case .equal(let left, let right, let isNegated):
      Code(.equal(left, right, isNegated: !isNegated), .bool, canFail: canFail)
    default: Code(.not(self), .bool, canFail: canFail)
    }
  }
}
