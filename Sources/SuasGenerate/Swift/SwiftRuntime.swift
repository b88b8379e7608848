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
    Part("Base64", PackageResources.Base64_swift, for: [".base64Text", ".base64Bytes()"]),
    Part("Boxed", PackageResources.Boxed_swift, for: ["@Boxed"]),
    Part(
      "Bytes", PackageResources.Bytes_swift,
      for: ["UInt8]", ".utf8)", ".base64Bytes()", ".expectBytes()", "case .bytes(let "]),
    Part(formats, for: [".filled("]),
    Part("History", PackageResources.History_swift, for: ["History<"]),
    Part(
      "Maps", PackageResources.Maps_swift,
      for: ["(distinct: [", "(present: [", ".convertingEntries"]),
    Part(
      "Math", PackageResources.Math_swift,
      for: [
        ".shiftedLeft(", ".shiftedRight(", ".greater(", ".greatestNumber()", ".leastNumber()",
      ]),
    Part(networks, for: ["IPAddress", "CIDR"]),
    Part("Optionals", PackageResources.Optionals_swift, for: [".nonZero"]),
    Part("Partial", PackageResources.Partial_swift, for: ["Partial<"]),
    Part(patterns, for: [".matches(", ".replacingMatches(", ".firstMatch(", ".allMatches("]),
    Part("Undo", PackageResources.Undo_swift, for: ["Undo<"]),
    Part(
      unsigned, for: ["UInt64", ".uint()", ".expectUInt()"] + listMarks),
    Part(zones, for: [".civilTime(in:"]),
  ]

  /// Values whose types are known only at run time, and their coding as JSON.
  private static let values: [File] = [
    ("Fitting", PackageResources.Fitting_swift),
    ("JSONCodable", PackageResources.JSONCodable_swift),
    ("JSONCoding", PackageResources.JSONCoding_swift),
    ("JSONOrder", PackageResources.JSONOrder_swift),
    ("JSONText", PackageResources.JSONText_swift),
    ("JSONValue", PackageResources.JSONValue_swift),
  ]

  /// The functions on such values, for programs that have some of their own.
  private static let dynamicParts = [
    Part(
      "Dynamic", PackageResources.Dynamic_swift,
      for: [
        ".member(", ".memberIfAny(", ".hasMember(", ".element(", ".elementIfAny(", ".elements()",
        ".entries()", ".or(", ".orValue(", ".orOptional(", ".asText()", ".expect",
        "(fitting", ".noMatchingOverload(",
      ] + listMarks + numberMarks),
    Part("DynamicLists", PackageResources.DynamicLists_swift, for: listMarks),
    Part("DynamicNumbers", PackageResources.DynamicNumbers_swift, for: numberMarks),
    Part(
      "NetworkValues", PackageResources.NetworkValues_swift, for: ["IPAddress", "CIDR"]),
    Part(
      "Places", PackageResources.Places_swift,
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

  private static let formats: [File] = [
    ("Format", PackageResources.Format_swift),
    ("FormatClause", PackageResources.FormatClause_swift),
  ]

  private static let networks: [File] = [
    ("CIDR", PackageResources.CIDR_swift),
    ("IPAddress", PackageResources.IPAddress_swift),
    ("Network", PackageResources.Network_swift),
  ]

  private static let unsigned: [File] = [
    ("Unsigned", PackageResources.Unsigned_swift),
    ("UnsignedArithmetic", PackageResources.UnsignedArithmetic_swift),
  ]

  private static let zones: [File] = [
    ("ZoneDatabase", PackageResources.ZoneDatabase_swift),
    ("ZoneFile", PackageResources.ZoneFile_swift),
    ("ZoneRule", PackageResources.ZoneRule_swift),
  ]

  private static let patterns: [File] = [
    ("Regex", PackageResources.Regex_swift),
    ("RegexCaseFolding", PackageResources.RegexCaseFolding_swift),
    ("RegexCharacterClass", PackageResources.RegexCharacterClass_swift),
    ("RegexPattern", PackageResources.RegexPattern_swift),
    ("RegexPatternCompiler", PackageResources.RegexPatternCompiler_swift),
    ("RegexPatternFunctions", PackageResources.RegexPatternFunctions_swift),
    ("RegexPatternNode", PackageResources.RegexPatternNode_swift),
    ("RegexPatternParser", PackageResources.RegexPatternParser_swift),
    ("RegexPatternParserClasses", PackageResources.RegexPatternParserClasses_swift),
    ("RegexPatternSearch", PackageResources.RegexPatternSearch_swift),
    ("RegexScript", PackageResources.RegexScript_swift),
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

  /// The names of the functions of the runtime that are no members of types.
  static let functionNames: Set<String> = {
    var names: Set<String> = []
    for bytes in all.map(\.bytes) {
      for line in text(bytes).split(separator: "\n") where line.hasPrefix("func ") {
        names.insert(String(line.dropFirst(5).prefix { $0.isLetter }))
      }
    }
    return names
  }()

  private static let standard: [File] =
    values + [
      ("CivilTime", PackageResources.CivilTime_swift),
      ("Digits", PackageResources.Digits_swift),
      ("Equality", PackageResources.Equality_swift),
      ("Failure", PackageResources.Failure_swift),
      ("IntArithmetic", PackageResources.IntArithmetic_swift),
      ("Lists", PackageResources.Lists_swift),
      ("Literals", PackageResources.Literals_swift),
      ("Numbers", PackageResources.Numbers_swift),
      ("Order", PackageResources.Order_swift),
      ("OrderedMap", PackageResources.OrderedMap_swift),
      ("Scan", PackageResources.Scan_swift),
      ("Text", PackageResources.Text_swift),
      ("TextSearch", PackageResources.TextSearch_swift),
      ("Times", PackageResources.Times_swift),
      ("TimesArithmetic", PackageResources.TimesArithmetic_swift),
      ("TimesText", PackageResources.TimesText_swift),
    ]

  /// The files that run effects, middleware and listeners.
  private static let running: [File] = [
    ("EffectRunner", PackageResources.EffectRunner_swift),
    ("EffectTable", PackageResources.EffectTable_swift),
    ("Effects", PackageResources.Effects_swift),
    ("ProgramMiddleware", PackageResources.ProgramMiddleware_swift),
    ("SplitMix64", PackageResources.SplitMix64_swift),
    ("Surroundings", PackageResources.Surroundings_swift),
    ("SystemClock", PackageResources.SystemClock_swift),
  ]

  private static let driving: [File] = [
    ("Driver", PackageResources.Driver_swift),
    ("ProgramRun", PackageResources.ProgramRun_swift),
  ]

  private static let testing: [File] = [("ScenarioRun", PackageResources.ScenarioRun_swift)]

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
    "Format": formats.map(\.name), "Regex": patterns.map(\.name),
    "Unsigned": unsigned.map(\.name), "Zones": zones.map(\.name),
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
      GeneratedFile(path: "Runtime/\(name).swift", of: nil, text(bytes))
    }
  }

  /// The text of a file, whose declarations are internal whoever may use the interpreter's.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let code = line.drop { $0 == " " }
        let access = ["public ", "package ", "internal "].first { code.hasPrefix($0) } ?? ""
        return line.prefix(line.count - code.count) + code.dropFirst(access.count)
      }.joined(separator: "\n")
  }
}
