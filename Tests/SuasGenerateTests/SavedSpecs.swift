import SuasSpec
import Testing
import YAML

/// Specs with migrations, the shapes of their earlier versions, and texts of these.
struct SavedSpecs: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let text: String
  private let shapes: [Int: String]
  let texts: [String]

  func compiled() throws -> CompiledSpec {
    try CompiledSpec(
      Source(name: "s.yaml", text: text),
      shapes: Dictionary(
        uniqueKeysWithValues: shapes.map { ($0, Source(name: "saved/s.\($0).yaml", text: $1)) }))
  }

  static let all = [verbs, kinds, chain]

  private static func text(_ version: Int, _ states: String) -> String {
    SavedTexts.text(states, version: version, name: "s")
  }

  /// A migration with each verb.
  private static let verbs = SavedSpecs(
    testDescription: "verbs",
    text: """
      suas: 1
      saved:
        version: 2
        migrations:
          2:
            - set: List.title
              value: ${old.List.name}
            - clear: List.tags
            - toggle: List.isOpen
            - increment: List.count
              by: ${size(old.List.items)}
            - decrement: List.count
            - merge: List.place
              value: { line: 7 }
            - for-each: old.List.items
              as: item
              do:
                - append: List.items
                  value: { id: "${item.id}", title: "${item.title}" }
                  when: item.title != ""
            - prepend: List.tags
              value: ${old.List.kind}
            - insert: List.tags
              index: 0
              value: first
            - if: size(List.items) > 2
              then:
                - move: List.items
                  from: 0
                  to: 1
                - swap: List.items
                  from: 0
                  to: 2
              else:
                - append: List.tags
                  value: few
            - remove-at: List.tags
              index: 0
            - reverse: List.items
            - sort: List.items
              by: item.title
            - remove: List.items
              where: item.title == "drop"
            - keep: List.items
              where: item.id < 1000
            - upsert: List.items
              match: id
              value: { id: 1, title: upserted }
            - update: List.items
              where: item.id > 1
              do:
                - set: item.isDone
                  value: true
            - set: List.byId[3]
              value: { id: 3, title: entry }
            - delete: List.byId[4]
            - let: { large: "old.List.items.filter(i, i.id > 100)" }
            - match: ${old.List.state}
              as: state
              cases:
                loading:
                  - set: List.note
                    value: loads
                failed:
                  - set: List.note
                    value: ${state.reason}
              else:
                - set: List.note
                  value: idle
            - at: List.byId[3]
              do:
                - set: item.title
                  value: deep
            - fail: { code: too-large, message: "${size(large)} are too large" }
              when: size(large) > 0
      types:
        Item: { id: int, title: string, isDone: bool = false }
        Place: { line: int = 0, file: string = "" }
      states:
        List:
          title: string = ""
          tags: list(string) = []
          isOpen: bool = false
          count: int = 0
          place: Place = {}
          items: list(Item) = []
          byId: map(int, Item) = {}
          note: string = ""
      reducers: { List: { state: List } }
      """,
    shapes: [
      1: """
      suas: 1
      enums:
        Kind: [plain, numbered]
      types:
        Item: { id: int, title: string = "", unused: "map(int, string)" }
      variants:
        Loading:
          idle: {}
          loading: { since: timestamp }
          failed: { reason: string }
      states:
        List:
          name: string = ""
          kind: Kind = plain
          items: list(Item) = []
          isOpen: bool = false
          count: int = 3
          state: { type: Loading, default: idle }
      reducers: { List: { state: List } }
      """
    ],
    texts: [
      text(
        1,
        #""List":{"name":"A","kind":"numbered","items":[{"id":2,"title":"b","unused":{"1":"x"}},{"id":1,"title":"","unused":{}},{"id":9,"title":"drop","unused":{}},{"id":8,"title":"a","unused":{"-3":""}}],"isOpen":true,"count":5,"state":{"failed":{"reason":"é"}}}"#
      ),
      text(
        1,
        #""List":{"name":"B","items":[{"id":200,"unused":{}}],"state":{"loading":{"since":"2026-01-01T00:00:00Z"}}}"#
      ),
      text(1, #""List":{"name":"C","items":[],"count":9223372036854775807,"state":"idle"}"#),
      text(
        2, #""List":{"title":"D","items":[{"id":1,"title":"x"}],"byId":{"7":{"id":1,"title":""}}}"#),
    ])
}

extension SavedSpecs {
  /// Types that change in every way, names that are keywords, sensitive fields and exceptions.
  fileprivate static let kinds = SavedSpecs(
    testDescription: "kinds",
    text: """
      suas: 1
      saved:
        version: 3
        except: [Main.filter, "Main.items[].isOpen", "Main.byKey[].deep.cache"]
        migrations:
          3:
            drop: [Main.gone, Main.self]
            do:
              - set: Main.class
                value: ${old.Main.class + old.Main.default}
          2: []
        on-restore:
          - dispatch: Note
            with: { text: "${string(restored.version) + restored.lost.join(',')}" }
            when: restored.version > 0 || size(restored.lost) > 0
          - dispatch: Begin
            with: { restored: "${restored}", text: "${uuid() + string(now)}", count: "${selected.notes}" }
      enums:
        Color: [red, green, blue]
      types:
        Item: { id: int, weight: double, color: Color = red, isOpen: bool = true, anything: any = null }
        Deep: { cache: string = none, kept: "int?", secret: { type: string, default: "s", sensitive: true } }
        Entry: { deep: "Deep = {}" }
        Tree: { name: { type: string, default: "", where: self != 'bad' }, children: "list(Tree) = []" }
      variants:
        Shape:
          circle: { radius: double }
          point: {}
          box: { side: int = 1 }
      states:
        Main:
          filter: string = all
          class: string = ""
          items: list(Item) = []
          byKey: map(int, Entry) = {}
          byColor: map(Color, int) = {}
          tree: Tree = {}
          shape: { type: Shape, default: point }
          wait: duration = 1s
          at: timestamp?
          number: double = 0
          whatever: any = null
        Other:
          large: { type: int, default: 1, where: self < 1000 }
        Log:
          notes: list(string) = []
          restored: any = null
      selectors:
        notes: { value: "${size(store.Log.notes) + store.Other.large}" }
      actions:
        Note: { text: string }
        Begin: { restored: any, text: string, count: int }
      reducers:
        Main: { state: Main }
        Other: { state: Other }
        Log:
          state: Log
          on:
            Note:
              - append: notes
                value: ${action.text}
            Begin:
              - append: notes
                value: "${action.text} ${action.count}"
              - set: restored
                value: ${action.restored}
      invariants:
        small: store.Other.large < 900
      """,
    shapes: [
      1: """
      suas: 1
      enums:
        Color: [red, green]
      types:
        Item: { id: int, weight: int, color: Color = green }
        Tree: { name: string = "", children: "list(Tree) = []", extra: int = 1 }
      variants:
        Shape:
          circle: { radius: int }
          point: {}
      states:
        Main:
          class: string = ""
          default: string = dft
          items: list(Item) = []
          gone: int = 0
          byColor: map(Color, int) = {}
          tree: Tree = {}
          shape: { type: Shape, default: point }
          wait: duration = 2s
          at: timestamp = 2000-01-01T00:00:00Z
          number: int = 0
          whatever: list(Item) = []
          self: bool = true
        Other: { large: int = 1 }
      reducers: { Main: { state: Main }, Other: { state: Other } }
      """,
      2: """
      suas: 1
      enums:
        Color: [red, green, blue]
      types:
        Item: { id: int, weight: double, color: Color = green, anything: any = null }
        Deep: { kept: "int?" }
        Entry: { deep: "Deep = {}" }
        Tree: { name: string = "", children: "list(Tree) = []" }
      variants:
        Shape:
          circle: { radius: double }
          point: {}
          box: { side: int = 1 }
      states:
        Main:
          class: string = ""
          default: string = second
          items: list(Item) = []
          gone: int = 0
          byKey: map(int, Entry) = {}
          byColor: map(Color, int) = {}
          tree: Tree = {}
          shape: { type: Shape, default: point }
          wait: duration = 2s
          at: timestamp?
          number: double = 0
          whatever: any = null
          self: bool = true
        Other: { large: int = 1 }
      reducers: { Main: { state: Main }, Other: { state: Other } }
      """,
    ],
    texts: [
      text(
        1,
        #""Main":{"class":"c","items":[{"id":1,"weight":2},{"id":9223372036854775807,"weight":-9223372036854775808,"color":"red"}],"gone":1,"byColor":{"red":1,"green":2},"tree":{"name":"a","children":[{"name":"b","children":[]}]},"shape":{"circle":{"radius":3}},"wait":"1.5s","at":"2020-02-02T02:02:02.5Z","number":7,"whatever":[{"id":1,"weight":1,"color":"green"}],"self":false},"Other":{"large":5}"#
      ),
      text(
        2,
        #""Main":{"class":"d","items":[{"id":1,"weight":"NaN","anything":{"a":[1,2.5,null,"é"]}},{"id":2,"weight":"-Infinity","color":"blue"}],"byKey":{"-5":{"deep":{"kept":4}},"7":{"deep":{}}},"byColor":{"blue":3},"shape":{"box":{}},"at":null,"number":1e300,"whatever":{"x":{"y":[]}}},"Other":{"large":950}"#
      ),
      text(
        3,
        #""Main":{"class":"e","items":[{"id":1,"weight":1.0,"isOpen":false,"anything":1.5}],"byKey":{"1":{"deep":{"kept":null}}},"tree":{"name":"x","children":[{"name":"bad"}]},"shape":"point","at":"2020-01-01T00:00:00Z"},"Other":{"large":7},"Log":{"notes":["n"]}"#
      ),
      text(
        3,
        #""Main":{"tree":{"name":"fine"},"shape":{"circle":{"radius":"Infinity"}}},"Other":{"large":1200},"Unknown":{}"#
      ),
    ])

  /// Versions that are migrated one after the other, with a history and one state only.
  fileprivate static let chain = SavedSpecs(
    testDescription: "chain",
    text: """
      suas: 1
      name: s
      saved:
        version: 4
        oldest: 2
        states: [Draft, DraftHistory]
        after: 2s
        migrations:
          3:
            - set: Draft.lines
              value: "${old.Draft.text.split(' ').map(t, Line{text: t})}"
            - fail: { code: empty, message: nothing was written }
              when: old.Draft.text == "empty"
          4:
            - set: Draft.lines
              value: "${old.Draft.lines.map(l, Line{text: l.text, length: size(l.text)})}"
            - set: Draft.lines[0].text
              value: changed
              when: old.Draft.isMarked
      types:
        Line: { text: string, length: int }
      states:
        Draft: { lines: "list(Line) = []", isMarked: bool = false }
        Rest: { count: int = 0 }
      actions: { Write: { text: string }, Undo: {} }
      reducers:
        Draft:
          state: Draft
          history: { undo: Undo }
          on:
            Write:
              - append: lines
                value: { text: "${action.text}", length: 0 }
        Rest: { state: Rest }
      """,
    shapes: [
      2: """
      suas: 1
      states:
        Draft: { text: string = "", isMarked: bool = false }
      reducers: { Draft: { state: Draft } }
      """,
      3: """
      suas: 1
      types:
        Line: { text: string }
      states:
        Draft: { lines: "list(Line) = []", isMarked: bool = false }
      reducers: { Draft: { state: Draft } }
      """,
    ],
    texts: [
      text(2, #""Draft":{"text":"one two three","isMarked":true}"#),
      text(2, #""Draft":{"text":"empty"}"#), text(2, #""Draft":{"isMarked":true}"#),
      text(3, #""Draft":{"lines":[{"text":"é"},{"text":"b"}],"isMarked":true}"#),
      text(3, #""Draft":{"lines":[],"isMarked":true}"#),
      text(4, #""Draft":{"lines":[{"text":"a","length":1}]}"#),
    ])
}
