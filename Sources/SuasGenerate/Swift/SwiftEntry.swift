/// An entry of a map, or a part of an `any`, at the end of a path.
struct SwiftEntry {
  /// The map or the `any`, as it stands on the left of an assignment.
  let map: Document
  let key: Document
  /// True if the entry is in an `any`.
  let isOpen: Bool
  /// True if the key is a name, which may be that of a record's field.
  let isNamed: Bool

  /// The value; none if it is not there.
  var value: Document {
    isOpen
      ? "\(owner: map).\(SwiftRuntime.place("partIfAny"))(\(key))"
      : SwiftSyntax.element(of: map, at: key)
  }

  /// The condition that the entry is there.
  var isThere: Document { isOpen ? "\(value) != nil" : "\(owner: map).hasKey(\(key))" }

  /// The condition that the entry is not there.
  var isAbsent: Document { isOpen ? "\(value) == nil" : "!\(owner: map).hasKey(\(key))" }

  /// The place that a new value is assigned to.
  var place: Document {
    SwiftSyntax.element(of: map, at: isOpen ? "\(SwiftRuntime.place("part")): \(key)" : key)
  }

  /// The statement that puts back a former value, or nothing.
  var restoring: Document {
    isOpen
      ? "\(owner: map).\(SwiftRuntime.place("put"))(old, at: \(key))"
      : SwiftSyntax.assignment(SwiftSyntax.element(of: map, at: key), "old")
  }

  /// The statement that drops the entry.
  var removal: Document {
    isOpen
      ? "\(owner: map).\(SwiftRuntime.place("put"))(nil, at: \(key))"
      : SwiftSyntax.assignment(SwiftSyntax.element(of: map, at: key), "nil")
  }

  /// The check that a value can be put there, where it cannot always.
  var check: [Document] {
    guard isOpen else { return [] }
    let named = isNamed ? "named: " : ""
    return ["try \(owner: map).\(SwiftRuntime.place("requirePlace"))(\(named)\(key))"]
  }
}

extension SwiftStepPrinter {
  /// The entry at the end of a path; nil if the path ends in a field or in an element.
  func entry(_ path: OpenedPath) throws(NotGenerated) -> SwiftEntry? {
    guard let entry = path.entry else { return nil }
    var isNamed = false
    if case .dynamic(.openedMember) = path.place.kind { isNamed = true }
    let isOpen = entry.map.type == .any
    return SwiftEntry(
      map: try expressions.place(entry.map),
      key: try isOpen && entry.key.type != .string
        ? expressions.argument(entry.key) : expressions.document(entry.key),
      isOpen: isOpen, isNamed: isNamed)
  }

  /// The statement that puts a value into an entry.
  func putting(_ value: LoweredExpression, in entry: SwiftEntry) throws(NotGenerated) -> Document {
    let document = names.implicit(try expressions.document(value), value.type)
    // A null that is assigned as it is would drop the entry.
    let isWrapped = !entry.isOpen && value.type != value.type.nonNull
    let start: Document = value.canFail ? "try " : ""
    return SwiftSyntax.assignment(
      entry.place, start + (isWrapped ? SwiftSyntax.call(".some", [document]) : document))
  }

  /// The statements that make an entry where it is missing.
  func adding(_ value: LoweredExpression, at path: OpenedPath) throws(NotGenerated) -> [Document] {
    guard let entry = try entry(path) else { return [] }
    // Evaluated only if it is needed, where that makes a difference.
    let addition =
      value.canFail || entry.isOpen
      ? SwiftSyntax.block(
        SwiftSyntax.head("if", entry.isAbsent), [try putting(value, in: entry)], isShort: true)
      : SwiftSyntax.method(
        entry.map, "add", [try expressions.document(value), "ifMissing: \(entry.key)"])
    return entry.check + note(keeping: entry.value, entry.restoring) + [addition]
  }

  /// The statements that drop the entry at the end of a path.
  func dropEntry(at path: OpenedPath, counts: Bool) throws(NotGenerated) -> [Document] {
    guard let entry = try entry(path) else { return [] }
    var map = entry.map
    var check: [Document] = []
    if entry.isOpen {
      check = ["try \(owner: map).\(SwiftRuntime.place("requireMap"))()"]
      map += ".map"
    }
    let drop =
      keeping(SwiftSyntax.collection([entry.key]), of: map)
      + [SwiftSyntax.assignment(SwiftSyntax.element(of: map, at: entry.key), "nil")]
    guard counts, counter != nil else { return check + drop }
    let head = SwiftSyntax.head("if", "\(owner: map).hasKey(\(entry.key))")
    return check + [SwiftSyntax.block(head, drop + count)]
  }

  /// Steps on an entry that is made for them, and dropped again unless one of them counts.
  mutating func statements(_ made: NewEntry) throws(NotGenerated) -> [Document] {
    var statements = try checks(made.path)
    guard made.counting != .always else {
      return try statements + adding(made.value, at: made.path) + self.statements(made.body)
    }
    guard let entry = try entry(made.path) else { return [] }
    let isNew = fresh("isNew", "isNewKey")
    let keptName = freshName(["isKept", "isKeyKept"])
    let isKept = Document.name(keptName)
    statements += entry.check
    statements.append("let \(isNew) = \(entry.isAbsent)")
    statements += note(keeping: entry.value, entry.restoring)
    statements.append(
      SwiftSyntax.block(
        SwiftSyntax.head("if", isNew), [try putting(made.value, in: entry)], isShort: true))
    let outer = counter
    counter = nil
    let counts = made.counting == .sometimes
    if counts {
      statements.append("var \(isKept) = false")
      counter = keptName
    }
    statements += try self.statements(made.body)
    counter = outer
    let test = counts ? "\(isNew), !\(isKept)" : isNew
    // The notes of the steps inside reach into the entry, which is there again when they run.
    let removal = note(keeping: entry.value, entry.restoring) + [entry.removal]
    statements.append(
      SwiftSyntax.block(SwiftSyntax.head("if", test), removal, isShort: true))
    if made.notesCount, counter != nil {
      statements.append(SwiftSyntax.block(SwiftSyntax.head("if", isKept), count, isShort: true))
    }
    return statements
  }
}
