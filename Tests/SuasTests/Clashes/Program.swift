import Combine
import Suas
import SwiftUI

struct TodoList: Equatable, Sendable {
  var titles: [String] = []
}

struct Rename: Action {
  let titles: [String]
}

/// A view that has a state of its own and shows one of the store's.
@MainActor struct TodoView: View {
  @State var isOpen = false
  private let list: Observed<TodoList>
  private let binding: Binding<[String]>

  init(_ store: Store) {
    list = store.observe(TodoList.self)
    let titles = list.binding(\.titles) { Rename(titles: $0) }
    binding = Binding(get: { titles.wrappedValue }, set: { titles.wrappedValue = $0 })
  }

  var text: Text { Text(list.value.titles.joined()) }
}

final class Feed: ObservableObject, Subscription {
  private let listener: Store.Subscription<Store.State>

  init(_ store: Store) { listener = store.addListener { state in print(state.keys) } }

  func cancel() { listener.removeListener() }
}
