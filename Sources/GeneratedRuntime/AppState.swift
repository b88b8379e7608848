import Suas

/// The state of a program, in the place of the one that is generated.
struct AppState {
  let count: Int64

  init(_ state: Store.State) { count = state["count"] ?? 0 }
}
