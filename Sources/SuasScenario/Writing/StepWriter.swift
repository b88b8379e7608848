import CEL
import Suas
import SuasSpec
import YAML

/// Writes recorded steps as steps of a scenario.
final class StepWriter {
  private typealias Entry = (key: Draft.Key, value: Draft)
  private typealias Named = RecordedStep.Outcome.Named

  private let spec: CompiledSpec
  private let values: ValueWriter
  /// True if everything that happened could be written.
  private(set) var isExhaustive = true

  init(_ spec: CompiledSpec) {
    self.spec = spec
    values = ValueWriter(spec)
  }

  /// Returns a step with its outcome.
  ///
  /// - Parameters:
  ///   - isDetailed: True if everything is expected that can be: messages of errors, values of
  ///     listeners, and actions that the reducers receive as a matter of course.
  ///   - histories: True if the contents of the histories are expected, too.
  ///   - selectors: The names of the selectors whose values are expected.
  func draft(
    of step: RecordedStep, pendingBefore pending: [RecordedStep.Outcome.Named],
    isDetailed: Bool = false, histories: Bool = false, selectors: [String] = []
  ) -> Draft {
    var entries = act(step.act)
    var expectations = expectations(of: step, pendingBefore: pending, isDetailed)
    if histories { expectations.append(states(of: step.outcome.after) { $0.isHistory }) }
    expectations += selected(selectors, on: step.outcome.after)
    if !expectations.isEmpty { entries.append((key: "expect", value: .mapping(expectations))) }
    return .mapping(entries)
  }

  /// Returns a step that expects that nothing was lost of what a version saved.
  static func draft(ofRestored version: Int) -> Draft {
    let restored: [(key: Draft.Key, value: Draft)] = [
      ("version", .plain("\(version)")), ("lost", .sequence([])),
    ]
    return .mapping([
      (key: "expect", value: .mapping([(key: "restored", value: .mapping(restored))]))
    ])
  }

  /// Returns a step without its outcome, except its first error.
  func draft(ofActs step: RecordedStep) -> Draft {
    var entries = act(step.act)
    if let error = step.outcome.errors.first {
      let code = error.code.escapingInterpolation
      entries.append((key: "expect", value: .mapping([(key: "error", value: .text(code))])))
    }
    return .mapping(entries)
  }

  /// Returns a step that expects its first error and its changes, and nothing else.
  func draft(ofChanges step: RecordedStep) -> Draft {
    var entries = act(step.act)
    var expectations: [Entry] = []
    if let error = step.outcome.errors.first {
      expectations.append((key: "error", value: expectation(of: error, false)))
    }
    let changed = step.outcome.before.changes(
      to: step.outcome.after, passingOver: spec.store.historyKeys)
    if let changes = changes(changed) {
      expectations.append((key: "changes", value: .mapping(changes)))
    }
    if !expectations.isEmpty { entries.append((key: "expect", value: .mapping(expectations))) }
    return .mapping(entries)
  }

  private func selected(_ names: [String], on store: Record) -> [Entry] {
    guard !names.isEmpty else { return [] }
    let entries = names.map { name -> Entry in
      let type = spec.checked.selectors.first { $0.name == name }?.type ?? .any
      let value = spec.selected(by: name, on: store)
      let pattern = value.map { values.pattern($0, as: type) ?? .anyValue } ?? .absent
      return (key: .text(name), value: pattern)
    }
    return [(key: "selected", value: .mapping(entries))]
  }

  /// Returns a step that expects a store, and the values of some selectors.
  func draft(of store: Record, selectors: [String]) -> Draft {
    let states = states(of: store) { !$0.isHistory }
    return .mapping([
      (key: "expect", value: .mapping([states] + selected(selectors, on: store)))
    ])
  }

  /// Returns the expectation of some reducers' states.
  private func states(of store: Record, _ isWritten: (CheckedReducer) -> Bool) -> Entry {
    let states = spec.store.reducers.enumerated().compactMap { slot, reducer -> Entry? in
      guard isWritten(reducer),
        let pattern = values.pattern(store[slot], as: .record(reducer.state.name))
      else { return nil }
      return (key: .text(reducer.stateKey), value: pattern)
    }
    return (key: "state", value: .mapping(states))
  }

  private func act(_ act: RecordedStep.Act) -> [Entry] {
    switch act {
    case .dispatch(let name, let fields, let times):
      var entries: [Entry] = [(key: "dispatch", value: .text(name))]
      let type = spec.actionType(name)?.payload
      let written = fields.map { name, value -> Entry in
        let field = type?.fields.first { $0.name == name }
        return (key: .text(name), value: values.constant(value, as: field?.type ?? .any))
      }
      if !written.isEmpty { entries.append((key: "with", value: .mapping(written))) }
      if times > 1 { entries.append((key: "times", value: .plain("\(times)"))) }
      return entries
    case .respond(let effect, let which, let answer):
      var entries: [Entry] = [(key: "respond", value: .text(effect))]
      if which > 0 { entries.append((key: "which", value: .plain("\(which)"))) }
      if let written = self.answer(answer, to: effect) { entries.append(written) }
      if case .last = answer { entries.append((key: "last", value: .plain("true"))) }
      if isMisfit(answer, to: effect) { entries.append((key: "misfit", value: .plain("true"))) }
      return entries
    case .cancel(let effect): return [(key: "cancel", value: .text(effect))]
    case .advance(let duration):
      return [(key: "advance", value: .plain(Value.duration(duration).scalarText))]
    case .listen(let name): return [(key: "listen", value: .text(name))]
    case .unlisten(let name): return [(key: "unlisten", value: .text(name))]
    case .reset: return [(key: "reset", value: .text("store"))]
    case .restart(nil): return [(key: "restart", value: .mapping([]))]
    case .restart(let found?):
      let saved = found.draft(of: spec.checked.saved)
      return [(key: "restart", value: .mapping([(key: .text("saved"), value: saved)]))]
    case .note(let text): return [(key: "note", value: .text(text.escapingInterpolation))]
    }
  }

  /// True if a result is not of its effect's type.
  private func isMisfit(_ answer: EffectAnswer, to effect: String) -> Bool {
    switch answer {
    case .result(let value):
      guard let effect = spec.checked.effects.first(where: { $0.name == effect }),
        let field = effect.response.fields.first
      else { return false }
      return (try? spec.checked.types.readUnjudged(value, as: field.type)) == nil
    case .last(let answer?): return isMisfit(answer, to: effect)
    default: return false
    }
  }

  /// Returns the entry for an effect's answer; nil if none needs to be written.
  private func answer(_ answer: EffectAnswer, to effect: String) -> Entry? {
    if case .failure(let message) = answer {
      return (key: "fail", value: .text(message.escapingInterpolation))
    }
    let isMisfit = isMisfit(answer, to: effect)
    let effect = spec.checked.effects.first { $0.name == effect }
    // An app may answer with a result that the effect declares none for: nothing reads it.
    if effect?.kind == .custom, effect?.response.fields.isEmpty == true {
      // Beside `last`, the answer is distinguished from the end of a stream without an answer.
      if case .last(.some) = answer { return (key: "with", value: .mapping([])) }
      return nil
    }
    let fields = answer.fields.map { name, value -> Entry in
      // A body is written as a server sends it, whatever it is read as.
      let isBody = effect?.kind == .http && name == "body"
      let field = isBody || isMisfit ? nil : effect?.response.fields.first { $0.name == name }
      // As it is read: a text is a key of another type, and keys that a record lacks are passed over.
      let read = field.flatMap { try? spec.checked.types.readUnjudged(value, as: $0.type) }
      return (key: .text(name), value: values.constant(read ?? value, as: field?.type ?? .any))
    }
    return fields.isEmpty ? nil : (key: "with", value: .mapping(fields))
  }

  private func expectations(
    of step: RecordedStep, pendingBefore pending: [Named], _ isDetailed: Bool
  ) -> [Entry] {
    if case .note = step.act { return [] }
    let outcome = step.outcome
    var entries: [Entry] = []
    if let error = outcome.errors.first {
      entries.append((key: "error", value: expectation(of: error, isDetailed)))
    }
    if isDetailed, step.act.acts {
      entries.append((key: "handled", value: .plain("\(outcome.handled)")))
    } else if step.act.isUnhandled(outcome, by: spec) {
      entries.append((key: "handled", value: .plain("false")))
    }
    let changed = outcome.before.changes(
      to: outcome.after, passingOver: spec.store.historyKeys)
    if let changes = changes(changed), !changes.isEmpty {
      entries.append((key: "changes", value: .mapping(changes)))
    }
    if isDetailed || !step.act.impliesActions(outcome.actions, of: spec) {
      entries.append((key: "actions", value: mentions(outcome.actions)))
    }
    if !outcome.notified.isEmpty {
      let items = outcome.notified.map { expectation(of: $0, isDetailed) }
      entries.append((key: "notified", value: .sequence(items)))
    }
    let isSame = outcome.effects.elementsEqual(pending) {
      $0.name == $1.name && $0.value == $1.value
    }
    if !isSame || isDetailed && step.act.acts {
      entries.append((key: "effects", value: mentions(outcome.effects)))
    }
    if !outcome.requests.isEmpty || isDetailed && step.act.acts && !spec.checked.effects.isEmpty {
      let hidden = isDetailed ? [] : spec.checked.sensitiveRequests
      entries.append(
        (
          key: "requests",
          value: .sequence(outcome.requests.map { expectation(of: $0, hiding: hidden) })
        ))
    }
    return entries
  }

  private func expectation(of error: ActionError, _ isDetailed: Bool) -> Draft {
    let code = error.code.escapingInterpolation
    guard isDetailed else { return .text(code) }
    let message = error.message.escapingInterpolation
    return .mapping([(key: "code", value: .text(code)), (key: "message", value: .text(message))])
  }

  private func expectation(of notified: Named, _ isDetailed: Bool) -> Draft {
    guard isDetailed,
      let listener = spec.checked.listeners.first(where: { $0.name == notified.name }),
      let pattern = values.pattern(notified.value, as: listener.type)
    else { return .text(notified.name) }
    return .mapping([(key: .text(notified.name), value: pattern)])
  }

  /// Returns an effect's request, without the parts that follow from others.
  private func expectation(of request: MadeRequest, hiding hidden: Set<String>) -> Draft {
    let parts = request.run.parts
    guard !hidden.contains(request.name) else { return .text(request.name) }
    let type = values.types.records[parts.shape.name]
    let entries = (type?.fields ?? []).enumerated().compactMap { slot, field -> Entry? in
      guard field.name != "query", !parts[slot].isNothing,
        let pattern = values.pattern(parts[slot], as: field.type)
      else { return nil }
      return (key: .text(field.name), value: pattern)
    }
    return .mapping([(key: .text(request.name), value: .mapping(entries))])
  }

  /// Returns nil if the path of a change cannot be written.
  private func changes(_ changes: [Change]) -> [Entry]? {
    let entries = changes.map { change -> Entry? in
      guard let type = values.type(at: change.path) else { return nil }
      let value = change.new.map { values.pattern($0, as: type) ?? .anyValue } ?? .absent
      return (key: .text(change.path.description.escapingInterpolation), value: value)
    }
    let written = entries.compactMap(\.self)
    if written.count == entries.count { return written }
    isExhaustive = false
    return nil
  }

  /// Returns names with the patterns of their values.
  private func mentions(_ items: [Named]) -> Draft {
    .sequence(
      items.map { name, value in
        guard case .record(let record) = value, !record.fields.isEmpty,
          let pattern = values.pattern(value, as: .record(record.shape.name))
        else { return .text(name) }
        return .mapping([(key: .text(name), value: pattern)])
      })
  }
}

extension RecordedStep.Act {
  /// True if actions may follow from the act.
  fileprivate var acts: Bool {
    switch self {
    case .dispatch, .respond, .cancel, .advance, .reset, .restart: true
    case .listen, .unlisten, .note: false
    }
  }

  /// Returns true if the act sends an action to the reducers.
  fileprivate func isReduced(by spec: CompiledSpec) -> Bool {
    guard case .dispatch(let name, _, _) = self else { return false }
    return spec.checked.actions.contains { $0.name == name }
  }

  /// Returns true if the action reached the reducers unchanged, and none handled it.
  func isUnhandled(_ outcome: RecordedStep.Outcome, by spec: CompiledSpec) -> Bool {
    isReduced(by: spec) && !outcome.handled && outcome.errors.isEmpty
      && impliesActions(outcome.actions, of: spec)
  }

  /// Returns true if the reducers receive just these actions when nothing intervenes.
  func impliesActions(_ actions: [RecordedStep.Outcome.Named], of spec: CompiledSpec) -> Bool {
    guard case .dispatch(let name, let fields, let times) = self, isReduced(by: spec) else {
      return actions.isEmpty
    }
    return actions.count == times
      && actions.allSatisfy { action in
        guard action.name == name, case .record(let payload) = action.value else { return false }
        return fields.allSatisfy { name, value in
          payload.shape.slot(of: name).map { payload[$0] == value } ?? false
        }
      }
  }
}

extension Value {
  /// True for null and for no entries, as of a request without a body or headers.
  fileprivate var isNothing: Bool {
    if case .map(let map) = self { map.isEmpty } else { self == .null }
  }
}
