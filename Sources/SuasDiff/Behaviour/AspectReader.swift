import CEL
import Suas
import SuasExplore
import SuasScenario
import SuasSpec

/// Compares the outcomes of a step in two versions, in the parts that both have.
struct AspectReader {
  private let specs: (old: CompiledSpec, new: CompiledSpec)
  private let mapping: VersionMapping
  private let effects: Set<String>
  /// The names of the sensitive effects, whose requests are not shown.
  private let sensitiveEffects: Set<String>
  private let actions: Set<String>
  private let listeners: Set<String>
  /// True if both versions declare their listeners in the same order, in which they are notified.
  private let hasSameListenerOrder: Bool
  /// The selectors that are compared.
  private let selectors: [CheckedSelector]
  /// The types of the values that listeners receive, by their old names.
  private let received: [String: (old: FieldType, new: FieldType)]

  typealias Aspect = BehaviourDifference.Aspect

  /// - Parameter comparesSelectors: True if selectors may have other values on the same state.
  init(
    _ old: SpecVersion, _ new: SpecVersion, _ mapping: VersionMapping, comparesSelectors: Bool
  ) {
    specs = (old.spec, new.spec)
    self.mapping = mapping
    func common(_ kind: DeclaredPart.Kind, _ names: [String], _ newNames: [String]) -> Set<String> {
      let known = Set(newNames)
      return Set(names.filter { known.contains(mapping.newName(kind, $0)) })
    }
    effects = common(.effect, old.checked.effects.map(\.name), new.checked.effects.map(\.name))
    sensitiveEffects = old.checked.sensitiveEffects.union(new.checked.sensitiveEffects)
    actions = common(.action, old.checked.actions.map(\.name), new.checked.actions.map(\.name))
    let (names, newNames) = (
      old.checked.listeners.map(\.name), new.checked.listeners.map(\.name)
    )
    let listeners = common(.listener, names, newNames)
    self.listeners = listeners
    let order = names.filter(listeners.contains).map { mapping.newName(.listener, $0) }
    hasSameListenerOrder = order == newNames.filter(order.contains)
    let known = common(
      .selector, old.checked.selectors.map(\.name), new.checked.selectors.map(\.name))
    selectors = comparesSelectors ? old.checked.selectors.filter { known.contains($0.name) } : []
    var received: [String: (old: FieldType, new: FieldType)] = [:]
    for listener in old.checked.listeners {
      let name = mapping.newName(.listener, listener.name)
      guard let other = new.checked.listeners.first(where: { $0.name == name }) else { continue }
      received[listener.name] = (listener.type, other.type)
    }
    self.received = received
  }

  /// Returns the parts in which two stores differ, or else the selectors with different values.
  func aspects(_ old: Record, _ new: Record) -> [Aspect] {
    let paths = mapping.differences(old, new)
    if paths.isEmpty { return selectorAspects(old, new) }
    return paths.sorted { $0.lexicographicallyPrecedes($1) }.map { path in
      Aspect(
        subject: .state(path), texts: (old.text(at: path), new.text(at: mapping.newPath(path))))
    }
  }

  private func selectorAspects(_ old: Record, _ new: Record) -> [Aspect] {
    selectors.compactMap { selector in
      let newName = mapping.newName(.selector, selector.name)
      let value = specs.old.selected(by: selector.name, on: old)
      let newValue = specs.new.selected(by: newName, on: new)
      let newType = specs.new.checked.selectors.first { $0.name == newName }?.type ?? .any
      switch (value, newValue) {
      case (nil, nil): return nil
      case (let value?, let newValue?)
      where mapping.areAlike(value, newValue, as: (selector.type, newType)):
        return nil
      default:
        return Aspect(
          subject: .selector(selector.name),
          texts: ([value].compactMap(\.self).text, [newValue].compactMap(\.self).text))
      }
    }
  }

  /// Returns the aspects in which the outcomes of a step differ.
  ///
  /// - Parameter move: The step of the old version.
  func aspects(
    _ old: RecordedStep.Outcome, _ new: RecordedStep.Outcome, after move: Sandbox.Move
  ) -> [Aspect] {
    var aspects: [Aspect] = []
    if !old.errors.elementsEqual(new.errors, by: { $0.isAlike($1) }) {
      aspects.append(
        Aspect(subject: .refusal, texts: (old.errors.refusalText, new.errors.refusalText)))
    }
    aspects += self.aspects(old.after, new.after)
    let pending = differing(.effect, old.effects, new.effects, among: effects) { .effect($0) }
    aspects += pending
    // The request of an effect follows from its payload.
    let others = effects.subtracting(pending.compactMap(\.subject.name))
    aspects += differing(
      .effect, old.requested, new.requested, among: others, hiding: sensitiveEffects
    ) { .request($0) }
    let dispatched = dispatched(old.actions, new.actions, after: move)
    aspects += differing(.action, dispatched.old, dispatched.new, among: actions) { .action($0) }
    aspects += differing(.listener, old.notified, new.notified, among: listeners) {
      .notification($0)
    }
    return aspects
  }

  private typealias Named = RecordedStep.Outcome.Named

  /// The actions that reached the reducers, without the step's own one if it reached those of both
  /// versions: an app that leaves out a field sends each its default.
  private func dispatched(
    _ old: [Named], _ new: [Named], after move: Sandbox.Move
  ) -> (old: [Named], new: [Named]) {
    guard case .dispatch(let action) = move,
      let own = old.firstIndex(where: { $0.name == action.name }),
      let newOwn = new.firstIndex(where: { $0.name == mapping.newName(.action, action.name) })
    else { return (old, new) }
    var (old, new) = (old, new)
    old.remove(at: own)
    new.remove(at: newOwn)
    return (old, new)
  }

  private func differing(
    _ kind: DeclaredPart.Kind, _ old: [Named], _ new: [Named], among names: Set<String>,
    hiding hidden: Set<String> = [], _ subject: (String) -> BehaviourDifference.Subject
  ) -> [Aspect] {
    if old.isEmpty, new.isEmpty { return [] }
    let aspects = names.sorted().compactMap { name -> Aspect? in
      let values = old.filter { $0.name == name }.map(\.value)
      let newName = mapping.newName(kind, name)
      let newValues = new.filter { $0.name == newName }.map(\.value)
      let types = kind == .listener ? received[name] : nil
      let areAlike = values.elementsEqual(newValues) {
        mapping.areAlike($0, $1, as: types ?? (.any, .any))
      }
      if areAlike { return nil }
      let texts =
        hidden.contains(name)
        ? (Shape.Field.hidden, Shape.Field.hidden) : (values.text, newValues.text)
      return Aspect(subject: subject(name), texts: texts)
    }
    guard aspects.isEmpty, kind != .listener || hasSameListenerOrder else { return aspects }
    // The same ones, in another order?
    let order = old.map(\.name).filter(names.contains)
    let newNames = Set(names.map { mapping.newName(kind, $0) })
    let newOrder = new.map(\.name).filter(newNames.contains)
    let first = zip(order, newOrder).first { mapping.newName(kind, $0) != $1 }
    guard let first else { return [] }
    return [
      Aspect(
        subject: subject(first.0),
        texts: (order.joined(separator: ", "), newOrder.joined(separator: ", ")))
    ]
  }
}

extension ActionError {
  /// True if the refusals mean the same: messages of the program may name a part that has another
  /// name.
  fileprivate func isAlike(_ other: ActionError) -> Bool {
    code == other.code && isDeliberate == other.isDeliberate
      && (!isDeliberate || message == other.message)
  }
}

extension RecordedStep.Outcome {
  /// The tries of effects, with what they ask for.
  fileprivate var requested: [Named] { requests.map { ($0.name, $0.run.meaning) } }
}

extension [ActionError] {
  fileprivate var refusalText: String {
    isEmpty
      ? "not refused"
      : map { "refused with '\($0.code)': \($0.message)" }.joined(separator: "; ").shortened
  }
}

extension [Value] {
  fileprivate var text: String {
    isEmpty ? "none" : map(JSONText.of).joined(separator: ", ").shortened
  }
}

extension Record {
  /// The value at a path as a text, or that of the list or map on the way to it.
  fileprivate func text(at path: [String]) -> String {
    var value = Value.record(self)
    for name in path {
      guard case .record(let record) = value, let slot = record.shape.slot(of: name) else { break }
      value = record[slot]
    }
    return JSONText.of(value).shortened
  }
}

extension String {
  /// The text without what is beyond the length that a report shows.
  fileprivate var shortened: String {
    count > Self.mostShown ? "\(prefix(Self.mostShown))…" : self
  }

  private static let mostShown = 240
}
