import CEL
import SuasProgram

extension KotlinStepPrinter {
  mutating func statements(
    _ write: Write, canFail: Bool
  ) throws(NotGenerated) -> [KotlinStatement] {
    let path = write.path
    switch write.change {
    case .dropEntry: return try dropEntry(at: path, counts: write.countsDropping, canFail: canFail)
    case .keep(let test) where write.countsDropping && counter != nil:
      return try keep(test, at: path, canFail: canFail)
    default: break
    }
    var (statements, keys) = try keys(of: path)
    let change = try change(write.change, path.place.type, &statements)
    let fallback = try write.fallback.map { value throws(NotGenerated) in
      try expressions.document(value)
    }
    let value = try places(keys).changed(path, fallback: fallback, change)
    statements.append(assignment(placed(value, canFail)))
    return statements
  }

  /// The keys of a path that need no name, by their locals, after statements that name the others.
  ///
  /// All keys are evaluated before the first place is looked up. So a key that can fail needs a
  /// name, unless it is evaluated first anyway.
  private mutating func keys(
    of path: OpenedPath
  ) throws(NotGenerated) -> ([KotlinStatement], [Local: LoweredExpression]) {
    var statements: [KotlinStatement] = []
    var keys: [Local: LoweredExpression] = [:]
    let failing = path.checks.filter { check in
      switch check {
      case .bind(_, let code), .position(_, _, let code): code.canFail
      default: false
      }
    }
    for check in path.checks {
      switch check {
      case .bind(let local, let code):
        if code.canFail, failing.count > 1 || !path.place.opensFirst(local) {
          statements.append(try binding(local, code))
        } else {
          keys[local] = code
        }
      case .position(let local, _, let index): keys[local] = index
      default: break
      }
    }
    return (statements, keys)
  }

  // MARK: Entries

  private mutating func dropEntry(
    at path: OpenedPath, counts: Bool, canFail: Bool
  ) throws(NotGenerated) -> [KotlinStatement] {
    guard let entry = path.entry else { return [] }
    let isOpen = entry.map.type == .any
    guard counts, counter != nil else {
      var (statements, keys) = try keys(of: path)
      let value = try removing(entry, places(keys))
      statements.append(assignment(placed(value, canFail)))
      return statements
    }
    var statements = try checks(path)
    let key = try places().key(entry.key)
    let test =
      isOpen
      ? KotlinExpression.call("\(kotlin: "hasKey")", [try expressions.document(entry.map), key])
      : try expressions.expression(entry.map, isAlone: true).calling(".containsKey(\(key))")
    let removal = assignment(placed(try removing(entry, places()), isOpen))
    statements.append(counted(removal, if: placed(test, isOpen)))
    return statements
  }

  /// The record without an entry.
  private func removing(
    _ entry: (map: LoweredExpression, key: LoweredExpression), _ places: KotlinPlaces
  ) throws(NotGenerated) -> KotlinExpression {
    let key = try places.key(entry.key)
    return try places.changed(entry.map) { map throws(NotGenerated) in
      entry.map.type == .any
        ? .call("\(kotlin: "withoutKey")", [map.document(), key])
        : map.calling(".\(kotlin: "removing")(\(key))")
    }
  }

  /// An assignment under a condition, which counts.
  mutating func counted(
    _ assignment: KotlinStatement, if test: KotlinExpression
  ) -> KotlinStatement {
    let block = KotlinBlock(statements: [assignment] + count, types: types)
    var statement = composed(["if \(test.inParentheses) {"], [block], "}")
    statement.choice = assignment.assigned.map {
      KotlinExpression(.choice(test, then: $0, otherwise: KotlinExpression("null")), .any)
    }
    return statement
  }

  /// A short statement under a condition.
  private func conditional(
    _ test: KotlinExpression, _ statement: KotlinStatement
  ) -> KotlinStatement {
    KotlinStatement(
      form: .other("if \(test.inParentheses) \(statement.document)"),
      size: statement.size + 100, writes: statement.writes)
  }

  /// Steps on an entry that is made for them, and dropped again unless one of them counts.
  mutating func statements(_ made: NewEntry) throws(NotGenerated) -> [KotlinStatement] {
    guard let entry = made.path.entry else { return [] }
    let isOpen = entry.map.type == .any
    var statements = try checks(made.path)
    let map = try expressions.expression(entry.map, isAlone: true)
    let key = try places().key(entry.key)
    let test =
      isOpen
      ? KotlinExpression.call("\(kotlin: "lacksKey")", [map.document(), key])
      : .prefixed("!", map.calling(".containsKey(\(key))"))
    let new = try expressions.expression(made.value)
    let value = try places().changed(made.path) { _ in new }
    let added = KotlinBlock(
      statements: [assignment(placed(value, made.value.canFail || isOpen))], types: types)
    let addition = composed(["if \(placed(test, isOpen).inParentheses) {"], [added], "}")
    if made.counting == .always {
      return try statements + [addition] + self.statements(made.body)
    }
    let former = fresh("former", "formerState")
    types[former] = rootType
    statements += [
      statement("val \(name: former) = \(name: rootName)", binding: former), addition,
    ]
    let back = assignment(KotlinExpression(.name(former)))
    let outer = counter
    defer { counter = outer }
    guard made.counting == .sometimes else {
      counter = nil
      return try statements + self.statements(made.body) + [back]
    }
    let kept = fresh("isKept", "isKeyKept")
    counter = kept
    let steps = divided(KotlinBlock(statements: try self.statements(made.body), types: types))
    var body = [statement("var \(name: kept) = false")] + steps.statements
    body.append(conditional(.prefixed("!", KotlinExpression(.name(kept))), back))
    counter = outer
    if made.notesCount, let mark = count.first {
      body.append(conditional(KotlinExpression(.name(kept)), mark))
    }
    return statements + [together(body)]
  }

  /// Several statements as one, because the first of them declares a variable that the others
  /// change.
  private func together(_ statements: [KotlinStatement]) -> KotlinStatement {
    let block = KotlinBlock(statements: statements, types: types)
    return KotlinStatement(
      form: .other(block.documents.joined(separator: .hardLine)), size: block.size,
      writes: block.writes, names: statements.flatMap(\.names))
  }

  // MARK: Elements

  /// Drops elements, which counts only where there are some to drop.
  private mutating func keep(
    _ test: Change.ElementCode, at path: OpenedPath, canFail: Bool
  ) throws(NotGenerated) -> [KotlinStatement] {
    var statements = try checks(path)
    let isOpen = path.place.type == .any
    let former = try expressions.expression(path.place, isAlone: true)
    let kept = fresh("kept", "remaining")
    types[kept] = names.type(path.place.type)
    let fails = test.code.canFail || isOpen
    let value = placed(try dropping(test, from: former, path.place.type), fails)
    statements.append(statement(value.assigned(to: "val \(name: kept)"), binding: kept))
    let change = try places().changed(path) { _ in KotlinExpression(.name(kept)) }
    let isLess: KotlinExpression
    if isOpen {
      isLess = KotlinExpression(
        .call("\(kotlin: "countOf")", [.name(kept)]), "<",
        .call("\(kotlin: "countOf")", [former.document()]))
    } else {
      isLess = KotlinExpression(
        KotlinExpression("\(name: kept).size"), "<", former.reading(".size"))
    }
    statements.append(counted(assignment(placed(change, canFail)), if: isLess))
    return statements
  }
}

extension LoweredExpression {
  /// True for a place whose first key or index is a local.
  fileprivate func opensFirst(_ local: Local) -> Bool {
    switch kind {
    case .opened(let collection, let key), .dynamic(.opened(let collection, let key)):
      if case .local(local) = key.kind { return collection.isSurelyThere }
      return collection.opensFirst(local)
    case .field(let record, _), .known(let record), .contents(let record, _, _),
      .dynamic(.openedMember(let record, _)):
      return record.opensFirst(local)
    default: return false
    }
  }

  /// True for a place that cannot be missing.
  private var isSurelyThere: Bool {
    switch kind {
    case .local: true
    case .field(let record, _): record.isSurelyThere
    default: false
    }
  }
}
