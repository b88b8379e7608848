/// What is to be told of a run while it goes on, in the order in which it is to be told.
public enum RunEvent: Sendable {
  /// The scenarios of a file follow.
  case began(file: String)
  case scenario(ScenarioResult)
  /// All scenarios of a file were told of, or as many as were run.
  case ended(FileResult)
  /// Nothing has happened for a while.
  case waiting
}
