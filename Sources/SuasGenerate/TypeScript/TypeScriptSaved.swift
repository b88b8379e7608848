import CEL
import SuasProgram
import YAML

/// Writes the saved part of a spec's state, and the reading of texts of earlier versions.
struct TypeScriptSaved {
  private let lowered: LoweredSaved
  private let lowering: Lowering
  private let names: TypeScriptNames
  private let rules: LoweredSharedRules

  private var program: Program { names.program }
  private var saved: CheckedSaved { lowered.saved }

  init(
    _ lowered: LoweredSaved, lowering: Lowering, names: TypeScriptNames, rules: LoweredSharedRules
  ) {
    (self.lowered, self.lowering, self.names, self.rules) = (lowered, lowering, names, rules)
  }

  // MARK: Versions

  /// The types of versions as far as migrations read them, and the schemas of all of them.
  func versions() throws(NotGenerated) -> Document {
    let types = TypeScriptTypes(names: names)
    let written =
      program.savedEnumNames.map(types.enumeration)
      // The contents of a variant's case stand in the variant.
      + program.versionLayouts.filter { !$0.isCase }.map(types.version)
    let all = program.versionNames
    let schemas = try TypeScriptSchemas(lowering: lowering, names: names.withoutVersions)
      .document(all.filter { program.layout($0) == nil }, all.compactMap { program.layout($0) })
    return .paragraphs(written + [schemas])
  }

  // MARK: What is saved

  func document() throws(NotGenerated) -> Document {
    var members: [Document] = [
      "name: \(names.text(saved.name)),", "version: \(saved.version),",
      "oldest: \(saved.oldest),",
      "delay: \(names.constant(.duration(saved.delay), .duration).document()),",
      "type: \(schema(saved.store.name)),",
    ]
    let exceptions = lowered.exceptions.map { Document.bracketed($0.map(names.text)) }
    if !exceptions.isEmpty { members.append("except: \(.bracketed(exceptions)),") }
    members.append(.lines("shapes: [", saved.shapes.map(shape), "],"))
    if !lowered.carried.isEmpty {
      members.append("carried: \(.bracketed(lowered.carried.map(document))),")
    }
    if let plan = lowered.toPresent { members.append("toPresent: \(document(plan)),") }
    if !lowered.migrations.isEmpty {
      let migrations = lowered.migrations.map { migration -> Document in
        let function = Document(migration.name)
        return "\(migration.version): \(ts: "savedMigration")(\(function)),"
      }
      members.append(.lines("migrations: {", migrations, "},"))
    }
    let steps = try reactions()
    if !steps.isEmpty {
      members.append(
        .lines(
          "onRestore: \(ts: "restoringSteps")<\(names.state)>([", steps.map { "\($0)," }, "]),"))
    }
    let form: Document =
      "/** The saved part of the state: its versions, and how they are restored. */" + .hardLine
      + .lines("export const \(names.saved.name) = new \(ts: "SavedState")({", members, "});")
    var documents: [Document] = []
    for migration in lowered.migrations { documents.append(try function(migration)) }
    return .paragraphs(documents + [form])
  }

  private func schema(_ name: String) -> Document {
    program.layout(name).flatMap(names.schema) ?? "\(ts: "Types.any")"
  }

  private func shape(_ shape: SavedShape) -> Document {
    let initial = names.withoutVersions.constant(
      .record(shape.initial), .record(shape.store.name))
    return .braced(["type: \(schema(shape.store.name))", "initial: \(initial.document())"]) + ","
  }

  // MARK: Migrations and first steps

  private func function(_ migration: LoweredMigration) throws(NotGenerated) -> Document {
    var expressions = TypeScriptExpressions(names: names, place: .nowhere)
    expressions.aliases = [
      Local("state"): .name("state"), LoweredMigration.old: .name("old"),
    ]
    let function = try TypeScriptFunction(
      LoweredFunction(
        root: migration.function.root, steps: migration.function.steps, counting: .always,
        parameters: []), expressions)
    let old = TypeScriptNames.parameter("old", isRead: function.names.contains("old"))
    return .comment([migration.description])
      + function.document(
        "function \(migration.name)",
        parameters: [
          "\(name: "state"): \(names.type(migration.new))", "\(old): \(names.type(migration.old))",
        ])
  }

  /// The steps of a new store.
  private func reactions() throws(NotGenerated) -> [Document] {
    var scope = Scope(avoiding: ["store", "restored", "scope"])
    scope[0] = TypeScriptParts.store
    scope[1] = LoweredSaved.restored
    return try TypeScriptParts(lowering: lowering, names: names).steps(
      saved.reactions, scope,
      [
        Local("store"): "\(name: "scope").state",
        LoweredSaved.restoredName: "\(name: "scope").restored",
      ])
  }

  // MARK: What is carried over

  private func document(_ plan: CarryOver) -> Document {
    var members: [Document] = ["places: \(.bracketed(plan.places.map(document)))"]
    let records = plan.records.map { record in
      Document.braced([
        "type: \(schema(record.new.name))", "parts: \(.bracketed(record.parts.map(document)))",
      ])
    }
    if !records.isEmpty { members.append("records: \(.bracketed(records))") }
    return .braced(members)
  }

  private func document(_ place: CarryOver.CarriedPlace) -> Document {
    switch place {
    case .kept(let from, let conversion): "[\(from), \(document(conversion))]"
    case .fields(let from, let places):
      .braced(["from: \(from)", "fields: \(.bracketed(places.map(document)))"])
    case .anew: "null"
    }
  }

  private func document(_ part: CarryOver.RecordConversion.Part) -> Document {
    switch part {
    case .moved(let slot, let conversion): "[\(slot), \(document(conversion))]"
    case .standard: "null"
    }
  }

  private func document(_ conversion: CarryOver.Conversion) -> Document {
    switch conversion {
    case .same: "\"same\""
    case .toDouble: "\"double\""
    case .toAny: "\"any\""
    case .list(let inner), .map(let inner): "{ elements: \(document(inner)) }"
    case .optional(let inner): "{ optional: \(document(inner)) }"
    case .record(let number): "{ record: \(number) }"
    }
  }
}
