import Foundation
import Testing

/// Parallel runs of scenarios: the output has the same bytes as that of a sequential run.
@Suite struct JobsTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0, texts: "list(string) = []" } }
      actions: { Add: { text: string } }
      reducers:
        R:
          state: S
          on:
            Add:
              - { increment: n }
              - { append: texts, value: "${action.text}" }
      """, to: "spec.yaml")
  }

  /// Writes scenarios of different lengths, some of which fail, are skipped or compare with
  /// goldens.
  private func write(count: Int, files: Int) throws {
    for file in 0..<files {
      var text = "spec: spec.yaml\nscenarios:\n"
      for index in stride(from: file, to: count, by: files) {
        text += """
            - name: "scenario \(index)"
              tags: [t\(index % 7)]
          \(index % 11 == 0 ? "    skip: later\n" : "")    steps:
                - { dispatch: Add, with: { text: "a\(index)" }, times: \(1 + index * 37 % 50) }
                - expect: { that: "store.S.n < \(index % 5 == 0 ? 3 : 60)" }
          \(index % 13 == 0 ? "      - golden: g\(index)\n" : "")
          """
      }
      try folder.write(text, to: "f\(file).scenario.yaml")
    }
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run(arguments, in: folder, environment: ["CI": "1"])
  }

  @Test("2,000 scenarios give the same bytes with one job and with eight")
  func sameBytes() throws {
    try write(count: 2000, files: 3)
    let all = try ["1", "8", "3"].map { jobs in
      let result = try run([
        ".", "--jobs", jobs, "--no-times", "--report", "junit:j\(jobs).xml", "--report",
        "json:j\(jobs).json", "--report", "github",
      ])
      #expect(result.status == 1)
      return [
        result.output, result.errors, try folder.text("j\(jobs).xml"),
        try folder.text("j\(jobs).json"),
      ]
    }
    #expect(all[0][0].contains(" failed, 182 skipped\n"))
    #expect(all[0] == all[1] && all[0] == all[2])
    // The text, which has no times unless it goes to a terminal, is the same even without
    // --no-times.
    #expect(try run([".", "--report", "github"]).output == all[0][0])
  }

  @Test("The first failure in order ends the run, whichever comes first in time")
  func failFast() throws {
    try write(count: 2000, files: 2)
    let outputs = try ["1", "8"].map { try run([".", "--jobs", $0, "--fail-fast"]).output }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].hasSuffix(" not run\n"))
  }

  @Test("10,000 scenarios of a file are run in little time and memory")
  func many() throws {
    var text = "spec: spec.yaml\nscenarios:\n"
    for index in 0..<10_000 {
      text += "  - { name: s\(index), steps: [{ dispatch: Add, with: { text: a } }] }\n"
    }
    try folder.write(text, to: "many.scenario.yaml")
    let result = try Program.run(
      ["many.scenario.yaml", "--jobs", "2", "--report", "junit:j.xml"], in: folder, memory: 1000)
    #expect(result.output.hasSuffix("\n10000 passed, 0 failed\n"), "\(result.errors)")
    #expect(result.seconds < 60)
  }

  @Test("--update writes the same goldens at any number of jobs")
  func update() throws {
    try write(count: 200, files: 1)
    let first = try Program.run([".", "--update", "--jobs", "8"], in: folder)
    #expect(first.output.contains("wrote ./golden/f0/g13.yaml"))
    let again = try Program.run([".", "--update", "--jobs", "8"], in: folder)
    #expect(!again.output.contains("wrote"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("golden/f0").path)
    #expect(names.allSatisfy { $0.hasSuffix(".yaml") })
  }

  @Test("Ctrl-C ends a run in good order, with what was run and exit code 130")
  func interrupt() throws {
    try write(count: 20_000, files: 1)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["f0.scenario.yaml", "--report", "json:report.json"]
    process.currentDirectoryURL = folder.url
    process.environment = ["CI": "1"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try withoutBlockedSignals { try process.run() }
    // The first bytes come once the run has begun.
    var text = output.fileHandleForReading.availableData
    process.interrupt()
    text += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(process.terminationReason == .exit)
    #expect(String(decoding: text, as: UTF8.self).hasSuffix(" not run\n"))
    #expect(try folder.text("report.json").hasSuffix("}\n"))
  }

  @Test("Ctrl-C ends a step that goes on and on")
  func interruptStep() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Add: {} }
      reducers:
        R:
          state: S
          on:
            Add: [{ set: n, value: "${lists.range(1000).map(a, a + 1).size()}" }]
      """, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenarios:
        - { name: Short, steps: [{ dispatch: Add }] }
        - { name: Endless, steps: [{ dispatch: Add, times: 100000 }] }
      """, to: "long.scenario.yaml")
    let terminal = try PseudoTerminal(
      ["long.scenario.yaml", "--jobs", "2"], in: folder.url, columns: 80)
    try terminal.expect("1 of 2 scenarios")
    kill(terminal.process.processIdentifier, SIGINT)
    try terminal.expect("1 passed, 0 failed, 1 not run")
    #expect(try terminal.end() == 130)
  }

  @Test("On a terminal of 20 columns, a line shows the progress, and disappears at the end")
  func progress() throws {
    var text = "spec: spec.yaml\nscenarios:\n"
    for index in 0..<40 {
      text += """
          - { name: s\(index), steps: [{ dispatch: Add, with: { text: a }, times: 3000 }] }

        """
    }
    try folder.write(text, to: "slow.scenario.yaml")
    let terminal = try PseudoTerminal(
      ["slow.scenario.yaml", "--jobs", "1"], in: folder.url, columns: 20)
    try terminal.expect(" of 40 scenarios\u{1B}[K")
    try terminal.expect("\r\u{1B}[K")
    try terminal.expect("✓ s39")
    try terminal.expect("40 passed, 0 failed in ")
    #expect(try terminal.end() == 0)
  }

  @Test("Piped output has no progress and no times")
  func noProgress() throws {
    try write(count: 100, files: 1)
    let result = try run(["."])
    #expect(!result.errors.contains("\u{1B}"))
    #expect(!result.output.contains(" s\n"))
  }

  @Test("Output that cannot be written is reported once")
  func fullOutput() throws {
    try write(count: 100, files: 1)
    for command in ["\(Program.path) . --list > /dev/full", "\(Program.path) . > /dev/full"] {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", command]
      shell.currentDirectoryURL = folder.url
      let errors = Pipe()
      shell.standardError = errors
      try shell.run()
      let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 2)
      #expect(told == "error: the output could not be written: No space left on device\n")
    }
  }

  @Test("If the reader of the output has gone, the program ends silently, and not as a success")
  func closedOutput() throws {
    try write(count: 100, files: 1)
    let program = Process()
    program.executableURL = URL(fileURLWithPath: Program.path)
    program.arguments = ["."]
    program.currentDirectoryURL = folder.url
    let (output, errors) = (Pipe(), Pipe())
    try output.fileHandleForReading.close()
    program.standardOutput = output
    program.standardError = errors
    try program.run()
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    #expect(program.terminationStatus == 2)
    #expect(told.isEmpty, "\(told)")
  }
}
