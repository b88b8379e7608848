import CEL
import SuasSpec
import YAML

/// Expectations about the requests of effects.
extension ExpectationChecker {
  /// Reads a list of effects, each alone or with some parts of its request.
  func requests(_ node: Node) -> [NamedExpectation]? {
    mentions(node, "'requests'", { effect($0) }, { request($0, of: $1) })
  }

  private func request(_ node: Node, of effect: CheckedEffect) -> Pattern? {
    guard let entries = node.entries(as: "what '\(effect.name)' asks for", into: sink) else {
      return nil
    }
    let type = effect.kind.request
    let parts = entries.compactMap { entry -> (slot: Int, name: String, pattern: Pattern)? in
      guard let slot = type.shape.slot(of: entry.key.text) else {
        sink.readings?.request(.field(of: type), at: entry.key.range)
        sink.report(unknownPart(entry.key, of: effect))
        return nil
      }
      return part(entry, as: type.fields[slot].type).map { (slot, entry.key.text, $0) }
    }
    guard parts.count == entries.count else { return nil }
    return Pattern(kind: .record(parts), range: node.range)
  }

  private func unknownPart(_ key: Scalar, of effect: CheckedEffect) -> Diagnostic {
    if MatcherKeyword.isWritten(in: key) {
      return .misplacedMatcher(key, in: "the names of parts")
    }
    let other = EffectKind.allCases.first { $0.request.shape.slot(of: key.text) != nil }
    return other.map { .wrongRequestPart(key, of: $0, in: effect) }
      ?? .unknownKey(
        key, in: "the request of '\(effect.name)'", known: effect.kind.request.fields.map(\.name))
  }

  private func part(_ entry: Node.Entry, as type: FieldType) -> Pattern? {
    let patterns = patterns(exact: false)
    guard case .map = type, patterns.matcher(in: entry.value) == nil else {
      return patterns.read(entry.value, as: type)
    }
    let node = entry.value.withTexts
    guard entry.key.text == "headers" else { return patterns.read(node, as: type) }
    guard let headers = node.entries(as: "'headers'", into: sink) else { return nil }
    for header in headers where header.key.text != header.key.text.lowercased() {
      sink.report(.headerInCapitals(header.key))
      return nil
    }
    return patterns.entries(headers, key: .string, value: .string)
      .map { Pattern(kind: .matcher(.containsEntries($0)), range: node.range) }
  }
}

extension Node {
  /// The mapping with its numbers and truth values as texts, as they are sent.
  fileprivate var withTexts: Node {
    guard let entries = mapping else { return self }
    let texts = entries.map { entry -> Node.Entry in
      guard let scalar = entry.value.scalar, scalar.resolved != .null else { return entry }
      let text = Scalar(scalar.text, style: .singleQuoted, at: scalar.range)
      return Node.Entry(key: entry.key, value: Node(.scalar(text), at: entry.value.range))
    }
    return Node(.mapping(texts), at: range)
  }
}
