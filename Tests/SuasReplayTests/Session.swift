import CEL
import Locking
import Suas
import SuasSpec
import Testing
import YAML

@testable import SuasLog
@testable import SuasReplay

/// A session of an app as the lines of its log, and their replays.
struct Session {
  var lines: [String]

  init(lines: [String]) { self.lines = lines }

  /// Records what `body` does with an app of a spec.
  init(of spec: String, changes: Bool = true, _ body: (App) throws -> Void) throws {
    let app = App(try CompiledSpec(Source(name: "app.yaml", text: spec)), changes: changes)
    try body(app)
    lines = app.lines
  }

  /// An app whose session is recorded.
  struct App {
    let spec: CompiledSpec
    let clock = VirtualClock(startingAt: .epoch)
    let runtime: SpecRuntime
    let store: Store
    private let buffer = LineBuffer()

    init(_ spec: CompiledSpec, changes: Bool) {
      self.spec = spec
      runtime = SpecRuntime(spec, host: SpecHost(clock: clock, makeLogger: { nil }))
      let recorder = SessionRecorder(runtime)
      store = Suas.createStore(reducer: spec.reducer, middleware: recorder + runtime.middleware)
      store.addErrorListener { _ in }
      runtime.attach(to: store)
      recorder.start(on: store, into: buffer, hasChanges: changes)
    }

    var lines: [String] {
      String(decoding: buffer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func dispatch(_ name: String, _ payload: SpecAction.Payload = [:]) throws {
      store.dispatch(action: try spec.action(name, payload))
    }

    func answer(_ effect: String, _ answer: EffectAnswer) throws {
      runtime.settle(try #require(runtime.attempt(effect, which: 0)), with: answer)
    }

    func advance(by seconds: Int64) {
      _ = clock.advance(by: CEL.Duration(nanoseconds: seconds * 1_000_000_000))
    }
  }

  /// Does the log again on a spec.
  func replay(on spec: String, isForced: Bool = false) throws -> ReplayResult {
    let compiled = try CompiledSpec(Source(name: "app.yaml", text: spec))
    return Self.replay(lines.map { $0 + "\n" }.joined(), on: compiled, isForced: isForced)
  }

  /// Does the log again.
  func replay(with replay: Replay) -> ReplayResult {
    Self.run(lines.map { $0 + "\n" }.joined(), with: replay)
  }

  static func replay(
    _ text: String, on spec: CompiledSpec, isForced: Bool = false
  ) -> ReplayResult {
    var replay = Replay(on: spec)
    replay.isForced = isForced
    return run(text, with: replay)
  }

  private static func run(_ text: String, with replay: Replay) -> ReplayResult {
    replay.run { () throws(LogFailure) in
      let rest = Mutex(Array(text.utf8))
      return {
        rest.withLock { rest in
          // In small parts, as from a pipe.
          let part = Array(rest.prefix(1000))
          rest.removeFirst(part.count)
          return part
        }
      }
    }
  }
}

extension ReplayResult {
  /// The outcome in one line.
  var line: String {
    switch outcome {
    case .same: "same"
    case .different(let difference): "different at \(difference.line): \(difference.message)"
    case .undecided(let difference): "undecided at \(difference.line): \(difference.message)"
    case .unsure(let line, let goal): "unsure at \(line): \(goal)"
    case .reached(let line, let goal): "reached at \(line): \(goal)"
    case .unsound(let failure): "unsound at \(failure.line): \(failure.message)"
    }
  }

  var difference: ReplayDifference? {
    switch outcome {
    case .different(let difference), .undecided(let difference): difference
    default: nil
    }
  }
}
