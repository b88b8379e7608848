import CEL
public import Suas

extension CompiledSpec {
  /// A declared selector, its values decoded as an app's own type.
  ///
  /// ```swift
  /// store.addListener(stateSelector: try spec.selector("header", as: Header.self)) { header in … }
  /// ```
  ///
  /// It answers nil where its `when` is false; and where it meets an error or selects what is no
  /// `Selected`, which swift-log is told.
  ///
  /// - Throws: `invalid-argument` where the spec declares no such selector.
  public func selector<Selected: Decodable>(
    _ name: String, as type: Selected.Type
  ) throws(ActionError) -> StateSelector<Selected> {
    guard let selector = plan.selectors.first(where: { $0.name == name }) else {
      throw ActionError(
        code: "invalid-argument", message: "the spec declares no selector '\(name)'", place: nil)
    }
    let place = ActionError.Place(selector.place)
    return { [store, limits] state in
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
}
