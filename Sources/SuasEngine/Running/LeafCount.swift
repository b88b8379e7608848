import CEL
import SuasProgram

/// A plan that counts the leaves in values of a type, and looks only at parts that can differ.
indirect enum LeafCount: Sendable {
  case fixed(Int)
  case list(LeafCount)
  case map(LeafCount)
  case record([LeafCount])
  /// A type whose leaves are counted by looking at the value alone.
  case byValue

  init(_ type: FieldType, _ types: TypeTable) {
    var known: [String: LeafCount] = [:]
    self.init(type, types, &known)
  }

  /// - Parameter known: The counts of the records that have been visited.
  private init(_ type: FieldType, _ types: TypeTable, _ known: inout [String: LeafCount]) {
    guard !types.isUnbounded(type) else {
      self = .byValue
      return
    }
    switch type {
    case .list(let element): self = .list(LeafCount(element, types, &known))
    case .map(_, let value): self = .map(LeafCount(value, types, &known))
    case .record(let name):
      if let count = known[name] {
        self = count
        return
      }
      var fields: [LeafCount] = []
      var sum = types.records[name]?.isVariant ?? false ? nil : 0
      for field in types.records[name]?.fields ?? [] {
        let leaves = LeafCount(field.type, types, &known)
        fields.append(leaves)
        guard case .fixed(let count) = leaves else {
          sum = nil
          continue
        }
        sum = sum.flatMap { sum in
          let (next, overflow) = sum.addingReportingOverflow(count)
          return overflow ? nil : next
        }
      }
      self = sum.map(LeafCount.fixed) ?? .record(fields)
      known[name] = self
    case .optional(let wrapped):
      let count = LeafCount(wrapped, types, &known)
      if case .fixed(1) = count { self = .fixed(1) } else { self = .byValue }
    default: self = .fixed(1)
    }
  }

  /// The number of leaves in a value that has too many.
  enum Excess: Sendable {
    case exactly(Int)
    /// More leaves than this number; values can share parts, so a full count could take too long.
    case moreThan(Int)
  }

  /// The number of leaves in a value with more than `limit` of them; nil for other values.
  func excess(of value: Value, over limit: Int) -> Excess? {
    var left = limit
    if take(value, from: &left) { return nil }
    let (most, overflow) = limit.addingReportingOverflow(max(limit, Self.countedBeyond))
    guard !overflow else { return .moreThan(limit) }
    left = most
    return take(value, from: &left) ? .exactly(most - left) : .moreThan(most)
  }

  /// The least number of leaves counted beyond the limit.
  private static let countedBeyond = 100_000

  /// Subtracts the leaves of a value from `left`; returns false if there are more.
  func take(_ value: Value, from left: inout Int) -> Bool {
    switch (self, value) {
    case (.fixed(let count), _):
      left -= count
    case (.list(.fixed(let count)), .list(let list)):
      return Self.take(list.count, count, from: &left)
    case (.map(.fixed(let count)), .map(let map)):
      return Self.take(map.count, count, from: &left)
    case (.list(let element), .list(let list)):
      for item in list where !element.take(item, from: &left) { return false }
    case (.map(let element), .map(let map)):
      for (_, item) in map where !element.take(item, from: &left) { return false }
    case (.record(let fields), .record(let record)):
      for (field, item) in zip(fields, record.fields) where !field.take(item, from: &left) {
        return false
      }
    case (_, .list(let list)):
      for item in list where !Self.byValue.take(item, from: &left) { return false }
    case (_, .map(let map)):
      for (_, item) in map where !Self.byValue.take(item, from: &left) { return false }
    case (_, .record(let record)):
      for item in record.fields where !Self.byValue.take(item, from: &left) { return false }
    default:
      left -= 1
    }
    return left >= 0
  }

  private static func take(_ count: Int, _ each: Int, from left: inout Int) -> Bool {
    let (leaves, overflow) = count.multipliedReportingOverflow(by: each)
    left = overflow ? -1 : left - leaves
    return left >= 0
  }
}
