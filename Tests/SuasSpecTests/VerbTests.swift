import CEL
import Suas
import SuasSpec
import Testing
import YAML

/// Each verb: normal use, edge cases, errors, and whether the action counts as handled.
@Suite struct VerbTests {
  /// One action on a state `S`.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rules: String
    var payload: [String: Value] = [:]
    var expected: Outcome
  }

  enum Outcome: Sendable, Equatable {
    /// The fields that differ from the initial state, in the notation of CEL.
    case changes([String: String])
    case notHandled
    case refused(String)
  }

  static func spec(_ rules: String) throws -> CompiledSpec {
    let indented = rules.split(separator: "\n").map { "          \($0)" }.joined(separator: "\n")
    return try CompiledSpec(
      Source(
        name: "spec.yaml",
        text: """
          suas: 1
          enums: { Color: [red, green] }
          variants:
            Load: { idle: {}, loaded: { cities: "list(string) = []" }, failed: { code: int } }
          types:
            Item: { name: string, count: int = 0, tags: "list(string) = []" }
            Part: { count: int }
            Other: { cuont: int }
          states:
            S:
              n: int = 5
              x: double = 0.5
              flag: bool = false
              text: string = hello
              color: Color = red
              names: { type: list(string), default: [a, b, c] }
              items: { type: list(Item), default: [{ name: one }, { name: two, tags: [t, u] }] }
              byId: { type: map(int), default: { a: 1, b: 2 } }
              byNumber: { type: "map(int, Item)", default: { 7: { name: seven } } }
              note: string?
              anything: { type: any, default: { list: [1, 2], map: { k: v } } }
              due: timestamp = 2000-01-31T12:30:00+01:00
              pause: duration = 1m30s
              owner: { type: Item, default: { name: me } }
              helper: Item?
              groups: { type: map(list(string)), default: { x: [p, q], y: [] } }
              flags: { type: map(bool), default: { on: true } }
              labels: { type: map(string?), default: { a: first } }
              load: { type: Load, default: { loaded: { cities: [Rome] } } }
              loads: { type: list(Load), default: [idle, loaded] }
              last: Load?
          actions:
            Go: { i: int = 0, j: int = 0, text: string = go, color: Color = green }
          reducers:
            R:
              state: S
              on:
                Go:
          \(indented)
          """))
  }

  static let cases: [Case] = [
    Case(
      testDescription: "set assigns a field", rules: "- { set: n, value: 7 }",
      expected: .changes(["n": "7"])),
    Case(
      testDescription: "set counts as handled where the value stays equal",
      rules: "- { set: n, value: 5 }", expected: .changes([:])),
    Case(
      testDescription: "set takes an int literal for a double", rules: "- { set: x, value: 2 }",
      expected: .changes(["x": "2.0"])),
    Case(
      testDescription: "set reaches into lists and records",
      rules: #"- { set: "items[1].tags[action.i]", value: "${action.text}!" }"#,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 0, tags: ["go!", "u"]}]"#
      ])),
    Case(
      testDescription: "set fills a record with its defaults",
      rules: #"- { set: "items[0]", value: { name: new } }"#,
      expected: .changes([
        "items":
          #"[Item{name: "new", count: 0, tags: []}, Item{name: "two", count: 0, tags: ["t", "u"]}]"#
      ])),
    Case(
      testDescription: "set keeps the text of what looks like a number",
      rules: "- { set: text, value: 1.10 }", expected: .changes(["text": #""1.10""#])),
    Case(
      testDescription: "set writes ${ for $${", rules: #"- { set: text, value: "$${n} is ${n}" }"#,
      expected: .changes(["text": #""${n} is 5""#])),
    Case(
      testDescription: "set of an enum takes a payload's case",
      rules: #"- { set: color, value: "${action.color}" }"#,
      expected: .changes(["color": #""green""#])),
    Case(
      testDescription: "set of an enum refuses a computed string that is no case",
      rules: #"- { set: color, value: "${action.text}" }"#, expected: .refused("no-such-case")),
    Case(
      testDescription: "set of the whole state", rules: #"- { set: state, value: "${state}" }"#,
      expected: .changes([:])),
    Case(
      testDescription: "set beyond a list's end is refused",
      rules: #"- { set: "names[action.i]", value: x }"#, payload: ["i": 3],
      expected: .refused("index-out-of-range")),
    Case(
      testDescription: "set before a list's beginning is refused",
      rules: #"- { set: "names[action.i]", value: x }"#, payload: ["i": -1],
      expected: .refused("index-out-of-range")),

    Case(
      testDescription: "reset puts back a field's initial value",
      rules: "- { set: n, value: 1 }\n- { reset: n }", expected: .changes([:])),
    Case(
      testDescription: "reset puts back the whole state",
      rules: "- { set: n, value: 1 }\n- { append: names, value: d }\n- { reset: state }",
      expected: .changes([:])),

    Case(
      testDescription: "append adds a value at the end",
      rules: #"- { append: names, value: "${action.text}" }"#,
      expected: .changes(["names": #"["a", "b", "c", "go"]"#])),
    Case(
      testDescription: "append adds values in their order",
      rules: #"- { append: names, values: "names.map(n, n + n)" }"#,
      expected: .changes(["names": #"["a", "b", "c", "aa", "bb", "cc"]"#])),
    Case(
      testDescription: "append works on a list in a list",
      rules: #"- { append: "items[0].tags", value: x }"#,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: ["x"]}, Item{name: "two", count: 0, tags: ["t", "u"]}]"#
      ])),

    Case(
      testDescription: "insert at the front", rules: "- { insert: names, index: 0, value: x }",
      expected: .changes(["names": #"["x", "a", "b", "c"]"#])),
    Case(
      testDescription: "insert at the size appends",
      rules: "- { insert: names, index: size(names), value: x }",
      expected: .changes(["names": #"["a", "b", "c", "x"]"#])),
    Case(
      testDescription: "insert beyond the size is refused",
      rules: "- { insert: names, index: 4, value: x }", expected: .refused("index-out-of-range")),
    Case(
      testDescription: "insert before the front is refused",
      rules: "- { insert: names, index: -1, value: x }", expected: .refused("index-out-of-range")),

    Case(
      testDescription: "remove-at takes one out", rules: "- { remove-at: names, index: action.i }",
      payload: ["i": 1], expected: .changes(["names": #"["a", "c"]"#])),
    Case(
      testDescription: "remove-at at the size is refused",
      rules: "- { remove-at: names, index: 3 }", expected: .refused("index-out-of-range")),

    Case(
      testDescription: "move forwards counts after the removal",
      rules: "- { move: names, from: 0, to: 2 }",
      expected: .changes(["names": #"["b", "c", "a"]"#])),
    Case(
      testDescription: "move backwards", rules: "- { move: names, from: 2, to: 0 }",
      expected: .changes(["names": #"["c", "a", "b"]"#])),
    Case(
      testDescription: "move to its own place is handled",
      rules: "- { move: names, from: 1, to: 1 }", expected: .changes([:])),
    Case(
      testDescription: "move to the size is refused", rules: "- { move: names, from: 0, to: 3 }",
      expected: .refused("index-out-of-range")),
    Case(
      testDescription: "move from beyond the end is refused",
      rules: "- { move: names, from: 3, to: 0 }", expected: .refused("index-out-of-range")),

    Case(
      testDescription: "toggle negates", rules: "- { toggle: flag }",
      expected: .changes(["flag": "true"])),
    Case(
      testDescription: "toggle twice gives the value back",
      rules: "- { toggle: flag }\n- { toggle: flag }", expected: .changes([:])),

    Case(
      testDescription: "increment adds one", rules: "- { increment: n }",
      expected: .changes(["n": "6"])),
    Case(
      testDescription: "increment adds an amount", rules: "- { increment: n, by: size(names) }",
      expected: .changes(["n": "8"])),
    Case(
      testDescription: "increment of a double takes an int literal",
      rules: "- { increment: x, by: 2 }", expected: .changes(["x": "2.5"])),
    Case(
      testDescription: "increment reaches into a list",
      rules: #"- { increment: "items[1].count" }"#,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 1, tags: ["t", "u"]}]"#
      ])),
    Case(
      testDescription: "increment beyond the largest int is refused",
      rules: "- { increment: n, by: 9223372036854775807 }", expected: .refused("overflow")),
    Case(
      testDescription: "decrement subtracts one", rules: "- { decrement: n }",
      expected: .changes(["n": "4"])),
    Case(
      testDescription: "decrement of a double", rules: "- { decrement: x }",
      expected: .changes(["x": "-0.5"])),
    Case(
      testDescription: "decrement beyond the smallest int is refused",
      rules: "- { set: n, value: -9223372036854775808 }\n- { decrement: n }",
      expected: .refused("overflow")),

    Case(
      testDescription: "increment of a duration",
      rules: "- { increment: pause, by: duration('30s') }",
      expected: .changes(["pause": #"duration("120s")"#])),
    Case(
      testDescription: "increment of a key that is not there takes the default",
      rules: #"- { increment: "byId[action.text]", default: 10 }"#,
      expected: .changes(["byId": #"{"a": 1, "b": 2, "go": 11}"#])),
    Case(
      testDescription: "increment of a key that is not there is refused without a default",
      rules: #"- { increment: "byId[action.text]" }"#, expected: .refused("no-such-key")),
    Case(
      testDescription: "set adds a key at the end of a map",
      rules: #"- { set: "byId[action.text]", value: 3 }"#,
      expected: .changes(["byId": #"{"a": 1, "b": 2, "go": 3}"#])),
    Case(
      testDescription: "set keeps the place of a key that is there",
      rules: "- { set: byId.a, value: 3 }",
      expected: .changes(["byId": #"{"a": 3, "b": 2}"#])),
    Case(
      testDescription: "set through a key that is not there is refused",
      rules: #"- { set: "byNumber[8].name", value: eight }"#, expected: .refused("no-such-key")),
    Case(
      testDescription: "set makes an optional hold a value",
      rules: "- { set: note, value: hi }", expected: .changes(["note": #""hi""#])),
    Case(
      testDescription: "set works in any", rules: #"- { set: "anything.list[1]", value: two }"#,
      expected: .changes(["anything": #"{"list": [1, "two"], "map": {"k": "v"}}"#])),
    Case(
      testDescription: "set in any makes nothing on the way",
      rules: "- { set: anything.none.at, value: 1 }", expected: .refused("no-such-key")),
    Case(
      testDescription: "append to what is no list of any is refused",
      rules: "- { append: anything.map, value: 1 }", expected: .refused("type-mismatch")),

    Case(
      testDescription: "merge lays named fields over a record",
      rules: #"- { merge: "items[0]", value: { count: 3 } }"#,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 3, tags: []}, Item{name: "two", count: 0, tags: ["t", "u"]}]"#
      ])),
    Case(
      testDescription: "merge lays entries over a map",
      rules: "- { merge: byId, value: { b: 5, c: 6 } }",
      expected: .changes(["byId": #"{"a": 1, "b": 5, "c": 6}"#])),
    Case(
      testDescription: "merge of the whole state", rules: "- { merge: state, value: { n: 1 } }",
      expected: .changes(["n": "1"])),

    Case(
      testDescription: "clear empties a list", rules: "- { clear: names }",
      expected: .changes(["names": "[]"])),
    Case(
      testDescription: "clear empties a map", rules: "- { clear: byId }",
      expected: .changes(["byId": "{}"])),
    Case(
      testDescription: "clear empties a string", rules: "- { clear: text }",
      expected: .changes(["text": #""""#])),
    Case(
      testDescription: "clear makes an optional null",
      rules: "- { set: note, value: hi }\n- { clear: note }", expected: .changes([:])),
    Case(
      testDescription: "clear in any goes by what is there", rules: "- { clear: anything.list }",
      expected: .changes(["anything": #"{"list": [], "map": {"k": "v"}}"#])),

    Case(
      testDescription: "prepend adds values in their order",
      rules: #"- { prepend: names, values: "['x', 'y']" }"#,
      expected: .changes(["names": #"["x", "y", "a", "b", "c"]"#])),

    Case(
      testDescription: "remove drops every match",
      rules: #"- { remove: names, where: item != "b" }"#,
      expected: .changes(["names": #"["b"]"#])),
    Case(
      testDescription: "remove by value", rules: "- { remove: names, value: b }",
      expected: .changes(["names": #"["a", "c"]"#])),
    Case(
      testDescription: "remove that drops nothing does not count",
      rules: "- { remove: names, value: z }", expected: .notHandled),
    Case(
      testDescription: "remove knows the index", rules: "- { remove: names, where: index > 0 }",
      expected: .changes(["names": #"["a"]"#])),
    Case(
      testDescription: "remove from a map knows the key",
      rules: #"- { remove: byId, where: key == "a" || item == 9 }"#,
      expected: .changes(["byId": #"{"b": 2}"#])),
    Case(
      testDescription: "remove names the item as is asked",
      rules: #"- { remove: names, as: name, where: "name == state.names[1]" }"#,
      expected: .changes(["names": #"["a", "c"]"#])),
    Case(
      testDescription: "keep drops all others", rules: "- { keep: names, where: index == 1 }",
      expected: .changes(["names": #"["b"]"#])),
    Case(
      testDescription: "keep that drops nothing does not count",
      rules: "- { keep: names, where: true }", expected: .notHandled),

    Case(
      testDescription: "swap lets two change places", rules: "- { swap: names, from: 0, to: 2 }",
      expected: .changes(["names": #"["c", "b", "a"]"#])),
    Case(
      testDescription: "swap beyond the end is refused",
      rules: "- { swap: names, from: 0, to: 3 }", expected: .refused("index-out-of-range")),

    Case(
      testDescription: "sort goes by code point",
      rules: "- { set: names, value: [b, Z, a, é, z] }\n- { sort: names }",
      expected: .changes(["names": #"["Z", "a", "b", "z", "é"]"#])),
    Case(
      testDescription: "sort descends", rules: "- { sort: names, descending: true }",
      expected: .changes(["names": #"["c", "b", "a"]"#])),
    Case(
      testDescription: "sort keeps the order of equals, descending too",
      rules: "- { sort: items, by: item.count, descending: true }", expected: .changes([:])),
    Case(
      testDescription: "sort by an expression",
      rules: "- { sort: items, by: size(item.tags) * -1 }",
      expected: .changes([
        "items":
          #"[Item{name: "two", count: 0, tags: ["t", "u"]}, Item{name: "one", count: 0, tags: []}]"#
      ])),
    Case(
      testDescription: "sort of what has no order is refused",
      rules: "- { set: anything.list, value: [1, a] }\n- { sort: anything.list }",
      expected: .refused("no-matching-overload")),
    Case(
      testDescription: "reverse turns a list around", rules: "- { reverse: names }",
      expected: .changes(["names": #"["c", "b", "a"]"#])),

    Case(
      testDescription: "update runs rules on each match",
      rules: """
        - update: items
          where: item.name == "two"
          do:
            - increment: item.count
              by: index + 10
            - append: item.tags
              value: ${string(item.count)}
        """,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 11, tags: ["t", "u", "11"]}]"#
      ])),
    Case(
      testDescription: "update reads everything as changed so far",
      rules: """
        - update: items
          do:
            - { increment: n }
            - { set: item.count, value: "${n}" }
            - { set: item.name, value: "${items[index].name}${item.count}" }
        """,
      expected: .changes([
        "n": "7",
        "items":
          #"[Item{name: "one6", count: 6, tags: []}, Item{name: "two7", count: 7, tags: ["t", "u"]}]"#,
      ])),
    Case(
      testDescription: "update of a map knows the key",
      rules: #"- { update: byId, where: key == "b", do: [{ increment: item, by: size(key) }] }"#,
      expected: .changes(["byId": #"{"a": 1, "b": 3}"#])),
    Case(
      testDescription: "update in an update",
      rules: """
        - update: items
          as: outer
          do:
            - update: outer.tags
              do:
                - set: item
                  value: "${item}-${outer.name}-${index}"
            - set: outer.name
              value: ${outer.tags.join(",")}
        """,
      expected: .changes([
        "items":
          #"[Item{name: "", count: 0, tags: []}, Item{name: "t-two-0,u-two-1", count: 0, tags: ["t-two-0", "u-two-1"]}]"#
      ])),
    Case(
      testDescription: "update whose guard nothing meets does not count",
      rules: "- { update: items, where: false, do: [{ increment: item.count }] }",
      expected: .notHandled),

    Case(
      testDescription: "upsert replaces the record whose field is equal",
      rules: "- { upsert: items, match: name, value: { name: two, count: 5 } }",
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 5, tags: []}]"#
      ])),
    Case(
      testDescription: "upsert appends where none is",
      rules: "- { upsert: items, match: name, value: { name: three } }",
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 0, tags: ["t", "u"]}, Item{name: "three", count: 0, tags: []}]"#
      ])),

    Case(
      testDescription: "delete drops an entry", rules: #"- delete: byId["a"]"#,
      expected: .changes(["byId": #"{"b": 2}"#])),
    Case(
      testDescription: "delete of a key that is not there does not count",
      rules: "- { delete: byId.z }", expected: .notHandled),
    Case(
      testDescription: "delete with a number for a key", rules: "- delete: byNumber[7]",
      expected: .changes(["byNumber": "{}"])),

    Case(
      testDescription: "if runs then or else",
      rules: """
        - if: n > 5
          then: [{ set: n, value: 0 }]
          else: [{ set: n, value: 100 }]
        - if: n > 5
          then: [{ toggle: flag }]
        """,
      expected: .changes(["n": "100", "flag": "true"])),
    Case(
      testDescription: "if without a rule that ran does not count",
      rules: "- { if: false, then: [{ toggle: flag }] }", expected: .notHandled),
    Case(
      testDescription: "let names values, and later ones see earlier ones",
      rules: "- let: { a: n + 1, b: a * 2 }\n- set: n\n  value: ${a + b}",
      expected: .changes(["n": "18"])),
    Case(
      testDescription: "let alone does not count", rules: "- let: { a: n + 1 }",
      expected: .notHandled),
    Case(
      testDescription: "for-each runs rules for each element of a copy",
      rules: """
        - for-each: names
          as: name
          do:
            - append: names
              value: ${name}${index}
        """,
      expected: .changes(["names": #"["a", "b", "c", "a0", "b1", "c2"]"#])),
    Case(
      testDescription: "for-each goes through a map by its keys",
      rules: """
        - for-each: byId
          do: [{ append: names, value: "${key}${item}" }]
        """,
      expected: .changes(["names": #"["a", "b", "c", "a1", "b2"]"#])),
    Case(
      testDescription: "insert takes several values",
      rules: "- { insert: names, index: 1, values: '[\"x\", \"y\"]' }",
      expected: .changes(["names": #"["a", "x", "y", "b", "c"]"#])),
    Case(
      testDescription: "insert past the end adds none of its values",
      rules: "- { insert: names, index: 4, values: '[\"x\", \"y\"]' }",
      expected: .refused("index-out-of-range")),
    Case(
      testDescription: "match runs the rules of an enum's case",
      rules: """
        - match: color
          cases:
            red: [{ set: color, value: green }]
            green: [{ set: n, value: 0 }]
        """, expected: .changes(["color": #""green""#])),
    Case(
      testDescription: "match runs the rules of a bool's case",
      rules: "- { match: flag, cases: { true: [], false: [{ toggle: flag }] } }",
      expected: .changes(["flag": "true"])),
    Case(
      testDescription: "match of an expression in which a case has no rules",
      rules: "- { match: '${n > 3}', cases: { true: [], false: [{ toggle: flag }] } }",
      expected: .notHandled),
    Case(
      testDescription: "match changes the record of a variant's case",
      rules: """
        - match: load
          cases:
            loaded:
              - append: item.cities
                value: Oslo
              - set: n
                value: ${size(item.cities)}
          else: []
        """,
      expected: .changes([
        "n": "2",
        "load": #"Load{idle: null, loaded: Load.loaded{cities: ["Rome", "Oslo"]}, failed: null}"#,
      ])),
    Case(
      testDescription: "match sees what is changed by another path",
      rules: """
        - match: load
          as: it
          cases:
            loaded:
              - clear: load.loaded.cities
              - set: n
                value: ${size(it.cities)}
          else: []
        """,
      expected: .changes([
        "n": "0", "load": "Load{idle: null, loaded: Load.loaded{cities: []}, failed: null}",
      ])),
    Case(
      testDescription: "match reads no case that is gone",
      rules: """
        - match: load
          cases:
            loaded: [{ set: load, value: idle }, { set: n, value: "${size(item.cities)}" }]
          else: []
        """, expected: .refused("no-such-case")),
    Case(
      testDescription: "match notices that the whole state was reset",
      rules: """
        - set: load
          value: { failed: { code: 1 } }
        - match: load
          cases:
            failed: [{ reset: state }, { set: n, value: "${item.code}" }]
          else: []
        """, expected: .refused("no-such-case")),
    Case(
      testDescription: "match sets the path that was matched in a list",
      rules: """
        - match: loads[action.i + 1]
          cases:
            loaded:
              - append: item.cities
                value: Oslo
              - set: loads[action.i + 1]
                value: { failed: { code: "${size(item.cities)}" } }
          else: []
        """,
      expected: .changes([
        "loads":
          "[Load{idle: Load.idle{}, loaded: null, failed: null}, Load{idle: null, loaded: null, failed: Load.failed{code: 1}}]"
      ])),
    Case(
      testDescription: "match of a T? has a case for null",
      rules: """
        - match: last
          cases:
            null: [{ set: last, value: loaded }]
          else: []
        - match: last
          cases:
            loaded: [{ append: item.cities, value: Rome }]
          else: [{ fail: no }]
        """,
      expected: .changes([
        "last": #"Load{idle: null, loaded: Load.loaded{cities: ["Rome"]}, failed: null}"#
      ])),
    Case(
      testDescription: "match of an expression has a copy",
      rules: """
        - match: ${loads[1]}
          cases:
            loaded: [{ set: n, value: "${size(item.cities)}" }]
          else: []
        """, expected: .changes(["n": "0"])),
    Case(
      testDescription: "match of an any compares texts",
      rules: """
        - match: anything.map.k
          cases: { v: [{ set: n, value: 1 }], null: [], true: [] }
          else: [{ set: n, value: 2 }]
        - match: anything.list
          cases: { v: [] }
          else: [{ increment: n }]
        """, expected: .changes(["n": "2"])),
    Case(
      testDescription: "match inside update begins at the element",
      rules: """
        - update: loads
          do:
            - match: item
              as: it
              cases:
                loaded: [{ append: it.cities, value: "${string(index)}" }]
                idle: [{ set: item, value: loaded }]
              else: []
        """,
      expected: .changes([
        "loads":
          #"[Load{idle: null, loaded: Load.loaded{cities: []}, failed: null}, Load{idle: null, loaded: Load.loaded{cities: ["1"]}, failed: null}]"#
      ])),
    Case(
      testDescription: "at runs rules on a place that is found once",
      rules: """
        - at: items[n - 4]
          do:
            - set: n
              value: 4
            - increment: item.count
            - append: item.tags
              value: ${string(item.count)}
        """,
      expected: .changes([
        "n": "4",
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 1, tags: ["t", "u", "1"]}]"#,
      ])),
    Case(
      testDescription: "at leaves a key alone if no rule counts",
      rules: "- { at: 'byId[action.text]', default: 7, do: [{ increment: item, when: flag }] }",
      expected: .notHandled),
    Case(
      testDescription: "at keeps a new key if a rule counts",
      rules: "- { at: 'byId[action.text]', default: 7, do: [{ increment: item }] }",
      expected: .changes(["byId": #"{"a": 1, "b": 2, "go": 8}"#])),
    Case(
      testDescription: "at a key that is not there",
      rules: "- { at: 'byId[action.text]', do: [{ increment: item }] }",
      expected: .refused("no-such-key")),
    Case(
      testDescription: "at in at begins at the inner place",
      rules: """
        - at: owner
          as: one
          do:
            - at: one.count
              do: [{ increment: item, by: 2 }, { set: one.name, value: "${string(item)}" }]
        """, expected: .changes(["owner": #"Item{name: "2", count: 2, tags: []}"#])),
    Case(
      testDescription: "at what is null",
      rules: "- { at: helper, do: [{ increment: item.count }] }",
      expected: .refused("null-value")),
    Case(
      testDescription: "for-each of nothing does not count",
      rules: #"- { for-each: "[]", do: [{ toggle: flag }] }"#, expected: .notHandled),
    Case(
      testDescription: "fail refuses with the code failed",
      rules: "- { set: n, value: 1 }\n- { fail: \"no ${n}\" }", expected: .refused("failed")),
    Case(
      testDescription: "fail refuses with a code of its own",
      rules: "- { fail: { code: too-many, message: no more }, when: n > 4 }",
      expected: .refused("too-many")),
    Case(
      testDescription: "fail whose guard is false does nothing",
      rules: "- { fail: no, when: n > 5 }", expected: .notHandled),
    Case(
      testDescription: "a loop in a loop in a loop costs more than is allowed",
      rules: """
        - for-each: lists.range(1000)
          do:
            - for-each: lists.range(1000)
              do:
                - for-each: lists.range(1000)
                  do: [{ increment: n }]
        """, expected: .refused("cost-exceeded")),

    Case(
      testDescription: "a rule whose when is false does not run",
      rules: "- { set: n, value: 1, when: n > 5 }", expected: .notHandled),
    Case(
      testDescription: "a rule whose unless is true does not run",
      rules: "- { set: n, value: 1, unless: n == 5 }", expected: .notHandled),
    Case(
      testDescription: "a rule sees what the one before it did",
      rules: "- { set: n, value: 9 }\n- { toggle: flag, when: n == 9 }",
      expected: .changes(["n": "9", "flag": "true"])),
    Case(
      testDescription: "a refusal takes back what the rules before it did",
      rules: "- { set: n, value: 9 }\n- { remove-at: names, index: 7 }",
      expected: .refused("index-out-of-range")),
    Case(
      testDescription: "an error in a guard refuses the action",
      rules: "- { toggle: flag, when: 1 / (n - 5) > 0 }", expected: .refused("division-by-zero")),
    Case(testDescription: "no rules handle nothing", rules: "[]", expected: .notHandled),
  ]

  @Test("A verb does what it says", arguments: cases + placeCases)
  func verb(_ test: Case) throws {
    let spec = try Self.spec(test.rules)
    let store = createStore(reducer: spec.reducer)
    let initial = try #require(store.state["S"] as? Record)
    var handled = false
    store.observe { handled = !$0.changedKeys.isEmpty }
    let outcome: Outcome
    do {
      try store.perform(try spec.action("Go", test.payload))
      let after = try #require(store.state["S"] as? Record)
      var changes: [String: String] = [:]
      for (slot, field) in after.shape.fields.enumerated() where after[slot] != initial[slot] {
        changes[field.name] = "\(after[slot])"
      }
      outcome = handled ? .changes(changes) : .notHandled
    } catch let error as ActionError {
      outcome = .refused(error.code)
      #expect(store.state["S"] as? Record == initial)
      #expect(error.place?.file == "spec.yaml")
      #expect(!handled)
    }
    #expect(outcome == test.expected)
  }
}
