import CEL
import SuasProgram
import SuasSpec
import YAML

/// Writes a checked spec as TypeScript.
package struct TypeScriptGenerator {
  /// The choice of what is written besides the program itself.
  package struct Options: Sendable {
    /// The name of the program, if it has one of its own.
    package var name: String?
    /// The path of the runtime's folder from the program's.
    package var runtimePath = "./\(TypeScriptRuntime.folder)"
    /// The paths of the spec's files below the root, by their names in messages.
    package var paths: [String: String] = [:]
    /// True if only types and actions are written, with their coding as JSON.
    package var isTypesOnly = false
    /// The type of ints; programs that share a runtime have the same.
    package var ints = TypeScriptInts.number
    /// True if the trace driver is written.
    package var hasDriver = false
    /// True if the session recorder is written.
    package var hasRecorder = false
    /// True if hooks for React are written.
    package var hasReact = false
    /// True if scenarios are written as tests, too.
    package var hasTests = false
    /// The names of the runtime's files that other programs need, without their extensions.
    package var runtimeFiles: Set<String> = []

    package init() {}
  }

  /// The folder of the runtime below the program's.
  package static let runtimeFolder = TypeScriptRuntime.folder

  private let program: Program
  private let names: TypeScriptNames
  private let options: Options
  private let origin: GeneratedFile.Origin

  /// - Parameter source: The name of the spec's first file.
  package init(_ spec: CheckedSpec, from source: String, _ options: Options) {
    program = Program(spec, paths: options.paths).withVersions()
    names = TypeScriptNames(
      program, fixed: FixedNames(of: options.name), ints: options.ints)
    self.options = options
    origin = GeneratedFile.Origin(spec, from: source, options.paths)
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: clashes of names, and what no code is generated for.
  package func files() throws(Diagnostics) -> [GeneratedFile] {
    var diagnostics = Diagnostics()
    diagnostics.items += names.clashes.map { .clash($0, in: origin.name) }
    if options.ints == .number { diagnostics.items += largeInts }
    var files: [GeneratedFile] = []
    do throws(NotGenerated) {
      let lowering = try Lowering(program)
      for part in try parts(lowering) {
        do throws(NotGenerated) {
          let document = try part.document()
          if document.isEmpty { continue }
          files.append(
            TypeScriptFile(part.name, runtime: options.runtimePath, document).generated(of: origin))
        } catch {
          diagnostics.items.append(Diagnostic(error))
        }
      }
    } catch {
      diagnostics.items.append(Diagnostic(error))
    }
    if diagnostics.hasErrors { throw diagnostics }
    let symbols = files.reduce(into: Set<Symbol>()) { $0.formUnion($1.symbols) }
    var modules = TypeScriptFile.runtimeModules(in: symbols)
    modules.formUnion(options.isTypesOnly ? ["json"] : TypeScriptRuntime.forStores)
    if program.spec.saved != nil, !options.isTypesOnly {
      modules.formUnion(TypeScriptRuntime.forSaving)
    }
    if options.hasTests { modules.insert("scenarioRun") }
    if options.hasReact { modules.insert(TypeScriptRuntime.forReact) }
    if options.hasRecorder { modules.formUnion(TypeScriptRuntime.forRecording) }
    modules.formUnion(options.runtimeFiles)
    return (files + TypeScriptRuntime.files(for: modules, options.ints)).sorted {
      $0.path < $1.path
    }
  }

  /// The refusals of states and defaults with ints beyond those of JavaScript's numbers.
  private var largeInts: [Diagnostic] {
    let defaults = program.layouts.sorted { $0.key < $1.key }.flatMap { _, layout in
      layout.fields.map { field in
        (field.defaultValue ?? .null, program.declaration(of: field.name, in: layout)?.place)
      }
    }
    let states = program.spec.reducers.map { reducer in
      (Value.record(reducer.initial), program.declarations[.reducer, reducer.name]?.place)
    }
    let shapes = (program.spec.saved?.shapes ?? []).map { shape in
      (Value.record(shape.initial), program.spec.saved?.place)
    }
    // The default of a field is in the state of its reducer, too.
    var reported: Set<Int64> = []
    return (defaults + states + shapes).compactMap { value, place in
      guard let int = value.largeInt, reported.insert(int).inserted else { return nil }
      return .largeInt(int, at: place.map { .range($0) } ?? .file(origin.name))
    }
  }

  /// The modules that are not named as something of the spec.
  static let modules = [
    "actions", "appSaved", "appSpec", "appState", "constants", "driver", "functions", "rules",
    "runtime", "schemas", "selectors", "types", "versions",
  ]

  /// The types that are not named as something of the spec.
  static let parts = ["AppAction", "AppState"]

  /// A module of the program; one whose document is empty is not written.
  private struct Part {
    let name: String
    let document: () throws(NotGenerated) -> Document

    init(_ name: String, _ document: @escaping () throws(NotGenerated) -> Document) {
      self.name = name
      self.document = document
    }
  }

  private func parts(_ lowering: Lowering) throws(NotGenerated) -> [Part] {
    let types = TypeScriptTypes(names: names)
    var parts = [
      Part(names.module("types")) { () throws(NotGenerated) in
        .paragraphs(program.enumNames.map(types.enumeration) + declaredLayouts.map(types.record))
      },
      Part(names.module("actions")) { () throws(NotGenerated) in actions(types) },
      Part(names.module("schemas")) { () throws(NotGenerated) in
        try TypeScriptSchemas(lowering: lowering, names: names)
          .document(program.enumNames, layouts)
      },
    ]
    let others = TypeScriptParts(lowering: lowering, names: names)
    let definitions = [
      Part(names.module("constants")) { () throws(NotGenerated) in others.constants() },
      Part(names.module("functions")) { () throws(NotGenerated) in try others.functions() },
    ]
    if options.isTypesOnly { return parts + (program.hasConstraints ? definitions : []) }
    let rules = try LoweredRules(lowering)
    let reducers = TypeScriptReducers(lowering: lowering, names: names, rules: rules)
    for reducer in program.spec.reducers {
      parts.append(
        Part(names.module(of: reducer)) { () throws(NotGenerated) in
          try reducers.reducer(reducer)
        })
    }
    parts.append(
      Part(names.module("appState")) { () throws(NotGenerated) in
        .paragraphs([types.store()] + pending.map(types.interface))
      })
    parts += definitions
    parts += [
      Part(names.module("rules")) { () throws(NotGenerated) in
        try TypeScriptSharedRules(names: names, rules: rules.shared).document()
      },
      Part(names.module("selectors")) { () throws(NotGenerated) in try selectors(types, others) },
      Part(names.module("appSpec")) { () throws(NotGenerated) in try spec(others) },
    ]
    if let saved = program.spec.saved {
      let saved = try TypeScriptSaved(
        LoweredSaved(saved, lowering), lowering: lowering, names: names, rules: rules.shared)
      parts += [
        Part(names.module("appSaved")) { () throws(NotGenerated) in try saved.document() },
        Part(names.module("versions")) { () throws(NotGenerated) in try saved.versions() },
      ]
    }
    guard options.hasDriver else { return parts }
    return parts + [
      Part(names.module("driver")) { () throws(NotGenerated) in
        "// Runs the trace driver on standard input and output." + .hardLine
          + "\(ts: "runDriver")(\(names.spec));"
      }
    ]
  }

  private var declaredLayouts: [RecordLayout] {
    program.typeNames.compactMap { program.layout($0) }
  }

  private var allActions: [CheckedAction] {
    program.spec.actions + program.spec.effects.map(\.action)
  }

  private var actionLayouts: [RecordLayout] {
    allActions.compactMap { program.layout($0.payload.name) }
  }

  /// The types that have schemas.
  private var layouts: [RecordLayout] {
    let layouts = declaredLayouts + actionLayouts
    if options.isTypesOnly { return layouts }
    var histories: [String: RecordLayout] = [:]
    for reducer in program.spec.reducers where reducer.isHistory {
      histories[reducer.state.name] = program.layout(reducer.state.name)
    }
    let store = [StoreShape.typeName].compactMap { program.layout($0) }
    return layouts + histories.sorted { $0.key < $1.key }.map(\.value)
      + program.spec.selectors.flatMap(RecordLayout.layouts(of:)) + store + pending
  }

  /// The layout of the numbers of effects under way, if anything is promised at rest.
  private var pending: [RecordLayout] { RecordLayout.pending(of: program.spec).map { [$0] } ?? [] }

  private func actions(_ types: TypeScriptTypes) -> Document {
    let actions = allActions.compactMap { action in
      program.layout(action.payload.name).map { types.action($0, named: action.name) }
    }
    return .paragraphs([types.anyAction(allActions.map(\.name))] + actions)
  }

  private func selectors(
    _ types: TypeScriptTypes, _ parts: TypeScriptParts
  ) throws(NotGenerated) -> Document {
    let documents = program.spec.selectors.flatMap(RecordLayout.layouts(of:)).map(types.interface)
    return .paragraphs((documents + [try parts.selectors()]).filter { !$0.isEmpty })
  }

  private func spec(_ parts: TypeScriptParts) throws(NotGenerated) -> Document {
    let spec = program.spec
    let state = program.layout(StoreShape.typeName).flatMap(names.schema) ?? ""
    let reducers = spec.reducers.map { "\(names.reducer($0))" as Document }
    let schemas = actionLayouts.compactMap(names.schema)
    var members: [Document] = ["digest: \(names.text(origin.digest)),"]
    if options.hasRecorder, let name = spec.name { members.append("name: \(names.text(name)),") }
    members += [
      "state: \(state),",
      "reducers: \(.bracketed(reducers)),", "actions: \(.bracketed(schemas)),",
    ]
    let others: [(String, [Document])] = [
      ("validations", try parts.conditions()), ("atRest", try parts.promises()),
      ("middleware", try parts.middleware()), ("listeners", try parts.listeners()),
      ("effects", try parts.effects()),
    ]
    for (name, elements) in others where !elements.isEmpty {
      members.append(.lines("\(name): [", elements.map { "\($0)," }, "],"))
    }
    if !spec.effects.isEmpty {
      members.append("effectRunner: (runtime) => new \(ts: "EffectRunner")(runtime),")
    }
    if spec.saved != nil { members.append("saved: \(names.saved),") }
    return .comment(program.description, or: "The spec as a program: what a `SpecRuntime` runs.")
      + .lines("export const \(names.spec.name): \(ts: "SpecDefinition") = {", members, "};")
  }
}

extension Value {
  /// An int in the value that is beyond ±(2^53 - 1); nil if there is none.
  var largeInt: Int64? {
    var rest = [self]
    while let value = rest.popLast() {
      switch value {
      case .int(let int): if int.magnitude >= 1 << 53 { return int }
      case .list(let list): rest += list
      case .map(let map): rest += map.flatMap { [$0.key, $0.value] }
      case .record(let record): rest += record.fields
      default: break
      }
    }
    return nil
  }
}
