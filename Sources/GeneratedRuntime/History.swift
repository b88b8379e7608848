/// The history of a state: the states before it, and those that were undone; the nearest is last in
/// both lists.
package struct History<State: Sendable & Equatable>: Sendable, Equatable, ExactlyEquatable {
  package var past: [State] = []
  package var future: [State] = []
  /// The group of the last entry; null after a move.
  package var group = JSONValue.null

  /// The state that a move leads to, back if the number is negative, and at most to the end; nil if
  /// there is nothing to go to.
  package func state(after steps: Int64) -> State? {
    let states = steps < 0 ? past : future
    let count = Int(clamping: min(steps.magnitude, UInt64(states.count)))
    return count == 0 ? nil : states[states.count - count]
  }

  /// Moves from the present state to another one; returns false if there is nothing to go to.
  package mutating func move(_ steps: Int64, from present: State) -> Bool {
    guard state(after: steps) != nil else { return false }
    var state = present
    for _ in 0..<min(steps.magnitude, UInt64(steps < 0 ? past.count : future.count)) {
      if steps < 0 {
        future.append(state)
        state = past.removeLast()
      } else {
        past.append(state)
        state = future.removeLast()
      }
    }
    group = .null
    return true
  }

  /// Empties the history; returns false if it is empty.
  package mutating func clear() -> Bool {
    guard !past.isEmpty || !future.isEmpty else { return false }
    self = History()
    return true
  }

  /// Makes an entry for the state before a change; returns false if the history stays as it is.
  package mutating func record(_ state: State, group: JSONValue, limit: Int) -> Bool {
    if !group.isNull, !past.isEmpty, self.group == group {
      if future.isEmpty { return false }
    } else {
      past.append(state)
      if past.count > limit { past.removeFirst(past.count - limit) }
    }
    future = []
    self.group = group
    return true
  }
}

/// A state whose histories have groups that are made from sensitive values.
package protocol SensitivelyGrouped {}

extension History: JSONWritable, JSONCoded, Codable, SpecRecord where State: SpecRecord {
  package static var recordType: RecordType {
    RecordType(
      "the history of \(State.typeName)", ["past", "future", "group"],
      sensitive: State.self is any SensitivelyGrouped.Type ? ["group"] : [])
  }

  package init(_ value: JSONValue, from source: ValueSource) throws(Failure) {
    let fields = try FieldReader(value, Self.recordType, from: source)
    past = try fields.read("past", default: [])
    future = try fields.read("future", default: [])
    group = try fields.read("group", default: .null)
  }

  package var json: JSONValue { .record(Self.recordType, [past.json, future.json, group]) }
}
