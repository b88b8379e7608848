import Suas
import Testing

@Suite("Reducers that refuse")
struct RefusingReducerTests {
  struct Account: Equatable { var balance = 100 }
  struct Withdraw: Action { var amount: Int }

  struct AccountReducer: RefusingReducer {
    var initialState = Account()

    func reduce(
      state: inout Account, store: Store.State, action: any Action
    ) throws(ActionError) -> Bool {
      guard let action = action as? Withdraw else { return false }
      state.balance -= action.amount
      let floor = store.value(forKeyOfType: Counter.self)?.value ?? 0
      guard state.balance >= floor else {
        throw ActionError(code: "overdrawn", message: "\(state.balance) is less than \(floor)")
      }
      return true
    }
  }

  let counting = BlockReducer(initialState: Counter()) { state, action in
    action is Withdraw ? Counter(value: state.value + 1) : nil
  }

  func balance(_ store: Store) -> Int? { store.state.value(forKeyOfType: Account.self)?.balance }

  @Test func `A refused action changes nothing of any reducer, whatever their order`() throws {
    for store in [
      createStore(reducer: counting + AccountReducer()),
      createStore(reducer: AccountReducer() + counting),
    ] {
      try store.perform(Withdraw(amount: 60))
      #expect(balance(store) == 40)
      #expect(store.counter == 1)
      let error = #expect(throws: ActionError.self) { try store.perform(Withdraw(amount: 40)) }
      #expect(error?.code == "overdrawn")
      #expect(balance(store) == 40)
      #expect(store.counter == 1)
    }
  }

  @Test func `It reads the state before the action`() throws {
    // The counter before is 0, although the reducer before this one makes it 1.
    let store = createStore(reducer: counting + AccountReducer())
    try store.perform(Withdraw(amount: 100))
    #expect(balance(store) == 0)
    #expect(throws: ActionError.self) { try store.perform(Withdraw(amount: 0)) }
  }

  @Test func `A listener is told of changes only`() {
    let journal = Journal()
    let store = createStore(reducer: AccountReducer())
    store.addListener(forStateType: Account.self, if: stateChangedFilter) {
      journal.write("\($0.balance)")
    }
    store.addErrorListener { journal.write($0.code) }
    store.dispatch(action: Unknown())
    store.dispatch(action: Withdraw(amount: 1))
    store.dispatch(action: Withdraw(amount: 1000))
    #expect(journal.read() == ["99", "overdrawn"])
  }

  @Test func `It can be called as any other reducer`() {
    let reducer = AccountReducer()
    #expect(reducer.reduce(state: Account(), action: Withdraw(amount: 1)) == Account(balance: 99))
    #expect(reducer.reduce(state: Account(), action: Withdraw(amount: 101)) == nil)
    #expect(reducer.reduce(state: Account(), action: Unknown()) == nil)
  }

  @Test func `A validation judges what all reducers did, and refuses it whole`() throws {
    let store = Store(
      reducer: counting + LabelReducer(),
      validate: { old, new, action throws(ActionError) in
        let counts = [old, new].map { $0.value(forKeyOfType: Counter.self)?.value ?? 0 }
        if counts[1] > 2 {
          throw ActionError(
            code: "too-many", message: "\(type(of: action)) after \(counts[0]) of them")
        }
      })
    try store.perform(Withdraw(amount: 1))
    try store.perform(Withdraw(amount: 1))
    let error = #expect(throws: ActionError.self) { try store.perform(Withdraw(amount: 1)) }
    #expect(error?.message == "Withdraw after 2 of them")
    #expect(store.counter == 2)
    try store.perform(SetLabel(text: "x"))
  }
}
