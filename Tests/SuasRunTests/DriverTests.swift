import Foundation
import Testing

/// `--on`: scenarios that a generated program takes, too. Its drivers are written in shell here.
@Suite struct DriverTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { Counter: { value: int = 0 } }
      actions: { Add: { by: int } }
      reducers:
        CounterReducer:
          state: Counter
          on: { Add: [{ increment: value, by: action.by }] }
      """, to: "counter.yaml")
    try folder.write(
      """
      spec: counter.yaml
      scenario: Adding
      steps:
        - dispatch: Add
          with: { by: 2 }
      """, to: "counter.scenario.yaml")
  }

  private func answer(_ value: Int, handled: Bool, actions: String) -> String {
    """
    {"state":{"Counter":{"value":\(value)}},"handled":\(handled),"errors":[],"notified":[],\
    "actions":[\(actions)],"effects":[],"failures":[]}
    """
  }

  /// Runs the scenario on a driver that repeats the digest and answers with some lines.
  private func run(answering lines: [String]) throws -> Program.Result {
    let script =
      #"""
      read -r hello
      echo "$hello"
      """# + "\n" + lines.map { "read -r request\ncat <<'END'\n\($0)\nEND\n" }.joined()
    try folder.write(script, to: "driver.sh")
    return try Program.run(["counter.scenario.yaml", "--on", "sh driver.sh"], in: folder)
  }

  private var start: String { answer(0, handled: false, actions: "") }
  private let add = #"{"name":"Add","value":{"by":2}}"#

  @Test("A program that does the same passes")
  func same() throws {
    let result = try run(answering: [start, answer(2, handled: true, actions: add)])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// The numbers of the processes that live in a group, as the system tells.
  private static func members(of group: pid_t) -> [pid_t] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap(pid_t.init).filter { process in
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // After the name, which may hold anything: the state, the parent, the group.
      let words = status?.split(separator: ")").last?.split(separator: " ") ?? []
      // A process that nobody has waited for is gone, too.
      return words.count > 2 && words[0] != "Z" && words[2] == "\(group)"
    }
  }

  /// Makes a driver that no signal but the last one ends, with a child and a grandchild of that kind,
  /// and notes its group.
  private func writeStubbornDriver(then script: String) throws {
    try folder.write(
      """
      trap '' TERM INT HUP
      sleep 300 &
      sh -c 'sleep 300 & sleep 300' &
      cut -d ' ' -f 5 /proc/$$/stat > noting.$$
      mv noting.$$ group.$$
      \(script)
      """, to: "driver.sh")
  }

  /// The groups of the drivers that were started.
  private func groups() throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix("group.") }
      .map { try #require(pid_t(try folder.text($0).split(separator: "\n").first ?? "")) }
  }

  /// Expects that nothing is left of some groups, and ends what is.
  private func expectNothing(of groups: [pid_t]) {
    for group in groups {
      // The system may still be about to end what was told to.
      for _ in 0..<50 where !Self.members(of: group).isEmpty { usleep(10_000) }
      let left = Self.members(of: group)
      #expect(left == [])
      // The number of a group that has ended may be another's by now.
      if !left.isEmpty { kill(-group, SIGKILL) }
    }
  }

  @Test(
    "What a driver has started ends with the run, whatever that comes to",
    arguments: [
      "same", "different", "exit 3", "echo x", "kill -9 $$", "exec >&- <&-; sleep 300", "sleep 300",
    ])
  func leftBehind(script: String) throws {
    let words = ["same": answer(2, handled: true, actions: add), "different": start]
    let answers = words[script].map { [start, $0] } ?? []
    try writeStubbornDriver(
      then: "read -r hello\necho \"$hello\"\n"
        + answers.map { "read -r request\ncat <<'END'\n\($0)\nEND\n" }.joined()
        + (answers.isEmpty ? script : "sleep 300"))
    let result = try Program.run(["counter.scenario.yaml", "--on", "sh driver.sh"], in: folder)
    #expect(result.status == (script == "same" ? 0 : 1), "\(result.output)\(result.errors)")
    #expect(try groups().count == 1)
    expectNothing(of: try groups())
  }

  @Test(
    "A signal ends the program, its drivers and what these have started, within a second",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(signal: Int32) throws {
    try writeStubbornDriver(then: "sleep 300")
    for number in 1...3 {
      try folder.write(try folder.text("counter.scenario.yaml"), to: "\(number).scenario.yaml")
    }
    var told = ContinuousClock.now
    let scenarios = (1...3).map { "\($0).scenario.yaml" }
    let result = try Program.run(
      scenarios + ["--jobs", "3", "--on", "sh driver.sh"], in: folder.url
    ) { process in
      while (try? groups().count) != 3, process.isRunning { usleep(10_000) }
      told = .now
      kill(process.processIdentifier, signal)
    }
    #expect(ContinuousClock.now - told < .seconds(1))
    #expect(result.status == (signal == SIGINT ? 130 : signal), "\(result.errors)")
    expectNothing(of: try groups())
  }

  @Test("A signal ends drivers that are just being started, too")
  func signalsAtAnyTime() throws {
    try writeStubbornDriver(then: "sleep 300")
    for number in 1...4 {
      try folder.write(try folder.text("counter.scenario.yaml"), to: "\(number).scenario.yaml")
    }
    let scenarios = (1...4).map { "\($0).scenario.yaml" }
    for number in 0..<30 {
      _ = try Program.run(
        scenarios + ["--jobs", "4", "--on", "sh driver.sh"], in: folder.url
      ) { process in
        let known = (try? groups().count) ?? 0
        if number.isMultiple(of: 2) {
          usleep(UInt32(number) * 4_000)
        } else {
          while (try? groups().count) == known, process.isRunning { usleep(100) }
        }
        kill(process.processIdentifier, SIGTERM)
      }
    }
    // One that was left would note its group by now.
    usleep(500_000)
    expectNothing(of: try groups())
  }

  @Test("A program that does something else fails, with a line for each difference")
  func different() throws {
    let result = try run(answering: [start, answer(3, handled: false, actions: "")])
    #expect(result.status == 1)
    for line in [
      "the program differs: 'state.Counter.value' is 3, where the interpreter has 2",
      "the program differs: 'handled' is false, where the interpreter has true",
      #"'actions[0]' is not there, where the interpreter has {"name":"Add","value":{"by":2}}"#,
    ] {
      #expect(result.output.contains(line), "\(result.output)")
    }
    #expect(result.output.contains("counter.scenario.yaml:4:5"))
  }

  @Test("A store that differs from the beginning is no driver")
  func otherStart() throws {
    let result = try run(answering: [answer(1, handled: false, actions: "")])
    #expect(
      result.output.contains(
        "the program cannot be driven: its store differs from the beginning: "
          + "'state.Counter.value' is 1, where the interpreter has 0"), "\(result.output)")
  }

  @Test(
    "A driver that does not do its work is told of, with what it said",
    arguments: [
      ("echo oh no >&2; exit 3", "it ended with exit code 3, and said: oh no"),
      ("kill -9 $$", "it ended by signal 9"),
      ("echo hello; cat", "it answered with what is no JSON object: hello"),
      (
        #"echo '{"suas-driver":1,"spec":"1"}'; cat"#, "it was made from another version of the spec"
      ),
      ("echo '{}'; cat", "it does not say which spec it was made from"),
      (#"printf '\377\n'; cat"#, "it answered with what is no UTF-8"),
      ("no-such-command", "it ended with exit code 127, and said:"),
      ("sleep 60", "it did not answer within 10 s"),
    ])
  func bad(command: String, message: String) throws {
    let result = try Program.run(["counter.scenario.yaml", "--on", command], in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains(message), "\(result.output)")
    #expect(result.seconds < 20)
  }

  @Test("'--on' runs steps, so it goes with nothing that runs none or others")
  func usage() throws {
    for option in ["--list", "--live", "--update-expect"] {
      let result = try Program.run(
        ["counter.scenario.yaml", "--on", "cat", option], in: folder)
      #expect(result.status == 64)
    }
  }
}
