/// The runtime of generated Swift: plain source, written beside the program.
enum SwiftRuntime {
  /// The functions of regular expressions.
  private static let patternFunctions = [
    ".matches(", ".replacingMatches(", ".firstMatch(", ".allMatches(",
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

  /// The files that a program needs.
  static func files(
    for program: [GeneratedFile], hasDriver: Bool, isTypesOnly: Bool
  ) -> [GeneratedFile] {
    func uses(_ names: [String]) -> Bool {
      program.contains { file in names.contains { file.text.contains($0) } }
    }
    var files = [
      ("Equality", PackageResources.Equality_swift_txt),
      ("Failure", PackageResources.Failure_swift_txt),
      ("Lists", PackageResources.Lists_swift_txt),
      ("Numbers", PackageResources.Numbers_swift_txt),
      ("OrderedMap", PackageResources.OrderedMap_swift_txt),
      ("Text", PackageResources.Text_swift_txt),
      ("Times", PackageResources.Times_swift_txt),
    ]
    if uses(["@Boxed"]) { files.append(("Boxed", PackageResources.Boxed_swift_txt)) }
    if uses(["Undo<"]) { files.append(("Undo", PackageResources.Undo_swift_txt)) }
    if uses(patternFunctions) { files += patterns }
    let hasHistory = uses(["History<"])
    if hasHistory { files.append(("History", PackageResources.History_swift_txt)) }
    if hasDriver || isTypesOnly || hasHistory || uses(["JSONValue", ": Effect "]) {
      files.append(("JSON", PackageResources.JSON_swift_txt))
    }
    if hasDriver || uses(["EffectRunner"]) {
      files += [
        ("EffectRunner", PackageResources.EffectRunner_swift_txt),
        ("Effects", PackageResources.Effects_swift_txt),
        ("Surroundings", PackageResources.Surroundings_swift_txt),
      ]
    }
    if hasDriver { files.append(("Driver", PackageResources.Driver_swift_txt)) }
    return files.map { name, bytes in
      GeneratedFile(path: "\(name).swift", text: String(decoding: bytes, as: UTF8.self))
    }
  }
}
