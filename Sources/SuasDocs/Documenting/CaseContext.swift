import CEL
import SuasProgram

/// The facts about places and cases at a rule.
struct CaseContext {
  /// The place of the record that the rules see as `state`.
  var base = StatePath()
  /// The places whose values slots hold.
  var places: [Int: StatePath] = [:]
  /// The indices and keys that slots hold, as they are written.
  var keys: [Int: String] = [:]
  /// The cases of parameters, by their slots.
  var parameters: [Int: Set<String>] = [:]
  var facts = CaseFacts()
  var conditions: [(text: String, paths: [StatePath])] = []
  /// The number of shared rules around the rule, which keeps their names apart.
  var depth = 0
}

extension CaseContext {
  /// Notes that slots hold the indices and keys on a path.
  mutating func note(keysOf target: Target, in slots: [Int]) {
    var rest = slots[...]
    for case .element(let key) in target.components {
      guard let slot = rest.popFirst() else { return }
      switch key {
      case .computed(let expression, _): keys[slot] = name(String(expression.text))
      case .bound(let other): keys[slot] = keys[other] ?? "#\(other)"
      }
    }
  }

  /// A key as it is written; keys in different shared rules are different.
  func name(_ text: String) -> String { depth == 0 ? text : "\(depth):\(text)" }

  /// Notes that the value at a place has one of some cases.
  mutating func assume(
    _ subject: StatePath?, _ cases: Set<String>, _ match: Match, _ known: [String]
  ) {
    if let subject, !known.isEmpty {
      facts = facts.and(CaseFacts(subject, cases))
      return
    }
    let names = cases.sorted().joined(separator: " or ")
    conditions.append(
      ("when \(match.text.onOneLine) is \(names.isEmpty ? "another case" : names)", []))
  }
}
