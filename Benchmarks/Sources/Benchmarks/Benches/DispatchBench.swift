/// Measures the workload: W(N), and W(N) H, which keeps the states after the last 1000 dispatches.
///
/// Each round of each contender is a process of its own: the heap that one leaves, which may
/// contain gigabytes of kept states, would slow the next one down.
struct DispatchBench {
  let sizes: [Int]
  let rounds: Int
  let isQuick: Bool

  private struct Entrant {
    let name: String
    let type: any Contender.Type
    /// The approximate time of a dispatch in nanoseconds, by the number of items: faster contenders
    /// are measured over more dispatches.
    let cost: @Sendable (Int) -> Double
    /// The largest size for which a row does not take minutes.
    let limit: Int
    /// The largest size for which the last 1000 states fit into the memory of an ordinary machine.
    let historyLimit: Int
  }

  private static var entrants: [Entrant] {
    [
      Entrant(
        name: "compiled spec", type: PreparedContender.self, cost: { _ in 500 },
        limit: .max, historyLimit: .max),
      Entrant(
        name: "compiled spec, convenient actions", type: ConvenientContender.self,
        cost: { _ in 500 }, limit: .max, historyLimit: .max),
      Entrant(
        name: "compiled spec, functions and shared rules", type: SharedRulesContender.self,
        cost: { _ in 500 }, limit: .max, historyLimit: 0),
      Entrant(
        name: "compiled spec, a guard that reads the store", type: StoreContender.self,
        cost: { _ in 500 }, limit: .max, historyLimit: 0),
      Entrant(
        name: "compiled spec, a history of 100 entries", type: HistoryContender.self,
        cost: { _ in 1000 }, limit: .max, historyLimit: 0),
      Entrant(
        name: "compiled spec, a recorder that does not record", type: IdleRecorderContender.self,
        cost: { _ in 500 }, limit: 1_000, historyLimit: 0),
      Entrant(
        name: "compiled spec, recorded in memory", type: RingRecorderContender.self,
        cost: { _ in 2500 }, limit: 1_000, historyLimit: 0),
      Entrant(
        name: "compiled spec, recorded to a file", type: FileRecorderContender.self,
        cost: { _ in 4000 }, limit: 1_000, historyLimit: 0),
      Entrant(
        name: "compiled spec, sent to a monitor", type: MonitoredContender.self,
        cost: { _ in 2500 }, limit: 1_000, historyLimit: 0),
      Entrant(
        name: "compiled spec, a saver", type: SavingContender.self,
        cost: { _ in 500 }, limit: .max, historyLimit: 0),
      Entrant(
        name: "generated Swift", type: GeneratedContender.self,
        cost: { 150 + 0.1 * Double($0) }, limit: .max, historyLimit: 100_000),
      Entrant(
        name: "generated Swift, functions called directly",
        type: GeneratedFunctionsContender.self,
        cost: { 50 + 0.1 * Double($0) }, limit: .max, historyLimit: 0),
      Entrant(
        name: "hand-written reducers", type: HandWrittenContender.self,
        cost: { 500 + 14 * Double($0) }, limit: 100_000, historyLimit: 100_000),
      Entrant(
        name: "hand-written reducers, one main listener", type: MainListenerContender.self,
        cost: { 700 + 14 * Double($0) }, limit: 1_000, historyLimit: 0),
      Entrant(
        name: "hand-written reducers, one asynchronous sequence",
        type: AsyncSequenceContender.self,
        cost: { 900 + 14 * Double($0) }, limit: 1_000, historyLimit: 0),
      Entrant(
        name: "hand-written best case", type: BestCaseContender.self,
        cost: { 50 + 0.1 * Double($0) }, limit: .max, historyLimit: 100_000),
    ]
  }

  /// - Parameter report: Receives each group of rows as soon as it is measured.
  func run(_ report: ([Row]) -> Void) {
    for size in sizes {
      verify(size)
      report(measure(size, keepsHistory: false))
      report(measure(size, keepsHistory: true))
    }
  }

  /// Checks that all contenders end with the same list.
  private func verify(_ size: Int) {
    let trace = trace(from: size, dispatches: size > 10_000 ? 100 : 3000)
    let entrants = Self.entrants.filter { size <= $0.limit }
    let checksums = entrants.map { entrant in
      let contender = entrant.type.init(count: size)
      contender.run(trace)
      precondition(contender.notifications == trace.count, "\(entrant.name) lost a notification")
      return contender.checksum.description
    }
    precondition(Set(checksums).count == 1, "the contenders differ: \(checksums)")
  }

  private func measure(_ size: Int, keepsHistory: Bool) -> [Row] {
    let history = keepsHistory ? " H" : ""
    let entrants = Self.entrants.filter {
      size <= (keepsHistory ? $0.historyLimit : $0.limit)
    }
    return measureInTurns(
      "W(\(size))\(history)",
      entrants.map { entrant in
        let dispatches = dispatches(entrant, size, keepsHistory)
        return Measurement(entrant.name, .nanoseconds) {
          Self.round(entrant.name, size, dispatches, keepsHistory)
        }
      },
      rounds: rounds)
  }

  private func dispatches(_ entrant: Entrant, _ size: Int, _ keepsHistory: Bool) -> Int {
    let budget = isQuick ? 0.05e9 : 0.2e9
    let cost =
      entrant.cost(size) + (keepsHistory && entrant.historyLimit < .max ? 14 * Double(size) : 0)
    let count = min(200_000, max(50, Int(budget / cost)))
    return keepsHistory ? max(count, 1200) : count
  }

  private static func round(
    _ name: String, _ size: Int, _ dispatches: Int, _ keepsHistory: Bool
  ) -> (Double, String?) {
    let line = ChildProcess.runAgain(
      ["--round-of", name, "--of", "\(size)", "--dispatches", "\(dispatches)"]
        + (keepsHistory ? ["--with-history"] : []))
    guard let parts = line?.split(separator: " ", maxSplits: 1), parts.count == 2,
      let time = Double(parts[0])
    else { fatalError("the process that measures '\(name)' fails") }
    return (time, String(parts[1]))
  }

  /// Runs one round of one contender, in a process of its own.
  static func runAlone(_ name: String, _ size: Int, _ dispatches: Int, keepsHistory: Bool) {
    guard let type = entrants.first(where: { $0.name == name })?.type else { return }
    let contender = type.init(count: size)
    let trace = trace(from: size, dispatches: dispatches)
    let time: Double
    if keepsHistory {
      var history = History()
      time = seconds { contender.run(trace, keeping: &history) }
    } else {
      time = seconds { contender.run(trace) }
    }
    print(time * 1e9 / Double(dispatches), "\(contender.checksum) after \(dispatches)")
  }
}
