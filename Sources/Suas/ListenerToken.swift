/// The life of a listener: the listener is removed, and its callback released, when the last
/// reference to the token is.
///
/// ```swift
/// @MainActor final class Badge {
///   private(set) var text = ""
///   private var token: ListenerToken?
///
///   init(of store: Store) {
///     token = store.addMainListener(forStateType: TodoList.self) { [weak self] list in
///       self?.text = "\(list.todos.count)"
///     }.token()
///   }
/// }
/// ```
public final class ListenerToken: Sendable {
  private let remove: @Sendable () -> Void

  init(removing remove: @escaping @Sendable () -> Void) { self.remove = remove }

  deinit { remove() }
}
