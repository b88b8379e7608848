import YAML

/// The names of golden files.
extension ScenarioChecker {
  /// A golden's name is used once in a file, whatever its case: not all file systems know the case.
  func reportGoldenNames(in scenarios: [ScenarioDeclaration]) {
    var first: [String: Scalar] = [:]
    for scenario in scenarios {
      for step in scenario.steps {
        guard case .golden(let golden) = step.act else { continue }
        let name = golden.name
        guard name.text.isGoldenName else {
          findings.report(.invalidGoldenName(name))
          continue
        }
        if scenario.hasRows, !golden.isComputed {
          findings.report(.sameGoldenForEachRow(name))
        } else if let other = first[name.text.lowercased()] {
          findings.report(.duplicateGolden(name, first: other))
        } else {
          first[name.text.lowercased()] = name
        }
      }
    }
  }
}

extension String {
  /// Longer names than this leave no room for what is put beside a file while it is written.
  static let longestGoldenName = 200

  /// Whether the text is `[A-Za-z0-9_-]+`, which every file system can hold.
  var isGoldenName: Bool {
    !isEmpty && utf8.count <= Self.longestGoldenName
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
