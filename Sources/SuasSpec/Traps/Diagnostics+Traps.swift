import YAML

extension Diagnostics {
  /// The diagnostics, those that YAML's own reading of CEL has led to with the reason and the line
  /// as it works; what follows from the same mistake is left out.
  public func explainingTraps() -> Diagnostics {
    var explained: Set<Trap.Identity> = []
    var items: [Diagnostic] = []
    for item in self.items {
      guard let trap = Trap(behind: item) else {
        items.append(item)
        continue
      }
      guard explained.insert(trap.identity).inserted else { continue }
      var item = item
      item.help = trap.help
      // Where YAML began to read is no news once it is said what it misread.
      if item.code == .yamlSyntax { item.notes = [] }
      items.append(item)
    }
    return Diagnostics(items, omitted: omitted)
  }
}

/// A line that YAML reads in its own way, and how it is written instead.
private struct Trap {
  struct Identity: Hashable {
    let source: ObjectIdentifier
    let line: Int
    let help: [String]
  }

  let identity: Identity
  var help: [String] { identity.help }

  init?(behind diagnostic: Diagnostic) {
    guard case .range(let place) = diagnostic.place, Self.canExplain(diagnostic.code),
      let line = WrittenLine(around: place.lowerBound, in: place.source)
    else { return nil }
    let found: [String]? =
      switch diagnostic.code {
      case .looksLikeExpression: Self.marking(place, in: line)
      case .undeclaredName: Self.quoting(place, in: line).map { diagnostic.help + $0 }
      default:
        Self.rewriting(place, in: line, behind: diagnostic.code)
          ?? Self.reason(for: place, in: line, behind: diagnostic.code)
      }
    guard let found else { return nil }
    identity = Identity(
      source: ObjectIdentifier(place.source), line: line.range.lowerBound, help: found)
  }

  private static func canExplain(_ code: Diagnostic.Code) -> Bool {
    code == .looksLikeExpression || code == .undeclaredName
      || [Misreading.flow, .brackets].contains { $0.leads(to: code) }
  }

  /// What was meant to be one value, and is not.
  private static func rewriting(
    _ place: SourceRange, in line: WrittenLine, behind code: Diagnostic.Code
  ) -> [String]? {
    var replacements: [(range: Range<Int>, text: String)] = []
    var met: (value: WrittenLine.Value, rewriting: Rewriting)?
    for value in line.values {
      let key = value.key.map(line.text)
      guard
        let rewriting = Rewriting(
          of: line.text(value.range), under: key, isInFlow: value.isInFlow),
        rewriting.misreading.leads(to: code)
      else { continue }
      let start = value.range.lowerBound
      replacements.append((start..<start + rewriting.length, rewriting.value))
      let reach = (value.key?.upperBound ?? start)...value.range.upperBound
      if met == nil, reach.contains(place.lowerBound) { met = (value, rewriting) }
    }
    guard let (value, rewriting) = met else { return nil }
    var help = [rewriting.reason]
    if let opposite = rewriting.opposite, let key = value.key {
      help.append("write \(line.replacing([(key, opposite.key), (value.range, opposite.value)]))")
    }
    let alternative = rewriting.opposite == nil ? "write" : "or write"
    return help + ["\(alternative) \(line.replacing(replacements))"]
  }

  /// Why an expression that begins as none can is not read as one.
  private static func reason(
    for place: SourceRange, in line: WrittenLine, behind code: Diagnostic.Code
  ) -> [String]? {
    guard code == .yamlSyntax || code == .expressionSyntax else { return nil }
    let value = line.values.first { value in
      let start = value.key?.upperBound ?? value.range.lowerBound
      return (start...value.range.upperBound).contains(place.lowerBound)
    }
    guard let value, let key = value.key, Place(key: line.text(key)) == .expression else {
      return nil
    }
    switch Misreading(of: line.text(value.range), isInFlow: value.isInFlow) {
    case .anchor?: return [Misreading.anchor.reason]
    case .alias?: return [Misreading.alias.reason]
    case .block?: return [Misreading.block.reason]
    default: return nil
    }
  }

  /// A text that is to be an expression.
  private static func marking(_ place: SourceRange, in line: WrittenLine) -> [String]? {
    let range = place.lowerBound..<place.upperBound
    guard range.upperBound <= line.range.upperBound,
      let value = line.values.first(where: { $0.range.lowerBound == range.lowerBound })
    else { return nil }
    let marked = "${\(line.text(range))}"
    let text = line.replacing([(range, value.isInFlow ? marked.quotedForYAML : marked)])
    return ["write \(text)", "quote the text if it is meant as it stands"]
  }

  /// A text whose quotes YAML took for itself, so that CEL took it for a name.
  private static func quoting(_ place: SourceRange, in line: WrittenLine) -> [String]? {
    let range = place.lowerBound - 1..<place.upperBound + 1
    guard let value = line.values.first(where: { $0.range == range }),
      line.source.utf8[range.lowerBound].isQuote
    else { return nil }
    let marked = "${\"\(place.text)\"}"
    let text = line.replacing([(range, value.isInFlow ? marked.quotedForYAML : marked)])
    return [Misreading.ownQuotes, "write \(text)"]
  }
}
