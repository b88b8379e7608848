import ArgumentParser
import SuasReports
import SuasScenario
import YAML

/// The options for reports on the rules, guards and branches that the scenarios have seen.
struct CoverageArguments: ParsableArguments {
  @Flag(
    help: "Print how much of each spec the scenarios cover, and the lines that they miss.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Fail if they cover less than this percentage of all outcomes.", valueName: "percent"))
  var coverageMin: Double?

  @Option(
    help: ArgumentHelp("Write the coverage as an LCOV tracefile.", valueName: "file"),
    completion: .file())
  var coverageLcov: String?

  /// True if any report on coverage was requested.
  var isWanted: Bool { coverage || coverageMin != nil || coverageLcov != nil }

  func validate() throws {
    if let coverageMin, !(0...100).contains(coverageMin) {
      throw ValidationError("--coverage-min takes a number from 0 to 100")
    }
    try coverageLcov.map(ReportFile.checkName)
  }

  /// Ends the program if the tracefile cannot be written, before anything is run.
  ///
  /// - Parameter inputs: The paths of files that are read, which the tracefile does not replace.
  func prepare(sparing inputs: [String] = []) throws {
    try coverageLcov.map { try ReportFile.prepare($0, sparing: inputs) }
  }

  /// Prints the coverage if it was requested.
  ///
  /// - Parameter usesErrors: True to print to standard error.
  func show(_ report: CoverageReport, usesErrors: Bool) {
    guard coverage else { return }
    let reporter =
      usesErrors
      ? CoverageReporter(style: Terminal.errorStyle, write: Terminal.writeError)
      : CoverageReporter(style: Terminal.outputStyle, write: Terminal.write)
    reporter.report(report)
  }

  /// Writes the tracefile if it was requested.
  ///
  /// - Returns: false if it could not be written.
  func write(_ report: CoverageReport) -> Bool {
    guard let coverageLcov else { return true }
    return ReportFile.write(to: coverageLcov) { LCOVReporter(write: $0).report(report) }
  }

  /// Returns true if the coverage reaches the requested minimum; otherwise prints the shortfall.
  func isReached(by report: CoverageReport) -> Bool {
    let tally = report.tally
    guard let coverageMin, !tally.reaches(coverageMin) else { return true }
    Terminal.complain(
      """
      \(tally.percentText) % of the specs are covered, where --coverage-min asks for \
      \(coverageMin.percentText): \(tally.shortfall(to: coverageMin))
      """, help: coverage ? nil : "--coverage shows what is missing")
    return false
  }
}

extension Double {
  /// The number as a percentage, without a fraction of zero.
  var percentText: String { rounded() == self ? "\(Int(self)) %" : "\(self) %" }
}

extension CoverageTally {
  /// Describes the number of outcomes that are missing to reach a minimum.
  fileprivate func shortfall(to minimum: Double) -> String {
    let missing = Int((minimum * Double(total) / 100).rounded(.up)) - seen
    return missing == 1 ? "1 outcome is missing" : "\(missing) outcomes are missing"
  }
}
