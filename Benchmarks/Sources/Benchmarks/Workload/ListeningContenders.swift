import Suas

/// The hand-written reducers with a listener on the main actor, where the actions are dispatched.
final class MainListenerContender: HandWrittenContender {
  override func listen(to store: Store, _ counter: Counter) {
    store.addMainListener(forStateType: TodoList.self) { _ in counter.count += 1 }
  }
}

/// The hand-written reducers with an asynchronous sequence of the list, which a task reads, besides
/// the listener that counts.
final class AsyncSequenceContender: HandWrittenContender {
  private var reader: Task<Int, Never>?

  override func listen(to store: Store, _ counter: Counter) {
    super.listen(to: store, counter)
    let lists = store.states(of: TodoList.self)
    reader = Task.detached {
      var sum = 0
      for await list in lists { sum &+= list.todos.count }
      return sum
    }
  }

  deinit { reader?.cancel() }
}
