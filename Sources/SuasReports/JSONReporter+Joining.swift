import CEL
import SuasScenario
import SuasSpec
import YAML

// The parts of the JSON report from which other reports can be made.

/// The sub-states of a run: each value is kept once.
struct StateTable {
  private(set) var values: [JSONText] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The size of the values, in bytes.
  private var size = 0

  /// The size of a table of states, in bytes, from which on further values are left out.
  static let limit = 256 << 20

  /// Returns the index of a value among all.
  mutating func index(of value: Value) -> Int {
    var json = JSONText()
    json.write(size < Self.limit ? value : .string(JSONText.leftOut))
    if let number = numbers[json.bytes] { return number }
    size += json.bytes.count
    numbers[json.bytes] = values.count
    values.append(json)
    return values.count - 1
  }
}

extension JSONText {
  /// Writes the store before the first step of a scenario, and the sub-states that each step changed,
  /// as indices of a table.
  mutating func write(statesOf scenario: ScenarioResult, _ table: inout StateTable) {
    writeObject { json in
      guard let start = scenario.steps.lazy.compactMap(\.deed).first?.before else { return }
      json.writeObject("before") { json in
        for (slot, field) in start.shape.fields.enumerated() {
          json.write(field.name, table.index(of: start.fields[slot]))
        }
      }
      json.writeKey("after")
      json.writeArray(scenario.steps) { json, step in
        json.writeObject { json in
          guard let deed = step.deed else { return }
          for (slot, field) in deed.after.shape.fields.enumerated()
          where deed.before.fields[slot] != deed.after.fields[slot] {
            json.write(field.name, table.index(of: deed.after.fields[slot]))
          }
        }
      }
    }
  }
}

extension RunResult {
  /// The files that places in the run refer to, in the order of their names.
  var sources: [Source] {
    var sources: [String: Source] = [:]
    func add(_ range: SourceRange) { sources[range.source.name] = range.source }
    for diagnostic in unsound.flatMap(\.diagnostics) + files.flatMap(\.problems) {
      if case .range(let range) = diagnostic.place { add(range) }
      for note in diagnostic.notes { add(note.range) }
      for fix in diagnostic.fixes { add(fix.range) }
    }
    for scenario in files.flatMap(\.scenarios) {
      add(scenario.place)
      for step in scenario.steps { add(step.place) }
      for failure in scenario.failures {
        add(failure.place)
        failure.writer.map(add)
      }
    }
    return sources.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
  }
}

extension CoverageReport {
  /// The coverage as JSON, with the counts of each point.
  var joinable: JSONText {
    .object { json in
      json.write("percent", tally.percentText)
      json.write("files", files) { json, file in
        json.writeObject { json in
          json.write("file", file.path)
          json.write("percent", file.tally.percentText)
          json.write("text", String(decoding: file.source.utf8, as: UTF8.self))
          json.write("points", file.points) { $0.write(joinable: $1) }
        }
      }
    }
  }
}

extension JSONText {
  fileprivate mutating func write(joinable covered: CoveredPoint) {
    let point = covered.point
    writeObject { json in
      json.write("name", point.name)
      json.write("kind", point.kind.word)
      if let owner = point.owner { json.write("owner", owner.words) { $0.write(string: $1) } }
      json.write("line", point.place.location.line + 1)
      json.write("column", point.place.location.column + 1)
      json.write("endLine", point.place.endLocation.line + 1)
      json.write("endColumn", point.place.endLocation.column + 1)
      json.write("outcomes", point.outcomes.indices) { json, index in
        json.writeObject { json in
          json.write("outcome", point.outcomes[index].word)
          json.write("count", covered.counts[index])
          if !covered.isPossible[index] { json.write("impossible", true) }
        }
      }
    }
  }
}

extension CoveragePoint.Kind {
  private static let words: [(kind: Self, word: String)] = [
    (.rule, "rule"), (.guardian, "guard"), (.branch, "if"), (.match, "match"), (.move, "move"),
    (.filter, "filter"), (.listener, "listener"), (.selectorGuard, "selector-guard"),
    (.selector(hasGuard: true), "guarded-selector"), (.selector(hasGuard: false), "selector"),
    (.middlewareGuard, "middleware-guard"), (.middleware, "middleware"), (.step, "step"),
    (.effect, "effect"), (.outcome, "outcome"), (.exception, "except"),
  ]

  /// The kind in a report.
  var word: String { Self.words.first { $0.kind == self }?.word ?? "" }

  init?(word: String) {
    guard let kind = Self.words.first(where: { $0.word == word })?.kind else { return nil }
    self = kind
  }
}

extension CoveragePoint.Outcome {
  private static let words: [(outcome: Self, word: String)] = [
    (.happened, "happened"), (.isTrue, "true"), (.isFalse, "false"), (.isOtherCase, "else"),
    (.handedOn, "handed-on"), (.stopped, "stopped"),
  ]
  private static let caseMark = "case "

  /// The outcome in a report.
  var word: String {
    if case .isCase(let name) = self { return Self.caseMark + name }
    return Self.words.first { $0.outcome == self }?.word ?? ""
  }

  init?(word: String) {
    if word.hasPrefix(Self.caseMark) {
      self = .isCase(String(word.dropFirst(Self.caseMark.count)))
    } else if let outcome = Self.words.first(where: { $0.word == word })?.outcome {
      self = outcome
    } else {
      return nil
    }
  }
}

extension CoveragePoint.Owner {
  /// The owner in a report: its kind, and its names.
  var words: [String] {
    switch self {
    case .rules(let reducer, let action): ["rules", reducer, action]
    case .sharedRule(let name): ["rule", name]
    case .history(let reducer): ["history", reducer]
    case .selector(let name): ["selector", name]
    case .listener(let name): ["listener", name]
    case .middleware(let name): ["middleware", name]
    case .effect(let name): ["effect", name]
    case .migration(let version): ["migration", "\(version)"]
    case .restoring: ["on-restore"]
    }
  }

  init?(words: [String]) {
    switch (words.first, words.count) {
    case ("rules", 3): self = .rules(reducer: words[1], action: words[2])
    case ("rule", 2): self = .sharedRule(words[1])
    case ("history", 2): self = .history(reducer: words[1])
    case ("selector", 2): self = .selector(words[1])
    case ("listener", 2): self = .listener(words[1])
    case ("middleware", 2): self = .middleware(words[1])
    case ("effect", 2): self = .effect(words[1])
    case ("migration", 2):
      guard let version = Int(words[1]) else { return nil }
      self = .migration(version)
    case ("on-restore", 1): self = .restoring
    default: return nil
    }
  }
}
