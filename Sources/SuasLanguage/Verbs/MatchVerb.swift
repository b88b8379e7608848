import CEL
import SuasProgram
import YAML

/// `match: path`, or `match: ${EXPR}`, with `cases` and `else`: runs the rules for the present case
/// of a variant, an enum or a bool, or for null.
struct MatchVerb: Verb {
  static let keyword = "match"

  static let form = VerbForm(
    target: .expression,
    summary: "Runs the rules for the present case of a variant, an enum or a bool, or for null.",
    arguments: [
      .required("cases", .handlers, "The rules for each case."),
      .optional("else", .rules, "The rules for all other cases."), .name,
    ])

  let subject: ExpressionSyntax
  /// True if the subject is a path, and not an expression in `${ }`.
  let isPath: Bool
  let name: Name?
  let cases: [(key: Scalar, rules: [Rule])]
  let otherwise: (key: SourceRange, rules: [Rule])?

  var ruleLists: [[Rule]] { cases.map(\.rules) + (otherwise.map { [$0.rules] } ?? []) }

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    let subject = rule.expression()
    let cases = rule.require("cases")?.entries(as: "'cases'", into: rule.sink)
    let otherwise = rule.entry("else")
    let reader = rule
    self.otherwise = otherwise.map { ($0.key.range, reader.rules($0.value)) }
    guard let subject, let cases else { return nil }
    self.subject = subject
    isPath = subject.code.count == subject.scalar.text.utf8.count
    self.cases = cases.map { ($0.key, reader.rules($0.value)) }
  }

  func noteWriting(by rule: Rule, in writing: inout Writing) {
    let matched = isPath ? writing.places(of: subject) : []
    // The case of an enum or a bool leaves the name as it was.
    let former = writing.places(of: itemName)
    for (key, rules) in cases {
      writing.add(rules, naming: name, matched.map { $0 + [.named(key.text)] } + former)
    }
    if let otherwise { writing.add(otherwise.rules) }
  }

  func check(in scope: inout Scope) -> Operation? {
    var inner = scope
    if let name { scope.warnOfHiding(name) }
    guard let subject = readSubject(in: &inner) else { return nil }
    let labels = labels(for: subject, scope)
    let point = scope.survey.add(
      .match, "match", at: self.subject.range,
      cases.map { .isCase($0.key.text) } + (otherwise == nil ? [] : [.isOtherCase]))
    var checked: [Match.Case] = []
    for (index, (label, (_, rules))) in zip(labels, cases).enumerated() {
      let branch = label.map { self.scope(for: $0, of: subject, in: inner) } ?? inner
      let first = scope.survey.next
      guard let rules = branch.check(rules), let label else { continue }
      // Coverage does not count rules that never run.
      if case .value(.null) = label, isKnown(in: scope) {
        scope.survey.exclude(first..<scope.survey.next)
        scope.survey.exclude(point + index..<point + index + 1)
      }
      checked.append(Match.Case(label: label, rules: rules))
    }
    let isComplete = reportMissingCases(of: subject, labels, scope)
    let start = scope.survey.next
    let rest = otherwise.map { inner.check($0.rules) }
    if let otherwise, isComplete {
      scope.warn(.nothingElse(at: otherwise.key))
      scope.survey.exclude(start..<scope.survey.next)
      scope.survey.exclude(point + cases.count..<point + cases.count + 1)
    }
    guard checked.count == cases.count, isComplete || otherwise != nil else { return nil }
    if case .some(nil) = rest { return nil }
    return .match(
      Match(
        subject: subject.subject, text: String(self.subject.text), itemName: itemName,
        cases: checked, otherwise: rest ?? nil, point: point))
  }

  /// True if a test has shown that the subject is not null.
  private func isKnown(in scope: Scope) -> Bool {
    guard let expression = scope.values.parse(subject, reporting: false),
      let checked = try? scope.values.environment.check(expression)
    else { return false }
    return !checked.type.mayBeNull
  }

  /// The value that is matched, with its cases.
  private struct Subject {
    let subject: Match.Subject
    /// The place of a variant; nil for a copy.
    let place: Target?
    let kind: Kind
    let mayBeNull: Bool
    /// The type for messages.
    let type: String

    enum Kind {
      case variant(RecordType, slot: Int)
      case enumeration(EnumType)
      case bool
      case any
    }

    /// The names of all cases but `null`; nil if they are not known.
    var names: [String]? {
      switch kind {
      case .variant(let record, _): record.fields.map(\.name)
      case .enumeration(let type): type.cases
      case .bool: ["true", "false"]
      case .any: nil
      }
    }
  }

  private var itemName: String { name?.text ?? "item" }

  private func readSubject(in scope: inout Scope) -> Subject? {
    isPath ? readPath(in: &scope) : readExpression(in: &scope)
  }

  /// Returns the reader for the subject, for which `null` counts as a case although a test has
  /// shown that the subject is not null.
  private func reader(in scope: Scope) -> ValueReader {
    guard cases.contains(where: { $0.key.resolved == .null }) else { return scope.values }
    var environment = scope.values.environment
    environment.forgetNull()
    return scope.values.with(environment)
  }

  private func readPath(in scope: inout Scope) -> Subject? {
    let types = scope.values.types
    if let name = scope.copy(atStartOf: subject) {
      scope.sink.report(.matchOfCopy(name, String(subject.text), at: subject.range))
      return nil
    }
    if let expression = scope.values.parse(subject, reporting: false), !expression.isPath {
      scope.sink.report(
        .notAPathToMatch(String(subject.text).onOneLine, at: subject.range))
      return nil
    }
    guard let target = scope.target(subject, for: .reading) else { return nil }
    // The value is read: its expression also shows if it may be null.
    guard let expression = reader(in: scope).compile(subject) else { return nil }
    let mayBeNull = expression.type.mayBeNull && target.type.mayBeNull
    let type = target.type
    switch type.unwrapped {
    case .record(let name):
      guard let record = types.records[name], record.isVariant else { break }
      guard let target = scope.target(subject, for: .entering) else { return nil }
      let (place, pathSlots, slot) = scope.openVariant(target)
      return Subject(
        subject: .place(target, pathSlots: pathSlots, itemSlot: slot), place: place,
        kind: .variant(record, slot: slot), mayBeNull: mayBeNull, type: name)
    case .enumeration(let name):
      guard let type = types.enums[name] else { break }
      return Subject(
        subject: .place(target, pathSlots: [], itemSlot: nil), place: nil,
        kind: .enumeration(type), mayBeNull: mayBeNull, type: name)
    case .bool:
      return Subject(
        subject: .place(target, pathSlots: [], itemSlot: nil), place: nil, kind: .bool,
        mayBeNull: mayBeNull, type: "bool")
    case .any:
      return Subject(
        subject: .place(target, pathSlots: [], itemSlot: nil), place: nil, kind: .any,
        mayBeNull: true, type: "any")
    default: break
    }
    scope.sink.report(.noCases("'\(target.text)' is \(type.withArticle)", at: subject.range))
    return nil
  }

  private func readExpression(in scope: inout Scope) -> Subject? {
    let types = scope.values.types
    guard let expression = reader(in: scope).compile(subject) else { return nil }
    func made(_ kind: Subject.Kind, _ type: String, slot: Int? = nil) -> Subject {
      Subject(
        subject: .value(expression, itemSlot: slot), place: nil, kind: kind,
        mayBeNull: expression.type.mayBeNull, type: type)
    }
    switch expression.type.nonNull {
    case .bool: return made(.bool, "bool")
    case .dyn: return made(.any, "any")
    case .record(let name):
      guard let record = types.records[name], record.isVariant else { break }
      let slot = scope.reserveSlot()
      if expression.tree.readsSensitiveValues { scope.hide(slot: slot) }
      return made(.variant(record, slot: slot), name, slot: slot)
    case .string:
      guard case .enumeration(let name)? = scope.values.type(of: subject)?.unwrapped,
        let type = types.enums[name]
      else { break }
      return made(.enumeration(type), name)
    default: break
    }
    scope.sink.report(.noCases("the expression is \(expression.type)", at: subject.range))
    return nil
  }

  /// Notes the name of a case, or that its place asks for one.
  private func note(_ key: Scalar, for subject: Subject, _ journal: ReadingJournal?) {
    guard let journal else { return }
    let names = subject.names ?? []
    guard names.contains(key.text) else {
      journal.request(
        .word((names + ["else"]).filter { name in !cases.contains { $0.key.text == name } }),
        at: key.range)
      return
    }
    switch subject.kind {
    case .variant(let record, _):
      journal.mention(Symbol(.field, key.text, in: record.name), at: key)
    case .enumeration: journal.mention(Symbol(.enumCase, key.text, in: subject.type), at: key)
    default: break
    }
  }

  /// Returns the labels of the cases, in their order; nil for each that is wrong, which is reported.
  private func labels(for subject: Subject, _ scope: Scope) -> [Match.Label?] {
    var known: [CodePoints: SourceRange] = [:]
    return cases.map { key, _ in
      note(key, for: subject, scope.sink.readings)
      guard let label = label(key, for: subject) else {
        scope.sink.report(
          .unknownCase(
            key, ofMatched: subject.type,
            among: (subject.names ?? []) + (subject.mayBeNull ? ["null"] : [])))
        return nil
      }
      let identity = CodePoints("\(label)")
      if let first = known[identity] {
        scope.sink.report(.duplicateKey(key.text, at: key.range, first: first))
        return nil
      }
      known[identity] = key.range
      return label
    }
  }

  private func label(_ key: Scalar, for subject: Subject) -> Match.Label? {
    if key.resolved == .null { return subject.mayBeNull ? .value(.null) : nil }
    let text = Match.Label.value(.string(key.text))
    switch (subject.kind, key.resolved) {
    case (.variant(let record, _), _):
      return record.shape.slot(of: key.text).map { .variant($0, key.text) }
    case (.enumeration(let type), _): return type.has(key.text) ? text : nil
    case (.bool, .bool(let truth)), (.any, .bool(let truth)): return .value(.bool(truth))
    case (.bool, _): return nil
    case (.any, _): return text
    }
  }

  /// The scope of the rules for a case.
  private func scope(for label: Match.Label, of subject: Subject, in scope: Scope) -> Scope {
    var scope = scope
    let text = String(self.subject.text)
    if case .value(.null) = label { return scope }
    if subject.mayBeNull { scope = scope.assuming("(\(text)) != null") }
    guard case .variant(let field, let fieldName) = label,
      case .variant(let record, let slot) = subject.kind
    else {
      return scope
    }
    scope = scope.assuming("has((\(text)).\(fieldName))")
    scope.bind(itemName, case: field, of: record, inSlot: slot)
    scope.noteDeclaration(of: name)
    guard let place = subject.place else { return scope }
    scope.locate(
      itemName,
      at: Scope.Element(
        components: place.components + [.field(field)], type: record.fields[field].type,
        items: place.items + [Target.Item(slot: slot, depth: place.components.count)]))
    return scope
  }

  /// Reports the cases that have no rules, unless there is `else`; returns true if all have some.
  private func reportMissingCases(
    of subject: Subject, _ labels: [Match.Label?], _ scope: Scope
  ) -> Bool {
    guard labels.allSatisfy({ $0 != nil }) else { return true }
    guard let names = subject.names else {
      if otherwise == nil { scope.sink.report(.missingElse(at: self.subject.range)) }
      return false
    }
    let hasNull = labels.contains { if case .value(.null)? = $0 { true } else { false } }
    let isBool = if case .bool = subject.kind { true } else { false }
    let written = Set(cases.map { isBool ? $0.key.text.lowercased() : $0.key.text })
    var missing = names.filter { !written.contains($0) }
    if subject.mayBeNull, !hasNull { missing.append("null") }
    if !missing.isEmpty, otherwise == nil {
      let diagnostic = Diagnostic.missingCases(
        missing, of: subject.type, at: self.subject.range)
      let entries = missing.map { "\($0): []" }
      scope.sink.report(diagnostic.inserting(entries, before: cases.first?.key.range))
    }
    return missing.isEmpty
  }
}

extension Type {
  fileprivate var mayBeNull: Bool {
    switch self {
    case .nullable, .dyn, .null: true
    default: false
    }
  }
}

extension FieldType {
  fileprivate var mayBeNull: Bool {
    switch self {
    case .optional, .any: true
    default: false
    }
  }
}

extension Expr {
  /// True if the expression has the form of a path.
  fileprivate var isPath: Bool {
    switch kind {
    case .ident: true
    case .select(let operand, _, optional: false), .index(let operand, _, optional: false):
      operand.isPath
    default: false
    }
  }
}
