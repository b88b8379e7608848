import CEL
import Files
import SuasSpec
import YAML

extension Loader {
  /// What a search needs to know that is written in files.
  package struct Expedition: Sendable {
    package let spec: CompiledSpec
    /// The paths of the spec's files, as the user named them.
    package let specPaths: [String]
    package let opening: Rehearsal.Opening
  }

  /// Reads the spec that some files make together, and where a search of it begins.
  ///
  /// - Parameters:
  ///   - start: A scenario file, where the search begins at the end of a scenario.
  ///   - name: That scenario, in a file of several; without it, the first.
  package mutating func expedition(
    of paths: [String], from start: String? = nil, scenario name: String? = nil
  ) throws(Diagnostics) -> Expedition {
    for path in paths {
      if case .scenario = DocumentKind(try tree(path, namedAt: .file(path))) {
        throw Diagnostics([.noSpec(path)])
      }
    }
    let spec = try spec(at: paths)
    var opening = Rehearsal.Opening(of: spec)
    if let start {
      let file = try scenarioFile(at: start, of: spec, paths, requiresSame: true)
      let scenarios = file?.scenarios ?? []
      guard let scenario = scenarios.first(where: { name == nil || $0.name == name }) else {
        throw Diagnostics([.noScenario(name ?? "", among: scenarios.map(\.name), in: start)])
      }
      opening = scenario.ending
    }
    return Expedition(spec: spec, specPaths: paths, opening: opening)
  }

  /// The scenarios of the spec that lie in its folder; files that are not sound have none.
  package func scenarios(beside expedition: Expedition) -> [CheckedScenario] {
    let paths = expedition.specPaths
    guard let first = paths.first else { return [] }
    let folder = Root.folder(of: first)
    let names = (try? Root(around: folder, chosen: root).names(in: folder)) ?? []
    return names.filter { $0.hasSuffix(".scenario.yaml") }.prefix(100).flatMap { name in
      let path = Root.path(name, beside: first)
      let file = try? scenarioFile(
        at: path, of: expedition.spec, paths, requiresSame: false,
        below: Root(around: folder, chosen: root))
      return file?.scenarios.filter { $0.skip == nil } ?? []
    }
  }

  /// A scenario file, checked against a spec that has been read; nil where it is one of another.
  private func scenarioFile(
    at path: String, of spec: CompiledSpec, _ paths: [String], requiresSame: Bool,
    below root: Root? = nil
  ) throws(Diagnostics) -> CheckedScenarioFile? {
    let file = try ScenarioFile(decoding: try tree(path, below: root, namedAt: .file(path)))
    let named = file.specs.map { FileSystem.realPath(Root.path($0.text, beside: path)) }
    guard named == paths.map({ FileSystem.realPath($0) }) else {
      if requiresSame { throw Diagnostics([.scenarioOfAnotherSpec(path)]) }
      return nil
    }
    return try check(file, at: path, against: spec, Root(of: path, chosen: self.root))
  }
}

extension CheckedScenario {
  /// The actions that the scenario sends, and what it answers effects.
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

  /// Where the scenario ends.
  package var ending: Rehearsal.Opening { Rehearsal.Opening(ending: self) }
}
