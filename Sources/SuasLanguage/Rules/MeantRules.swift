import CEL
import SuasProgram
import YAML

/// The rules that an author meant by one that is written otherwise.
struct MeantRules {
  /// The keys and values of each rule, those of the verb first.
  let rules: [[String]]
  /// The range that the rules replace: from the verb to the end of its value.
  private let range: SourceRange
  /// True if the rule has no key but the verb's.
  private let isAlone: Bool

  init(_ rules: [[String]], from verb: Scalar, to target: Node, isAlone: Bool) {
    self.rules = rules
    range = SourceRange(
      target.range.source,
      verb.range.lowerBound..<max(verb.range.upperBound, target.range.upperBound))
    self.isAlone = isAlone
  }

  /// The rule for `set: count = 1`, `set count: 1` or `remove: items[0]`; nil for another one.
  ///
  /// - Parameter written: All entries of the rule.
  init?(_ verb: Scalar, _ target: Node, _ verbs: VerbTable, in written: [Node.Entry]) {
    guard let text = target.scalar, !target.range.text.contains("\n") else { return nil }
    let words = verb.text.split(separator: " ", maxSplits: 1).map(String.init)
    let rule: [String]
    if words.count == 2, let form = verbs[words[0]]?.form, let name = form.mainArgument {
      rule = ["\(words[0]): \(words[1])", "\(name): \(target.range.text)"]
    } else if let form = verbs[verb.text]?.form, let name = form.mainArgument,
      let (path, value) = text.text.assignment,
      let expression = try? Environment().parse(value)
    {
      let isLiteral = if case .literal = expression.kind { true } else { false }
      rule = ["\(verb.text): \(path)", "\(name): \(isLiteral ? value : text.marking(value))"]
    } else if verb.text == "remove",
      case .index(let list, let place, false)? = (try? Environment().parse(text.text))?.kind
    {
      switch place.kind {
      case .literal(.int(let index)):
        rule = ["remove-at: \(text.text.utf8Slice(list.range))", "index: \(index)"]
      case .literal(.string): rule = ["delete: \(target.range.text)"]
      default: return nil
      }
    } else {
      return nil
    }
    self.init([rule], from: verb, to: target, isAlone: written.count == 1)
  }

  /// A diagnostic with the rules as its help, and as its edit where they can replace what is written.
  func helping(_ diagnostic: Diagnostic, because reason: String? = nil) -> Diagnostic {
    let lead = range.lead
    var replacement: String?
    if lead.contains("{") {
      if rules.count == 1 { replacement = rules[0].joined(separator: ", ") }
    } else if isAlone || rules.count == 1, lead.allSatisfy({ $0 == " " || $0 == "-" }) {
      let indentation = "\n" + String(repeating: " ", count: lead.count)
      replacement = rules.map { $0.joined(separator: indentation) }.joined(separator: "\n\(lead)")
    }
    let (start, side) =
      lead.contains("{") ? ("", "beside") : (rules.count > 1 ? "- " : "", "below")
    var diagnostic = diagnostic
    diagnostic.help =
      (reason.map { [$0] } ?? [])
      + rules.map { rule in
        let rest = rule.dropFirst().joined(separator: " and ")
        return "write \(start)\(rule[0])" + (rest.isEmpty ? "" : ", and \(side) it \(rest)")
      }
    diagnostic.fixes = replacement.map { [Diagnostic.Fix(range, replacement: $0)] } ?? []
    return diagnostic
  }
}

extension VerbForm {
  /// The argument that the verb needs most.
  var mainArgument: String? {
    let names = arguments.map(\.name)
    return ["value", "by", "index", "where"].first(where: names.contains)
  }
}

extension String {
  /// The path and the value of `path = value`, as assignments are written elsewhere; nil for another text.
  fileprivate var assignment: (path: String, value: String)? {
    let parts = split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let last = parts[0].last, !"!<>+-*/".contains(last),
      !parts[1].hasPrefix("=")
    else { return nil }
    let (path, value) = (parts[0].trimmingBlanks, parts[1].trimmingBlanks)
    guard let expression = try? Environment().parse(path), !value.isEmpty else { return nil }
    switch expression.kind {
    case .ident, .select, .index: return (path, value)
    default: return nil
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
