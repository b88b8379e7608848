import CEL
import SuasProgram

extension TypeScriptStepPrinter {
  mutating func statements(
    _ write: Write, canFail: Bool
  ) throws(NotGenerated) -> [TypeScriptStatement] {
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
      try expressions.alone(value)
    }
    let value = try places(keys).changed(path, fallback: fallback, change)
    statements.append(assignment(placed(value, canFail)))
    return statements
  }

  /// The keys of a path that need no name, by their locals, after statements that name the others.
  ///
  /// All keys are evaluated before the first place is looked for, so that one that can fail has a name.
  private func keys(
    of path: OpenedPath
  ) throws(NotGenerated) -> ([TypeScriptStatement], [Local: LoweredExpression]) {
    var statements: [TypeScriptStatement] = []
    var keys: [Local: LoweredExpression] = [:]
    for check in path.checks {
      switch check {
      case .bind(let local, let code):
        if code.canFail || !code.isSimple {
          statements.append(try binding(local, code))
        } else {
          keys[local] = code
        }
      case .position(let local, let list, let index):
        if index.isSimple {
          keys[local] = index
        } else {
          let name = TypeScriptNames.local(local)
          statements.append(
            constant(name, placed(try calling("checkedIndex", [list, index]))))
        }
      // The change itself makes all other checks.
      default: break
      }
    }
    return (statements, keys)
  }

  // MARK: Entries

  private mutating func dropEntry(
    at path: OpenedPath, counts: Bool, canFail: Bool
  ) throws(NotGenerated) -> [TypeScriptStatement] {
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
    let map = try expressions.expression(entry.map)
    let test: TypeScriptExpression =
      isOpen
      ? .call("\(ts: "hasKey")", [map.document(), key])
      : map.member(".has" + .parenthesized([key]))
    let removal = assignment(placed(try removing(entry, places()), isOpen))
    statements.append(counted(removal, if: placed(test, isOpen)))
    return statements
  }

  /// The record without an entry.
  private func removing(
    _ entry: (map: LoweredExpression, key: LoweredExpression), _ places: TypeScriptPlaces
  ) throws(NotGenerated) -> TypeScriptExpression {
    let key = try places.key(entry.key)
    return try places.changed(entry.map) { map in
      entry.map.type == .any
        ? .call("\(ts: "withoutKey")", [map.document(), key])
        : map.member(".without" + .parenthesized([key]))
    }
  }

  /// An assignment under a condition, which counts.
  private func counted(
    _ assignment: TypeScriptStatement, if test: TypeScriptExpression
  ) -> TypeScriptStatement {
    var statement = TypeScriptStatement(
      .lines("if \(test.inParentheses) {", Self.lines([assignment] + count)))
    statement.choice = assignment.assigned.map { .choice(test, $0, TypeScriptExpression("null")) }
    return statement
  }

  private func conditional(
    _ test: TypeScriptExpression, _ statement: TypeScriptStatement
  ) -> TypeScriptStatement {
    TypeScriptStatement("if \(test.inParentheses) \(statement.document)")
  }

  /// Steps on an entry that is made for them, and dropped again unless one of them counts.
  mutating func statements(_ made: NewEntry) throws(NotGenerated) -> [TypeScriptStatement] {
    guard let entry = made.path.entry else { return [] }
    var statements = try checks(made.path)
    let addition = try addition(made, entry)
    if made.counting == .always {
      return try statements + [addition] + self.statements(made.body)
    }
    let former = fresh("former", "formerState")
    statements += [constant(former, TypeScriptExpression(.name(rootName))), addition]
    let back = assignment(TypeScriptExpression(.name(former)))
    let outer = counter
    defer { counter = outer }
    guard made.counting == .sometimes else {
      counter = nil
      return try statements + self.statements(made.body) + [back]
    }
    let kept = fresh("isKept", "isKeyKept")
    counter = kept
    statements.append(TypeScriptStatement("let \(name: kept) = false;", binds: true))
    statements += try self.statements(made.body)
    statements.append(conditional(.prefixed("!", TypeScriptExpression(.name(kept))), back))
    counter = outer
    if made.notesCount, let mark = count.first {
      statements.append(conditional(TypeScriptExpression(.name(kept)), mark))
    }
    return statements
  }

  /// The statement that makes an entry where there is none.
  private func addition(
    _ made: NewEntry, _ entry: (map: LoweredExpression, key: LoweredExpression)
  ) throws(NotGenerated) -> TypeScriptStatement {
    let isOpen = entry.map.type == .any
    let map = try expressions.expression(entry.map)
    let key = try places().key(entry.key)
    let test: TypeScriptExpression =
      isOpen
      ? .call("\(ts: "lacksKey")", [map.document(), key])
      : .prefixed("!", map.member(".has" + .parenthesized([key])))
    let new = try expressions.expression(made.value)
    let value = try places().changed(made.path) { _ in new }
    let added = assignment(placed(value, made.value.canFail || isOpen))
    return TypeScriptStatement(
      .lines("if \(placed(test, isOpen).inParentheses) {", [added.document]))
  }

  // MARK: Elements

  /// Drops elements, which counts only where there are some to drop.
  private mutating func keep(
    _ test: Change.ElementCode, at path: OpenedPath, canFail: Bool
  ) throws(NotGenerated) -> [TypeScriptStatement] {
    var statements = try checks(path)
    let isOpen = path.place.type == .any
    let former = try expressions.expression(path.place)
    let kept = fresh("kept", "remaining")
    let fails = test.code.canFail || isOpen
    statements.append(
      constant(kept, placed(try dropping(test, from: former, path.place.type), fails)))
    let change = try places().changed(path) { _ in TypeScriptExpression(.name(kept)) }
    // What drops nothing is the collection itself.
    let isLess = TypeScriptExpression(
      TypeScriptExpression(.name(kept)), "!==", former)
    statements.append(counted(assignment(placed(change, canFail)), if: isLess))
    return statements
  }
}
