import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram
import YAML

/// A listener that a spec declares, on a store.
final class SpecListener: Sendable {
  private let listener: PlannedListener
  private let runtime: SpecRuntime
  /// The record before the change that the listener is about to be notified of: the whole store, or
  /// the sub-state that it listens to.
  private let old = Mutex<Record?>(nil)
  private var probe: Probe? { runtime.spec.probe }

  init(_ listener: PlannedListener, _ runtime: SpecRuntime) {
    self.listener = listener
    self.runtime = runtime
  }

  func add(to store: Store) -> AddedListener {
    let react: @Sendable (Reaction) -> Void = { [weak store, runtime] reaction in
      guard let store else { return }
      switch reaction {
      case .dispatch(let action): store.dispatch(action: runtime.prepared(action, from: .listener))
      case .cancel: store.afterRound { runtime.perform(reaction, from: .listener) { _ in } }
      }
    }
    let shape = runtime.spec.store
    if case .stateKey(let slot) = listener.subject {
      return AddedListener(
        store.addListener(
          forStateType: Record.self, stateKey: shape.stateKeys[slot], if: keepingOld { $0 },
          callback: { [self] new in tell(new, react) }))
    }
    return AddedListener(
      store.addListener(
        if: keepingOld { shape.record(of: $0) },
        callback: { [self] new in tell(shape.record(of: new), react) }))
  }

  /// Returns a filter that passes every change and keeps the old record; nil if that is not needed.
  private func keepingOld<Whole>(
    _ record: @escaping @Sendable (Whole) -> Record
  ) -> FilterFunction<Whole>? {
    guard listener.readsOld else { return nil }
    return { [self] old, _ in
      let old = record(old)
      self.old.withLock { $0 = old }
      return true
    }
  }

  private func tell(_ new: Record, _ react: (Reaction) -> Void) {
    let old = old.withLock { $0.take() }
    let trace = probe?.trace
    trace?.enter(.listener(listener.name))
    defer { trace?.leave() }
    do throws(ActionError) {
      guard let change = try change(from: old, to: new) else {
        trace?.note(.notTold)
        return
      }
      var frame = runtime.frame([change.old, change.new])
      probe?.note(listener.point)
      if let trace {
        let declared = runtime.spec.checked.listeners.first { $0.name == listener.name }
        trace.note(
          .told(
            change.new,
            isSensitive: declared.map(runtime.spec.checked.tellsSensitiveValue) ?? false))
      }
      let reactions = try runtime.spec.reactions(of: listener.reactions, &frame)
      runtime.noteTelling(listener.name, change.new)
      for reaction in reactions where runtime.mayGoOn() { react(reaction) }
    } catch {
      runtime.report(error)
    }
  }

  /// Returns the values to notify the listener of; nil if it is not notified.
  private func change(
    from oldRecord: Record?, to newRecord: Record
  ) throws(ActionError) -> (old: Value, new: Value)? {
    let old = oldRecord.map(Value.record) ?? .null
    let new = Value.record(newRecord)
    guard case .selector(let index) = listener.subject else {
      return try passes(old, new) ? (old, new) : nil
    }
    // The filter of a selector's listener reads the whole store, or compares the selected values.
    if case .expression = listener.filter {
      guard try passes(old, new) else { return nil }
    }
    let selector = runtime.spec.plan.selectors[index]
    guard let selected = try select(selector, newRecord, probe) else { return nil }
    let before = oldRecord.flatMap { try? select(selector, $0) }
    if case .changed = listener.filter, before == selected { return nil }
    return (before ?? .null, selected)
  }

  private func select(
    _ selector: PlannedSelector, _ store: Record, _ probe: Probe? = nil
  ) throws(ActionError) -> Value? {
    do throws(EvaluationError) {
      return try selector.select(store, within: runtime.spec.limits, probe)
    } catch {
      throw ActionError(error, at: selector.place)
    }
  }

  private func passes(_ old: Value, _ new: Value) throws(ActionError) -> Bool {
    switch listener.filter {
    case .always: return true
    case .changed: return old != new
    case .expression(let test):
      var frame = runtime.frame([old, new])
      return try test.holds(&frame, probe)
    }
  }
}

/// A declared listener that was added to a store, and can be removed and added again.
package final class AddedListener: Sendable {
  private let addAgain: @Sendable () -> Void
  private let removeNow: @Sendable () -> Void
  private let hears = Atomic<Bool>(true)

  init<Value>(_ subscription: Store.Subscription<Value>) {
    addAgain = { subscription.addListener() }
    removeNow = { subscription.removeListener() }
  }

  /// True while it is added.
  package var isAdded: Bool { hears.load(ordering: .relaxed) }

  /// Adds it again, after all others; does nothing while it is added.
  package func add() {
    addAgain()
    hears.store(true, ordering: .relaxed)
  }

  package func remove() {
    removeNow()
    hears.store(false, ordering: .relaxed)
  }
}
