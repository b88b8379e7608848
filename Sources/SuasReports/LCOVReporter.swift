import SuasScenario
import SuasSpec
import YAML

/// Writes the coverage as an LCOV tracefile (geninfo(1), "Tracefile format").
///
/// A line counts as hit if a point on it was reached; the outcomes of a condition are the branches
/// of its line.
public struct LCOVReporter {
  private let write: (String) -> Void

  /// - Parameter write: Receives the parts of the text, one after the other.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  public func report(_ report: CoverageReport) {
    for file in report.files {
      write("TN:\nSF:\(DisplayText.escaped(file.path))\n")
      writeBranches(file)
      writeLines(file)
      write("end_of_record\n")
    }
  }

  private func writeBranches(_ file: CoveredFile) {
    var (found, hit) = (0, 0)
    let conditions = file.points.filter { $0.point.isCondition && $0.tally.total > 0 }
    for (block, point) in conditions.enumerated() {
      for (branch, count) in point.counts.enumerated() where point.isPossible[branch] {
        let taken = point.visits == 0 ? "-" : String(count)
        write("BRDA:\(point.line),\(block),\(branch),\(taken)\n")
        found += 1
        hit += count > 0 ? 1 : 0
      }
    }
    write("BRF:\(found)\nBRH:\(hit)\n")
  }

  private func writeLines(_ file: CoveredFile) {
    var counts: [Int: Int] = [:]
    for point in file.points where point.tally.total > 0 {
      counts[point.line] = max(counts[point.line] ?? 0, point.visits)
    }
    let lines = counts.sorted { $0.key < $1.key }
    for (line, count) in lines { write("DA:\(line),\(count)\n") }
    write("LF:\(lines.count)\nLH:\(lines.count { $0.value > 0 })\n")
  }
}

extension CoveredPoint {
  /// Counted from 1.
  fileprivate var line: Int { point.place.location.line + 1 }
}
