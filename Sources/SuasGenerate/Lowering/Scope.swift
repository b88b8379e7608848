import CEL

/// The names and values that an expression can read, by the slots of the frame that the checker gave
/// them.
package struct Scope: Sendable {
  package private(set) var slots: [Int: LoweredExpression] = [:]
  /// The slots of sensitive indices and keys, which the rules around have kept.
  package var hiddenSlots: Set<Int> = []
  /// The names of locals that are visible, as generated code has them, in lower case.
  private var names: Set<String>

  /// - Parameter names: The names that locals must not hide.
  package init(avoiding names: Set<String> = []) { self.names = Set(names.map(Self.key)) }

  /// Names are the same where generated code has the same name for them.
  private static func key(_ name: String) -> String { name.memberName.lowercased() }

  package subscript(slot: Int) -> LoweredExpression? {
    get { slots[slot] }
    set { slots[slot] = newValue }
  }

  /// Returns a local with the first of some names that is free, or else with a longer one.
  package mutating func local(_ candidates: String...) -> Local {
    for name in candidates where names.insert(Self.key(name)).inserted { return Local(name) }
    var number = 2
    let name = candidates.last ?? "value"
    while !names.insert(Self.key("\(name)\(number)")).inserted { number += 1 }
    return Local("\(name)\(number)")
  }

  /// Keeps the names of locals from being given again.
  mutating func take(_ locals: [Local]) { names.formUnion(locals.map { Self.key($0.name) }) }

  /// Has the values of another scope again; the names of locals stay taken, since their declarations
  /// stand in the same block.
  package mutating func restoreValues(of outer: Scope) {
    slots = outer.slots
    hiddenSlots = outer.hiddenSlots
  }

  /// Binds a slot to a new local.
  @discardableResult
  package mutating func bind(_ slot: Int, _ name: String, _ type: ValueType) -> Local {
    let local = local(name)
    slots[slot] = LoweredExpression(.local(local), type, canFail: false)
    return local
  }
}
