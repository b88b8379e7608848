import CEL
import Suas
import SuasSpec
import Testing

/// Refusals that leave nothing behind, in whatever order things happen.
@Suite("Refusals") struct RefusalTests {
  private struct Move {
    let name: String
    var payload: SpecAction.Payload = [:]
    /// The code of its refusal, wherever it is dispatched; nil if it may be accepted.
    var code: String?
  }

  /// Moves through two histories that follow the same actions, and refusals of every kind.
  private static let moves = [
    Move(name: "Type", payload: ["s": "a"]), Move(name: "Type", payload: ["s": "bc"]),
    Move(name: "Skip"), Move(name: "Undo"), Move(name: "Undo"), Move(name: "Redo"),
    Move(name: "Jump", payload: ["by": -2]), Move(name: "Jump", payload: ["by": 5]),
    Move(name: "Clear"),
    Move(name: "Add", payload: ["n": -1], code: "constraint-violated"),
    Move(name: "Late", code: "failed"), Move(name: "Early", code: "failed"),
    Move(name: "Long", code: "constraint-violated"),
    Move(name: "Break", code: "invariant-violated"),
    Move(name: "Shrink", code: "transition-violated"),
    Move(name: "Costly", code: "cost-exceeded"),
    Move(name: "Index", payload: ["at": 99], code: "index-out-of-range"),
  ]

  private static func spec() throws -> CompiledSpec {
    var spec = try CompiledSpec(
      yaml: """
        suas: 1
        states:
          Editor: { text: string = "", short: { type: string, default: "", where: size(self) < 4 } }
          Log: { lines: "list(string) = []", free: any = null }
          Count: { n: int = 0, seen: "map(int) = {}" }
        actions:
          Type: { s: string }
          Skip: {}
          Undo: {}
          Redo: {}
          Jump: { by: int }
          Clear: {}
          Add: { n: { type: int, where: self >= 0 } }
          Late: {}
          Early: {}
          Long: {}
          Break: {}
          Shrink: {}
          Costly: {}
          Index: { at: int }
        reducers:
          EditorReducer:
            state: Editor
            history: { undo: Undo, redo: Redo, jump: Jump, clear: Clear, ignore: Skip, limit: 3 }
            on:
              Type: [{ set: text, value: "${text}${action.s}" }]
              Skip: [{ set: text, value: "${text}-" }]
              Early: [{ set: text, value: early }, { fail: no }]
              Long: [{ set: short, value: much too long }]
              Break: [{ set: text, value: broken }]
              Shrink: [{ set: text, value: "" }]
              Late: [{ set: text, value: late }]
              Redo: [{ fail: no, when: size(text) > 6 }]
          LogReducer:
            state: Log
            history: { undo: Undo, redo: Redo, jump: Jump, clear: Clear, limit: 2 }
            on:
              Type: [{ append: lines, value: "${action.s}" }, { set: free, value: "${{'last': action.s}}" }]
              Late: [{ append: lines, value: late }, { set: free.last, value: late, when: free != null }]
              Shrink: [{ clear: lines }]
              Costly:
                - append: lines
                  value: costly
                - for-each: lists.range(100)
                  do: [{ for-each: lists.range(100), do: [{ append: lines, value: costly }] }]
              Index: [{ append: lines, value: index }, { remove-at: lines, index: action.at }]
          CountReducer:
            state: Count
            on:
              Add: [{ increment: n, by: action.n }]
              Type: [{ increment: "seen[action.s]", default: 0 }, { fail: full, when: n > 30 }]
              Undo: [{ fail: full, when: "n % 7 == 6" }, { increment: n }]
              Late: [{ increment: n }, { set: seen.late, value: 1 }, { fail: no }]
        invariants: { whole: store.Editor.text != "broken" }
        transitions:
          grows: { on: [Shrink], that: size(new.Log.lines) > size(old.Log.lines) }
        """)
    spec.limits.cost = 5000
    return spec
  }

  @Test("A refused action leaves the state and all that follows as they are", arguments: 1...40)
  func refused(seed: UInt64) throws {
    let spec = try Self.spec()
    let other = try CompiledSpec(
      yaml: """
        suas: 1
        states: { X: { n: int = 0 } }
        actions: { Foreign: {} }
        reducers: { R: { state: X, on: { Foreign: [{ increment: n }] } } }
        """)
    // The second reads every action for its kind; the third gets only what was accepted.
    let stores = [
      createStore(reducer: spec.reducer), createStore(reducer: spec.reducer + other.reducer),
    ]
    let model = createStore(reducer: spec.reducer)
    let bare = BareReducers(spec)
    var random = SplitMix64(seed: seed)
    for step in 0..<60 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        for store in stores + [model] { store.reset() }
        bare.enter(spec.store.record(of: model.state).subStates)
      }
      try? stores[1].perform(try other.action("Foreign"))
      stores[0].dispatch(action: try other.action("Foreign"))
      let move = try #require(Self.moves.randomElement(using: &random))
      let action = try Self.action(move, of: spec)
      let before = spec.store.record(of: model.state)
      var codes: [String?] = []
      for store in stores {
        do throws(ActionError) {
          try store.perform(action)
          codes.append(nil)
        } catch {
          codes.append(error.code)
        }
      }
      let id = try #require(spec.actionType(move.name)?.id)
      let isRefused = action.refusal != nil || isRefused(action, id, by: bare, spec)
      if codes[0] == nil { try model.perform(action) }
      let context = "step \(step): \(move.name)"
      #expect(codes[0] == codes[1], "\(context)")
      #expect(isRefused == (codes[0] != nil), "\(context)")
      if let code = move.code { #expect(codes[0] == code, "\(context)") }
      let after = spec.store.record(of: model.state)
      if codes[0] != nil { #expect(after == before) }
      for store in stores { #expect(spec.store.record(of: store.state) == after, "\(context)") }
      #expect(bare.store == after, "\(context)")
    }
  }

  /// Returns an action as an app's own type makes it, whose broken constraint refuses its dispatch.
  private static func action(_ move: Move, of spec: CompiledSpec) throws -> SpecAction {
    guard move.name == "Add" else { return try spec.action(move.name, move.payload) }
    let type = try #require(spec.actionType(move.name))
    return spec.action(of: type, Record(type.payload.shape, [.int(-1)]), named: ["n"])
  }

  /// Runs an action in a search, and takes it back if it is refused.
  private func isRefused(
    _ action: SpecAction, _ id: Int, by bare: BareReducers, _ spec: CompiledSpec
  ) -> Bool {
    let before = bare.store
    do throws(ActionError) {
      try bare.run(action, id: id)
      try spec.judgeInvariants(bare.store)
      if action.name == "Shrink" {
        bare.takeBack()
        return true
      }
      bare.keep()
      return false
    } catch {
      bare.takeBack()
      #expect(bare.store == before)
      return true
    }
  }
}

extension Record {
  fileprivate var subStates: [Record] {
    fields.compactMap { if case .record(let record) = $0 { record } else { nil } }
  }
}
