import ArgumentParser
import SuasScenario
import YAML

/// What is told of the rules, guards and branches that the scenarios have seen.
struct CoverageArguments: ParsableArguments {
  @Flag(
    help: "Print how much of each spec the scenarios have seen, and the lines that they have not.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Fail where they have seen less of all outcomes than this.", valueName: "percent"))
  var coverageMin: Double?

  @Option(
    help: ArgumentHelp("Write what they have seen as an LCOV tracefile.", valueName: "file"),
    completion: .file())
  var coverageLcov: String?

  /// Whether anything is to be told.
  var isWanted: Bool { coverage || coverageMin != nil || coverageLcov != nil }

  func validate() throws {
    if let coverageMin, !(0...100).contains(coverageMin) {
      throw ValidationError("--coverage-min takes a number from 0 to 100")
    }
    try coverageLcov.map(ReportFile.checkName)
  }

  /// Sees to it that the tracefile can be written, before anything is run.
  func prepare() throws { try coverageLcov.map(ReportFile.prepare) }

  /// Prints what is asked for.
  ///
  /// - Parameter usesErrors: Whether the text goes to standard error.
  func show(_ report: CoverageReport, usesErrors: Bool) {
    guard coverage else { return }
    let reporter =
      usesErrors
      ? CoverageReporter(style: Terminal.errorStyle, write: Terminal.writeError)
      : CoverageReporter(style: Terminal.outputStyle, write: Terminal.write)
    reporter.report(report)
  }

  /// Writes the tracefile that is asked for.
  ///
  /// - Returns: whether it could be written.
  func write(_ report: CoverageReport) -> Bool {
    guard let coverageLcov else { return true }
    return ReportFile.write(to: coverageLcov) { LCOVReporter(write: $0).report(report) }
  }

  /// Whether so much was seen as is asked for; says what is missing.
  func isReached(by report: CoverageReport) -> Bool {
    let tally = report.tally
    guard let coverageMin, !tally.reaches(coverageMin) else { return true }
    Terminal.complain(
      """
      \(tally.percentText) % of the specs are covered, where --coverage-min asks for \
      \(coverageMin.formatted): \(tally.shortfall(to: coverageMin))
      """)
    return false
  }
}

extension Double {
  /// The number as people write it.
  fileprivate var formatted: String { rounded() == self ? "\(Int(self)) %" : "\(self) %" }
}

extension CoverageTally {
  /// How much more would have to be seen.
  fileprivate func shortfall(to minimum: Double) -> String {
    let missing = Int((minimum * Double(total) / 100).rounded(.up)) - seen
    return missing == 1 ? "1 outcome is missing" : "\(missing) outcomes are missing"
  }
}
