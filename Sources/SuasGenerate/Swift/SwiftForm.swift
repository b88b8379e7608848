/// The form of a call in Swift, as a row of the library's table.
indirect enum SwiftForm: Sendable {
  /// An argument of the call.
  case argument(Int)
  /// A part that is the same in each call.
  case constant(Document)
  case infix(String, SwiftPrecedence)
  /// An operator of bits, whose operands stand in parentheses with it.
  case bits(String)
  case prefix(String, operand: SwiftPrecedence)
  case comparison(String)
  case property(SwiftForm, Symbol)
  /// The call of a method; without arguments of its own, it takes those that are left.
  case method(SwiftForm, Symbol, [Argument]?)
  case function(Document, [Argument])
  /// A generic function, which takes constants with the type as which they are written.
  case generic(Document)
  /// The value of an optional, or another one.
  case otherwise(String)
  case wrapped, none, hasValue
  /// The argument as a value whose type is known only at run time.
  case dynamic
  case typeName
  /// A method of values whose types are known only at run time.
  case dynamicMethod(Symbol)

  struct Argument: ExpressibleByStringLiteral, Sendable {
    let label: String
    let form: SwiftForm

    init(_ label: String, _ form: SwiftForm) {
      self.label = label
      self.form = form
    }

    init(_ form: SwiftForm) { self.init("", form) }

    init(stringLiteral value: String) { self.init(.constant(Document(value))) }
  }

  static func property(_ name: String, in file: String? = nil) -> SwiftForm {
    .property(.argument(0), Symbol(name, in: file))
  }

  static func method(
    _ name: String, in file: String? = nil, of value: SwiftForm = .argument(0),
    _ arguments: [Argument]? = nil
  ) -> SwiftForm {
    .method(value, Symbol(name, in: file), arguments)
  }

  /// A function of the first argument.
  static func function(_ name: Document, _ label: String = "") -> SwiftForm {
    .function(name, [Argument(label, .argument(0))])
  }
}
