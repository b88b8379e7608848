import CEL
import LibYAML
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// Keys of maps in expectations: those that begin with `$`, those that are computed, and those that
/// are no texts.
@Suite struct MapKeyTests {
  static let spec = """
    suas: 1
    enums: { Letter: [K, other] }
    types: { G: { n: int = 0 } }
    variants: { Screen: { login: { email: string = "" }, game: { g: G } } }
    states:
      S:
        m: map(int) = {}
        any: any = {}
        ints: "map(int, string) = {}"
        flags: "map(bool, int) = {}"
        screen: Screen = login
        letter: Letter = other
    actions:
      Put: { k: string, v: int = 1 }
      Keep: { value: any }
      Ints: { m: "map(int, string)" }
      Flags: { m: "map(bool, int)" }
      Show: { screen: Screen }
      Write: { letter: Letter }
    reducers:
      R:
        state: S
        on:
          Put: [{ set: "m[action.k]", value: "${action.v}" }]
          Keep: [{ set: any, value: "${action.value}" }]
          Ints: [{ set: ints, value: "${action.m}" }]
          Flags: [{ set: flags, value: "${action.m}" }]
          Show: [{ set: screen, value: "${action.screen}" }]
          Write: [{ set: letter, value: "${action.letter}" }]
    selectors:
      typed: { value: "${store.S.ints}" }
      part: { value: { of: "${store.S.ints}" } }
    """

  private func messages(_ text: String) throws(Diagnostics) -> [String] {
    let file = try check(text, spec: Self.spec)
    return Runner().run(file).scenarios.flatMap(\.failures).map(\.message)
  }

  private func codes(_ text: String) -> [Diagnostic.Code] {
    do throws(Diagnostics) {
      _ = try check(text, spec: Self.spec)
      return []
    } catch {
      return error.items.map(\.code)
    }
  }

  @Test(
    "A key that begins with $ is written with $$ where a matcher could stand",
    arguments: [
      ("$any", "$$any"), ("$", "$$"), ("$$", "$$$"), ("$size", "$$size"), ("$x", "$$x"),
      ("$${x}", "$$${x}"), ("$${x}", "$${x}"), ("$$${x}", "$$$${x}"), ("$\u{301}", "$$\u{301}"),
      ("a$", "a$"),
    ])
  func dollars(key: String, written: String) throws {
    let put = "{ dispatch: Put, with: { k: \"\(key)\" }, expect: "
    #expect(
      try messages(
        """
        scenario: s
        exhaustive: true
        steps:
          - \(put){ state: { S: { m: { "\(written)": 1 } } } } }
          - \(put){ state: { S: { m: { $contains: { "\(written)": 1 } } } } } }
          - expect: { state: { S: { m: { $size: 1 } } } }
        """) == [])
    #expect(
      try messages(
        """
        scenario: s
        steps: [\(put){ state: { S: { m: { "\(written)": 2 } } } } }]
        """) == ["the state is not as expected"])
  }

  @Test("A key that is computed is no matcher, however it came there")
  func computed() throws {
    #expect(
      try messages(
        """
        scenarios:
          - name: a column
            examples: [{ k: $any }, { k: $that }, { k: $$any }, { k: $ }]
            steps:
              - { dispatch: Put, with: { k: "${k}" }, expect: { state: { S: { m: { "${k}": 1 } } } } }
              - { dispatch: Keep, with: { value: { "${k}": "${k}" } } }
              - { expect: { state: { S: { any: { "${k}": "${k}" } } } } }
          - name: an element
            steps:
              - for-each: "${[{'$any': true}, {'$size': 0}]}"
                steps:
                  - { dispatch: Keep, with: { value: "${item}" } }
                  - { expect: { state: { S: { any: "${item}" } } } }
          - name: in a payload, where there are no matchers
            examples: [{ x: 1 }]
            steps:
              - { dispatch: Keep, with: { value: { $that: "${x}", $any: "${x}" } } }
              - { expect: { state: { S: { any: { $$that: 1, $$any: "${x}" } } } } }
        """) == [])
    #expect(
      try messages(
        """
        scenario: s
        examples: [{ k: $any }]
        steps: [{ dispatch: Put, with: { k: b }, expect: { state: { S: { m: { "${k}": 1 } } } } }]
        """) == ["the state is not as expected"])
  }

  @Test("Keys that are numbers or booleans stay what they are when rows and elements bring them")
  func numbers() throws {
    #expect(
      try messages(
        """
        scenario: s
        examples: [{ n: 3, flag: false }]
        steps:
          - dispatch: Ints
            with: { m: { "${n}": a } }
            expect:
              changes: { "S.ints[${n}]": a }
              selected: { typed: { 3: a }, part: { of: { "${n}": a } } }
          - dispatch: Flags
            with: { m: { "${flag}": 1 } }
            expect: { changes: { "S.flags[false]": 1 } }
          - for-each: "${[{1: 'a', 2: 'b'}]}"
            steps:
              - { dispatch: Ints, with: { m: "${item}" } }
              - { expect: { state: { S: { ints: "${item}" } }, selected: { typed: "${item}" } } }
          - expect: { selected: { part: { of: { 1: a, 2: b } } } }
        """) == [])
  }

  @Test("One key that is written in two ways is written twice")
  func duplicates() {
    func expecting(_ state: String) -> [Diagnostic.Code] {
      codes("scenario: s\nsteps: [{ expect: { state: { S: \(state) } } }]")
    }
    #expect(expecting("{ ints: { 1: a, 0x1: b } }") == [.duplicateKey])
    #expect(expecting("{ m: { \"$${x}\": 1, \"$$${x}\": 1 } }") == [.duplicateKey])
    #expect(expecting("{ m: { \"$${x}\": 0, \"\u{e9}\": 1, \"e\u{301}\": 2 } }") == [])
  }

  @Test("A key of a golden file may stand in quotes, whatever its type")
  func goldens() throws {
    let spec = try CompiledSpec(Source(name: "s.yaml", text: Self.spec))
    let sink = DiagnosticSink()
    for (one, off) in [("'1'", "'false'"), ("1", "false")] {
      let tree = try LibYAML.parse(
        Source(
          name: "g.yaml",
          text: """
            S:
              m: { $any: 1 }
              any: { $size: 2, '1': a }
              ints: { \(one): a }
              flags: { \(off): 2 }
              screen: { login: { email: '' } }
              letter: K
            """))
      let patterns = try #require(ScenarioChecker(spec, sink).readGolden(tree))
      #expect(
        patterns.first?.pattern.description
          == "{m: {\"$any\": 1}, any: {\"$size\": 2, \"1\": a}, ints: {1: a}, flags: {false: 2}, "
          + "screen: {login: {email: \"\"}}, letter: K}")
    }
  }

  @Test("A case that is only a name has its defaults where values are complete")
  func cases() throws {
    #expect(
      try messages(
        """
        scenario: s
        exhaustive: true
        given: { S: { screen: { game: { g: {} } } } }
        steps:
          - { dispatch: Show, with: { screen: login }, expect: { changes: { S.screen: login } } }
          - dispatch: Show
            with: { screen: { game: { g: { n: 1 } } } }
            expect: { state: { S: { screen: { game: { g: { n: 1 } } } } } }
          - dispatch: Show
            with: { screen: login }
            expect:
              exact-state:
                S: { m: {}, any: {}, ints: {}, flags: {}, screen: login, letter: other }
        """) == [])
    let show = "{ dispatch: Show, with: { screen: { login: { email: x } } }, expect: "
    #expect(
      try messages(
        """
        exhaustive: true
        scenarios:
          - name: of a change
            given: { S: { screen: { game: { g: {} } } } }
            steps: [\(show){ changes: { S.screen: login } } }]
          - name: of a state
            given: { S: { screen: { game: { g: {} } } } }
            steps: [\(show){ state: { S: { screen: login } } } }]
        """) == ["the changes are not as expected", "the step changes what no expectation names"])
    #expect(
      codes(
        "scenario: s\nsteps: [{ dispatch: Put, with: { k: a }, expect: { changes: { S.screen: game } } }]"
      )
        == [.missingKey])
  }

  @Test("A case of an enum has the code points of its name")
  func enumCases() {
    func writing(_ letter: String) -> [Diagnostic.Code] {
      codes("scenario: s\nsteps: [{ dispatch: Write, with: { letter: \"\(letter)\" } }]")
    }
    #expect(writing("K") == [])
    #expect(writing("\u{212a}") == [.unknownCase])
  }
}
