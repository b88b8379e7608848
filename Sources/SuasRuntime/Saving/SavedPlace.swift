public import SuasEngine

/// A place for one saved text: a file, a preference, a row of a database.
///
/// A ``StateSaver`` calls it on one thread at a time.
public protocol SavedPlace: Sendable {
  /// Returns the text; nil if nothing was saved.
  func read() throws -> [UInt8]?

  /// Replaces the text, whole or not at all.
  func write(_ text: [UInt8]) throws

  /// Keeps a text that could not be restored, so that somebody can look at it.
  ///
  /// - Parameter text: The text; nil to keep what is there, which could not be read.
  func keep(_ text: [UInt8]?) throws
}

extension CompiledSpec {
  /// Restores a state from what a place has. What cannot be restored is kept there, at the latest
  /// before something else is written by a ``StateSaver``.
  ///
  /// It never fails: a place that cannot be read counts as a text that cannot be.
  public func restore(from place: any SavedPlace) -> Restoration {
    var restoration: Restoration
    do {
      guard let text = try place.read() else { return restore(nil as [UInt8]?) }
      restoration = restore(text)
      guard !restoration.lost.isEmpty else { return restoration }
      restoration.unkept = .text(text)
    } catch {
      restoration = self.restoration(without: "\(error)")
      restoration.unkept = .unread
    }
    restoration.keep(in: place)
    return restoration
  }
}

extension Restoration {
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
