import CEL
import SuasProgram

/// Prints records with a change at a place: copies with another value there.
struct KotlinPlaces {
  /// Returns the new value at a place for the old one.
  typealias New = (KotlinExpression) throws(NotGenerated) -> KotlinExpression

  let expressions: KotlinExpressions
  /// The keys and indices that have no name, by the locals that stand for them.
  let keys: [Local: LoweredExpression]
  /// The names that the variables of lambdas must not have.
  var taken: Set<String>

  private var names: KotlinNames { expressions.names }

  /// The record with another value at the end of a path.
  ///
  /// - Parameter fallback: The value of a key at the end that is not there.
  func changed(
    _ path: OpenedPath, fallback: Document? = nil, _ new: New
  ) throws(NotGenerated) -> KotlinExpression {
    guard let entry = path.entry else { return try changed(path.place, new) }
    let key = try self.key(entry.key)
    let lambda: Document = fallback.map { " \(.lambda("", $0))" } ?? ""
    if entry.map.type == .any {
      let (reading, writing) = functions(path.place)
      return try changed(entry.map) { map throws(NotGenerated) in
        let map = map.document()
        let read = KotlinExpression.call("\(kotlin: reading)", [map, key])
        let value = try new(KotlinExpression("\(read.document())\(lambda)"))
        return .call("\(kotlin: "with\(writing)")", [map, key, value.document()])
      }
    }
    return try changed(entry.map) { map throws(NotGenerated) in
      let value = try new(map.calling(".\(kotlin: "entry")(\(key))\(lambda)"))
      return map.calling(".\(kotlin: "with")\(.arguments([key, value.document()]))")
    }
  }

  /// The functions of the runtime for a place in an `any`.
  private func functions(_ place: LoweredExpression) -> (reading: String, kind: String) {
    if case .dynamic(.openedMember) = place.kind { return ("memberOf", "Member") }
    return ("placeOf", "Place")
  }

  /// The record with another value at a place.
  func changed(_ place: LoweredExpression, _ new: New) throws(NotGenerated) -> KotlinExpression {
    switch place.kind {
    case .local(let local): return try new(KotlinExpression(.name(KotlinNames.local(local))))
    case .field(let record, let name):
      guard let layout = names.program.layout(of: record.type), let slot = layout.slot(of: name)
      else { break }
      return try changed(record) { record throws(NotGenerated) in
        let value = try new(record.reading(".\(KotlinNames.member(name))"))
        return names.copied(record, layout, [(layout.fields[slot], value)])
      }
    case .known(let value):
      return try changed(value) { outer throws(NotGenerated) in
        try new(KotlinStepPrinter.present(outer, value.type))
      }
    case .contents(let variant, let type, let name):
      let local = free(name.memberName, "\(name)Case")
      return try naming(local).changed(variant) { variant throws(NotGenerated) in
        names.presentCase(variant.document(), of: type, named: name).calling(
          ".let \(try lambda(local, new))")
      }
    case .opened(let collection, let key): return try opened(place.type, collection, key, new)
    case .dynamic(.opened(let value, let key)):
      return try part(place, of: value, try self.key(key), new)
    case .dynamic(.openedMember(let value, let name)):
      return try part(place, of: value, names.text(name), new)
    default: break
    }
    throw NotGenerated(at: expressions.place)
  }

  private func opened(
    _ type: ValueType, _ collection: LoweredExpression, _ key: LoweredExpression, _ new: New
  ) throws(NotGenerated) -> KotlinExpression {
    let key = try self.key(key)
    let local = free(type.elementName, "\(type.elementName)Element")
    return try naming(local).changed(collection) { value throws(NotGenerated) in
      let element = try new(KotlinExpression(.name(local))).document()
      if case .list = collection.type, !element.mentions(local) {
        return value.calling(".\(kotlin: "with")\(.arguments([key, element]))")
      }
      return value.calling(
        ".\(kotlin: "changing")(\(key)) \(lambda(local, element))")
    }
  }

  /// The change of an element, an entry or a field of an `any`.
  private func part(
    _ place: LoweredExpression, of value: LoweredExpression, _ key: Document, _ new: New
  ) throws(NotGenerated) -> KotlinExpression {
    let local = free("part", "innerPart")
    return try naming(local).changed(value) { value throws(NotGenerated) in
      let function = "changing\(functions(place).kind)"
      return KotlinExpression(
        "\(kotlin: function)\(.arguments([value.document(), key])) \(try lambda(local, new))")
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

  // MARK: Lambdas

  private func free(_ candidates: String...) -> String {
    KotlinStepPrinter.free(candidates, taken)
  }

  /// The printing of the code around a lambda with a variable.
  private func naming(_ name: String) -> KotlinPlaces {
    var outer = self
    outer.taken.insert(name)
    return outer
  }

  private func lambda(_ variable: String, _ new: New) throws(NotGenerated) -> Document {
    lambda(variable, try new(KotlinExpression(.name(variable))).document())
  }

  private func lambda(_ variable: String, _ body: Document) -> Document {
    .lambda(body.mentions(variable) ? .name(variable) : "", body)
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
