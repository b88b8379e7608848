/// The runtime of generated Swift: plain source, written beside the program.
enum SwiftRuntime {
  /// The functions of regular expressions.
  private static let patternFunctions = [
    ".matches(", ".replacingMatches(", ".firstMatch(", ".allMatches(",
  ]

  /// The functions of expressions on values whose types are known only at run time.
  private static let dynamicFunctions = [
    ".member(", ".memberIfAny(", ".hasMember(", ".element(", ".elementIfAny(", ".elements()",
    ".entries()", ".or(", ".asText()", ".converted()", ".expect", "(fitting",
    ".noMatchingOverload(",
  ]

  /// What rules do with places in an `any`, and what lays some fields over a record.
  private static let placeFunctions = [
    ".part(", "[part: ", ".requirePlace(", ".requireList()", ".requireMap()", ".selectParts",
    ".places()", ".parts()", ".misfit(", ".firstPlace(", ".empty()", ".toggle()", ".merge(",
    ".increment(", ".decrement(", "(borrowing: ", "Partial<", ".inOrder",
  ]

  private static let patterns = [
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
    let resources = (standard + patterns + values).map(\.1) + others
    for bytes in resources {
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

  private static let standard = values + [
    ("Equality", PackageResources.Equality_swift_txt),
    ("Failure", PackageResources.Failure_swift_txt),
    ("Lists", PackageResources.Lists_swift_txt),
    ("Numbers", PackageResources.Numbers_swift_txt),
    ("OrderedMap", PackageResources.OrderedMap_swift_txt),
    ("Text", PackageResources.Text_swift_txt),
    ("Times", PackageResources.Times_swift_txt),
  ]

  /// Values whose types are known only at run time, and their coding as JSON.
  private static let values = [
    ("Fitting", PackageResources.Fitting_swift_txt),
    ("JSONCodable", PackageResources.JSONCodable_swift_txt),
    ("JSONCoding", PackageResources.JSONCoding_swift_txt),
    ("JSONOrder", PackageResources.JSONOrder_swift_txt),
    ("JSONText", PackageResources.JSONText_swift_txt),
    ("JSONValue", PackageResources.JSONValue_swift_txt),
  ]

  private static let others = [
    PackageResources.Boxed_swift_txt, PackageResources.Driver_swift_txt,
    PackageResources.Dynamic_swift_txt,
    PackageResources.EffectRunner_swift_txt, PackageResources.Effects_swift_txt,
    PackageResources.History_swift_txt, PackageResources.Maps_swift_txt,
    PackageResources.Partial_swift_txt, PackageResources.Places_swift_txt,
    PackageResources.Surroundings_swift_txt, PackageResources.Undo_swift_txt,
    PackageResources.ProgramRun_swift_txt, PackageResources.ScenarioRun_swift_txt,
    PackageResources.SystemClock_swift_txt,
  ]

  /// True if the code of a spec itself has values whose types are known only at run time.
  private static func hasOpenValues(_ program: [GeneratedFile]) -> Bool {
    let signs = [
      ": JSONValue", "JSONValue>", "[JSONValue]", "JSONValue.", ".json.", ".json)", "(fitting",
      "(borrowing", "Partial<",
    ]
    return program.contains { file in
      !["Coding.swift", "DriverProgram.swift"].contains(file.path)
        && signs.contains { file.text.contains($0) }
    }
  }

  /// The files that a program needs.
  static func files(
    for program: [GeneratedFile], hasDriver: Bool, isDriven: Bool
  ) -> [GeneratedFile] {
    func uses(_ names: [String]) -> Bool {
      program.contains { file in names.contains { file.text.contains($0) } }
    }
    var files = standard
    if uses(["@Boxed"]) { files.append(("Boxed", PackageResources.Boxed_swift_txt)) }
    if uses(["Undo<"]) { files.append(("Undo", PackageResources.Undo_swift_txt)) }
    if uses(patternFunctions) { files += patterns }
    if uses(["History<"]) { files.append(("History", PackageResources.History_swift_txt)) }
    if uses(["(distinct: [", "(present: [", ".convertingEntries"]) {
      files.append(("Maps", PackageResources.Maps_swift_txt))
    }
    if uses(["Partial<"]) { files.append(("Partial", PackageResources.Partial_swift_txt)) }
    if hasOpenValues(program) {
      if uses(placeFunctions) { files.append(("Places", PackageResources.Places_swift_txt)) }
      if uses(dynamicFunctions) { files.append(("Dynamic", PackageResources.Dynamic_swift_txt)) }
    }
    if isDriven || uses(["EffectRunner"]) {
      files += [
        ("EffectRunner", PackageResources.EffectRunner_swift_txt),
        ("Effects", PackageResources.Effects_swift_txt),
        ("Surroundings", PackageResources.Surroundings_swift_txt),
        ("SystemClock", PackageResources.SystemClock_swift_txt),
      ]
    }
    if hasDriver {
      files += [
        ("Driver", PackageResources.Driver_swift_txt),
        ("ProgramRun", PackageResources.ProgramRun_swift_txt),
      ]
    }
    return files.map { name, bytes in
      GeneratedFile(
        path: "Runtime/\(name).swift", of: nil, String(decoding: bytes, as: UTF8.self))
    }
  }
}
