import SuasSpec
import YAML

/// The key of a matcher.
package enum MatcherKeyword: String, CaseIterable, Sendable {
  case any = "$any"
  case that = "$that"
  case matches = "$matches"
  case approx = "$approx"
  case contains = "$contains"
  case unordered = "$unordered"
  case size = "$size"
  case absent = "$absent"
}

extension MatcherKeyword {
  private static let mark = UInt8(ascii: "$")

  /// Returns true if a key makes its mapping a matcher: it begins with one `$`.
  static func isWritten(in key: Scalar) -> Bool {
    !key.isVerbatim && key.text.utf8.first == mark && key.text.utf8.dropFirst().first != mark
  }

  /// Returns a text as the key of an entry beside which a matcher could stand: another `$` stands
  /// before one at its beginning.
  static func escaping(_ text: String) -> String { text.utf8.first == mark ? "$" + text : text }

  /// Returns the key of an entry as it is meant.
  static func unescaped(_ key: Scalar) -> Scalar {
    guard !key.isVerbatim, key.text.utf8.starts(with: [mark, mark]) else { return key }
    var key = key
    key.text = String(decoding: key.text.utf8.dropFirst(), as: UTF8.self)
    return key
  }

  /// The form of each matcher.
  static let forms = allCases.map(form)

  /// The keys of matchers, each with a sentence for people.
  package static let summaries = forms.compactMap { form in
    form.keys.first.map { (name: $0.name, summary: $0.summary) }
  }

  private static func form(of keyword: MatcherKeyword) -> ScenarioForm {
    func form(
      _ kind: ScenarioValueKind, _ summary: String, _ more: [KeyForm<ScenarioValueKind>] = []
    ) -> ScenarioForm {
      ScenarioForm("a matcher", [.required(keyword.rawValue, kind, summary)] + more)
    }
    return switch keyword {
    case .any: form(.always, "Anything.")
    case .that: form(.condition, "A value of which the condition on `it` holds.")
    case .matches: form(.text, "A text in which the regular expression is found.")
    case .approx:
      form(.number, "A number so near.", [.required("within", .number, "How near.")])
    case .contains:
      form(.contents, "A list in which each of these is found, or a map with these entries.")
    case .unordered: form(.elements, "A list of these and no others, in any order.")
    case .size: form(.count(from: 0), "A list, map or text of this size.")
    case .absent: form(.always, "Nothing: the entry of a map that is not there.")
    }
  }
}
