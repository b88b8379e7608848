import SuasProgram
import YAML

/// Reads the keys of one rule for its verb.
struct RuleReader {
  private var mapping: MappingReader
  private let keyword: Scalar
  private let verbs: VerbTable
  /// The value of the verb's key.
  let target: Node
  /// The value of the verb's key, if it was read as a path.
  private(set) var readPath: ExpressionSyntax?
  private var isNoPathReported = false

  fileprivate init(
    _ mapping: consuming MappingReader, keyword: Scalar, target: Node, _ verbs: VerbTable
  ) {
    self.mapping = mapping
    self.verbs = verbs
    self.keyword = keyword
    self.target = target
  }

  var sink: DiagnosticSink { mapping.sink }

  /// Reads the value of the verb's key as a path.
  mutating func path() -> ExpressionSyntax? {
    guard target.scalar != nil else {
      reportNoPath()
      return nil
    }
    readPath = ExpressionSyntax(target, "a path", mapping.sink)
    return readPath
  }

  /// Reports once that a list or a mapping stands in the place of the path.
  private mutating func reportNoPath() {
    if isNoPathReported { return }
    isNoPathReported = true
    let meant = verbs[keyword.text].flatMap {
      PathMapping(target, under: keyword, $0.form, in: mapping.entries)
    }
    report(meant?.diagnostic ?? .notAPath(target))
  }

  /// Reads the value of the verb's key as an expression.
  mutating func expression() -> ExpressionSyntax? {
    ExpressionSyntax(target, "'\(keyword.text)'", sink)
  }

  mutating func optionalRules(_ key: String) -> [Rule]? {
    guard let node = mapping.value(key) else { return [] }
    return Rule.list(node, verbs, sink)
  }

  mutating func requireRules(_ key: String) -> [Rule]? {
    require(key).map { Rule.list($0, verbs, sink) }
  }

  /// Reads a list of rules under a key that the author chose.
  func rules(_ node: Node) -> [Rule] { Rule.list(node, verbs, sink) }

  mutating func entry(_ key: String) -> Node.Entry? { mapping.entry(key) }

  /// Reports `when` or `unless` on a verb that takes neither.
  mutating func refuseCondition() {
    for key in ["when", "unless"] {
      guard let entry = mapping.entry(key) else { continue }
      report(.conflictingKeys(key, keyword.text, at: entry.key.range))
    }
  }

  package mutating func optional(_ key: String) -> Node? { mapping.value(key) }

  mutating func require(_ key: String) -> Node? {
    if let node = mapping.value(key) { return node }
    reportMissing(key)
    return nil
  }

  mutating func optionalExpression(_ key: String) -> ExpressionSyntax? {
    mapping.value(key).flatMap { ExpressionSyntax($0, "'\(key)'", mapping.sink) }
  }

  mutating func requireExpression(_ key: String) -> ExpressionSyntax? {
    require(key).flatMap { ExpressionSyntax($0, "'\(key)'", mapping.sink) }
  }

  /// Reports two keys that exclude each other, if both are present.
  mutating func reportConflict(_ key: String, with other: String) {
    guard let entry = mapping.entry(key), let second = mapping.entry(other) else { return }
    report(.conflictingKeys(key, other, at: entry.key.range, other: second.key.range))
  }

  mutating func reportMissing(_ key: String) {
    // It may stand in a mapping in the place of the path.
    if target.mapping != nil, case .path? = verbs[keyword.text]?.form.target {
      return reportNoPath()
    }
    if let meant = MeantRules(keyword, target, verbs, in: mapping.entries) {
      return report(meant.helping(.missingKey(key, of: "'\(keyword.text)'", at: keyword.range)))
    }
    // The author may have written the key that another verb has for it.
    let arguments = (verbs[keyword.text]?.form.arguments ?? []) + VerbForm.guards
    let others = mapping.entries.map(\.key).filter { other in
      other.text != keyword.text && !arguments.contains { $0.name == other.text }
    }
    let written = others.first { other in
      verbs.argumentNames.contains(other.text) || FamiliarWords.arguments[other.text] == key
    }
    var diagnostic = Diagnostic.missingKey(
      key, of: "'\(keyword.text)'", written: written, at: keyword.range)
    // The key that was written is told of here.
    if let written { mapping.ignore([written.text]) }
    if let written, ["index", "at"].contains(written.text),
      let help = verbs.helpWithPlace(for: keyword.text)
    {
      diagnostic.help = [help]
      diagnostic.fixes = []
    } else if key == "cases", let first = others.first {
      diagnostic.help = [
        "the rules of each case stand under 'cases': cases: { \(first.text): […] }"
      ]
      diagnostic.fixes = []
      mapping.ignore(Set(others.map(\.text)))
    }
    report(diagnostic)
  }

  func report(_ diagnostic: Diagnostic) { mapping.sink.report(diagnostic) }
}

extension VerbTable {
  /// The help for a verb with the place of an element; nil if there is no verb of that kind for it.
  fileprivate func helpWithPlace(for verb: String) -> String? {
    self["\(verb)-at"].map { "write '\($0.keyword)', and below it 'index: …'" }
  }
}

extension Rule {
  /// Reads a list of rules.
  static func list(_ node: Node, _ verbs: VerbTable, _ sink: DiagnosticSink) -> [Rule] {
    guard case .sequence(let nodes) = node.content else {
      let written = node.range.text
      let isOneLine = written.hasPrefix("{") && !written.contains("\n")
      let help = isOneLine ? "write [\(written)]" : "begin each rule with '- '"
      var diagnostic = Diagnostic.notAList(node, "the rules", help: help)
      if isOneLine { diagnostic.fixes = [Diagnostic.Fix(node.range, replacement: "[\(written)]")] }
      sink.report(diagnostic)
      return []
    }
    return nodes.compactMap { Rule($0, verbs, sink) }
  }

  /// Reads a rule: one verb with its arguments, and `when` or `unless`.
  convenience init?(_ node: Node, _ verbs: VerbTable, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, as: "a rule", into: sink)
    guard mapping.isMapping else { return nil }
    var first: (index: Int, verb: any Verb.Type)?
    var others: [Scalar] = []
    for index in mapping.entries.indices {
      guard let verb = verbs[mapping.entries[index].key.text] else { continue }
      // `match` is a verb, and an argument of `upsert`.
      if verbs.isArgument(mapping.entries[index].key.text, of: mapping.entries) { continue }
      if first == nil {
        first = (index, verb)
      } else {
        others.append(mapping.entries[index].key)
      }
    }
    guard let (index, verb) = first else {
      let diagnostic = Diagnostic.noVerb(in: mapping.entries, verbs, at: node.range)
      let meant = mapping.entries.firstValue {
        MeantRules($0.key, $0.value, verbs, in: mapping.entries)
      }
      sink.report(meant?.helping(diagnostic) ?? diagnostic)
      return nil
    }
    let entry = mapping.entries[index]
    // A condition of one rule has the key `when`.
    let keywords = [entry.key] + others
    if let guarding = keywords.first(where: { $0.text == "if" }),
      let other = keywords.first(where: { $0.text != "if" }),
      !mapping.entries.contains(where: { $0.key.text == "then" })
    {
      sink.report(.ifBesideVerb(guarding, other))
      return nil
    }
    for other in others {
      var diagnostic = Diagnostic.conflictingKeys(
        other.text, entry.key.text, at: other.range, other: entry.key.range)
      if verb.form.arguments.contains(where: { $0.name == "do" }) {
        diagnostic.help = ["the rules for '\(entry.key.text)' stand in a list under 'do'"]
      } else if other.text == "at", let help = verbs.helpWithPlace(for: entry.key.text) {
        diagnostic.help = [help]
      }
      sink.report(diagnostic)
    }
    mapping.pass(entry.key.text)
    let condition = Condition(&mapping)
    var reader = RuleReader(mapping, keyword: entry.key, target: entry.value, verbs)
    let decoded = verb.init(decoding: &reader)
    for other in others { reader.pass(other.text) }
    // A verb that failed to decode has not asked for all of its arguments.
    if decoded == nil {
      for argument in verb.form.arguments { reader.pass(argument.name) }
      reader.ignore(verbs.argumentNames)
    }
    reader.finish()
    guard others.isEmpty, let decoded else { return nil }
    self.init(
      place: entry.key.range, extent: entry.extent, condition: condition, verb: decoded,
      path: reader.readPath)
  }
}

extension RuleReader {
  /// Accepts keys of other verbs.
  fileprivate mutating func ignore(_ keys: Set<String>) { mapping.ignore(keys) }

  /// Marks a key as one that the verb asked for.
  fileprivate mutating func pass(_ key: String) { mapping.pass(key) }

  /// Reports every key that the verb did not ask for.
  fileprivate func finish() {
    let amount = "by"
    let takesAmount = verbs[keyword.text]?.form.mainArgument == amount
    mapping.finish { entry in
      takesAmount && entry.key.text == "value"
        && !mapping.entries.contains { $0.key.text == amount }
        ? "write '\(amount)' in place of 'value'" : nil
    }
  }
}

extension RuleReader {
  /// Reads the name that `as` gives to the element.
  mutating func elementName() -> Name? {
    optional("as").flatMap { Name(declaring: $0, "an element", sink) }
  }
}
