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

  /// Waits until the process whose number a file of the folder has is gone.
  private func isGone(_ name: String) throws -> Bool {
    let number = try folder.text(name).trimmingCharacters(in: .whitespacesAndNewlines)
    let process = try #require(pid_t(number))
    for _ in 0..<100 {
      // A process that nobody has waited for is gone, too.
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if status?.contains(") Z ") ?? true { return true }
      usleep(10_000)
    }
    kill(process, SIGKILL)
    return false
  }

  @Test("What a driver leaves behind ends with the run")
  func children() throws {
    let lines = [start, answer(2, handled: true, actions: add)]
    let script =
      "sleep 300 & echo $! > child\nread -r hello\necho \"$hello\"\n"
      + lines.map { "read -r request\ncat <<'END'\n\($0)\nEND\n" }.joined()
    try folder.write(script, to: "driver.sh")
    let result = try Program.run(["counter.scenario.yaml", "--on", "sh driver.sh"], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(try isGone("child"))
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
