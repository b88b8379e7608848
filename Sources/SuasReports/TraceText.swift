import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// The trace of steps as lines for a person: rules, guards, changes and listeners.
package struct TraceText {
  private let style: TextStyle
  private let margin: Int
  package private(set) var text = ""
  /// The state key of the reducer whose rules run.
  private var stateKey = ""
  private var display = ValueDisplay(isLive: false)

  /// The maximum of changed leaves shown for one rule.
  private static let shownChanges = 10

  /// - Parameter margin: The indentation of the lines, in spaces.
  package init(style: TextStyle, margin: Int) {
    self.style = style
    self.margin = margin
  }

  /// Writes a step; nothing if it has no trace.
  mutating func write(_ step: StepResult) {
    guard let trace = step.trace else { return }
    display = trace.display
    line(0, step.label, .bold, place: step.place)
    write(trace.events, omitted: trace.omitted)
  }

  /// Writes events.
  ///
  /// - Parameter omitted: The number of further ones that were left out.
  package mutating func write(_ events: [TracedEvent], omitted: Int) {
    for event in events { write(event.event, at: event.depth + 1) }
    if omitted > 0 { line(1, "… and \(omitted) more") }
  }

  private mutating func write(_ event: TraceEvent, at depth: Int) {
    switch event {
    case .reducing(let reducer, let stateKey, let action):
      self.stateKey = stateKey
      line(depth, "\(reducer) on \(action)", .blue)
    case .tried(let point):
      line(depth, point.place.text.onOneLine.shortened(to: 80), place: point.place)
    case .condition(let reading): write(reading, at: depth)
    case .matched(let name): line(depth, name.map { "is \($0)" } ?? "is another case", .green)
    case .wrote(let before, let after): writeChanges(from: before, to: after, at: depth)
    case .refused(let error):
      line(depth, "refused: \(error.code): \(error.messageWithUses)", .red, place: error.place)
    case .listener(let name): line(depth, "listener \(name)", .blue)
    case .told(let value): line(depth, "told \(display.shown(value).yaml)")
    case .notTold: line(depth, "not told")
    case .middleware(let name): line(depth, "middleware \(name)", .blue)
    case .replaced(let action): line(depth, "hands on \(line(of: action)) in its place")
    case .handedOn: line(depth, "goes on")
    case .stopped: line(depth, "stops the action", .yellow)
    case .dispatching(let action): line(depth, "dispatches \(line(of: action))", .cyan)
    case .effect(let name, let change):
      line(depth, "effect \(name) \(change.words)", .blue, place: change.place)
    case .failed(let error):
      line(depth, "error: \(error.code): \(error.message)", .red, place: error.place)
    }
  }

  private mutating func write(_ reading: ConditionReading, at depth: Int) {
    let outcome = reading.truth ? "true" : "false"
    // For an `if`, the line above shows the condition.
    let text =
      reading.keyword == "if"
      ? "is \(outcome)"
      : "\(reading.keyword): \(reading.text.shortened(to: 200)) → \(outcome)"
    line(
      depth, text,
      reading.passes ? .green : .yellow)
    for part in reading.parts { line(depth + 1, display.shown(part).line) }
  }

  private mutating func writeChanges(from before: Value, to after: Value, at depth: Int) {
    let changes = Change.all(from: before, to: after, at: Path([.name(stateKey)]))
    if changes.isEmpty { line(depth, "writes what is there already") }
    for change in changes.prefix(Self.shownChanges) {
      let change = display.shown(change)
      line(depth, change.line.text, change.line.color)
    }
    let hidden = changes.count - Self.shownChanges
    if hidden > 0 { line(depth, "… and \(hidden) more") }
  }

  private func line(of action: SpecAction) -> String {
    action.payload.fields.isEmpty
      ? action.name : "\(action.name) \(display.shown(Value.record(action.payload)).yaml)"
  }

  private mutating func line(
    _ depth: Int, _ words: String, _ color: TextStyle.Color? = nil,
    place: some CustomStringConvertible
  ) {
    line(depth, words, color, after: "  (\(place))")
  }

  private mutating func line(
    _ depth: Int, _ words: String, _ color: TextStyle.Color? = nil, place: ActionError.Place?
  ) {
    line(depth, words, color, after: place.map { "  (\($0))" } ?? "")
  }

  private mutating func line(
    _ depth: Int, _ words: String, _ color: TextStyle.Color? = nil, after: String = ""
  ) {
    let escaped = DisplayText.escaped(words)
    text += String(repeating: " ", count: margin + 2 * depth)
    text += (color.map { style.paint(escaped, $0) } ?? escaped) + DisplayText.escaped(after) + "\n"
  }
}

extension EffectChange {
  fileprivate var place: ActionError.Place? {
    if case .failed(let failed) = self { failed.place } else { nil }
  }

  fileprivate var words: String {
    switch self {
    case .waits(let duration): "waits for \(duration)"
    case .started: "starts"
    case .succeeded: "succeeds"
    case .failed(let failed): "fails: \(failed.message)"
    case .dropped: "ends without an outcome: a newer one has been started"
    case .cancelled: "is cancelled"
    case .ended: "ends"
    case .retries(let message): "fails and is tried again: \(message)"
    }
  }
}
