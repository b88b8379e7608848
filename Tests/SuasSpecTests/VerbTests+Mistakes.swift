import Testing
import YAML

/// Mistakes in a verb that are found before it runs: a missing argument, an additional one, or a
/// place or value of another type.
extension VerbTests {
  static let mistakes: [(rules: String, codes: [String])] = [
    ("- { set: n }", ["missing-key"]),
    ("- { set: n, value: x }", ["type-mismatch"]),
    ("- { set: n, value: 1.5 }", ["type-mismatch"]),
    ("- { set: n, value: null }", ["type-mismatch"]),
    ("- { set: color, value: blue }", ["unknown-case"]),
    ("- { set: owner, value: { nmae: x } }", ["unknown-field"]),
    ("- { set: owner, value: { count: 1 } }", ["missing-key"]),
    ("- { set: nothing, value: 1 }", ["unknown-field"]),
    ("- { set: size(names), value: 1 }", ["expression-syntax"]),
    ("- { set: n, value: 1, by: 2 }", ["unknown-key"]),
    ("- { set: n, value: 1, default: 2 }", ["unknown-key"]),
    ("- { reset: 'names[0]' }", ["type-mismatch"]),
    ("- { reset: byId.a }", ["type-mismatch"]),
    ("- { merge: owner }", ["missing-key"]),
    ("- { merge: names, value: {} }", ["type-mismatch"]),
    ("- { merge: owner, value: { nmae: x } }", ["unknown-field"]),
    ("- { merge: owner, value: { count: x } }", ["type-mismatch"]),
    (#"- { merge: owner, value: "${Other{cuont: 1}}" }"#, ["unknown-field"]),
    (#"- { merge: owner, value: "${Part{count: 1}.count}" }"#, ["type-mismatch"]),
    (#"- { merge: owner, value: "${helper}" }"#, ["type-mismatch"]),
    ("- { clear: n }", ["type-mismatch"]),
    ("- { clear: owner }", ["type-mismatch"]),
    ("- { toggle: n }", ["type-mismatch"]),
    ("- { toggle: flag, default: true }", ["conflicting-keys"]),
    ("- { increment: text }", ["type-mismatch"]),
    ("- { increment: n, by: 0.5 }", ["type-mismatch"]),
    ("- { increment: pause }", ["missing-key"]),
    ("- { increment: pause, by: 1 }", ["type-mismatch"]),
    ("- { decrement: names }", ["type-mismatch"]),
    ("- { append: names }", ["missing-key"]),
    ("- { append: names, value: x, values: names }", ["conflicting-keys"]),
    ("- { append: names, value: [x] }", ["type-mismatch"]),
    ("- { append: names, values: n }", ["type-mismatch"]),
    ("- { append: text, value: x }", ["type-mismatch"]),
    ("- { append: names, value: x, default: [] }", ["conflicting-keys"]),
    ("- { prepend: byId, value: 1 }", ["type-mismatch"]),
    ("- { insert: names, value: x }", ["missing-key"]),
    ("- { insert: names, index: 0 }", ["missing-key"]),
    ("- { insert: names, index: text, value: x }", ["type-mismatch"]),
    ("- { remove-at: names }", ["missing-key"]),
    ("- { remove-at: byId, index: 0 }", ["type-mismatch"]),
    ("- { remove: names }", ["missing-key"]),
    ("- { remove: names, where: item }", ["type-mismatch"]),
    ("- { remove: names, where: key == 'a' }", ["undeclared-name"]),
    ("- { remove: n, where: true }", ["type-mismatch"]),
    ("- { keep: names }", ["missing-key"]),
    ("- { keep: names, value: a }", ["missing-key"]),
    ("- { move: names, from: 0 }", ["missing-key"]),
    ("- { move: byId, from: 0, to: 1 }", ["type-mismatch"]),
    ("- { swap: names, to: 0 }", ["missing-key"]),
    ("- { swap: names, from: text, to: 0 }", ["type-mismatch"]),
    ("- { sort: byId }", ["type-mismatch"]),
    ("- { sort: items }", ["type-mismatch"]),
    ("- { sort: items, by: item.tags }", ["type-mismatch"]),
    ("- { sort: names, descending: n }", ["type-mismatch"]),
    ("- { reverse: text }", ["type-mismatch"]),
    ("- { update: names }", ["missing-key"]),
    ("- { update: n, do: [] }", ["type-mismatch"]),
    ("- { update: names, do: { clear: item } }", ["wrong-kind"]),
    ("- { update: names, do: [{ append: names, value: x }] }", ["wrong-kind"]),
    ("- { upsert: items, value: { name: x } }", ["missing-key"]),
    ("- { upsert: items, match: name }", ["missing-key"]),
    ("- { upsert: items, match: title, value: { name: x } }", ["unknown-field"]),
    ("- { upsert: names, match: name, value: x }", ["type-mismatch"]),
    ("- { delete: byId }", ["type-mismatch"]),
    ("- { delete: 'names[0]' }", ["type-mismatch"]),
    ("- { delete: owner.count }", ["type-mismatch"]),
    ("- { if: n > 0 }", ["missing-key"]),
    ("- { if: n, then: [] }", ["type-mismatch"]),
    ("- { let: { a: b } }", ["undeclared-name"]),
    ("- { let: { a: n }, when: flag }", ["conflicting-keys"]),
    ("- { for-each: names }", ["missing-key"]),
    ("- { for-each: flag, do: [] }", ["type-mismatch"]),
    ("- { match: color, cases: { red: [] } }", ["missing-case"]),
    ("- { match: color, cases: { red: [], green: [], blue: [] } }", ["unknown-case"]),
    ("- { match: color, cases: { red: [], green: [], null: [] } }", ["unknown-case"]),
    ("- { match: flag, cases: { true: [] } }", ["missing-case"]),
    ("- { match: flag, cases: { true: [], True: [], false: [] } }", ["duplicate-key"]),
    ("- { match: flag, cases: { true: [], yes: [] }, else: [] }", ["unknown-case"]),
    ("- { match: n, cases: { a: [] } }", ["type-mismatch"]),
    ("- { match: note, cases: { a: [] } }", ["type-mismatch"]),
    ("- { match: '${text}', cases: { a: [] } }", ["type-mismatch"]),
    ("- { match: action.color, cases: { red: [], green: [] } }", ["type-mismatch"]),
    ("- { match: anything, cases: { a: [] } }", ["missing-case"]),
    ("- { match: color }", ["missing-key"]),
    ("- { match: color, cases: [] }", ["wrong-kind"]),
    ("- { match: color, cases: { red: {} }, else: [] }", ["wrong-kind"]),
    ("- { match: load, cases: { idle: [], loaded: [] } }", ["missing-case"]),
    ("- { match: load, cases: { idle: [{ clear: item.at }] }, else: [] }", ["unknown-field"]),
    ("- { match: load, cases: { idle: [] }, else: [{ clear: item.at }] }", ["unknown-field"]),
    (
      "- { match: '${load}', cases: { loaded: [{ clear: item.cities }] }, else: [] }",
      ["type-mismatch"]
    ),
    (
      "- { match: 'loads[0]', cases: { loaded: [{ clear: loads }] }, else: [] }",
      ["wrong-kind"]
    ),
    (
      "- { match: 'loads[0]', cases: { loaded: [{ set: 'loads[1]', value: idle }] }, else: [] }",
      ["wrong-kind"]
    ),
    ("- { at: owner }", ["missing-key"]),
    ("- { at: owner, do: [{ set: item.nam, value: x }] }", ["unknown-field"]),
    ("- { at: 'items[0]', do: [{ set: 'items[0].name', value: x }] }", ["wrong-kind"]),
    ("- { at: 'byNumber[1]', do: [{ delete: 'byNumber[1]' }] }", ["wrong-kind"]),
    ("- { at: owner, default: { name: x }, do: [] }", ["conflicting-keys"]),
    ("- { at: action, do: [] }", ["type-mismatch"]),
    ("- { for-each: names, do: [{ set: item, value: x }] }", ["type-mismatch"]),
    ("- { fail: { code: x } }", ["missing-key"]),
    ("- { fail: [x] }", ["type-mismatch"]),
    ("- { sett: n, value: 1 }", ["unknown-verb"]),
    ("- { set: n, value: 1, clear: names }", ["conflicting-keys"]),
    ("- { clear: names, when: flag, unless: flag }", ["conflicting-keys"]),
    ("- { clear: names, when: n }", ["type-mismatch"]),
  ]

  @Test("A verb that is written wrongly is refused before it runs", arguments: mistakes)
  func mistake(rules: String, codes: [String]) {
    do {
      _ = try Self.spec(rules)
      Issue.record("nothing is wrong with \(rules)")
    } catch let diagnostics as Diagnostics {
      #expect(diagnostics.items.map(\.code.rawValue).sorted() == codes, "\(diagnostics)")
    } catch {
      Issue.record(error)
    }
  }
}
