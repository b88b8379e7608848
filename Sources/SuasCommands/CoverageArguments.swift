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
    if let coverageLcov, let hindrance = ReportFile(path: coverageLcov).hindrance {
      throw ValidationError(
        "'\(DisplayText.escaped(coverageLcov))' cannot be written: \(DisplayText.escaped(hindrance))"
      )
    }
  }

  /// Tells what is asked for.
  ///
  /// - Returns: whether enough was seen.
  func report(_ files: [CheckedScenarioFile], _ results: [FileResult]) throws -> Bool {
    guard isWanted, !results.isEmpty else { return true }
    let report = CoverageReport(of: files, results)
    if coverage {
      CoverageReporter(style: Terminal.outputStyle, write: Terminal.write).report(report)
    }
    if let coverageLcov {
      var text = ""
      LCOVReporter { text += $0 }.report(report)
      do throws(Diagnostics) {
        try ReportFile(path: coverageLcov).write(text)
      } catch {
        Terminal.report(error)
        throw ExitStatus.unreadable
      }
    }
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
