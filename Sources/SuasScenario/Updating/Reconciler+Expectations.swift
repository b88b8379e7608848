import CEL
import Suas
import SuasSpec
import YAML
import YAMLSyntax

/// Edits for each kind of expectation.
extension Reconciler {
  /// Changes the value of an expectation's key so that it holds for the value that was found.
  mutating func reconcile(_ editable: EditableNode, _ judgment: Judgment) {
    switch (judgment.expectation.kind, judgment.found) {
    case (.state(let patterns), .store(let store)):
      reconcile(editable, state: patterns, store)
    case (.changes(let expected), .changes(let found)):
      reconcile(editable, changes: expected, found)
    case (.handled(let expected), .handled(let found)):
      guard expected != found, mayChange(editable) else { return }
      replace(editable, with: .plain(found ? "true" : "false"))
    case (.error(let code, let message), .error(let found)):
      reconcile(editable, error: code, message, found)
    case (.notified(let mentions), .mentioned(let found)):
      let listeners = values.spec.checked.listeners
      reconcile(editable, mentions, found) { name in
        listeners.first { $0.name == name }?.type
      }
    case (.actions(let mentions), .mentioned(let found)),
      (.effects(let mentions), .mentioned(let found)),
      (.requests(let mentions), .mentioned(let found)):
      reconcile(editable, mentions, found) { _ in nil }
    case (.selected(let selected), .selected(let found)):
      reconcile(editable, selected: selected, found)
    case (.restored(let version, let lost), .restored(let foundVersion, let foundLost)):
      let parts: [(String, Pattern?, Value, FieldType)] = [
        ("version", version, .int(Int64(foundVersion)), .int),
        ("lost", lost, .list(List(foundLost.map(Value.string))), .list(.string)),
      ]
      for (key, pattern, value, type) in parts {
        reconcile(editable, part: key, pattern, value, as: type)
      }
    case (.saved(let patterns), .saved(let found?)):
      reconcile(editable, saved: patterns, found)
    case (.that(let conditions), .conditions(let met)):
      for (condition, isMet) in zip(conditions, met) where !isMet {
        leave(condition.range, .condition)
      }
    default: break
    }
  }

  private mutating func reconcile(
    _ editable: EditableNode, state patterns: [(key: Int, pattern: Pattern)], _ store: Record
  ) {
    guard patterns.contains(where: { !$0.pattern.matches(store[$0.key]) }), mayChange(editable)
    else { return }
    guard let entries = editable.entries, entries.count == patterns.count else {
      return leave(editable.node, .unusualForm)
    }
    for (entry, (key, pattern)) in zip(entries, patterns) {
      reconcile(
        entry.value, pattern, store[key],
        as: .record(values.spec.store.reducers[key].state.name))
    }
  }

  private mutating func reconcile(
    _ editable: EditableNode, changes expected: [(path: Path, pattern: Pattern)], _ found: [Change]
  ) {
    let byPath = Dictionary(found.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let isMet =
      expected.count == found.count
      && expected.allSatisfy { path, pattern in
        byPath[path].map { pattern.matches($0.new) } ?? false
      }
    guard !isMet, mayChange(editable) else { return }
    let entries = editable.entries ?? []
    guard entries.count == expected.count else { return leave(editable.node, .unusualForm) }

    var kept: [(place: Int, path: Path)] = []
    for (index, (path, pattern)) in expected.enumerated() {
      let value = entries[index].value
      if let change = byPath[path] {
        kept.append((index, path))
        reconcile(value, pattern, change.new, as: values.type(at: path) ?? .any)
      } else if pattern.holdsMatcher {
        kept.append((index, path))
        leave(value.node, .matcher)
      } else if entries[index].key.isComputed {
        kept.append((index, path))
        leave(value.node, .computed)
      }
    }
    let named = Set(kept.map(\.path))
    // A change that is not named yet is written after the one that precedes it.
    var before: [MemberEdit.Member] = []
    var after: [Path: [MemberEdit.Member]] = [:]
    var last: Path?
    for change in found {
      if named.contains(change.path) {
        last = change.path
        continue
      }
      guard let type = values.type(at: change.path) else {
        return leave(editable.node, .unwritable)
      }
      let draft = change.new.map { values.pattern($0, as: type) } ?? .absent
      guard let draft else { return leave(editable.node, .unwritable) }
      let member = MemberEdit.Member.entry(
        key: .text(change.path.description.escapingInterpolation), draft)
      if let last { after[last, default: []].append(member) } else { before.append(member) }
    }
    let members = before + kept.flatMap { [.kept($0.place)] + (after[$0.path] ?? []) }
    edit(editable, members, of: expected.count)
  }

  private mutating func reconcile(
    _ editable: EditableNode, error code: String?, _ message: Pattern?, _ found: ActionError?
  ) {
    guard let found else { return leave(editable.node, .noError) }
    let isMet =
      code?.hasSameCodePoints(as: found.code) ?? true
      && message?.matches(.string(found.message)) ?? true
    guard !isMet, mayChange(editable) else { return }
    if let code, !found.code.hasSameCodePoints(as: code) {
      let code = editable.node.scalar == nil ? editable.part("code") : editable
      guard let code else { return leave(editable.node, .unusualForm) }
      if mayChange(code) { replace(code, with: .text(found.code.escapingInterpolation)) }
    }
    reconcile(editable, part: "message", message, .string(found.message), as: .string)
  }

  /// Changes the value of a key of an expectation, if it is there.
  private mutating func reconcile(
    _ editable: EditableNode, part key: String, _ pattern: Pattern?, _ value: Value,
    as type: FieldType
  ) {
    guard let pattern, let part = editable.part(key) else { return }
    reconcile(part, pattern, value, as: type)
  }

  private mutating func reconcile(
    _ editable: EditableNode, saved patterns: [(key: Int, pattern: Pattern)], _ found: Record
  ) {
    guard let saved = values.spec.checked.saved, let shape = saved.shape(of: saved.version),
      patterns.contains(where: { !$0.pattern.matches(found[$0.key]) }), mayChange(editable)
    else { return }
    guard let entries = editable.entries, entries.count == patterns.count else {
      return leave(editable.node, .unusualForm)
    }
    let own = values
    values = ValueWriter(own.spec, types: saved.types)
    defer { values = own }
    for (entry, (key, pattern)) in zip(entries, patterns) {
      reconcile(entry.value, pattern, found[key], as: shape.store.fields[key].type)
    }
  }

  /// - Parameter type: Returns the type of a name's value; nil to use the type of the found record.
  private mutating func reconcile(
    _ editable: EditableNode, _ mentions: [NamedExpectation],
    _ found: [(name: String, value: Value)],
    _ type: (String) -> FieldType?
  ) {
    let isMet =
      mentions.count == found.count
      && zip(mentions, found).allSatisfy { mention, found in
        mention.name == found.name && mention.pattern?.matches(found.value) ?? true
      }
    guard !isMet, mayChange(editable) else { return }
    guard let items = editable.items, items.count == mentions.count else {
      return leave(editable.node, .unusualForm)
    }
    var members: [MemberEdit.Member] = []
    for (written, there) in Pairing(mentions.map(\.name), found.map(\.name)).pairs {
      guard let written else {
        if let there { members.append(.item(.text(found[there].name))) }
        continue
      }
      let item = items[written]
      let mention = mentions[written]
      if let there {
        members.append(.kept(written))
        guard let pattern = mention.pattern, let entry = item.entries?.first else { continue }
        let value = found[there].value
        reconcile(entry.value, pattern, value, as: type(mention.name) ?? value.recordType)
      } else if mention.pattern?.holdsMatcher ?? false {
        members.append(.kept(written))
        leave(item.node, .matcher)
      } else if item.node.scalar?.isComputed ?? false {
        members.append(.kept(written))
        leave(item.node, .computed)
      }
    }
    edit(editable, members, of: mentions.count)
  }

  private mutating func reconcile(
    _ editable: EditableNode, selected: [(selector: Int, pattern: Pattern)], _ found: [Value??]
  ) {
    let entries = editable.entries ?? []
    for (index, (selector, pattern)) in selected.enumerated() {
      guard entries.count == selected.count else {
        if let value = found[index], pattern.matches(value) { continue }
        return leave(editable.node, editable.node.scalar == nil ? .unusualForm : .computed)
      }
      let value = entries[index].value
      guard let there = found[index] else {
        leave(value.node, .selectorError)
        continue
      }
      reconcile(value, pattern, there, as: values.spec.checked.selectors[selector].type)
    }
  }
}

extension EditableNode {
  /// The value of a key.
  fileprivate func part(_ key: String) -> EditableNode? {
    entries?.first { $0.key.text == key }?.value
  }
}

extension Value {
  /// The type of a payload.
  fileprivate var recordType: FieldType {
    if case .record(let record) = self { .record(record.shape.name) } else { .any }
  }
}
