import SuasProgram

/// The knowledge what the function of a reducer reads of the store, found by writing it.
///
/// A function that reads some sub-states gets these; one that hands the store on gets it whole.
final class StoreReads {
  private(set) var keys: [String] = []
  private(set) var isWhole = false
  /// True if the sub-states are parameters of the function, so that the store is not named.
  let namesKeys: Bool

  init(namesKeys: Bool) { self.namesKeys = namesKeys }

  func readsWhole() { isWhole = true }

  /// Notes that a sub-state is read; returns its name, if it is a parameter.
  func read(_ key: String) -> String? {
    if !keys.contains(key) { keys.append(key) }
    return namesKeys ? SwiftNames.member(key) : nil
  }
}

extension Code {
  /// True for the name of the whole store.
  var isStore: Bool {
    if case .local = kind { type == .record(StoreShape.typeName) } else { false }
  }
}
