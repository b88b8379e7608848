import CEL
import SuasExplore
import SuasSpec
import YAML

/// Compares the declarations of two versions of a spec.
struct DeclaredComparison {
  let old: SpecVersion
  let new: SpecVersion
  let renames: Renames
  let uses: (old: TypeUses, new: TypeUses)
  let mapping: VersionMapping
  private var differences: [DeclaredDifference] = []

  /// Returns the differences: the most important ones first, those of one kind in the order of
  /// their declaration.
  static func differences(
    _ old: SpecVersion, _ new: SpecVersion, _ renames: Renames
  ) -> [DeclaredDifference] {
    var comparison = DeclaredComparison(old, new, renames)
    let parts = PartPairs(old, new, renames)
    for part in parts.removed { comparison.noteRemoval(of: part) }
    for part in parts.added { comparison.noteAddition(of: part) }
    for (part, counterpart) in parts.pairs {
      if part.name != counterpart.name { comparison.noteRenaming(of: part, to: counterpart) }
      comparison.compare(part, counterpart)
    }
    return DeclaredDifference.Impact.allCases.flatMap { impact in
      comparison.differences.filter { $0.impact == impact }
    }
  }

  private init(_ old: SpecVersion, _ new: SpecVersion, _ renames: Renames) {
    self.old = old
    self.new = new
    self.renames = renames
    uses = (TypeUses(of: old.checked), TypeUses(of: new.checked))
    mapping = VersionMapping(from: old.spec, to: new.spec, renames: renames.names)
  }

  /// Notes a difference of a part.
  ///
  /// - Parameters:
  ///   - oldPart: The part in the old version; nil if it is new.
  ///   - newPart: The part in the new version; nil if it is gone.
  mutating func note(
    _ impact: DeclaredDifference.Impact, _ change: DeclaredDifference.Change,
    _ oldPart: DeclaredPart?, _ newPart: DeclaredPart?, _ message: String, _ consequence: String
  ) {
    guard let part = oldPart ?? newPart else { return }
    differences.append(
      DeclaredDifference(
        impact: impact, part: part, change: change, message: message, consequence: consequence,
        places: (oldPart.flatMap(old.place), newPart.flatMap(new.place))))
  }

  // MARK: Coming and going

  private mutating func noteRemoval(of part: DeclaredPart) {
    let use = use(of: part, in: old, uses.old)
    note(
      use.isEmpty ? .unseen : .breaking, .removed, part, nil, "\(old.words(for: part)) is gone",
      Consequence.ofRemoval(of: part, use))
  }

  private mutating func noteAddition(of part: DeclaredPart) {
    let broken = breaking(addition: part)
    let use = use(of: part, in: new, uses.new).union(broken.intersection(.performed))
    note(
      use.isEmpty ? .unseen : broken.isDisjoint(with: use) ? .compatible : .breaking, .added, nil,
      part, "\(new.words(for: part)) is new",
      Consequence.ofAddition(of: part, broken.intersection(use)))
  }

  private mutating func noteRenaming(of part: DeclaredPart, to counterpart: DeclaredPart) {
    let isSeen = part.kind != .type && !use(of: part, in: old, uses.old).isEmpty
    note(
      isSeen ? .breaking : .unseen, .renamed, part, counterpart,
      "\(old.words(for: part)) is now called '\(counterpart.name)'",
      isSeen ? "an app that uses the old name finds nothing" : "only the spec uses the name")
  }

  /// The ways in which an app meets a part; empty for one that only the spec sees.
  private func use(of part: DeclaredPart, in version: SpecVersion, _ uses: TypeUses) -> TypeUse {
    switch part.kind {
    case .field, .enumCase: uses[part.owner]
    case .type: uses[part.name]
    case .action, .effect: version.isInternal(part) ? [] : .sent
    case .stateKey: .state
    case .selector: .read
    case .listener, .reducer, .constant, .function, .sharedRule, .middleware, .invariant,
      .transition, .atRest, .goal, .wayOut:
      []
    }
  }

  /// The uses in which an app that is made for the old version cannot go on with a new part.
  private func breaking(addition part: DeclaredPart) -> TypeUse {
    switch part.kind {
    case .enumCase: return .read
    case .field:
      guard let record = new.record(part.owner), let slot = record.shape.slot(of: part.name) else {
        return []
      }
      if record.isVariant { return .read }
      return record.fields[slot].default == nil ? [.sent, .kept] : []
    case .effect:
      // The work of such an effect is the app's.
      return new.checked.effects.first { $0.name == part.name }?.kind == .custom ? .performed : []
    default: return []
    }
  }

  // MARK: Parts of both versions

  private mutating func compare(_ part: DeclaredPart, _ counterpart: DeclaredPart) {
    switch part.kind {
    case .field: compareField(part, counterpart)
    case .action, .effect: compareDispatched(part, counterpart)
    case .stateKey: compareStates(part, counterpart)
    case .selector: compareSelectors(part, counterpart)
    case .constant: compareConstants(part, counterpart)
    case .type, .enumCase, .listener, .reducer, .function, .sharedRule, .middleware, .invariant,
      .transition, .atRest, .goal, .wayOut:
      break
    }
  }

  func change(from oldType: FieldType, to newType: FieldType) -> TypeChange {
    TypeChange(from: oldType, to: newType, names: renames.newOwner)
  }

  /// Notes a part whose type has changed.
  mutating func noteType(
    of part: DeclaredPart, _ counterpart: DeclaredPart, _ types: (old: FieldType, new: FieldType),
    _ use: TypeUse
  ) {
    let change = change(from: types.old, to: types.new)
    if case .same = change { return }
    let broken = change.broken.intersection(use)
    note(
      use.isEmpty ? .unseen : broken.isEmpty ? .compatible : .breaking, .type, part, counterpart,
      "\(new.words(for: counterpart)) has the type \(types.new), and had \(types.old)",
      Consequence.ofType(broken, isSeen: !use.isEmpty))
  }

  private mutating func compareStates(_ part: DeclaredPart, _ counterpart: DeclaredPart) {
    guard let reducer = old.reducers.first(where: { $0.stateKey == part.name }),
      let newReducer = new.reducers.first(where: { $0.stateKey == counterpart.name })
    else { return }
    noteType(
      of: part, counterpart, (.record(reducer.state.name), .record(newReducer.state.name)), .state)
    switch (reducer.history, newReducer.history) {
    case (nil, nil): break
    case (let history?, let newHistory?):
      guard history.limit != newHistory.limit else { return }
      note(
        .compatible, .setting, part, counterpart,
        "the history of '\(counterpart.name)' keeps \(newHistory.limit) entries, and kept \(history.limit)",
        "undoing goes as far as that")
    case (_?, nil):
      note(
        .breaking, .setting, part, counterpart, "'\(counterpart.name)' keeps no history any more",
        "an app that undoes, or reads what can be undone, finds nothing")
    case (nil, _?):
      note(
        .compatible, .setting, part, counterpart, "'\(counterpart.name)' keeps a history",
        "an app may offer to undo")
    }
  }

  private mutating func compareSelectors(_ part: DeclaredPart, _ counterpart: DeclaredPart) {
    guard let selector = old.checked.selectors.first(where: { $0.name == part.name }),
      let newSelector = new.checked.selectors.first(where: { $0.name == counterpart.name })
    else { return }
    noteType(of: part, counterpart, (selector.type, newSelector.type), .read)
    let written = (
      old.declaration("selectors", part.name), new.declaration("selectors", counterpart.name)
    )
    guard !renames.areEqual(written.0, written.1) else { return }
    note(
      .compatible, .value, part, counterpart,
      "\(new.words(for: counterpart)) is computed in another way",
      "an app that reads it may get other values")
  }

  private mutating func compareConstants(_ part: DeclaredPart, _ counterpart: DeclaredPart) {
    guard let constant = old.checked.constants.first(where: { $0.name == part.name }),
      let newConstant = new.checked.constants.first(where: { $0.name == counterpart.name })
    else { return }
    noteType(of: part, counterpart, (constant.type, newConstant.type), [])
    let types = (constant.type, newConstant.type)
    guard !mapping.areEqual(constant.value, newConstant.value, as: types) else { return }
    note(
      .unseen, .value, part, counterpart,
      "\(new.words(for: counterpart)) is \(JSONText.of(newConstant.value)), and was \(JSONText.of(constant.value))",
      "an app sees it only in what the spec does with it")
  }
}

extension SpecVersion {
  /// The part in words: `the field 'title' of 'TodoItem'`.
  func words(for part: DeclaredPart) -> String {
    let owner = part.owner
    if let action = payloadOwner(owner) { return "the payload field '\(part.name)' of '\(action)'" }
    if part.kind == .field, record(owner)?.isVariant == true {
      return "the case '\(part.name)' of '\(owner)'"
    }
    let words = "the \(part.kind.rawValue) '\(part.name)'"
    return owner.isEmpty ? words : "\(words) of '\(owner)'"
  }
}
