import SuasLog
import SuasSpec
import YAML

extension Loader {
  /// Opens a session: on the spec that some files make together, at the end of a scenario, or at
  /// the end of a session log, whose path follows those of its spec.
  ///
  /// - Parameter name: The name of that scenario; nil for the first in the file.
  package mutating func session(
    on paths: [String], scenario name: String? = nil
  ) throws(Diagnostics) -> Session {
    if let log = paths.last, SessionLog.isNamed(by: log) {
      if let name { throw Diagnostics([.noScenario(name, among: [], in: log)]) }
      return try session(onSpecAt: paths.dropLast(), opening: log)
    }
    guard paths.count == 1, let tree = try scenarioTree(paths[0]) else {
      if let name { throw Diagnostics([.noScenario(name, among: [], in: paths[0])]) }
      return Session(of: try spec(at: paths), at: paths)
    }
    let file = try scenarioFile(tree, at: paths[0])
    let specs = try ScenarioFile(decoding: tree).specs.map { Root.path($0.text, beside: paths[0]) }
    let names = file.scenarios.map(\.name)
    guard let scenario = file.scenarios.first(where: { name == nil || $0.name == name }) else {
      throw Diagnostics([.noScenario(name ?? "", among: names, in: paths[0])])
    }
    let start = Session.Start(
      clock: scenario.clock, seed: scenario.seed, initial: scenario.initial)
    var session = Session(of: file.spec, at: specs, from: start)
    for step in scenario.steps {
      guard let act = step.act else { continue }
      do throws(Session.Refusal) {
        _ = try session.take(act)
      } catch {
        throw Diagnostics([.notDone(error.reason, at: step.place)])
      }
    }
    return session
  }

  private func session(
    onSpecAt paths: [String], opening log: String
  ) throws(Diagnostics) -> Session {
    guard !paths.isEmpty else { throw Diagnostics([.noSpecOfLog(log)]) }
    let spec = try spec(at: paths)
    do throws(LogFailure) {
      return try Session(of: spec, at: paths, opening: try LogReader.open(log))
    } catch {
      throw Diagnostics([.notOpened(log, error)])
    }
  }
}
