import CEL
import SuasSpec

/// The room for a text with values.
///
/// Values share in memory what they have in common, and texts do not: the states of one step, of which
/// listeners are told, can stand for gigabytes.
package struct TextRoom {
  /// The number of bytes that are left.
  private var bytes: Int

  package init(bytes: Int) { self.bytes = bytes }

  /// Takes the room of a value; returns false if there is not enough of it, and leaves none then.
  ///
  /// - Parameter depth: The number of collections around the value: in YAML, its lines are indented by
  ///   them.
  package mutating func take(_ value: Value, depth: Int = 0) -> Bool {
    switch value {
    case .string(let text): return take(text.utf8.count + 2)
    case .list(let list):
      return take(2) && list.allSatisfy { take(2 * depth + 2) && take($0, depth: depth + 1) }
    case .map(let map):
      return take(2)
        && map.allSatisfy {
          take(2 * depth + 2) && take($0.key) && take($0.value, depth: depth + 1)
        }
    case .record(let record) where record.shape.isVariant:
      return take(2) && take(record.caseAsWritten, depth: depth)
    case .record(let record):
      return take(2)
        && record.shape.fields.indices.allSatisfy { slot in
          take(2 * depth + record.shape.fields[slot].name.utf8.count + 4)
            && take(record[slot], depth: depth + 1)
        }
    default: return take(4)
    }
  }

  /// Returns the items of a list for which there is room, and counts the others.
  mutating func keep(
    _ items: [(name: String, value: Value)], _ omitted: inout Int
  ) -> [(name: String, value: Value)] {
    let kept = Array(items.prefix { take($0.name) && take($0.value) })
    omitted += items.count - kept.count
    return kept
  }

  /// Takes the room of a value, if there is one; returns false if there is not enough of it.
  package mutating func take(_ value: Value?) -> Bool { value.map { take($0) } ?? true }

  /// Takes the room of a text; returns false if there is not enough of it.
  package mutating func take(_ text: String) -> Bool { take(text.utf8.count) }

  private mutating func take(_ count: Int) -> Bool {
    bytes -= count
    return bytes >= 0
  }
}
