/// The runtime of generated Kotlin: plain source, written beside the program, with only the
/// declarations that the program needs.
///
/// A declaration is needed if the program mentions it, or another one that is needed. A name means
/// all declarations that have it, and marks in the runtime name the other parts that depend on the
/// program: see `KotlinSource`.
enum KotlinRuntime {
  /// The names of the store, which an app may use although the program does not.
  private static let forStores: Set = [
    "Suas", "SpecRuntime", "AsyncAction", "AsyncMiddleware", "Filters", "StateSelector",
    "Validation",
  ]

  /// The functions that code values as JSON.
  private static let forCoding: Set = ["toJson", "parseJson", "read"]

  /// The classes with which an app records sessions.
  private static let forRecording: Set = [
    "SessionRecorder", "LogFile", "LogFunction", "LogMonitor", "LogRing",
  ]

  /// The declarations with which an app uses coroutines.
  private static let forFlows: Set = [
    "CoroutineClock", "CoroutinePerformer", "StoreFlow", "StoreFlows", "actions", "attach",
    "errors",
    "states",
  ]

  /// The classes with which an app saves the state of a spec that has something to save.
  private static let forSaving: Set = ["StateFile", "StateSaver"]

  /// The type of specs some of whose state is saved.
  private static let savedSpec = "SavedSpec"

  /// The file that only tests need.
  private static let forTests = "ScenarioRun"

  private static let sources: [KotlinSource] = EmbeddedTexts.files(in: "Kotlin", "kt")
    .filter { $0.name != forTests }.map(KotlinSource.init)

  /// The names that are declared in the files.
  static var names: [String] { sources.flatMap(\.declarations).flatMap(\.names).map(\.name) }

  /// The names of all files, without their extensions.
  static let fileNames = sources.map(\.name)

  /// The parts that are written even if the program mentions none of them.
  struct Extent {
    /// True if there is a store, and not only types.
    var hasStore: Bool
    /// True if values are coded as JSON.
    var hasCoding: Bool
    /// True if the app can record sessions.
    var hasRecorder: Bool
    /// True if the app uses coroutines.
    var hasFlows: Bool
    /// True if only the module of the program uses them.
    var isInternal: Bool
  }

  /// The runtime of tests, which is written beside them.
  ///
  /// - Parameters:
  ///   - savesState: True if some of the program's state is saved.
  ///   - texts: The texts of other programs that use the runtime.
  static func testing(
    in package: String, savesState: Bool, beside texts: [String], isInternal: Bool
  ) -> GeneratedFile {
    var selection = Selection()
    selection.mention([forTests])
    if savesState || texts.contains(where: { $0.contains(savedSpec) }) {
      selection.mention([savedSpec])
    }
    let source = KotlinSource(forTests, EmbeddedTexts.text("Kotlin/\(forTests).kt"))
    selection.close(over: [source])
    return GeneratedFile(
      path: path(of: forTests, in: package), of: nil,
      selection.text(
        of: source, 0, in: package, isInternal: isOnlyInternal(isInternal, beside: texts))
        ?? "")
  }

  /// The path of a file of the runtime, in the folder of its package.
  private static func path(of name: String, in package: String) -> String {
    "\(package.replacing(".", with: "/"))/\(name).kt"
  }

  /// The files that programs need.
  ///
  /// - Parameters:
  ///   - program: The files that use the runtime.
  ///   - texts: The texts of other programs that use it.
  static func files(
    for program: [GeneratedFile], beside texts: [String], in package: String, _ extent: Extent
  ) -> [GeneratedFile] {
    var selection = Selection()
    if extent.hasStore { selection.mention(forStores) }
    if extent.hasCoding { selection.mention(forCoding) }
    if extent.hasRecorder { selection.mention(forRecording) }
    if extent.hasFlows { selection.mention(forFlows) }
    for file in program {
      for symbol in file.symbols { selection.mention(symbol) }
      if file.isRuntime {
        selection.mention(KotlinSource("", file.text))
      }
    }
    for text in texts {
      if GeneratedFile.source(of: text) == .runtime {
        // An existing runtime stays whole, because other programs need it.
        selection.keep(KotlinSource("", text), of: sources)
      } else {
        selection.use(needed(by: text))
      }
    }
    selection.close(over: sources)
    if selection.mentions(savedSpec) {
      selection.mention(forSaving)
      selection.close(over: sources)
    }
    let isInternal = isOnlyInternal(extent.isInternal, beside: texts)
    return sources.enumerated().compactMap { index, source in
      selection.text(of: source, index, in: package, isInternal: isInternal).map {
        GeneratedFile(path: path(of: source.name, in: package), of: nil, $0)
      }
    }
  }

  /// True if no other program that uses the runtime shows it to other modules.
  private static func isOnlyInternal(_ isWanted: Bool, beside texts: [String]) -> Bool {
    isWanted
      && !texts.contains { text in
        GeneratedFile.source(of: text) != .runtime
          && text.split(separator: "\n").contains {
            $0.hasPrefix(publicly) && !$0.hasPrefix("public fun main(")
          }
      }
  }

  /// A line of the top level with another modifier of access; any other line as it is.
  private static func line(_ line: String, from old: String, to new: String) -> String {
    line.hasPrefix(old) ? new + line.dropFirst(old.count) : line
  }

  private static let publicly = "public "
  private static let internally = "internal "

  /// The names of the runtime that a program needs, by its imports, with all parts of an imported
  /// name.
  private static func needed(by text: String) -> Set<String> {
    var names = withoutImports
    for line in text.split(separator: "\n") where line.hasPrefix("import ") {
      let name = line.split(separator: ".").last.map(String.init) ?? ""
      names.insert(name)
      names.formUnion(conditions.filter { $0.hasPrefix("\(name).") })
    }
    return names
  }

  /// The names of the runtime that programs need without importing them.
  private static let withoutImports = Set([Symbol.double, .unsigned, .isSensitive].map(\.name))

  /// All names on which marks depend.
  private static let conditions = Set(
    sources.flatMap(\.declarations).flatMap { $0.conditions + $0.parts.flatMap(\.conditions) }
      .joined())

  /// The names that all declarations of them have under conditions, which do not matter to a program
  /// that uses one of them.
  private static let conditional: Set<String> = {
    let declarations = sources.flatMap(\.declarations)
    let always = declarations.filter(\.conditions.isEmpty).flatMap(\.names).map(\.name)
    return Set(declarations.flatMap(\.names).map(\.name)).subtracting(always)
  }()

  /// The declarations that are needed, and their parts.
  private struct Selection {
    private struct Place: Hashable {
      let file: Int
      let declaration: Int
    }

    private var mentions = KotlinMentions()
    /// The names that programs use.
    private var used: Set<String> = []
    /// The numbers of the parts of each declaration.
    private var parts: [Place: Set<Int>] = [:]

    mutating func mention(_ more: KotlinMentions) { mentions.formUnion(more) }

    func mentions(_ name: String) -> Bool { mentions.names.contains(name) }

    /// Adds declarations of the runtime.
    mutating func mention(_ names: Set<String>) { for name in names { mentions.insert(name) } }

    /// Adds declarations that programs use.
    mutating func use(_ names: Set<String>) {
      mention(names)
      used.formUnion(names)
    }

    /// Adds the declarations that the printed use of a symbol needs.
    mutating func mention(_ symbol: Symbol) {
      if symbol.file == Symbol.kotlinRuntime {
        use([symbol.name])
      } else {
        mentions.names.insert(symbol.file ?? symbol.name)
      }
    }

    /// Adds the declarations that the code of a file names.
    mutating func mention(_ source: KotlinSource) {
      for part in source.declarations.flatMap(\.parts) { mention(part.mentions) }
    }

    /// Adds the declarations of an existing file, with the parts that it has of them.
    mutating func keep(_ present: KotlinSource, of sources: [KotlinSource]) {
      var lines: [String: Set<String>] = [:]
      for declaration in present.declarations {
        for (name, _) in declaration.names {
          mentions.insert(name)
          let present = declaration.parts.flatMap(\.lines)
          // The lines may have been written for their module alone.
          let open = present.map { KotlinRuntime.line($0, from: internally, to: publicly) }
          lines[name, default: []].formUnion(present + open)
        }
      }
      for (file, source) in sources.enumerated() {
        for (number, declaration) in source.declarations.enumerated() {
          guard let name = declaration.names.first?.name, let present = lines[name] else {
            continue
          }
          for (index, part) in declaration.parts.enumerated()
          where part.hasWords && part.lines.allSatisfy({ $0.isEmpty || present.contains($0) }) {
            parts[Place(file: file, declaration: number), default: []].insert(index)
            mention(part.mentions)
          }
        }
      }
    }

    private func holds(_ conditions: [[String]]) -> Bool {
      conditions.allSatisfy { $0.contains(where: mentions.names.contains) }
    }

    private func isMentioned(_ declaration: KotlinSource.Declaration) -> Bool {
      declaration.names.contains { name, kind in
        used.contains(name) && KotlinRuntime.conditional.contains(name)
          || holds(declaration.conditions) && isMentioned(name, kind)
      }
    }

    private func isMentioned(_ name: String, _ kind: KotlinSource.Kind) -> Bool {
      switch kind {
      case .type: mentions.names.contains(name)
      case .function: mentions.calls.contains(name)
      case .extensionFunction: mentions.calls.contains(name) || mentions.memberCalls.contains(name)
      }
    }

    /// Adds the declarations that are needed, until no other one is.
    mutating func close(over sources: [KotlinSource]) {
      var isComplete = false
      while !isComplete {
        isComplete = true
        for (file, source) in sources.enumerated() {
          for (number, declaration) in source.declarations.enumerated() {
            let place = Place(file: file, declaration: number)
            guard parts[place] != nil || isMentioned(declaration) else { continue }
            for (index, part) in declaration.parts.enumerated() where holds(part.conditions) {
              guard parts[place, default: []].insert(index).inserted else { continue }
              mention(part.mentions)
              isComplete = false
            }
          }
        }
      }
    }

    /// The text of a file; nil if no part of it is needed.
    func text(
      of source: KotlinSource, _ file: Int, in package: String, isInternal: Bool
    ) -> String? {
      var declarations: [[String]] = []
      var used = KotlinMentions()
      for (number, declaration) in source.declarations.enumerated() {
        guard let chosen = parts[Place(file: file, declaration: number)] else { continue }
        var lines: [String] = []
        for (index, part) in declaration.parts.enumerated() where chosen.contains(index) {
          lines += part.lines
          used.formUnion(part.mentions)
        }
        if isInternal {
          lines = lines.map { KotlinRuntime.line($0, from: publicly, to: internally) }
        }
        declarations.append(Self.withoutGaps(lines))
      }
      guard !declarations.isEmpty else { return nil }
      let imports = source.imports.filter { line in
        line.split(separator: ".").last.map { used.names.contains(String($0)) } == true
      }
      let paragraphs = [["package \(package)"], imports, source.opening] + declarations
      return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
        .joined(separator: "\n\n") + "\n"
    }

    /// The lines without blank lines that follow another blank line, or stand at the edge of a
    /// block.
    private static func withoutGaps(_ lines: [String]) -> [String] {
      var result: [String] = []
      for line in lines {
        let last = result.last ?? ""
        if line.isEmpty, last.isEmpty || last.hasSuffix("{") || last.hasSuffix("(") { continue }
        let isEnd = line.first { !$0.isWhitespace }.map { "})".contains($0) } == true
        if last.isEmpty, isEnd { _ = result.popLast() }
        result.append(line)
      }
      while result.last == "" { result.removeLast() }
      return withoutEmptyBody(result)
    }

    /// The lines of a declaration without the braces or parentheses between which nothing is left.
    private static func withoutEmptyBody(_ lines: [String]) -> [String] {
      guard let end = lines.last, let head = lines.dropLast().last else { return lines }
      if end == "}", head.hasSuffix(" {"), !head.contains("fun ") {
        return lines.dropLast(2) + [String(head.dropLast(2))]
      }
      if end == ")", head.hasSuffix("(") { return lines.dropLast(2) + ["\(head))"] }
      return lines
    }
  }
}
