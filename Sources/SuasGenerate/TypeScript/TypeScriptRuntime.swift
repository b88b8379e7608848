/// The runtime of generated TypeScript: modules of plain source, written beside the program as they
/// are; of them those that a program needs. A bundler drops the declarations that nothing reaches.
enum TypeScriptRuntime {
  /// The name of the runtime's folder in symbols.
  static let folder = "runtime"

  private static let sources: [(name: String, text: String)] = [
    ("characterClass", PackageResources.characterClass_ts), ("clock", PackageResources.clock_ts),
    ("depth", PackageResources.depth_ts), ("driver", PackageResources.driver_ts),
    ("dynamic", PackageResources.dynamic_ts), ("effectRunner", PackageResources.effectRunner_ts),
    ("effects", PackageResources.effects_ts), ("equality", PackageResources.equality_ts),
    ("failure", PackageResources.failure_ts),
    ("fetchPerformer", PackageResources.fetchPerformer_ts), ("format", PackageResources.format_ts),
    ("history", PackageResources.history_ts), ("int", PackageResources.int_ts),
    ("json", PackageResources.json_ts), ("list", PackageResources.list_ts),
    ("map", PackageResources.map_ts), ("network", PackageResources.network_ts),
    ("number", PackageResources.number_ts), ("pattern", PackageResources.pattern_ts),
    ("patternParser", PackageResources.patternParser_ts), ("place", PackageResources.place_ts),
    ("programRun", PackageResources.programRun_ts), ("redux", PackageResources.redux_ts),
    ("scenarioRun", PackageResources.scenarioRun_ts), ("spec", PackageResources.spec_ts),
    ("specRuntime", PackageResources.specRuntime_ts),
    ("store", PackageResources.store_ts), ("string", PackageResources.string_ts),
    ("text", PackageResources.text_ts), ("time", PackageResources.time_ts),
    ("types", PackageResources.types_ts), ("values", PackageResources.values_ts),
    ("zone", PackageResources.zone_ts),
  ].map { (name: String, bytes: [UInt8]) in (name, String(decoding: bytes, as: UTF8.self)) }

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

  /// The names of all declarations.
  static let names = Set(declarations.keys)

  /// The module that has a declaration, as imports name it.
  static func file(declaring name: String) -> String? {
    declarations[name].map { "\(folder)/\($0.module)" }
  }

  static func isType(_ name: String) -> Bool { declarations[name]?.isType ?? false }

  /// The files that programs need.
  ///
  /// - Parameter modules: The names of the modules that they import.
  static func files(for modules: Set<String>) -> [GeneratedFile] {
    var needed = modules
    var rest = Array(modules)
    while let name = rest.popLast() {
      guard let source = sources.first(where: { $0.name == name }) else { continue }
      for match in source.text.matches(of: imported) {
        let other = String(match.output.1)
        if needed.insert(other).inserted { rest.append(other) }
      }
    }
    return sources.filter { needed.contains($0.name) }.map {
      GeneratedFile(path: "\(folder)/\($0.name).ts", of: nil, $0.text)
    }
  }

  private nonisolated(unsafe) static let imported = /from "\.\/(\w+)\.js";/
}
