import SuasSpec

/// A page of the reference that is generated from a table in the program.
struct GeneratedPage: Sendable {
  var path: String
  var title: String
  var introduction: String
  var sections: [String]

  var text: String {
    "# \(title)\n\n\(introduction)\n" + sections.map { "\n\($0)" }.joined()
  }
}

extension Explanation {
  /// True if a refused action can have the code.
  var isMetWhenRunning: Bool { examples.contains { $0.setting == .running } }

  var markdown: String {
    let title = title.prefix(1).uppercased() + title.dropFirst()
    var text = "## \(code)\n\n\(title). \(meaning.replacing("\n", with: " "))\n"
    for example in examples {
      let fence = example.isYAML ? "```yaml" : "```"
      text += "\nWrong\(example.setting.words):\n\n\(fence)\n\(example.wrong)\n```\n"
      text += "\nRight:\n\n\(fence)\n\(example.right)\n```\n"
    }
    return text
  }
}

extension Explanation.Example {
  /// True if the example is YAML, and not a description of a situation that cannot be shown.
  fileprivate var isYAML: Bool {
    if case .untested = setting { false } else { true }
  }
}
