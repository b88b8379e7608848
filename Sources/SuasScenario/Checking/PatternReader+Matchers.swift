import CEL
import SuasSpec
import YAML

/// Matchers: mappings whose keys begin with `$`.
extension PatternReader {
  /// Returns a reader of the matcher's mapping if the node is a matcher.
  func matcher(in node: Node) -> MappingReader? {
    guard names != nil, case .mapping(let entries) = node.content,
      entries.contains(where: { MatcherKeyword.isWritten(in: $0.key) })
    else { return nil }
    return MappingReader(node, as: "a matcher", into: sink)
  }

  func read(
    _ reader: MappingReader, as type: FieldType, at range: SourceRange, mayBeAbsent: Bool
  ) -> Matcher? {
    var reader = reader
    let written = reader.entries.filter { MatcherKeyword.isWritten(in: $0.key) }
    let keywords = written.compactMap { MatcherKeyword(rawValue: $0.key.text) }
    for entry in written where MatcherKeyword(rawValue: entry.key.text) == nil {
      sink.report(
        .unknownMatcher(entry.key, among: MatcherKeyword.allCases.map(\.rawValue), as: type))
    }
    guard keywords.count == written.count, let keyword = keywords.first, let entry = written.first
    else { return nil }
    if written.count > 1 {
      sink.report(
        .conflictingKeys(
          written[1].key.text, entry.key.text, at: written[1].key.range, other: entry.key.range))
      return nil
    }
    _ = reader.entry(entry.key.text)
    let within = keyword == .approx ? reader.require("within") : nil
    reader.finish()
    guard reader.remaining.isEmpty else { return nil }

    switch keyword {
    case .any, .absent:
      guard case .bool(true)? = entry.value.scalar?.resolved else {
        sink.report(.alwaysTrue(entry))
        return nil
      }
      if keyword == .any { return .any }
      guard mayBeAbsent || type == .any else {
        sink.report(.neverAbsent(at: entry.key.range))
        return nil
      }
      return .absent
    case .that:
      return ExpressionSyntax(entry.value, "'$that'", sink)
        .flatMap { condition($0, on: type) }.map { .that($0) }
    case .matches:
      return fits(entry.key, type, [.string], "texts") ? regex(entry.value) : nil
    case .approx:
      guard fits(entry.key, type, [.double, .int], "numbers"),
        let expected = finite(entry.value, under: entry.key.text), let within,
        let tolerance = finite(within, under: "within")
      else { return nil }
      guard tolerance >= 0 else {
        sink.report(.negative("within", at: within.range))
        return nil
      }
      return .approx(expected, within: tolerance)
    case .contains where isMap(type, entry.value):
      return entries(entry, type)
    case .contains, .unordered:
      guard let element = element(of: type, entry.key, keyword) else { return nil }
      guard case .sequence(let nodes) = entry.value.content else {
        sink.report(
          .notAList(
            entry.value, "the elements under '\(entry.key.text)'",
            help: "write them as { \(entry.key.text): [1, 2] }"))
        return nil
      }
      let patterns = patterns(nodes, as: element)
      return keyword == .contains
        ? patterns.map { .contains($0) } : patterns.map { .unordered($0) }
    case .size:
      return size(entry, type)
    }
  }

  private func condition(_ syntax: ExpressionSyntax, on type: FieldType) -> Condition? {
    ConditionReader(values.types, names ?? .none, sink)
      .read(syntax, on: type)
  }

  /// Reads a regular expression as a condition on the text to match.
  private func regex(_ node: Node) -> Matcher? {
    guard let pattern = values.readConstant(node, as: .string), case .string(let text) = pattern
    else { return nil }
    var environment = CEL.Environment(types: values.types.cel)
    environment.declare("it", .string)
    let program: ExpressionPlan
    do throws(Issues) {
      program = try environment.compile("it.matches(\(pattern))")
    } catch {
      sink.report(.notAPattern(error.items.first?.message, at: node.range))
      return nil
    }
    let condition = Condition(
      program: program, constants: [], text: text, range: node.range, written: nil)
    // An invalid regular expression fails on its first use.
    do throws(EvaluationError) {
      _ = try condition.holds(of: [.string("")])
    } catch {
      sink.report(.notAPattern(error.message, at: node.range))
      return nil
    }
    return .matches(condition, regex: text)
  }

  private func finite(_ node: Node, under key: String) -> Double? {
    guard case .double(let number)? = values.readConstant(node, as: .double) else { return nil }
    guard number.isFinite else {
      sink.report(.notFinite(key, at: node.range))
      return nil
    }
    return number
  }

  private func size(_ entry: Node.Entry, _ type: FieldType) -> Matcher? {
    switch type.unwrapped {
    case .list, .map, .string, .any: break
    default:
      sink.report(.wrongMatcher(entry.key, for: "lists, maps and texts", type))
      return nil
    }
    guard case .int(let number)? = values.readConstant(entry.value, as: .int) else { return nil }
    guard number >= 0 else {
      sink.report(.negative(entry.key.text, at: entry.value.range))
      return nil
    }
    return .size(Int(clamping: number))
  }

  /// Returns true if `$contains` is about the entries of a map; for a value of any type, its
  /// expectation decides.
  private func isMap(_ type: FieldType, _ contents: Node) -> Bool {
    switch type.unwrapped {
    case .map: true
    case .any: contents.mapping != nil
    default: false
    }
  }

  private func entries(_ entry: Node.Entry, _ type: FieldType) -> Matcher? {
    guard let entries = entry.value.entries(as: "'\(entry.key.text)' of a map", into: sink) else {
      return nil
    }
    let patterns =
      if case .map(let key, let value) = type.unwrapped {
        self.entries(entries, key: key, value: value)
      } else {
        self.entries(entries, key: .string, value: .any)
      }
    return patterns.map { .containsEntries($0) }
  }

  private func element(
    of type: FieldType, _ key: Scalar, _ keyword: MatcherKeyword
  ) -> FieldType? {
    switch type.unwrapped {
    case .list(let element): return element
    case .any: return .any
    default:
      sink.report(
        .wrongMatcher(key, for: keyword == .contains ? "lists and maps" : "lists", type))
      return nil
    }
  }

  private func fits(
    _ key: Scalar, _ type: FieldType, _ fitting: [FieldType], _ what: String
  ) -> Bool {
    switch type.unwrapped {
    case .any: return true
    case .enumeration where fitting.contains(.string): return true
    case let type where fitting.contains(type): return true
    default:
      sink.report(.wrongMatcher(key, for: what, type))
      return false
    }
  }
}
