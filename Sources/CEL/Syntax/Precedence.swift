/// The precedence of an operator, lowest first (CEL spec, "Syntax": precedence).
enum Precedence: Int, Comparable, Sendable {
  case or, and, relation, addition, product, unary

  init?(_ kind: Token.Kind) {
    switch kind {
    case .or: self = .or
    case .and: self = .and
    case .less, .lessEqual, .greater, .greaterEqual, .equal, .notEqual, .in: self = .relation
    case .plus, .minus: self = .addition
    case .star, .slash, .percent: self = .product
    default: return nil
    }
  }

  /// The minimum precedence of an operator's right operand.
  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .unary }

  static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }
}

extension Token.Kind {
  /// The name of the function that a binary operator calls.
  var operatorName: String {
    switch self {
    case .less: "_<_"
    case .lessEqual: "_<=_"
    case .greater: "_>_"
    case .greaterEqual: "_>=_"
    case .equal: "_==_"
    case .notEqual: "_!=_"
    case .in: "@in"
    case .plus: "_+_"
    case .minus: "_-_"
    case .star: "_*_"
    case .slash: "_/_"
    case .percent: "_%_"
    default: ""
    }
  }
}
