import CEL
import SuasProgram

/// Prints records with a change at a place: copies with another value there.
struct TypeScriptPlaces {
  /// Returns the new value at a place for the old one.
  typealias New = (TypeScriptExpression) throws(NotGenerated) -> TypeScriptExpression

  let expressions: TypeScriptExpressions
  /// The keys and indices that have no name, by the locals that stand for them.
  let keys: [Local: LoweredExpression]
  /// The names that the variables of functions must not have.
  var taken: Set<String>

  private var names: TypeScriptNames { expressions.names }

  /// The record with another value at the end of a path.
  ///
  /// - Parameter fallback: The value of a key at the end that is not there.
  func changed(
    _ path: OpenedPath, fallback: TypeScriptExpression? = nil, _ new: New
  ) throws(NotGenerated) -> TypeScriptExpression {
    guard let entry = path.entry else { return try changed(path.place, new) }
    let key = try self.key(entry.key)
    let more = fallback.map { [Document.lazy($0)] } ?? []
    if entry.map.type == .any {
      let kind = if case .dynamic(.openedMember) = path.place.kind { "Member" } else { "Place" }
      let reading = kind.lowercased() + (fallback == nil ? "Of" : "Or")
      return try changed(entry.map) { map throws(NotGenerated) in
        let map = map.document()
        let value = try new(.call("\(ts: reading)", [map, key] + more))
        return .call("\(ts: "with\(kind)")", [map, key, value.document()])
      }
    }
    return try changed(entry.map) { map throws(NotGenerated) in
      let reading = fallback == nil ? "entry" : "entryOr"
      let value = try new(.call("\(ts: reading)", [map.document(), key] + more))
      return map.member(".with" + .parenthesized([key, value.document()]))
    }
  }

  /// The record with another value at a place.
  func changed(_ place: LoweredExpression, _ new: New) throws(NotGenerated) -> TypeScriptExpression
  {
    switch place.kind {
    case .local: return try new(try expressions.expression(place))
    case .field(let record, let name):
      guard let layout = names.program.layout(of: record.type) else { break }
      let property = TypeScriptNames.property(of: name, in: layout)
      guard let field = layout.fields.first(where: { $0.name == name }) else { break }
      return try changed(record) { record throws(NotGenerated) in
        try sharing(record, record.elementName(layout)) { record throws(NotGenerated) in
          let value = try new(record.member(TypeScriptNames.property(property), isPath: true))
          return names.copied(record, layout, [(field, value)])
        }
      }
    case .known(let value):
      return try changed(value) { outer throws(NotGenerated) in
        try new(TypeScriptStepPrinter.present(outer, value.type))
      }
    case .contents(let variant, let type, let name):
      return try changed(variant) { variant throws(NotGenerated) in
        try new(names.presentCase(variant.document(), of: type, named: name))
      }
    case .opened(let collection, let key): return try opened(place.type, collection, key, new)
    case .dynamic(.opened(let value, let key)):
      return try part("changingPlace", of: value, try self.key(key), new)
    case .dynamic(.openedMember(let value, let name)):
      return try part("changingMember", of: value, names.text(name), new)
    default: break
    }
    throw NotGenerated(at: expressions.place)
  }

  /// A value that is read more than once: what is no path gets a name.
  private func sharing(
    _ value: TypeScriptExpression, _ name: String, _ body: New
  ) throws(NotGenerated) -> TypeScriptExpression {
    if value.isPath { return try body(value) }
    let local = TypeScriptStepPrinter.free([name, "\(name)Value"], taken)
    let result = try body(.path(.name(local)))
    return .call("\(ts: "bind")", [value.document(), function(local, result)])
  }

  private func opened(
    _ type: ValueType, _ collection: LoweredExpression, _ key: LoweredExpression, _ new: New
  ) throws(NotGenerated) -> TypeScriptExpression {
    let key = try self.key(key)
    let local = free(type.elementName, "\(type.elementName)Element")
    let isList = if case .list = collection.type.nonNull { true } else { false }
    return try naming(local).changed(collection) { value throws(NotGenerated) in
      let element = try new(.path(.name(local)))
      if isList, !element.document().mentions(local) {
        return .call("\(ts: "withElement")", [value.document(), key, element.document()])
      }
      return .call(
        "\(ts: isList ? "changing" : "changingEntry")",
        [value.document(), key, function(local, element)])
    }
  }

  /// The change of an element, an entry or a field of an `any`.
  private func part(
    _ changing: String, of value: LoweredExpression, _ key: Document, _ new: New
  ) throws(NotGenerated) -> TypeScriptExpression {
    let local = free("part", "innerPart")
    return try naming(local).changed(value) { value throws(NotGenerated) in
      let changed = try new(.path(.name(local)))
      return .call("\(ts: changing)", [value.document(), key, function(local, changed)])
    }
  }

  /// An index or key on a path.
  func key(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    switch code.kind {
    case .local(let local), .position(let local):
      try expressions.document(keys[local] ?? code)
    case .dynamic(.openedMember(_, let name)): names.text(name)
    default: try expressions.document(code)
    }
  }

  // MARK: Functions

  private func free(_ candidates: String...) -> String {
    TypeScriptStepPrinter.free(candidates, taken)
  }

  /// The printing of what is around a function with a variable.
  private func naming(_ name: String) -> TypeScriptPlaces {
    var outer = self
    outer.taken.insert(name)
    return outer
  }

  private func function(_ variable: String, _ body: TypeScriptExpression) -> Document {
    .arrow(body.document().mentions(variable) ? "(\(name: variable))" : "()", body)
  }
}

extension TypeScriptNames {
  /// The copy of a record with other values of some fields. Where few fields stay, they are written
  /// out: that is several times faster than what engines make of a spread that is written over.
  func copied(
    _ record: TypeScriptExpression, _ layout: RecordLayout,
    _ changes: [(field: RecordLayout.Field, value: TypeScriptExpression)]
  ) -> TypeScriptExpression {
    let values = layout.fields.map { field in
      changes.first { $0.field.name == field.name }?.value
        ?? record.member(
          TypeScriptNames.property(Self.property(of: field.name, in: layout)), isPath: true)
    }
    let order = changes.map { change in layout.fields.firstIndex { $0.name == change.field.name } }
    let keepsOrder = zip(order, order.dropFirst()).allSatisfy { $0 ?? 0 <= $1 ?? 0 }
    let written = made(layout, values)
    // A copy that reads nothing of the record would leave a parameter that nobody reads.
    let readsRecord = !written.document().names.isDisjoint(with: record.document().names)
    guard record.isPath, !layout.isVariant, keepsOrder, readsRecord,
      layout.fields.count - changes.count <= Self.mostWrittenOut
    else {
      let properties = changes.map { property(Self.property(of: $0.name, in: layout), $1) }
      return .object(["...\(record.document())"] + properties)
    }
    return written
  }

  /// The largest number of fields that stay and are written out in a copy.
  private static let mostWrittenOut = 2
}

extension TypeScriptExpression {
  /// The name of a record that a place leads through.
  fileprivate func elementName(_ layout: RecordLayout) -> String {
    ValueType.record(layout.name).elementName
  }
}
