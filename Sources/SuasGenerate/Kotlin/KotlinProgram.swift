import CEL
import SuasProgram
import YAML

/// A file of a generated program: its path below the folder for output, and its text.
package struct KotlinFile: Sendable {
  package let path: String
  package let text: String
}

/// Writes a checked spec in Kotlin.
package struct KotlinProgram: Sendable {
  private let program: Program
  private let lowering: Lowering
  private let names: KotlinNames
  private let package: String
  /// The first line of each file.
  private let header: String
  private let digest: String

  package init(
    _ spec: CheckedSpec, package: String, header: String, digest: String
  ) throws(NotGenerated) {
    program = Program(spec)
    lowering = try Lowering(program)
    names = KotlinNames(program)
    self.package = package
    self.header = header
    self.digest = digest
  }

  /// The names of the spec that are the same in Kotlin.
  package var clashes: [NameTable.Clash] { names.clashes }

  package func files(onlyTypes: Bool = false, hasDriver: Bool = false) throws(NotGenerated) -> [KotlinFile] {
    var files: [KotlinFile] = []
    let types = KotlinTypes(lowering: lowering, names: names)
    files.append(try file("Types") { (writer) throws(NotGenerated) in try writeTypes(types, &writer) })
    files.append(try file("Actions") { (writer) throws(NotGenerated) in try writeActions(types, &writer) })
    guard !onlyTypes else { return files }
    let reducers = KotlinReducers(lowering: lowering, names: names)
    for reducer in program.spec.reducers {
      let name = reducer.isHistory ? "\(reducer.stateKey.typeName)Reducer" : KotlinNames.type(reducer.name)
      files.append(try file(name) { (writer) throws(NotGenerated) in try reducers.write(reducer, to: &writer) })
    }
    files.append(try file("AppState") { (writer) throws(NotGenerated) in types.writeStore(to: &writer) })
    let parts = KotlinParts(lowering: lowering, names: names)
    files += try optional("Functions") { (writer) throws(NotGenerated) in try parts.writeFunctions(to: &writer) }
    files += try optional("Rules") { (writer) throws(NotGenerated) in
      try KotlinSharedRules(lowering: lowering, names: names).write(to: &writer)
    }
    files += try optional("Selectors") { (writer) throws(NotGenerated) in try writeSelectors(types, parts, &writer) }
    files.append(try file("AppSpec") { (writer) throws(NotGenerated) in try writeSpec(parts, &writer) })
    if hasDriver {
      files.append(try file("Driver") { (writer) throws(NotGenerated) in
        writer.line("/** Runs the trace driver on standard input and output. */")
        writer.line("public fun main() {")
        writer.line("    runDriver(AppSpec)")
        writer.line("}")
      })
    }
    return files
  }

  private func optional(
    _ name: String, _ write: (inout KotlinWriter) throws(NotGenerated) -> Void
  ) throws(NotGenerated) -> [KotlinFile] {
    var writer = KotlinWriter()
    try write(&writer)
    return writer.isEmpty ? [] : [try file(name, write)]
  }

  private func file(
    _ name: String, _ write: (inout KotlinWriter) throws(NotGenerated) -> Void
  ) throws(NotGenerated) -> KotlinFile {
    var writer = KotlinWriter()
    try write(&writer)
    while writer.lines.last == "" { writer.dropLast() }
    let start = [header, "package \(self.package)", "", "import suas.*"]
    let times = ["Duration", "Instant"].filter { writer.mentions($0) }.map { "import java.time.\($0)" }
    let path = (self.package.split(separator: ".").map(String.init) + ["\(name).kt"]).joined(separator: "/")
    let text = (start + times + [""] + writer.lines).joined(separator: "\n") + "\n"
    return KotlinFile(path: path, text: text)
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

  private func writeActions(_ types: KotlinTypes, _ writer: inout KotlinWriter) throws(NotGenerated) {
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
      guard let layout = program.layout(Layout.name(ofSelector: selector.name)) else { continue }
      try types.write(layout, to: &writer)
      writer.line()
    }
    try parts.writeSelectors(to: &writer)
  }

  private func writeSpec(_ parts: KotlinParts, _ writer: inout KotlinWriter) throws(NotGenerated) {
    let spec = program.spec
    writer.line("/** The spec as a program: what a `SpecRuntime` runs on a store. */")
    try writer.block("public object AppSpec : SpecDefinition {") { (writer) throws(NotGenerated) in
      writer.line("override val digest: String get() = \(KotlinNames.literal(digest))")
      let reducers = spec.reducers.map { reducer in
        reducer.isHistory
          ? "\(KotlinNames.member(reducer.stateKey))()," : "\(KotlinNames.type(reducer.name))(),"
      }
      write("reducers", "List<Reducer<*>>", "get() = ", reducers, &writer)
      writer.line()
      writer.block("override val stateTypes: Map<String, RecordType> = linkedMapOf(", ")") { writer in
        for reducer in spec.reducers {
          let type = KotlinNames.type(reducer.state.name)
          let table = reducer.isHistory ? historyType(reducer) : "\(type).Type"
          writer.line("\(KotlinNames.literal(reducer.stateKey)) to \(table),")
        }
      }
      let actions = (spec.actions + spec.effects.map(\.action)).map {
        "ActionType(\(KotlinNames.literal($0.name)), \(names.action($0.name)).Type),"
      }
      write("actions", "List<ActionType>", "= ", actions, &writer)
      write("validations", "List<Validation>", "= ", try parts.conditions(), &writer)
      write("middleware", "List<NamedMiddleware>", "= ", try parts.middleware(), &writer)
      write("listeners", "List<ListenerDefinition>", "= ", try parts.listeners(), &writer)
      write("effects", "List<EffectDefinition>", "= ", try parts.effects(), &writer)
      writer.line()
      writer.line("override fun store(state: State): Record = AppState(state)")
    }
  }

  private func historyType(_ reducer: CheckedReducer) -> String {
    guard case .history(let state)? = program.layout(reducer.state.name)?.role else { return "Types.any" }
    return "\(KotlinNames.type(state))History"
  }

  /// A property with a list, which has one element a line.
  private func write(
    _ name: String, _ type: String, _ start: String, _ elements: [String], _ writer: inout KotlinWriter
  ) {
    writer.line()
    let head = "override val \(name): \(type) \(start)"
    guard !elements.isEmpty else { return writer.line("\(head)emptyList()") }
    writer.block("\(head)listOf(", ")") { writer in
      for element in elements { for line in element.split(separator: "\n", omittingEmptySubsequences: false) { writer.line(String(line)) } }
    }
  }
}
