import Suas

/// The state of a program, in the place of the one that is generated.
package struct AppState: StoreState {
  package let count: Int64

  package init(_ state: Store.State) { count = state["count"] ?? 0 }
}
