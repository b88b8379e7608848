/// Measures the program on a spec of 50 KB with one scenario: the time from a cold start to the
/// exit, and the memory.
///
/// This bench must be the first, while the process that starts the others is small, because its
/// memory is included in theirs.
struct ProgramBench {
  let rounds: Int
  let program: String

  func run() throws -> [Row] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("spec.yaml", SpecText.make(bytes: 50_000))
    let path = try folder.write("spec.scenario.yaml", SpecText.scenario(of: "spec.yaml", steps: 1))
    func run(_ arguments: [String]) -> (seconds: Double, megabytes: Double) {
      guard let run = ChildProcess.run(program, arguments) else {
        fatalError("\(program) \(arguments.joined(separator: " ")) fails")
      }
      return run
    }
    return measureInTurns(
      "program",
      [
        Measurement("50 KB spec, one scenario", .milliseconds) { run([path]).seconds * 1e3 },
        Measurement("nothing but --help", .milliseconds) { run(["--help"]).seconds * 1e3 },
        Measurement("memory, 50 KB spec", .megabytes) { run([path]).megabytes },
      ],
      rounds: max(rounds, 20))
  }
}
