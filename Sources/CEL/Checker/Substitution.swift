/// The types for which an expression's type variables stand, and the rule for using a value of one
/// type where another is expected (CEL spec, "Gradual Type Checking").
struct Substitution {
  /// The types, by the variables' numbers.
  private var types: [Type?] = []
  /// The former types of changed variables, newest last.
  private var changes: [(variable: Int, type: Type?)] = []
  /// True if null may be a value of a type that does not include it.
  private(set) var isNullHidden = false

  mutating func freshVariable() -> Type {
    types.append(nil)
    let number = types.count - 1
    return number < Self.firstVariables.count
      ? Self.firstVariables[number] : .parameter("%\(number)")
  }

  /// The variables that suffice for most expressions.
  private static let firstVariables = (0..<32).map { Type.parameter("%\($0)") }

  /// Returns the number of a variable; nil for a type parameter that is not one.
  private func number(_ name: String) -> Int? {
    guard name.utf8.first == UInt8(ascii: "%") else { return nil }
    var number = 0
    for digit in name.utf8.dropFirst() {
      guard digit.isDigit, number < types.count else { return nil }
      number = number * 10 + Int(digit.digit)
    }
    return number < types.count ? number : nil
  }

  private func meaning(_ name: String) -> Type? { number(name).flatMap { types[$0] } }

  private mutating func set(_ name: String, _ type: Type) {
    guard let number = number(name) else { return }
    changes.append((number, types[number]))
    types[number] = type
  }

  /// The present number of changes, for ``undo(to:)``.
  var mark: Int { changes.count }

  /// Takes the changes back that were made since a mark.
  mutating func undo(to mark: Int) {
    while changes.count > mark, let change = changes.popLast() {
      types[change.variable] = change.type
    }
  }

  /// Returns true if values of either type may be used as values of the other; type variables get
  /// the types that make this so, or stay unchanged.
  mutating func unify(_ left: Type, _ right: Type) -> Bool {
    let mark = changes.count
    if assign(left, right) { return true }
    undo(to: mark)
    return false
  }

  /// Returns true if the arguments fit the parameters.
  mutating func unify(_ arguments: [CheckedExpr.Node], _ parameters: [Type]) -> Bool {
    guard arguments.count == parameters.count else { return false }
    let mark = changes.count
    for index in arguments.indices where !assign(arguments[index].type, parameters[index]) {
      undo(to: mark)
      return false
    }
    return true
  }

  private mutating func assign(_ left: Type, _ right: Type) -> Bool {
    if case .parameter = right {
      let (isValid, isKnown) = substitute(left, for: right)
      if isValid { return true }
      if isKnown { return false }
    }
    if case .parameter = left { return substitute(right, for: left).isValid }
    switch (left, right) {
    case (.dyn, _), (_, .dyn): return true
    case (.null, .nullable), (.nullable, .null): return true
    case (.nullable(let left), .nullable(let right)): return assign(left, right)
    case (.nullable(let left), _): return assign(left, right)
    case (_, .nullable(let right)): return assign(left, right)
    case (.null, .null): return true
    case (.null, let other), (let other, .null):
      guard other.takesNull else { return false }
      isNullHidden = true
      return true
    case (.list(let left), .list(let right)): return assign(left, right)
    case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
      return assign(leftKey, rightKey) && assign(leftValue, rightValue)
    case (.type, .type): return true
    case (.abstract(let leftName, let left), .abstract(let rightName, let right)):
      guard leftName == rightName, left.count == right.count else { return false }
      for (left, right) in zip(left, right) where !assign(left, right) { return false }
      return true
    default: return left == right
    }
  }

  /// Returns whether `type` may stand for a variable, and whether the variable already had a type.
  private mutating func substitute(
    _ type: Type, for variable: Type
  ) -> (isValid: Bool, isKnown: Bool) {
    if type == variable { return (true, true) }
    guard case .parameter(let name) = variable else { return (false, false) }
    if let known = meaning(name) {
      if type == known { return (true, true) }
      guard assign(type, known) else { return (false, true) }
      let general = Self.moreGeneral(type, known)
      if !occurs(variable, in: general) { set(name, general) }
      return (true, true)
    }
    guard !occurs(variable, in: type) else { return (false, false) }
    set(name, type)
    return (true, false)
  }

  /// Sets a variable without a type to `dyn`.
  mutating func settle(_ variable: Type) {
    if resolve(variable) == variable { _ = unify(variable, .dyn) }
  }

  /// True if a variable in the type has no type yet.
  func isOpen(_ type: Type) -> Bool { type.hasVariables && resolve(type).hasVariables }

  private func occurs(_ variable: Type, in type: Type) -> Bool {
    if type == variable { return true }
    if case .parameter(let name) = type {
      return meaning(name).map { occurs(variable, in: $0) } ?? false
    }
    return type.parameters.contains { occurs(variable, in: $0) }
  }

  /// Returns the type with its variables replaced by their types.
  func resolve(_ type: Type, freeAsDyn: Bool = false) -> Type {
    guard type.hasVariables else { return type }
    return switch type {
    case .parameter(let name):
      meaning(name).map { resolve($0, freeAsDyn: freeAsDyn) } ?? (freeAsDyn ? .dyn : type)
    case .list(let element): .list(resolve(element, freeAsDyn: freeAsDyn))
    case .map(let key, let value):
      .map(key: resolve(key, freeAsDyn: freeAsDyn), value: resolve(value, freeAsDyn: freeAsDyn))
    case .type(let inner): .type(resolve(inner, freeAsDyn: freeAsDyn))
    // A value that may be null twice may be null.
    case .nullable(let inner): .nullable(resolve(inner, freeAsDyn: freeAsDyn).nonNull)
    case .abstract(let name, let parameters) where !parameters.isEmpty:
      .abstract(name, parameters.map { resolve($0, freeAsDyn: freeAsDyn) })
    default: type
    }
  }

  /// Returns the more general of two assignable types.
  static func moreGeneral(_ left: Type, _ right: Type) -> Type {
    saysLess(left, right) ? left : right
  }

  private static func saysLess(_ left: Type, _ right: Type) -> Bool {
    switch (left, right) {
    case (.dyn, _), (.parameter, _): true
    case (_, .dyn), (_, .parameter): false
    case (.nullable(let left), .nullable(let right)): saysLess(left, right)
    case (.nullable, _): true
    case (_, .nullable): false
    case (_, .null): true
    case (.null, _): false
    case (.list(let left), .list(let right)): saysLess(left, right)
    case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
      saysLess(leftKey, rightKey) && saysLess(leftValue, rightValue)
    case (.type, .type): true
    case (.abstract(let leftName, let left), .abstract(let rightName, let right)):
      leftName == rightName && left.count == right.count
        && zip(left, right).allSatisfy { saysLess($0, $1) }
    default: left == right
    }
  }
}

extension Type {
  /// True if null is accepted as a value of the type, as for the message types that CEL knows from
  /// protocol buffers.
  fileprivate var takesNull: Bool {
    switch self {
    case .abstract, .timestamp, .duration: true
    default: false
    }
  }

  /// True if the type contains a type parameter.
  fileprivate var hasVariables: Bool {
    switch self {
    case .parameter: true
    case .list(let element): element.hasVariables
    case .map(let key, let value): key.hasVariables || value.hasVariables
    case .type(let type), .nullable(let type): type.hasVariables
    case .abstract(_, let parameters): parameters.contains(where: \.hasVariables)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .record, .dyn:
      false
    }
  }
}
