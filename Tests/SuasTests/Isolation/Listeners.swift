import Suas

struct ListedTodos: Equatable, Sendable {
  var titles: [String] = []
}

@MainActor final class ListenerScreen {
  var text = ""

  func appear(with store: Store) {
    store.addListener(forStateType: ListedTodos.self) { [weak self] list in
      // refused: main actor-isolated property 'text' can not be mutated from a Sendable closure
      self?.text = list.titles.joined()
    }
    store.addListener(
      // refused: main actor-isolated property 'text' can not be referenced from a Sendable closure
      if: { _, _ in self.text.isEmpty },
      callback: { _ in })
    store.addListener(
      // refused: main actor-isolated property 'text' can not be referenced from a Sendable closure
      stateSelector: { _ in self.text },
      callback: { _ in })
    store.addActionListener { _ in
      // refused: call to main actor-isolated instance method 'show()' in a synchronous nonisolated context
      self.show()
    }
    store.addErrorListener { error in
      // refused: main actor-isolated property 'text' can not be mutated from a Sendable closure
      self.text = error.message
    }
  }

  func show() {}
}
