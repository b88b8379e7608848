/// An event for the reporters of a run in progress, in the order of reporting.
public enum RunEvent: Sendable {
  /// The beginning of a file, whose scenarios follow.
  case began(file: String)
  case scenario(ScenarioResult)
  /// The end of a file: all its scenarios, or as many as were run, have been reported.
  case ended(FileResult)
  /// A pause: no scenario has ended for a while.
  case waiting
}
