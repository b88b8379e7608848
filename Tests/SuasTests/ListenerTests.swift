import Suas
import Testing

@Suite("Guarantees 3 to 6: listeners")
struct ListenerTests {
  let store = createStore(reducer: CounterReducer() + LabelReducer())
  let journal = Journal()

  @Test func `3: Keyed listeners are told when their key changed, others when any did`() {
    store.addListener(forStateType: Counter.self) { [journal] in
      journal.write("counter \($0.value)")
    }
    store.addListener(forStateType: Label.self, stateKey: "Label") { [journal] in
      journal.write("label \($0.text)")
    }
    store.addListener { [journal] _ in journal.write("state") }
    store.addListener(
      stateSelector: { $0.keys.count },
      callback: { [journal] in journal.write("\($0) keys") })
    store.dispatch(action: Increment())
    #expect(journal.read() == ["counter 1", "state", "2 keys"])
    store.dispatch(action: SetLabel(text: "new"))
    #expect(journal.read() == ["label new", "state", "2 keys"])
    store.dispatch(action: Unknown())
    #expect(journal.read() == [])
  }

  @Test func `4: A keyed filter sees the old and the new sub-state`() {
    store.addListener(
      forStateType: Counter.self,
      if: { [journal] old, new in
        journal.write("\(old.value) to \(new.value)")
        return new.value.isMultiple(of: 2)
      },
      callback: { [journal] in journal.write("told \($0.value)") })
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    #expect(journal.read() == ["0 to 1", "1 to 2", "told 2"])
  }

  @Test func `4: Other filters see whole states, and a selector runs after the filter`() {
    store.addListener(
      if: { [journal] old, new in
        journal.write("\(old["Counter"]!) to \(new["Counter"]!)")
        return (new["Counter"] as! Counter).value > 1
      },
      stateSelector: { [journal] state -> Int? in
        journal.write("selector")
        let value = state.value(forKeyOfType: Counter.self)!.value
        return value == 3 ? nil : value
      },
      callback: { [journal] in journal.write("told \($0)") })
    for _ in 1...3 { store.dispatch(action: Increment()) }
    #expect(
      journal.read() == [
        "Counter(value: 0) to Counter(value: 1)",
        "Counter(value: 1) to Counter(value: 2)", "selector", "told 2",
        "Counter(value: 2) to Counter(value: 3)", "selector",
      ])
  }

  @Test func `5: Adding tells nothing, informing tells past the filter`() {
    let keyed = store.addListener(
      forStateType: Counter.self,
      if: { _, _ in false },
      callback: { [journal] in journal.write("counter \($0.value)") })
    let selecting = store.addListener(
      if: { _, _ in false },
      stateSelector: { $0.value(forKeyOfType: Counter.self)?.value },
      callback: { [journal] in journal.write("selected \($0)") })
    #expect(journal.read() == [])
    store.dispatch(action: Increment())
    #expect(journal.read() == [])
    keyed.informWithCurrentState()
    selecting.informWithCurrentState()
    #expect(journal.read() == ["counter 1", "selected 1"])
    keyed.removeListener()
    keyed.informWithCurrentState()
    #expect(journal.read() == [])
  }

  @Test func `5: What a listener dispatches while it is informed is done when that returns`() {
    let subscription = store.addListener(forStateType: Counter.self) { [journal, store] in
      journal.write("\($0.value)")
      if $0.value < 2 { store.dispatch(action: Increment()) }
    }
    subscription.informWithCurrentState()
    #expect(journal.read() == ["0", "1", "2"])
    subscription.removeListener()
  }

  @Test func `6: A listener removed in a round is not called any more in it`() {
    nonisolated(unsafe) var later: Store.Subscription<Store.State>?
    store.addListener { [journal] _ in
      journal.write("first")
      later?.removeListener()
    }
    later = store.addListener { [journal] _ in journal.write("second") }
    store.addListener { [journal] _ in journal.write("third") }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["first", "third"])
  }

  @Test func `6: A listener may remove itself`() {
    nonisolated(unsafe) var itself: Store.Subscription<Store.State>?
    itself = store.addListener { [journal] _ in
      journal.write("once")
      itself?.removeListener()
    }
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    #expect(journal.read() == ["once"])
    itself = nil
  }

  @Test func `6: A listener added in a round is called from the next one on`() {
    store.addListener { [journal, store] _ in
      journal.write("first")
      store.addListener { [journal] _ in journal.write("added") }
    }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["first"])
    store.dispatch(action: Increment())
    #expect(journal.read() == ["first", "added"])
  }

  @Test func `6: A listener removed and added again in a round waits for the next one`() {
    nonisolated(unsafe) var later: Store.Subscription<Store.State>?
    store.addListener { [journal] _ in
      journal.write("first")
      later?.removeListener()
      later?.addListener()
    }
    later = store.addListener { [journal] _ in journal.write("second") }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["first"])
    later?.removeListener()
  }

  @Test func `A subscription that is added twice is told once`() {
    let subscription = store.addListener { [journal] _ in journal.write("told") }
    subscription.addListener()
    store.dispatch(action: Increment())
    #expect(journal.read() == ["told"])
  }
}
