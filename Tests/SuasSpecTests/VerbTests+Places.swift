import CEL

/// Each verb on other places than a field: in records, lists, maps and values of type `any`.
extension VerbTests {
  static let placeCases: [Case] = rows.map { description, rules, expected in
    Case(testDescription: description, rules: rules, expected: expected)
  }

  private static let rows: [(String, String, Outcome)] = [
    ("set a record's field", "- { set: owner.count, value: 3 }", owner("count: 3, tags: []")),
    (
      "set through a map into a record", #"- { set: "byNumber[7].count", value: 3 }"#,
      .changes(["byNumber": #"{7: Item{name: "seven", count: 3, tags: []}}"#])
    ),
    (
      "set an element of a list in a map", #"- { set: "groups.x[1]", value: r }"#,
      .changes(["groups": #"{"x": ["p", "r"], "y": []}"#])
    ),
    ("set a field of null", "- { set: helper.count, value: 3 }", .refused("null-value")),
    ("set an any whole", "- { set: anything, value: [1] }", .changes(["anything": "[1]"])),
    ("set a key of an any", "- { set: anything.new, value: 1 }", any(#", "new": 1"#)),
    (
      "set beyond the end of a list in any", #"- { set: "anything.list[2]", value: 1 }"#,
      .refused("index-out-of-range")
    ),
    (
      "set a field of what is a number", "- { set: anything.map.k.deep, value: 1 }",
      .refused("type-mismatch")
    ),

    (
      "reset a record's field", "- { set: owner.count, value: 3 }\n- { reset: owner.count }",
      .changes([:])
    ),
    (
      "reset an any", "- { set: anything, value: 1 }\n- { reset: anything }", .changes([:])
    ),
    ("reset what is as it was counts", "- { reset: names }", .changes([:])),

    ("merge into a record", "- { merge: owner, value: { count: 3 } }", owner("count: 3, tags: []")),
    (
      "merge into null", "- { merge: helper, value: { count: 3 } }", .refused("null-value")
    ),
    (
      "merge of an any leaves the fields that it does not name",
      "- { set: owner.tags, value: [t] }\n- { merge: owner, value: \"${dyn({'count': 3})}\" }",
      owner(#"count: 3, tags: ["t"]"#)
    ),
    (
      "merge of an any that names a field the record lacks",
      "- { merge: owner, value: \"${dyn({'cuont': 3})}\" }", .refused("no-such-field")
    ),
    (
      "merge of an any whose field does not fit",
      "- { merge: owner, value: \"${dyn({'count': 'x'})}\" }", .refused("type-mismatch")
    ),
    (
      "merge of an any that is no record", "- { merge: owner, value: \"${dyn(3)}\" }",
      .refused("type-mismatch")
    ),
    (
      "merge of a typed map into a record", "- { merge: owner, value: \"${{'count': 3}}\" }",
      owner("count: 3, tags: []")
    ),
    (
      "merge of a record of the same type", "- { merge: owner, value: \"${items[1]}\" }",
      .changes(["owner": #"Item{name: "two", count: 0, tags: ["t", "u"]}"#])
    ),
    (
      "merge of a record of another type", "- { merge: owner, value: \"${Part{count: 4}}\" }",
      owner("count: 4, tags: []")
    ),
    (
      "merge of another record into what was a record in an any",
      "- { set: anything.map, value: \"${owner}\" }\n"
        + "- { merge: anything.map, value: \"${Part{count: 4}}\" }",
      .changes([
        "anything": #"{"list": [1, 2], "map": {"name": "me", "count": 4, "tags": []}}"#
      ])
    ),
    (
      "merge of a record into a map in an any",
      "- { merge: anything.map, value: \"${Part{count: 4}}\" }",
      .changes(["anything": #"{"list": [1, 2], "map": {"k": "v", "count": 4}}"#])
    ),
    (
      "merge a computed map", "- { merge: byId, value: \"${{'b': 9}}\" }",
      .changes(["byId": #"{"a": 1, "b": 9}"#])
    ),
    ("merge into an any", "- { merge: anything, value: { new: 1 } }", any(#", "new": 1"#)),
    (
      "merge into a list in any", "- { merge: anything.list, value: { a: 1 } }",
      .refused("type-mismatch")
    ),
    ("merge nothing counts", "- { merge: byId, value: {} }", .changes([:])),
    (
      "merge at a key that is not there", #"- { merge: "byNumber[8]", value: { count: 1 } }"#,
      .refused("no-such-key")
    ),
    (
      "merge at a key that is not there, with a default",
      #"- { merge: "byNumber[8]", value: { count: 4 }, default: { name: eight } }"#,
      .changes([
        "byNumber":
          #"{7: Item{name: "seven", count: 0, tags: []}, 8: Item{name: "eight", count: 4, tags: []}}"#
      ])
    ),

    (
      "clear a list in a map", "- { clear: groups.x }",
      .changes(["groups": #"{"x": [], "y": []}"#])
    ),
    (
      "clear an entry that may be null", "- { clear: labels.a }",
      .changes(["labels": #"{"a": null}"#])
    ),
    ("clear at a key that is not there", "- { clear: groups.z }", .refused("no-such-key")),
    ("clear what is empty counts", "- { clear: groups.y }", .changes([:])),
    ("clear a number in any", #"- { clear: "anything.list[0]" }"#, .refused("type-mismatch")),

    ("toggle an entry", "- { toggle: flags.on }", .changes(["flags": #"{"on": false}"#])),
    ("toggle at a key that is not there", "- { toggle: flags.off }", .refused("no-such-key")),
    (
      "toggle at a key that is not there, with a default",
      "- { toggle: flags.off, default: true }",
      .changes(["flags": #"{"on": true, "off": false}"#])
    ),
    (
      "toggle in any", "- { set: anything.map.k, value: true }\n- { toggle: anything.map.k }",
      .changes(["anything": #"{"list": [1, 2], "map": {"k": false}}"#])
    ),
    ("toggle a text in any", "- { toggle: anything.map.k }", .refused("type-mismatch")),

    ("increment a record's field", "- { increment: owner.count }", owner("count: 1, tags: []")),
    (
      "increment in any", #"- { increment: "anything.list[1]", by: 5 }"#,
      .changes(["anything": #"{"list": [1, 7], "map": {"k": "v"}}"#])
    ),
    ("increment a text in any", "- { increment: anything.map.k }", .refused("type-mismatch")),
    (
      "increment a duration beyond its range",
      "- { set: pause, value: 9223372036s }\n- { increment: pause, by: duration('1h') }",
      .refused("overflow")
    ),
    ("increment by nothing counts", "- { increment: n, by: 0 }", .changes([:])),
    (
      "decrement at a key that is not there, with a default",
      "- { decrement: byId.z, default: 10 }",
      .changes(["byId": #"{"a": 1, "b": 2, "z": 9}"#])
    ),
    ("decrement at a key that is not there", "- { decrement: byId.z }", .refused("no-such-key")),
    (
      "decrement a duration", "- { decrement: pause, by: duration('30s') }",
      .changes(["pause": #"duration("60s")"#])
    ),

    (
      "append to a list in a map", "- { append: groups.y, value: r }",
      .changes(["groups": #"{"x": ["p", "q"], "y": ["r"]}"#])
    ),
    (
      "append at a key that is not there", "- { append: groups.z, value: r }",
      .refused("no-such-key")
    ),
    (
      "append at a key that is not there, with a default",
      "- { append: groups.z, value: r, default: [] }",
      .changes(["groups": #"{"x": ["p", "q"], "y": [], "z": ["r"]}"#])
    ),
    (
      "append in any", "- { append: anything.list, value: { a: 1 } }",
      .changes(["anything": #"{"list": [1, 2, {"a": 1}], "map": {"k": "v"}}"#])
    ),
    ("append no values counts", #"- { append: names, values: "[]" }"#, .changes([:])),
    (
      "append values that are no list", "- { append: names, values: anything.map }",
      .refused("type-mismatch")
    ),
    (
      "append values of another type", "- { append: names, values: anything.list }",
      .refused("type-mismatch")
    ),
    (
      "prepend one value", "- { prepend: owner.tags, value: t }", owner(#"count: 0, tags: ["t"]"#)
    ),
    (
      "prepend in any", "- { prepend: anything.list, value: 0 }",
      .changes(["anything": #"{"list": [0, 1, 2], "map": {"k": "v"}}"#])
    ),
    (
      "prepend at a key that is not there, with a default",
      "- { prepend: groups.z, value: r, default: [s] }",
      .changes(["groups": #"{"x": ["p", "q"], "y": [], "z": ["r", "s"]}"#])
    ),

    (
      "insert into a list in a map", "- { insert: groups.x, index: 1, value: r }",
      .changes(["groups": #"{"x": ["p", "r", "q"], "y": []}"#])
    ),
    (
      "insert in any", "- { insert: anything.list, index: 0, value: a }",
      .changes(["anything": #"{"list": ["a", 1, 2], "map": {"k": "v"}}"#])
    ),
    (
      "insert into no list of any", "- { insert: anything.map, index: 0, value: a }",
      .refused("type-mismatch")
    ),
    (
      "insert at a key that is not there, with a default",
      "- { insert: groups.z, index: 0, value: r, default: [] }",
      .changes(["groups": #"{"x": ["p", "q"], "y": [], "z": ["r"]}"#])
    ),

    (
      "remove-at in a list in a list", #"- { remove-at: "items[1].tags", index: 1 }"#,
      .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 0, tags: ["t"]}]"#
      ])
    ),
    (
      "remove-at in any", "- { remove-at: anything.list, index: 0 }",
      .changes(["anything": #"{"list": [2], "map": {"k": "v"}}"#])
    ),
    (
      "remove-at before the front", "- { remove-at: names, index: -1 }",
      .refused("index-out-of-range")
    ),
    (
      "remove-at of an empty list", "- { remove-at: groups.y, index: 0 }",
      .refused("index-out-of-range")
    ),

    (
      "remove by record", "- { remove: items, value: { name: one } }",
      .changes(["items": #"[Item{name: "two", count: 0, tags: ["t", "u"]}]"#])
    ),
    (
      "remove judges all elements before the first goes",
      "- { remove: names, where: size(names) == 3 }", .changes(["names": "[]"])
    ),
    (
      "remove from a list in any", "- { remove: anything.list, where: item > 1 }",
      .changes(["anything": #"{"list": [1], "map": {"k": "v"}}"#])
    ),
    (
      "remove from a map in any", "- { remove: anything, where: index == 'map' }",
      .changes(["anything": #"{"list": [1, 2]}"#])
    ),
    (
      "remove from a text in any", "- { remove: anything.map.k, value: v }",
      .refused("type-mismatch")
    ),
    (
      "remove an entry by its value", "- { remove: byId, value: 2 }",
      .changes(["byId": #"{"a": 1}"#])
    ),
    (
      "remove where the condition fails", "- { remove: names, where: 1 / index > 0 }",
      .refused("division-by-zero")
    ),
    ("keep entries", "- { keep: byId, where: key == 'b' }", .changes(["byId": #"{"b": 2}"#])),
    (
      "keep in any", "- { keep: anything.list, where: item == 2 }",
      .changes(["anything": #"{"list": [2], "map": {"k": "v"}}"#])
    ),
    ("keep nothing", "- { keep: names, where: false }", .changes(["names": "[]"])),

    (
      "move in a list in a map", "- { move: groups.x, from: 1, to: 0 }",
      .changes(["groups": #"{"x": ["q", "p"], "y": []}"#])
    ),
    (
      "move in any", "- { move: anything.list, from: 0, to: 1 }",
      .changes(["anything": #"{"list": [2, 1], "map": {"k": "v"}}"#])
    ),
    (
      "move in no list of any", "- { move: anything.map, from: 0, to: 1 }",
      .refused("type-mismatch")
    ),
    (
      "move from before the front", "- { move: names, from: -1, to: 0 }",
      .refused("index-out-of-range")
    ),
    (
      "swap in any", "- { swap: anything.list, from: 0, to: 1 }",
      .changes(["anything": #"{"list": [2, 1], "map": {"k": "v"}}"#])
    ),
    ("swap with itself counts", "- { swap: names, from: 1, to: 1 }", .changes([:])),
    (
      "swap from before the front", "- { swap: names, from: -1, to: 1 }",
      .refused("index-out-of-range")
    ),

    (
      "sort a list in a list", #"- { sort: "items[1].tags", descending: true }"#,
      .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 0, tags: ["u", "t"]}]"#
      ])
    ),
    (
      "sort in any", "- { sort: anything.list, by: -item }",
      .changes(["anything": #"{"list": [2, 1], "map": {"k": "v"}}"#])
    ),
    (
      "sort by the index", "- { sort: names, by: -index }", .changes(["names": #"["c", "b", "a"]"#])
    ),
    ("sort what is sorted counts", "- { sort: names }", .changes([:])),
    ("sort no list of any", "- { sort: anything.map }", .refused("type-mismatch")),
    (
      "reverse in any", "- { reverse: anything.list }",
      .changes(["anything": #"{"list": [2, 1], "map": {"k": "v"}}"#])
    ),
    ("reverse an empty list counts", "- { reverse: groups.y }", .changes([:])),
    ("reverse no list of any", "- { reverse: anything.map }", .refused("type-mismatch")),

    (
      "update lists in a map",
      "- { update: groups, as: group, do: [{ append: group, value: '${key}' }] }",
      .changes(["groups": #"{"x": ["p", "q", "x"], "y": ["y"]}"#])
    ),
    (
      "update in any", "- { update: anything.list, do: [{ increment: item }] }",
      .changes(["anything": #"{"list": [2, 3], "map": {"k": "v"}}"#])
    ),
    (
      "update no list of any", "- { update: anything.map.k, do: [{ clear: item }] }",
      .refused("type-mismatch")
    ),
    ("update an empty list", "- { update: groups.y, do: [{ clear: item }] }", .notHandled),
    (
      "update until an error",
      "- { update: names, do: [{ fail: no, when: index == 1 }, { clear: item }] }",
      .refused("failed")
    ),
    (
      "update judges all elements before the first changes",
      #"- { update: names, where: 'names[0] == "a"', do: [{ set: item, value: z }] }"#,
      .changes(["names": #"["z", "z", "z"]"#])
    ),

    (
      "upsert an equal record counts", "- { upsert: items, match: name, value: { name: one } }",
      .changes([:])
    ),
    (
      "upsert in any",
      """
      - { set: anything.list, value: [{ id: 1 }] }
      - { upsert: anything.list, match: id, value: { id: 1, n: 2 } }
      - { upsert: anything.list, match: id, value: { id: 2 } }
      """,
      .changes(["anything": #"{"list": [{"id": 1, "n": 2}, {"id": 2}], "map": {"k": "v"}}"#])
    ),
    (
      "upsert among what has no such field",
      "- { upsert: anything.list, match: id, value: { id: 1 } }",
      .refused("type-mismatch")
    ),

    (
      "delete in any", "- { delete: anything.map.k }",
      .changes(["anything": #"{"list": [1, 2], "map": {}}"#])
    ),
    ("delete no key of any", "- { delete: anything.map.z }", .notHandled),
    (
      "delete an element of a list in any", #"- { delete: "anything.list[0]" }"#,
      .refused("type-mismatch")
    ),
    (
      "delete through a key that is not there", #"- { delete: "anything.z.k" }"#,
      .refused("no-such-key")
    ),

    (
      "if in an else",
      "- { if: n > 9, then: [{ clear: text }], else: [{ if: n > 4, then: [{ toggle: flag }] }] }",
      .changes(["flag": "true"])
    ),
    (
      "if that meets an error", "- { if: 1 / (n - 5) > 0, then: [{ toggle: flag }] }",
      .refused("division-by-zero")
    ),
    ("if under a guard", "- { if: true, then: [{ toggle: flag }], when: n > 9 }", .notHandled),
    (
      "let that meets an error", "- let: { a: 'names[7]' }\n- { toggle: flag }",
      .refused("index-out-of-range")
    ),
    (
      "let keeps the value as it was",
      "- let: { a: n }\n- { increment: n }\n- { set: text, value: 'at ${a}' }",
      .changes(["n": "6", "text": #""at 5""#])
    ),
    (
      "for-each over a list of any",
      "- { for-each: anything.list, do: [{ increment: n, by: item }] }",
      .changes(["n": "8"])
    ),
    (
      "for-each over no list of any", "- { for-each: anything.map.k, do: [{ increment: n }] }",
      .refused("type-mismatch")
    ),
    (
      "for-each over entries of a map",
      "- { for-each: 'byId.map(k, byId[k])', do: [{ increment: n, by: item }] }",
      .changes(["n": "8"])
    ),
    (
      "for-each under a guard", "- { for-each: names, do: [{ toggle: flag }], unless: n == 5 }",
      .notHandled
    ),
    (
      "fail within loops refuses all",
      "- { for-each: names, do: [{ increment: n }, { fail: enough, when: n > 6 }] }",
      .refused("failed")
    ),
  ]

  /// Returns the outcome in which the owner has the given values besides its name.
  private static func owner(_ values: String) -> Outcome {
    .changes(["owner": #"Item{name: "me", \#(values)}"#])
  }

  /// Returns the outcome in which the field of type `any` has additional entries.
  private static func any(_ entries: String) -> Outcome {
    .changes(["anything": #"{"list": [1, 2], "map": {"k": "v"}\#(entries)}"#])
  }
}
