import CEL
import Foundation
import RandomMoves
import SuasEngine
import SuasGenerate
import SuasLog
import SuasProgram
import SuasSpec
import Testing

@testable import SuasScenario

extension CompiledPrograms {
  /// Session logs of an app in Swift and of generated programs, which do the same.
  @Suite("Recorded sessions", .timeLimit(.minutes(60)), .serialized)
  struct RecordedSessionTests {
    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Swift and Kotlin write the same logs for the same moves`() throws {
      let specs = try Self.specs()
      let programs = try KotlinPrograms(specs, hasRecorder: true)
      try withExtendedLifetime(programs) {
        try compare(specs, with: programs.drivers, in: "Kotlin")
      }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `Swift and TypeScript write the same logs for the same moves`() throws {
      let specs = try Self.specs()
      let programs = try TypeScriptPrograms(specs, with: .recording, ints: .bigint)
      try withExtendedLifetime(programs) {
        try compare(specs, with: programs.drivers, in: "TypeScript")
      }
    }

    private static func specs() throws -> [Corpus.Spec] {
      let fixtures = ["sensitive-answers", "sensitive-history-groups"].map {
        "Tests/SuasRunTests/Fixtures/\($0)/spec.yaml"
      }
      return try (GeneratedProgram.specs + fixtures).map { name in
        let path = GeneratedProgram.sources.appending(path: name).path
        return Corpus.Spec(name: name, checked: try Loader(root: nil).checkedSpec(at: [path]))
      }
    }

    private func compare(
      _ specs: [Corpus.Spec], with drivers: DriverPool, in language: String
    ) throws {
      var kinds: Set<String> = []
      for spec in specs {
        for seed in 1...RecordedSession.count {
          var session = try RecordedSession(of: spec.checked, seed: UInt64(seed))
          try session.record(with: drivers)
          if let difference = session.difference(in: language) {
            Issue.record("\(spec.name), seed \(seed): \(difference)")
            break
          }
          kinds.formUnion(session.kinds)
        }
      }
      #expect(kinds.isSuperset(of: RecordedSession.allKinds), "\(kinds.sorted())")
    }
  }
}

/// A session of random moves, which an app in Swift and a generated program record.
private struct RecordedSession {
  /// The number of sessions for a spec.
  static let count = 2
  /// The number of moves of a session: enough for a digest.
  private static let steps = 1_500
  /// The number of moves before the recording begins.
  private static let stepsBefore = 40
  private static let limit = 60_000

  private let spec: CompiledSpec
  private var requests: [String] = []
  private let lines: [String]
  private var others: [String] = []

  init(of checked: CheckedSpec, seed: UInt64) throws {
    var spec = CompiledSpec(compiling: checked)
    // These limits are the interpreter's alone.
    spec.limits = Limits(cost: .max / 4, leaves: .max / 4)
    self.spec = spec
    let app = RecordedApp(spec)
    var moves = RandomMoves(spec, seed: seed, isWide: true)
    let begin = JSONText.object { json in
      json.writeObject("begin") { json in
        json.write("clock", .timestamp(.epoch))
        json.write("seed", .int(0))
        json.write("state", .record(app.state))
      }
    }
    requests.append(begin.text)
    let buffer = LineBuffer()
    for step in 0..<Self.steps {
      if step == Self.stepsBefore {
        app.recorder.start(on: app.store, into: buffer, hasChanges: false)
        requests.append("record")
      }
      guard let move = moves.next(on: app.state, pending: app.pending) else { continue }
      app.perform(move)
      if let request = JSONText.request(for: move.act, of: spec) { requests.append(request.text) }
    }
    app.end()
    lines = Self.lines(of: buffer.bytes)
  }

  private static func lines(of bytes: some Sequence<UInt8>) -> [String] {
    String(decoding: Array(bytes), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Has a generated program do and record the same.
  mutating func record(with pool: DriverPool) throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "suas-session-\(UUID().uuidString).suaslog"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let start = JSONText.object { $0.write("record", path) }.text
    let driver = try pool.take()
    let digest = spec.checked.digest
    let greeting = JSONText.object { json in
      json.write("suas-driver", 1)
      json.write("spec", digest)
    }
    let all = [greeting.text] + requests.map { $0 == "record" ? start : $0 } + [#"{"record":null}"#]
    _ = try driver.ask(all, within: Self.limit)
    pool.give(back: driver)
    others = Self.lines(of: try Data(contentsOf: URL(filePath: path)))
  }

  /// The first line that differs in a language; nil if none does.
  func difference(in language: String) -> String? {
    let (lines, others) = (Self.comparable(lines), Self.comparable(others))
    for (number, (line, other)) in zip(lines, others).enumerated() where line != other {
      let before = lines[max(0, number - 6)..<number].joined(separator: "\n")
      return "line \(number + 1), after\n\(before)\nSwift: \(line)\n\(language): \(other)"
    }
    guard lines.count != others.count else { return nil }
    let longer = lines.count > others.count ? lines : others
    return "\(lines.count) lines in Swift, \(others.count) in \(language), then "
      + longer[min(lines.count, others.count)]
  }

  /// The lines with numbers for the hashes of sensitive values, whose keys are random.
  private static func comparable(_ lines: [String]) -> [String] {
    var numbers: [Substring: Int] = [:]
    let hasHashes = lines.contains { $0.contains(#"{"$sensitive":""#) }
    return lines.map { line in
      let numbered = line.replacing(/"\$sensitive":"([0-9a-f]{16})"/) { match in
        let number = numbers[match.1] ?? numbers.count
        numbers[match.1] = number
        return "\"$sensitive\":\(number)"
      }
      // A digest is of the store with these hashes.
      return hasHashes ? numbered.replacing(/"digest":"[0-9a-f]{16}"/, with: "digest") : numbered
    }
  }

  /// The kinds of lines that the session has.
  var kinds: Set<String> {
    Set(
      lines.flatMap { line in
        Self.allKinds.filter { line.contains($0.hasPrefix("\"from") ? $0 : "\"\($0)\":") }
      })
  }

  static let allKinds: Set<String> = [
    "\"from\":\"app\"", "\"from\":\"middleware\"", "\"from\":\"listener\"",
    "\"from\":\"effect\"", "answer", "fail", "timeout", "start", "cancel", "read", "refused",
    "failed", "reset", "listen", "unlisten", "digest", "end", "effects", "nth", "$sensitive",
  ]
}
