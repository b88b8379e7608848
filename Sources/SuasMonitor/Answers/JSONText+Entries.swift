import CEL
import SuasLog
import SuasScenario
import SuasSpec

extension JSONText {
  /// Writes a text, or null if there is none.
  mutating func write(_ key: String, orNull text: String?) {
    write(key, text.map(Value.string) ?? .null)
  }

  /// Writes a number, or null if there is none.
  mutating func write(_ key: String, orNull number: Int?) {
    write(key, number.map { Value.int(Int64($0)) } ?? .null)
  }

  /// The maximum length of a text that the page shows in one line, in bytes.
  static let shortText = 300

  mutating func write(_ entry: Entry, _ number: Int) {
    writeObject { json in
      json.write("n", number)
      json.write("time", entry.time.secondsText)
      json.write("kind", entry.kind.rawValue)
      json.write("name", entry.name)
      json.write("text", entry.text.shortened(to: Self.shortText))
      json.write("from", orNull: entry.source)
      json.write("depth", entry.depth)
      json.write("by", orNull: entry.cause)
      json.write("changes", entry.changes.count)
      json.write("refused", orNull: entry.refusal)
      json.write("failed", orNull: entry.failure)
      json.write("differs", entry.differs)
    }
  }

  mutating func write(_ change: ShownChange) {
    writeObject { json in
      json.write("path", change.path)
      json.write("before", orNull: change.before)
      json.write("after", orNull: change.after)
    }
  }
}

/// A change as the page shows it; a value that is not there is nil.
struct ShownChange {
  let path: String
  let before: String?
  let after: String?
}

extension ShownChange {
  init(_ change: Change) {
    path = change.path.description
    before = change.old.map { $0.yaml(upTo: JSONText.shortText) }
    after = change.new.map { $0.yaml(upTo: JSONText.shortText) }
  }

  /// Creates the changes of a place from an entry in a log.
  ///
  /// - Parameters:
  ///   - old: The store before.
  ///   - new: The store after.
  static func all(
    at path: String, _ change: Value, from old: Value, to new: Value, _ display: ValueDisplay
  ) -> [ShownChange] {
    guard let place = Path(parsing: path) else { return [] }
    func text(_ store: Value, _ place: Path) -> String? {
      display.text(at: place.components, in: store, upTo: JSONText.shortText)
    }
    // The numbers of a log may be any.
    func elements(_ count: Int, from index: Int, old isOld: Bool) -> [ShownChange] {
      (0..<max(0, min(count, 200))).compactMap { offset in
        let (index, isTooLarge) = index.addingReportingOverflow(offset)
        guard index >= 0, !isTooLarge else { return nil }
        let place = place.index(index)
        return ShownChange(
          path: place.description, before: isOld ? text(old, place) : nil,
          after: isOld ? nil : text(new, place))
      }
    }
    guard case .map(let map) = change, let listChange = ListChange(map) else {
      return [ShownChange(path: path, before: text(old, place), after: text(new, place))]
    }
    return switch listChange {
    case .insert(let values, let index): elements(values.count, from: index, old: false)
    case .remove(let count, let index): elements(count, from: index, old: true)
    case .move(let from, let to):
      [ShownChange(path: path, before: "element \(from)", after: "moved to \(to)")]
    case .swap(let left, let right):
      [ShownChange(path: path, before: "elements \(left) and \(right)", after: "exchanged")]
    }
  }
}

extension Int64 {
  /// A time in nanoseconds as seconds.
  var secondsText: String {
    let micros = Swift.max(0, self) / 1000
    let fraction = String(micros % 1_000_000)
    let padded = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    return "\(micros / 1_000_000).\(padded.prefix(3)) s"
  }
}
