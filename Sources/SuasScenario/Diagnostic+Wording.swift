import SuasSpec
import YAML

extension Diagnostic.Code {
  static let outsideRoot = Self("outside-root")
  static let duplicateGolden = Self("duplicate-golden")
}

/// Files.
extension Diagnostic {
  static func golden(_ path: String, _ error: FileError) -> Diagnostic {
    Diagnostic(
      .unreadable,
      "the golden file '\(path)' cannot be \(error.operation.rawValue): \(error.reason)",
      at: .file(path))
  }

  static func outsideRoot(_ path: String, root: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .outsideRoot, "'\(path)' lies outside of \(root), and files are read below it only",
      at: .range(range))
  }
}

/// Scenarios.
extension Diagnostic {
  static func emptyStep(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "the step does nothing and expects nothing", at: .range(range),
      help: ["give it 'dispatch', 'golden' or 'expect'"])
  }

  static func unknownStateKey(_ key: Scalar, among keys: [String]) -> Diagnostic {
    unknown(
      .unknownState, "the store has no state key '\(key.text)'", key.text, among: keys,
      at: key.range)
  }

  static func nothingActed(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "this speaks of a step that acted, and there is none before it",
      at: .range(range), help: ["put it beside a 'dispatch', or after one"])
  }

  static func invalidGoldenName(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidName, "'\(name.text)' cannot be the name of a golden file", at: .range(name.range),
      help: ["it is made of letters, digits, '_' and '-'"])
  }

  static func duplicateGolden(_ name: Scalar, first: Scalar) -> Diagnostic {
    Diagnostic(
      .duplicateGolden, "the golden file '\(name.text)' is named twice", at: .range(name.range),
      notes: [Note("first named here", at: first.range)],
      help: ["case does not tell golden files apart"])
  }
}
