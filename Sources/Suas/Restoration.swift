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

    public init(stateKey: String, code: String, message: String, place: String) {
      self.stateKey = stateKey
      self.code = code
      self.message = message
      self.place = place
    }
  }

  /// The version that was read; 0 if there was no text, or one that says none.
  public let version: Int
  /// The sub-states that were lost, in the order of the reducers.
  public private(set) var lost: [Loss]
  /// The sub-states that the store begins with.
  public let state: Store.State
  /// The lost text, if it is not kept yet.
  private var unkept: Unkept?

  private enum Unkept {
    case text([UInt8])
    /// The content of the place, which could not be read.
    case unread
  }

  public init(version: Int, lost: [Loss], state: Store.State) {
    self.version = version
    self.lost = lost
    self.state = state
  }

  /// The keys of the sub-states that were lost.
  public var lostKeys: [String] { lost.map(\.stateKey) }

  /// The restoration of what a place has. What is lost of it is kept there.
  init(of form: some SavedForm, from place: any SavedPlace) {
    do {
      guard let text = try place.read() else {
        self = form.restore(nil as [UInt8]?)
        return
      }
      self = form.restore(text)
      guard !lost.isEmpty else { return }
      unkept = .text(text)
    } catch {
      // No text at all is one that cannot be read.
      self = form.restore([])
      lost = lost.map {
        Loss(stateKey: $0.stateKey, code: $0.code, message: "\(error)", place: $0.place)
      }
      unkept = .unread
    }
    keep(in: place)
  }

  /// Keeps what was lost, if that is still to be done; returns the reason why it could not.
  @discardableResult
  mutating func keep(in place: any SavedPlace) -> (any Error)? {
    guard let unkept else { return nil }
    do {
      switch unkept {
      case .text(let text): try place.keep(text)
      case .unread: try place.keep(nil)
      }
      self.unkept = nil
      return nil
    } catch {
      return error
    }
  }
}
