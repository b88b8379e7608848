import YAML

extension Diagnostic {
  static func tooManyNodes(limit: Int, at range: SourceRange) -> Self {
    Self(
      .fileTooLarge, "the file holds more than \(limit) values", at: range,
      help: ["split it into several files"])
  }

  static func controlCharacter(_ scalar: Unicode.Scalar, at range: SourceRange) -> Self {
    let code = String(scalar.value, radix: 16)
    let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
    return Self(
      .yamlSyntax, "the control character U+\(digits.uppercased()) is not allowed in YAML",
      at: range, help: ["write it as '\\u\(digits)' in a double-quoted text"])
  }

  static func syntax(
    _ problem: String, at range: SourceRange, notes: [Note] = [], help: [String] = []
  ) -> Self {
    Self(.yamlSyntax, problem, at: range, notes: notes, help: help)
  }

  static func secondDocument(at range: SourceRange) -> Self {
    Self(
      .yamlSyntax, "a second document starts here", at: range,
      help: ["a file holds one document; put the other one into a file of its own"])
  }

  static func contentAfterEnd(at range: SourceRange) -> Self {
    Self(.yamlSyntax, "the document has already ended", at: range)
  }

  static func blankRun(at range: SourceRange) -> Self {
    let length = range.upperBound - range.lowerBound
    return Self(
      .yamlSyntax, "a run of \(length) blanks is too long in a text this large", at: range)
  }

  static func nestingTooDeep(limit: Int, at range: SourceRange) -> Self {
    Self(.nestingTooDeep, "values are nested more than \(limit) levels deep", at: range)
  }

  static func undefinedAlias(_ name: String, at range: SourceRange) -> Self {
    Self(
      .yamlSyntax, "no anchor '&\(name)' stands before this alias", at: range,
      help: ["a text that begins with '*' must be quoted"])
  }

  static func aliasInsideItself(_ name: String, anchor: SourceRange, at range: SourceRange) -> Self
  {
    Self(
      .yamlSyntax, "the alias '*\(name)' stands inside the value it stands for", at: range,
      notes: [Note("the value starts here", at: anchor)])
  }

  static func aliasBudget(limit: Int, at range: SourceRange) -> Self {
    Self(.aliasBudget, "aliases stand for more than \(limit) values", at: range)
  }

  static func unknownTag(_ tag: String, at range: SourceRange) -> Self {
    Self(
      .unknownTag, "there is no tag '\(tag)'", at: range,
      help: ["tags are not supported; a text that begins with '!' must be quoted"])
  }

  static func tagDirective(at range: SourceRange) -> Self {
    Self(.unknownTag, "tags are not supported", at: range)
  }

  static func mergeKey(at range: SourceRange) -> Self {
    Self(
      .mergeKey, "merge keys are not supported", at: range,
      help: ["write the keys out, or quote '<<' to use it as a key"])
  }

  static func keyIsNoText(_ kind: String, at range: SourceRange) -> Self {
    Self(.wrongKind, "a key has to be a text, not \(kind)", at: range)
  }
}
