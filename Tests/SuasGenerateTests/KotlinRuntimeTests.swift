import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasGenerate

@Suite("The runtime that is written with generated Kotlin")
struct KotlinRuntimeTests {
  private static let specs = Corpus(["specs"]).specs

  private static func files(
    of spec: Corpus.Spec, _ options: KotlinGenerator.Options = KotlinGenerator.Options()
  ) throws -> (program: [GeneratedFile], runtime: [GeneratedFile]) {
    let files = try KotlinGenerator(spec.checked, from: spec.name, options).files()
    return (files.filter { $0.source != .runtime }, files.filter { $0.source == .runtime })
  }

  private static func spec(_ name: String) throws -> Corpus.Spec {
    try #require(specs.first { $0.name == "specs/\(name)/\(name).yaml" })
  }

  private static func declared(_ files: [GeneratedFile]) -> Set<String> {
    Set(
      files.flatMap { KotlinSource($0.path, $0.text).declarations.flatMap(\.names).map(\.name) })
  }

  @Test func `No declaration is written that nothing mentions`() throws {
    #expect(Self.specs.count >= 14)
    // An app uses the store and its functions, whatever the spec is.
    let forApps = KotlinMentions(
      "Suas SpecRuntime AsyncAction AsyncMiddleware Filters StateFile StateSaver StateSelector Validation"
    )
    for spec in Self.specs {
      let (program, runtime) = try Self.files(of: spec)
      let declarations = runtime.flatMap { KotlinSource($0.path, $0.text).declarations }
      var mentions = program.map(Self.mentions) + [forApps]
      mentions += declarations.map { declaration in
        declaration.parts.reduce(into: KotlinMentions()) { $0.formUnion($1.mentions) }
      }
      for (number, declaration) in declarations.enumerated() {
        let others = mentions.enumerated().filter {
          $0.offset != number + mentions.count - declarations.count
        }
        let isMentioned = declaration.names.contains { name, _ in
          others.contains { $0.element.names.contains(name) }
        }
        #expect(isMentioned, "\(spec.name): \(declaration.names.map(\.name))")
      }
    }
  }

  /// The names in a file, without its imports.
  private static func mentions(_ file: GeneratedFile) -> KotlinMentions {
    let code = file.text.split(separator: "\n").filter { !$0.hasPrefix("import ") }
    return KotlinMentions(code.joined(separator: "\n"))
  }

  @Test func `Each import names one declaration that the file uses, and they are sorted`() throws {
    for spec in Corpus(["specs", "Tests/SuasRunTests/Reference"]).specs {
      var options = KotlinGenerator.Options()
      options.hasDriver = true
      options.hasRecorder = true
      options.hasFlows = true
      let (program, runtime) = try Self.files(of: spec, options)
      for file in program + runtime {
        let imports = file.text.split(separator: "\n").filter { $0.hasPrefix("import ") }
        let names = Self.mentions(file).names
        #expect(imports == Set(imports).sorted(), "\(spec.name): \(file.path)")
        for line in imports {
          let name = line.split(separator: ".").last.map(String.init) ?? ""
          #expect(names.contains(name), "\(spec.name): \(file.path): \(line)")
        }
      }
    }
  }

  @Test func `Data classes hold their fields, and their equality where doubles are in them`() throws
  {
    for spec in Corpus(["specs", "Tests/SuasRunTests/Reference"]).specs {
      for file in try Self.files(of: spec).program {
        var isInBody = false
        for line in file.text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
          if line.hasPrefix(") : ") { isInBody = line.hasSuffix("{") }
          if line.hasPrefix("}") { isInBody = false }
          let isMember = isInBody && line.hasPrefix("override ")
          let isEquality =
            line.hasPrefix("override fun equals(") || line.hasPrefix("override fun hashCode(")
          #expect(!isMember || isEquality, "\(spec.name): \(file.path): \(line)")
        }
      }
    }
  }

  @Test func `A program for its own module shows nothing to others, and no runtime of its own`()
    throws
  {
    for spec in Corpus(["specs"]).specs {
      var options = KotlinGenerator.Options()
      options.isInternal = true
      options.hasRecorder = true
      options.hasFlows = true
      func shown(_ files: [GeneratedFile]) -> [Substring] {
        files.flatMap { $0.text.split(separator: "\n").filter { $0.hasPrefix("public ") } }
      }
      let (program, runtime) = try Self.files(of: spec, options)
      #expect(shown(program + runtime).isEmpty, "\(spec.name)")
      // Other modules may use a runtime that several programs share.
      options.sharesRuntime = true
      let shared = try Self.files(of: spec, options)
      #expect(shown(shared.program).isEmpty && !shown(shared.runtime).isEmpty, "\(spec.name)")
      // A program that other modules see cannot show them an internal runtime.
      options = KotlinGenerator.Options()
      options.isInternal = true
      options.neighbors = try Self.files(of: spec).program.map(\.text)
      #expect(!shown(try Self.files(of: spec, options).runtime).isEmpty, "\(spec.name)")
    }
  }

  @Test func `The session recorder is written only where it is asked for`() throws {
    let spec = try Self.spec("search-cities")
    let recording: Set = ["SessionRecorder", "SessionLog", "LogFile", "LogRing", "SipHash"]
    #expect(Self.declared(try Self.files(of: spec).runtime).isDisjoint(with: recording))
    var options = KotlinGenerator.Options()
    options.hasRecorder = true
    let (program, runtime) = try Self.files(of: spec, options)
    #expect(Self.declared(runtime).isSuperset(of: recording))
    #expect(program.contains { $0.text.contains("override val name: String get() = ") })
  }

  @Test func `Coroutines are used only where flows are asked for`() throws {
    let flows: Set = ["StoreFlow", "StoreFlows", "CoroutinePerformer", "CoroutineClock", "attach"]
    for spec in Self.specs {
      let (program, runtime) = try Self.files(of: spec)
      #expect(!(program + runtime).contains { $0.text.contains("kotlinx.") }, "\(spec.name)")
      #expect(Self.declared(runtime).isDisjoint(with: flows), "\(spec.name)")
      var options = KotlinGenerator.Options()
      options.hasFlows = true
      let (withFlows, more) = try Self.files(of: spec, options)
      let added = (withFlows + more).map(\.path).filter { path in
        !(program + runtime).contains { $0.path == path }
      }
      #expect(Set(added).isSuperset(of: ["app/AppFlows.kt", "suas/Flows.kt"]), "\(spec.name)")
      #expect(added.count == 2, "\(added)")
    }
    // A clock and a performer are of no use without effects.
    var options = KotlinGenerator.Options()
    options.hasFlows = true
    let without = Self.declared(
      try Self.files(of: Self.spec("todo-with-settings"), options).runtime)
    #expect(without.isDisjoint(with: ["CoroutineClock", "CoroutinePerformer"]))
    #expect(without.contains("attach"))
    let with = Self.declared(try Self.files(of: Self.spec("search-cities"), options).runtime)
    #expect(with.isSuperset(of: flows))
  }

  @Test func `Flows have names that no other flow has, and say where a value may be missing`()
    throws
  {
    let text = """
      suas: 1
      enums: { StateFlow: [on, off] }
      types: { AppFlows: { mode: StateFlow = on } }
      states:
        State:
          flows: AppFlows = {}
          list: list(int) = []
        List: { type: int = 0, nick: int? }
      reducers:
        StateReducer: { state: State }
        ListReducer: { state: List }
      selectors:
        state: { value: "${size(store.State.list)}", description: The length. }
        first: { value: "${store.State.list[0]}", when: size(store.State.list) > 0 }
        type: { value: "${store.List.type}" }
        maybe: { value: "${store.List.nick}", when: store.List.type > 0 }
        last: { value: "${store.State.list[store.List.type]}" }

      """
    let spec = try CompiledSpec(Source(name: "spec.yaml", text: text)).checked
    var options = KotlinGenerator.Options()
    options.hasFlows = true
    options.name = "Todo"
    let files = try KotlinGenerator(spec, from: "spec.yaml", options).files()
    let flows = try #require(files.first { $0.path == "app/TodoFlows.kt" }).text
    for line in [
      "public class TodoFlows(store: Store) {",
      "public val state: StateFlow<TodoState>",
      "public val stateValue: StateFlow<StateValue>",
      "get() = _flows.of(\"stateValue\", \"State\") { TodoState(it).state }",
      "public val list: StateFlow<ListValue>",
      "/** The length. */\n    public val stateValueValue: StateFlow<Long>",
      "public val first: StateFlow<Long?>",
      "public val typeValue: StateFlow<Long>",
      "public val maybe: StateFlow<Long?>",
      "public val last: StateFlow<Long>",
      "get() = _flows.of(\"last\") { rule(\"spec.yaml:17:3\") { TodoSelectors.last(TodoState(it)) } }",
    ] {
      #expect(flows.contains(line), "\(line) in\n\(flows)")
    }
  }

  @Test func `Marks are not written, and neither are gaps`() throws {
    for spec in Self.specs {
      for file in try Self.files(of: spec).runtime {
        #expect(!file.text.contains("// if "), "\(file.path)")
        #expect(!file.text.contains("// end"), "\(file.path)")
        #expect(!file.text.contains("\n\n\n"), "\(file.path)")
        #expect(!file.text.contains("{\n\n"), "\(file.path)")
        #expect(!file.text.contains(/\n\n *[})]/), "\(file.path)")
        #expect(!KotlinSource(file.path, file.text).declarations.isEmpty, "\(file.path)")
      }
    }
  }

  @Test func `A spec without effects has no code for them, and one with effects has it`() throws {
    let without = Self.declared(try Self.files(of: Self.spec("todo-with-settings")).runtime)
    let with = Self.declared(try Self.files(of: Self.spec("search-cities")).runtime)
    for name in ["EffectRunner", "SystemClock", "DeclaredListener", "PersistentMap", "toJson"] {
      #expect(!without.contains(name), "\(name)")
    }
    #expect(with.contains("EffectRunner"))
    #expect(with.contains("SystemClock"))
  }

  @Test func `What an app needs of the store is written for every spec`() throws {
    for spec in Self.specs {
      let declared = Self.declared(try Self.files(of: spec).runtime)
      for name in [
        "Suas", "Store", "StoreBuilder", "SpecRuntime", "SpecHost", "State", "Reducer",
        "Middleware", "AsyncMiddleware", "AsyncAction", "Listener", "Filter", "Filters",
        "StateSelector", "ActionListener", "ErrorListener", "ActionError", "Subscription",
        "Validation",
      ] {
        #expect(declared.contains(name), "\(spec.name): \(name)")
      }
    }
  }

  @Test func `JSON is coded for types without a program, and where it is asked for`() throws {
    let spec = try Self.spec("todo-with-settings")
    var types = KotlinGenerator.Options()
    types.isTypesOnly = true
    var coded = KotlinGenerator.Options()
    coded.hasCoding = true
    for options in [types, coded] {
      let declared = Self.declared(try Self.files(of: spec, options).runtime)
      for name in ["toJson", "parseJson", "read"] { #expect(declared.contains(name), "\(name)") }
      #expect(declared.contains("Store") == !options.isTypesOnly)
    }
  }

  @Test func `A runtime that specs share has what each of them needs`() throws {
    let (program, runtime) = try Self.files(of: Self.spec("search-cities"))
    var options = KotlinGenerator.Options()
    options.neighbors = (program + runtime).map(\.text)
    let shared = try Self.files(of: Self.spec("todo-with-settings"), options).runtime
    #expect(Self.declared(shared).isSuperset(of: Self.declared(runtime)))
    // What only tests of the other call stays, too.
    var other = KotlinGenerator.Options()
    other.hasCoding = true
    let coded = try Self.files(of: Self.spec("search-cities"), other).runtime
    options.neighbors = (program + coded).map(\.text)
    let again = try Self.files(of: Self.spec("todo-with-settings"), options).runtime
    #expect(Self.declared(again).isSuperset(of: Self.declared(coded)))
  }

  @Test(arguments: [
    ("call(a.b) + list.map { it }", ["call", "a", "b", "list", "map", "it", "a.b", "list.map"]),
    (#"text("in $a and ${b("c")} or \"d\"")"#, ["text", "a", "b"]),
    ("// a\nb /* c */ + '\"' + d", ["b", "d"]),
    ("1.5 + 5UL", ["Double", "UL"]),
  ])
  func `Names are found outside of comments and texts`(code: String, names: [String]) {
    #expect(KotlinMentions(code).names == Set(names))
  }

  @Test func `A comparison and a declaration are no calls`() {
    let mentions = KotlinMentions("fun <T> List<T>.part(a: Int) = a < b && c<T>() && d.e(::f)")
    #expect(mentions.calls == ["c", "f", "List"])
    #expect(mentions.memberCalls == ["e"])
  }

  @Test(arguments: [
    ("public inline fun <reified A : Any, R> Map<A, R>.calling(", "calling"),
    ("private fun id(high: Long): String {", "id"),
    ("public class PersistentList<out T> internal constructor(", "PersistentList"),
    ("public fun interface Filter<in E> {", "Filter"),
    ("internal val RecordType.isLate: Boolean get() = true", "isLate"),
    ("private const val MOST = 5", "MOST"),
    ("public sealed class FieldType", "FieldType"),
  ])
  func `The names of declarations are found`(line: String, name: String) {
    #expect(KotlinSource.declared(line)?.name == name)
  }
}
