import Suas

/// An error that a rule or expression meets.
package struct Failure: Error {
  package var code: String
  package var message: String
  /// The place of the innermost rule that met it, where a shared rule has noted it.
  package var place: ActionError.Place?

  package init(_ code: String, _ message: String, at place: ActionError.Place? = nil) {
    self.code = code
    self.message = message.abridged
    self.place = place
  }

  /// The error with the place of the rule that met it.
  package func at(_ place: ActionError.Place) -> Failure {
    var failure = self
    failure.place = failure.place ?? place
    return failure
  }

  /// The error, met inside of a function of the spec.
  package func met(in function: String) -> Failure {
    var failure = self
    failure.message = "\(message), in '\(function)'".abridged
    return failure
  }

  package static let nullValue = Failure("null-value", "the value is null")

  package static let divisionByZero = Failure("division-by-zero", "division by zero")

  package static func overflow(_ type: String) -> Failure {
    Failure("overflow", "the result does not fit into \(type)")
  }

  package static func invalidArgument(_ message: String) -> Failure {
    Failure("invalid-argument", message)
  }

  package static func indexOutOfRange(_ index: Int64, count: Int) -> Failure {
    Failure(
      "index-out-of-range",
      "there is no index \(index) in a list of \(count) element\(count == 1 ? "" : "s")")
  }
}

extension ActionError {
  package init(_ failure: Failure, at place: Place) {
    self.init(code: failure.code, message: failure.message, place: failure.place ?? place)
  }
}

extension ActionError {
  /// The error with the place that it has itself.
  package init(_ failure: Failure) {
    self.init(code: failure.code, message: failure.message, place: failure.place)
  }
}

extension ActionError.Place {
  package init(_ file: String, _ line: Int, _ column: Int) {
    self.init(file: file, line: line, column: column)
  }
}

/// Throws an error where a value is asked for.
package func failing<Value>(_ code: String, _ message: String) throws(Failure) -> Value {
  throw Failure(code, message)
}

// MARK: Values that may be missing

/// Returns a value that must not be null.
package func unwrap<Value>(_ value: Value?) throws(Failure) -> Value {
  guard let value else { throw .nullValue }
  return value
}

/// Returns a condition that is the same in each run, so that the compiler does not warn of code
/// that it rules out.
package func fixed(_ condition: Bool) -> Bool { condition }

/// Refuses a place that is null.
package func require<Value>(_ value: Value?, _ expected: String = "a record") throws(Failure) {
  if value == nil { throw Failure("null-value", "null stands where \(expected) is needed") }
}

/// Returns the contents of a variant's case.
package func present<Contents>(
  _ contents: Contents?, _ name: String, of variant: String
) throws(Failure) -> Contents {
  guard let contents else { throw Failure("no-such-case", "\(variant) is not '\(name)' now") }
  return contents
}

/// Refuses a place in a variant's case that is not the present one.
package func require<Contents>(
  _ contents: Contents?, _ name: String, of variant: String
) throws(Failure) {
  if contents == nil { throw Failure("no-such-case", "the \(variant) is not '\(name)' now") }
}

extension Optional {
  /// The value, or another one in the place of null.
  package func or(_ other: @autoclosure () throws(Failure) -> Wrapped) throws(Failure) -> Wrapped {
    if let self { return self }
    return try other()
  }

  /// The value, if there is one, or another optional.
  package func otherwise(_ other: @autoclosure () throws(Failure) -> Wrapped?) throws(Failure)
    -> Wrapped?
  {
    if let self { return self }
    return try other()
  }

  /// The value of an optional of an expression.
  package func optionalValue() throws(Failure) -> Wrapped {
    guard let self else { throw .invalidArgument("the optional has no value") }
    return self
  }
}

// MARK: Logic in which one side absorbs the error of the other

package func and(
  _ left: @autoclosure () throws(Failure) -> Bool,
  _ right: @autoclosure () throws(Failure) -> Bool
) throws(Failure) -> Bool {
  do throws(Failure) {
    if try !left() { return false }
  } catch {
    if try !right() { return false }
    throw error
  }
  return try right()
}

package func or(
  _ left: @autoclosure () throws(Failure) -> Bool,
  _ right: @autoclosure () throws(Failure) -> Bool
) throws(Failure) -> Bool {
  do throws(Failure) {
    if try left() { return true }
  } catch {
    if try right() { return true }
    throw error
  }
  return try right()
}

/// Makes the argument of a function of the spec; an error names the parameter.
package func argument<Given, Taken>(
  _ value: Given, _ name: String, of function: String,
  _ fit: (Given) throws(Failure) -> Taken
) throws(Failure) -> Taken {
  do throws(Failure) {
    return try fit(value)
  } catch {
    throw Failure(error.code, "'\(name)' of '\(function)': \(error.message)")
  }
}

/// Applies a function to a value, which has a name in it.
package func with<Value, Result>(
  _ value: Value, _ body: (Value) throws(Failure) -> Result
) throws(Failure) -> Result {
  try body(value)
}

package func with<Value, Result>(_ value: Value, _ body: (Value) -> Result) -> Result {
  body(value)
}

/// Applies a function to a value that is computed at its first use.
package func withLate<Value, Result, Failing: Error>(
  _ value: @autoclosure () throws(Failure) -> Value,
  _ body: (LateValue<Value>) throws(Failing) -> Result
) throws(Failing) -> Result {
  try withoutActuallyEscaping(value) { (value) throws(Failing) in try body(LateValue(value)) }
}

/// A value that is made at its first use, and once.
package final class LateValue<Value> {
  private let make: () throws(Failure) -> Value
  private var made: Swift.Result<Value, Failure>?

  package init(_ make: @escaping () throws(Failure) -> Value) { self.make = make }

  package func value() throws(Failure) -> Value {
    if let made { return try made.get() }
    let result = Swift.Result { () throws(Failure) in try make() }
    made = result
    return try result.get()
  }
}

/// Evaluates an expression on sensitive values: no message quotes them.
package func hidingValues<Value>(_ value: () throws(Failure) -> Value) throws(Failure) -> Value {
  do throws(Failure) {
    return try value()
  } catch {
    throw error.withoutValues
  }
}

extension Failure {
  /// The error with a message that quotes no value; one with a place of its own has been judged there.
  package var withoutValues: Failure {
    place == nil ? Failure(code, "the value is sensitive, and not shown") : self
  }
}

/// Judges the condition on a field.
package func judge(
  _ field: String, _ condition: String, at place: ActionError.Place, isSensitive: Bool = false,
  _ holds: () throws(Failure) -> Bool
) throws(Failure) {
  let message: String
  do throws(Failure) {
    if try holds() { return }
    message = "'\(field)' breaks its constraint: \(condition)"
  } catch {
    let reason = isSensitive ? "the value is sensitive, and not shown" : error.message
    message = "the constraint of '\(field)' meets the error \(error.code): \(reason)"
  }
  throw Failure("constraint-violated", message, at: place)
}

/// Judges an invariant or transition.
package func judgeCondition(
  _ name: String, _ code: String, at place: ActionError.Place,
  _ holds: () throws(Failure) -> Bool
) throws(ActionError) {
  let kind = code == "transition-violated" ? "transition" : "invariant"
  let message: String
  do throws(Failure) {
    if try holds() { return }
    message = "\(kind) '\(name)' does not hold"
  } catch {
    message = "\(kind) '\(name)' meets the error \(error.code): \(error.message)"
  }
  throw ActionError(code: code, message: message, place: place)
}

// MARK: Enums

/// An enum of the spec, whose cases are written as texts.
package protocol TextEnum: RawRepresentable, MapKey where RawValue == String {
  /// The name in the spec.
  static var specName: String { get }
}

extension TextEnum {
  /// Reads the text of a case.
  package static func reading(_ text: String) throws(Failure) -> Self {
    guard let value = Self(rawValue: text), value.rawValue.equals(text) else {
      throw Failure("no-such-case", "\(specName) has no case '\(text)'")
    }
    return value
  }
}
