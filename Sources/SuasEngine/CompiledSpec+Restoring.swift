import CEL
public import Suas
import SuasProgram
import YAML

extension CompiledSpec: SavedForm {
  public var savedVersion: Int { checked.saved?.version ?? 0 }

  public var savingDelay: Swift.Duration { .nanoseconds(checked.saved?.delay.nanoseconds ?? 0) }

  /// Restores a state from a text that ``savedText(of:)`` made, of this version or an earlier one.
  ///
  /// It never fails: what cannot be restored is initial, and ``Restoration/lost`` says why.
  ///
  /// - Parameter text: The text, in UTF-8; nil if nothing was saved.
  public func restore(_ text: [UInt8]?) -> Restoration {
    guard let plan = saved, let text else {
      return Restoration(version: 0, lost: [], state: store.state(of: store.initial))
    }
    return Restoring(self, plan).restore(SavedText(text, of: plan.saved))
  }

  /// Returns what is saved of a state, as one line of JSON in UTF-8 that says the present time; nil
  /// if the spec saves nothing.
  public func savedText(of state: Store.State) -> [UInt8]? {
    savedText(of: store.record(of: state), at: .now)
  }

  /// Returns what is saved of a store.
  ///
  /// - Parameter time: The time that the text says; nil to leave it out.
  package func savedText(of store: Record, at time: Timestamp?) -> [UInt8]? {
    guard let saved else { return nil }
    if let probe {
      let outcomes = saved.saved.exceptedOutcomes(in: store, initial: self.store.initial)
      for outcome in outcomes { probe.note(outcome) }
    }
    return saved.writer.text(of: store, at: time).bytes
  }

  /// Makes a state of sub-states that a version saved, read from a scenario.
  package func restore(_ state: Record, ofVersion version: Int) -> Restoration {
    guard let saved else { return restore(nil as [UInt8]?) }
    return Restoring(self, saved).restore(state, ofVersion: version, lost: [])
  }
}

/// The restoring of one text.
private struct Restoring {
  let spec: CompiledSpec
  let plan: CompiledSaved

  private var saved: CheckedSaved { plan.saved }

  init(_ spec: CompiledSpec, _ plan: CompiledSaved) {
    self.spec = spec
    self.plan = plan
  }

  func restore(_ text: SavedText) -> Restoration {
    guard let state = text.store, text.fault == nil else {
      return nothing(
        of: text.version, text.fault?.code ?? "unreadable",
        text.fault?.message ?? "nothing can be read", at: "")
    }
    let lost = text.lost.map { key, misfit in
      Restoration.Loss(
        stateKey: key, code: "type-mismatch", message: misfit.reason, place: misfit.path)
    }
    return restore(state, ofVersion: text.version, lost: lost)
  }

  /// - Parameter lost: The sub-states of that version that are lost.
  func restore(
    _ state: Record, ofVersion version: Int, lost: [Restoration.Loss]
  ) -> Restoration {
    var state = state
    do throws(ActionError) {
      if version < saved.version {
        for migration in plan.migrations(after: version, spec.probe) {
          state = try migration.migrate(state, within: spec.limits, spec.probe)
        }
      } else if let toPresent = plan.toPresent {
        state = try toPresent.carried(state, over: saved.initial(in: spec.store.initial))
      }
    } catch {
      return nothing(of: version, error.code, error.message, at: error.place?.description ?? "")
    }
    var lost = Dictionary(lost.map { ($0.stateKey, $0) }, uniquingKeysWith: { first, _ in first })
    for (slot, field) in saved.store.fields.enumerated() where lost[field.name] == nil {
      lost[field.name] = judge(state[slot], field)
    }
    return judged(state, version, lost)
  }

  /// Judges a sub-state by its conditions; returns the loss if one does not hold.
  private func judge(_ subState: Value, _ field: RecordType.Field) -> Restoration.Loss? {
    let types = spec.checked.types
    do throws(ConstraintViolation) {
      try types.judge(subState, field.type)
    } catch {
      return Restoration.Loss(
        stateKey: field.name, code: "constraint-violated", message: error.message,
        place: ActionError.Place(error.constraint.place).description)
    }
    guard let slot = saved.store.shape.slot(of: field.name),
      plan.leaves[slot].excess(of: subState, over: spec.limits.leaves) != nil
    else { return nil }
    return Restoration.Loss(
      stateKey: field.name, code: "state-too-large",
      message: "it has more than \(spec.limits.leaves) leaves", place: field.name)
  }

  /// Returns the store without what is lost, if its invariants hold.
  private func judged(
    _ state: Record, _ version: Int, _ lost: [String: Restoration.Loss]
  ) -> Restoration {
    var store = spec.store.initial
    for (slot, field) in saved.store.fields.enumerated() where lost[field.name] == nil {
      store[saved.slots[slot]] = state[slot]
    }
    do throws(ActionError) {
      try spec.judgeInvariants(store)
    } catch {
      return nothing(of: version, error.code, error.message, at: error.place?.description ?? "")
    }
    let keys = spec.store.stateKeys
    let order = keys.filter { lost[$0] != nil } + lost.keys.filter { !keys.contains($0) }.sorted()
    return Restoration(
      version: version, lost: order.compactMap { lost[$0] }, state: spec.store.state(of: store))
  }

  /// The restoration in which every saved key is lost.
  func nothing(
    of version: Int, _ code: String, _ message: String, at place: String
  ) -> Restoration {
    Restoration(
      version: version,
      lost: saved.stateKeys.map {
        Restoration.Loss(stateKey: $0, code: code, message: message, place: place)
      }, state: spec.store.state(of: spec.store.initial))
  }
}

extension CarryOver {
  /// Returns what is carried over, with an error as the store reports it.
  fileprivate func carried(
    _ old: Record, over initial: Record
  ) throws(ActionError) -> Record {
    do throws(EvaluationError) {
      return try carry(old, over: initial)
    } catch {
      throw ActionError(code: error.code, message: error.message)
    }
  }
}
