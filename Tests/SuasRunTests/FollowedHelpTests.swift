import Support
import Testing

/// Help that shows a whole line: an author who writes that line has what was meant.
@Suite struct FollowedHelpTests {
  private static func check(_ line: String) throws -> Program.Result {
    let isTest = line.contains("==") || line.contains(" and ") || line.contains("&&")
    let field =
      line.contains("#")
      ? "title" : isTest ? "isDone" : line.contains("count") ? "count" : "title"
    return try check(rules: ["set: \(field)", line])
  }

  /// Checks a spec whose only reducer has one rule, of these lines.
  private static func check(rules: [String]) throws -> Program.Result {
    try check(
      spec: """
        suas: 1
        states:
          S:
            title: string = T
            isDone: bool = false
            count: int = 0
            note: string?
            names: list(string) = []
            tags: map(int) = {}
            load: Load = idle
            order: Order = added
            user: User?
        types: { User: { name: string } }
        variants: { Load: { idle: {}, failed: { why: string } } }
        enums: { Order: [added, title] }
        actions: { Go: { text: string } }
        reducers:
          R:
            state: S
            on:
              Go:
                - \(rules.joined(separator: "\n" + String(repeating: " ", count: 10)))
        """)
  }

  private static func check(spec: String) throws -> Program.Result {
    let folder = try Folder()
    try folder.write(spec, to: "a.yaml")
    return try Program.run(["check", "a.yaml"], in: folder)
  }

  @Test(
    "The line that the help shows is accepted",
    arguments: [
      // YAML ends each of these texts at its second quote: the outer ones are for YAML.
      (#"value: "${title + "!" + action.text}""#, #"value: '${title + "!" + action.text}'"#),
      ("value: '${title + 'x' + action.text}'", #"value: "${title + 'x' + action.text}""#),
      (
        #"value: "${title == "done" && action.text != ""}""#,
        #"value: '${title == "done" && action.text != ""}'"#
      ),
      ("value: 'it's ${action.text}'", #"value: "it's ${action.text}""#),
      (#"value: "say "hi"""#, #"value: 'say "hi"'"#),
      ("value: count + 1", "${count + 1}"), ("value: not title == 'a'", #""${!(title == 'a')}""#),
      // Words in a quoted text are no operators.
      ("value: not title == 'a and b'", #""${!(title == 'a and b')}""#),
      ("value: isDone and title == 'a or b'", #""${isDone && title == 'a or b'}""#),
      ("value: isDone and count > 0", "${isDone && count > 0}"),
      (#"value: title + "!""#, #"value: ${title + "!"}"#),
      ("value: string(isDone)", "value: ${string(isDone)}"),
      (#"value: ${title} + "!""#, "value: ${title}!"),
      ("value: ${title}.trim()", "value: ${title.trim()}"),
      (#"value: "Hi " + ${title} + " there""#, #"value: "Hi ${title} there""#),
      ("value: `Hi ${title}`", #"value: "Hi ${title}""#),
      // YAML begins a comment at each ' #'.
      ("value: Item #${count}", #"value: "Item #${count}""#),
      (#"value: title + " #1""#, #"value: '${title + " #1"}'"#),
      ("value: ${title} of #${count}", #""${title} of #${count}""#),
    ])
  func isAccepted(line: String, shown: String) throws {
    let refused = try Self.check(line)
    #expect(refused.status != 0)
    #expect((refused.output + refused.errors).contains("write \(shown)\n"))
    let followed = shown.hasPrefix("value: ") ? shown : "value: \(shown)"
    #expect(try Self.check(followed).status == 0)
  }

  @Test(
    "A rule as other languages write it is shown as a rule",
    arguments: [
      ("set: count = 1", ["set: count", "value: 1"]), ("set count: 1", ["set: count", "value: 1"]),
      ("merge: { count: 1 }", ["set: count", "value: 1"]),
      ("remove: names[0]", ["remove-at: names", "index: 0"]),
      ("set: count = count + 1", ["set: count", "value: ${count + 1}"]),
      ("set: isDone = !isDone", ["set: isDone", "value: ${!isDone}"]),
    ])
  func isShownAsARule(written: String, meant: [String]) throws {
    let refused = try Self.check(rules: [written])
    #expect(refused.status != 0)
    #expect(refused.errors.contains("write \(meant[0]), and below it \(meant[1])\n"))
    #expect(try Self.check(rules: meant).status == 0)
  }

  @Test(
    "What other languages write in expressions is known",
    arguments: [
      ("isDone === true", "write '=='"), ("isDone !== true", "write '!='"),
      ("isDone <> true", "write '!='"), ("not isDone", "write '!' for 'not'"),
      ("title not in names", "write !(x in xs)"), ("isDone or isDone", "write '||'"),
      ("names.exists(n => n == title)", "before a comma: write xs.map(x, x + 1)"),
      ("names.exists(n -> true)", "before a comma: write xs.map(x, x + 1)"),
      ("count++ > 0", "write x + 1 for the new value"),
      ("note!! == title", "write x != null ? x : y"),
      ("true if isDone else false", "write condition ? x : y"),
      ("max(count, 1) > 0", "write [x, y].max()"), ("title.trim == title", "'trim()'"),
      ("title.isEmpty()", "write size(x) == 0"), ("names.isEmpty", "write size(x) == 0"),
      ("abs(count) > 0", "did you mean 'math.abs'?"), ("count.abs() > 0", "write math.abs(x)"),
      ("note is not null", "write '!='"),
      ("if isDone then true else false", "write condition ? x : y"),
      ("names.some(n, n == title)", "'exists'"),
      ("names.contains(title)", "write x in xs"),
      ("names.find(n, n == title).hasValue()", "write xs.filter(x, condition).first()"),
      ("names[0].orValue(title) == title", "a question mark: x[?i].orValue(…)"),
      ("tags.has(title)", "write key in map"), ("tags.get(title) == 1", "write map[?key]"),
      (#"load.type == "idle""#, "has(load.idle) tells whether"),
      ("load.kind == 1", "has(load.idle) tells whether"),
      (#"load == Load.failed("x")"#, "write Load.failed{why: …}"),
      ("s.title == title", "write store.S.title"), ("note", "write note != null"),
      ("names.count(n, n == title) > 0", "write xs.filter(x, condition).size()"),
      ("tags.values().size() > 0", "write map.map(key, map[key])"),
      ("tags.containsKey(title)", "write key in map"),
      ("count.orValue(3) > 1", "never null, so that it needs no 'orValue'"),
      ("load is failed", "has(x.name) for the case of a variant"),
      ("load == failed", "has(load.failed) tells whether"), ("has(title)", "x != null"),
      ("item == title", "'item' is known under 'where'"), ("1s == 2s", "write duration"),
    ])
  func isKnown(expression: String, help: String) throws {
    let refused = try Self.check(rules: ["set: isDone", "value: true", "when: '\(expression)'"])
    #expect(refused.status != 0)
    #expect(refused.errors.contains(help), "\(refused.errors)")
  }

  @Test(
    "What other languages write for a missing value is shown in CEL",
    arguments: [
      ("(note ?? title) == title", "(note.orValue(title)) == title"),
      ("(tags[title] ?? 0) > 1", "(tags[?title].orValue(0)) > 1"),
      ("(names[0] ?? note ?? title) == title", "(names[?0].orValue(note).orValue(title)) == title"),
      ("(user?.name ?? title) == title", "((user == null ? title : user.name)) == title"),
      ("user?.name == title", "(user == null ? null : user.name) == title"),
      ("((names + names)[0] ?? title) == title", "((names + names)[?0].orValue(title)) == title"),
      (
        "(user?.name ?? note ?? title) == title",
        "((user == null ? note : user.name).orValue(title)) == title"
      ),
    ])
  func isShownInCEL(expression: String, meant: String) throws {
    let refused = try Self.check(rules: ["set: isDone", "value: true", "when: \(expression)"])
    #expect(refused.status != 0)
    // What YAML would take for a key is shown in quotes.
    let shown = meant.contains(": ") ? "\"\(meant)\"" : meant
    #expect(refused.errors.contains("help: write \(shown)\n"), "\(refused.errors)")
    let followed = try Self.check(rules: ["set: isDone", "value: true", "when: \(shown)"])
    #expect(followed.status == 0, "\(followed.errors)")
  }

  @Test(
    "What is not certain to mean one thing is not translated",
    arguments: ["note ?? title == title", "user?.name?.size() == 1", "isDone || note ?? isDone"])
  func isNotTranslated(expression: String) throws {
    let refused = try Self.check(rules: ["set: isDone", "value: true", "when: \(expression)"])
    #expect(refused.status != 0)
    #expect(!refused.errors.contains("orValue(title == title)"))
    #expect(!refused.errors.contains("help: write \(expression.prefix(4))"), "\(refused.errors)")
  }

  @Test(
    "A case as other languages write it is shown as a value",
    arguments: [
      ("order", "Order.title", "title"), ("order", ".title", "title"),
      ("load", "Load.idle", "idle"),
      ("load", "load.failed", "failed"),
    ])
  func isShownAsACase(field: String, written: String, meant: String) throws {
    let refused = try Self.check(rules: ["set: \(field)", "value: \(written)"])
    #expect(refused.status != 0)
    #expect(refused.errors.contains("help: write \(meant)\n"), "\(refused.errors)")
  }

  @Test(
    "A condition that is written as a function is shown as one on the element",
    arguments: [
      ("item => item == title", "write item == title"),
      ("n => n == title", "write n == title, and beside it 'as: n'"),
      ("(n) => n == title", "write n == title, and beside it 'as: n'"),
    ])
  func isShownOnTheElement(condition: String, help: String) throws {
    let refused = try Self.check(rules: ["remove: names", "where: \"\(condition)\""])
    #expect(refused.status != 0)
    #expect(refused.errors.contains("help: \(help)\n"), "\(refused.errors)")
  }

  @Test(
    "A value in a text is warned of where it is put in as other languages do",
    arguments: [
      (#""Hi {title}""#, "Hi ${title}"), (#""Hi $title!""#, "Hi ${title}!"),
      ("$title", "${title}"), ("Hi {text}", "Hi ${action.text}"),
      (#""{{ action.text }} and #{count}""#, "${action.text} and ${count}"),
      (#"'\(title) and ${count}'"#, "${title} and ${count}"),
      (#"${"Hi ${title} of {count}"}"#, #""Hi " + title + " of " + string(count)"#),
      ("'query($text: ID!) { todo(id: $text) { title } }'", nil),
      ("Costs $5, {unknown} $other and $${other}", nil), (#""{\"title\": ${count}}""#, nil),
    ] as [(String, String?)])
  func isWarnedOf(value: String, meant: String?) throws {
    let checked = try Self.check(rules: ["set: note", "value: \(value)"])
    #expect(checked.status == 0)
    let isWarned = checked.errors.contains("looks-like-expression")
    #expect(isWarned == (meant != nil), "\(checked.errors)")
    if let meant { #expect(checked.errors.contains("help: write \(meant)\n"), "\(checked.errors)") }
  }

  @Test("A value behind the sign for dollars is warned of, since '$${' is an escape")
  func isWarnedOfPrices() throws {
    let checked = try Self.check(rules: ["set: note", "value: Costs $${count}"])
    #expect(checked.errors.contains("'$${' is text: it stands for '${'"))
    let followed = try Self.check(rules: ["set: note", #"value: 'Costs ${"$"}${count}'"#])
    #expect(followed.status == 0 && !followed.errors.contains("is text"), "\(followed.errors)")
  }

  @Test(
    "Rules on elements of which none names the element are warned of",
    arguments: [
      (["update: names", "do: [{ set: title, value: x }]"], true),
      (["at: 'names[0]'", "do: [{ set: title, value: x }]"], true),
      (["update: names", "do: [{ set: item, value: x }]"], false),
      (["update: names", "as: name", "do: [{ set: title, value: '${name}' }]"], false),
      (["update: names", "do: [{ increment: count, by: index }]"], false),
    ])
  func isWarnedOfPlaces(rule: [String], isWarned: Bool) throws {
    let checked = try Self.check(rules: rule)
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(checked.errors.contains("names the place it is run on") == isWarned)
  }

  @Test(
    "A condition or a key of elements that is the same for all is warned of",
    arguments: [
      (["remove: names", "where: title == 'a'"], true),
      (["keep: names", "where: count > 1"], true), (["sort: names", "by: title"], true),
      (["update: names", "where: count > 1", "do: [{ set: item, value: x }]"], true),
      (["remove: names", "where: item == title"], false),
      (["remove: names", "as: name", "where: name == title"], false),
      (["remove: tags", "where: key == title"], false),
      (["keep: names", "where: index < count"], false),
      (["sort: names", "by: size(item)"], false),
    ])
  func isWarnedOfSameness(rule: [String], isWarned: Bool) throws {
    let checked = try Self.check(rules: rule)
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(
      checked.errors.contains("it is the same for each element") == isWarned, "\(checked.errors)")
  }

  @Test("A word for null of other languages is warned of", arguments: ["nil", "None", "undefined"])
  func isWarnedOfNull(word: String) throws {
    let checked = try Self.check(rules: ["set: note", "value: \(word)"])
    #expect(checked.errors.contains("'\(word)' is text: what is missing is null"))
    let quoted = try Self.check(rules: ["set: note", "value: '\(word)'"])
    #expect(quoted.status == 0 && !quoted.errors.contains("is text"), "\(quoted.errors)")
  }

  @Test(
    "Middleware that lets nothing through to the reducers is warned of",
    arguments: [
      ("on: [Go], do: [{ dispatch: Other }]", true), ("do: []", true),
      ("on: [Go], when: store.S.x > 1, do: []", false), ("on: [Other], do: []", false),
      ("on: [Go], do: [{ next: Other }]", false), ("on: [Go], do: [next]", false),
    ])
  func isWarnedOfStopping(middleware: String, isWarned: Bool) throws {
    let checked = try Self.check(
      spec: """
        suas: 1
        states: { S: { x: int = 0 } }
        actions: { Go: {}, Other: {} }
        reducers: { R: { state: S, on: { Go: [{ increment: x }] } } }
        middleware: [{ name: m, \(middleware) }]
        """)
    #expect(checked.status == 0)
    #expect(checked.errors.contains("'m' has no step 'next'") == isWarned, "\(checked.errors)")
  }

  @Test("A condition of middleware that only hands on is warned of")
  func isWarnedOfDoingNothing() throws {
    func check(_ rest: String) throws -> Program.Result {
      try Self.check(
        spec: """
          suas: 1
          states: { S: { isAdmin: bool = false } }
          actions: { Go: {} }
          reducers: { R: { state: S, on: { Go: [{ toggle: isAdmin }] } } }
          middleware: [{ name: admins, on: [Go], \(rest) }]
          """)
    }
    let guardian = try check("when: store.S.isAdmin, do: [next]")
    #expect(guardian.errors.contains("'admins' does nothing: 'next' is its only step"))
    #expect(guardian.errors.contains("where 'when' is false, the action goes on as well"))
    let choosing = try check("do: [{ next: same, when: store.S.isAdmin }]")
    #expect(choosing.status == 0 && choosing.errors.isEmpty, "\(choosing.errors)")
  }

  @Test("Middleware behind 'async' that names an effect is warned of")
  func isWarnedOfOrder() throws {
    let late = try Self.check(
      spec: """
        suas: 1
        states: { S: { isOn: bool = false } }
        actions: { Go: {} }
        effects: { Load: { run: { delay: 1s }, on-success: [{ dispatch: Go }] } }
        reducers: { R: { state: S, on: { Go: [{ toggle: isOn }] } } }
        middleware: [async, { name: gate, on: [Load], do: [{ dispatch: Go }] }]
        """)
    #expect(late.errors.contains("'Load' never gets to 'gate': 'async' takes effects"))
  }

  @Test(
    "An optional is no value for a place of any type, but what is in it is",
    arguments: [
      (#""${names.first()}""#, false), (#"{ a: "${names.first()}" }"#, false),
      (#""${[names.first()]}""#, false), (#""${names.first().orValue('')}""#, true),
      (#"{ a: "${names[?0].orValue('')}" }"#, true),
    ])
  func isForAny(value: String, isAccepted: Bool) throws {
    let checked = try Self.check(
      spec: """
        suas: 1
        states: { S: { data: any = null, names: { type: list(string), default: [] } } }
        actions: { Go: {} }
        reducers:
          R:
            state: S
            on: { Go: [{ append: names, value: x }, { set: data, value: \(value) }] }
        """)
    #expect((checked.status == 0) == isAccepted, "\(checked.errors)")
    #expect(isAccepted || checked.errors.contains("where an any is needed"), "\(checked.errors)")
  }

  @Test("A scenario is skipped, or expected to fail, for a reason", arguments: ["skip", "xfail"])
  func isSkippedForAReason(key: String) throws {
    for reason in ["true", "false", "''"] {
      let folder = try Folder()
      try folder.write("suas: 1\n", to: "a.yaml")
      try folder.write("spec: a.yaml\nscenario: s\n\(key): \(reason)\nsteps: []\n", to: "s.yaml")
      let refused = try Program.run(["s.yaml"], in: folder)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("'\(key)' needs a reason"), "\(refused.errors)")
    }
  }

  @Test(
    "A text that may well be one is left alone",
    arguments: [
      ("title", "Home // main # note"), ("count", "0 #${state.count}"),
      ("title", "${title} #${count}"),
      ("title", "S.title"), ("title", "rock and roll"), ("title", "a + b"),
    ])
  func isLeftAlone(field: String, text: String) throws {
    let accepted = try Self.check(rules: ["set: \(field)", "value: \(text)"])
    #expect(accepted.status == 0, "\(accepted.errors)")
  }

  @Test(
    "Types and verbs of other languages are known",
    arguments: [
      ("boolean", "did you mean 'bool'?"), ("str", "did you mean 'string'?"),
      ("number", "did you mean 'double'?"), ("date", "did you mean 'timestamp'?"),
      ("string[]", "write list(string)"), ("string[] = []", "write list(string) = []"),
      ("array", "did you mean 'list(T)'?"),
      ("map<string, int[]>", #"write "map(string, list(int))""#),
      ("List<String>", "write list(string)"),
      ("list[int]", "write list(int)"), ("Array(str)", "write list(string)"),
      ("optional(int)", "write int?"), ("Map<string, int>", #"write "map(string, int)""#),
    ])
  func isKnownType(written: String, help: String) throws {
    let refused = try Self.check(spec: "suas: 1\nstates:\n  S:\n    x: \(written)\n")
    #expect(refused.status != 0)
    #expect(refused.errors.contains("help: \(help)\n"), "\(refused.errors)")
  }

  /// A spec whose only reducer has one rule.
  private static func rules(_ rule: String) -> String {
    "enums: { Order: [added, title] }\nactions: { Go: {} }\n"
      + "states: { S: { order: Order = added, names: { type: list(string), default: [] } } }\n"
      + "reducers: { R: { state: S, on: { Go: [{ \(rule) }] } } }"
  }

  @Test(
    "What other schemas and tools have a key for is told of its place",
    arguments: [
      ("states: { S: { x: { type: string, nullable: true } } }", "has the type 'T?'"),
      ("states: { S: { x: { type: int, minimum: 0 } } }", "under 'where', with 'self'"),
      ("actions: { Go: { id: string = uuid() } }", "${uuid()}"),
      ("actions: { Go: { at: string = now() } }", "${now}"),
      ("states: { S: { x: { type: int, where: x > 0 } } }", "as 'self'"),
      ("states: { S: { x: { type: int, where: count > 0 } } }", "as 'self'"),
      (
        rules("match: order, added: []"), "'cases': cases: { added: […] }"
      ),
      (rules("match: order, cases: { added: [], default: [] }"), "under 'else'"),
      (rules("append: names, item: a"), "write 'value' in place of 'item'"),
      (rules("remove: names, at: 0"), "write 'remove-at'"),
      (rules("remove: names, index: 0"), "write 'remove-at'"),
      ("states: { S: { note?: string } }", "has the type 'T?'"),
      (rules("update: names, where: true, set: { item: x }"), "in a list under 'do'"),
      (
        "middleware: [logger]\neffects: { Load: { run: { delay: 1s } } }",
        "add 'async' to the list"
      ),
      (
        "states: { S: { x: int = 0 } }\nactions: { Go: {} }\n"
          + "reducers: { R: { state: S, on: { Go: { increment: x } } } }",
        "write [{ increment: x }]"
      ),
      (
        "states: { S: { x: int = 0 } }\nactions: { Go: {} }\nmiddleware: [async]\n"
          + "effects: { Load: { on: [Go], run: { delay: 1s } } }", "dispatch: Load"
      ),
    ])
  func isToldOfItsPlace(written: String, help: String) throws {
    let refused = try Self.check(spec: "suas: 1\n\(written)\n")
    #expect(refused.status != 0)
    #expect(refused.errors.contains(help), "\(refused.errors)")
  }

  @Test(
    "What belongs elsewhere in a scenario is shown where it belongs",
    arguments: [
      ("dispatch: Go { text: a }", "write with: { text: a }"),
      ("dispatch: Go(text: a)", "write with: { text: a }"),
      ("dispatch: Go, with: { text: a }", "write with: { text: a }"),
      ("dispatch: { type: Go, text: a }", "write { dispatch: Go, with: { … } }"),
      ("state: { S: { count: 1 } }", "write { expect: { state: … } }"),
      ("assert: store.S.count == 1", "write { expect: { that: CONDITION } }"),
      ("expect: store.S.count == 1", "is written { that: CONDITION }"),
      ("action: Go", "write { dispatch: Go }"), ("type: Go", "write { dispatch: Go }"),
      ("action: { type: Go, text: a }", "write { dispatch: Go, with: { … } }"),
      ("resolve: Load", "write { respond: Load, with: … }"),
      ("fail: Load", "write { respond: Load, fail: … }"),
      ("expect: { S: { count: 1 } }", "expected by 'state: { S: … }'"),
      ("expect-error: overflow", "write { expect: { error: CODE } }"),
      ("given: { S: { count: 1 } }", "stands under 'given', beside 'steps'"),
      ("expect: { changes: { count: 1 } }", "write S.count"),
      ("expect: { changes: { S: { count: 1 } } }", "write 'S.count: …'"),
    ])
  func isShownWhereItBelongs(step: String, help: String) throws {
    let folder = try Folder()
    try folder.write(
      "suas: 1\nstates: { S: { count: int = 0, name: string = a } }\nactions: { Go: { text: string } }\n"
        + "reducers: { R: { state: S, on: { Go: [{ increment: count }] } } }\n", to: "a.yaml")
    try folder.write("spec: a.yaml\nscenario: s\nsteps:\n  - \(step)\n", to: "s.yaml")
    let refused = try Program.run(["s.yaml"], in: folder)
    #expect(refused.status != 0)
    #expect((refused.output + refused.errors).contains(help), "\(refused.output)\(refused.errors)")
  }

  @Test(
    "An entry behind the key of its section is told of a line of its own",
    arguments: [
      ("selectors: total: ${store.S.count}", "total: ${store.S.count}"),
      ("reducers: cart: Main", "cart: Main"),
    ])
  func isToldOfALine(written: String, entry: String) throws {
    let refused = try Self.check(spec: "suas: 1\n\(written)\n")
    #expect((refused.output + refused.errors).contains("write '\(entry)' on a line of its own"))
  }
}
