import Suas

/// A packing list, as views read it.
///
/// A view that reads its properties is drawn anew when they change.
@MainActor
final class PackingModel {
  private let store: Store
  private let list: Observed<Items>
  private let left: Observed<Int64>
  private let saver: StateSaver?

  /// Makes the list that a place has, if there is one.
  init(at place: (any SavedPlace)? = nil, suggestions: any SuggestionServer) {
    let restoration = place.map { PackingSaved().restore(from: $0) }
    let runtime = AppRuntime(perform: { await suggestions.perform($0) })
    store = PackingStore.make(EffectRunner(runtime), restoring: restoration)
    saver = place.map { [store] in
      StateSaver(store, of: PackingSaved(), to: $0, after: restoration)
    }
    list = store.observe(Items.self)
    left = store.observe { PackingSelectors.left(PackingState($0)) }
  }

  var items: [Item] { list.value.items }
  var isLoading: Bool { list.value.isLoading }
  var problem: String? { list.value.problem }

  /// The number of items that are not packed.
  var leftCount: Int { Int(left.value) }

  func add(_ name: String) { store.dispatch(action: Add(name: name)) }
  func toggle(at index: Int) { store.dispatch(action: Toggle(index: Int64(index))) }
  func remove(at index: Int) { store.dispatch(action: Remove(index: Int64(index))) }
  func suggest() { store.dispatch(action: Suggest()) }

  /// Writes the list now, as an app does that goes to the background.
  func save() throws { try saver?.flush() }
}

extension Item: Identifiable {
  /// The spec adds no name twice.
  var id: String { name }
}

extension PackingModel {
  /// A list after some actions, the steps of a scenario as data.
  static func preview(
    adding names: [String] = [], packing indices: [Int] = [], suggesting: Bool = false,
    from server: any SuggestionServer = FixedServer(body: "[]")
  ) -> PackingModel {
    let model = PackingModel(suggestions: server)
    for name in names { model.add(name) }
    for index in indices { model.toggle(at: index) }
    if suggesting { model.suggest() }
    return model
  }
}
