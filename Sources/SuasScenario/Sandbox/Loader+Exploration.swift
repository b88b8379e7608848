import CEL
import Files
import SuasSpec
import YAML

extension Loader {
  /// The input of a search, read from files.
  package struct Expedition: Sendable {
    package let spec: CompiledSpec
    /// The paths of the spec's files, as the user named them.
    package let specPaths: [String]
    package let opening: Sandbox.Opening
  }

  /// Reads the spec that some files make together, and the opening for a search of it.
  ///
  /// - Parameters:
  ///   - start: A scenario file; the search begins at the end of one of its scenarios.
  ///   - name: The name of that scenario; nil for the first one.
  package mutating func expedition(
    of paths: [String], from start: String? = nil, scenario name: String? = nil
  ) throws(Diagnostics) -> Expedition {
    for path in paths {
      if try scenarioTree(path) != nil {
        throw Diagnostics([.noSpec(path)])
      }
    }
    let spec = try spec(at: paths)
    var opening = Sandbox.Opening(of: spec)
    if let start {
      let scenarios = try scenarioFile(at: start, of: spec, paths).scenarios
      guard let scenario = scenarios.first(where: { name == nil || $0.name == name }) else {
        throw Diagnostics([.noScenario(name ?? "", among: scenarios.map(\.name), in: start)])
      }
      opening = scenario.ending
    }
    return Expedition(spec: spec, specPaths: paths, opening: opening)
  }

  /// Returns the spec's scenarios in its folder; files with errors have none.
  package func scenarios(beside expedition: Expedition) -> [CheckedScenario] {
    scenarioSources(beside: expedition.specPaths).flatMap { source in
      let file = try? source.checked(against: expedition.spec)
      return file?.scenarios.filter { $0.skip == nil } ?? []
    }
  }

  /// Reads the scenario files of several specs that lie in their folders, each once, and at most 100
  /// of each; files with errors are passed over.
  package func scenarioSources(besideSpecsAt paths: [String]) -> [ScenarioSource] {
    var seen: Set<BytePath> = []
    return paths.flatMap { scenarioSources(beside: [$0]) }.filter {
      seen.insert(FileSystem.identity(of: $0.file.source.name)).inserted
    }
  }

  /// Reads the scenario files of the spec that some files make together.
  private func scenarioSources(beside paths: [String]) -> [ScenarioSource] {
    guard let first = paths.first else { return [] }
    let folder = Root.folder(of: first)
    let root = Root(around: folder, chosen: root)
    let names = (try? root.names(in: folder)) ?? []
    let places = paths.map { FileSystem.identity(of: $0) }
    let found = names.lazy.filter { $0.hasSuffix(".scenario.yaml") }.compactMap {
      name -> ScenarioSource? in
      let path = Root.path(name, beside: first)
      guard let tree = try? tree(path, below: root, namedAt: .file(path)),
        let file = try? ScenarioFile(decoding: tree),
        file.specs.map({ FileSystem.identity(of: Root.path($0.text, beside: path)) }) == places
      else { return nil }
      return try? source(of: file, at: path, Root(of: path, chosen: self.root))
    }
    return Array(found.prefix(100))
  }

  /// Reads a scenario file and checks it against the spec that it names.
  private func scenarioFile(
    at path: String, of spec: CompiledSpec, _ paths: [String]
  ) throws(Diagnostics) -> CheckedScenarioFile {
    let file = try ScenarioFile(decoding: try tree(path, namedAt: .file(path)))
    let named = file.specs.map { FileSystem.realPath(Root.path($0.text, beside: path)) }
    guard named == paths.map({ FileSystem.realPath($0) }) else {
      throw Diagnostics([.scenarioOfAnotherSpec(path)])
    }
    return try check(file, at: path, against: spec, Root(of: path, chosen: self.root))
  }
}

extension CheckedScenario {
  /// The actions that the scenario dispatches, and its answers to effects.
  package var material: (actions: [SpecAction], answers: [(effect: String, answer: EffectAnswer)]) {
    var actions: [SpecAction] = []
    var answers: [(effect: String, answer: EffectAnswer)] = []
    for step in steps {
      switch step.act {
      case .dispatch(let action, _): actions.append(action)
      case .respond(let effect, _, let answer): answers.append((effect, answer))
      default: break
      }
    }
    return (actions, answers)
  }

  /// The saved states that the app finds, at the start and at restarts.
  package var foundStates: [Record] {
    let restarts = steps.compactMap { step in
      if case .restart(let found) = step.act { found } else { nil }
    }
    return ([found].compactMap(\.self) + restarts).compactMap { found in
      if case .state(_, let state) = found { state } else { nil }
    }
  }

  /// The opening at the end of the scenario.
  package var ending: Sandbox.Opening { Sandbox.Opening(ending: self) }
}
