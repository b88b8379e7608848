import CEL
import Suas
import SuasSpec
import Testing

@testable import SuasLog

/// The lines that a recorder writes.
@Suite struct RecorderTests {
  private static let todo = """
    suas: 1
    name: Todo
    types: { Item: { title: string, done: bool = false } }
    states: { List: { items: "list(Item) = []", counts: "map(string, int) = {}" } }
    actions:
      Add: { title: string }
      Toggle: { index: int }
      Move: { from: int, to: int }
      Swap: { a: int, b: int }
      Remove: { index: int }
      Count: { word: string }
      Forget: { word: string }
      Rename: { index: int, title: string }
    reducers:
      R:
        state: List
        on:
          Add: [{ append: items, value: { title: "${action.title}" } }]
          Toggle: [{ toggle: "items[action.index].done" }]
          Move: [{ move: items, from: action.from, to: action.to }]
          Swap: [{ swap: items, from: action.a, to: action.b }]
          Remove: [{ remove-at: items, index: action.index }]
          Count: [{ increment: "counts[action.word]", default: 0 }]
          Forget: [{ delete: "counts[action.word]" }]
          Rename:
            - set: items[action.index].title
              value: ${action.title}
            - toggle: items[action.index].done
    """

  @Test("The first line has the spec, the clock and the whole store")
  func header() throws {
    let app = try RecordedApp(Self.todo)
    #expect(
      app.lines == [
        #"{"suas-log":1,"spec":"\#(app.spec.checked.digest)","name":"Todo","#
          + #""clock":"1970-01-01T00:00:00Z","changes":true,"#
          + #""state":{"List":{"items":[],"counts":{}}}}"#
      ])
  }

  @Test("An action is followed by what it changed")
  func changes() throws {
    let app = try RecordedApp(Self.todo)
    for title in ["a", "b", "c"] { try app.dispatch("Add", ["title": .string(title)]) }
    app.advance(by: 2)
    try app.dispatch("Toggle", ["index": 1])
    try app.dispatch("Move", ["from": 0, "to": 2])
    try app.dispatch("Swap", ["a": 0, "b": 2])
    try app.dispatch("Remove", ["index": 1])
    try app.dispatch("Count", ["word": "a b"])
    try app.dispatch("Count", ["word": "a b"])
    try app.dispatch("Forget", ["word": "a b"])
    try app.dispatch("Rename", ["index": 0, "title": "d"])
    let time = #""t":2000000000"#
    #expect(
      Array(app.lines.dropFirst(5)) == [
        #"{"t":0,"action":"Add","with":{"title":"c"},"from":"app","id":3}"#,
        #"{"t":0,"changes":{"List.items":{"$insert":[{"title":"c","done":false}],"at":2}},"of":3}"#,
        #"{\#(time),"action":"Toggle","with":{"index":1},"from":"app","id":4}"#,
        #"{\#(time),"changes":{"List.items[1].done":true},"of":4}"#,
        #"{\#(time),"action":"Move","with":{"from":0,"to":2},"from":"app","id":5}"#,
        #"{\#(time),"changes":{"List.items":{"$move":0,"to":2}},"of":5}"#,
        #"{\#(time),"action":"Swap","with":{"a":0,"b":2},"from":"app","id":6}"#,
        #"{\#(time),"changes":{"List.items":{"$swap":[0,2]}},"of":6}"#,
        #"{\#(time),"action":"Remove","with":{"index":1},"from":"app","id":7}"#,
        #"{\#(time),"changes":{"List.items":{"$remove":1,"at":1}},"of":7}"#,
        #"{\#(time),"action":"Count","with":{"word":"a b"},"from":"app","id":8}"#,
        #"{\#(time),"changes":{"List.counts[\"a b\"]":1},"of":8}"#,
        #"{\#(time),"action":"Count","with":{"word":"a b"},"from":"app","id":9}"#,
        #"{\#(time),"changes":{"List.counts[\"a b\"]":2},"of":9}"#,
        #"{\#(time),"action":"Forget","with":{"word":"a b"},"from":"app","id":10}"#,
        #"{\#(time),"changes":{"List.counts[\"a b\"]":{"$absent":true}},"of":10}"#,
        #"{\#(time),"action":"Rename","with":{"index":0,"title":"d"},"from":"app","id":11}"#,
        #"{\#(time),"changes":{"List.items[0].title":"d","List.items[0].done":true},"of":11}"#,
      ])
  }

  @Test("A refusal has its code and message")
  func refusal() throws {
    let app = try RecordedApp(Self.todo)
    try app.dispatch("Toggle", ["index": 7])
    #expect(
      app.lines.last
        == #"{"t":0,"refused":"index-out-of-range","#
        + #""message":"there is no index 7 in a list of 0 elements","of":1}"#)
  }

  @Test("An action that is refused before any middleware has its line too")
  func earlyRefusals() throws {
    let app = try RecordedApp(
      """
      suas: 1
      states: { S: { texts: "list(string) = []" } }
      actions:
        Add: { text: { type: string, where: self != "" } }
        Copy: { text: string }
        Again: {}
        Number: { value: int }
      reducers: { R: { state: S, on: { Add: [{ append: texts, value: "${action.text}" }] } } }
      middleware:
        - { name: copying, on: [Copy], do: [{ dispatch: Add, with: { text: "${action.text}" } }] }
        - name: replacing
          on: [Add]
          do: [{ next: Add, with: { text: "${action.text == 'empty' ? '' : action.text}" } }]
        - { name: repeating, on: [Again], do: [{ dispatch: Again }] }
      """, changes: false)
    let add = try app.spec.preparedAction("Add", "text")
    app.store.dispatch(action: add(""))
    try app.dispatch("Copy", ["text": ""])
    app.store.dispatch(action: add("empty"))
    // It has no payload that could be written.
    app.store.dispatch(action: try app.spec.preparedAction("Number", "value")("one"))
    let message = #"'action Add.text' breaks its constraint: self != \"\""#
    let refusal = #""refused":"constraint-violated","message":"\#(message)""#
    #expect(
      app.lines.dropFirst().filter { !$0.contains("digest") } == [
        #"{"t":0,"action":"Add","with":{"text":""},"from":"app","id":1}"#,
        #"{"t":0,\#(refusal),"of":1}"#,
        #"{"t":0,"action":"Copy","with":{"text":""},"from":"app","id":2}"#,
        #"{"t":0,"action":"Add","with":{"text":""},"from":"middleware","by":2,"id":3}"#,
        #"{"t":0,\#(refusal),"of":3}"#,
        #"{"t":0,"action":"Add","with":{"text":"empty"},"from":"app","id":4}"#,
        #"{"t":0,\#(refusal),"of":4}"#,
      ])
    try app.dispatch("Again")
    let last = app.lines.last { !$0.contains("digest") }
    #expect(last?.hasPrefix(#"{"t":0,"refused":"dispatch-depth-exceeded","#) == true)
    #expect(last?.hasSuffix(#","of":69}"#) == true)
  }

  private static let effects = """
    suas: 1
    states: { S: { ids: "list(string) = []", page: string = "", ticks: int = 0 } }
    actions:
      Add: { id: "string = ${uuid()}" }
      Fetched: { page: string, at: timestamp }
      Failed: { code: string }
      Saw: {}
    reducers:
      R:
        state: S
        on:
          Add: [{ append: ids, value: "${action.id}" }]
          Fetched: [{ set: page, value: "${action.page}" }]
          Failed: [{ set: page, value: "${action.code}" }]
          Saw: [{ increment: ticks }]
    listeners:
      seeing: { stateKey: S, filter: size(new.ids) > size(old.ids), do: [{ dispatch: Saw }] }
    middleware:
      - name: fetching
        on: [Add]
        do: [next, { dispatch: Fetch, with: { id: "${action.id}" } }]
      - async
    effects:
      Fetch:
        payload: { id: string }
        debounce: 1s
        retry: { times: 1, delay: 2s }
        run: { http: { url: "https://e.test/${action.id}", timeout: 5s } }
        on-success:
          - { dispatch: Fetched, with: { page: "${response.body}", at: "${now}" } }
        on-failure:
          - { dispatch: Failed, with: { code: "${error.code}" } }
    """

  @Test("Effects, what they read, and all that the spec dispatches have their causes")
  func effects() throws {
    let app = try RecordedApp(Self.effects)
    try app.dispatch("Add", ["id": "x"])
    app.advance(by: 1)
    app.answer("Fetch", .failure("no network"))
    app.advance(by: 2)
    app.answer("Fetch", .http(status: 200, headers: [("A", "b")], body: "page"))
    #expect(
      Array(app.lines.dropFirst()) == [
        #"{"t":0,"action":"Add","with":{"id":"x"},"from":"app","id":1}"#,
        #"{"t":0,"changes":{"S.ids":{"$insert":["x"],"at":0}},"of":1}"#,
        #"{"t":0,"action":"Saw","from":"listener","by":1,"id":2}"#,
        #"{"t":0,"changes":{"S.ticks":1},"of":2}"#,
        #"{"t":0,"action":"Fetch","with":{"id":"x"},"from":"middleware","by":1,"id":3}"#,
        #"{"t":1000000000,"start":"Fetch","of":3}"#,
        #"{"t":1000000000,"fail":"Fetch","of":3,"message":"no network"}"#,
        #"{"t":3000000000,"start":"Fetch","of":3}"#,
        #"{"t":3000000000,"answer":"Fetch","of":3,"#
          + #""with":{"status":200,"headers":[["A","b"]],"body":"page"}}"#,
        #"{"read":"now","of":3,"is":"1970-01-01T00:00:03Z"}"#,
        #"{"t":3000000000,"action":"Fetched","#
          + #""with":{"page":"page","at":"1970-01-01T00:00:03Z"},"from":"effect","by":3,"id":4}"#,
        #"{"t":3000000000,"changes":{"S.page":"page"},"of":4}"#,
      ])
  }

  @Test("A timeout and a cancellation from outside are lines of their own")
  func endings() throws {
    let app = try RecordedApp(Self.effects)
    try app.dispatch("Fetch", ["id": "x"])
    app.advance(by: 1)
    app.advance(by: 5)
    app.advance(by: 2)
    app.advance(by: 5)
    try app.dispatch("Fetch", ["id": "y"])
    app.runtime.cancelEffects()
    #expect(
      Array(app.lines.dropFirst()) == [
        #"{"t":0,"action":"Fetch","with":{"id":"x"},"from":"app","id":1}"#,
        #"{"t":1000000000,"start":"Fetch","of":1}"#,
        #"{"t":6000000000,"timeout":"Fetch","of":1}"#,
        #"{"t":8000000000,"start":"Fetch","of":1}"#,
        #"{"t":13000000000,"timeout":"Fetch","of":1}"#,
        #"{"t":13000000000,"action":"Failed","with":{"code":"timeout"},"from":"effect","by":1,"id":2}"#,
        #"{"t":13000000000,"changes":{"S.page":"timeout"},"of":2}"#,
        #"{"t":13000000000,"action":"Fetch","with":{"id":"y"},"from":"app","id":3}"#,
        #"{"t":13000000000,"cancel":"Fetch","of":3}"#,
      ])
  }

  @Test("A recording that begins later has the effects that are under way")
  func lateStart() throws {
    let app = try RecordedApp(Self.effects, isStarted: false)
    try app.dispatch("Fetch", ["id": "x"])
    app.advance(by: 1)
    #expect(app.lines.isEmpty)
    app.recorder.start(on: app.store, into: app.buffer)
    let header = try #require(app.lines.first)
    #expect(
      header.hasSuffix(
        #","effects":[{"effect":"Fetch","of":1,"with":{"id":"x"},"phase":"pending","tries":1}],"#
          + #""last":1}"#))
    app.answer("Fetch", .http(status: 200, headers: [], body: "page"))
    #expect(app.lines[1].hasPrefix(#"{"t":0,"answer":"Fetch","of":1,"#))
  }

  @Test("A reset by the app has the new values of its state keys")
  func reset() throws {
    let app = try RecordedApp(Self.effects)
    try app.dispatch("Saw")
    app.store.reset()
    #expect(app.lines.last == #"{"t":0,"reset":{"S":{"ids":[],"page":"","ticks":0}}}"#)
  }

  @Test(
    "A digest follows every thousand actions, and earlier and at the end if there are no changes",
    arguments: [
      (changes: true, digests: [1000, 2000]),
      (changes: false, digests: [1, 4, 13, 40, 121, 364, 1093, 2093, 2500]),
    ])
  func digests(changes: Bool, digests: [Int]) throws {
    let app = try RecordedApp(Self.effects, changes: changes)
    for _ in 0..<2500 { try app.dispatch("Saw") }
    app.recorder.stop()
    let found = app.lines.filter { $0.contains("digest") }
    #expect(found.count == digests.count)
    #expect(zip(found, digests).allSatisfy { $0.hasSuffix(#","of":\#($1)}"#) }, "\(found)")
  }

  @Test("Nothing is recorded before the start and after the stop")
  func stop() throws {
    let app = try RecordedApp(Self.effects, isStarted: false)
    try app.dispatch("Saw")
    #expect(!app.recorder.isRecording)
    app.recorder.start(on: app.store, into: app.buffer)
    #expect(app.recorder.isRecording)
    app.recorder.stop()
    try app.dispatch("Saw")
    #expect(app.lines.count == 2)
  }
}
