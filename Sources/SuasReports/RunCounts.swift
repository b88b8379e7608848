import SuasScenario

/// The numbers of a run's scenarios by outcome.
struct RunCounts {
  private(set) var passed = 0
  /// Each golden file that no step names counts as one more failure.
  private(set) var failed = 0
  private(set) var skipped = 0

  init(_ run: RunResult) {
    for file in run.files {
      for scenario in file.scenarios {
        if scenario.skip != nil {
          skipped += 1
        } else if scenario.failed {
          failed += 1
        } else {
          passed += 1
        }
      }
      failed += file.strayGoldens.count
    }
  }
}

extension Duration {
  /// The time in seconds, to the microsecond.
  var preciseSeconds: Double {
    let microseconds =
      components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1_000_000
  }

  /// The time in seconds, to the millisecond.
  var seconds: String {
    let milliseconds =
      components.seconds * 1000 + (components.attoseconds + 500_000_000_000_000)
      / 1_000_000_000_000_000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
