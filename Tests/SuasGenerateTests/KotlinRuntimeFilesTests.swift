import Foundation
import RandomSpecs
import SuasProgram
import SuasSpec
import Testing

@testable import SuasGenerate
@testable import SuasScenario

/// A small spec that needs some files of Kotlin's runtime, which the smallest does not need.
struct SpecNeedingFiles: CustomTestStringConvertible, Sendable {
  let files: Set<String>
  /// The state's second field.
  var field = ""
  /// The rule of the only action.
  var rule = (verb: "set: flag", value: "true")
  /// The rest of the reducer.
  var reducer = ""
  /// Other sections.
  var sections = ""
  var options = KotlinGenerator.Options()

  var testDescription: String { files.isEmpty ? field : files.sorted().joined(separator: ", ") }

  init(
    _ files: Set<String>, field: String = "", rule: (verb: String, value: String)? = nil,
    reducer: String = "",
    sections: String = "", _ choose: (inout KotlinGenerator.Options) -> Void = { _ in }
  ) {
    self.files = files
    self.field = field
    if let rule { self.rule = rule }
    self.reducer = reducer
    self.sections = sections
    choose(&options)
  }

  /// A spec whose rule computes a condition.
  init(_ files: Set<String>, computing condition: String) {
    self.init(files, rule: ("set: flag", "${\(condition)}"))
  }

  /// The spec that needs no more than every program does.
  static let smallest = SpecNeedingFiles([
    "Action", "Core", "Depth", "Equality", "Failure", "FieldTypes", "Listeners",
    "PersistentList", "Records", "Rules", "Spec", "SpecAction", "SpecRuntime", "State", "Store",
    "Text",
  ])

  static let all = [
    SpecNeedingFiles(
      ["CharacterClass", "Pattern", "PatternCompiler", "PatternParser", "Script"],
      computing: "action.text.matches('a+')"),
    SpecNeedingFiles(
      ["PatternSearch"], computing: "regex.replace(action.text, 'a', 'b') == action.text"),
    SpecNeedingFiles(["Dynamic", "Values"], computing: "type(action.text) == string"),
    SpecNeedingFiles(["Encoders"], computing: "base64.decode(action.text) == b'a'"),
    SpecNeedingFiles(["Format"], computing: "'%d'.format([1]) == action.text"),
    SpecNeedingFiles(["Network"], computing: "isIP(action.text)"),
    SpecNeedingFiles(["Numbers"], computing: "int(action.text) == 1"),
    SpecNeedingFiles(["Strings"], computing: "size(action.text) == 1"),
    SpecNeedingFiles(["Lists"], computing: "lists.range(size(action.text)) == [0, 1]"),
    SpecNeedingFiles(["Times"], computing: "duration(action.text) == duration('1s')"),
    SpecNeedingFiles(
      ["Anything"], field: "anything: any = {}", rule: ("set: anything.part", "1")),
    SpecNeedingFiles(
      ["PersistentMap"], field: "map: map(string, int) = {}",
      rule: ("set: map[action.text]", "1")),
    // The field has the name of a word of Kotlin, before a function of the runtime.
    SpecNeedingFiles(
      ["Changing"], field: "fun: list(int) = []",
      rule: ("set: flag", "${fun.reverse() == [1]}")),
    SpecNeedingFiles(
      ["Clock", "EffectRunner", "Effects"],
      sections: "middleware: [async]\neffects:\n  Wait: { run: { delay: 1s } }"),
    SpecNeedingFiles(["History"], reducer: "history: { undo: Undo, redo: Redo }"),
    SpecNeedingFiles(["Driver", "ProgramRun"]) { $0.hasDriver = true },
    SpecNeedingFiles(
      ["Values"], field: "screen: Screen = list",
      rule: ("set: flag", "${screen.?detail.id.orValue('') == action.text}"),
      sections: "variants: { Screen: { list: {}, detail: { id: string } } }"),
    SpecNeedingFiles(
      ["Values"], field: "anything: any = null",
      rule: ("set: flag", "${anything.orValue(1) == 1}")),
    // The case's name is none in Kotlin.
    SpecNeedingFiles(["Values"], sections: "enums: { Mark: [__, a] }"),
    // The equality of a record with a double has a parameter of this name.
    SpecNeedingFiles([], field: "other: double = 0.5"),
    SpecNeedingFiles(["Json"]) { $0.hasCoding = true },
    SpecNeedingFiles(["Flows"]) { $0.hasFlows = true },
    SpecNeedingFiles(
      ["Flows", "Values"],
      sections: "selectors: { one: { value: \"${store.S.flag}\", when: store.S.flag } }"
    ) { $0.hasFlows = true },
    SpecNeedingFiles(
      ["Flows", "Clock"],
      sections: "middleware: [async]\neffects:\n  Wait: { run: { delay: 1s } }"
    ) { $0.hasFlows = true },
    SpecNeedingFiles(["SessionLog", "SessionRecorder", "SipHash"]) { $0.hasRecorder = true },
    SpecNeedingFiles(
      [
        "CarriedOver", "Json", "Restoration", "Restoring", "SavedHead", "SavedReader", "SavedSpec",
        "SavedText", "SavedTypes", "StateFile", "StateSaver",
      ], sections: "saved: {}"),
    SpecNeedingFiles(
      ["SavedSpec"], field: "filter: { type: string, default: \"\", sensitive: true }",
      sections: "saved:\n  except: [S.flag]\n  on-restore: [{ dispatch: Undo }]"),
  ]

  func generated(in package: String) throws -> [GeneratedFile] {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: path) }
    let text = """
      suas: 1
      states:
        S:
          flag: bool = false
          \(field)
      actions:
        Go: { text: string }
        Undo: {}
        Redo: {}
      reducers:
        SReducer:
          state: S
          \(reducer)
          on:
            Go:
              - \(rule.verb)
                value: \(rule.value)
      \(sections)

      """
    try Data(text.utf8).write(to: path)
    var options = options
    options.packageName = package
    let checked = try Loader(root: nil).checkedSpec(at: [path.path])
    return try KotlinGenerator(checked, from: "spec.yaml", options).files()
  }
}

@Suite("The files of the runtime that a program in Kotlin needs")
struct KotlinRuntimeFilesTests {
  private static func names(_ spec: SpecNeedingFiles) throws -> Set<String> {
    let runtime = try spec.generated(in: "app").filter { $0.path.hasPrefix("suas/") }
    return Set(runtime.map { String($0.path.dropFirst(5).dropLast(3)) })
  }

  @Test func `Each file is one that every program needs, or one that some spec needs`() {
    let smallest = SpecNeedingFiles.smallest.files
    let chosen = SpecNeedingFiles.all.map(\.files)
    #expect(smallest.isDisjoint(with: chosen.joined()))
    #expect(smallest.union(chosen.joined()) == Set(KotlinRuntime.fileNames))
  }

  @Test func `The smallest program has no more than what every program needs`() throws {
    #expect(try Self.names(.smallest) == SpecNeedingFiles.smallest.files)
  }

  @Test(arguments: SpecNeedingFiles.all)
  func `A program that needs a file has it`(spec: SpecNeedingFiles) throws {
    #expect(try Self.names(spec).isSuperset(of: spec.files))
  }

  private static func runtime(
    of spec: CheckedSpec, beside texts: [String]
  ) throws -> [GeneratedFile] {
    var options = KotlinGenerator.Options()
    options.packageName = "app"
    options.hasDriver = true
    options.neighbors = texts
    return try KotlinGenerator(spec, from: "spec.yaml", options).files().filter(\.isRuntime)
  }

  /// True if a text has all lines of another one.
  private static func has(_ whole: String, _ part: String) -> Bool {
    Set(part.split(separator: "\n")).isSubset(of: whole.split(separator: "\n"))
  }

  /// As `--runtime` does it, which finds nothing but the runtime that other specs have written.
  @Test func `A runtime in a folder of its own keeps each line that a spec before needs`() throws {
    var specs = (1...12).compactMap { seed -> CheckedSpec? in
      var maker = SpecMaker(seed: UInt64(seed))
      return try? SpecTrial.compile(maker.make().tree.document).checked
    }
    // The last one needs the least.
    specs.append(try SpecTrial.compile("suas: 1\nstates:\n  S: { n: int = 0 }\n").checked)
    var shared: [GeneratedFile] = []
    var needed: [[GeneratedFile]] = []
    for spec in specs {
      needed.append(try Self.runtime(of: spec, beside: []))
      shared = try Self.runtime(of: spec, beside: shared.map(\.text))
    }
    for file in needed.joined() {
      let text = try #require(shared.first { $0.path == file.path }?.text)
      #expect(Self.has(text, file.text), "\(file.path)")
    }
    // Whoever comes once more changes nothing.
    for spec in specs {
      let again = try Self.runtime(of: spec, beside: shared.map(\.text))
      #expect(again.map(\.text) == shared.map(\.text))
    }
  }
}

extension CompiledPrograms {
  @Suite("The runtime of programs that need single files of it", .timeLimit(.minutes(20)))
  struct KotlinRuntimeFilesTests {
    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `It compiles without the others`() throws {
      let (folder, flows) = (KotlinFolder(), KotlinFolder())
      for (number, spec) in ([.smallest] + SpecNeedingFiles.all).enumerated() {
        try (spec.options.hasFlows ? flows : folder).write(
          try spec.generated(in: "spec\(number).app"), withRuntimeOf: "spec\(number)")
      }
      try KotlinToolchain.compile(folder.source, to: folder.classes)
      try KotlinToolchain.compile(flows.source, to: flows.classes, hasFlows: true)
    }
  }
}
