/// The runtime of generated Swift: plain source, written beside the program.
enum SwiftRuntime {
  private typealias File = (name: String, bytes: [UInt8])

  /// Files that only some programs need.
  private static let chosen: [File] =
    [
      ("Base64", PackageResources.Base64_swift),
      ("Boxed", PackageResources.Boxed_swift),
      ("Bytes", PackageResources.Bytes_swift),
      ("History", PackageResources.History_swift),
      ("Maps", PackageResources.Maps_swift),
      ("Math", PackageResources.Math_swift),
      ("Optionals", PackageResources.Optionals_swift),
      ("Partial", PackageResources.Partial_swift),
      ("Restored", PackageResources.Restored_swift),
      ("Rest", PackageResources.Rest_swift),
      ("Undo", PackageResources.Undo_swift),
    ] + formats + networks + patterns + saved + unsigned + zones

  /// Values whose types are known only at run time, and their coding as JSON.
  private static let values: [File] = [
    ("Fitting", PackageResources.Fitting_swift),
    ("JSONCodable", PackageResources.JSONCodable_swift),
    ("JSONCoding", PackageResources.JSONCoding_swift),
    ("JSONOrder", PackageResources.JSONOrder_swift),
    ("JSONReader", PackageResources.JSONReader_swift),
    ("JSONReading", PackageResources.JSONReading_swift),
    ("JSONText", PackageResources.JSONText_swift),
    ("JSONValue", PackageResources.JSONValue_swift),
  ]

  /// The functions on such values, for programs that have some of their own.
  private static let dynamic: [File] = [
    ("Dynamic", PackageResources.Dynamic_swift),
    ("DynamicLists", PackageResources.DynamicLists_swift),
    ("DynamicNumbers", PackageResources.DynamicNumbers_swift),
    ("NetworkValues", PackageResources.NetworkValues_swift),
    ("Places", PackageResources.Places_swift),
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

  /// The files that save and restore.
  private static let saved: [File] = [
    ("CarriedOver", PackageResources.CarriedOver_swift),
    ("SavedFault", PackageResources.SavedFault_swift),
    ("SavedHead", PackageResources.SavedHead_swift),
    ("SavedProgram", PackageResources.SavedProgram_swift),
    ("SavedReading", PackageResources.SavedReading_swift),
    ("SavedText", PackageResources.SavedText_swift),
    ("SavedTypes", PackageResources.SavedTypes_swift),
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
    ("AppRuntime", PackageResources.AppRuntime_swift),
    ("SystemClock", PackageResources.SystemClock_swift),
  ]

  private static let driving: [File] = [
    ("Driver", PackageResources.Driver_swift),
    ("ProgramRun", PackageResources.ProgramRun_swift),
  ]

  private static let testing: [File] = [("ScenarioRun", PackageResources.ScenarioRun_swift)]

  /// All files, whichever of them a program needs.
  private static let all =
    standard + chosen + dynamic + running + driving + testing

  /// The names of all files, without their extensions.
  static let fileNames = all.map(\.name)

  /// The files that files of the runtime need.
  private static let needed = [
    "Base64": ["Bytes"], "CIDR": ["IPAddress", "Network"], "DynamicCalls": ["DynamicLists"],
    "DynamicLists": ["Dynamic", "Unsigned"], "DynamicNumbers": ["Dynamic"],
    "EffectRunner": running.map(\.name), "Effects": ["EffectRunner"],
    "IPAddress": ["CIDR", "Network"], "Partial": ["Places"], "Rest": ["EffectRunner"],
    "Format": formats.map(\.name), "Regex": patterns.map(\.name),
    "SavedProgram": saved.map(\.name) + running.map(\.name),
    "Unsigned": unsigned.map(\.name), "Zones": zones.map(\.name),
  ]

  /// The files that a program needs, and those that others need.
  static func files(
    for program: [SwiftFile], _ options: SwiftGenerator.Options
  ) -> [GeneratedFile] {
    let symbols = program.reduce(into: Set<Symbol>()) { $0.formUnion($1.symbols) }
    var names = Set(symbols.compactMap(\.file) + program.map(\.name))
    if symbols.contains(value), names.contains("IPAddress") || names.contains("CIDR") {
      names.insert("NetworkValues")
    }
    names.formUnion(options.runtimeFiles)
    if options.hasDriver || options.hasTests { names.insert("EffectRunner") }
    if options.hasDriver { names.formUnion(driving.map(\.name)) }
    var open = Array(names)
    while let name = open.popLast() {
      for other in needed[name] ?? [] where names.insert(other).inserted { open.append(other) }
    }
    names.formUnion(standard.map(\.name))
    return all.filter { names.contains($0.name) }.map { name, bytes in
      GeneratedFile(
        path: "\(SwiftGenerator.runtimeFolder)/\(name).swift", of: nil,
        text(bytes, isPublic: options.isPublic))
    }
  }

  /// The text of a file, whose declarations are for the program's module or for all, whoever may use
  /// the interpreter's.
  static func text(_ bytes: [UInt8], isPublic: Bool = false) -> String {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let code = line.drop { $0 == " " }
        guard let access = ["public ", "package ", "internal "].first(where: code.hasPrefix) else {
          return String(line)
        }
        let isKept = isPublic && access != "internal "
        return line.prefix(line.count - code.count) + (isKept ? "public " : "")
          + code.dropFirst(access.count)
      }.joined(separator: "\n")
  }
}
