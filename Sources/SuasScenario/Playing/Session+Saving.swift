import Files
import LibYAML
import SuasLog
import SuasSpec
import YAML

/// Writing a session as a scenario file, or as a log.
extension Session {
  func save(to path: String, overwriting: Bool) throws(Refusal) -> Reply {
    guard position > 0 else { throw Refusal("there is no step to save") }
    guard replacesFiles || !overwriting else {
      throw Refusal("'save!' replaces a file, which is never done where CI is set")
    }
    let isLog = SessionLog.isNamed(by: path)
    if !isLog, let step = hiddenStep {
      throw Refusal(
        "a scenario would have the sensitive values of '\(step)', which a live session does not write",
        help: "a log, as of 'save session.suaslog', has hashes in their place")
    }
    let isThere = FileSystem.kind(of: path) != nil
    switch FileSystem.kind(of: path) {
    case .folder, .link, .special: throw Refusal("'\(path)' is no file that could be replaced")
    case .file where !overwriting:
      throw Refusal("'\(path)' is there already", help: "'save! \(path)' replaces it")
    case .file, nil: break
    }
    let identity = FileSystem.realPath(path)
    guard identity == nil || !specPaths.contains(where: { FileSystem.realPath($0) == identity })
    else { throw Refusal("'\(path)' is the spec itself") }
    let bytes = isLog ? log : Array(try checked(scenario(at: path), path).utf8)
    do throws(FileFailure) {
      try FileSystem.write(bytes, to: path, replacing: overwriting ? .writable : .nothing)
    } catch {
      throw Refusal("'\(path)' cannot be written: \(error.words)")
    }
    return .saved(
      path: path, steps: position, overwritten: isThere, caution: isLog ? nil : caution(at: path))
  }

  /// The log of the steps so far.
  package var log: [UInt8] {
    let lines = LineBuffer()
    let stage = Stage(spec, from: start, log: lines)
    for step in steps[..<position] { _ = try? stage.take(step.act) }
    stage.end()
    return lines.bytes
  }

  /// Returns the steps so far as a scenario for the file at a path.
  func scenario(at path: String) -> SessionScenario {
    scenario(
      named: Self.name(of: path), of: specPaths.map { Root.path(to: $0, beside: path) })
  }

  /// Returns the steps so far as a scenario.
  ///
  /// - Parameter specs: The paths of the spec's files, as the scenario names them.
  func scenario(named name: String, of specs: [String]) -> SessionScenario {
    SessionScenario(
      of: spec, at: specs, name: name, clock: start.clock, seed: start.seed,
      initial: Stage(spec, from: start).state, steps: steps[..<position].map(\.recorded))
  }

  private static func name(of path: String) -> String {
    var name = Root.name(of: path)
    for suffix in [".scenario.yaml", ".yaml"] where name.hasSuffix(suffix) && name != suffix {
      name.removeLast(suffix.count)
      break
    }
    return name
  }

  /// The steps so far as the text of a scenario that passes.
  ///
  /// - Parameter specs: The paths of the spec's files, as the scenario names them.
  /// - Returns: nil if they cannot be written so.
  package func passingScenario(named name: String, of specs: [String]) -> String? {
    try? checked(scenario(named: name, of: specs), name)
  }

  /// Returns the text of a scenario file if it passes; throws otherwise.
  private func checked(_ scenario: SessionScenario, _ path: String) throws(Refusal) -> String {
    guard !scenario.isTooLarge else {
      throw Refusal("the scenario would be larger than \(Source.maximumSize >> 20) MB")
    }
    let text = scenario.text
    do throws(Diagnostics) {
      let tree = try LibYAML.parse(Source(name: path, text: text))
      let file = try CheckedScenarioFile(
        checking: try ScenarioFile(decoding: tree), against: spec, try FragmentTable([]))
      let result = Runner().run(file)
      guard let failure = result.scenarios.flatMap(\.failures).first else { return text }
      throw Diagnostics([Diagnostic(.unreadable, failure.message, at: .range(failure.place))])
    } catch {
      let reason = error.items.first?.message ?? ""
      throw Refusal("what was done cannot be written as a scenario that passes: \(reason)")
    }
  }

  /// Returns the reason why the written file cannot be run as it is; nil if it can.
  private func caution(at path: String) -> String? {
    var loader = Loader()
    do throws(Diagnostics) {
      _ = try loader.scenarioFile(path)
      return nil
    } catch {
      return error.items.first?.message
    }
  }
}
