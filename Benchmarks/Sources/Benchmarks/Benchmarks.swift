import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measures the store, the parser, expressions, the runner and the program.",
    discussion: "What is compared is measured in turns, round by round; medians are told.")

  enum Bench: String, CaseIterable, ExpressibleByArgument {
    case program, dispatch, memory, saving, yaml, expressions, scenarios, explore, mutate
  }

  @Option(
    name: .customLong("only"), parsing: .upToNextOption,
    help: "The benches to run: \(Bench.allCases.map(\.rawValue).joined(separator: ", ")).")
  var benches: [Bench] = Bench.allCases

  @Option(parsing: .upToNextOption, help: "The numbers of items of the workload.")
  var sizes: [Int] = [10, 1000, 100_000, 1_000_000]

  @Option(help: "How often each row is measured.")
  var rounds = 5

  @Flag(help: "Measure three times, over shorter traces and without a million items.")
  var quick = false

  @Option(help: "A release build of suas-run, for the rows on the program.")
  var program: String?

  @Option(help: "A file to write the rows to as JSON.")
  var json: String?

  // Hidden options, for the processes that this program starts.

  @Flag(name: .customLong("memory"), help: .hidden)
  var isMemory = false

  @Option(name: .customLong("round-of"), help: .hidden)
  var contender: String?

  @Option(name: .customLong("of"), help: .hidden)
  var size = 0

  @Option(help: .hidden)
  var dispatches = 0

  @Flag(name: .customLong("with-history"), help: .hidden)
  var keepsHistory = false

  func run() throws {
    if isMemory { return MemoryBench.runAlone(size, keepsHistory: keepsHistory) }
    if let contender {
      return DispatchBench.runAlone(contender, size, dispatches, keepsHistory: keepsHistory)
    }
    let rounds = quick ? 3 : rounds
    let sizes = quick ? sizes.filter { $0 < 1_000_000 } : sizes
    var report = Report()
    for bench in benches {
      switch bench {
      case .dispatch:
        DispatchBench(sizes: sizes, rounds: rounds, isQuick: quick).run { report.add($0) }
      case .memory: report.add(MemoryBench(sizes: sizes).run())
      case .saving: report.add(SavingBench(rounds: rounds).run())
      case .yaml: report.add(YAMLBench(rounds: rounds).run())
      case .expressions: report.add(ExpressionBench(rounds: rounds).run())
      case .scenarios: report.add(try ScenarioBench(rounds: rounds).run())
      case .program:
        guard let program else { continue }
        report.add(try ProgramBench(rounds: rounds, program: program).run())
      case .explore:
        guard let program else { continue }
        report.add(try ExploreBench(rounds: rounds, program: program, isQuick: quick).run())
      case .mutate:
        guard let program else { continue }
        report.add(MutateBench(rounds: rounds, program: program).run())
      }
    }
    if let json {
      guard let file = fopen(json, "w") else { throw ValidationError("\(json) cannot be written") }
      defer { fclose(file) }
      fputs(report.json, file)
    }
  }
}
