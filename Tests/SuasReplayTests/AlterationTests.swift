import CEL
import Suas
import SuasSpec
import Testing

@testable import SuasReplay

/// A value that is altered in a log is found at its line, or at that of what came of it.
@Suite struct AlterationTests {
  private static let spec = """
    suas: 1
    name: Shop
    states: { Cart: { items: "list(string) = []", page: string = "", ids: "list(string) = []" } }
    actions:
      Add: { item: string }
      Added: { id: string }
      Drop: { index: int }
      Loaded: { page: string, at: timestamp }
      Failed: { code: string, message: string }
    reducers:
      R:
        state: Cart
        on:
          Add: [{ append: items, value: "${action.item}" }]
          Added: [{ append: ids, value: "${action.id}" }]
          Drop: [{ remove-at: items, index: action.index }]
          Loaded: [{ set: page, value: "${action.page + string(action.at)}" }]
          Failed: [{ set: page, value: "${action.code + action.message}" }]
    listeners:
      counting:
        stateKey: Cart
        filter: size(new.items) > size(old.items)
        do: [{ dispatch: Added, with: { id: "${uuid()}" } }]
    middleware: [async]
    effects:
      Load:
        payload: { id: int }
        run: { http: { url: "https://e.test/${action.id}", timeout: 5s } }
        on-success:
          - { dispatch: Loaded, with: { page: "${response.body}", at: "${now}" } }
        on-failure:
          - { dispatch: Failed, with: { code: "${error.code}", message: "${error.message}" } }
      Wait:
        debounce: 1s
        run: { delay: 2s }
        on-success: [{ dispatch: Added, with: { id: w } }]
    """

  private static func session() throws -> Session {
    try Session(of: spec) { app in
      try app.dispatch("Add", ["item": "Milk"])
      try app.dispatch("Drop", ["index": 7])
      try app.dispatch("Load", ["id": 1])
      app.advance(by: 1)
      try app.answer("Load", .http(status: 200, headers: [("a", "b")], body: "page"))
      try app.dispatch("Load", ["id": 2])
      try app.answer("Load", .failure("gone"))
      try app.dispatch("Load", ["id": 3])
      app.advance(by: 5)
      try app.dispatch("Wait")
      app.advance(by: 1)
      app.advance(by: 2)
      try app.dispatch("Load", ["id": 4])
      _ = app.runtime.cancel("Load")
      app.store.reset()
      try app.dispatch("Drop", ["index": 0])
    }
  }

  @Test("A log that is not altered is the same")
  func unaltered() throws {
    let session = try Self.session()
    let result = try session.replay(on: Self.spec)
    #expect(result.line == "same")
    #expect(result.inputs == 15)
    #expect(session.lines.count == 31)
  }

  /// What is altered: a part of a line and what stands in its place, and the line where it is found,
  /// counted from that line.
  private static let alterations: [(what: String, old: String, new: String, found: Int)] = [
    ("the spec of the first line", #""spec":""#, #""spec":"0"#, -1),
    ("the state of the first line", #""items":[]"#, #""items":["Ham"]"#, 2),
    ("the name of an action", #""action":"Add""#, #""action":"Ad""#, 0),
    ("a payload", #""item":"Milk""#, #""item":"Ham""#, 1),
    ("a payload that no longer fits", #""item":"Milk""#, #""item":1"#, 0),
    ("a field that is not declared", #""with":{"item""#, #""with":{"x":1,"item""#, 0),
    ("an index that is refused", #""index":7"#, #""index":8"#, 1),
    ("an id", #""from":"app","id":1"#, #""from":"app","id":2"#, 0),
    ("the source of an action", #""from":"listener""#, #""from":"middleware""#, 0),
    ("an action of the spec as one of the app", #""from":"listener","by":1"#, #""from":"app""#, 5),
    ("the cause of an action", #""from":"listener","by":1"#, #""from":"listener","by":2"#, 0),
    ("the payload of an action of the spec", #""page":"page""#, #""page":"pages""#, 0),
    ("a time that was read", #""is":"1970-01-01T00:00:01Z""#, #""is":"1970-01-01T00:00:02Z""#, 1),
    ("an id that was read", #"{"read":"uuid","of":1,"is":""#, #"{"read":"uuid","of":1,"is":"x"#, 1),
    ("the action of a read", #"{"read":"uuid","of":1"#, #"{"read":"uuid","of":2"#, 0),
    ("the kind of a read", #"{"read":"uuid""#, #"{"read":"now""#, 0),
    ("a changed value", #"{"$insert":["Milk"]"#, #"{"$insert":["Ham"]"#, 0),
    ("the place of a change", #"{"$insert":["Milk"],"at":0"#, #"{"$insert":["Milk"],"at":1"#, 0),
    ("the path of a change", #"{"Cart.items":{"$insert""#, #"{"Cart.ids":{"$insert""#, 0),
    ("the action of a change", #""at":0}},"of":1"#, #""at":0}},"of":3"#, 0),
    ("the code of a refusal", #""refused":"index-out-of-range""#, #""refused":"failed""#, 0),
    ("the message of a refusal", "there is no index 7", "there is no index 8", 0),
    ("the action of a refusal", #"1 element","of":3"#, #"1 element","of":1"#, 0),
    ("the effect of an answer", #""answer":"Load""#, #""answer":"Wait""#, 0),
    ("the run of an answer", #""answer":"Load","of":4"#, #""answer":"Load","of":1"#, 0),
    ("the number of a run", #""answer":"Load","of":4"#, #""answer":"Load","of":4,"nth":1"#, 0),
    ("the status of an answer", #""status":200"#, #""status":404"#, 1),
    ("the body of an answer", #""body":"page""#, #""body":"pages""#, 2),
    ("the text of a failure", #""message":"gone""#, #""message":"lost""#, 1),
    (
      "a failure as a timeout", #""fail":"Load","of":6,"message":"gone""#,
      #""timeout":"Load","of":6"#, 1
    ),
    ("a timeout as a cancellation", #""timeout":"Load""#, #""cancel":"Load""#, 1),
    ("a start as an answer", #""start":"Wait""#, #""timeout":"Wait""#, 0),
    ("a cancellation as an answer", #""cancel":"Load""#, #""timeout":"Load""#, 1),
    ("the end of a delay", #""answer":"Wait","of":10"#, #""answer":"Wait","of":9"#, 0),
    (
      "the state of a reset", #""reset":{"Cart":{"items":[]"#, #""reset":{"Cart":{"items":["a"]"#, 2
    ),
    ("a time before that of the line before", #"{"t":1000000000,"answer""#, #"{"t":1,"read""#, 0),
  ]

  @Test("Each alteration is found", arguments: alterations)
  func alteration(what: String, old: String, new: String, found: Int) throws {
    var session = try Self.session()
    let index = try #require(session.lines.firstIndex { $0.contains(old) }, "\(what)")
    let line = session.lines[index]
    let range = try #require(line.firstRange(of: old))
    session.lines[index] = line.replacingCharacters(range, with: new)
    let result = try session.replay(on: Self.spec)
    let expected = found < 0 ? 1 : index + 1 + found
    let line2 = result.line
    #expect(
      found < 0 ? line2 == "same" : line2.contains("at \(expected): "),
      "\(what) in \(line): \(line2)")
    if found < 0 { #expect(result.isOtherVersion) }
  }

  @Test("A line that is left out, doubled or exchanged with the next is found")
  func lines() throws {
    let session = try Self.session()
    for index in session.lines.indices.dropFirst() {
      // An effect that is cancelled, and would do nothing more, and a reset that comes twice, make no
      // difference.
      let pair = session.lines[index...].prefix(2).joined()
      guard !pair.contains(#""cancel""#), !pair.contains(#""reset""#) else { continue }
      var (without, twice, exchanged) = (session, session, session)
      without.lines.remove(at: index)
      twice.lines.insert(session.lines[index], at: index)
      // A crash may have cut off a part that is missing at the end.
      var altered = [("doubled", twice)]
      if index < session.lines.count - 1 {
        exchanged.lines.swapAt(index, index + 1)
        altered += [("left out", without), ("exchanged", exchanged)]
      }
      for (what, altered) in altered {
        let line = try altered.replay(on: Self.spec).line
        #expect(line != "same", "\(what): \(session.lines[index])")
      }
    }
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
