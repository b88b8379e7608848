import Dispatch
import Locking

/// Saves the state of a store whenever it has changed and then been quiet for a while, and at the
/// latest after ten times that: `after` in the spec.
///
/// The text is made and written on a thread of its own; a dispatch only counts. The saver keeps the
/// store alive; the store does not keep the saver.
public final class StateSaver: Sendable {
  private let store: Store
  private let form: any SavedForm
  private let place: any SavedPlace
  /// In seconds.
  private let delay: Double
  private let changes: ChangeWatch
  private let queue = DispatchQueue(label: "suas.saving")
  private let progress: Mutex<Progress>

  private struct Progress {
    /// The number of changes at the time of the last text that was written.
    var written = 0
    var restoration: Restoration?
  }

  /// The number of waits after which a state is written although it goes on changing.
  private static let mostWaits = 10

  /// Creates a saver, which observes the store from now on.
  ///
  /// - Parameters:
  ///   - form: What is saved of the state: a spec, or the form of a generated program.
  ///   - restoration: What the store was restored from; what was lost is kept before anything is
  ///     written, and a text of an earlier version is soon replaced.
  public init(
    _ store: Store, of form: some SavedForm, to place: any SavedPlace,
    after restoration: Restoration? = nil
  ) {
    self.store = store
    self.form = form
    self.place = place
    let (seconds, attoseconds) = form.savingDelay.components
    delay = Double(seconds) + Double(attoseconds) / 1e18
    progress = Mutex(Progress(restoration: restoration))
    let own = WeakSaver()
    changes = ChangeWatch { own.saver?.wait(1) }
    own.saver = self
    store.add(changes)
    let version = restoration?.version ?? 0
    if version > 0, version != form.savedVersion { store.note(changes) }
  }

  deinit { store.remove(changes) }

  /// Writes the state now if it has changed, and returns when that is done.
  ///
  /// - Throws: The place's error, if the text could not be written; an error of its own if the text is
  ///   larger than ``Restoration/largestText``. What was written before then stays.
  public func flush() throws { try queue.sync { try write() } }

  /// Waits for quiet.
  ///
  /// - Parameter number: The number of waits since the state began to change.
  private func wait(_ number: Int) {
    let seen = changes.count
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self else { return }
      if changes.count != seen, number < Self.mostWaits { return wait(number + 1) }
      store.end(changes)
      do {
        try write()
      } catch {
        store.report(
          ActionError(code: "not-saved", message: "the state could not be saved: \(error)"))
      }
    }
  }

  private func write() throws {
    let count = changes.count
    var (written, restoration) = progress.withLock { ($0.written, $0.restoration) }
    guard count != written else { return }
    if let error = restoration?.keep(in: place) { throw error }
    guard let text = form.savedText(of: store.state) else { return }
    guard text.count <= Restoration.largestText else { throw OversizedText() }
    try place.write(text)
    progress.withLock { progress in
      progress.written = count
      progress.restoration = restoration
    }
  }
}

/// The error for a text that would not be restored.
private struct OversizedText: Error, CustomStringConvertible {
  var description: String { "the text is larger than \(Restoration.largestText >> 20) MB" }
}

/// A saver that its own watch refers to.
private final class WeakSaver: Sendable {
  private struct Reference: Sendable { weak var saver: StateSaver? }

  private let reference = Mutex(Reference())

  var saver: StateSaver? {
    get { reference.withLock(\.saver) }
    set { reference.withLock { $0.saver = newValue } }
  }
}
