import CEL
import SuasProgram
import SuasSpec
import YAML

/// Writes a checked spec as Swift.
package struct SwiftGenerator {
  /// The choice of files besides the program itself.
  package struct Options: Sendable {
    /// True if only types and actions are written, with their coding as JSON.
    package var isTypesOnly = false
    /// True if other modules use the program.
    package var isPublic = false
    /// The names of the files of the runtime that other programs need.
    package var runtimeFiles: Set<String> = []
    /// The name of the program, if it has one of its own.
    package var name: String?
    /// The paths of the spec's files below the root, by their names in messages.
    package var paths: [String: String] = [:]
    /// True if the trace driver is written.
    package var hasDriver = false
    /// True if the program and its runtime are one file.
    package var isOneFile = false
    /// True if tests run the program, which needs all that the trace driver needs.
    package var hasTests = false

    package init() {}
  }

  /// The folder of the runtime beside a program.
  package static let runtimeFolder = "Runtime"

  private let program: Program
  private let names: SwiftNames
  private let options: Options
  private let origin: GeneratedFile.Origin

  /// - Parameter source: The name of the spec's first file.
  package init(_ spec: CheckedSpec, from source: String, _ options: Options) {
    program = Program(spec, paths: options.paths).withVersions()
    names = SwiftNames(
      program, fixed: FixedNames(of: options.name), isPublic: options.isPublic)
    self.options = options
    origin = GeneratedFile.Origin(spec, from: source, options.paths)
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: clashes of names, and parts that no code is generated for.
  package func files() throws(Diagnostics) -> [GeneratedFile] {
    var diagnostics = Diagnostics()
    diagnostics.items += names.clashes.map { .clash($0, in: origin.name) }
    var written: [SwiftFile] = []
    do throws(NotGenerated) {
      let lowering = try Lowering(program)
      for part in try parts(lowering) {
        do throws(NotGenerated) {
          let file = try part.file()
          if !file.isEmpty { written.append(file) }
        } catch {
          diagnostics.items.append(Diagnostic(error))
        }
      }
      var code = SwiftCode()
      try SwiftDynamicCalls(names: names).write(for: written, to: &code)
      if !code.isEmpty { written.append(SwiftFile("DynamicCalls", code)) }
    } catch {
      diagnostics.items.append(Diagnostic(error))
    }
    if diagnostics.hasErrors { throw diagnostics }
    written += shared(by: written)
    if options.isOneFile {
      let runtime = SwiftRuntime.names(for: written, options).map {
        SwiftRuntime.text(of: $0, isPublic: options.isPublic)
      }
      return [SwiftFile.joined(written, runtime: runtime, of: origin, names)]
    }
    let runtime = SwiftRuntime.files(for: written, options)
    return (written.map { $0.generated(of: origin, names) } + runtime).sorted { $0.path < $1.path }
  }

  /// The protocol of actions, if other files need it, and the coding of the types.
  private func shared(by files: [SwiftFile]) -> [SwiftFile] {
    let actions = program.spec.actions + program.spec.effects.map(\.action)
    var shared: [SwiftFile] = []
    if files.contains(where: { $0.needs("AppAction") }) {
      var code = SwiftCode()
      SwiftActionReads.writeProtocol(names, of: actions, to: &code)
      shared.append(SwiftFile("AppAction", importsSuas: true, code))
    }
    var code = SwiftCode()
    SwiftCoding(names: names, isTypesOnly: options.isTypesOnly).write(to: &code)
    if !code.isEmpty { shared.append(SwiftFile("Coding", code)) }
    return shared
  }

  // MARK: Parts

  private struct Part {
    let file: () throws(NotGenerated) -> SwiftFile

    init(
      _ name: String, importsSuas: Bool = false,
      _ write: @escaping (inout SwiftCode) throws(NotGenerated) -> Void
    ) {
      file = { () throws(NotGenerated) in
        var code = SwiftCode()
        try write(&code)
        return SwiftFile(name, importsSuas: importsSuas, code)
      }
    }
  }

  /// The name of the file that holds a whole program.
  static let oneFile = "AppProgram"

  /// The files that are not named as something of the spec.
  static let files = [
    "Actions", "AppAction", "AppSaved", "AppState", "AppStore", "Coding", "Conditions",
    "Constants", "DriverProgram", "DynamicCalls", "Functions", "Listeners", "Middleware",
    "Migrations", "Rules",
    "Selectors", "Types", "Versions",
  ]

  /// The types that are not named as something of the spec.
  static let parts = [
    "AppAction", "AppSaved", "AppState", "AppStore", "Conditions", "Constants", "DriverProgram",
    "Dynamic",
    "Functions", "Listeners", "Migrations", "NoReducer", "Rules", "Selectors",
  ]

  private func parts(_ lowering: Lowering) throws(NotGenerated) -> [Part] {
    let spec = program.spec
    let lowered = try LoweredRules(lowering)
    let types = SwiftTypes(lowering: lowering, names: names)
    let functions = SwiftFunctions(lowering: lowering, names: names)
    let divided = program.dividedRecords
    var fileNames = FileNames(
      fixed: Self.files.map(names.fixed.of) + ["main"] + SwiftRuntime.fileNames)
    var parts = [
      Part("Types", importsSuas: program.typeNames.contains { program.hasConstraints(.record($0)) })
      { writer throws(NotGenerated) in
        var isFirst = true
        for name in program.enumNames {
          if !isFirst { writer.line() }
          isFirst = false
          types.writeEnum(name, to: &writer)
        }
        for layout in program.typeNames.compactMap({ program.layout($0) }) {
          if !isFirst { writer.line() }
          isFirst = false
          try types.write(layout, to: &writer)
          if divided.contains(layout.name) {
            try types.writeConstraintsOfParts(layout, to: &writer)
          }
        }
      },
      Part("Actions", importsSuas: true) { writer throws(NotGenerated) in
        for (index, action) in (spec.actions + spec.effects.map(\.action)).enumerated() {
          guard let layout = program.layout(action.payload.name) else { continue }
          if index > 0 { writer.line() }
          try types.writeRecord(layout, to: &writer)
        }
      },
    ]
    var definitions: [Part] = []
    if !program.namedConstants.isEmpty {
      definitions.append(Part("Constants") { writer in functions.writeConstants(to: &writer) })
    }
    if spec.definitions.contains(where: { if case .function = $0 { true } else { false } }) {
      definitions.append(
        Part("Functions") { writer throws(NotGenerated) in
          try functions.writeFunctions(to: &writer)
        })
    }
    if options.isTypesOnly { return parts + (program.hasConstraints ? definitions : []) }
    parts.append(
      Part("AppState", importsSuas: true) { writer throws(NotGenerated) in
        functions.writeStore(to: &writer)
      })
    parts.append(
      Part("AppStore", importsSuas: true) { code throws(NotGenerated) in
        try SwiftStore(names: names).write(lowering, to: &code)
      })
    if let saved = spec.saved {
      let saved = try LoweredSaved(saved, lowering)
      let migrations = SwiftMigrations(
        lowering: lowering, names: names, rules: lowered.shared, lowered: saved)
      parts.append(
        Part("AppSaved", importsSuas: true) { code throws(NotGenerated) in
          SwiftSaved(names: names, lowered: saved).write(to: &code)
        })
      if !saved.migrations.isEmpty {
        parts.append(
          Part("Versions") { code throws(NotGenerated) in
            try migrations.writeTypes(to: &code)
          })
        parts.append(
          Part("Migrations", importsSuas: true) { code throws(NotGenerated) in
            code.line(try migrations.document())
          })
      }
    }
    parts += definitions
    if !spec.sharedRules.isEmpty {
      parts.append(
        Part("Rules", importsSuas: true) { writer throws(NotGenerated) in
          let rules = SwiftSharedRules(names: names, rules: lowered.shared)
          if let document = try rules.document() { writer.line(document) }
        })
    }
    for (index, reducer) in spec.reducers.enumerated() {
      if reducer.isHistory, index > 0 {
        let tracked = spec.reducers[index - 1]
        guard let history = tracked.history else { continue }
        parts.append(
          Part(fileNames.add("\(names.reducer(tracked.name))History"), importsSuas: true) {
            writer throws(NotGenerated) in
            let histories = SwiftHistories(lowering: lowering, names: names)
            writer.line(try histories.document(reducer, of: tracked, history))
          })
        continue
      }
      parts.append(
        Part(fileNames.add(names.reducer(reducer.name)), importsSuas: true) {
          writer throws(NotGenerated) in
          guard let reducer = lowered.reducers[reducer.stateKey] else { return }
          let reducers = SwiftReducers(names: names, rules: lowered.shared)
          writer.line(try reducers.document(reducer))
        })
    }
    if !spec.selectors.isEmpty {
      parts.append(
        Part("Selectors") { writer throws(NotGenerated) in
          try functions.writeSelectors(to: &writer)
        })
    }
    if !spec.listeners.isEmpty {
      parts.append(
        Part("Listeners", importsSuas: true) { writer throws(NotGenerated) in
          try SwiftListeners(lowering: lowering, names: names).write(to: &writer)
        })
    }
    for effect in spec.effects {
      parts.append(
        Part(fileNames.add("\(names.action(effect.name))Effect"), importsSuas: true) {
          writer throws(NotGenerated) in
          try SwiftEffects(lowering: lowering, names: names).write(effect, to: &writer)
        })
    }
    let middleware = spec.declaredMiddleware
    if !middleware.isEmpty {
      parts.append(
        Part("Middleware", importsSuas: true) { writer throws(NotGenerated) in
          for (index, item) in middleware.enumerated() {
            if index > 0 { writer.line() }
            try SwiftMiddleware(lowering: lowering, names: names).write(item, to: &writer)
          }
        })
    }
    if SwiftStore(names: names).hasConditions || !spec.atRest.isEmpty {
      parts.append(
        Part("Conditions", importsSuas: true) { writer throws(NotGenerated) in
          try functions.writeConditions(to: &writer)
        })
    }
    if options.hasDriver {
      let driver = SwiftDriver(lowering: lowering, names: names, digest: origin.digest)
      parts.append(
        Part("DriverProgram", importsSuas: true) { code throws(NotGenerated) in
          driver.write(to: &code)
        })
      parts.append(Part("main") { code throws(NotGenerated) in driver.writeMain(to: &code) })
    }
    return parts
  }
}
