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
  private var display = ValueDisplay(hidesSensitiveValues: false)

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
    case .condition(let reading): return write(reading, at: depth)
    case .wrote(let before, let after):
      return writeChanges(from: before, to: after, at: depth)
    case .tried(let point):
      return line(depth, event.words(display) ?? "", place: point.place)
    case .reducing(_, let stateKey, _): self.stateKey = stateKey
    default: break
    }
    line(depth, event.words(display) ?? "", event.color, place: event.place)
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
    let changes = display.shown(
      Change.all(from: before, to: after, at: Path([.name(stateKey)])))
    if changes.isEmpty { line(depth, "writes what is there already") }
    for change in changes.prefix(Self.shownChanges) {
      line(depth, change.line.text, change.line.color)
    }
    let hidden = changes.count - Self.shownChanges
    if hidden > 0 { line(depth, "… and \(hidden) more") }
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

extension TraceEvent {
  /// The event in words; nil for a condition and for a write, which take more than one line.
  package func words(_ display: ValueDisplay) -> String? {
    switch self {
    case .condition, .wrote: nil
    case .reducing(let reducer, _, let action): "\(reducer) on \(action)"
    case .tried(let point): point.place.text.onOneLine.shortened(to: 80)
    case .matched(let name): name.map { "is \($0)" } ?? "is another case"
    case .refused(let error): "refused: \(error.code): \(display.shown(error).messageWithUses)"
    case .listener(let name): "listener \(name)"
    case .told(let value, let isSensitive):
      "told \(display.shown(value, isSensitive: isSensitive).yaml)"
    case .notTold: "not told"
    case .middleware(let name): "middleware \(name)"
    case .replaced(let action): "hands on \(Self.line(of: action, display)) in its place"
    case .handedOn: "goes on"
    case .stopped: "stops the action"
    case .dispatching(let action): "dispatches \(Self.line(of: action, display))"
    case .effect(let name, let change): "effect \(name) \(change.words(display))"
    case .failed(let error): "error: \(error.code): \(display.shown(error).message)"
    }
  }

  /// The place in the spec that the event is about; nil if there is none, or if it is obvious.
  package var place: ActionError.Place? {
    switch self {
    case .refused(let error), .failed(let error): error.place
    case .effect(_, .failed(let failed)): failed.place
    default: nil
    }
  }

  fileprivate var color: TextStyle.Color? {
    switch self {
    case .reducing, .listener, .middleware, .effect: .blue
    case .matched: .green
    case .refused, .failed: .red
    case .stopped: .yellow
    case .dispatching: .cyan
    default: nil
    }
  }

  private static func line(of action: SpecAction, _ display: ValueDisplay) -> String {
    action.payload.fields.isEmpty
      ? action.name : "\(action.name) \(display.shown(Value.record(action.payload)).yaml)"
  }
}

extension EffectChange {
  fileprivate func words(_ display: ValueDisplay) -> String {
    switch self {
    case .waits(let duration): "waits for \(duration)"
    case .started: "starts"
    case .succeeded: "succeeds"
    case .failed(let failed): "fails: \(display.shown(failed).message)"
    case .dropped: "ends without an outcome: a newer one has been started"
    case .cancelled: "is cancelled"
    case .ended: "ends"
    case .retries(let failed): "fails and is tried again: \(display.shown(failed).message)"
    }
  }
}
