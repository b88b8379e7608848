/// One line of the table: the time or rate of a contender in each round.
struct Row {
  let bench: String
  let name: String
  let unit: Unit
  private let samples: [Double]
  /// The checksum of the run; it must be the same for all contenders.
  var result: String?

  enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case megabytes = "MB"
    case megabytesPerSecond = "MB/s"
    case perSecond = "/s"
    case perMinute = "/min"
  }

  init(_ bench: String, _ name: String, _ unit: Unit, _ samples: [Double], result: String? = nil) {
    self.bench = bench
    self.name = name
    self.unit = unit
    self.samples = samples.sorted()
    self.result = result
  }

  var median: Double { samples.isEmpty ? .nan : samples[samples.count / 2] }
  var least: Double { samples.first ?? .nan }
  var most: Double { samples.last ?? .nan }
}
