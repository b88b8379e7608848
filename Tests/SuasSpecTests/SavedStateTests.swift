import Foundation
import Locking
import Suas
import SuasSpec
import Support
import Testing
import Values
import YAML

/// Saved texts of all kinds, and the results of restoring them.
@Suite("Saved state") struct SavedStateTests {
  static let folder = Examples.folder.deletingLastPathComponent()
    .appendingPathComponent("Tests/SuasRunTests/Reference/SavedState")

  private static func source(_ name: String) throws -> Source {
    try Source(
      name: name, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
  }

  static func spec() throws -> CompiledSpec {
    try CompiledSpec(
      source("todo.yaml"), shapes: [1: source("saved/todo.1.yaml"), 2: source("saved/todo.2.yaml")])
  }

  private static func text(_ state: String, version: String = "3", name: String = "Todos") -> String
  {
    #"{"suas-saved":1,"name":"\#(name)","version":\#(version),"at":"2026-11-26T10:00:00Z","state":\#(state)}"#
  }

  private static let full =
    #"{"TodoList":{"todos":[{"title":"Milk"},{"title":"Tea"}]},"settings":{"isDark":true}}"#

  private static func summary(_ restoration: Restoration, _ spec: CompiledSpec) -> String {
    let lost = restoration.lost.map { "\($0.stateKey) \($0.code) \($0.place)" }
    let saved = spec.savedText(of: spec.record(of: restoration), at: nil) ?? []
    let state = String(decoding: saved, as: UTF8.self).split(separator: #""state":"#).last ?? ""
    return "\(restoration.version) [\(lost.joined(separator: ", "))] \(state.dropLast())"
  }

  static let initial = #"{"TodoList":{"todos":[]},"settings":{"isDark":false}}"#
  static let cases: [(String, String)] = [
    (text(full), "3 [] \(full)"),
    // Sub-states are lost alone, and what is not known is passed over.
    (
      text(#"{"TodoList":{"todos":[{"title":7}]},"settings":{"isDark":true,"x":[1]},"y":{}}"#),
      #"3 [TodoList type-mismatch TodoList.todos[0].title] {"TodoList":{"todos":[]},"settings":{"isDark":true}}"#
    ),
    (
      text(#"{"TodoList":{"todos":[{}]}}"#),
      "3 [TodoList type-mismatch TodoList.todos[0]] \(initial)"
    ),
    (text(#"{"settings":{}}"#), "3 [] \(initial)"),
    // Earlier versions.
    (
      text(#"{"TodoList":{"titles":["Milk"],"done":[true]}}"#, version: "1"),
      #"1 [] {"TodoList":{"todos":[{"title":"Milk"}]},"settings":{"isDark":false}}"#
    ),
    (
      text(
        #"{"TodoList":{"titles":["Milk"],"done":[1]},"settings":{"isDark":true}}"#, version: "2"),
      #"2 [TodoList type-mismatch TodoList.done[0]] {"TodoList":{"todos":[]},"settings":{"isDark":true}}"#
    ),
    // What cannot be read at all.
    (text(full, name: "Others"), lost("other-spec", 3)),
    (text(full, version: "0"), lost("too-old", 0)),
    (text(full, version: "-1"), lost("too-old", -1)),
    (text(full, version: "4"), lost("too-new", 4)),
    (text(full, version: "1000000000000000000000000000000"), lost("unreadable", 0)),
    (text(full, version: #""3""#), lost("unreadable", 0)),
    ("", lost("unreadable", 0)),
    ("null", lost("unreadable", 0)),
    ("[]", lost("unreadable", 0)),
    ("{}", lost("unreadable", 0)),
    (text("null"), lost("unreadable", 3)),
    (text("[]"), lost("unreadable", 3)),
    (text(full) + " x", lost("unreadable", 3)),
    (text(#"{"TodoList":{"todos":NaN}}"#), lost("unreadable", 3)),
    (text(#"{"other":@}"#), lost("unreadable", 3)),
    // Keys twice: the last one counts.
    (
      text(#"{"settings":{"isDark":1},"settings":{"isDark":false,"isDark":true}}"#),
      #"3 [] {"TodoList":{"todos":[]},"settings":{"isDark":true}}"#
    ),
    // Numbers that no type takes.
    (
      text(#"{"settings":{"isDark":1e999},"TodoList":{"todos":[99999999999999999999]}}"#),
      "3 [TodoList type-mismatch TodoList.todos[0], settings type-mismatch settings.isDark] \(initial)"
    ),
    // The order of the keys does not matter, nor do blanks.
    (
      #" { "state" : \#(full) , "version":3, "name":"Todos","suas-saved":1}  "#, "3 [] \(full)"
    ),
  ]

  private static func lost(_ code: String, _ version: Int) -> String {
    "\(version) [TodoList \(code) , settings \(code) ] \(initial)"
  }

  @Test("A text gives a state, its version and what was lost", arguments: cases)
  func restoring(text: String, expected: String) throws {
    let spec = try Self.spec()
    #expect(Self.summary(spec.restore(text), spec) == expected)
    let bundled = try CompiledSpec(bundle: spec.bundle)
    #expect(Self.summary(bundled.restore(text), bundled) == expected)
  }

  @Test("The text of a state is one line, the same for the same state")
  func bytes() throws {
    let spec = try Self.spec()
    let restored = spec.restore(Self.text(Self.full))
    let text = try #require(spec.savedText(of: spec.record(of: restored), at: nil))
    #expect(
      String(decoding: text, as: UTF8.self)
        == Self.text(Self.full).replacing(#""at":"2026-11-26T10:00:00Z","#, with: ""))
    #expect(try CompiledSpec(bundle: spec.bundle).bundle == spec.bundle)
    let timed = String(decoding: spec.savedText(of: restored.state) ?? [], as: UTF8.self)
    #expect(timed.contains(#""version":3,"at":"20"#))
    #expect(spec.restore(timed).lost.isEmpty)
  }

  @Test("A text that is cut off, nested deep or very large loses everything, and nothing else")
  func damaged() throws {
    let spec = try Self.spec()
    let whole = Array(Self.text(Self.full).utf8)
    for count in whole.indices {
      let restored = spec.restore(Array(whole[..<count]))
      #expect(restored.lost.map(\.code) == ["unreadable", "unreadable"], "\(count)")
    }
    for brackets in [(#"{"a":"#, "}"), ("[", "]")] {
      let deep =
        String(repeating: brackets.0, count: 10_000) + "1"
        + String(repeating: brackets.1, count: 10_000)
      #expect(spec.restore(Self.text(#"{"other":\#(deep)}"#)).lost.count == 2)
      #expect(spec.restore(Self.text(#"{"TodoList":{"todos":\#(deep)}}"#)).lost.count == 2)
      #expect(spec.restore(deep).lost.count == 2)
    }
    let large = [UInt8](repeating: UInt8(ascii: " "), count: 64 * 1024 * 1024 + 1)
    #expect(spec.restore(large).lost.map(\.code) == ["unreadable", "unreadable"])
  }

  @Test("No text traps, and what is not lost is what the text has")
  func mutants() throws {
    let spec = try Self.spec()
    let count = ProcessInfo.processInfo.environment["SAVED_TEXTS"].flatMap(Int.init) ?? 2000
    var random = Support.SplitMix64(seed: 7)
    let tokens = [
      "null", "true", "-1", "1e400", "\"\"", "{", "}", "[", "]", ",", ":", "\\u0000", "é",
    ]
    let texts = [
      Self.text(Self.full),
      Self.text(#"{"TodoList":{"titles":["Milk"],"done":[true]}}"#, version: "1"),
    ]
    for _ in 0..<count {
      var text = Array(texts.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text[place] = UInt8.random(in: 0...255, using: &random)
        case 1: text.remove(at: place)
        case 2:
          text.insert(contentsOf: Array(tokens.randomElement(using: &random)!.utf8), at: place)
        default:
          let end = Int.random(in: place..<text.count, using: &random)
          text.insert(contentsOf: text[place..<end], at: place)
        }
      }
      let restored = spec.restore(text)
      // What was restored is saved and restored again as it is.
      let again = spec.restore(spec.savedText(of: spec.record(of: restored), at: nil))
      #expect(again.lost.isEmpty)
      #expect(spec.record(of: again) == spec.record(of: restored))
    }
  }

  // MARK: Judgment

  @Test("A condition loses its sub-state alone, an invariant and a refused migration all of them")
  func judged() throws {
    let shape = """
      suas: 1
      states: { A: { a: int = 0 }, B: { b: int = 0 } }
      reducers: { A: { state: A }, B: { state: B } }
      """
    let spec = try CompiledSpec(
      Source(
        name: "a.yaml",
        text: """
          suas: 1
          saved:
            version: 2
            migrations:
              2:
                - fail: { code: no-nines, message: Nine }
                  when: A.a == 9
                - for-each: list.range(A.a).map(x, lists.range(A.a))
                  do: [{ increment: B.b }]
                  when: "false"
          states:
            A: { a: { type: int, default: 0, where: self != 3 } }
            B: { b: int = 0 }
          reducers: { A: { state: A }, B: { state: B } }
          invariants: { not-both: store.A.a == 0 || store.B.b != 5 }
          """.replacing("list.range(A.a).map(x, lists.range(A.a))", with: "lists.range(A.a)")),
      shapes: [1: Source(name: "saved/a.1.yaml", text: shape)])
    func lost(_ a: Int, _ b: Int, _ version: Int) -> [String] {
      spec.restore(
        #"{"suas-saved":1,"name":"a","version":\#(version),"state":{"A":{"a":\#(a)},"B":{"b":\#(b)}}}"#
      ).lost.map { "\($0.stateKey) \($0.code)" }
    }
    for version in [1, 2] {
      #expect(lost(1, 1, version) == [])
      #expect(lost(3, 5, version) == ["A constraint-violated"])
      #expect(lost(1, 5, version) == ["A invariant-violated", "B invariant-violated"])
    }
    #expect(lost(9, 1, 1) == ["A no-nines", "B no-nines"])
    #expect(lost(9, 1, 2) == [])
  }

  @Test(
    "Sensitive fields are not saved, and texts of records in maps, variants and histories are read")
  func kinds() throws {
    let spec = try CompiledSpec(
      Source(
        name: "kinds.yaml",
        text: """
          suas: 1
          saved: { states: [S, SHistory], except: ["S.byId[].open", S.inner.note] }
          enums: { Color: [red, green] }
          types:
            Item: { color: Color, open: bool = true, token: { type: string, sensitive: true, default: none } }
            Inner: { note: string = a, kept: int = 0 }
          variants:
            Load: { idle: {}, done: { at: timestamp, secret: { type: int, sensitive: true, default: 0 } } }
          states:
            S:
              byId: map(int, Item) = {}
              inner: { type: Inner, default: {} }
              load: Load = idle
              wait: duration = 1s
              number: double = 0.5
              extra: any = 1
              maybe: Item?
          actions: { Fill: {}, Undo: {} }
          reducers:
            S:
              state: S
              history: { undo: Undo }
              on:
                Fill:
                  - set: byId[7]
                    value: { color: green, open: false, token: secret }
                  - set: inner
                    value: { note: b, kept: 3 }
                  - set: load
                    value: { done: { at: "2026-01-01T00:00:00Z", secret: 9 } }
                  - set: number
                    value: ${0.0 / 0.0}
                  - set: extra
                    value: { a: [1, null] }
                  - set: maybe
                    value: { color: red, token: secret }
          """), shapes: [:])
    let store = spec.createStore()
    store.dispatch(action: try spec.action("Fill"))
    let text = String(
      decoding: spec.savedText(of: spec.store.record(of: store.state), at: nil) ?? [], as: UTF8.self
    )
    #expect(
      text == #"""
        {"suas-saved":1,"name":"kinds","version":1,"state":{"S":{"byId":{"7":{"color":"green"}},"inner":{"kept":3},"load":{"done":{"at":"2026-01-01T00:00:00Z"}},"wait":"1s","number":"NaN","extra":{"a":[1,null]},"maybe":{"color":"red","open":true}},"SHistory":{"past":[{"byId":{},"inner":{"note":"a","kept":0},"load":"idle","wait":"1s","number":0.5,"extra":1,"maybe":null}],"future":[],"group":null}}}
        """#)
    for spec in [spec, try CompiledSpec(bundle: spec.bundle)] {
      let restored = spec.restore(text)
      #expect(restored.lost == [])
      #expect(
        String(
          decoding: spec.savedText(of: spec.record(of: restored), at: nil) ?? [], as: UTF8.self)
          == text)
    }
  }

  // MARK: Stores

  @Test("A new store runs the steps under on-restore, restored or not")
  func reactions() throws {
    let spec = try Self.spec()
    func refreshed(_ restoration: Restoration?) -> String {
      "\(spec.store.record(of: spec.createStore(restoring: restoration).state)[2])"
    }
    #expect(refreshed(nil).contains("0"))
    #expect(refreshed(spec.restore(Self.text(Self.full))).contains("1"))
  }

  @Test(
    "A saver writes once a store is quiet, keeps what was lost, and never writes over it before")
  func saver() throws {
    let spec = try Self.spec()
    let place = MemoryPlace(Array("damaged".utf8))
    let restored = spec.restore(from: place)
    #expect(restored.lost.map(\.code) == ["unreadable", "unreadable"])
    let store = spec.createStore(restoring: restored)
    let saver = StateSaver(store, of: spec, to: place, after: restored)
    #expect(place.kept == ["damaged"])
    store.dispatch(action: try spec.action("Add", ["title": "Milk"]))
    #expect(place.written == "damaged")
    try saver.flush()
    #expect(
      spec.record(of: spec.restore(place.written))[0] == spec.store.record(of: store.state)[0])
    place.refusesKeeping = true
    let other = MemoryPlace(Array("again".utf8))
    other.refusesKeeping = true
    let second = spec.restore(from: other)
    let secondStore = spec.createStore(restoring: second)
    let secondSaver = StateSaver(secondStore, of: spec, to: other, after: second)
    secondStore.dispatch(action: try spec.action("Add", ["title": "Tea"]))
    #expect(throws: MemoryPlace.Full.self) { try secondSaver.flush() }
    #expect(other.written == "again")
    other.refusesKeeping = false
    try secondSaver.flush()
    #expect(other.kept == ["again"])
    #expect(other.written.contains("Tea"))
  }

  @Test("A saver leaves what was written when the text has become too large to be restored")
  func oversized() throws {
    let spec = try Self.spec()
    let place = MemoryPlace(nil)
    let store = spec.createStore()
    let saver = StateSaver(store, of: spec, to: place)
    store.dispatch(action: try spec.action("Add", ["title": "Milk"]))
    try saver.flush()
    let written = place.written
    let title = String(repeating: "x", count: Restoration.largestText)
    store.dispatch(action: try spec.action("Add", ["title": .string(title)]))
    let error = #expect(throws: (any Error).self) { try saver.flush() }
    #expect(error.map { "\($0)" } == "the text is larger than 64 MB")
    #expect(place.written == written)
  }

  @Test("A saver writes by itself after the time that the spec says")
  func quiet() async throws {
    let spec = try Self.spec()
    let place = MemoryPlace(nil)
    let store = spec.createStore()
    let saver = StateSaver(store, of: spec, to: place)
    store.dispatch(action: try spec.action("UseDark"))
    for _ in 0..<200 where place.written.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    #expect(place.written.contains(#""isDark":true"#))
    withExtendedLifetime(saver) {}
  }

  @Test("A file keeps the last three texts that were lost, each once")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("saved-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("state.json").path
    let file = StateFile(path)
    let spec = try Self.spec()
    #expect(try file.read() == nil)
    #expect(spec.restore(from: file).version == 0)
    for text in ["one", "one", "two", "three", "four"] {
      try file.write(Array(text.utf8))
      #expect(spec.restore(from: file).lost.count == 2)
    }
    func lost(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
    #expect(try lost("state.json") == "four")
    #expect(try lost("state.json.lost") == "four")
    #expect(try lost("state.json.lost.1") == "three")
    #expect(try lost("state.json.lost.2") == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    // A folder in the place of the file cannot be read; it is moved away, and the store starts.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let restored = spec.restore(from: file)
    #expect(restored.lost.map(\.code) == ["unreadable", "unreadable"])
  }
}

/// A place in memory.
private final class MemoryPlace: SavedPlace {
  struct Full: Error {}

  private struct State {
    var text: [UInt8]?
    var kept: [String] = []
    var refusesKeeping = false
  }

  private let state: Mutex<State>

  init(_ text: [UInt8]?) { state = Mutex(State(text: text)) }

  var written: String { String(decoding: state.withLock(\.text) ?? [], as: UTF8.self) }
  var kept: [String] { state.withLock(\.kept) }
  var refusesKeeping: Bool {
    get { state.withLock(\.refusesKeeping) }
    set { state.withLock { $0.refusesKeeping = newValue } }
  }

  func read() throws -> [UInt8]? { state.withLock(\.text) }
  func write(_ text: [UInt8]) throws { state.withLock { $0.text = text } }
  func keep(_ text: [UInt8]?) throws {
    try state.withLock { state in
      if state.refusesKeeping { throw Full() }
      state.kept.append(String(decoding: text ?? [], as: UTF8.self))
    }
  }
}

extension CompiledSpec {
  /// The whole store that a restoration begins with.
  func record(of restoration: Restoration) -> Record { store.record(of: restoration.state) }
}
