import CEL
import SuasProgram
import SuasSpec
import YAML

/// Writes a checked spec as Kotlin.
package struct KotlinGenerator {
  /// The choice of what is written besides the program itself.
  package struct Options: Sendable {
    /// The package of the program, such as `com.example.app`.
    package var packageName = "app"
    /// True if only types and actions are written, with their coding as JSON.
    package var isTypesOnly = false
    /// True if the trace driver is written.
    package var hasDriver = false
    /// True if the functions that read and write JSON are written although the spec needs none.
    package var hasCoding = false
    /// True if the session recorder is written.
    package var hasRecorder = false
    /// The texts of code that uses the same runtime: tests, and programs of other specs in the folder.
    package var neighbors: [String] = []

    package init() {}
  }

  private let program: Program
  private let names: KotlinNames
  private let options: Options
  private let origin: GeneratedFile.Origin

  /// - Parameter source: The name of the spec's first file.
  package init(_ spec: CheckedSpec, from source: String, _ options: Options) {
    program = Program(spec)
    names = KotlinNames(program)
    self.options = options
    origin = GeneratedFile.Origin(name: source, digest: spec.digest)
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: clashes of names, and what no code is generated for.
  package func files() throws(Diagnostics) -> [GeneratedFile] {
    var diagnostics = Diagnostics()
    diagnostics.items += names.clashes.map { .clash($0, in: origin.name) }
    var files: [GeneratedFile] = []
    do throws(NotGenerated) {
      let lowering = try Lowering(program)
      for part in parts(lowering) {
        do throws(NotGenerated) {
          var writer = KotlinWriter()
          try part.write(&writer)
          if !writer.isEmpty { files.append(file(part.name, writer)) }
        } catch {
          diagnostics.items.append(Diagnostic(error))
        }
      }
    } catch {
      diagnostics.items.append(Diagnostic(error))
    }
    if diagnostics.hasErrors { throw diagnostics }
    return (files + runtime(for: files)).sorted { $0.path < $1.path }
  }

  /// True for a name that a package can have.
  package static func isPackage(_ name: String) -> Bool { KotlinNames.isPackage(name) }

  private struct Part {
    let name: String
    let write: (inout KotlinWriter) throws(NotGenerated) -> Void

    init(_ name: String, _ write: @escaping (inout KotlinWriter) throws(NotGenerated) -> Void) {
      self.name = name
      self.write = write
    }
  }

  private func parts(_ lowering: Lowering) -> [Part] {
    let types = KotlinTypes(lowering: lowering, names: names)
    var parts = [
      Part("Types") { writer throws(NotGenerated) in try writeTypes(types, &writer) },
      Part("Actions") { writer throws(NotGenerated) in try writeActions(types, &writer) },
    ]
    if options.isTypesOnly { return parts }
    let others = KotlinParts(lowering: lowering, names: names)
    let reducers = KotlinReducers(lowering: lowering, names: names)
    var fileNames = FileNames(fixed: [
      "Actions", "AppSpec", "AppState", "Driver", "Functions", "Rules", "Selectors", "Types",
    ])
    for reducer in program.spec.reducers {
      let name = reducer.isHistory ? reducer.stateKey.typeName : names.reducer(reducer.name)
      parts.append(
        Part(fileNames.add(name)) { writer throws(NotGenerated) in
          try reducers.write(reducer, to: &writer)
        })
    }
    parts += [
      Part("AppState") { writer throws(NotGenerated) in types.writeStore(to: &writer) },
      Part("Functions") { writer throws(NotGenerated) in try others.writeFunctions(to: &writer) },
      Part("Rules") { writer throws(NotGenerated) in
        try KotlinSharedRules(lowering: lowering, names: names).write(to: &writer)
      },
      Part("Selectors") { writer throws(NotGenerated) in try writeSelectors(types, others, &writer)
      },
      Part("AppSpec") { writer throws(NotGenerated) in try writeSpec(others, &writer) },
    ]
    guard options.hasDriver else { return parts }
    return parts + [
      Part("Driver") { writer throws(NotGenerated) in
        writer.line("/** Runs the trace driver on standard input and output. */")
        writer.line("public fun main() {")
        writer.line("    runDriver(AppSpec)")
        writer.line("}")
      }
    ]
  }

  private func file(_ name: String, _ writer: KotlinWriter) -> GeneratedFile {
    var lines = writer.lines
    while lines.last == "" { lines.removeLast() }
    let imports = ["Duration", "Instant"].filter { writer.mentions($0) }.map {
      "import java.time.\($0)"
    }
    let start = ["package \(options.packageName)", "", "import suas.*"] + imports + [""]
    let folder = options.packageName.replacing(".", with: "/")
    let text = (start + KotlinLayout.wrapped(lines)).joined(separator: "\n") + "\n"
    return GeneratedFile(path: "\(folder)/\(name).kt", of: origin, text)
  }

  private func runtime(for files: [GeneratedFile]) -> [GeneratedFile] {
    KotlinRuntime.files(
      for: files.map(\.text) + options.neighbors,
      KotlinRuntime.Extent(
        hasStore: !options.isTypesOnly, hasCoding: options.isTypesOnly || options.hasCoding,
        hasRecorder: options.hasRecorder))
  }

  private func writeTypes(_ types: KotlinTypes, _ writer: inout KotlinWriter) throws(NotGenerated) {
    for name in program.enumNames {
      types.writeEnum(name, to: &writer)
      writer.line()
    }
    for name in program.typeNames {
      guard let layout = program.layout(name) else { continue }
      try types.write(layout, to: &writer)
      writer.line()
    }
  }

  private func writeActions(_ types: KotlinTypes, _ writer: inout KotlinWriter) throws(NotGenerated)
  {
    writer.line("/** An action or effect of the app. */")
    writer.line("public sealed interface AppAction : SpecAction")
    for action in program.spec.actions + program.spec.effects.map(\.action) {
      guard let layout = program.layout(action.payload.name) else { continue }
      writer.line()
      try types.write(layout, to: &writer)
    }
  }

  private func writeSelectors(
    _ types: KotlinTypes, _ parts: KotlinParts, _ writer: inout KotlinWriter
  ) throws(NotGenerated) {
    for selector in program.spec.selectors {
      for layout in Layout.layouts(of: selector) {
        try types.write(layout, to: &writer)
        writer.line()
      }
    }
    try parts.writeSelectors(to: &writer)
  }

  private func writeSpec(_ parts: KotlinParts, _ writer: inout KotlinWriter) throws(NotGenerated) {
    let spec = program.spec
    writer.comment(
      program.description, or: "The spec as a program: what a `SpecRuntime` runs on a store."
    )
    try writer.block("public object AppSpec : SpecDefinition {") { (writer) throws(NotGenerated) in
      writer.line("override val digest: String get() = \(KotlinNames.literal(origin.digest))")
      if options.hasRecorder, let name = spec.name {
        writer.line("override val name: String get() = \(KotlinNames.literal(name))")
      }
      let reducers = spec.reducers.map { reducer in
        reducer.isHistory
          ? "\(KotlinNames.member(reducer.stateKey))()," : "\(names.reducer(reducer.name))(),"
      }
      write("reducers", "List<Reducer<*>>", "get() = ", reducers, &writer)
      writer.line()
      writer.block("override val stateTypes: Map<String, RecordType> = linkedMapOf(", ")") {
        writer in
        for reducer in spec.reducers {
          let type = KotlinNames.type(reducer.state.name)
          let table = reducer.isHistory ? historyType(reducer) : "\(type).Schema"
          writer.line("\(KotlinNames.literal(reducer.stateKey)) to \(table),")
        }
      }
      let actions = (spec.actions + spec.effects.map(\.action)).map {
        "ActionType(\(KotlinNames.literal($0.name)), \(names.action($0.name)).Schema),"
      }
      write("actions", "List<ActionType>", "= ", actions, &writer)
      let others = [
        ("validations", "List<Validation>", try parts.conditions()),
        ("middleware", "List<NamedMiddleware>", try parts.middleware()),
        ("listeners", "List<ListenerDefinition>", try parts.listeners()),
        ("effects", "List<EffectDefinition>", try parts.effects()),
      ]
      for (name, type, elements) in others where !elements.isEmpty {
        write(name, type, "= ", elements, &writer)
      }
      writer.line()
      writer.line("override fun store(state: State): Record = AppState(state)")
    }
  }

  private func historyType(_ reducer: CheckedReducer) -> String {
    guard case .history(let state)? = program.layout(reducer.state.name)?.role else {
      return "Types.any"
    }
    return "\(KotlinNames.type(state))History"
  }

  /// A property with a list, which has one element a line.
  private func write(
    _ name: String, _ type: String, _ start: String, _ elements: [String],
    _ writer: inout KotlinWriter
  ) {
    writer.line()
    let head = "override val \(name): \(type) \(start)"
    guard !elements.isEmpty else { return writer.line("\(head)emptyList()") }
    if KotlinPieces.divides(elements) {
      return writer.line(head + KotlinPieces.list(elements.map { String($0.dropLast()) }))
    }
    writer.block("\(head)listOf(", ")") { writer in
      for element in elements { writer.line(element) }
    }
  }
}
