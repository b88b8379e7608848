/// All that a stage found wrong, in the order of the files.
public struct Diagnostics: Error, Sendable {
  public var items: [Diagnostic]
  /// How many more there were than anybody reads, and so were not kept.
  public var omitted: Int

  public init(_ items: [Diagnostic] = [], omitted: Int = 0) {
    self.items = items
    self.omitted = omitted
  }

  /// Adds those of another stage or file.
  public mutating func add(_ others: Diagnostics) {
    items += others.items
    omitted += others.omitted
  }

  /// Whether there is more than warnings.
  public var hasErrors: Bool { items.contains { $0.severity == .error } }

  /// The same, file by file in the order the files first appear, each from its beginning on.
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
  /// A file as a whole comes before what is in it.
  fileprivate var sortKey: (name: String, offset: Int) {
    switch self {
    case .file(let name): (name, -1)
    case .range(let range): (range.source.name, range.lowerBound)
    }
  }
}
