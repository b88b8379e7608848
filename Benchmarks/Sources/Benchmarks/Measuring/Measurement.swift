#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A measurement: one round returns a time or a rate.
struct Measurement {
  let name: String
  let unit: Row.Unit
  let round: () -> (value: Double, result: String?)

  init(_ name: String, _ unit: Row.Unit, round: @escaping () -> (value: Double, result: String?)) {
    self.name = name
    self.unit = unit
    self.round = round
  }

  init(_ name: String, _ unit: Row.Unit, round: @escaping () -> Double) {
    self.init(name, unit) { (round(), nil) }
  }
}

/// Measures in rounds, each measurement once per round, so that anything that slows the machine
/// down affects all of them.
func measureInTurns(_ bench: String, _ measurements: [Measurement], rounds: Int) -> [Row] {
  var samples = Array(repeating: [Double](), count: measurements.count)
  var results = [String?](repeating: nil, count: measurements.count)
  for _ in 0..<rounds {
    for (index, measurement) in measurements.enumerated() {
      let (value, result) = measurement.round()
      samples[index].append(value)
      results[index] = result
    }
  }
  return measurements.indices.map { index in
    let row = Row(
      bench, measurements[index].name, measurements[index].unit, samples[index],
      result: results[index])
    // Each row is also reported at once, since a whole run takes a long time.
    let line = "\(row.bench), \(row.name): \(row.median) \(row.unit.rawValue)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    return row
  }
}

/// Returns the processor time of the thread that runs `body`, in seconds; other processes affect it
/// as little as possible.
func seconds(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  body()
  return now() - start
}

/// Returns the seconds that pass while `body` runs.
func secondsPassing(_ body: () -> Void) -> Double {
  let duration = ContinuousClock().measure(body).components
  return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
}

/// Keeps the optimizer from removing a value.
@inline(never)
func use<Value>(_ value: Value) {}
