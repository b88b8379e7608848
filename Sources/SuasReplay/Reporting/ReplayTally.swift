/// The number of logs with each outcome.
package struct ReplayTally: Sendable {
  private var counts: [ReplayRecord.Outcome: Int] = [:]

  package init() {}

  package mutating func add(_ record: ReplayRecord) { counts[record.outcome, default: 0] += 1 }

  package func count(of outcome: ReplayRecord.Outcome) -> Int { counts[outcome] ?? 0 }

  /// The tally in one line.
  var text: String {
    let parts = ReplayRecord.Outcome.allCases.filter { $0 == .same || count(of: $0) > 0 }
    return parts.map { "\(count(of: $0)) \($0.rawValue)" }.joined(separator: ", ")
  }
}
