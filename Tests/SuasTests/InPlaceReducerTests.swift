import Suas
import Testing

@Suite("Reducers in place")
struct InPlaceReducerTests {
  struct List: Equatable { var items: [Int] = [] }
  struct Limit: Equatable { var value = 3 }
  struct Append: Action { var item: Int }
  struct AppendToAll: Action { var item: Int }
  struct Raise: Action {}

  struct ListReducer: InPlaceReducer {
    var journal: Journal?
    let initialState = List()
    var handlers: [ActionHandler<List>] {
      [
        .on(Append.self) { [journal] list, action in
          journal?.write(Self.address(list.items))
          list.items.append(action.item)
          return true
        },
        .on(
          AppendToAll.self,
          readingStore: { list, action, store throws(ActionError) in
            guard list.items.count < store.value(forKeyOfType: Limit.self)?.value ?? 0 else {
              throw ActionError(code: "full", message: "the list is full")
            }
            list.items.append(action.item)
            return store.value(forKeyOfType: List.self) == nil
          }),
      ]
    }

    static func address(_ items: [Int]) -> String {
      items.withUnsafeBufferPointer { "\($0.baseAddress.map { UInt(bitPattern: $0) } ?? 0)" }
    }
  }

  struct LimitReducer: InPlaceReducer {
    let initialState = Limit()
    let handlers: [ActionHandler<Limit>] = [
      .on(Raise.self) { limit, _ in
        limit.value += 1
        return true
      },
      .on(AppendToAll.self) { limit, action throws(ActionError) in
        guard action.item >= 0 else { throw ActionError(code: "negative", message: "too small") }
        return false
      },
    ]
  }

  func items(_ store: Store) -> [Int]? { store.state.value(forKeyOfType: List.self)?.items }

  @Test func `A list is changed where it is`() throws {
    let journal = Journal()
    let store = createStore(reducer: ListReducer(journal: journal) + LimitReducer())
    store.reset(state: List(items: Array(0..<100)))
    for item in 0..<50 { store.dispatch(action: Append(item: item)) }
    #expect(items(store)?.count == 150)
    // The first changes make room, the later ones find it.
    #expect(Set(journal.entries.suffix(40)).count == 1)
  }

  @Test func `An action of another type reaches no function`() {
    let journal = Journal()
    let store = createStore(reducer: ListReducer(journal: journal) + LimitReducer())
    store.dispatch(action: Raise())
    #expect(journal.entries.isEmpty)
    #expect(store.state.value(forKeyOfType: Limit.self) == Limit(value: 4))
  }

  @Test func `A function reads the other sub-states as they were, and not its own`() throws {
    let store = createStore(reducer: LimitReducer() + ListReducer())
    for item in 0..<3 { try store.perform(AppendToAll(item: item)) }
    #expect(items(store) == [0, 1, 2])
    let error = #expect(throws: ActionError.self) { try store.perform(AppendToAll(item: 3)) }
    #expect(error?.code == "full")
    #expect(items(store) == [0, 1, 2])
  }

  @Test func `What an earlier reducer did is put back when a later one refuses`() throws {
    let store = createStore(reducer: ListReducer() + LimitReducer())
    try store.perform(AppendToAll(item: 1))
    #expect(throws: ActionError.self) { try store.perform(AppendToAll(item: -1)) }
    #expect(items(store) == [1])
  }

  @Test func `What it did is put back when a validation refuses`() throws {
    let store = createStore(
      reducer: ListReducer() + LimitReducer(),
      validate: { _, new, _ throws(ActionError) in
        if new.value(forKeyOfType: List.self)?.items.contains(7) == true {
          throw ActionError(code: "seven", message: "no seven")
        }
      })
    try store.perform(Append(item: 1))
    #expect(throws: ActionError.self) { try store.perform(Append(item: 7)) }
    #expect(items(store) == [1])
  }

  @Test func `It stands beside reducers of other kinds`() {
    let counting = BlockReducer(initialState: Counter()) { state, _ in
      Counter(value: state.value + 1)
    }
    let store = createStore(reducer: counting + ListReducer())
    store.dispatch(action: Append(item: 1))
    store.dispatch(action: Raise())
    #expect(items(store) == [1])
    #expect(store.counter == 2)
  }

  @Test func `Outside of a store it is a reducer like any other`() {
    #expect(ListReducer().reduce(state: List(), action: Append(item: 1)) == List(items: [1]))
    #expect(ListReducer().reduce(state: List(), action: Raise()) == nil)
  }
}
