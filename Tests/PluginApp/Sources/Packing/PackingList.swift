import Suas

/// What is packed, and what can be done with it.
public final class PackingList {
  private let store = PackingStore.make()

  public init() {}

  public var packed: [String] { PackingState(store.state).items.packed }

  public func pack(_ item: String) { store.dispatch(action: Pack(item: item)) }

  public func unpack(at index: Int) { store.dispatch(action: Unpack(at: Int64(index))) }
}
