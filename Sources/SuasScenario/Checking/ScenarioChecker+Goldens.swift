import YAML

/// The names of golden files.
extension ScenarioChecker {
  /// Reports golden names that are invalid or used twice in a file. Case does not distinguish
  /// names, as not all file systems respect it.
  func reportGoldenNames(in scenarios: [ScenarioDeclaration]) {
    var first: [String: Scalar] = [:]
    for scenario in scenarios {
      for step in scenario.steps {
        guard case .golden(let golden) = step.act else { continue }
        let name = golden.name
        guard name.text.isGoldenName else {
          sink.report(.invalidGoldenName(name, limit: String.longestGoldenName))
          continue
        }
        if scenario.hasRows, !golden.isComputed {
          sink.report(.sameGoldenForEachRow(name))
        } else if let element = step.element, !golden.isComputed {
          sink.report(.sameGoldenForEachElement(name, element))
        } else if let other = first[name.text.lowercased()] {
          sink.report(.duplicateGolden(name, first: other))
        } else {
          first[name.text.lowercased()] = name
        }
      }
    }
  }
}

extension String {
  /// The limit in bytes; a longer name leaves no room for that of the temporary file when writing.
  static let longestGoldenName = 200

  /// True if the text is a golden name: `[A-Za-z0-9_-]+`, which every file system allows.
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
