import Suas
import Testing

@Suite("Guarantee 7: chains of dispatches that are too long")
struct DispatchDepthTests {
  struct Ping: Action {}
  struct Pong: Action {}

  let journal = Journal()

  func pingPong() -> BlockMiddleware {
    BlockMiddleware { action, _, dispatch, next in
      next(action)
      dispatch(action is Ping ? Pong() : Ping())
    }
  }

  @Test func `A chain from middleware is refused and shown`() {
    let store = createStore(reducer: CounterReducer(), middleware: pingPong())
    store.maxDispatchDepth = 3
    store.addErrorListener { [journal] in journal.write("\($0)") }
    store.dispatch(action: Ping())
    #expect(
      journal.read() == [
        """
        error[dispatch-depth-exceeded]: a chain of more than 3 dispatches, each asked for by the \
        one before: Ping → Pong → Ping → Pong
        """
      ])
  }

  @Test func `A chain from listeners is counted through and cut in the middle`() {
    let store = createStore(reducer: CounterReducer())
    store.addErrorListener { [journal] in journal.write("\($0.message)") }
    store.addListener { [unowned store] _ in store.dispatch(action: Increment()) }
    store.dispatch(action: Increment())
    #expect(store.counter == 64)
    #expect(
      journal.read() == [
        """
        a chain of more than 64 dispatches, each asked for by the one before: Increment → \
        Increment → Increment → Increment → Increment → … (55 more) → Increment → Increment → \
        Increment → Increment → Increment
        """
      ])
  }

  @Test func `The store goes on after a chain was refused`() {
    let store = createStore(reducer: CounterReducer(), middleware: pingPong())
    store.addErrorListener { _ in }
    store.dispatch(action: Ping())
    store.dispatch(action: Increment())
    #expect(store.counter == 1)
  }

  @Test func `Siblings do not add up`() {
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, dispatch, next in
        if action is Ping { for _ in 0..<1_000 { dispatch(Increment()) } }
        next(action)
      })
    store.dispatch(action: Ping())
    #expect(store.counter == 1_000)
  }

  @Test func `perform throws if the action itself is too deep`() {
    weak nonisolated(unsafe) var itself: Store?
    nonisolated(unsafe) var codes: [String] = []
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, _, next in
        do { try itself?.perform(action) } catch { codes.append((error as! ActionError).code) }
      })
    itself = store
    store.maxDispatchDepth = 5
    store.addErrorListener { _ in }
    store.dispatch(action: Ping())
    #expect(codes == ["dispatch-depth-exceeded"])
  }

  @Test func `An error listener that dispatches on every refusal does not go on for ever`() {
    let store = createStore(reducer: CounterReducer(), middleware: pingPong())
    store.addErrorListener { [journal, unowned store] in
      journal.write($0.code)
      store.dispatch(action: Ping())
    }
    store.dispatch(action: Ping())
    #expect(journal.read() == ["dispatch-depth-exceeded"])
  }

  @Test func `A listener that resets for ever is refused as well`() {
    let store = createStore(reducer: CounterReducer())
    store.addErrorListener { [journal] in journal.write($0.code) }
    store.addListener { [unowned store] _ in store.reset() }
    store.reset()
    #expect(journal.read() == ["dispatch-depth-exceeded"])
  }
}
