import CEL
import SuasProgram

/// Writes the saved part of a spec's state, and the reading of texts of earlier versions.
struct SwiftSaved {
  let names: SwiftNames
  let lowered: LoweredSaved

  private var spec: CheckedSpec { names.program.spec }
  private var saved: CheckedSaved { lowered.saved }

  func write(to code: inout SwiftCode) {
    code.line("/// The saved part of the state: its versions, and how they are restored.")
    code.block("\(names.access)struct \(names.fixed.of("AppSaved")): SavedProgram {") { code in
      code.line(
        SwiftSyntax.assignment("\(names.access)static let versions", versions))
      let keys = SwiftSyntax.collection(spec.store.stateKeys.map(SwiftNames.quoted))
      code.line(SwiftSyntax.assignment("\(names.access)static let stateKeys: [String]", keys))
      if !names.access.isEmpty {
        code.line()
        code.line("\(names.access)init() {}")
      }
      code.line()
      writeInitialState(to: &code)
      code.line()
      writeSubStates(to: &code)
      if !lowered.migrations.isEmpty {
        code.line()
        writeMigrating(to: &code)
      }
      code.line()
      writeReading(to: &code)
      if !spec.invariants.isEmpty {
        code.line()
        code.block("\(names.access)func judge(_ state: Store.State) throws(ActionError) {") {
          code in
          let conditions = names.fixed.of("Conditions")
          code.line("try \(conditions).checkInvariants(\(names.fixed.state)(state))")
        }
      }
    }
  }

  private func writeInitialState(to code: inout SwiftCode) {
    code.block("\(names.access)var initialState: KeyedState {") { code in
      let states = spec.reducers.map { reducer -> Document in
        let type = names.document(of: .record(reducer.state.name))
        let initial: Document =
          reducer.isHistory ? "\(type)()" : "\(names.reducer(reducer.name))().initialState"
        return "\(SwiftNames.quoted(reducer.stateKey)): \(initial)"
      }
      code.line(states.isEmpty ? "[:]" : SwiftSyntax.tallCollection(states))
    }
  }

  private func writeSubStates(to code: inout SwiftCode) {
    let isRead = !saved.slots.isEmpty
    code.block(
      "\(names.access)func saved(_\(isRead ? " state" : ""): Store.State) -> [JSONValue] {"
    ) { code in
      let states = saved.stateKeys.map { key -> Document in
        "\(names.fixed.state).\(SwiftNames.member(key))(in: state).json"
      }
      code.line(SwiftSyntax.collection(states))
    }
  }

  private func writeMigrating(to code: inout SwiftCode) {
    code.line("\(names.access)func migrated(")
    code.line("  _ state: JSONValue, to version: Int, from old: JSONValue")
    code.block(") throws(ActionError) -> JSONValue {") { code in
      code.line("switch version {")
      for migration in lowered.migrations {
        let rules: Document = "\(names.fixed.of("Migrations")).\(migration.name)"
        code.line(
          SwiftSyntax.case(
            "\(migration.version)",
            "return try " + SwiftSyntax.call("migrating", ["state", "from: old", rules])))
      }
      code.line("default: return state")
      code.line("}")
    }
  }

  private func writeReading(to code: inout SwiftCode) {
    code.line("\(names.access)func subState(")
    code.line("  _ key: String, _ value: JSONValue")
    code.block(") throws(Failure) -> any Sendable {") { code in
      code.line("switch key {")
      for slot in saved.slots {
        let reducer = spec.reducers[slot]
        let type = ValueType.record(reducer.state.name)
        let read: Document = "try \(names.document(of: type))(value, from: .outside)"
        let key = SwiftNames.quoted(reducer.stateKey)
        guard names.program.hasConstraints(type) else {
          code.line(SwiftSyntax.case(key, "return \(read)"))
          continue
        }
        code.block("case \(key):", "") { code in
          code.line("let state = \(read)")
          code.line("try state.checkConstraints()")
          code.line("return state")
        }
      }
      code.line(
        "default: throw Failure(\"no-such-key\", \"nothing is saved under \\(key.quoted)\")")
      code.line("}")
    }
  }

  // MARK: Data

  private var versions: Document {
    let nanoseconds = names.expression(.duration(saved.delay), .duration).document
    var arguments: [Document] = [
      "name: \(SwiftNames.quoted(saved.name))", "version: \(saved.version)",
      "oldest: \(saved.oldest)", "delay: \(nanoseconds)", "store: \(storeType)",
    ]
    let exceptions = lowered.exceptions.map {
      SwiftSyntax.collection($0.map(SwiftNames.quoted))
    }
    if !exceptions.isEmpty { arguments.append("except: \(SwiftSyntax.collection(exceptions))") }
    arguments.append("types: \(types)")
    arguments.append("shapes: \(SwiftSyntax.tallCollection(saved.shapes.map(shape)))")
    if !lowered.carried.isEmpty {
      arguments.append("carried: \(SwiftSyntax.tallCollection(lowered.carried.map(document)))")
    }
    if let plan = lowered.toPresent { arguments.append("toPresent: \(document(plan))") }
    return SwiftSyntax.tallCall("\(Symbol("SavedVersions", in: "SavedProgram"))", arguments)
  }

  private var storeType: Document {
    SwiftSyntax.call(
      "RecordType",
      [
        SwiftNames.quoted(saved.store.name),
        SwiftSyntax.collection(saved.stateKeys.map(SwiftNames.quoted)),
      ])
  }

  private func shape(_ shape: SavedShape) -> Document {
    SwiftSyntax.call(
      ".init",
      [
        SwiftNames.quoted(shape.store.name),
        "initial: \(SwiftScenarios.long(lowered.initial(of: shape)))",
      ])
  }

  private var types: Document {
    let enums = lowered.enums.map { type -> Document in
      "\(SwiftNames.quoted(type.name)): "
        + SwiftSyntax.collection(type.cases.map(SwiftNames.quoted))
    }
    let records =
      "records: \(SwiftSyntax.tallCollection(lowered.records.map(document)))" as Document
    return SwiftSyntax.tallCall(
      "SavedTypes",
      (enums.isEmpty ? [] : ["enums: \(SwiftSyntax.tallCollection(enums))"]) + [records])
  }

  private func document(_ record: RecordType) -> Document {
    let fields = record.fields.map { field -> Document in
      var arguments = [SwiftNames.quoted(field.name), document(field.type)]
      if let standard = lowered.standard(of: field) {
        arguments.append("or: \(SwiftScenarios.long(standard))")
      }
      return SwiftSyntax.call(".init", arguments)
    }
    var arguments = [SwiftNames.quoted(record.name)]
    if record.isVariant { arguments.append("isVariant: true") }
    if !fields.isEmpty { arguments.append(SwiftSyntax.collection(fields)) }
    return SwiftSyntax.call("SavedRecord", arguments)
  }

  private func document(_ type: FieldType) -> Document {
    switch type {
    case .bool: ".bool"
    case .int: ".int"
    case .double: ".double"
    case .string: ".string"
    case .timestamp: ".timestamp"
    case .duration: ".duration"
    // No state has parts of a record.
    case .any, .partial: ".any"
    case .enumeration(let name): ".enumeration(\(SwiftNames.quoted(name)))"
    case .record(let name): ".record(\(SwiftNames.quoted(name)))"
    case .list(let inner): ".list(\(document(inner)))"
    case .optional(let inner): ".optional(\(document(inner)))"
    case .map(let key, let inner): ".map(\(document(key)), \(document(inner)))"
    }
  }

  // MARK: What is carried over

  private func document(_ plan: CarryOver) -> Document {
    var arguments = [SwiftSyntax.collection(plan.places.map(document))]
    if !plan.records.isEmpty {
      let records = plan.records.map { record in
        SwiftSyntax.call(
          ".init",
          [
            SwiftNames.quoted(record.new.name),
            SwiftSyntax.collection(record.parts.map(document)),
          ])
      }
      arguments.append("records: \(SwiftSyntax.collection(records))")
    }
    return SwiftSyntax.call("CarriedOver", arguments)
  }

  private func document(_ place: CarryOver.CarriedPlace) -> Document {
    switch place {
    case .kept(let from, let conversion): ".kept(\(from), \(document(conversion)))"
    case .fields(let from, let places):
      SwiftSyntax.call(".fields", ["\(from)", SwiftSyntax.collection(places.map(document))])
    case .anew: ".anew"
    }
  }

  private func document(_ part: CarryOver.RecordConversion.Part) -> Document {
    switch part {
    case .moved(let slot, let conversion): ".moved(\(slot), \(document(conversion)))"
    case .standard: ".standard"
    }
  }

  private func document(_ conversion: CarryOver.Conversion) -> Document {
    switch conversion {
    case .same: ".same"
    case .toDouble: ".toDouble"
    case .toAny: ".toAny"
    case .list(let inner), .map(let inner): ".elements(\(document(inner)))"
    case .optional(let inner): ".optional(\(document(inner)))"
    case .record(let number): ".record(\(number))"
    }
  }
}
