import CEL
import Suas
import SuasScenario
import SuasSpec

/// The way from the values, actions and effects of one version of a spec to those of another:
/// parts correspond if they have the same name, or if one is known to be renamed.
package final class VersionMapping {
  let old: CompiledSpec
  let new: CompiledSpec
  private let oldTypes: TypeTable
  private let newTypes: TypeTable
  private let newActions: [String: ActionType]
  /// The new names of renamed parts.
  private let renames: [DeclaredPart: String]
  private let messages: MessageComparison
  /// The old and new names of renamed cases: expressions see cases as texts.
  private let renamedCases: Set<[String]>
  /// The fields that two records have in common, by the names of their types.
  private var knownFields: [RecordNames: [CommonField]] = [:]
  /// True while texts are not equal that only may mean the same.
  private var comparesTextsExactly = false

  private struct RecordNames: Hashable {
    let old: String
    let new: String
  }

  /// A field that both versions of a record have, with values that can be compared.
  private struct CommonField {
    let name: String
    let slots: (old: Int, new: Int)
    let types: (old: FieldType, new: FieldType)
  }

  package init(
    from old: CompiledSpec, to new: CompiledSpec, renames: [DeclaredPart: String]
  ) {
    self.old = old
    self.new = new
    self.renames = renames
    oldTypes = old.typesOfEverything
    newTypes = new.typesOfEverything
    renamedCases = Set(
      renames.filter { $0.key.kind == .enumCase }.map { [$0.key.name, $0.value] })
    messages = MessageComparison(old.checked, new.checked, renames)
    newActions = Dictionary(
      new.actionTypes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the name of a part in the new version, if it has one there.
  package func newName(
    _ kind: DeclaredPart.Kind, _ name: String, of owner: String = ""
  ) -> String {
    renames[DeclaredPart(kind, name, of: owner)] ?? name
  }

  /// The type of an action or effect in the new version; nil if there is none.
  private func newAction(_ name: String) -> ActionType? {
    newActions[renames[DeclaredPart(.action, name)] ?? newName(.effect, name)]
  }

  // MARK: Moves

  /// Returns a move of the old version as one of the new version; nil if that has no such action or
  /// effect, or if its payload does not have these values.
  func adopting(_ move: Sandbox.Move) -> Sandbox.Move? {
    switch move {
    case .advance, .restart: return move
    case .respond(let effect, let which, let answer):
      guard let from = old.checked.effects.first(where: { $0.name == effect }),
        let to = new.checked.effects.first(where: { $0.name == newName(.effect, effect) }),
        let answer = translated(answer, from: from, to: to)
      else { return nil }
      return .respond(effect: to.name, which: which, answer)
    case .dispatch(let action):
      guard let type = newAction(action.name),
        let payload = translated(
          action.payload, from: action.type.payload, to: type.payload, leavingOutDefaults: true)
      else { return nil }
      return .dispatch(new.action(of: type, sending: payload))
    }
  }

  private func translated(
    _ answer: EffectAnswer, from: CheckedEffect, to: CheckedEffect
  ) -> EffectAnswer? {
    switch answer {
    case .result(let value):
      // A value that has no type of the old version has none of the new one either.
      guard let type = from.response.fields.first?.type,
        let newType = to.response.fields.first?.type,
        let fitted = try? oldTypes.fit(value, to: type)
      else { return answer }
      return translated(fitted, type, newType).map(EffectAnswer.result)
    case .last(let inner?): return translated(inner, from: from, to: to).map { .last($0) }
    default: return answer
    }
  }

  /// Returns sub-states of the old version as those of the new version, where it keeps its initial
  /// values if the old version has none; nil if some value does not belong to its new type.
  package func translated(_ subStates: [Record]) -> [Record]? {
    var result: [Record] = []
    for reducer in new.checked.reducers {
      let slot = old.checked.reducers.firstIndex {
        newName(.stateKey, $0.stateKey) == reducer.stateKey
      }
      guard let slot, slot < subStates.count else {
        result.append(reducer.initial)
        continue
      }
      guard
        let record = translated(
          subStates[slot], from: old.checked.reducers[slot].state, to: reducer.state,
          filling: reducer.initial)
      else { return nil }
      result.append(record)
    }
    return result
  }

  /// - Parameters:
  ///   - initial: The record whose values fill the fields that only the new type has; nil for their
  ///     defaults.
  ///   - leavingOutDefaults: True if a value that is the old default gives way to the new one, as in
  ///     a payload in which an app leaves it out.
  private func translated(
    _ record: Record, from oldType: RecordType, to newType: RecordType,
    filling initial: Record? = nil,
    leavingOutDefaults: Bool = false
  ) -> Record? {
    var values = ContiguousArray<Value>()
    for (slot, field) in newType.fields.enumerated() {
      let place = oldType.fields.firstIndex {
        newName(.field, $0.name, of: oldType.name) == field.name
      }
      if let place {
        if newType.isVariant, record[place] == .null {
          values.append(.null)
          continue
        }
        if leavingOutDefaults, let value = field.default,
          record[place] == oldType.fields[place].default
        {
          values.append(value)
          continue
        }
        let from = oldType.fields[place].type
        guard let value = translated(record[place], from, field.type) else { return nil }
        values.append(value)
      } else if newType.isVariant {
        values.append(.null)
      } else if let value = initial?[slot] ?? field.default {
        values.append(value)
      } else {
        return nil
      }
    }
    if newType.isVariant, !values.contains(where: { $0 != .null }) { return nil }
    return Record(newType.shape, values)
  }

  private func translated(_ value: Value, _ from: FieldType, _ to: FieldType) -> Value? {
    switch (from, to, value) {
    case (.optional, .optional, .null), (.optional, .any, .null): return .null
    case (.optional, _, .null): return nil
    case (.optional(let wrapped), _, _): return translated(value, wrapped, to)
    case (_, .optional(let wrapped), _): return translated(value, from, wrapped)
    case (.list(let from), .list(let to), .list(let list)):
      var result = List()
      for item in list {
        guard let item = translated(item, from, to) else { return nil }
        result.append(item)
      }
      return .list(result)
    case (.map(let key, let from), .map(let newKey, let to), .map(let map)):
      var result = Map()
      for (name, item) in map {
        guard let name = translated(name, key, newKey), let item = translated(item, from, to) else {
          return nil
        }
        result[name] = item
      }
      return .map(result)
    case (.record(let from), .record(let to), .record(let record)):
      guard let oldType = oldTypes.records[from], let newType = newTypes.records[to] else {
        return nil
      }
      return translated(record, from: oldType, to: newType).map(Value.record)
    case (.partial(let from), .partial(let to), .map(let map)):
      var result = Map()
      for (name, item) in map {
        guard case .string(let text) = name,
          let type = oldTypes.records[from]?.fields.first(where: { $0.name == text })?.type
        else { return nil }
        let newText = newName(.field, text, of: from)
        let newType = newTypes.records[to]?.fields.first { $0.name == newText }?.type
        guard let newType, let item = translated(item, type, newType) else { return nil }
        result[.string(newText)] = item
      }
      return .map(result)
    case (.enumeration(let name), _, .string(let text)):
      return try? newTypes.fit(.string(newName(.enumCase, text, of: name)), to: to)
    default: return try? newTypes.fit(value, to: to)
    }
  }

  // MARK: Comparing

  /// Returns the paths at which two stores differ, in the parts that both versions have: state keys
  /// and fields by their old names, without the indices of lists and the keys of maps.
  ///
  /// Histories are left out: no scenario can expect one, and their effect shows when a move through
  /// one is made.
  package func differences(_ oldStore: Record, _ newStore: Record) -> Set<[String]> {
    var found: Set<[String]> = []
    for (slot, reducer) in old.checked.reducers.enumerated() where !reducer.isHistory {
      let key = newName(.stateKey, reducer.stateKey)
      guard let place = new.store.slot(of: key) else { continue }
      compare(
        oldStore[slot], newStore[place],
        (.record(reducer.state.name), .record(new.checked.reducers[place].state.name)),
        [reducer.stateKey], &found)
    }
    return found
  }

  /// Returns a path of ``differences(_:_:)`` with the names of the new version.
  package func newPath(_ path: [String]) -> [String] {
    guard let key = path.first else { return [] }
    var record = old.checked.reducers.first { $0.stateKey == key }?.state
    var result = [newName(.stateKey, key)]
    for name in path.dropFirst() {
      result.append(record.map { newName(.field, name, of: $0.name) } ?? name)
      let type = record?.fields.first { $0.name == name }?.type
      record = (type?.mentionedRecords.first).flatMap { oldTypes.records[$0] }
    }
    return result
  }

  /// Returns true if values that listeners received or effects were given are alike in the parts
  /// that both versions have.
  ///
  /// - Parameter types: The types of the values; `any` for records, which have their type with
  ///   them.
  package func areAlike(
    _ oldValue: Value, _ newValue: Value, as types: (old: FieldType, new: FieldType)
  ) -> Bool {
    var found: Set<[String]> = []
    compare(oldValue, newValue, types, [], &found)
    return found.isEmpty
  }

  /// Returns true if values that the versions have written out are equal in the parts that both
  /// versions have.
  package func areEqual(
    _ oldValue: Value, _ newValue: Value, as types: (old: FieldType, new: FieldType)
  ) -> Bool {
    var found: Set<[String]> = []
    comparesTextsExactly = true
    compare(oldValue, newValue, types, [], &found)
    comparesTextsExactly = false
    return found.isEmpty
  }

  private func compare(
    _ old: Value, _ new: Value, _ types: (old: FieldType, new: FieldType), _ path: [String],
    _ found: inout Set<[String]>
  ) {
    switch (old, new) {
    case (.record(let old), .record(let new)):
      compare(old, new, path, &found)
      return
    case (.list(let old), .list(let new)):
      guard old.count == new.count else { break }
      let elements = (types.old.element, types.new.element)
      for (old, new) in zip(old, new) { compare(old, new, elements, path, &found) }
      return
    case (.map(let old), .map(let new)):
      // Maps are equal in any order.
      let values = old.map { (old: $1, new: new[mapped($0, types.old.key)]) }
      guard old.count == new.count, !values.contains(where: { $0.new == nil }) else { break }
      let elements = (types.old.element, types.new.element)
      for case (let old, let new?) in values { compare(old, new, elements, path, &found) }
      return
    case (.string(let old), .string(let new)) where old != new && !comparesTextsExactly:
      if renamedCases.contains([old, new]) || messages.areAlike(old, new) { return }
    default:
      if mapped(old, types.old) == new { return }
    }
    found.insert(path)
  }

  private func compare(
    _ old: Record, _ new: Record, _ path: [String], _ found: inout Set<[String]>
  ) {
    let fields = commonFields(old.shape.name, new.shape.name)
    if old.shape.isVariant, new.shape.isVariant,
      fields.contains(where: { (old[$0.slots.old] == .null) != (new[$0.slots.new] == .null) })
    {
      found.insert(path)
      return
    }
    for field in fields {
      compare(
        old[field.slots.old], new[field.slots.new], field.types, path + [field.name], &found)
    }
  }

  /// Returns a value as the new version names it, if it is the case of an enum.
  private func mapped(_ value: Value, _ type: FieldType) -> Value {
    guard case .enumeration(let name) = type.unwrapped, case .string(let text) = value else {
      return value
    }
    return .string(newName(.enumCase, text, of: name))
  }

  private func commonFields(_ oldName: String, _ newName: String) -> [CommonField] {
    let names = RecordNames(old: oldName, new: newName)
    if let known = knownFields[names] { return known }
    var fields: [CommonField] = []
    if let oldType = oldTypes.records[oldName], let newType = newTypes.records[newName] {
      for (slot, field) in oldType.fields.enumerated() {
        let name = self.newName(.field, field.name, of: oldName)
        guard let place = newType.shape.slot(of: name),
          isComparable(field.type, newType.fields[place].type)
        else { continue }
        fields.append(
          CommonField(
            name: field.name, slots: (slot, place), types: (field.type, newType.fields[place].type))
        )
      }
    }
    knownFields[names] = fields
    return fields
  }

  /// True if equal values of two types mean the same.
  private func isComparable(_ old: FieldType, _ new: FieldType) -> Bool {
    switch (old.unwrapped, new.unwrapped) {
    case (.list(let old), .list(let new)): isComparable(old, new)
    case (.map(let oldKey, let old), .map(let newKey, let new)):
      isComparable(oldKey, newKey) && isComparable(old, new)
    case (.record(let old), .record(let new)):
      oldTypes.records[old]?.isVariant == newTypes.records[new]?.isVariant
    case (.partial, .partial), (.enumeration, .enumeration): true
    case (.enumeration, .string), (.string, .enumeration): true
    case (.any, _), (_, .any): true
    case (let old, let new): old == new
    }
  }
}

extension FieldType {
  /// The type of a list's elements or a map's values; `any` for other types.
  fileprivate var element: FieldType {
    switch unwrapped {
    case .list(let element), .map(_, let element): element
    default: .any
    }
  }

  /// The type of a map's keys; `any` for other types.
  fileprivate var key: FieldType {
    if case .map(let key, _) = unwrapped { key } else { .any }
  }
}
