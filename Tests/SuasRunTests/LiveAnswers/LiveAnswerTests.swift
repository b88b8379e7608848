import Foundation
import LocalServer
import Locking
import Testing

/// Whatever a server answers, a live run ends with an outcome, in time, with little memory, and
/// without a request to a host that is not allowed.
///
/// With `ANSWER_TABLE=FILE` in the environment, a table of the answers is written to the file.
@Suite struct LiveAnswerTests {
  private static let groups: [(name: String, answers: [LiveAnswer])] = [
    ("redirects", LiveAnswer.redirects), ("challenges", LiveAnswer.challenges),
    ("other hosts", LiveAnswer.otherHosts), ("lengths", LiveAnswer.lengths),
    ("codings", LiveAnswer.codings), ("slowness", LiveAnswer.slowness),
    ("status lines", LiveAnswer.statusLines), ("headers", LiveAnswer.headers),
    ("JSON", LiveAnswer.json), ("texts", LiveAnswer.texts),
  ]

  /// The greatest additional memory of a run, compared with an empty answer, in megabytes.
  private static let memoryLimit = 64.0

  /// A run of the program, with its outcome and its memory.
  private struct Row: Sendable {
    let group: String
    let answer: LiveAnswer
    let result: Program.Result
    let outcome: String
    let megabytes: Double
  }

  @Test("Every answer has its outcome, in time and with little memory")
  func answers() async throws {
    let answers = Self.groups.flatMap { group in group.answers.map { (group.name, $0) } }
    let strayed = Mutex(0)
    let forbidden = RawServer { _, _ in strayed.withLock { $0 += 1 } }
    let port = forbidden.port
    let allowed = Mutex("")
    let server = RawServer { request, client in
      let index = Int(request.target.dropFirst().prefix { $0.isNumber }) ?? 0
      guard index < answers.count else {
        return client.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
      let sites = LiveAnswer.Sites(
        allowed: allowed.withLock { $0 }, forbidden: "127.0.0.1:\(port)", path: "/\(index)")
      answers[index].1.serve(request, client, sites)
    }
    let host = "127.0.0.1:\(server.port)"
    allowed.withLock { $0 = host }
    let proxy = "http://127.0.0.1:\(port)"
    let rows = try await withThrowingTaskGroup(of: (Int, Row).self) { group in
      var rows: [Int: Row] = [:]
      let empty = LiveAnswer("nothing", "", outcome: "response 200 ")
      let all = answers + [("", empty)]
      for index in all.indices {
        if index >= 4, let (index, row) = try await group.next() { rows[index] = row }
        group.addTask {
          let (name, answer) = all[index]
          return (
            index, try await Self.run(answer, of: name, at: "http://\(host)/\(index)", host, proxy)
          )
        }
      }
      for try await (index, row) in group { rows[index] = row }
      return rows
    }
    let base = try #require(rows[answers.count])
    #expect(base.outcome == base.answer.outcome)
    for index in answers.indices {
      let row = try #require(rows[index])
      let name: Comment = "\(row.group): \(row.answer.name)\n\(row.result.errors)"
      #expect(row.outcome == row.answer.outcome, name)
      #expect(row.megabytes - base.megabytes <= Self.memoryLimit, name)
      #expect(row.result.seconds < Double(row.answer.timeout) + 10, name)
    }
    #expect(strayed.withLock { $0 } == 0)
    if let file = ProcessInfo.processInfo.environment["ANSWER_TABLE"] {
      let table = answers.indices.compactMap { rows[$0] }.map { row in
        let memory = String(format: "%.0f", max(0, row.megabytes - base.megabytes))
        let seconds = String(format: "%.2f", row.result.seconds)
        return "| \(row.group) | \(row.answer.name.debugDescription.dropFirst().dropLast()) "
          + "| \(row.outcome.prefix(120)) | \(seconds) | \(memory) |\n"
      }
      let head = "| group | answer | outcome | s | MB |\n|---|---|---|---:|---:|\n"
      try Data((head + table.joined()).utf8).write(to: URL(fileURLWithPath: file))
    }
  }

  /// Runs a scenario that requests an answer; a pause at its end leaves time to measure its memory.
  private static func run(
    _ answer: LiveAnswer, of group: String, at url: String, _ host: String, _ proxy: String
  ) async throws -> Row {
    let folder = try Folder()
    try folder.write(
      """
      suas: 1
      states:
        S: { outcome: string = "" }
      actions:
        Ended: { outcome: string }
      reducers:
        R: { state: S, on: { Ended: [{ set: outcome, value: "${action.outcome}" }] } }
      middleware: [async]
      effects:
        Fetch:
          run: { http: { url: "\(url)", timeout: \(answer.timeout)s, \(answer.request) } }
          on-success:
            - dispatch: Ended
              with:
                outcome: "${'response ' + string(response.status) + ' ' + string(\(answer.shows))}"
          on-failure:
            - { dispatch: Ended, with: { outcome: "${error.code + ': ' + error.message}" } }
      """, to: "spec.yaml")
    // YAML supports the escapes of JSON.
    let expected = String(decoding: try JSONEncoder().encode(answer.outcome), as: UTF8.self)
    try folder.write(
      """
      spec: spec.yaml
      scenario: Answer
      steps:
        - dispatch: Fetch
        - respond: Fetch
        - advance: 100ms
          expect: { state: { S: { outcome: \(expected) } } }
      """, to: "a.scenario.yaml")
    let peak = Mutex(0.0)
    let result = try await Program.watched(
      ["a.scenario.yaml", "--live", "--allow-host", host], in: folder.url,
      environment: [
        "http_proxy": proxy, "https_proxy": proxy, "all_proxy": proxy, "HTTP_PROXY": proxy,
        "HTTPS_PROXY": proxy, "ALL_PROXY": proxy, "no_proxy": "",
      ]
    ) { megabytes in peak.withLock { $0 = max($0, megabytes) } }
    withExtendedLifetime(folder) {}
    return Row(
      group: group, answer: answer, result: result, outcome: outcome(of: answer, in: result),
      megabytes: peak.withLock { $0 })
  }

  /// Returns the outcome: the expected one, or else the one that the report shows.
  private static func outcome(of answer: LiveAnswer, in result: Program.Result) -> String {
    if result.status == 0 { return answer.outcome }
    let mark = "actual:   "
    guard result.status == 1,
      let line = result.output.split(separator: "\n").first(where: { $0.contains(mark) }),
      let start = line.range(of: mark)?.upperBound
    else { return "status \(result.status): \(result.output)\(result.errors)" }
    return String(line[start...])
  }
}
