import Locking
import Values

/// Keeps the last lines in memory, from a first line on that is made anew every so often.
///
/// Two buffers of a fixed size take turns. While a new first line is made, lines go to both; then
/// the other one is in use.
final class LineRing: LineSink {
  private let state: Mutex<State>
  /// The buffer that a crash handler writes.
  let report: CrashReport

  private struct State {
    var present: CrashBuffer
    var next: CrashBuffer
    /// The lines since the state was taken from which a new first line is being made; nil if none
    /// is being made.
    var upcoming: [UInt8]?
    /// True if lines were dropped, so that the present ones are of no use beyond them.
    var isBroken = true
    /// The number of first lines that were asked for, by which late ones are recognized.
    var generation = 0
  }

  /// - Parameter capacity: The size of each buffer, in bytes.
  init(capacity: Int) {
    let first = CrashBuffer(capacity: capacity)
    report = CrashReport(first)
    state = Mutex(State(present: first, next: CrashBuffer(capacity: capacity)))
  }

  /// The lines that are kept.
  var bytes: [UInt8] { state.withLock(\.present.bytes) }

  func take(_ line: [UInt8]) {
    state.withLock { state in
      if !state.isBroken, !state.present.append(line) { state.isBroken = true }
      guard let size = state.upcoming?.count else { return }
      if size + line.count > state.next.capacity / 2 {
        // Whoever makes the first line is too slow; another one is asked for.
        state.upcoming = nil
        state.generation += 1
      } else {
        state.upcoming? += line
      }
    }
  }

  var linesBeforeBase: Int? {
    state.withLock { state in
      guard state.upcoming == nil else { return nil }
      let isHalfFull = state.present.contents.count > state.present.capacity / 2
      return state.isBroken || isHalfFull ? 0 : nil
    }
  }

  func takeBase(_ make: @escaping @Sendable () -> [UInt8]) {
    let generation = state.withLock { state in
      state.upcoming = []
      return state.generation
    }
    Task { self.begin(with: make(), generation) }
  }

  private func begin(with base: [UInt8], _ generation: Int) {
    state.withLock { state in
      guard generation == state.generation, let lines = state.upcoming else { return }
      state.upcoming = nil
      state.next.removeAll()
      guard state.next.append(base), state.next.append(lines) else { return }
      swap(&state.present, &state.next)
      state.isBroken = false
      report.use(state.present)
    }
  }

  func end() {}
}
