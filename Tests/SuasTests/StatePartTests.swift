import Suas
import Testing
import Values

/// The interface for other modules: parts that work in place, undo their changes, and are validated.
@Suite("Parts of a store")
struct StatePartTests {
  final class Box {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  /// A part that adds up amounts in an object, and records whether it holds the only reference to
  /// it.
  final class BoxPart: StatePart, PartRun {
    let stateKey = "box"
    let canRefuse = false
    let undoesChanges: Bool
    let journal: Journal

    init(undoesChanges: Bool = false, journal: Journal) {
      self.undoesChanges = undoesChanges
      self.journal = journal
    }

    var initialState: Any { Box(0) }

    func accepts(_ state: Any) -> Bool { state is Box }

    func reduce(
      _ state: Inout<Any>, _ action: any Action, kind: Int?
    ) -> PartOutcome {
      guard let action = action as? Increment else { return .unchanged }
      var box = state.pointee as! Box
      state.pointee = ()
      let isUnique = isKnownUniquelyReferenced(&box)
      journal.write(isUnique ? "in place" : "copied")
      if !isUnique { box = Box(box.value) }
      box.value += action.amount
      state.pointee = box
      return .changed(undoesChanges ? PartChange(self) : nil)
    }

    func undo(in state: inout Any) {
      journal.write("undone")
      (state as! Box).value -= 1
    }
  }

  let journal = Journal()

  func value(_ store: Store) -> Int? { store.state.value(forKey: "box", ofType: Box.self)?.value }

  @Test func `A part finds its sub-state unshared while nobody wants the old one`() {
    // A store's initial state is kept for `reset()`, so that the first change copies it.
    let store = createStore(
      reducer: CombinedReducer(parts: [BoxPart(journal: journal)]), middleware: AsyncMiddleware())
    store.addListener(forStateType: Box.self, stateKey: "box") { [journal] in
      journal.write("\($0.value)")
    }
    store.addListener { _ in }
    for _ in 1...3 { store.dispatch(action: Increment()) }
    #expect(journal.read() == ["copied", "1", "in place", "2", "in place", "3"])
    let kept = store.state
    store.dispatch(action: Increment())
    #expect(journal.read() == ["copied", "4"])
    #expect(kept.value(forKey: "box", ofType: Box.self)?.value == 3)
  }

  @Test func `A filter keeps the old sub-state of its own key only`() {
    let store = createStore(
      reducer: CombinedReducer(parts: [BoxPart(journal: journal)]) + CounterReducer())
    store.addListener(forStateType: Counter.self, if: stateChangedFilter) { _ in }
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    let subscription = store.addListener(
      forStateType: Box.self, stateKey: "box", if: { $0 !== $1 }, callback: { _ in })
    store.dispatch(action: Increment())
    subscription.removeListener()
    store.dispatch(action: Increment())
    #expect(journal.read() == ["copied", "in place", "copied", "in place"])
  }

  @Test func `A part that undoes its changes is not copied for the sake of one that refuses`() {
    let store = createStore(
      reducer: CombinedReducer(parts: [
        BoxPart(undoesChanges: true, journal: journal), RefusingPart(),
      ]))
    store.addErrorListener { _ in }
    store.dispatch(action: Increment(amount: 5))
    store.dispatch(action: Increment())
    store.dispatch(action: Increment(amount: -1))
    #expect(journal.read() == ["copied", "in place", "in place", "undone"])
    #expect(store.state["strict"] as? Int == 6)
    #expect(value(store) == 4)
  }

  @Test func `A part that cannot undo its changes gets back what it had`() {
    let store = createStore(
      reducer: CombinedReducer(parts: [BoxPart(journal: journal), RefusingPart()]))
    store.addErrorListener { _ in }
    store.dispatch(action: Increment(amount: 5))
    store.dispatch(action: Increment(amount: -1))
    #expect(value(store) == 5)
  }

  @Test func `Validations judge the old and the new state after all reducers`() throws {
    let limited = CombinedReducer(
      parts: [],
      validations: [
        Validation { (old, new, action, handled) throws(ActionError) in
          let (before, after) = (
            old.value(forKeyOfType: Counter.self)!.value,
            new.value(forKeyOfType: Counter.self)!.value
          )
          if !handled { throw ActionError(code: "unhandled", message: name(of: action)) }
          if after > 10 { throw ActionError(code: "too-much", message: "\(before) to \(after)") }
        }
      ])
    let store = createStore(reducer: limited + CounterReducer())
    try store.perform(Increment(amount: 10))
    #expect(throws: ActionError(code: "too-much", message: "10 to 11")) {
      try store.perform(Increment())
    }
    #expect(throws: ActionError(code: "unhandled", message: "Unknown")) {
      try store.perform(Unknown())
    }
    #expect(store.counter == 10)
  }

  @Test func `A validation of the result keeps no old state`() throws {
    let checked = CombinedReducer(
      parts: [BoxPart(undoesChanges: true, journal: journal)],
      validations: [
        Validation(ofResult: { (new, _, _) throws(ActionError) in
          let value = new.value(forKey: "box", ofType: Box.self)!.value
          if value > 2 { throw ActionError(code: "too-much", message: "\(value)") }
        })
      ])
    let store = createStore(reducer: checked)
    try store.perform(Increment())
    try store.perform(Increment())
    #expect(throws: ActionError(code: "too-much", message: "3")) {
      try store.perform(Increment())
    }
    #expect(journal.read() == ["copied", "in place", "in place", "undone"])
    #expect(value(store) == 2)
  }

  @Test func `A sub-state that can be converted is read as another type`() {
    struct Number: ConvertibleSubState {
      var value: Int
      func converted<Value>(to type: Value.Type) -> Value? { "\(value)" as? Value }
    }
    let store = createStore(
      reducer: BlockReducer(initialState: Number(value: 1), stateKey: "n") { state, _ in
        Number(value: state.value + 1)
      })
    store.addListener(forStateType: String.self, stateKey: "n") { [journal] in journal.write($0) }
    store.dispatch(action: Unknown())
    #expect(journal.read() == ["2"])
    #expect(store.state.value(forKey: "n", ofType: String.self) == "2")
    #expect(store.state.value(forKey: "n", ofType: Int.self) == nil)
  }
}
