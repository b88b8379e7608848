import CEL
import SuasSpec

/// Values that a constraint itself suggests: the constants in it, the neighbours of an `int`, and
/// texts whose length is a constant.
struct ConstraintHints {
  private(set) var values: [Value] = []

  init(_ constraint: Constraint, _ type: FieldType) {
    let constants = constraint.expression.tree.root.constants
    let numbers = constants.compactMap { if case .int(let number) = $0 { number } else { nil } }
    switch type.unwrapped {
    case .int:
      for number in numbers {
        values += [number, number &+ 1, number &- 1].map(Value.int)
      }
    case .double:
      for constant in constants {
        switch constant {
        case .int(let number): values.append(.double(Double(number)))
        case .double: values.append(constant)
        default: break
        }
      }
    case .string:
      values = constants.filter { if case .string = $0 { true } else { false } }
      for number in numbers where (1...64).contains(number) {
        values.append(.string(String(repeating: "a", count: Int(number))))
      }
    default: break
    }
  }
}
