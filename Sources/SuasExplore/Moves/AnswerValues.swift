import CEL
import SuasSpec

/// Makes the values in answers to effects, from the parts of answers that expressions read.
struct AnswerValues {
  let source: ValueSource

  private static let mostOfType = 4
  /// The greatest number of choices to try for one part.
  private static let most = 32
  private static let deepest = 8

  /// Returns the JSON values to try in a part of an answer, the simplest that fits first.
  func choices(for part: AnswerPart, _ depth: Int = 0) -> [Value] {
    guard depth < Self.deepest else { return [.null] }
    var values: [Value] = []
    if !part.members.isEmpty {
      values += maps(of: part, depth)
    } else if let element = part.element {
      values += lists(of: element, atLeast: part.leastCount, depth)
    }
    values += part.literals.filter { $0 != .null }
    for type in part.types {
      let made = source.choices(of: type).all
      let count = type.hasCases ? made.count : Self.mostOfType
      values += made.prefix(count).map(json)
    }
    if values.isEmpty { values = ["a"] }
    if part.literals.contains(.null) { values.insert(.null, at: 1) }
    return Array(values.unique.prefix(Self.most))
  }

  /// Returns maps with all members. Each member is varied while the others keep their simplest
  /// values: first each member takes its second choice, then each its third, and so on.
  private func maps(of part: AnswerPart, _ depth: Int) -> [Value] {
    let choices = part.members.map { member in
      let values = self.choices(for: member.part, depth + 1).map(Optional.some)
      return member.part.mayBeMissing ? [values[0], nil] + values.dropFirst() : values
    }
    func map(_ step: Int, at place: Int) -> Value {
      var map = Map()
      for (index, member) in part.members.enumerated() {
        guard let value = choices[index][index == place ? step : 0] else { continue }
        map[.string(member.name)] = value
      }
      return .map(map)
    }
    let steps = 1..<max(1, choices.map(\.count).max() ?? 1)
    let varied = steps.lazy.flatMap { step in
      choices.indices.lazy.filter { step < choices[$0].count }.map { (step, $0) }
    }
    return [map(0, at: 0)] + varied.prefix(Self.most).map { map($0.0, at: $0.1) }
  }

  private func lists(of element: AnswerPart, atLeast count: Int, _ depth: Int) -> [Value] {
    let items = choices(for: element, depth + 1)
    func list(_ items: [Value]) -> Value {
      let rest = repeatElement(items.first ?? .null, count: max(0, count - items.count))
      return .list(List(items + rest))
    }
    let lists = [
      list([items[0]]), .list(List()), list([items[0], items.count > 1 ? items[1] : items[0]]),
    ]
    return lists + items.dropFirst().map { list([$0]) }
  }

  /// Returns a value in its JSON form.
  func json(_ value: Value) -> Value {
    switch value {
    case .list(let list): return .list(List(list.map(json)))
    case .map(let map):
      var made = Map()
      for entry in map { made[.string(entry.key.interpolated)] = json(entry.value) }
      return .map(made)
    case .record(let record):
      var made = Map()
      let present = record.presentCase
      for (slot, field) in record.shape.fields.enumerated()
      where present == nil || present == slot {
        made[.string(field.name)] = json(record[slot])
      }
      return .map(made)
    case .timestamp, .duration: return .string(value.interpolated)
    default: return value
    }
  }
}

extension [Value] {
  /// The array without duplicates.
  var unique: [Value] {
    reduce(into: []) { seen, value in if !seen.contains(value) { seen.append(value) } }
  }
}

extension FieldType {
  /// True for types with a few distinct values that are all worth trying.
  fileprivate var hasCases: Bool {
    switch unwrapped {
    case .bool, .enumeration, .record: true
    default: false
    }
  }
}
