import CEL
import SuasProgram
import SuasSpec
import YAML

/// Writes a checked spec as Kotlin.
package struct KotlinGenerator {
  /// The choice of files besides the program itself.
  package struct Options: Sendable {
    /// The package of the program, such as `com.example.app`.
    package var packageName = "app"
    /// True if the program is for its module alone.
    package var isInternal = false
    /// True if other modules may have programs that use the runtime, too.
    package var sharesRuntime = false
    /// The package of the runtime.
    package var runtimePackage = Symbol.kotlinRuntime
    /// The name of the program, if it has one of its own.
    package var name: String?
    /// The paths of the spec's files below the root, by their names in messages.
    package var paths: [String: String] = [:]
    /// True if only types and actions are written, with their coding as JSON.
    package var isTypesOnly = false
    /// True if the trace driver is written.
    package var hasDriver = false
    /// True if the functions that read and write JSON are written although the spec needs none.
    package var hasCoding = false
    /// True if the session recorder is written.
    package var hasRecorder = false
    /// True if the states are written as flows of `kotlinx.coroutines`, too.
    package var hasFlows = false
    /// The tests that use the same runtime.
    package var tests: [GeneratedFile] = []
    /// The texts of the programs of other specs in the folder, and of the runtime there.
    package var neighbors: [String] = []

    /// True if the runtime is for the module of the program alone, too.
    var hasInternalRuntime: Bool { isInternal && !sharesRuntime }

    package init() {}
  }

  private let program: Program
  private let names: KotlinNames
  private let options: Options
  private let origin: GeneratedFile.Origin

  /// - Parameter source: The name of the spec's first file.
  package init(_ spec: CheckedSpec, from source: String, _ options: Options) {
    program = Program(spec, paths: options.paths).withVersions()
    names = KotlinNames(
      program, fixed: FixedNames(of: options.name), isInternal: options.isInternal)
    self.options = options
    origin = GeneratedFile.Origin(spec, from: source, options.paths)
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: clashes of names, and parts that no code is generated for.
  package func files() throws(Diagnostics) -> [GeneratedFile] {
    var diagnostics = Diagnostics()
    diagnostics.items += names.clashes.map { .clash($0, in: origin.name) }
    var files: [GeneratedFile] = []
    do throws(NotGenerated) {
      let lowering = try Lowering(program)
      for part in try parts(lowering) {
        do throws(NotGenerated) {
          let document = try part.document()
          if !document.isEmpty { files.append(file(part.name, document)) }
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

  /// The files that are not named as something of the spec.
  private static let files = [
    "Actions", "AppFlows", "AppSaved", "AppSpec", "AppState", "Constants", "Driver", "Functions",
    "Migrations", "Rules", "Schemas", "Selectors", "Types", "Versions",
  ]

  /// The types that are not named as something of the spec.
  static let parts = [
    "AppAction", "AppFlows", "AppRecord", "AppSaved", "AppSpec", "AppState", "Constants",
    "Functions", "Migrations", "Rules", "Selectors",
  ]

  /// True for a name that a package can have.
  package static func isPackage(_ name: String) -> Bool { KotlinNames.isPackage(name) }

  /// A file of the program; one whose document is empty is not written.
  private struct Part {
    let name: String
    let document: () throws(NotGenerated) -> Document

    init(_ name: String, _ document: @escaping () throws(NotGenerated) -> Document) {
      self.name = name
      self.document = document
    }
  }

  private func parts(_ lowering: Lowering) throws(NotGenerated) -> [Part] {
    let types = KotlinTypes(names: names)
    var parts = [
      Part("Types") { () throws(NotGenerated) in self.types(types) },
      Part("Actions") { () throws(NotGenerated) in actions(types) },
      Part("Schemas") { () throws(NotGenerated) in
        try KotlinSchemas(lowering: lowering, names: names, isTypesOnly: options.isTypesOnly)
          .document(layouts)
      },
    ]
    let others = KotlinParts(lowering: lowering, names: names)
    let definitions = [
      Part("Constants") { () throws(NotGenerated) in others.constants() },
      Part("Functions") { () throws(NotGenerated) in try others.functions() },
    ]
    if options.isTypesOnly { return parts + (program.hasConstraints ? definitions : []) }
    let rules = try LoweredRules(lowering)
    let reducers = KotlinReducers(lowering: lowering, names: names, rules: rules)
    var fileNames = FileNames(fixed: Self.files.map(names.fixed.of))
    for reducer in program.spec.reducers {
      let name = reducer.isHistory ? reducer.stateKey.typeName : names.reducer(reducer.name)
      parts.append(
        Part(fileNames.add(name)) { () throws(NotGenerated) in
          try reducers.reducer(reducer)
        })
    }
    parts.append(
      Part("AppState") { () throws(NotGenerated) in
        .paragraphs([types.store()] + pending.map(types.type))
      })
    parts += definitions
    parts += [
      Part("Rules") { () throws(NotGenerated) in
        try KotlinSharedRules(names: names, rules: rules.shared).document()
      },
      Part("Selectors") { () throws(NotGenerated) in try selectors(types, others) },
      Part("AppSpec") { () throws(NotGenerated) in try spec(others) },
    ]
    if let saved = program.spec.saved {
      let saved = KotlinSaved(names: names, lowered: try LoweredSaved(saved, lowering))
      parts += [
        Part("AppSaved") { () throws(NotGenerated) in saved.document() },
        Part("Versions") { () throws(NotGenerated) in versions(types) },
        Part("Migrations") { () throws(NotGenerated) in try saved.migrations() },
      ]
    }
    if options.hasFlows {
      parts.append(
        Part("AppFlows") { () throws(NotGenerated) in try KotlinFlows(parts: others).document() })
    }
    guard options.hasDriver else { return parts }
    let main = Document.block(
      "public fun main() {", ["\(kotlin: "runDriver")(\(names.fixed.of("AppSpec")))"])
    return parts + [
      Part("Driver") { () throws(NotGenerated) in
        "/** Runs the trace driver on standard input and output. */" + .hardLine + main
      }
    ]
  }

  private func file(_ name: String, _ document: Document) -> GeneratedFile {
    let name = Self.files.contains(name) ? names.fixed.of(name) : name
    return KotlinFile(
      name, package: options.packageName, runtime: options.runtimePackage,
      names.qualifying(document, in: options.runtimePackage)
    ).generated(of: origin)
  }

  private func runtime(for files: [GeneratedFile]) -> [GeneratedFile] {
    KotlinRuntime.files(
      for: files + options.tests, beside: options.neighbors, in: options.runtimePackage,
      KotlinRuntime.Extent(
        hasStore: !options.isTypesOnly, hasCoding: options.isTypesOnly || options.hasCoding,
        hasRecorder: options.hasRecorder, hasFlows: options.hasFlows,
        isInternal: options.hasInternalRuntime))
  }

  private var declaredLayouts: [RecordLayout] {
    program.typeNames.compactMap { program.layout($0) }
  }

  private var actionLayouts: [RecordLayout] {
    let actions = program.spec.actions + program.spec.effects.map(\.action)
    return actions.compactMap { program.layout($0.payload.name) }
  }

  /// The types that have schemas.
  private var layouts: [RecordLayout] {
    let layouts = declaredLayouts + actionLayouts
    if options.isTypesOnly { return layouts }
    let store = [StoreShape.typeName].compactMap { program.layout($0) }
    return layouts + versionLayouts + program.spec.selectors.flatMap(RecordLayout.layouts(of:))
      + store + pending
  }

  /// The types of versions; the contents of a variant's case stand in the variant.
  private var versionLayouts: [RecordLayout] {
    program.versionLayouts.filter { !$0.isCase }
  }

  /// The layout of the numbers of effects under way, if anything is promised at rest.
  private var pending: [RecordLayout] { RecordLayout.pending(of: program.spec).map { [$0] } ?? [] }

  private func types(_ types: KotlinTypes) -> Document {
    .paragraphs(program.enumNames.map(types.enumeration) + declaredLayouts.map(types.type))
  }

  /// The types of versions that migrations read and change.
  private func versions(_ types: KotlinTypes) -> Document {
    .paragraphs(program.savedEnumNames.map(types.enumeration) + versionLayouts.map(types.type))
  }

  private func actions(_ types: KotlinTypes) -> Document {
    let action =
      "/** An action or effect of the app. */" + .hardLine
      + "\(names.access)sealed interface \(names.fixed.action) : \(names.fixed.of("AppRecord")), \(kotlin: "SpecAction")"
    return .paragraphs([action] + actionLayouts.map(types.type))
  }

  private func selectors(_ types: KotlinTypes, _ parts: KotlinParts) throws(NotGenerated)
    -> Document
  {
    let documents = program.spec.selectors.flatMap(RecordLayout.layouts(of:)).map(types.type)
    return .paragraphs((documents + [try parts.selectors()]).filter { !$0.isEmpty })
  }

  private func spec(_ parts: KotlinParts) throws(NotGenerated) -> Document {
    let spec = program.spec
    var members: [Document] = ["override val digest: String get() = \(names.text(origin.digest))"]
    if options.hasRecorder, let name = spec.name {
      members.append("override val name: String get() = \(names.text(name))")
    }
    let reducers = spec.reducers.map { reducer -> Document in
      reducer.isHistory
        ? "\(KotlinNames.member(reducer.stateKey))()" : "\(names.reducer(reducer.name))()"
    }
    let states = spec.reducers.map { reducer -> Document in
      let schema = program.layout(reducer.state.name).map(names.schema) ?? ""
      return "\(names.text(reducer.stateKey)) to \(schema),"
    }
    let actions = actionLayouts.map { Document(names.schema($0)) }
    members += [
      property("reducers", "\(kotlin: "Reducer")<*>", "get() = ", reducers), "",
      .block(
        "override val stateTypes: Map<String, \(kotlin: "RecordType")> = linkedMapOf(", states, ")"
      ),
      property("actions", "\(kotlin: "ActionSchema")<*>", "= ", actions),
    ]
    members += conditions(try parts.conditions())
    let others: [(String, Document, [Document])] = [
      ("atRest", "\(kotlin: "RestPromise")", try parts.promises()),
      ("middleware", "\(kotlin: "NamedMiddleware")", try parts.middleware()),
      ("listeners", "\(kotlin: "ListenerDefinition")<*>", try parts.listeners()),
      ("effects", "\(kotlin: "EffectDefinition")<*>", try parts.effects()),
      (
        "onRestore", "\(kotlin: "SpecStep")<\(kotlin: "RestoredScope")>", try parts.firstSteps()
      ),
    ]
    for (name, type, elements) in others where !elements.isEmpty {
      members.append(property(name, type, "= ", elements))
    }
    let (state, record) = (Symbol.kotlin("State"), Symbol.kotlin("Record"))
    if spec.saved != nil {
      members.append("")
      members.append(
        "override val saved: \(kotlin: "SavedVersions") get() = \(names.fixed.of("AppSaved"))")
    }
    members += ["", "override fun store(state: \(state)): \(record) = \(names.fixed.state)(state)"]
    return .comment(
      program.description, or: "The spec as a program: what a `SpecRuntime` runs on a store.")
      + .block(
        "\(names.access)object \(names.fixed.of("AppSpec")) : \(parent) {", members)
  }

  private var parent: Symbol { .kotlin(program.spec.saved == nil ? "SpecDefinition" : "SavedSpec") }

  /// The properties for the conditions; the invariants have one of their own where they judge restored
  /// states.
  private func conditions(
    _ conditions: (invariants: [Document], transitions: [Document])
  ) -> [Document] {
    let type: Document = "\(kotlin: "Validation")"
    let (invariants, transitions) = conditions
    guard program.spec.saved != nil, !invariants.isEmpty else {
      let all = invariants + transitions
      return all.isEmpty ? [] : [property("validations", type, "= ", all)]
    }
    let start: Document = transitions.isEmpty ? "get() = invariants" : "= invariants + "
    let own = property("invariants", type, "= ", invariants)
    return [
      own,
      transitions.isEmpty
        ? .hardLine + "override val validations: List<\(type)> \(start)"
        : property("validations", type, start, transitions),
    ]
  }

  /// A property with a list, which has one element a line, after a blank line.
  private func property(
    _ name: String, _ element: Document, _ start: Document, _ elements: [Document]
  ) -> Document {
    let head = .hardLine + "override val \(name): List<\(element)> \(start)"
    if elements.isEmpty { return "\(head)emptyList()" }
    if KotlinPieces.divides(elements) { return head + KotlinPieces.list(elements) }
    return .block("\(head)listOf(", elements.map { "\($0)," }, ")")
  }
}
