import YAML

extension Diagnostic.Code {
  static let invalidBundle = Self("invalid-bundle")
  static let unsupportedVersion = Self("unsupported-version")
}

extension Diagnostic {
  static func noBundle(_ name: String) -> Diagnostic {
    Diagnostic(
      .invalidBundle, "'\(name)' is no bundle", at: .file(name),
      help: ["'suas-run bundle SPEC -o FILE' writes one"])
  }

  static func invalidBundle(_ name: String, because reason: String) -> Diagnostic {
    Diagnostic(
      .invalidBundle, "the bundle '\(name)' is damaged: \(reason)", at: .file(name),
      help: ["write it anew with 'suas-run bundle'"])
  }

  static func bundleVersion(_ name: String, _ version: Int, known: Int) -> Diagnostic {
    Diagnostic(
      .unsupportedVersion,
      "the bundle '\(name)' has version \(version) of the format, where \(known) is read here",
      at: .file(name),
      help: ["write it with the suas-run of the version that reads it"])
  }
}
