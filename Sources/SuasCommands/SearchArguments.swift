import ArgumentParser
import CEL
import SuasExplore
import SuasScenario
import SuasSpec
import YAML

extension ExploreSettings.Strategy: ExpressibleByArgument {}

/// The options for the method and the limits of a search.
struct SearchArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The order in which states are visited: 'mixed' is breadth first, then guided walks if states \
      are left.
      """, valueName: "strategy"))
  var strategy = ExploreSettings.Strategy.mixed

  @Option(
    help: ArgumentHelp(
      "The largest number of states; for walks, of steps.", valueName: "states"))
  var maxStates = ExploreSettings().mostStates

  @Option(
    help: ArgumentHelp(
      "The largest number of steps from the start; a walk then starts again.", valueName: "steps"))
  var maxDepth: Int?

  @Option(
    help: ArgumentHelp(
      "Do not continue from larger lists or maps, unless the search starts with them.",
      valueName: "elements"))
  var maxSize = ExploreSettings().largest

  @Option(
    help: ArgumentHelp("End after this time, such as 30s.", valueName: "duration"),
    transform: { try SearchArguments.duration($0, of: "--time") })
  var time: CEL.Duration?

  @Option(
    help: ArgumentHelp(
      "The memory for states, such as 512M or 2G. (default: 1G)", valueName: "bytes"),
    transform: { try SearchArguments.byteCount($0, of: "--max-memory") })
  var maxMemory = ExploreSettings().memory

  @Option(
    help: ArgumentHelp(
      "The memory for the graph on which 'always-reachable' is judged. (default: 256M)",
      valueName: "bytes"),
    transform: { try SearchArguments.byteCount($0, of: "--graph-memory") })
  var graphMemory = ExploreSettings().graphMemory

  @Option(help: ArgumentHelp("The seed of the random walks.", valueName: "number"))
  var seed: UInt64 = 0

  @OptionGroup var threads: JobsArguments

  @Option(
    help: ArgumentHelp(
      "An error that actions may cause; may be repeated.", valueName: "code"))
  var allowError: [String] = []

  @Option(
    help: ArgumentHelp(
      "Send only this action or effect; may be repeated.", valueName: "name"))
  var only: [String] = []

  func validate() throws {
    try Self.requireAboveZero([
      ("--max-states", maxStates), ("--max-depth", maxDepth ?? 1), ("--max-size", maxSize),
    ])
    guard maxStates < Int(UInt32.max) else {
      throw ValidationError("--max-states is a number below \(UInt32.max)")
    }
    let codes = Explanation.refusalCodes
    for code in allowError where !codes.contains(code) {
      let near = suggestion(for: code, among: codes).map { "did you mean '\($0)'?" }
      throw ValidationError(
        """
        no action meets '\(DisplayText.escaped(code))' but by 'fail', which breaks no promise; \
        \(near ?? "'suas-run explain' lists all codes")
        """)
    }
  }

  func settings(for spec: CompiledSpec) throws -> ExploreSettings {
    var settings = ExploreSettings()
    settings.strategy = strategy
    settings.mostStates = maxStates
    settings.deepest = maxDepth ?? (strategy.isWalk ? settings.deepestWalk : settings.deepest)
    settings.deepestWalk = maxDepth ?? settings.deepestWalk
    settings.largest = maxSize
    settings.time = time
    settings.memory = maxMemory
    settings.graphMemory = graphMemory
    settings.seed = seed
    settings.jobs = threads.chosen
    settings.allowedErrors = Set(allowError)
    let names = spec.actionTypes.map(\.name)
    for name in only where !names.contains(name) {
      let near = suggestion(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw ValidationError(
        "the spec declares no action '\(DisplayText.escaped(name))'\(near)")
    }
    settings.moves.only = only.isEmpty ? nil : Set(only)
    return settings
  }
}

extension SearchArguments {
  /// Returns the words of the options, with some of them changed. The options that are not given
  /// are left out.
  func words(changing next: NextSearch) -> [String] {
    let standard = ExploreSettings()
    var options: [(option: String, value: String?)] = [
      ("--strategy", strategy == .mixed ? nil : strategy.rawValue),
      ("--max-states", maxStates == standard.mostStates ? nil : "\(maxStates)"),
      ("--max-depth", maxDepth.map { "\($0)" }),
      ("--max-size", maxSize == standard.largest ? nil : "\(maxSize)"),
      ("--time", time.map { "\($0)" }),
      ("--max-memory", maxMemory == standard.memory ? nil : "\(maxMemory)"),
      ("--graph-memory", graphMemory == standard.graphMemory ? nil : "\(graphMemory)"),
      ("--seed", seed == 0 ? nil : "\(seed)"),
    ]
    options += allowError.map { ("--allow-error", $0) } + only.map { ("--only", $0) }
    for (option, value) in next.changes {
      options.removeAll { $0.option == option }
      options.append((option, value))
    }
    return options.flatMap { option, value in value.map { [option, $0] } ?? [] }
  }

  /// Rejects options whose numbers are not above 0.
  static func requireAboveZero(_ options: [(name: String, number: Int)]) throws {
    for (name, number) in options where number <= 0 {
      throw ValidationError("\(name) is a number above 0")
    }
  }

  /// Parses a duration in the notation of specs.
  static func duration(_ text: String, of option: String) throws -> CEL.Duration {
    guard let duration = CEL.Duration(text), duration.nanoseconds > 0 else {
      throw ValidationError(
        "\(option) takes a duration above 0, as 30s or 2m, not '\(DisplayText.escaped(text))'")
    }
    return duration
  }

  /// Parses a number of bytes, with an optional unit K, M or G, each 1024 times the one before.
  static func byteCount(_ text: String, of option: String) throws -> Int {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let units = ["": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    var unit = text.dropFirst(digits.count).uppercased()
    if unit.count == 2, unit.hasSuffix("B") { unit.removeLast() }
    guard let number = Int(digits), let factor = units[unit],
      case (let bytes, false) = number.multipliedReportingOverflow(by: factor), bytes > 0
    else {
      throw ValidationError(
        "\(option) takes a whole number of bytes above 0, as 512M or 2G, not "
          + "'\(DisplayText.escaped(text))'")
    }
    return bytes
  }
}
