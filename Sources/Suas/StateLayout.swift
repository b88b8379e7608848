/// The slots of a state's keys; shared by all states with the same keys in the same order.
package final class StateLayout: Sendable {
  let keys: [String]
  private let slots: [String: Int]

  init(keys: [String]) {
    self.keys = keys
    self.slots = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
  }

  func slot(of key: String) -> Int? { slots[key] }
}
