import CEL
import SuasScenario
import SuasSpec

/// A part of a store as a tree whose branches the page asks for as they are unfolded.
struct StateAnswer {
  private let store: Value
  /// The store before the entry.
  private let earlier: Value?
  private let display: ValueDisplay

  init(_ store: Value, after earlier: Value?, _ display: ValueDisplay) {
    self.store = store
    self.earlier = earlier
    self.display = display
  }

  /// Reads a path that the page has been given.
  private func place(_ path: String) throws(RequestFailure) -> Path {
    if path.isEmpty { return Path([]) }
    guard let place = Path(parsing: path) else { throw RequestFailure("this is no path") }
    return place
  }

  /// Returns the value at a path, whose sensitive fields are not hidden.
  private func value(at place: Path) throws(RequestFailure) -> Value {
    let value =
      display.hidesSensitiveValues
      ? store.partlyShownValue(at: place.components) : store.value(at: place.components)
    guard let value else { throw RequestFailure("there is nothing at \(place)") }
    return value
  }

  private func text(_ value: Value, upTo limit: Int = JSONText.shortText) -> String {
    value.yaml(upTo: limit, hidingSensitiveFields: display.hidesSensitiveValues)
  }

  /// Writes a value and some of its children.
  func write(
    _ path: String, from first: Int, count: Int, to json: inout JSONText
  ) throws(RequestFailure) {
    let place = try place(path)
    let value = try value(at: place)
    json.write("path", path)
    json.write("kind", value.treeKind)
    json.write("size", value.childCount)
    json.write("text", text(value))
    let children = value.children(from: first, count: count, hiding: display.hidesSensitiveValues)
    json.write("children", children) { json, child in
      let path = Path(place.components + [child.component])
      json.writeObject { json in
        json.write("path", path.description)
        json.write("label", child.component.key.interpolated)
        json.write("kind", child.value.treeKind)
        json.write("size", child.value.childCount)
        json.write("text", text(child.value))
        json.write("changed", hasChanged(path))
      }
    }
  }

  private func hasChanged(_ place: Path) -> Bool {
    guard let earlier else { return false }
    return store.value(at: place.components) != earlier.value(at: place.components)
  }

  /// The maximum length of a whole text, in bytes.
  private static let longest = 1_000_000

  /// The whole text of a value.
  func text(at path: String) throws(RequestFailure) -> String {
    let value = try value(at: try place(path))
    if case .string(let text) = value { return text.shortened(to: Self.longest) }
    return self.text(value, upTo: Self.longest)
  }

  /// Returns the places on the way to a path, each with its index among its siblings, and true if
  /// they lead all the way.
  func trail(
    to path: String
  ) throws(RequestFailure) -> (steps: [(place: Path, index: Int)], isWhole: Bool) {
    let components = try self.place(path).components
    var trail: [(place: Path, index: Int)] = []
    var value = store
    var place = Path([])
    for component in components {
      guard let index = value.childIndex(of: component),
        let child = value.children(from: index, count: 1, hiding: display.hidesSensitiveValues)
          .first
      else { break }
      place.append(component)
      trail.append((place, index))
      value = child.value
    }
    return (trail, trail.count == components.count)
  }

  /// The maximum number of values that a search looks at.
  private static let mostSearched = 2_000_000

  /// Returns the paths of values that hold a text, and true if there may be more.
  func find(_ text: String, most: Int = 100) -> (paths: [String], hasMore: Bool) {
    let text = text.lowercased()
    var paths: [String] = []
    var searched = 0
    var stack: [(place: Path, value: Value)] = [(Path([]), store)]
    while let (place, value) = stack.popLast() {
      searched += 1
      if paths.count > most || searched > Self.mostSearched { break }
      if value.childCount == 0 {
        if value.interpolated.lowercased().contains(text) { paths.append(place.description) }
        continue
      }
      let children = value.children(from: 0, count: .max, hiding: display.hidesSensitiveValues)
      for child in children.reversed() {
        let place = Path(place.components + [child.component])
        if case .name(let name) = child.component, name.lowercased().contains(text),
          child.value.childCount > 0
        {
          paths.append(place.description)
        }
        stack.append((place, child.value))
      }
    }
    return (Array(paths.prefix(most)), paths.count > most || searched > Self.mostSearched)
  }
}

extension Value {
  fileprivate var treeKind: String {
    switch self {
    case .record(let record): record.shape.isVariant ? "variant" : "record"
    case .list: "list"
    case .map: "map"
    default: "leaf"
    }
  }

  /// The number of children; 0 for a value that has no parts.
  var childCount: Int {
    switch self {
    case .record(let record) where record.shape.isVariant: record.presentCase == nil ? 0 : 1
    case .record(let record): record.fields.count
    case .list(let list): list.count
    case .map(let map): map.count
    default: 0
    }
  }

  /// Returns the index of a child; nil if there is no such child.
  fileprivate func childIndex(of component: Path.Component) -> Int? {
    switch (self, component) {
    case (.record(let record), .name(let name)):
      guard let slot = record.shape.slot(of: name) else { return nil }
      guard record.shape.isVariant else { return slot }
      return record.presentCase == slot ? 0 : nil
    case (.list(let list), .number(let number)):
      return Int(exactly: number).flatMap { 0..<list.count ~= $0 ? $0 : nil }
    case (.map(let map), _): return map.index(of: component.key)
    default: return nil
    }
  }

  /// Returns some of the children in order.
  ///
  /// - Parameter hides: True to return `***` for sensitive fields.
  func children(
    from first: Int, count: Int, hiding hides: Bool
  ) -> [(component: Path.Component, value: Value)] {
    switch self {
    case .record(let record):
      let slots =
        record.shape.isVariant
        ? record.presentCase.map { [$0] } ?? [] : Array(record.shape.fields.indices)
      return slots.dropFirst(first).prefix(count).map { slot in
        let field = record.shape.fields[slot]
        return (
          .name(field.name),
          hides && field.isSensitive ? Shape.Field.hiddenValue : record[slot]
        )
      }
    case .list(let list):
      let last = min(
        list.count, first.addingReportingOverflow(count).overflow ? .max : first + count)
      guard first < last else { return [] }
      return (first..<last).map { (.number(Int64($0)), list[$0]) }
    case .map(let map):
      return map.dropFirst(first).prefix(count).map { (Path.Component($0.key), $0.value) }
    default: return []
    }
  }
}
