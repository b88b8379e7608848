/// Measures the memory of a process that runs the workload; each row has a process of its own.
struct MemoryBench {
  let sizes: [Int]

  /// Runs the workload in a process of its own, and prints its peak memory.
  static func runAlone(_ size: Int, keepsHistory: Bool) {
    let contender = PreparedContender(count: size)
    let trace = trace(from: size, dispatches: 20_000)
    if keepsHistory {
      var history = History()
      contender.run(trace, keeping: &history)
      use(history)
    } else {
      contender.run(trace)
    }
    print(ChildProcess.peakMegabytes ?? .nan)
  }

  func run() -> [Row] {
    sizes.flatMap { size in
      [false, true].map { keepsHistory in
        let arguments =
          ["--memory", "--of", "\(size)"] + (keepsHistory ? ["--with-history"] : [])
        guard let line = ChildProcess.runAgain(arguments), let megabytes = Double(line) else {
          fatalError("the process that measures memory fails")
        }
        return Row(
          "memory", "compiled spec, W(\(size))\(keepsHistory ? " H" : "")", .megabytes,
          [megabytes])
      }
    }
  }
}
