import CEL
import Files
public import Suas
public import SuasSpec
import Synchronization
import YAML

/// A middleware that records the actions of a running app, the answers to its effects and the time
/// that passes, and writes them as a scenario file: a bug that occurred once becomes a test.
///
/// ```swift
/// let runtime = SpecRuntime(spec, host: SpecHost(seed: 1))
/// let recorder = ScenarioRecorder(runtime, specs: ["todo.yaml"])
/// let store = Suas.createStore(
///   reducer: spec.reducer, middleware: recorder + runtime.middleware)
/// runtime.attach(to: store)
/// // … the app runs …
/// try recorder.write(to: "session.scenario.yaml", named: "A session")
/// ```
///
/// It has to be the first middleware. It sees no `reset`, which does not pass through middleware,
/// and no action of the app's own that the spec does not declare.
public final class ScenarioRecorder: Middleware, Sendable {
  private let runtime: SpecRuntime
  private let specs: [String]
  private let session = Mutex(Session())

  private struct Session {
    var initial: Record?
    var start: Timestamp?
    /// The time of the last step.
    var last: Timestamp?
    var acts: [CheckedStep.Act] = []
    /// The actions that the spec itself dispatches, which are not steps.
    var own: [SpecAction] = []
    /// Returns the state of the store.
    var getState: GetStateFunction?

    mutating func noteTime(until now: Timestamp) {
      if let last, last < now { acts.append(.advance(now.since(last))) }
      last = now
    }
  }

  /// The reason why a session cannot be written.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameters:
  ///   - runtime: The runtime of the spec on the store that is recorded.
  ///   - specs: The paths of the spec's files, relative to the scenario file.
  public init(_ runtime: SpecRuntime, specs: [String]) {
    self.runtime = runtime
    self.specs = specs
    runtime.observe(
      SpecRuntime.Observer(
        dispatching: { [weak self] action, _ in self?.session.withLock { $0.own.append(action) } },
        goingOn: { [weak self] run, event in
          guard case .answer(let answer) = event else { return }
          self?.note(.respond(effect: run.effect, which: run.which, answer))
        }))
  }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    if let specAction = runtime.spec.read(action) { note(specAction, getState) }
    next(action)
  }

  private func note(_ action: SpecAction, _ getState: @escaping GetStateFunction) {
    let isOwn = session.withLock { session in
      if session.getState == nil {
        session.getState = getState
        session.initial = runtime.spec.store.record(of: getState())
      }
      guard let place = session.own.firstIndex(where: { $0.isSame(as: action) }) else {
        return false
      }
      session.own.remove(at: place)
      return true
    }
    if !isOwn { note(.dispatch(action, times: 1)) }
  }

  private func note(_ act: CheckedStep.Act) {
    let now = runtime.clock.now
    session.withLock { session in
      if session.start == nil { session.start = now }
      session.noteTime(until: now)
      session.acts.append(act)
    }
  }

  /// Returns the text of a scenario file that repeats the session so far, and expects its outcomes.
  ///
  /// - Throws: an error if the steps do not lead to the app's state, because of a `reset`, an
  ///   action that the spec does not declare, or a random number of the system.
  public func scenario(named name: String) throws(Failure) -> String {
    let session = session.withLock { session in
      session.noteTime(until: runtime.clock.now)
      return session
    }
    guard let initial = session.initial, let start = session.start else {
      throw Failure(description: "nothing has been recorded")
    }
    let seed = runtime.seed ?? 0
    let stage = Stage(
      runtime.spec, clock: start, seed: seed,
      initial: initial.subStates)
    var steps: [RecordedStep] = []
    for act in session.acts where stage.isConcerned(by: act) {
      do throws(Stage.Hindrance) {
        let outcome = try stage.take(act)
        if let recorded = RecordedStep.Act(act, of: runtime.spec) {
          steps.append(RecordedStep(recorded, outcome: outcome))
        }
      } catch {
        throw Failure(description: "the session cannot be done again: \(error.reason)")
      }
    }
    if let getState = session.getState {
      let actual = runtime.spec.store.record(of: getState())
      guard stage.state == actual else {
        let changes = Change.all(
          from: .record(stage.state), to: .record(actual), at: Path([]))
        let paths = changes.prefix(3).map(\.path.description).joined(separator: ", ")
        throw Failure(
          description: "done again, the session leads to another state than the app's, at \(paths)")
      }
    }
    return SessionScenario(
      of: runtime.spec, at: specs, name: name, clock: start, seed: seed, initial: initial,
      steps: steps
    ).text
  }

  /// Writes a scenario file atomically.
  ///
  /// - Throws: the errors of ``scenario(named:)``, and an error if the file cannot be written.
  public func write(to path: String, named name: String) throws(Failure) {
    let text = try scenario(named: name)
    do throws(FileFailure) {
      try FileSystem.write(Array(text.utf8), to: path)
    } catch {
      throw Failure(description: "'\(path)' cannot be written: \(error.words)")
    }
  }
}

extension Stage {
  /// Returns true if an act is a step: time that passes without effects under way is not noticed,
  /// unless the spec's own actions read the clock.
  fileprivate func isConcerned(by act: CheckedStep.Act) -> Bool {
    guard case .advance = act else { return true }
    return runtime.hasEffects || spec.dependsOnClock
  }
}
