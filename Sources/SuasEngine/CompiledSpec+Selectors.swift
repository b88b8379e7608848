import CEL
public import Suas
import SuasProgram

extension CompiledSpec {
  /// Returns a declared selector, whose values are decoded as an app's own type.
  ///
  /// ```swift
  /// store.addListener(stateSelector: try spec.selector("newest", as: Newest.self)) { newest in
  ///   name = newest.name
  /// }
  /// ```
  ///
  /// The selector returns nil if its `when` is false. It also returns nil, and logs the error with
  /// swift-log, if its evaluation fails or its value cannot be decoded as `Selected`.
  ///
  /// - Throws: `invalid-argument` if the spec declares no such selector.
  public func selector<Selected: Decodable & SendableMetatype>(
    _ name: String, as type: Selected.Type
  ) throws(ActionError) -> StateSelector<Selected> {
    guard let selector = plan.selectors.first(where: { $0.name == name }) else {
      throw ActionError(
        code: "invalid-argument", message: "the spec declares no selector '\(name)'", place: nil)
    }
    let place = ActionError.Place(selector.place)
    return { [store, limits, types = checked.types] state in
      // Its functions see the types for as long as there is the table.
      defer { withExtendedLifetime(types) {} }
      func refuse(_ code: String, _ reason: String) -> Selected? {
        report(
          ActionError(
            code: code, message: "the selector '\(name)' selects nothing: \(reason)", place: place))
        return nil
      }
      let value: Value
      do throws(EvaluationError) {
        guard let selected = try selector.select(store.record(of: state), within: limits) else {
          return nil
        }
        value = selected
      } catch {
        return refuse(error.code, error.messageWithinLimits)
      }
      do {
        return try ValueDecoder.decode(type, from: value)
      } catch {
        return refuse("type-mismatch", message(of: error))
      }
    }
  }

  /// Returns the value of a declared selector on a whole store; nil if it selects nothing or its
  /// evaluation fails.
  package func selected(by name: String, on store: Record) -> Value? {
    guard let selector = plan.selectors.first(where: { $0.name == name }) else { return nil }
    return (try? selector.select(store, within: limits)) ?? nil
  }
}
