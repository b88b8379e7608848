import CEL
import Foundation
import Locking
import RandomMoves
import SuasLog
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasReplay

/// Sessions of random moves on each spec in `specs/`, recorded to files and done again.
///
/// `REPLAY_STEPS` gives the number of moves for a spec, which is small without it, `RANDOM_SEED` the
/// seed, and `RANDOM_SPECS` a part of the names of the specs. `.ci/random --replay` sets them.
@Suite("Random sessions", .timeLimit(.minutes(600)))
struct RandomReplayTests {
  @Test func `A recorded session of random moves is the same when it is done again`() {
    let names = Examples.names.filter { Self.part.isEmpty || $0.contains(Self.part) }
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      let start = ContinuousClock.now
      do {
        let seed = UInt64(Self.number("RANDOM_SEED") ?? 1)
        var walk = try RandomSessions(of: names[index], seed: seed)
        let difference = try walk.replay(Self.number("REPLAY_STEPS") ?? 2_000)
        if let difference { failures.withLock { $0.append("\(names[index]): \(difference)") } }
        guard Self.isLong else { return }
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        let outcome = difference == nil ? "no difference" : "a difference"
        let line =
          "\(names[index]): \(walk.steps) moves, \(walk.lines) lines in \(seconds) s, \(outcome)\n"
        // Standard output is shown when all tests are over.
        FileHandle.standardError.write(Data(line.utf8))
      } catch {
        failures.withLock { $0.append("\(names[index]): \(error)") }
      }
    }
    for failure in failures.withLock({ $0 }) { Issue.record("\(failure)") }
  }

  private static let isLong = number("REPLAY_STEPS") != nil
  private static let part = ProcessInfo.processInfo.environment["RANDOM_SPECS"] ?? ""

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }
}

/// Random moves in an app whose sessions are recorded one after the other, and done again.
private struct RandomSessions {
  private let spec: CompiledSpec
  private let app: RecordedApp
  private var moves: RandomMoves
  private let path: String
  /// The number of moves that were made.
  private(set) var steps = 0
  /// The number of lines that were done again.
  private(set) var lines = 0

  /// The number of moves in a session; the next one begins with the effects under way.
  private static let stepsOfSession = 5_000
  /// The number of moves that are not recorded, between two sessions.
  private static let stepsBetween = 50

  init(of name: String, seed: UInt64) throws {
    let file = Examples.folder.appending(path: "\(name)/\(name).yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    spec = try CompiledSpec(Source(name: file.lastPathComponent, text: text))
    app = RecordedApp(spec)
    moves = RandomMoves(spec, seed: seed, isWide: true)
    let logName = "suas-random-\(name)-\(UUID().uuidString).suaslog"
    path = FileManager.default.temporaryDirectory.appending(path: logName).path
  }

  /// Makes moves and does their sessions again; returns the first difference. Its log is kept.
  mutating func replay(_ count: Int) throws -> String? {
    defer { app.end() }
    var session = 0
    while steps < count {
      try app.recorder.start(on: app.store, writingTo: path, changes: session % 2 == 0)
      go(min(Self.stepsOfSession, count - steps))
      app.recorder.stop()
      if let failure = app.recorder.failure { return "session \(session): \(failure)" }
      let path = path
      let result = Replay(on: spec).run { () throws(LogFailure) in try LogReader.open(path) }
      guard case .same = result.outcome else {
        return "session \(session), \(path): \(result.line)"
      }
      lines += try Data(contentsOf: URL(filePath: path)).count { $0 == UInt8(ascii: "\n") }
      try FileManager.default.removeItem(atPath: path)
      session += 1
      go(min(Self.stepsBetween, count - steps))
    }
    return nil
  }

  private mutating func go(_ count: Int) {
    for _ in 0..<count {
      steps += 1
      if let move = moves.next(on: app.state, pending: app.pending) { app.perform(move) }
    }
  }
}
