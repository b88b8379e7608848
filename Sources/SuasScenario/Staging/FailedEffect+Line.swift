import SuasSpec

extension FailedEffect {
  /// The failure in one line.
  var line: String {
    "effect '\(effect)' failed with '\(code)': \(message)" + (place.map { " (\($0))" } ?? "")
  }
}
