import SuasScenario
import SuasSpec
import Support
import Testing
import YAML
import YAMLSyntax

@testable import SuasMutate

/// The changes by each operator to a rule or a declaration, as the changed lines read.
@Suite struct OperatorTests {
  /// A spec with some rules for an action.
  private static func rules(_ lines: String...) -> String {
    """
    suas: 1
    enums: { Light: [red, amber, green] }
    types: { Item: { name: string, note: string = none, done: bool = false } }
    states:
      Shop: { items: 'list(Item) = []', count: int = 0, light: Light = red, open: bool = true }
    actions: { Act: { index: int, by: int, text: string, other: string, flag: bool } }
    reducers:
      ShopReducer:
        state: Shop
        on:
          Act:
    \(lines.map { "        \($0)" }.joined(separator: "\n"))

    """
  }

  /// A spec with a declaration at its end.
  private static func spec(_ text: String) -> String {
    """
    suas: 1
    states: { Search: { query: string = "", hits: int = 0 } }
    actions: { Type: { text: string }, Found: { hits: int } }
    reducers:
      SearchReducer:
        state: Search
        on:
          Type: [{ set: query, value: "${action.text}" }]
          Found: [{ set: hits, value: "${action.hits}" }]
    \(text)

    """
  }

  /// A spec with an effect that runs this.
  private static func request(_ run: String) -> String {
    spec(
      """
      effects:
        Ask:
          payload: { id: string }
          run: { \(run) }
      middleware: [async]
      """)
  }

  static let cases: [(kind: MutationOperator, spec: String, lines: [String])] = [
    (
      .negateCondition, rules("- toggle: open", "  when: action.flag"),
      ["unless: action.flag"]
    ),
    (
      .negateCondition, rules("- if: action.flag", "  then: [{ toggle: open }]"),
      [#"- if: "!(action.flag)""#]
    ),
    (
      .negateCondition, rules("- toggle: open", "  when: '!action.flag && open'"),
      ["unless: '!action.flag && open'", "when: 'action.flag && open'"]
    ),
    (
      .changeComparison, rules("- toggle: open", "  when: count < 3"),
      ["when: count <= 3", "when: count >= 3"]
    ),
    (
      .changeComparison, rules("- toggle: open", "  when: (count) == (action.by + 1)"),
      ["when: (count) != (action.by + 1)"]
    ),
    (
      .dropTerm, rules("- toggle: open", "  when: open && (count > 1 || action.flag)"),
      [
        "when: (count > 1 || action.flag)", "when: open", "when: open && (action.flag)",
        "when: open && (count > 1)",
      ]
    ),
    (
      .exchangeConnective, rules("- toggle: open", "  when: open && action.flag"),
      ["when: open || action.flag"]
    ),
    (
      .changeArithmetic, rules("- set: count", "  value: ${count + action.by}"),
      ["value: ${count - action.by}"]
    ),
    (
      .exchangeBranches, rules("- set: count", "  value: '${open ? (1) : count}'"),
      ["value: '${open ? count : (1)}'"]
    ),
    (
      .exchangeBranches,
      rules("- if: open", "  then: [{ toggle: open }]", "  else: [{ clear: items }]"),
      ["else: [{ toggle: open }] then: [{ clear: items }]"]
    ),
    (
      .exchangeBranches,
      rules(
        "- match: light", "  cases:", "    red: [{ toggle: open }]", "    green: []",
        "  else: []"),
      ["green: [{ toggle: open }] red: []"]
    ),
    (
      .exchangeBranches,
      rules(
        "- match: light", "  cases:", "    red: [{ toggle: open }]", "    green: []",
        "    amber: [{ clear: items }]"),
      [
        "green: [{ toggle: open }] red: []", "amber: [] green: [{ clear: items }]",
      ]
    ),
    (.dropRule, rules("- toggle: open", "- clear: items"), ["", ""]),
    (.dropRule, rules("- toggle: open"), ["Act: []"]),
    (.changeVerb, rules("- append: items", "  value: { name: a }"), ["- prepend: items"]),
    (.changeVerb, rules("- increment: count", "  by: 2"), ["- decrement: count"]),
    (
      .offByOne, rules("- remove-at: items", "  index: action.index"),
      ["index: (action.index) + 1"]
    ),
    (
      .offByOne, rules("- increment: count", "  by: action.by"), ["by: (action.by) + 1"]
    ),
    (.offByOne, rules("- increment: count", "  by: 2"), []),
    (.changeConstant, rules("- increment: count", "  by: 2"), ["by: 3", "by: 1"]),
    (.changeConstant, rules("- set: light", "  value: green"), ["value: red"]),
    (
      .changeConstant, rules("- toggle: open", "  when: light == \"amber\""),
      ["when: light == \"green\""]
    ),
    (
      .exchangeValue, rules("- set: count", "  value: ${action.index}"),
      ["value: ${count}", "value: ${action.by}"]
    ),
    (
      .exchangeValue, rules("- toggle: open", "  when: count > 1"),
      ["when: action.index > 1"]
    ),
    (
      .exchangeValue, rules("- let: { more: 3, most: 4 }", "- set: count", "  value: ${more}"),
      ["value: ${count}"]
    ),
    (
      .exchangeValue,
      rules("- toggle: open", "  when: action.text.size() == few")
        + "constants: { few: int = 1, many: int = 9 }\n",
      [
        "when: light.size() == few", "when: action.other.size() == few",
        "when: action.text.size() == many",
      ]
    ),
    (
      .exchangeValue,
      spec("functions: { more: { params: { a: int, b: int }, value: a > b } }"),
      [
        "Type: [{ set: query, value: \"${query}\" }]", "Found: [{ set: hits, value: \"${hits}\" }]",
        "functions: { more: { params: { a: int, b: int }, value: b > b } }",
        "functions: { more: { params: { a: int, b: int }, value: a > a } }",
      ]
    ),
    (
      .changeDefault, spec("constants: { most: int = 5 }"),
      [
        "states: { Search: { query: string = \"a\", hits: int = 0 } }",
        "states: { Search: { query: string = \"\", hits: int = 1 } }",
        "states: { Search: { query: string = \"\", hits: int = -1 } }",
        "constants: { most: int = 6 }", "constants: { most: int = 4 }",
      ]
    ),
    (
      .dropFilter, spec("listeners: { query: { stateKey: Search, filter: changed } }"),
      ["listeners: { query: { stateKey: Search } }"]
    ),
    (
      .dropStep,
      spec(
        "middleware:\n  - name: hits\n    do:\n      - next\n      - { dispatch: Found, with: { hits: 1 } }"
      ),
      ["", ""]
    ),
    (
      .swapSteps,
      spec(
        "middleware:\n  - name: hits\n    do:\n      - next\n      - { dispatch: Found, with: { hits: 1 } }"
      ),
      ["- { dispatch: Found, with: { hits: 1 } } - next"]
    ),
    (
      .dropEffectSetting,
      spec(
        "effects:\n  Fetch:\n    run: { delay: 1s }\n    latest: true\n    debounce: 2s\nmiddleware: [async]"
      ),
      ["", ""]
    ),
    (
      .exchangeOutcomes,
      spec(
        """
        effects:
          Fetch:
            run: { delay: 1s }
            on-success: [{ dispatch: Found, with: { hits: 1 } }]
            on-failure: [{ dispatch: Found, with: { hits: 2 } }]
        middleware: [async]
        """),
      [
        "on-failure: [{ dispatch: Found, with: { hits: 1 } }] "
          + "on-success: [{ dispatch: Found, with: { hits: 2 } }]"
      ]
    ),
    (
      .changeRequest,
      request("http: { url: 'https://a.example/b/c?d=e', method: post, query: { page: 1 } }"),
      [
        "run: { http: { url: 'https://a.example/b?d=e', method: post, query: { page: 1 } } }",
        "run: { http: { url: 'https://a.example/b/c?d=e', method: PUT, query: { page: 1 } } }",
        "run: { http: { url: 'https://a.example/b/c?d=e', method: post, query: { page: 2 } } }",
        "run: { http: { url: 'https://a.example/b/c?d=e', method: post, query: { page: 0 } } }",
      ]
    ),
    (
      .changeRequest, request("http: { url: 'https://a.example/${action.id}/c' }"),
      [
        "run: { http: { method: DELETE, url: 'https://a.example/${action.id}/c' } }",
        #"run: { http: { url: "https://a.example/a/${action.id}/c" } }"#,
        "run: { http: { url: 'https://a.example/${action.id}' } }",
      ]
    ),
    (
      .changeRequest,
      request("http: { url: 'https://a.example', headers: { X: 'n ${action.id}' } }"),
      [
        "run: { http: { method: DELETE, url: 'https://a.example', headers: { X: 'n ${action.id}' } } }",
        #"run: { http: { url: "https://a.example/a", headers: { X: 'n ${action.id}' } } }"#,
        "run: { http: { url: 'https://a.example', headers: { X: '${action.id}' } } }",
      ]
    ),
    (.changeRequest, request("every: 1s"), ["run: { every: 2s }"]),
    (.changeRequest, request("read-file: a.txt"), ["run: { read-file: \"\" }"]),
    (
      .changeRequest, request("write-file: { path: a, value: { b: true } }"),
      [
        "run: { write-file: { path: \"\", value: { b: true } } }",
        "run: { write-file: { path: a, value: { b: false } } }",
      ]
    ),
    (
      .dropRequestPart,
      request("http: { url: 'https://a.example', method: PUT, body: { a: 1, b: { c: 2 } } }"),
      [
        "run: { http: { url: 'https://a.example', method: PUT } }",
        "run: { http: { url: 'https://a.example', method: PUT, body: { b: { c: 2 } } } }",
        "run: { http: { url: 'https://a.example', method: PUT, body: { a: 1 } } }",
        "run: { http: { url: 'https://a.example', method: PUT, body: { a: 1, b: {} } } }",
      ]
    ),
    (
      .dropRequestPart, request("custom: { name: scan, input: 1 }"),
      ["run: { custom: { name: scan } }"]
    ),
    (
      .dropException, spec("saved: { except: [Search.query, Search.hits] }"),
      ["saved: { except: [Search.hits] }", "saved: { except: [Search.query] }"]
    ),
    (
      .dropStep, spec("saved: { on-restore: [{ dispatch: Found, with: { hits: 1 } }] }"),
      ["saved: { on-restore: [] }"]
    ),
    (
      .negateCondition,
      spec(
        "saved: { on-restore: [{ dispatch: Found, with: { hits: 1 }, when: restored.version > 0 }] }"
      ),
      [
        "saved: { on-restore: [{ dispatch: Found, with: { hits: 1 }, unless: restored.version > 0 }] }"
      ]
    ),
    (
      .dropPromise,
      spec("invariants: { some: store.Search.hits >= 0, few: store.Search.hits < 9 }"),
      [
        "invariants: { few: store.Search.hits < 9 }",
        "invariants: { some: store.Search.hits >= 0 }",
      ]
    ),
  ]

  @Test(
    "An operator changes one place, and the lines are YAML as an author would write it",
    arguments: cases.indices)
  func operators(index: Int) throws {
    let item = Self.cases[index]
    let project = try Project(item.spec)
    let files = try SpecFiles(of: project.spec)
    let made = try project.mutations().filter { $0.kind == item.kind }
    // A change that leaves no valid spec is no mutant.
    let sound = made.filter { files.mutated(by: $0, in: 0) != nil }
    let lines = sound.map { mutation in
      mutation.document.lines.new.map { $0.trimmed }.joined(separator: " ")
    }
    #expect(lines == item.lines)
  }

  /// A spec in which every operator has a place in each of some parts.
  private static func spec(with parts: Range<Int>) -> String {
    func lines(_ text: (Int) -> String) -> String { parts.map(text).joined(separator: "\n") }
    return """
      suas: 1
      enums: { Light: [red, amber, green] }
      types: { Item: { name: string, done: bool = false } }
      constants:
      \(lines { "  most\($0): int = \($0 + 2)" })
      states:
        Shop:
          items: list(Item) = []
          count: int = 0
          light: Light = red
          open: bool = true
      \(lines { "    note\($0): int = 0" })
        Search: { query: string = "", hits: int = 0 }
      actions:
        Found: { hits: int }
      \(lines { "  Act\($0): { index: int, by: int, flag: bool }" })
      reducers:
        SearchReducer:
          state: Search
          on:
            Found: [{ set: hits, value: "${action.hits}" }]
        ShopReducer:
          state: Shop
          on:
      \(lines { part in
        """
              Act\(part):
                - toggle: open
                  when: action.flag && count < most\(part)
                - set: count
                  value: '${open ? count + action.by : 0}'
                - append: items
                  value: { name: part\(part) }
                - remove-at: items
                  index: action.index
                  when: size(items) > \(part)
        """
      })
      listeners:
      \(lines { "  listener\($0): { stateKey: Shop, filter: old.count + \($0) < new.count }" })
      effects:
      \(lines { part in
        """
          Fetch\(part):
            run: { delay: \(part + 1)s }
            latest: true
            on-success: [{ dispatch: Found, with: { hits: \(part) } }]
            on-failure: [{ dispatch: Found, with: { hits: -1 } }]
          Ask\(part):
            run:
              http:
                method: POST
                url: https://a.example/b\(part)
                query: { a: \(part), b: \(part) }
                headers: { A: a, B: b }
                body: { c: 1, d: { e: true } }
        """
      })
      middleware:
        - async
      \(lines { part in
        """
          - name: step\(part)
            on: [Act\(part)]
            do:
              - next
              - { dispatch: Found, with: { hits: \(part) } }
        """
      })
      saved:
        except:
      \(lines { "    - Shop.note\($0)" })
      invariants:
      \(lines { "  few\($0): store.Shop.count < \(1000 + $0)" })

      """
  }

  @Test("Of each operator, twenty mutants are specs that differ in their lines only")
  func twentyOfEach() throws {
    var counts: [MutationOperator: Int] = [:]
    for start in stride(from: 0, to: 20, by: 5) {
      let project = try Project(Self.spec(with: start..<start + 5))
      let files = try SpecFiles(of: project.spec)
      let source = try #require(project.spec.checked.coverage.sources.first)
      let made = try project.mutations()
      for kind in MutationOperator.allCases {
        let sound = made.lazy.filter { $0.kind == kind && files.mutated(by: $0, in: 0) != nil }
          .prefix(5)
        var texts: Set<[UInt8]> = []
        for mutation in sound {
          let document = mutation.document
          texts.insert(document.source.utf8)
          // All lines keep their numbers, and those above and below are as they were.
          #expect(document.source.lines.count == source.lines.count)
          let changed = ChangedLines.changed(in: document.source, since: source)
          let replaced = document.replaced
          let lines = replaced.location.line...replaced.endLocation.line
          #expect(
            !changed.isEmpty && changed.allSatisfy(lines.contains),
            "\(kind.rawValue): \(changed.sorted()) of \(lines)")
          var bytes = source.utf8
          bytes.replaceSubrange(replaced.offsets, with: Array(document.replacement.utf8))
          #expect(document.source.utf8 == bytes)
        }
        counts[kind, default: 0] += texts.count
      }
    }
    for kind in MutationOperator.allCases { #expect(counts[kind] == 20, "\(kind.rawValue)") }
  }

  /// The places in a bundle are held against its texts, but not against each other.
  @Test("Expressions of a damaged bundle have mutations, and no bundle traps", arguments: 0..<4)
  func damaged(seed: UInt64) throws {
    let text = Self.rules(
      "- { set: count, value: '${action.flag ? action.by : state.count}' }",
      "- { set: open, value: '${!action.flag && (state.count in [1, 2] || state.count < 3)}' }")
    let bundle = try CompiledSpec(Source(name: "spec.yaml", text: text)).bundle
    var random = Support.SplitMix64(seed: seed)
    var count = 0
    for _ in 0..<300 {
      var program = Array(bundle[Bundle.headSize...])
      let index = Int.random(in: program.indices, using: &random)
      program[index] = UInt8.random(in: 0...60, using: &random)
      guard let spec = try? CompiledSpec(bundle: Bundle.bytes(around: program)),
        let files = try? SpecFiles(of: spec)
      else { continue }
      var source = MutationSource(spec.checked, files.trees)
      count += source.mutations().count
    }
    #expect(count > 0)
  }

  @Test("Every operator has an example")
  func everyOperator() {
    let missing = MutationOperator.allCases.filter { kind in
      !Self.cases.contains { $0.kind == kind }
    }
    #expect(missing.isEmpty)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
