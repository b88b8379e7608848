import Suas

struct ListedTodos: Equatable, Sendable {
  var titles: [String] = []
}

@MainActor final class ListenerScreen {
  var text = ""

  func appear(with store: Store) {
    store.addListener(forStateType: ListedTodos.self) { [weak self] list in
      self?.text = list.titles.joined()  // refused: main actor-isolated property 'text' can not be mutated from a Sendable closure
    }
    store.addListener(
      if: { _, _ in self.text.isEmpty },  // refused: main actor-isolated property 'text' can not be referenced from a Sendable closure
      callback: { _ in })
    store.addListener(
      stateSelector: { _ in self.text },  // refused: main actor-isolated property 'text' can not be referenced from a Sendable closure
      callback: { _ in })
    store.addActionListener { _ in
      self.show()  // refused: call to main actor-isolated instance method 'show()' in a synchronous nonisolated context
    }
    store.addErrorListener { error in
      self.text = error.message  // refused: main actor-isolated property 'text' can not be mutated from a Sendable closure
    }
  }

  func show() {}
}
