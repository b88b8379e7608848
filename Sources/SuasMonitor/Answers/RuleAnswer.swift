import CEL
import Suas
import SuasReports
import SuasScenario
import SuasSpec
import YAML

/// The rules, guards and listeners of an input, found by doing it again from the moment before it.
struct RuleAnswer {
  /// A rule or another event, with the guards that decided on it.
  struct Rule {
    var text: String
    var place: String?
    /// `applied`, `skipped` or `refused`; empty for an event that is no rule.
    var outcome = ""
    var depth = 0
    var guards: [Guard] = []
    var changes: [String] = []
  }

  struct Guard {
    let text: String
    /// The value of the condition.
    let truth: Bool
    /// True if the rule goes on with it.
    let passes: Bool
    let parts: [ConditionReading.Part]
  }

  private(set) var rules: [Rule] = []
  private(set) var listeners: [(name: String, value: String)] = []
  private(set) var errors: [ActionError] = []
  /// The requests of the effects that the input started.
  private(set) var requests: [(name: String, value: Value)] = []
  private let display: ValueDisplay
  private var stateKey = ""
  private var listener = ""

  /// The maximum of rules that the page shows.
  private static let most = 1000

  /// An action among those that follow from an input.
  struct Consequence {
    let action: String
    /// The number of actions of the same name before it.
    let number: Int
  }

  /// Does an input again on a spec; empty if that cannot be done.
  ///
  /// - Parameter consequence: The action whose rules are wanted; nil for all that the input leads to.
  init(
    _ input: Input, of spec: MonitoredSpec, _ display: ValueDisplay,
    only consequence: Consequence? = nil
  ) {
    self.display = display
    guard let moment = input.before else { return }
    let trace = TraceRecorder()
    var observed = spec.spec
    observed.probe = Probe(on: observed.checked.coverage, trace: trace)
    var session = Session(of: observed, at: spec.paths, from: moment)
    _ = trace.take()
    switch input.act {
    case .step(let act): session.perform(act)
    case .time: session.timeToNextTimer.map { _ = session.perform(.advance($0)) }
    case .unrepeatable: return
    }
    var (events, omitted) = trace.take()
    session.end()
    if let consequence {
      events = Self.events(of: consequence, in: events)
    } else {
      requests = session.lastRequests
    }
    for event in events.prefix(Self.most) { note(event) }
    let hidden = omitted + max(0, events.count - Self.most)
    if hidden > 0 { rules.append(Rule(text: "… and \(hidden) more")) }
  }

  /// Returns the events in the reducers for one action.
  private static func events(
    of consequence: Consequence, in events: [TracedEvent]
  ) -> [TracedEvent] {
    var number = -1
    var isInside = false
    return events.filter { event in
      switch event.event {
      case .reducing(_, _, let action):
        let isWanted = action == consequence.action
        if isWanted, !isInside { number += 1 }
        isInside = isWanted
      case .listener, .middleware, .dispatching, .effect: isInside = false
      default: break
      }
      return isInside && number == consequence.number
    }
  }

  private mutating func note(_ event: TracedEvent) {
    switch event.event {
    case .condition(let reading):
      guard let last = rules.indices.last else { return }
      rules[last].guards.append(
        Guard(
          text: "\(reading.keyword): \(reading.text)", truth: reading.truth,
          passes: reading.passes,
          parts: reading.parts.map(display.shown)))
      if !reading.passes { rules[last].outcome = "skipped" }
    case .wrote(let before, let after):
      guard let last = rules.indices.last else { return }
      let changes = display.shown(
        Change.all(from: before, to: after, at: Path([.name(stateKey)])))
      rules[last].changes += changes.prefix(20).map(\.path.description)
    case .told(let value, let isSensitive):
      listeners.append((listener, display.shown(value, isSensitive: isSensitive).yaml))
      add(event)
    case .listener(let name):
      listener = name
      add(event)
    case .reducing(_, let stateKey, _):
      self.stateKey = stateKey
      add(event)
    case .refused(let error), .failed(let error):
      errors.append(display.shown(error))
      add(event)
      rules[rules.count - 1].outcome = "refused"
    default: add(event)
    }
  }

  private mutating func add(_ event: TracedEvent) {
    var rule = Rule(text: event.event.words(display) ?? "", depth: event.depth)
    if case .tried(let point) = event.event {
      rule.outcome = "applied"
      rule.place = point.place.description
    } else {
      rule.place = event.event.place?.description
    }
    rules.append(rule)
  }

  func write(to json: inout JSONText) {
    json.write("rules", rules) { json, rule in
      json.writeObject { json in
        json.write("text", rule.text)
        json.write("place", orNull: rule.place)
        json.write("outcome", rule.outcome)
        json.write("depth", rule.depth)
        json.write("guards", rule.guards) { json, condition in
          json.writeObject { json in
            json.write("text", condition.text)
            json.write("value", "\(condition.truth)")
            json.write("passes", condition.passes)
            json.write("error", .null)
            json.write("parts", condition.parts) { $0.write($1) }
          }
        }
        json.write("changes", rule.changes) { $0.write(string: $1) }
      }
    }
    json.write("listeners", listeners) { json, listener in
      json.writeObject { json in
        json.write("name", listener.name)
        json.write("value", listener.value)
      }
    }
    json.write("requests", requests) { json, request in
      json.writeObject { json in
        json.write("effect", request.name)
        json.write("request", request.value.yaml)
      }
    }
  }
}

extension JSONText {
  fileprivate mutating func write(_ part: ConditionReading.Part) {
    writeObject { json in
      json.write("text", part.text)
      switch part.value {
      case .value(let value): json.write("value", value.yaml)
      case .written(let yaml): json.write("value", yaml)
      case .error(let code): json.write("value", "the error \(code)")
      case .notReached: json.write("value", "not reached")
      }
    }
  }
}
