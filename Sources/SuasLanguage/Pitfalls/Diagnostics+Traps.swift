import LibYAML
import SuasProgram
import YAML

extension Diagnostics {
  /// The diagnostics with help added to those that stem from YAML's misreading of CEL: the reason
  /// and a corrected line. Further diagnostics from the same mistake are left out.
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
      item.fixes = trap.fixes
      // The place at which YAML began to read adds nothing once the misreading is explained.
      if item.code == .yamlSyntax { item.notes = [] }
      items.append(item)
    }
    return Diagnostics(items, omitted: omitted)
  }
}

/// A line that YAML misreads, and its corrected form.
private struct Trap {
  struct Identity: Hashable {
    let source: ObjectIdentifier
    let line: Int
    let help: [String]
  }

  /// An explanation with the corrected lines, the likeliest first.
  private struct Advice {
    var help: [String]
    var lines: [String] = []

    /// Adds a corrected line.
    mutating func write(_ line: String, _ lead: String = "write") {
      help.append("\(lead) \(line)")
      lines.append(line)
    }
  }

  let identity: Identity
  /// The corrections, each of the whole line.
  let fixes: [Diagnostic.Fix]
  var help: [String] { identity.help }

  init?(behind diagnostic: Diagnostic) {
    guard diagnostic.severity == .error, case .range(let place) = diagnostic.place,
      let line = WrittenLine(around: place.lowerBound, in: place.source)
    else { return nil }
    let wideColons = Self.wideColons(place, in: line, behind: diagnostic.code)
    guard wideColons != nil || Self.canExplain(diagnostic.code) else { return nil }
    let found: Advice? =
      switch diagnostic.code {
      case _ where wideColons != nil: wideColons
      case .looksLikeExpression: Self.marking(place, as: diagnostic.fixes, in: line)
      case .undeclaredName: Self.quoting(place, in: line, diagnostic.help)
      default:
        Self.payload(place, in: line, behind: diagnostic.code)
          ?? Self.separating(place, in: line, behind: diagnostic.code)
          ?? Self.rewriting(place, in: line, behind: diagnostic.code)
          ?? Self.reason(for: place, in: line, behind: diagnostic.code).map { Advice(help: $0) }
      }
    guard let found else { return nil }
    identity = Identity(
      source: ObjectIdentifier(place.source), line: line.range.lowerBound, help: found.help)
    let range = SourceRange(place.source, line.range)
    fixes = found.lines.map { Diagnostic.Fix(range, replacement: $0) }
  }

  private static func canExplain(_ code: Diagnostic.Code) -> Bool {
    code == .looksLikeExpression || code == .undeclaredName
      || [YAMLPitfall.flow, .brackets].contains { $0.leads(to: code) }
  }

  /// The help for a text that was meant to be one value, but is not read as one.
  private static func rewriting(
    _ place: SourceRange, in line: WrittenLine, behind code: Diagnostic.Code
  ) -> Advice? {
    var replacements: [(range: Range<Int>, text: String)] = []
    var met: (value: WrittenLine.Value, rewriting: Rewriting)?
    for value in line.values {
      let key = value.key.map(line.text)
      guard
        let rewriting = Rewriting(
          of: line.text(value.range), under: key, isInFlow: value.isInFlow),
        rewriting.pitfall.leads(to: code)
      else { continue }
      let start = value.range.lowerBound
      replacements.append((start..<start + rewriting.length, rewriting.value))
      let reach = (value.key?.upperBound ?? start)...value.range.upperBound
      if met == nil, reach.contains(place.lowerBound) { met = (value, rewriting) }
    }
    guard let (value, rewriting) = met else { return nil }
    var advice = Advice(help: [rewriting.reason])
    if let opposite = rewriting.opposite, let key = value.key {
      advice.write(line.replacing([(key, opposite.key), (value.range, opposite.value)]))
    }
    advice.write(
      line.replacing(replacements), rewriting.opposite == nil ? "write" : "or write")
    return advice
  }

  /// The help for a payload that stands behind the name of its action, as arguments do elsewhere.
  private static func payload(
    _ place: SourceRange, in line: WrittenLine, behind code: Diagnostic.Code
  ) -> Advice? {
    guard code == .yamlSyntax, let (key, value) = line.blockEntry(at: place.lowerBound),
      line.text(key) == "dispatch", case let written = line.text(value),
      let start = written.firstIndex(where: { "{(".contains($0) }),
      "})".contains(written.last ?? " ")
    else { return nil }
    var words = written[..<start].split { $0 == " " || $0 == "," }
    if words.last == "with:" { words.removeLast() }
    guard words.count == 1, let action = words.first, String(action).isPlainName else { return nil }
    let indentation = String(repeating: " ", count: SourceRange(line.source, key).lead.count)
    let isCall = written[start] == "("
    let payload =
      isCall ? "{ \(written[start...].dropFirst().dropLast()) }" : "\(written[start...])"
    let fields = "with: \(payload)"
    return Advice(
      help: ["the payload stands below the action: write \(fields)"],
      lines: [
        line.text(line.range.lowerBound..<key.upperBound) + ": \(action)\n\(indentation)\(fields)"
      ])
  }

  /// The help for an entry that stands behind the key of its mapping, on the same line.
  private static func separating(
    _ place: SourceRange, in line: WrittenLine, behind code: Diagnostic.Code
  ) -> Advice? {
    guard code == .yamlSyntax, let (key, value) = line.blockEntry(at: place.lowerBound),
      ValueSyntax.mappings.contains(line.text(key)), case let entry = line.text(value),
      YAMLPitfall(of: entry, isInFlow: false) == .key
    else { return nil }
    let start = SourceRange(line.source, key).lead
    let indentation = String(repeating: " ", count: start.count + 2)
    return Advice(
      help: ["write '\(entry)' on a line of its own, indented below '\(line.text(key)):'"],
      lines: [line.text(line.range.lowerBound..<key.upperBound) + ":\n" + indentation + entry])
  }

  /// The help for keys with a colon of full width, as keyboards for Chinese and Japanese write it.
  private static func wideColons(
    _ place: SourceRange, in line: WrittenLine, behind code: Diagnostic.Code
  ) -> Advice? {
    let colon: Character = "\u{FF1A}"
    guard code == .yamlSyntax || place.text.contains(colon) else { return nil }
    var corrected = ""
    // The characters since the last one that no key holds.
    var key = ""
    var isKey = true
    var hasFound = false
    let text = line.text(line.range)
    for (character, next) in zip(text, text.dropFirst().map(Optional.some) + [nil]) {
      if character == colon, isKey, !key.isEmpty {
        corrected += next.map { $0 == " " } ?? true ? ":" : ": "
        (key, isKey, hasFound) = ("", false, true)
        continue
      }
      corrected.append(character)
      if [" ", "{", "[", ","].contains(character) {
        (key, isKey) = ("", true)
      } else if character.isLetter || character.isNumber || "_-$".contains(character) {
        key.append(character)
      } else {
        isKey = false
      }
    }
    guard hasFound else { return nil }
    var advice = Advice(help: ["'\(colon)' is another character than the ':' after a key"])
    advice.write(corrected)
    return advice
  }

  /// The reason why YAML does not accept an expression that begins as no valid one can.
  private static func reason(
    for place: SourceRange, in line: WrittenLine, behind code: Diagnostic.Code
  ) -> [String]? {
    guard code == .yamlSyntax || code == .expressionSyntax else { return nil }
    let value = line.values.first { value in
      let start = value.key?.upperBound ?? value.range.lowerBound
      return (start...value.range.upperBound).contains(place.lowerBound)
    }
    guard let value, let key = value.key, ValueSyntax(key: line.text(key)) == .expression else {
      return nil
    }
    switch YAMLPitfall(of: line.text(value.range), isInFlow: value.isInFlow) {
    case .anchor?: return [YAMLPitfall.anchor.reason]
    case .alias?: return [YAMLPitfall.alias.reason]
    case .block?: return [YAMLPitfall.block.reason]
    default: return nil
    }
  }

  /// The help for a text that should be marked as an expression.
  ///
  /// - Parameter known: The corrections of the text alone, the marked one first.
  private static func marking(
    _ place: SourceRange, as known: [Diagnostic.Fix], in line: WrittenLine
  ) -> Advice? {
    let range = place.lowerBound..<place.upperBound
    guard range.upperBound <= line.range.upperBound,
      let value = line.values.first(where: { $0.range.lowerBound == range.lowerBound }),
      let replacement = known.first?.replacement,
      let marked = (try? LibYAML.parse(Source(name: "", text: replacement)))?.scalar?.text
    else { return nil }
    let isBare = !value.isInFlow && ScalarText(marked).isPlain
    let text = line.replacing([(range, isBare ? marked : marked.quotedForYAML)])
    var advice = Advice(help: [])
    advice.write(text)
    advice.help.append("quote the text if it is meant as it stands")
    return advice
  }

  /// The help for a text whose quotes YAML removed, so that CEL read it as a name.
  ///
  /// - Parameter known: The help that there is without it.
  private static func quoting(
    _ place: SourceRange, in line: WrittenLine, _ known: [String]
  ) -> Advice? {
    let range = place.lowerBound - 1..<place.upperBound + 1
    guard let value = line.values.first(where: { $0.range == range }),
      line.source.utf8[range.lowerBound].isQuote
    else { return nil }
    let marked = "${\"\(place.text)\"}"
    let text = line.replacing([(range, value.isInFlow ? marked.quotedForYAML : marked)])
    var advice = Advice(help: known + [YAMLPitfall.ownQuotes])
    advice.write(text)
    return advice
  }
}
