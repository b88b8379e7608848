import CEL
import SuasProgram
import YAML

/// Writes the saved part of a spec's state: the versions as data, and the rules of migrations.
struct KotlinSaved {
  let names: KotlinNames
  let lowered: LoweredSaved

  private var saved: CheckedSaved { lowered.saved }

  /// The object with the versions.
  func document() -> Document {
    let delay = names.constant(.duration(saved.delay), .duration).document()
    let keys = saved.stateKeys.map(names.text)
    let members: [Document] =
      [
        property("name", "String", names.text(saved.name)),
        property("version", "Long", "\(saved.version)L"),
        property("oldest", "Long", "\(saved.oldest)L"),
        property("delay", "\(.time("Duration"))", delay),
        list("stateKeys", "String", keys),
      ] + optional("except", "List<String>", lowered.exceptions.map(exception))
      + enums + [
        list("shapes", "\(kotlin: "SavedShape")", lowered.records.map(shape)),
        list("stores", "\(kotlin: "SavedStore")", saved.shapes.map(store)),
      ] + optional("carried", "\(kotlin: "CarriedOver")", lowered.carried.map(plan))
      + (lowered.toPresent.map {
        [lazy("toPresent", "\(kotlin: "CarriedOver")", plan($0))]
      } ?? [])
      + optional("migrations", "\(kotlin: "Migration")<*, *>", lowered.migrations.map(migration))
    return .comment(["The saved part of the state: its versions, and how they are restored."])
      + .block(
        "internal object \(names.fixed.of("AppSaved")) : \(kotlin: "SavedVersions") {",
        [.paragraphs(members)])
  }

  private func property(_ name: String, _ type: Document, _ value: Document) -> Document {
    KotlinExpression(value).assigned(to: "override val \(name): \(type) get()")
  }

  /// A property that is made when it is first read, by a method of its own.
  private func lazy(_ name: String, _ type: Document, _ value: Document) -> Document {
    .block("override val \(name): \(type) by lazy {", [value])
  }

  private func list(_ name: String, _ element: Document, _ elements: [Document]) -> Document {
    lazy(name, "List<\(element)>", all(elements))
  }

  private func optional(
    _ name: String, _ element: Document, _ elements: [Document]
  ) -> [Document] {
    elements.isEmpty ? [] : [list(name, element, elements)]
  }

  private func all(_ elements: [Document]) -> Document {
    elements.isEmpty ? "emptyList()" : KotlinPieces.list(elements)
  }

  private func exception(_ path: [String]) -> Document {
    "listOf\(.arguments(path.map(names.text)))"
  }

  // MARK: Shapes

  private var enums: [Document] {
    if lowered.enums.isEmpty { return [] }
    let pairs = lowered.enums.map { type in
      Document.pair(
        KotlinExpression(names.text(type.name)), KotlinExpression(all(type.cases.map(names.text))))
    }
    return [lazy("enums", "Map<String, List<String>>", "mapOf\(.arguments(pairs))")]
  }

  private func store(_ shape: SavedShape) -> Document {
    let arguments = [names.text(shape.store.name), names.text(lowered.initial(of: shape))]
    return "\(kotlin: "SavedStore")\(.arguments(arguments))"
  }

  private func shape(_ record: RecordType) -> Document {
    let fields = record.fields.map { field -> Document in
      var arguments = [names.text(field.name), type(field.type)]
      if let standard = lowered.standard(of: field) { arguments.append(names.text(standard)) }
      return "\(kotlin: "SavedField")\(.arguments(arguments))"
    }
    let variant: [Document] = record.isVariant ? ["isVariant = true"] : []
    return
      "\(kotlin: "SavedShape")\(.arguments([names.text(record.name), all(fields)] + variant))"
  }

  private func type(_ type: FieldType) -> Document {
    let saved = Symbol.kotlin("SavedType")
    switch type {
    case .bool: return "\(saved).Bool"
    case .int: return "\(saved).Int"
    case .double: return "\(saved).Double"
    case .string: return "\(saved).Text"
    case .timestamp: return "\(saved).Timestamp"
    case .duration: return "\(saved).Duration"
    // No state has parts of a record.
    case .any, .partial: return "\(saved).Any"
    case .enumeration(let name): return "\(saved).Enumeration(\(names.text(name)))"
    case .record(let name): return "\(saved).Record(\(names.text(name)))"
    case .list(let inner): return "\(saved).List(\(self.type(inner)))"
    case .optional(let inner): return "\(saved).Optional(\(self.type(inner)))"
    case .map(let key, let inner): return "\(saved).Map(\(self.type(key)), \(self.type(inner)))"
    }
  }

  // MARK: What is carried over

  private func plan(_ plan: CarryOver) -> Document {
    var arguments = [all(plan.places.map(place))]
    if !plan.records.isEmpty {
      arguments.append(
        all(
          plan.records.map { record in
            let parts = [names.text(record.new.name), all(record.parts.map(part))]
            return "\(kotlin: "CarriedOver").Converted\(.arguments(parts))"
          }))
    }
    return "\(kotlin: "CarriedOver")\(.arguments(arguments))"
  }

  private func place(_ place: CarryOver.CarriedPlace) -> Document {
    switch place {
    case .kept(let from, let conversion): kept(from, conversion)
    case .fields(let from, let places):
      "\(kotlin: "CarriedOver").Fields\(.arguments(["\(from)", all(places.map(self.place))]))"
    case .anew: "\(kotlin: "CarriedOver").Anew"
    }
  }

  private func part(_ part: CarryOver.RecordConversion.Part) -> Document {
    switch part {
    case .moved(let slot, let conversion): kept(slot, conversion)
    case .standard: "null"
    }
  }

  private func kept(_ slot: Int, _ conversion: CarryOver.Conversion) -> Document {
    "\(kotlin: "CarriedOver").Kept\(.arguments(["\(slot)", self.conversion(conversion)]))"
  }

  private func conversion(_ conversion: CarryOver.Conversion) -> Document {
    let type = Symbol.kotlin("CarriedOver")
    switch conversion {
    case .same: return "\(type).Same"
    case .toDouble: return "\(type).ToDouble"
    case .toAny: return "\(type).ToAny"
    case .list(let inner), .map(let inner):
      return "\(type).Elements(\(self.conversion(inner)))"
    case .optional(let inner): return "\(type).Optional(\(self.conversion(inner)))"
    case .record(let number): return "\(type).Numbered(\(number))"
    }
  }

  // MARK: Migrations

  private func migration(_ migration: LoweredMigration) -> Document {
    let function = "\(names.fixed.of("Migrations"))::\(migration.name)"
    let arguments: [Document] = [
      "\(migration.version)L", schema(migration.new), schema(migration.old), Document(function),
    ]
    return "\(kotlin: "Migration")\(.arguments(arguments))"
  }

  private func schema(_ type: ValueType) -> Document {
    names.program.layout(of: type).map { Document(names.schema($0)) } ?? ""
  }

  /// The object with the rules; nothing if there are none.
  func migrations() throws(NotGenerated) -> Document {
    var functions: [Document] = []
    for migration in lowered.migrations { functions += try self.functions(migration) }
    if functions.isEmpty { return Document() }
    return .comment(["The rules of the migrations, on what was carried over."])
      + .block("internal object \(names.fixed.of("Migrations")) {", [.paragraphs(functions)])
  }

  /// The function for a migration, and those of its parts.
  private func functions(_ migration: LoweredMigration) throws(NotGenerated) -> [Document] {
    let old = KotlinNames.local(LoweredMigration.old)
    let type = names.type(migration.old)
    let printer = try KotlinFunctionPrinter(
      migration.function.ofRules(.always), named: migration.name,
      KotlinExpressions(names: names, place: .nowhere), [old: type])
    let parameters: [Document] = [
      "\(name: printer.parameter): \(names.type(migration.new))", "\(name: old): \(type)",
    ]
    let comment = Document.comment([migration.description])
    return [comment + printer.document("fun \(migration.name)", parameters: parameters)]
      + printer.parts
  }
}
