/// All problems that a stage found, in the order of the files.
public struct Diagnostics: Error, Sendable {
  public var items: [Diagnostic]
  /// The number of further diagnostics that were not kept because there were too many.
  public var omitted: Int

  public init(_ items: [Diagnostic] = [], omitted: Int = 0) {
    self.items = items
    self.omitted = omitted
  }

  /// Adds the diagnostics of another stage or file.
  public mutating func add(_ others: Diagnostics) {
    items += others.items
    omitted += others.omitted
  }

  /// True if there is any error, and not only warnings.
  public var hasErrors: Bool { items.contains { $0.severity == .error } }

  /// The same diagnostics file by file, in the order of the files' first appearance, by offset.
  public func sorted() -> Diagnostics {
    var fileOrder: [String: Int] = [:]
    let keyed = items.enumerated().map { index, item in
      let (name, offset) = item.place.sortKey
      let file = fileOrder[name, default: fileOrder.count]
      fileOrder[name] = file
      return (key: (file, offset, index), item)
    }
    return Diagnostics(keyed.sorted { $0.key < $1.key }.map(\.1), omitted: omitted)
  }
}

extension Diagnostic.Place {
  /// The key for sorting, which puts a file as a whole before the ranges in it.
  fileprivate var sortKey: (name: String, offset: Int) {
    switch self {
    case .file(let name): (name, -1)
    case .range(let range): (range.source.name, range.lowerBound)
    }
  }
}
