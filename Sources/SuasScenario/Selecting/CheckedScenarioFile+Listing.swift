import YAML

extension CheckedScenarioFile {
  /// The file's scenarios, a line each: where it stands, so that it can be named, and its name.
  public var listing: String {
    scenarios.map { scenario in
      let place = "\(source.name):\((scenario.row ?? scenario.place).location.line + 1)"
      return "\(DisplayText.escaped(place)): \(DisplayText.escaped(scenario.name))\n"
    }.joined()
  }
}
