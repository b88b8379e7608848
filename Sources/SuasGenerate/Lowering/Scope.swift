import CEL

/// The names and values that an expression can read, by the slots of the frame that the checker gave
/// them.
package struct Scope: Sendable {
  package private(set) var slots: [Int: LoweredExpression] = [:]
  /// The slots of sensitive indices and keys, which the rules around have kept.
  package var hiddenSlots: Set<Int> = []
  /// The names that locals must not hide, in lower case.
  private let avoided: Set<String>
  /// The names of locals that are visible, by what generated code has in common for them.
  private var names: Set<String> = []
  /// The numbers with which a longer name is tried next.
  private var nextNumbers: [String: Int] = [:]

  /// - Parameter names: The names that locals must not hide.
  package init(avoiding names: Set<String> = []) {
    avoided = Set(names.map(Self.folded))
  }

  /// Takes a name; false if it is taken.
  private mutating func take(_ name: String) -> Bool {
    !avoided.contains(Self.folded(name)) && names.insert(Self.key(name)).inserted
  }

  private static func folded(_ name: String) -> String { name.memberName.lowercased() }

  /// Names are the same where generated code has the same name for them: a language that reserves
  /// `new` has `newValue` in its place.
  private static func key(_ name: String) -> String {
    let name = folded(name)
    return name.count > 5 && name.hasSuffix("value") ? String(name.dropLast(5)) : name
  }

  package subscript(slot: Int) -> LoweredExpression? {
    get { slots[slot] }
    set { slots[slot] = newValue }
  }

  /// Returns a local with the first of some names that is free, or else with a longer one.
  package mutating func local(_ candidates: String...) -> Local {
    for name in candidates where take(name) { return Local(name) }
    let name = candidates.last ?? "value"
    var number = nextNumbers[name] ?? 2
    while !take("\(name)\(number)") { number += 1 }
    nextNumbers[name] = number + 1
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
