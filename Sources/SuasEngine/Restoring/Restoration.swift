public import Suas
import SuasProgram
import Values

/// The result of restoring a saved text: the state to begin with, and the losses.
public struct Restoration: Sendable {
  /// A sub-state that could not be restored and is initial.
  public struct Loss: Sendable, Equatable {
    public let stateKey: String
    /// `unreadable`, `other-spec`, `too-old`, `too-new`, `type-mismatch`, `constraint-violated`,
    /// `invariant-violated`, `state-too-large`, or the code with which a migration was refused.
    public let code: String
    public let message: String
    /// The place in the store, or that of the rule that refused a migration.
    public let place: String
  }

  /// The version that was read; 0 if there was no text, or one that says none.
  public let version: Int
  /// The sub-states that were lost, in the order of the reducers.
  public let lost: [Loss]
  /// The sub-states that the store begins with.
  public let state: Store.State
  /// The whole store as a record.
  package let store: Record
  /// The lost text, if it is not kept yet.
  package var unkept: Unkept?

  package enum Unkept: Sendable {
    case text([UInt8])
    /// The content of the place, which could not be read.
    case unread
  }

  package init(version: Int, lost: [Loss], store: Record, _ shape: StoreShape) {
    self.version = version
    self.lost = lost
    self.store = store
    state = Store.State(
      dictionary: Dictionary(
        zip(shape.stateKeys, store.subStates).map { ($0, $1 as any Sendable) },
        uniquingKeysWith: { first, _ in first }))
  }

  /// The keys of the sub-states that were lost.
  package var lostKeys: [String] { lost.map(\.stateKey) }
}
