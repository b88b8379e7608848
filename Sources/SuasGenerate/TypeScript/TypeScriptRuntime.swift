/// The runtime of generated TypeScript: modules of plain source, written beside the program as they
/// are; of them those that a program needs. A bundler drops the declarations that nothing reaches.
enum TypeScriptRuntime {
  /// The name of the runtime's folder in symbols.
  static let folder = "runtime"

  private static let all = EmbeddedTexts.files(in: "TypeScript", "ts")

  /// The module that stands in for another one where ints are bigints.
  private static let bigInts = (name: "bigInt", instead: "int")

  private static let sources = all.filter { $0.name != bigInts.name }

  /// The modules that an app uses although its program does not.
  static let forStores = ["fetchPerformer", "json", "redux", "specRuntime"]

  /// The declarations by their names: the module of each, after `type` if it is no value.
  private static let declarations: [String: (module: String, isType: Bool)] = Dictionary(
    sources.flatMap { source in
      source.text.matches(of: declaration).map { match in
        let isType = match.output.1 == "type" || match.output.1 == "interface"
        return (String(match.output.2), (source.name, isType))
      }
    }, uniquingKeysWith: { first, _ in first })

  private nonisolated(unsafe) static let declaration =
    /(?m)^export (?:abstract )?(class|function|const|type|interface) (\w+)/

  /// The modules that save the state of an app; no program imports them.
  static let forSaving: Set = ["savedPlace", "stateSaver"]

  /// The modules that record the sessions of an app; no program imports them.
  static let forRecording: Set = ["logMonitor", "sessionLog", "sessionRecorder"]

  /// The module with hooks for React; no program imports it.
  static let forReact = "react"

  /// The names of all declarations that programs import.
  static let names: Set<String> = {
    let ofApps = forSaving.union(forRecording).union([forReact])
    return Set(declarations.filter { !ofApps.contains($0.value.module) }.keys)
  }()

  /// The module that has a declaration, as imports name it.
  static func file(declaring name: String) -> String? {
    declarations[name].map { "\(folder)/\($0.module)" }
  }

  static func isType(_ name: String) -> Bool { declarations[name]?.isType ?? false }

  /// The files that programs need.
  ///
  /// - Parameters:
  ///   - modules: The names of the modules that they import.
  ///   - ints: The type of ints in the programs.
  static func files(for modules: Set<String>, _ ints: TypeScriptInts) -> [GeneratedFile] {
    var needed = modules
    var rest = Array(modules)
    while let name = rest.popLast() {
      guard let source = sources.first(where: { $0.name == name }) else { continue }
      for match in source.text.matches(of: imported) {
        let other = String(match.output.1)
        if needed.insert(other).inserted { rest.append(other) }
      }
    }
    return sources.filter { needed.contains($0.name) }.map { source in
      let isReplaced = ints == .bigint && source.name == bigInts.instead
      let text = isReplaced ? all.first { $0.name == bigInts.name }?.text : source.text
      return GeneratedFile(path: "\(folder)/\(source.name).ts", of: nil, text ?? source.text)
    }
  }

  private nonisolated(unsafe) static let imported = /from "\.\/(\w+)\.js";/
}
