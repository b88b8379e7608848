import SuasScenario
import SuasSpec
import YAML

/// Writes a run's failures as annotations of lines of files, for a workflow on GitHub.
struct GitHubReporter {
  let write: (String) -> Void

  func report(_ run: RunResult) {
    for file in run.unsound {
      for diagnostic in file.diagnostics { write(GitHubAnnotation(diagnostic).text) }
    }
    for file in run.files {
      for scenario in file.scenarios { report(scenario) }
      for path in file.strayGoldens {
        annotate(
          .error, GitHubAnnotation.Place(file: path), "golden file",
          ["no step names this golden file"])
      }
      for diagnostic in file.problems { write(GitHubAnnotation(diagnostic).text) }
    }
  }

  private func report(_ scenario: ScenarioResult) {
    if let reason = scenario.skip {
      annotate(
        .notice, GitHubAnnotation.Place(scenario.place), scenario.name, ["skipped: \(reason)"])
    }
    guard scenario.failed else { return }
    let text = FailureText(style: .plain)
    for failure in scenario.failures {
      annotate(
        .error, GitHubAnnotation.Place(failure.place), scenario.name, text.lines(of: failure))
    }
  }

  private func annotate(
    _ level: GitHubAnnotation.Level, _ place: GitHubAnnotation.Place, _ title: String,
    _ lines: [String]
  ) {
    write(GitHubAnnotation(level, at: place, title, lines).text)
  }
}
