import CEL

/// The names and values that an expression can read, by the slots of the frame that the checker gave
/// them.
package struct Scope: Sendable {
  package private(set) var slots: [Int: Code] = [:]
  /// The slots of sensitive indices and keys, which the rules around have kept.
  package var hiddenSlots: Set<Int> = []
  /// The names of locals that are visible.
  private var names: Set<String>

  /// - Parameter names: The names that locals must not hide.
  package init(avoiding names: Set<String> = []) { self.names = names }

  package subscript(slot: Int) -> Code? {
    get { slots[slot] }
    set { slots[slot] = newValue }
  }

  /// Returns a local with the first of some names that is free, or else with a longer one.
  package mutating func local(_ candidates: String...) -> Local {
    for name in candidates where insert(name) { return Local(name) }
    var number = 2
    let name = candidates.last ?? "value"
    while !insert("\(name)\(number)") { number += 1 }
    return Local("\(name)\(number)")
  }

  /// Notes a name; false if it is taken, or one that would be written alike.
  private mutating func insert(_ name: String) -> Bool {
    names.insert(name.memberName.lowercased()).inserted
  }

  /// Binds a slot to a new local.
  @discardableResult
  package mutating func bind(_ slot: Int, _ name: String, _ type: ValueType) -> Local {
    let local = local(name)
    slots[slot] = Code(.local(local), type, canFail: false)
    return local
  }
}
