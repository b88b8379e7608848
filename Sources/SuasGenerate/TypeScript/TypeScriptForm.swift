/// The form that a function of the expression library has in TypeScript.
enum TypeScriptForm: Sendable {
  /// A sign between the arguments.
  case sign(String)
  /// A sign before the argument.
  case prefix(String)
  /// A sign between values that have an order.
  case comparison(String)
  /// A function of the runtime.
  case call(String)
  /// A function of the runtime whose result is known to have the overload's type.
  case known(String)
  /// A function of the runtime on values whose types are known only when it runs.
  case boxed(String)
  /// A function of JavaScript's own library.
  case library(String)
  /// A static function of a class of the runtime.
  case companion(String, String)
  /// A member of the first argument.
  case member(String)
  /// A member of the first argument that is a number of things.
  case count(String)
  /// A method of the first argument with the others.
  case method(String)
  /// Such a method, with the arguments in the opposite order.
  case reversed(String)
  /// Such a method with a function for the second argument.
  case fallback(String)
  /// A part of a time.
  case timePart(String)
  /// A part of a duration.
  case durationPart(String)
  /// A test whether a network contains an address or network, which is read from a text.
  case containing(String)
  /// The double that is the same number as the argument.
  case intToDouble
  /// The argument itself.
  case argument
  /// The argument as a value whose type is known only when it runs.
  case dynamic
  /// Both lists, one after the other.
  case concatenation
  case membership
  /// The value of a `T?`, or another one.
  case coalescing
  /// True for a double that is infinite.
  case infinity
  /// A function that is chosen by the values when it runs, since it is rare.
  case byValues
}
