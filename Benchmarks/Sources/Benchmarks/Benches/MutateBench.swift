/// Measures `suas-run mutate` on all processors, on specs of this repository: how many mutants are
/// made and judged in a second, with the comparisons of those that no scenario kills.
struct MutateBench {
  let rounds: Int
  let program: String

  func run() -> [Row] {
    ["checkout", "login"].flatMap { name -> [Row] in
      let path = "\(Self.specs)/\(name)/\(name).scenario.yaml"
      let outcomes = (0..<rounds).map { _ in mutate(path) }
      return [
        Row("mutate", name, .perSecond, outcomes.map { $0.mutants / $0.seconds }),
        Row(
          "mutate", "\(name), by a processor's time", .perSecond,
          outcomes.map { $0.mutants / $0.processorSeconds }),
      ]
    }
  }

  private func mutate(_ path: String)
    -> (mutants: Double, seconds: Double, processorSeconds: Double)
  {
    var line: String?
    let before = ChildProcess.processorSeconds
    let seconds = secondsPassing {
      line = ChildProcess.firstLine(
        of: "/bin/sh",
        ["-c", #""$0" mutate --root "$1" "$2" | grep " mutants: ""#, program, Self.specs, path])
    }
    guard let mutants = line.flatMap({ Double($0.prefix { $0.isNumber }) }) else {
      fatalError("\(program) mutate \(path) fails")
    }
    return (mutants, seconds, ChildProcess.processorSeconds - before)
  }

  /// The folder of the specs of the repository.
  private static var specs: String {
    #filePath.split(separator: "/").dropLast(5).reduce("") { "\($0)/\($1)" } + "/specs"
  }
}
