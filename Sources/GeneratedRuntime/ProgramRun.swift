import Suas

/// A generated program as its trace driver and tests run it.
package protocol DrivenProgram: Sendable {
  /// The digest of the spec that the program was generated from.
  var digest: String { get }

  /// Makes a store that begins with some sub-states.
  func makeStore(_ state: Store.State, _ runner: EffectRunner, _ record: RunRecord) -> Store
  /// Reads the sub-states of a whole state.
  func keyedState(_ json: JSONValue) throws(Failure) -> KeyedState
  /// Makes an action from the fields that are written; nil for the name of no action.
  func action(
    _ name: String, _ fields: OrderedMap<JSONValue, JSONValue>, _ runtime: AppRuntime
  ) throws(Failure) -> (any Action)?
  /// The name and the payload of an action.
  func describe(_ action: any Action) -> (name: String, payload: JSONValue)?
  func json(_ state: Store.State) -> JSONValue
  /// Adds a listener to a store.
  func listen(
    _ name: String, _ store: Store, _ runner: EffectRunner, _ record: RunRecord
  ) -> RunListener?
  /// The names of the listeners, in the order of their declarations.
  var listeners: [String] { get }

  /// Restores a state from a text; nil if the program saves nothing.
  func restore(_ text: [UInt8]?) -> Restoration?
  /// The text that is saved of a state, without the time; nil if nothing is.
  func savedText(of state: Store.State) -> [UInt8]?
  /// Runs the steps of a new store.
  func react(to restoration: Restoration?, in store: Store, _ runner: EffectRunner)
}

extension DrivenProgram {
  package func restore(_: [UInt8]?) -> Restoration? { nil }
  package func savedText(of _: Store.State) -> [UInt8]? { nil }
  package func react(to _: Restoration?, in _: Store, _: EffectRunner) {}
}

/// A listener of a driven program, which can be added and removed.
package struct RunListener {
  package let add: () -> Void
  package let remove: () -> Void

  package init<Value>(_ subscription: Store.Subscription<Value>) {
    add = { subscription.addListener() }
    remove = { subscription.removeListener() }
  }
}

/// The events of one step.
package final class RunRecord: @unchecked Sendable {
  package var isHandled = false
  package var errors: [ActionError] = []
  package var notified: [(name: String, value: JSONValue)] = []
  package var actions: [any Action] = []
  /// The attempts of effects that began.
  package var requests: [(effect: String, run: EffectRun)] = []
  package var failures: [(effect: String, failure: EffectFailure)] = []
  /// The number of actions that middleware and listeners dispatched or handed on in answer to the last
  /// one that was dispatched to the store.
  private var answers = 0

  package func clear() {
    answers = 0
    failures = []
    requests = []
    isHandled = false
    errors = []
    notified = []
    actions = []
  }

  /// The most actions in answer to one.
  private static let limit = 100_000

  package func beginDispatch() { answers = 0 }

  /// Counts one more action in answer; notes an error and returns false once there are too many.
  package func mayGoOn() -> Bool {
    answers += 1
    if answers == Self.limit + 1 {
      errors.append(
        ActionError(
          code: "cost-exceeded",
          message: "middleware and listeners dispatch more than \(Self.limit) actions in answer"))
    }
    return answers <= Self.limit
  }

  package func tell(_ name: String, _ value: JSONValue) { notified.append((name, value)) }
}

/// A reducer that changes nothing and notes the actions that reach the reducers.
package struct RecordingReducer: Reducer {
  package let record: RunRecord
  package let stateKey = "what is recorded"
  package let initialState = false

  package func reduce(state: Bool, action: any Action) -> Bool? {
    record.actions.append(action)
    return nil
  }
}

/// A program under way on a store of its own, with a clock that moves only when it is told to.
package final class ProgramRun {
  package private(set) var store: Store
  package private(set) var runner: EffectRunner
  /// The events since it was last cleared.
  package let record = RunRecord()
  /// The result of the start, or of the last restart; nil if nothing was found.
  package private(set) var restoration: Restoration?
  private let program: any DrivenProgram
  private let clock: VirtualClock
  private var listeners: [String: RunListener] = [:]
  private var errors: ActionSubscription

  /// - Parameters:
  ///   - clock: The time at which the clock starts.
  ///   - seed: The seed of random ids.
  ///   - state: The sub-states to begin with, in place of the reducers' own.
  ///   - text: The saved text that the program finds; nil to begin with the sub-states.
  package init(
    _ program: some DrivenProgram, clock start: Timestamp, seed: Int64, state: KeyedState = [:],
    finding text: [UInt8]? = nil
  ) {
    self.program = program
    let clock = VirtualClock(startingAt: start)
    self.clock = clock
    let runtime = AppRuntime(
      clock: clock, seed: seed, report: { [record] in record.errors.append($0) })
    runner = Self.runner(runtime, record)
    restoration = text.flatMap { program.restore($0) }
    store = program.makeStore(restoration?.state ?? Store.State(dictionary: state), runner, record)
    errors = store.addErrorListener { [record] in record.errors.append($0) }
    addListeners()
    program.react(to: restoration, in: store, runner)
  }

  private static func runner(_ runtime: AppRuntime, _ record: RunRecord) -> EffectRunner {
    EffectRunner(
      runtime, failed: { record.failures.append(($0, $1)) },
      requested: { record.requests.append(($0, $1)) }, mayGoOn: { record.mayGoOn() },
      judgesAtRest: true)
  }

  private func addListeners() {
    for name in program.listeners {
      listeners[name] = program.listen(name, store, runner, record)
    }
  }

  /// Ends the store with all of its effects, and begins another with what was saved, while the clock
  /// goes on.
  ///
  /// - Parameter text: The saved text that the program finds; nil for that of the present state.
  package func restart(finding text: [UInt8]? = nil) {
    restoration = program.restore(text ?? program.savedText(of: store.state))
    runner.cancelEffects()
    runner = Self.runner(runner.runtime, record)
    store = program.makeStore(
      restoration?.state ?? Store.State(dictionary: [:]), runner, record)
    errors = store.addErrorListener { [record] in record.errors.append($0) }
    runner.untilRest {
      addListeners()
      program.react(to: restoration, in: store, runner)
    }
  }

  /// The text that would be saved, without the time; nil if nothing is.
  package var savedText: String? {
    program.savedText(of: store.state).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Forgets the events of the step before.
  package func beginStep() {
    record.clear()
    runner.beginStep()
  }

  package func dispatch(_ action: any Action) {
    record.beginDispatch()
    store.dispatch(action: action)
  }

  /// Moves the clock; returns the reason if it cannot go that far.
  package func advance(by period: Period) -> String? {
    guard clock.canAdvance(by: period) else {
      return "the clock cannot go beyond 9999-12-31T23:59:59.999999999Z"
    }
    if !clock.advance(by: period) {
      record.errors.append(
        ActionError(
          code: "cost-exceeded",
          message: "more than \(VirtualClock.limit) things happen while the time passes"))
    }
    return nil
  }

  package func reset() { runner.untilRest { store.reset() } }

  package func listen(_ name: String) { listeners[name]?.add() }
  package func unlisten(_ name: String) { listeners[name]?.remove() }
}

extension EffectRun {
  /// The request of the effect as drivers and tests show it.
  package var json: JSONValue {
    switch self {
    case .delay(let period): .object(["delay": period.json])
    case .every(let period): .object(["every": period.json])
    case .request(.http(let request), _):
      .object([
        "http": .object([
          "method": .string(request.method), "url": .string(request.url),
          "headers": .array(
            request.headers.map { .array([.string($0.name), .string($0.value)]) }),
          "body": request.sentBody ?? .null,
        ])
      ])
    case .request(.readFile(let path), _): .object(["read-file": .string(path)])
    case .request(.writeFile(let path, let value), _):
      .object(["write-file": .object(["path": .string(path), "value": value.sent])])
    case .request(.custom(let name, let input), _):
      .object(["custom": .object(["name": .string(name), "input": input])])
    }
  }
}

extension HTTPRequest {
  /// The text of the body; a text is JSON itself only where a header says so.
  fileprivate var sentBody: JSONValue? {
    guard let body, case .string = body else { return body?.sent }
    let header = headers.first { $0.name.lowercased() == "content-type" }
    let type = header?.value.lowercased().split(separator: ";").first ?? ""
    let kind = type.filter { $0 != " " && $0 != "\t" }
    let isJSON = kind == "application/json" || kind == "text/json" || kind.hasSuffix("+json")
    return isJSON ? .string(body.text) : body
  }
}

extension JSONValue {
  /// The text that is sent for the value.
  fileprivate var sent: JSONValue { if case .string = self { self } else { .string(text) } }
}
