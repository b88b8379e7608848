import YAML

/// The keys of one rule, on their way into its verb.
struct RuleReader {
  private var mapping: MappingReader
  private let keyword: Scalar
  /// The verb's own value.
  let target: Node

  init(_ mapping: consuming MappingReader, keyword: Scalar, target: Node) {
    self.mapping = mapping
    self.keyword = keyword
    self.target = target
  }

  var findings: Findings { mapping.findings }

  /// The verb's own value, for verbs that work on a path.
  mutating func path() -> ExpressionSyntax? {
    ExpressionSyntax(target, "a path", mapping.findings)
  }

  /// The verb's own value, for verbs that take an expression.
  mutating func expression() -> ExpressionSyntax? {
    ExpressionSyntax(target, "'\(keyword.text)'", findings)
  }

  mutating func optionalRules(_ key: String) -> [Rule]? {
    guard let node = mapping.value(key) else { return [] }
    return Rule.list(node, findings)
  }

  mutating func requireRules(_ key: String) -> [Rule]? {
    require(key).map { Rule.list($0, findings) }
  }

  /// Reports `when` or `unless` on a verb that takes neither.
  mutating func refuseCondition() {
    for key in ["when", "unless"] {
      guard let entry = mapping.entry(key) else { continue }
      report(.conflictingKeys(key, keyword.text, at: entry.key.range))
    }
  }

  mutating func optional(_ key: String) -> Node? { mapping.value(key) }

  mutating func require(_ key: String) -> Node? {
    if let node = mapping.value(key) { return node }
    reportMissing(key)
    return nil
  }

  mutating func optionalExpression(_ key: String) -> ExpressionSyntax? {
    mapping.value(key).flatMap { ExpressionSyntax($0, "'\(key)'", mapping.findings) }
  }

  mutating func requireExpression(_ key: String) -> ExpressionSyntax? {
    require(key).flatMap { ExpressionSyntax($0, "'\(key)'", mapping.findings) }
  }

  /// Reports that two keys that are there exclude one another.
  mutating func reportConflict(_ key: String, with other: String) {
    guard let entry = mapping.entry(key), let second = mapping.entry(other) else { return }
    report(.conflictingKeys(key, other, at: entry.key.range, other: second.key.range))
  }

  func reportMissing(_ key: String) {
    report(.missingKey(key, of: "'\(keyword.text)'", at: keyword.range))
  }

  func report(_ diagnostic: Diagnostic) { mapping.findings.report(diagnostic) }
}

extension Rule {
  /// Reads a rule: one verb with its arguments, and `when` or `unless`.
  convenience init?(_ node: Node, _ findings: Findings) {
    var mapping = MappingReader(node, as: "a rule", into: findings)
    guard mapping.isMapping else { return nil }
    var first: (index: Int, verb: any Verb.Type)?
    var others: [Scalar] = []
    for index in mapping.entries.indices {
      guard let verb = verbsByKeyword[mapping.entries[index].key.text] else { continue }
      if first == nil {
        first = (index, verb)
      } else {
        others.append(mapping.entries[index].key)
      }
    }
    guard let (index, verb) = first else {
      findings.report(.noVerb(in: mapping.entries, at: node.range))
      return nil
    }
    let entry = mapping.entries[index]
    for other in others {
      findings.report(
        .conflictingKeys(other.text, entry.key.text, at: other.range, other: entry.key.range))
    }
    mapping.pass(entry.key.text)
    let condition = Condition(&mapping)
    var reader = RuleReader(mapping, keyword: entry.key, target: entry.value)
    let decoded = verb.init(decoding: &reader)
    for other in others { reader.pass(other.text) }
    // A verb that could not be read has not asked for all of its arguments.
    if decoded == nil {
      for key in RuleReader.arguments { reader.pass(key) }
    }
    reader.finish()
    guard others.isEmpty, let decoded else { return nil }
    self.init(
      place: entry.key.range, extent: entry.extent, condition: condition, verb: decoded)
  }
}

extension RuleReader {
  /// The keys that some verb takes.
  static let arguments = Set(
    verbs.flatMap { $0.form.arguments.map(\.name) } + ["when", "unless"])

  /// Takes a key for one that the verb asked for.
  fileprivate mutating func pass(_ key: String) { mapping.pass(key) }

  /// Reports every key that the verb did not ask for.
  fileprivate func finish() { mapping.finish() }
}

extension Condition {
  /// Reads `when` or `unless`, where one is there.
  init?(_ mapping: inout MappingReader) {
    let when = mapping.entry("when")
    let unless = mapping.entry("unless")
    if let when, let unless {
      mapping.findings.report(
        .conflictingKeys("unless", "when", at: unless.key.range, other: when.key.range))
    }
    guard let entry = when ?? unless,
      let expression = ExpressionSyntax(entry.value, "'\(entry.key.text)'", mapping.findings)
    else { return nil }
    self.expression = expression
    negated = when == nil
  }
}

extension RuleReader {
  /// The name that `as` gives to the element.
  mutating func elementName() -> Name? {
    optional("as").flatMap { Name(declaring: $0, "an element", findings) }
  }
}
