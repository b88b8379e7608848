import SuasScenario
import SuasSpec
import YAML

/// Writes a run as JUnit's XML: a suite for each file, a case for each scenario, its steps in the
/// output.
///
/// Only elements of Jenkins's schema are written, so that strict readers accept it, too: a case has
/// no attributes for its file and line, which come first in its output.
struct JUnitReporter {
  let write: (String) -> Void
  private let text = FailureText(style: .plain)

  init(write: @escaping (String) -> Void) { self.write = write }

  func report(_ run: RunResult) {
    let cases = run.files.reduce(run.unsound.count) { $0 + $1.caseCount }
    let failures = run.files.reduce(0) { $0 + $1.failureCount }
    write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    write(
      "<testsuites name=\"suas-run\" tests=\"\(cases)\" failures=\"\(failures)\""
        + " errors=\"\(run.unsound.count)\"\(time(run.duration))>\n")
    for file in run.unsound { report(file) }
    for file in run.files { report(file) }
    write("</testsuites>\n")
  }

  private func report(_ file: UnsoundFile) {
    write("  <testsuite name=\(XMLText.quoted(file.name)) tests=\"1\" failures=\"0\" errors=\"1\"")
    write(" skipped=\"0\">\n")
    write("    <testcase name=\"the file is sound\" classname=\(className(of: file.name))>\n")
    let first = file.diagnostics.first
    let code = first.map { " type=\(XMLText.quoted($0.code.rawValue))" } ?? ""
    let message = first?.message ?? "its spec is not sound, as has been said"
    write("      <error message=\(XMLText.quoted(message))\(code)>")
    for diagnostic in file.diagnostics { write(XMLText.escaped(diagnostic.render())) }
    write("</error>\n    </testcase>\n  </testsuite>\n")
  }

  private func report(_ file: FileResult) {
    let skipped = file.scenarios.count { $0.skip != nil }
    let durations = file.scenarios.compactMap(\.duration)
    let duration = durations.isEmpty ? nil : durations.reduce(.zero, +)
    write(
      "  <testsuite name=\(XMLText.quoted(file.name)) tests=\"\(file.caseCount)\""
        + " failures=\"\(file.failureCount)\" errors=\"0\" skipped=\"\(skipped)\""
        + "\(time(duration))>\n")
    for scenario in file.scenarios { report(scenario, of: file) }
    if !file.strayGoldens.isEmpty {
      write("    <testcase name=\"golden files\" classname=\(className(of: file.name))>\n")
      for path in file.strayGoldens {
        write("      <failure message=\(XMLText.quoted("no step names the golden file '\(path)'"))")
        write(" type=\"failure\"/>\n")
      }
      write("    </testcase>\n")
    }
    write("  </testsuite>\n")
  }

  private func report(_ scenario: ScenarioResult, of file: FileResult) {
    write(
      "    <testcase name=\(XMLText.quoted(scenario.name)) classname=\(className(of: file.name))")
    write("\(time(scenario.duration))>\n")
    if let reason = scenario.skip { write("      <skipped message=\(XMLText.quoted(reason))/>\n") }
    if scenario.failed {
      for failure in scenario.failures {
        write("      <failure message=\(XMLText.quoted(failure.message)) type=\"failure\">")
        for line in text.lines(of: failure) { write(XMLText.escaped(line) + "\n") }
        write("</failure>\n")
      }
    }
    write("      <system-out>\(XMLText.escaped(DisplayText.escaped("\(scenario.place)")))\n")
    for step in scenario.steps {
      write(XMLText.escaped("\(step.number). \(DisplayText.escaped(step.label))\n"))
      report(scenario.failures(of: step.number))
    }
    if let reason = scenario.xfail {
      write(XMLText.escaped("fails as expected: \(DisplayText.escaped(reason))\n"))
    }
    report(scenario.failures(of: nil))
    write("</system-out>\n    </testcase>\n")
  }

  private func report(_ failures: [Failure]) {
    for failure in failures {
      for line in text.lines(of: failure) { write(XMLText.escaped("   \(line)\n")) }
    }
  }

  private func time(_ duration: Duration?) -> String {
    duration.map { " time=\"\($0.seconds)\"" } ?? ""
  }

  /// Returns the file's path as the name of a class, by whose parts reports are sorted.
  private func className(of file: String) -> String {
    var path = file
    for suffix in [".scenario.yaml", ".yaml"] where path.hasSuffix(suffix) && path != suffix {
      path.removeLast(suffix.count)
      break
    }
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return XMLText.quoted(parts.joined(separator: "."))
  }
}

extension FileResult {
  /// The number of cases; golden files that no step names are one of their own.
  fileprivate var caseCount: Int { scenarios.count + (strayGoldens.isEmpty ? 0 : 1) }

  fileprivate var failureCount: Int {
    scenarios.count(where: \.failed) + (strayGoldens.isEmpty ? 0 : 1)
  }
}
