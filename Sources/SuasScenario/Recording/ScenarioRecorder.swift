import CEL
import Files
import Locking
public import Suas
import SuasLog
public import SuasSpec
import YAML

/// A middleware that records a running app, and writes its actions as a scenario file: a bug that
/// occurred once becomes a test.
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
/// It stands directly before the spec's own middleware, and records from the first action after the
/// runtime was attached to the store. It keeps the session log of all that happens in memory;
/// values of sensitive fields are written to the scenario as they are.
public final class ScenarioRecorder: Middleware, Sendable {
  private let runtime: SpecRuntime
  private let specs: [String]
  private let recorder: SessionRecorder
  private let lines = LineBuffer()
  private let store = Mutex(WeakStore())

  private struct WeakStore {
    weak var store: Store?
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
    recorder = SessionRecorder(runtime)
  }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    begin()
    recorder.onAction(action: action, getState: getState, dispatch: dispatch, next: next)
  }

  /// Begins to record, if the runtime has its store by now.
  private func begin() {
    let store = store.withLock { weak -> Store? in
      guard weak.store == nil, let store = runtime.attachedStore else { return nil }
      weak.store = store
      return store
    }
    guard let store else { return }
    recorder.start(on: store, into: lines, hasChanges: false, writer: LineWriter())
  }

  /// Returns the text of a scenario file that repeats the session so far, and expects its outcomes.
  ///
  /// - Throws: an error if the steps do not lead to the app's state, because of an action that the
  ///   spec does not declare, or a random number of the system.
  public func scenario(named name: String) throws(Failure) -> String {
    let bytes = lines.bytes
    guard !bytes.isEmpty, let store = store.withLock(\.store) else {
      throw Failure(description: "nothing has been recorded")
    }
    let session: Session
    do throws(LogFailure) {
      session = try Session(
        of: runtime.spec, at: specs, opening: LogReader.source(of: bytes),
        seed: runtime.seed ?? 0, until: runtime.clock.now)
    } catch {
      throw Failure(description: "the session cannot be done again: \(error.message)")
    }
    let actual = runtime.spec.store.record(of: store.state)
    guard session.stage.state == actual else {
      let changes = Change.all(
        from: .record(session.stage.state), to: .record(actual), at: Path([]))
      let paths = changes.prefix(3).map(\.path.description).joined(separator: ", ")
      throw Failure(
        description: "done again, the session leads to another state than the app's, at \(paths)")
    }
    return session.scenario(named: name, of: specs).text
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
