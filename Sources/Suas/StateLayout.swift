/// The slots of a state's keys; shared by all states with the same keys in the same order.
package final class StateLayout: Sendable {
  let keys: [StateKey]
  private let slots: [StateKey: Int]

  init(keys: [StateKey]) {
    self.keys = keys
    self.slots = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
  }

  func slot(of key: StateKey) -> Int? { slots[key] }
}
