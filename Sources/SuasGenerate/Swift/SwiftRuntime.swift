/// The runtime of generated Swift: plain source, written beside the program.
enum SwiftRuntime {
  /// Files that only some programs need.
  private static let chosen =
    [
      "Base64", "Boxed", "Bytes", "History", "Maps", "Math", "Optionals", "Partial", "Rest",
      "Restored", "Undo",
    ] + formats + networks + patterns + saved + unsigned + zones

  /// Values whose types are known only at run time, and their coding as JSON.
  private static let values = [
    "Fitting", "JSONCodable", "JSONCoding", "JSONOrder", "JSONReader", "JSONReading", "JSONText",
    "JSONValue",
  ]

  /// The functions on such values, for programs that have some of their own.
  private static let dynamic = [
    "Dynamic", "DynamicLists", "DynamicNumbers", "NetworkValues", "Places",
  ]

  private static let formats = [
    "Format", "FormatClause",
  ]

  private static let networks = [
    "CIDR", "IPAddress", "Network",
  ]

  private static let unsigned = [
    "Unsigned", "UnsignedArithmetic",
  ]

  private static let zones = [
    "ZoneDatabase", "ZoneFile", "ZoneRule",
  ]

  /// The files that save and restore.
  private static let saved = [
    "CarriedOver", "SavedFault", "SavedHead", "SavedProgram", "SavedReading", "SavedText",
    "SavedTypes",
  ]

  private static let patterns = [
    "Regex", "RegexCaseFolding", "RegexCharacterClass", "RegexPattern", "RegexPatternCompiler",
    "RegexPatternFunctions", "RegexPatternNode", "RegexPatternParser", "RegexPatternParserClasses",
    "RegexPatternSearch", "RegexScript",
  ]

  private static let standard =
    values + [
      "CivilTime", "Digits", "Equality", "Failure", "IntArithmetic", "Lists", "Literals",
      "Numbers", "Order", "OrderedMap", "Scan", "Text", "TextSearch", "Times", "TimesArithmetic",
      "TimesText",
    ]

  /// The files that run effects, middleware and listeners.
  private static let running = [
    "EffectRunner", "EffectTable", "Effects", "ProgramMiddleware", "SplitMix64", "AppRuntime",
    "Mutex", "SystemClock",
  ]

  private static let driving = [
    "Driver", "ProgramRun",
  ]

  private static let testing = ["ScenarioRun"]

  /// All files, whichever of them a program needs.
  private static let all =
    standard + chosen + dynamic + running + driving + testing

  /// The names of all files, without their extensions.
  static let fileNames = all

  /// The files that files of the runtime need.
  private static let needed = [
    "Base64": ["Bytes"], "CIDR": ["IPAddress", "Network"], "DynamicCalls": ["DynamicLists"],
    "DynamicLists": ["Dynamic", "Unsigned"], "DynamicNumbers": ["Dynamic"],
    "EffectRunner": running, "Effects": ["EffectRunner"],
    "IPAddress": ["CIDR", "Network"], "Partial": ["Places"], "Rest": ["EffectRunner"],
    "Format": formats, "Regex": patterns, "SavedProgram": saved + running,
    "Unsigned": unsigned, "Zones": zones + ["Mutex"],
  ]

  /// The files that a program needs, and those that others need.
  static func files(
    for program: [SwiftFile], _ options: SwiftGenerator.Options
  ) -> [GeneratedFile] {
    names(for: program, options).map { name in
      GeneratedFile(
        path: "\(SwiftGenerator.runtimeFolder)/\(name).swift", of: nil,
        text(of: name, isPublic: options.isPublic))
    }
  }

  /// The names of the files that a program needs, and those that others need.
  static func names(for program: [SwiftFile], _ options: SwiftGenerator.Options) -> [String] {
    let symbols = program.reduce(into: Set<Symbol>()) { $0.formUnion($1.symbols) }
    var names = Set(symbols.compactMap(\.file) + program.map(\.name))
    if symbols.contains(value), names.contains("IPAddress") || names.contains("CIDR") {
      names.insert("NetworkValues")
    }
    names.formUnion(options.runtimeFiles)
    if options.hasDriver || options.hasTests { names.insert("EffectRunner") }
    if options.hasDriver { names.formUnion(driving) }
    var open = Array(names)
    while let name = open.popLast() {
      for other in needed[name] ?? [] where names.insert(other).inserted { open.append(other) }
    }
    names.formUnion(standard)
    return all.filter(names.contains)
  }

  /// The modules that the text of a file imports, in its first lines, and the text after these.
  static func parts(of text: String) -> (imports: [String], body: String) {
    let importing = "import "
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.prefix { $0.hasPrefix(importing) }
    return (
      imports.map { String($0.dropFirst(importing.count)) },
      lines.dropFirst(imports.count).drop(while: \.isEmpty).joined(separator: "\n")
    )
  }

  /// Files with names of the standard library, which others than the program should not see.
  private static let inner: Set = ["Mutex"]

  /// Attributes for what modules share, which have no meaning in one module.
  private static let inlining: Set<Substring> = ["@inlinable", "@usableFromInline"]

  /// The text of a file, whose declarations are for the program's module or for all, whoever may use
  /// the interpreter's.
  static func text(of name: String, isPublic: Bool = false) -> String {
    let isPublic = isPublic && !inner.contains(name)
    return EmbeddedTexts.text("Swift/\(name).swift").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !inlining.contains($0.drop { $0 == " " }) }
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
