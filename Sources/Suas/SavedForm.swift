/// The saved part of a store's state: its form as one text, and the restoring of that.
public protocol SavedForm: Sendable {
  /// The version of what is saved; 0 if nothing is.
  var savedVersion: Int { get }
  /// The quiet after which a changed state is saved.
  var savingDelay: Duration { get }

  /// Returns what is saved of a state, as one line of JSON in UTF-8 that says the present time; nil
  /// if nothing is.
  func savedText(of state: Store.State) -> [UInt8]?

  /// Restores a state from a text that ``savedText(of:)`` made, of this version or an earlier one.
  ///
  /// It never fails: what cannot be restored is initial, and ``Restoration/lost`` says why.
  ///
  /// - Parameter text: The text, in UTF-8; nil if nothing was saved.
  func restore(_ text: [UInt8]?) -> Restoration
}

extension SavedForm {
  /// Restores a state from a text.
  public func restore(_ text: String) -> Restoration { restore(Array(text.utf8)) }

  /// Restores a state from what a place has. What cannot be restored is kept there, at the latest
  /// before something else is written by a ``StateSaver``.
  ///
  /// It never fails: a place that cannot be read counts as a text that cannot be.
  public func restore(from place: any SavedPlace) -> Restoration {
    Restoration(of: self, from: place)
  }
}

extension Restoration {
  /// The largest text that is restored, in bytes.
  public static let largestText = 64 * 1024 * 1024
}
