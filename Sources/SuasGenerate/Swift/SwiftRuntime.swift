/// The runtime of generated Swift: plain source, written beside the program.
enum SwiftRuntime {
  private typealias File = (name: String, bytes: [UInt8])

  /// Files of the runtime that only some programs need.
  private struct Part {
    let files: [File]
    /// Texts of which one stands in every program that needs the files.
    let marks: [String]

    init(_ name: String, _ bytes: [UInt8], for marks: [String]) {
      self.init([(name, bytes)], for: marks)
    }

    init(_ files: [File], for marks: [String]) {
      self.files = files
      self.marks = marks
    }
  }

  private static let parts = [
    Part("Base64", PackageResources.Base64_swift_txt, for: [".base64Text", ".base64Bytes()"]),
    Part("Boxed", PackageResources.Boxed_swift_txt, for: ["@Boxed"]),
    Part(
      "Bytes", PackageResources.Bytes_swift_txt,
      for: ["UInt8]", ".utf8)", ".base64Bytes()", ".expectBytes()", "case .bytes(let "]),
    Part("Format", PackageResources.Format_swift_txt, for: [".filled("]),
    Part("History", PackageResources.History_swift_txt, for: ["History<"]),
    Part(
      "Maps", PackageResources.Maps_swift_txt,
      for: ["(distinct: [", "(present: [", ".convertingEntries"]),
    Part(
      "Math", PackageResources.Math_swift_txt,
      for: [
        ".shiftedLeft(", ".shiftedRight(", ".greater(", ".greatestNumber()", ".leastNumber()",
      ]),
    Part(networks, for: ["IPAddress", "CIDR"]),
    Part("Optionals", PackageResources.Optionals_swift_txt, for: [".nonZero"]),
    Part("Partial", PackageResources.Partial_swift_txt, for: ["Partial<"]),
    Part(patterns, for: [".matches(", ".replacingMatches(", ".firstMatch(", ".allMatches("]),
    Part("Undo", PackageResources.Undo_swift_txt, for: ["Undo<"]),
    Part(
      "Unsigned", PackageResources.Unsigned_swift_txt,
      for: ["UInt64", ".uint()", ".expectUInt()"] + listMarks),
    Part(zones, for: [".civilTime(in:"]),
  ]

  /// Values whose types are known only at run time, and their coding as JSON.
  private static let values: [File] = [
    ("Fitting", PackageResources.Fitting_swift_txt),
    ("JSONCodable", PackageResources.JSONCodable_swift_txt),
    ("JSONCoding", PackageResources.JSONCoding_swift_txt),
    ("JSONOrder", PackageResources.JSONOrder_swift_txt),
    ("JSONText", PackageResources.JSONText_swift_txt),
    ("JSONValue", PackageResources.JSONValue_swift_txt),
  ]

  /// The functions on such values, for programs that have some of their own.
  private static let dynamicParts = [
    Part(
      "Dynamic", PackageResources.Dynamic_swift_txt,
      for: [
        ".member(", ".memberIfAny(", ".hasMember(", ".element(", ".elementIfAny(", ".elements()",
        ".entries()", ".or(", ".orValue(", ".orOptional(", ".asText()", ".expect",
        "(fitting", ".noMatchingOverload(",
      ] + listMarks + numberMarks),
    Part("DynamicLists", PackageResources.DynamicLists_swift_txt, for: listMarks),
    Part("DynamicNumbers", PackageResources.DynamicNumbers_swift_txt, for: numberMarks),
    Part(
      "NetworkValues", PackageResources.NetworkValues_swift_txt, for: ["IPAddress", "CIDR"]),
    Part(
      "Places", PackageResources.Places_swift_txt,
      for: [
        ".part(", "[part: ", ".requirePlace(", ".requireList()", ".requireMap()", ".selectParts",
        ".places()", ".parts()", ".misfit(", ".firstPlace(", ".empty()", ".toggle()", ".merge(",
        ".increment(", ".decrement(", "(borrowing: ", "Partial<", ".inOrder",
      ]),
  ]

  private static let listMarks = ["enum Dynamic {", ".flattened(levels:", ".inOrderOfAny"]
  private static let numberMarks = [
    ".isLess(", ".isAtMost(", ".isGreater(", ".isAtLeast(", ".greater(", ".lesser(",
  ]

  private static let networks: [File] = [
    ("CIDR", PackageResources.CIDR_swift_txt),
    ("IPAddress", PackageResources.IPAddress_swift_txt),
    ("Network", PackageResources.Network_swift_txt),
  ]

  private static let zones: [File] = [
    ("ZoneFile", PackageResources.ZoneFile_swift_txt),
    ("ZoneRule", PackageResources.ZoneRule_swift_txt),
    ("Zones", PackageResources.Zones_swift_txt),
  ]

  private static let patterns: [File] = [
    ("Regex", PackageResources.Regex_swift_txt),
    ("RegexCaseFolding", PackageResources.RegexCaseFolding_swift_txt),
    ("RegexCharacterClass", PackageResources.RegexCharacterClass_swift_txt),
    ("RegexPattern", PackageResources.RegexPattern_swift_txt),
    ("RegexPatternCompiler", PackageResources.RegexPatternCompiler_swift_txt),
    ("RegexPatternNode", PackageResources.RegexPatternNode_swift_txt),
    ("RegexPatternParser", PackageResources.RegexPatternParser_swift_txt),
    ("RegexPatternParserClasses", PackageResources.RegexPatternParserClasses_swift_txt),
    ("RegexPatternSearch", PackageResources.RegexPatternSearch_swift_txt),
    ("RegexScript", PackageResources.RegexScript_swift_txt),
  ]

  /// The names of the types that the runtime declares.
  static let typeNames: Set<String> = {
    var names: Set<String> = []
    for bytes in all.map(\.bytes) {
      let text = String(decoding: bytes, as: UTF8.self)
      for line in text.split(separator: "\n") where !line.contains("//") {
        let words = line.split { !$0.isLetter && !$0.isNumber }
        for (word, name) in zip(words, words.dropFirst())
        where ["struct", "class", "enum", "protocol", "typealias", "actor"].contains(word) {
          names.insert(String(name))
        }
      }
    }
    return names
  }()

  private static let standard: [File] =
    values + [
      ("Equality", PackageResources.Equality_swift_txt),
      ("Failure", PackageResources.Failure_swift_txt),
      ("Lists", PackageResources.Lists_swift_txt),
      ("Numbers", PackageResources.Numbers_swift_txt),
      ("OrderedMap", PackageResources.OrderedMap_swift_txt),
      ("Text", PackageResources.Text_swift_txt),
      ("Times", PackageResources.Times_swift_txt),
    ]

  /// The files that run effects, middleware and listeners.
  private static let running: [File] = [
    ("EffectRunner", PackageResources.EffectRunner_swift_txt),
    ("EffectTable", PackageResources.EffectTable_swift_txt),
    ("Effects", PackageResources.Effects_swift_txt),
    ("ProgramMiddleware", PackageResources.ProgramMiddleware_swift_txt),
    ("Surroundings", PackageResources.Surroundings_swift_txt),
    ("SystemClock", PackageResources.SystemClock_swift_txt),
  ]

  private static let driving: [File] = [
    ("Driver", PackageResources.Driver_swift_txt),
    ("ProgramRun", PackageResources.ProgramRun_swift_txt),
  ]

  private static let testing: [File] = [("ScenarioRun", PackageResources.ScenarioRun_swift_txt)]

  /// All files, whichever of them a program needs.
  private static let all =
    standard + (parts + dynamicParts).flatMap(\.files) + running + driving + testing

  /// The names of all files, without their extensions.
  static let fileNames = all.map(\.name)

  /// The files that files of the runtime need.
  private static let needed = [
    "Base64": ["Bytes"], "CIDR": ["IPAddress", "Network"], "DynamicCalls": ["DynamicLists"],
    "DynamicLists": ["Dynamic", "Unsigned"], "DynamicNumbers": ["Dynamic"],
    "EffectRunner": running.map(\.name), "Effects": ["EffectRunner"],
    "IPAddress": ["CIDR", "Network"], "Partial": ["Places"],
    "Regex": patterns.map(\.name), "Zones": zones.map(\.name),
  ]

  /// True if texts have values whose types are known only at run time.
  private static func hasOpenValues(_ program: [SwiftFile]) -> Bool {
    let signs = [
      ": JSONValue", "JSONValue>", "[JSONValue]", "JSONValue.", ".json.", ".json)", "(fitting",
      "(borrowing", "Partial<",
    ]
    return program.contains { file in
      !["Coding", "DriverProgram"].contains(file.name)
        && (file.symbols.contains(value) || signs.contains { file.text.contains($0) })
    }
  }

  /// The files that a program needs.
  static func files(for program: [SwiftFile], hasDriver: Bool, isDriven: Bool) -> [GeneratedFile] {
    func uses(_ marks: [String]) -> Bool {
      program.contains { file in marks.contains { file.text.contains($0) } }
    }
    var names = Set(program.flatMap { $0.symbols.compactMap(\.file) } + program.map(\.name))
    for part in parts where uses(part.marks) { names.formUnion(part.files.map(\.name)) }
    if hasOpenValues(program) {
      for part in dynamicParts where uses(part.marks) { names.formUnion(part.files.map(\.name)) }
      if names.contains("IPAddress") || names.contains("CIDR") { names.insert("NetworkValues") }
    }
    if isDriven || uses(["EffectRunner"]) { names.insert("EffectRunner") }
    if hasDriver { names.formUnion(driving.map(\.name)) }
    var open = Array(names)
    while let name = open.popLast() {
      for other in needed[name] ?? [] where names.insert(other).inserted { open.append(other) }
    }
    names.formUnion(standard.map(\.name))
    return all.filter { names.contains($0.name) }.map { name, bytes in
      GeneratedFile(
        path: "Runtime/\(name).swift", of: nil, String(decoding: bytes, as: UTF8.self))
    }
  }
}
