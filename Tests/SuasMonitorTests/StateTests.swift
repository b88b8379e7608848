import Foundation
import Testing

/// The store at an entry, as a tree whose branches are unfolded one by one.
@Suite struct StateTests {
  private static let spec = #"""
    suas: 1
    name: Keys
    types: { Item: { title: string, isDone: bool = false } }
    variants: { Screen: { none: {}, open: { item: Item } } }
    states:
      Keys:
        byText: { type: "map(string, int)", default: {} }
        byNumber: { type: "map(int, Item)", default: {} }
        byTruth: { type: "map(bool, int)", default: {} }
        items: "list(Item) = []"
        screen: Screen = none
        maybe: Item?
        anything: any = null
        secret: { type: string, default: "the-secret", sensitive: true }
        number: int = 9007199254740993
    actions:
      PutText: { key: string }
      PutNumber: { key: int, item: Item }
      PutTruth: { key: bool }
      Open: { item: Item }
      Any: { value: any }
      Hide: { secret: { type: string, sensitive: true } }
    reducers:
      R:
        state: Keys
        on:
          PutText: [{ set: "byText[action.key]", value: 1 }]
          PutNumber:
            - { set: "byNumber[action.key]", value: "${action.item}" }
            - { append: items, value: "${action.item}" }
          PutTruth: [{ set: "byTruth[action.key]", value: 1 }]
          Open:
            - { set: screen, value: { open: { item: "${action.item}" } } }
            - { set: maybe, value: "${action.item}" }
          Any: [{ set: anything, value: "${action.value}" }]
          Hide: [{ set: secret, value: "${action.secret}" }]
    """#

  private static let hostileKeys = [
    "", " ", ".", "[0]", "a.b[\"c\"]", "\"", "'", "\\", "\n", "\u{202E}", "<script>", "]", "${x}",
    "ключ", "a b", "0", "true",
  ]

  private static func keys() throws -> AskedTimeline {
    let keys = try AskedMonitor(text: spec).play()
    for key in hostileKeys { try keys.send("PutText", ["key": JSON(key).description]) }
    try keys.send("PutNumber", ["key": "-5", "item": "{ title: Milk }"])
    try keys.send("PutTruth", ["key": "true"])
    try keys.send("Open", ["item": "{ title: Bread, isDone: true }"])
    try keys.send("Any", ["value": "{ a: [1, { b: 'deep' }], c: null }"])
    return keys
  }

  @Test("The values of selectors stand beside the states, hidden where they come of sensitive ones")
  func selectors() throws {
    let counter = try AskedMonitor(
      text: """
        suas: 1
        name: Counter
        states: { Counter: { count: int = 0, code: { type: string, default: hunter2, sensitive: true } } }
        actions: { Add: {} }
        reducers: { R: { state: Counter, on: { Add: [{ increment: count }] } } }
        selectors:
          twice: { value: "${store.Counter.count * 2}" }
          page: { value: { title: "${string(store.Counter.count)} of many", last: { n: "${store.Counter.count}" } } }
          some: { when: store.Counter.count > 0, value: "${store.Counter.count}" }
          least: { value: "${1 / store.Counter.count}" }
          secret: { value: "${store.Counter.code + '!'}" }
        """
    ).play()
    func shown(_ entry: Int, _ path: String) throws -> [String] {
      try counter.ask("state", ["n": entry, "path": path])["children"].items.map {
        "\($0["label"].text ?? "") = \($0["text"].text ?? "")"
          + ($0["changed"].flag == true ? " *" : "")
      }
    }
    let first = try shown(0, "selected")
    #expect(
      first == [
        "twice = 0", #"page = {title: "0 of many", last: {n: 0}}"#, #"secret = "***""#,
      ])
    try counter.send("Add", [:])
    #expect(try shown(counter.last, "").map { $0.prefix(8) } == ["Counter ", "selected"])
    #expect(
      try shown(counter.last, "selected").map { $0.split(separator: " ").first } == [
        "twice", "page", "some", "least", "secret",
      ])
    #expect(try shown(counter.last, "selected.page.last") == ["n = 1 *"])
    #expect(
      try counter.ask("value", ["n": counter.last, "path": "selected.twice"])["text"].text == "2")
    let found = try counter.ask("find", ["n": counter.last, "text": "of many"])
    #expect(found["paths"].items.map(\.text) == ["selected.page.title"])
    #expect(try counter.ask("find", ["n": counter.last, "text": "hunter2"])["paths"].items.isEmpty)
  }

  @Test("A trail leads to each place, by its index among its siblings, or as far as there is one")
  func trails() throws {
    let keys = try Self.keys()
    func trail(_ path: String) throws -> (indices: [Int], paths: [String], isWhole: Bool) {
      let answer = try keys.ask("trail", ["n": keys.last, "path": path])
      let steps = answer["steps"].items
      return (
        steps.compactMap { $0["index"].number }, steps.compactMap { $0["path"].text },
        answer["isWhole"].flag == true
      )
    }
    let title = try trail("Keys.items[0].title")
    #expect(
      title == (
        [0, 3, 0, 0], ["Keys", "Keys.items", "Keys.items[0]", "Keys.items[0].title"], true
      ))
    #expect(try trail(#"Keys.byText["ключ"]"#).indices == [0, 0, 13])
    #expect(try trail("Keys.byNumber[-5].title").indices == [0, 1, 0, 0])
    #expect(try trail("Keys.screen.open.item").indices == [0, 4, 0, 0])
    #expect(try trail("Keys.anything.a[1].b").indices == [0, 6, 0, 1, 0])
    for missing in ["Keys.items[1].title", "Keys.items[-1]", "Keys.items.title"] {
      #expect(try trail(missing) == ([0, 3], ["Keys", "Keys.items"], false), "\(missing)")
    }
    #expect(try trail("Keys.screen.none").indices == [0, 4])
    #expect(try trail("Keys.secret").isWhole)
    _ = try keys.refusal("trail", ["n": keys.last, "path": "Keys["])
  }

  @Test("Each path that is handed out leads to its value, whatever its keys hold")
  func paths() throws {
    let keys = try Self.keys()
    var paths = [""]
    var seen = 0
    while let path = paths.popLast() {
      seen += 1
      let part = try keys.ask("state", ["n": keys.last, "path": path, "count": 1000])
      #expect(part["path"].text == path)
      #expect(part["children"].items.count == part["size"].number, "\(path)")
      for child in part["children"].items {
        let place = try #require(child["path"].text)
        #expect(try keys.value(place) != nil)
        if child["size"].number != 0 { paths.append(place) }
      }
    }
    #expect(seen > 10)
    let texts = try keys.ask("state", ["n": keys.last, "path": "Keys.byText"])["children"]
    #expect(texts.texts("label") == Self.hostileKeys)
  }

  @Test("Kinds, sizes and numbers are those of the values; what an entry changed is marked")
  func kinds() throws {
    let keys = try Self.keys()
    let state = try keys.ask("state", ["n": keys.last, "path": "Keys"])
    let children = Dictionary(
      state["children"].items.map { ($0["label"].text ?? "", $0) }, uniquingKeysWith: { $1 })
    #expect(children["byNumber"]?["kind"].text == "map")
    #expect(children["items"]?["kind"].text == "list")
    #expect(children["screen"]?["kind"].text == "variant")
    #expect(children["screen"]?["size"].number == 1)
    #expect(children["maybe"]?["kind"].text == "record")
    #expect(children["anything"]?["changed"].flag == true)
    #expect(children["items"]?["changed"].flag == false)
    let root = try keys.ask("state", ["n": 0])
    #expect(root["kind"].text == "record")
    #expect(root["children"].texts("label") == ["Keys"])
    #expect(try keys.value("Keys.number") == "9007199254740993")
    #expect(try keys.value("Keys.anything") == "{a: [1, {b: deep}], c: null}")
    #expect(try keys.value("Keys.screen.open.item.isDone") == "true")
  }

  @Test("A search finds names and values, and says if there may be more")
  func find() throws {
    let keys = try Self.keys()
    let found = try keys.ask("find", ["n": keys.last, "text": "DEEP"])
    #expect(found["paths"].texts == ["Keys.anything.a[1].b"])
    #expect(found["more"].flag == false)
    #expect(try keys.ask("find", ["n": 0, "text": "deep"])["paths"].items.isEmpty)
    let names = try keys.ask("find", ["n": keys.last, "text": "bynumber"])["paths"].texts
    #expect(names.contains("Keys.byNumber"), "\(names)")
    for path in try keys.ask("find", ["n": keys.last, "text": ""])["paths"].texts {
      #expect(try keys.value(path) != nil)
    }
  }

  @Test("Two entries are compared")
  func compare() throws {
    let keys = try Self.keys()
    let between = try keys.ask("compare", ["from": keys.last - 2, "to": keys.last])
    #expect(
      Set(between["changes"].texts("path")) == ["Keys.screen", "Keys.maybe", "Keys.anything"],
      "\(between)")
    #expect(between["changeCount"].number == 3)
    #expect(try keys.ask("compare", ["from": 3, "to": 3])["changeCount"].number == 0)
    _ = try keys.refusal("compare", ["from": 0, "to": 99])
  }

  @Test("There is nothing at a path that leads nowhere")
  func nowhere() throws {
    let keys = try Self.keys()
    for path in [
      "Nope", "Keys.items[7]", "Keys.items[-1]", "Keys.items[99999999999999999999]", "..", "[",
      "Keys[",
      "Keys.byText[nope]", String(repeating: "a.", count: 5000), "Keys.secret.more", "\u{0}",
    ] {
      for verb in ["state", "value"] {
        _ = try keys.refusal(verb, ["n": keys.last, "path": path])
      }
    }
  }

  @Test("Sensitive values are never shown, whether a log has them or they are played")
  func sensitive() async throws {
    let spec = try AskedMonitor.spec(Self.spec)
    let secrets = ["the-secret", "hunter2", "pass-4711"]
    let lines = AskedMonitor.log(
      of: spec, ["Hide {secret: hunter2}", "PutText {key: a}", "Hide {secret: pass-4711}"])
    #expect(lines.count >= 4)
    for text in [Self.spec, nil] {
      let monitor = try AskedMonitor(text: text)
      let log = try await monitor.open(lines)
      #expect(log.length >= 4, "\(log.problem ?? "")")
      #expect(log.problem == nil)
      var said =
        try log.ask("entries").description + log.ask("find", ["n": 3, "text": "e"]).description
      for entry in 0...3 {
        said += try log.entry(entry).description
        for path in ["", "Keys", "Keys.secret"] {
          said += try log.ask("state", ["n": entry, "path": path]).description
          said += try log.value(path, at: entry) ?? ""
        }
      }
      said += try log.ask("compare", ["from": 0, "to": 3]).description
      #expect(said.contains("***"))
      #expect(!said.contains("$sensitive"))
      for secret in secrets { #expect(!said.contains(secret)) }
    }
    let played = try AskedMonitor(text: Self.spec).play()
    try played.send("Hide", ["secret": "hunter2"])
    #expect(try played.value("Keys.secret") == "***")
    let exported = try played.ask("export", ["as": "log"])["text"].text ?? ""
    #expect(!exported.contains("hunter2") && exported.contains("$sensitive"))
  }

  private static let secretive = """
    suas: 1
    states:
      S:
        token: { type: string, default: "", sensitive: true }
        byKey: { type: map(string), default: {}, sensitive: true }
        list: { type: list(int), default: [] }
        size: int = 0
    actions:
      Put: { key: { type: string, sensitive: true }, index: { type: int, default: 0, sensitive: true } }
      Send: {}
      Fail: { why: { type: string, sensitive: true } }
    reducers:
      R:
        state: S
        on:
          Put:
            - { set: "byKey[action.key]", value: "of ${action.key}" }
            - { set: token, value: "${action.key}", when: action.key != token }
            - { set: "list[action.index]", value: 1, when: action.index > 0 }
          Fail: [{ fail: { code: no-good, message: "${action.why}" } }]
    selectors:
      shown: { value: "<${store.S.token}>" }
    listeners:
      tokens: { stateKey: S, filter: old.token != new.token, do: [{ dispatch: Send }] }
      shown: { selector: shown }
    effects:
      Ask:
        payload: { what: { type: string, sensitive: true } }
        run: { http: { url: "https://e.test" } }
    middleware: [async]
    """

  @Test("No answer about a played spec has a sensitive value, wherever the spec reads it")
  func secrets() throws {
    let played = try AskedMonitor(text: Self.secretive).play()
    try played.send("Put", ["key": "hunter2"])
    try played.send("Put", ["key": "hunter3"])
    try played.send("Ask", ["what": "hunter4"])
    try played.send("Put", ["key": "hunter2", "index": "4711"])
    try played.send("Fail", ["why": "hunter5"])
    var said = try played.ask("entries", ["count": 100]).description
    for entry in 0..<played.length {
      said += try played.entry(entry).description
      for path in ["", "S", "S.token", "S.byKey"] {
        said += try played.ask("state", ["n": entry, "path": path]).description
        said += try played.value(path, at: entry) ?? ""
      }
      said += try played.ask("find", ["n": entry, "text": "hunter"]).description
    }
    said += try played.ask("compare", ["from": 0, "to": played.last]).description
    for format in ["scenario", "log"] {
      let exported = try played.ask("export", ["as": format])
      said += exported.description
      #expect(exported["note"].text?.contains("sensitive") == true, "\(exported)")
    }
    #expect(said.contains("***") && said.contains("index-out-of-range"))
    for secret in ["hunter", "4711"] {
      for line in said.split(separator: ",") where line.contains(secret) {
        Issue.record("\(line)")
      }
    }
  }
}
