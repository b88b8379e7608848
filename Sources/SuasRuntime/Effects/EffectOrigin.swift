/// The action that started an effect, as an observer numbers it.
package struct EffectOrigin: Sendable, Hashable {
  package let action: Int
  /// The number of earlier runs that the same action started.
  package let nth: Int

  package init(action: Int, nth: Int) {
    self.action = action
    self.nth = nth
  }
}
