import CEL
import SuasSpec

/// The properties of a state that decide which moves are worth trying there.
struct Profile: Hashable, Sendable {
  /// The size of its largest list or map.
  var size = 0
  /// The text keys of its maps.
  var keys: [String] = []
  /// Its other texts.
  var texts: [String] = []
  /// Its generated ids, whether keys or texts.
  var identifiers: [String] = []
  /// The integers that are keys of maps or inside elements; others are assumed to be counters.
  var numbers: [Int64] = []

  private static let limit = 6

  /// Puts the findings in an order that does not depend on where they were found, except for ids,
  /// which have no order of their own and stay in the order in which they were found.
  fileprivate mutating func finish(besides known: Set<String>, _ made: MadeIdentifiers?) {
    if let made {
      func isMade(_ text: String) -> Bool { made.place(of: text) != nil }
      var seen: Set<String> = []
      func some(of texts: [String]) -> [String] {
        Array(texts.filter { isMade($0) && seen.insert($0).inserted }.prefix(Self.limit))
      }
      identifiers = some(of: keys) + some(of: texts)
      keys.removeAll(where: isMade)
      texts.removeAll(where: isMade)
    }
    keys = Self.some(of: keys.filter { !known.contains($0) })
    texts = Self.some(of: texts.filter { !known.contains($0) && !keys.contains($0) })
    numbers = Self.some(of: numbers.filter { $0 > Int64(size) || $0 < -1 })
  }

  private static func some<Item: Hashable & Comparable>(of items: [Item]) -> [Item] {
    items.isEmpty ? [] : Array(Set(items).sorted().prefix(limit))
  }
}

extension StateCodec {
  /// The length in bytes above which a text is ignored, since no user would type it.
  private static var longestText: Int { 64 }

  /// Returns the profile of sub-states.
  ///
  /// - Parameters:
  ///   - known: Texts that are left out.
  ///   - identifiers: The generated ids, if the spec generates any.
  func profile(
    of subStates: [Record], besides known: Set<String>, _ identifiers: MadeIdentifiers? = nil
  ) -> Profile {
    var profile = Profile()
    for (slot, record) in subStates.enumerated() where !isHistory[slot] {
      look(at: .record(record), as: roots[slot], &profile, isElement: false)
    }
    profile.finish(besides: known, identifiers)
    return profile
  }

  private func look(
    at value: Value, as layout: Layout, _ profile: inout Profile, isElement: Bool
  ) {
    switch (layout, value) {
    case (.string, .string(let text)):
      if text.utf8.count <= Self.longestText { profile.texts.append(text) }
    case (.int, .int(let number)): if isElement { profile.numbers.append(number) }
    case (.list(let element), .list(let list)):
      profile.size = max(profile.size, list.count)
      for item in list { look(at: item, as: element, &profile, isElement: true) }
    case (.map(let key, let element), .map(let map)):
      profile.size = max(profile.size, map.count)
      for entry in map {
        if case .string(let text) = entry.key {
          if text.utf8.count <= Self.longestText { profile.keys.append(text) }
        } else {
          look(at: entry.key, as: key, &profile, isElement: true)
        }
        look(at: entry.value, as: element, &profile, isElement: true)
      }
    case (.optional(let wrapped), _) where value != .null:
      look(at: value, as: wrapped, &profile, isElement: isElement)
    case (.record(let place), .record(let record)):
      let layout = records[place]
      for slot in layout.fields.indices {
        look(at: record[slot], as: layout.fields[slot], &profile, isElement: isElement)
      }
    case (.any, .list(let list)): profile.size = max(profile.size, list.count)
    case (.any, .map(let map)): profile.size = max(profile.size, map.count)
    default: break
    }
  }

  /// Returns the size of the largest list or map in a sub-state; 0 for a history, whose entries were
  /// sub-states themselves.
  func largest(in subState: Record, slot: Int) -> Int {
    isHistory[slot] ? 0 : largest(in: .record(subState), as: roots[slot])
  }

  private func largest(in value: Value, as layout: Layout) -> Int {
    switch (layout, value) {
    case (.list(let element), .list(let list)):
      guard element.canHoldMany else { return list.count }
      return list.reduce(list.count) { max($0, largest(in: $1, as: element)) }
    case (.map(_, let element), .map(let map)):
      guard element.canHoldMany else { return map.count }
      return map.reduce(map.count) { max($0, largest(in: $1.value, as: element)) }
    case (.optional(let wrapped), _): return largest(in: value, as: wrapped)
    case (.record(let place), .record(let record)):
      var found = 0
      for (slot, field) in records[place].fields.enumerated() where field.canHoldMany {
        found = max(found, largest(in: record[slot], as: field))
      }
      return found
    case (.any, .list(let list)):
      return list.reduce(list.count) { max($0, largest(in: $1, as: .any)) }
    case (.any, .map(let map)):
      return map.reduce(map.count) { max($0, largest(in: $1.value, as: .any)) }
    case (.string, .string(let text)), (.any, .string(let text)):
      // A text that grows is as unbounded as a list.
      return text.utf8.count / 64
    default: return 0
    }
  }
}

extension Layout {
  fileprivate var canHoldMany: Bool {
    switch self {
    case .list, .map, .any, .record, .string: true
    case .optional(let wrapped): wrapped.canHoldMany
    default: false
    }
  }
}
