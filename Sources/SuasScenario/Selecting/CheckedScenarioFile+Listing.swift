import YAML

extension CheckedScenarioFile {
  /// The file's scenarios, one per line: the location, in the form of an argument, and the name.
  public var listing: String {
    scenarios.map { scenario in
      let place = "\(source.name):\((scenario.row ?? scenario.place).location.line + 1)"
      return "\(DisplayText.escaped(place)): \(DisplayText.escaped(scenario.name))\n"
    }.joined()
  }
}
