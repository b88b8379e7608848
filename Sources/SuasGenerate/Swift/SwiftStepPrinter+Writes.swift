import CEL
import SuasProgram

extension SwiftStepPrinter {
  mutating func statements(_ write: Write) throws(NotGenerated) -> [Document] {
    // The value that identifies the element is evaluated before the list is looked up.
    let wanted = try wanted(by: write.change)
    var statements = try wanted.statements + checks(write.path)
    let path = write.path
    if let fallback = write.fallback {
      statements += try adding(fallback, at: path)
    }
    let place = try expressions.place(path.place)
    switch write.change {
    case .set(let value): return try statements + set(value, at: path, place)
    case .dropEntry: return try statements + dropEntry(at: path, counts: write.countsDropping)
    case .keep(let test):
      return try statements + keep(test, in: path.place.type, place, counts: write.countsDropping)
    default: break
    }
    var present = place
    let expected = write.change.expected
    let isList = expected == "a list"
    if path.place.type == .any, isList {
      statements.append("try \(place).\(SwiftRuntime.place("requireList"))()")
      present = "\(place).list"
    } else if case .nullable = path.place.type, let expected {
      statements.append(required(place, expected == "a record" ? nil : expected))
      present = "\(place)!"
    }
    if case .upsert(let value, let field) = write.change {
      return try statements + upsert(value, field, in: present, wanted.name)
    }
    return try statements + change(write.change, at: path, place, present)
  }

  private mutating func change(
    _ change: Change, at path: OpenedPath, _ place: Document, _ present: Document
  ) throws(NotGenerated) -> [Document] {
    let type = path.place.type
    switch change {
    case .empty:
      return replacing(place, "try \(place).\(SwiftRuntime.place("empty"))()")
    case .toggle:
      guard type == .any else {
        return note("\(owner: present).toggle()") + ["\(owner: present).toggle()"]
      }
      return replacing(present, "try \(present).\(SwiftRuntime.place("toggle"))()")
    case .add(let amount, let sign): return try add(amount, sign, to: present, type)
    case .setFields(let fields):
      var statements: [Document] = []
      for (field, value) in fields {
        let member: Document = "\(present).\(SwiftNames.member(field.name))"
        let value = try expressions.trying(value)
        statements += replacing(member, SwiftSyntax.assignment(member, value))
      }
      return statements
    case .merge(let value): return try merge(value, into: place, present, path)
    case .mergeFields(let value, _):
      return replacing(present, "try \(owner: present).merge(\(try expressions.document(value)))")
    case .insert(let value, let isList, let position):
      return try insert(value, isList: isList, position, in: present)
    case .remove(let index):
      let (bindings, index) = try number(index, as: "index")
      let drop: Document = "try \(SwiftSyntax.method(present, "drop", ["at: \(index)"]))"
      guard notes else { return [drop] }
      let removed = fresh("removed")
      return bindings + ["let \(removed) = \(drop)"]
        + note(inserting("\(removed)", at: index, in: present))
    case .move(let from, let to):
      let (bindings, from) = try number(from, as: "from")
      let (more, to) = try number(to, as: "to")
      return bindings + more
        + ["try \(SwiftSyntax.method(present, "move", ["from: \(from)", "to: \(to)"]))"]
        + note(
          inserting(
            SwiftSyntax.method(present, "remove", ["at: Int(\(to))"]), at: from, in: present))
    case .swap(let first, let second):
      let (bindings, first) = try number(first, as: "from")
      let (more, second) = try number(second, as: "to")
      return bindings + more
        + ["try \(SwiftSyntax.method(present, "swap", [first, second]))"]
        + note("\(owner: present).swapAt(Int(\(first)), Int(\(second)))")
    case .reverse: return note("\(owner: present).reverse()") + ["\(owner: present).reverse()"]
    case .sort(let key, let isDescending): return try sort(present, type, key, isDescending)
    case .set, .keep, .dropEntry, .upsert: return []
    }
  }

  /// An index that a note names again, after the declaration of a constant for one that is computed.
  private mutating func number(
    _ code: LoweredExpression, as name: String
  ) throws(NotGenerated) -> (bindings: [Document], number: Document) {
    guard notes, !code.isSimple else { return ([], try expressions.document(code)) }
    let number = fresh(name)
    let value = try expressions.trying(code)
    return ([SwiftSyntax.assignment("let \(number): Int64", value)], number)
  }

  /// A statement that puts another value at a place, after the note that keeps the old one.
  func replacing(_ place: Document, _ statement: Document) -> [Document] {
    note(keeping: place, SwiftSyntax.assignment(place, "old")) + [statement]
  }

  private func inserting(_ element: Document, at index: Document, in list: Document) -> Document {
    SwiftSyntax.method(list, "insert", [element, "at: Int(\(index))"])
  }

  /// The note of a map's values for some keys, which the next statement overwrites.
  func keeping(_ keys: Document, of map: Document) -> [Document] {
    note(keeping: SwiftSyntax.call("\(owner: map).kept", [keys]), "\(owner: map).restore(old)")
  }

  private func set(
    _ value: LoweredExpression, at path: OpenedPath, _ place: Document
  ) throws(NotGenerated) -> [Document] {
    if let entry = try entry(path) {
      return entry.check + note(keeping: entry.value, entry.restoring)
        + [try putting(value, in: entry)]
    }
    let place = try assigned(place, path)
    let value = names.implicit(try expressions.trying(value), value.type)
    return replacing(place, SwiftSyntax.assignment(place, value))
  }

  /// The place where the whole value is replaced.
  private func assigned(
    _ place: Document, _ path: OpenedPath
  ) throws(NotGenerated) -> Document {
    guard case .contents(let variant, _, let name) = path.place.kind else { return place }
    return try expressions.contents(variant, name)
  }

  private func add(
    _ amount: LoweredExpression, _ sign: SuasProgram.Operation.Sign, to place: Document,
    _ type: ValueType
  ) throws(NotGenerated) -> [Document] {
    let value = try expressions.document(amount)
    if type.nonNull == .double {
      let value = amount.canFail ? SwiftSyntax.keyword("try", value) : value
      let sign = sign == .plus ? "+=" : "-="
      return replacing(place, SwiftSyntax.assignment(place, value, sign))
    }
    let verb = type == .any ? SwiftRuntime.place(sign.verb) : Symbol(sign.verb)
    return replacing(place, "try \(SwiftSyntax.method(place, "\(verb)", ["by: \(value)"]))")
  }

  private mutating func merge(
    _ value: LoweredExpression, into place: Document, _ present: Document, _ path: OpenedPath
  ) throws(NotGenerated) -> [Document] {
    let type = path.place.type.nonNull
    if notes, !value.isSimple, case .map = type {
      let changes = fresh("changes")
      let binding = SwiftSyntax.assignment(
        "let \(changes): \(names.document(of: type))", try expressions.trying(value))
      return [binding]
        + keeping("\(changes).keys", of: present)
        + [SwiftSyntax.method(present, "merge", [changes])]
    }
    let document = try expressions.document(value)
    switch type {
    case .map:
      // A literal alone would be a dictionary.
      let entries =
        value.isBareLiteral
        ? SwiftSyntax.parenthesized("\(document) as \(names.document(of: type))") : document
      return keeping(SwiftSyntax.member(entries, "keys"), of: present)
        + ["\(value.canFail ? "try " : "")\(SwiftSyntax.method(present, "merge", [document]))"]
    case .any:
      return replacing(
        present,
        "try \(SwiftSyntax.method(present, "\(SwiftRuntime.place("merge"))", [document]))")
    default:
      let place = try assigned(place, path)
      return replacing(place, SwiftSyntax.assignment(place, try expressions.trying(value)))
    }
  }

  private mutating func insert(
    _ value: LoweredExpression, isList: Bool, _ position: Change.Position, in list: Document
  ) throws(NotGenerated) -> [Document] {
    let added: Document = "\(isList ? "contentsOf: " : "")\(try expressions.document(value))"
    let start: Document = value.canFail ? "try " : ""
    let more: Document = "\(owner: list).count - count"
    switch position {
    case .end:
      return note(
        keeping: "\(owner: list).count", as: "count", SwiftSyntax.method(list, "removeLast", [more])
      )
        + [start + SwiftSyntax.method(list, "append", [added])]
    case .start:
      return note(
        keeping: "\(owner: list).count", as: "count",
        SwiftSyntax.method(list, "removeFirst", [more]))
        + [start + SwiftSyntax.method(list, "insert", [added, "at: 0"])]
    case .index(let index):
      let (bindings, index) = try number(index, as: "index")
      return bindings
        + note(
          keeping: "\(owner: list).count", as: "count",
          SwiftSyntax.method(list, "remove", [more, "at: \(index)"]))
        + ["try \(SwiftSyntax.method(list, "insert", [added, "atIndex: \(index)"]))"]
    }
  }

  private func sort(
    _ list: Document, _ type: ValueType, _ key: Change.ElementCode?,
    _ isDescending: LoweredExpression?
  ) throws(NotGenerated) -> [Document] {
    var arguments: [Document] = []
    if let isDescending { arguments = ["descending: \(try expressions.document(isDescending))"] }
    let element = type.elementType
    let isOpen = type == .any || key?.code.type == .any
    let method = isOpen ? SwiftRuntime.place("inOrder") : Symbol("inOrder")
    guard let key else {
      guard element.hasOrder else {
        let item = expressions.dynamic("\(name: "item")", from: element)
        let closure = SwiftSyntax.failingClosure("(item)", item)
        let sorted = expressions.applied(
          list, "\(SwiftRuntime.place("inOrder"))", closure, after: arguments)
        return replacing(list, SwiftSyntax.assignment(list, "try \(sorted)"))
      }
      return replacing(
        list, SwiftSyntax.assignment(list, SwiftSyntax.method(list, "inOrder", arguments)))
    }
    let (sorted, isNumbered) = try call(list, .list(element), "\(method)", arguments, key)
    let start: Document = key.code.canFail || !key.code.type.hasOrder ? "try " : ""
    return replacing(
      list,
      SwiftSyntax.assignment(list, "\(start)\(sorted)\(isNumbered ? ".map(\\.1)" : "")"))
  }

  /// A call of a method of a collection with a closure on each element, which sees its index or key
  /// where it reads that.
  private func call(
    _ collection: Document, _ type: ValueType, _ method: Document, _ arguments: [Document],
    _ element: Change.ElementCode
  ) throws(NotGenerated) -> (document: Document, isNumbered: Bool) {
    let (item, key) = (SwiftNames.local(element.item), SwiftNames.local(element.key))
    var isNumbered = false
    var variables = [key, item]
    if case .list = type {
      isNumbered = element.code.reads.locals.contains(element.key)
      if !isNumbered { variables = [item] }
    }
    let start = isNumbered ? SwiftSyntax.member(collection, "numbered") : collection
    let closure = try expressions.closure(variables, element.code)
    return (expressions.applied(start, method, closure, after: arguments), isNumbered)
  }

  private mutating func keep(
    _ test: Change.ElementCode, in type: ValueType, _ collection: Document, counts: Bool
  ) throws(NotGenerated) -> [Document] {
    let isOpen = type == .any
    let method: Document =
      isOpen
      ? "\(SwiftRuntime.place("selectParts"))" : test.code.canFail ? "select" : "filter"
    let (call, isNumbered) = try call(collection, type, method, [], test)
    let start: Document = test.code.canFail || isOpen ? "try " : ""
    let selected: Document = "\(start)\(call)\(isNumbered ? ".map(\\.1)" : "")"
    guard counts, counter != nil else {
      return replacing(collection, SwiftSyntax.assignment(collection, selected))
    }
    let kept = fresh("kept", "remaining")
    let size: Document = isOpen ? "\(SwiftRuntime.place("partCount"))" : "count"
    return [
      SwiftSyntax.assignment("let \(kept)", selected),
      SwiftSyntax.block(
        SwiftSyntax.head(
          "if",
          SwiftSyntax.operation(
            "\(kept).\(size)", ["< \(owner: collection).\(size)"])),
        replacing(collection, SwiftSyntax.assignment(collection, "\(kept)")) + count),
    ]
  }

  private mutating func upsert(
    _ value: LoweredExpression, _ field: String, in list: Document, _ wanted: Document?
  ) throws(NotGenerated) -> [Document] {
    let new = try expressions.document(value)
    let search = search(field, of: value.type, new, in: list, wanted)
    let index = fresh("index", "place")
    let element = SwiftSyntax.element(of: list, at: "\(index)")
    let replaced = replacing(element, SwiftSyntax.assignment(element, new))
    let added = note("\(owner: list).removeLast()") + [SwiftSyntax.method(list, "append", [new])]
    let head = SwiftSyntax.head("if", "let \(index) = \(search)")
    return [SwiftSyntax.block(head, replaced) + " else {" + SwiftSyntax.body(added) + "}"]
  }

  /// The value by which an element of unknown type is found, as a constant.
  private mutating func wanted(
    by change: Change
  ) throws(NotGenerated) -> (statements: [Document], name: Document?) {
    guard case .upsert(let value, let field) = change,
      program.layout(of: value.type)?.slot(of: field) == nil
    else { return ([], nil) }
    let name = fresh("wanted", "wanted\(field.typeName)")
    let part = SwiftSyntax.followed(try expressions.document(value)) + ".\(part(field))"
    return ([SwiftSyntax.assignment("let \(name)", "try " + part)], name)
  }

  private func part(_ field: String) -> Document {
    "\(SwiftRuntime.place("part"))(named: \(expressions.quoted(field)))"
  }

  /// The search for the element of a list that has the same value in a field as a new one.
  private func search(
    _ field: String, of element: ValueType, _ new: Document, in list: Document,
    _ wanted: Document?
  ) -> Document {
    guard let layout = program.layout(of: element), let slot = layout.slot(of: field) else {
      let test = SwiftSyntax.failingClosure(
        "(item)", "try item.\(part(field)) == \(wanted ?? new)")
      return "try \(SwiftSyntax.method(list, "\(SwiftRuntime.place("firstPlace"))", [test]))"
    }
    let member = SwiftNames.member(field)
    let type = layout.fields[slot].type
    let test: Document =
      if !program.isSameWhenEqual(type) {
        SwiftSyntax.equality("$0.\(member).json", "\(new).\(member).json", isExact: true)
      } else {
        SwiftSyntax.equality("$0.\(member)", "\(new).\(member)", isExact: program.isExact(type))
      }
    return SwiftSyntax.method(list, "firstIndex", ["where: \(SwiftSyntax.closure(test))"])
  }
}

extension Change {
  /// The value that the change needs at its place, for the error where there is none; nil for one that
  /// takes any.
  fileprivate var expected: String? {
    switch self {
    case .set, .empty, .dropEntry, .keep: nil
    case .toggle: "a bool"
    case .add: "a number or duration"
    case .setFields, .mergeFields: "a record"
    case .merge: "a record or a map"
    case .insert, .remove, .move, .swap, .reverse, .sort, .upsert: "a list"
    }
  }
}
