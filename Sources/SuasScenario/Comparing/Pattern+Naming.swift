import CEL
import SuasSpec

/// The paths that an expectation names, for `exhaustive`.
extension Pattern {
  /// Returns true if the pattern, which applies to the start of `path`, states an expectation for
  /// the value at its end.
  ///
  /// - Parameter value: the current value at the start of the path; nil if there is none.
  func names(_ path: ArraySlice<Path.Component>, of value: Value?) -> Bool {
    if case .matcher(let matcher) = kind { return matcher.names(path, of: value) }
    guard let component = path.first else { return true }
    let rest = path.dropFirst()
    let inner = value?.value(at: path.prefix(1))
    switch (kind, component) {
    case (.record(let fields), .name(let name)):
      // Names differ by code points, and fields are plain names.
      return fields.first { $0.name == name }?.pattern.names(rest, of: inner) ?? false
    case (.variant(_, let caseName, let contents), .name(let name)):
      return caseName != name || contents.names(rest, of: inner)
    case (.list(let patterns), .number(let index)):
      guard let index = Int(exactly: index), patterns.indices.contains(index) else { return true }
      return patterns[index].names(rest, of: inner)
    case (.map(let entries), _):
      return entries.first { $0.key == component.key }?.pattern.names(rest, of: inner) ?? true
    default:
      return true
    }
  }
}

extension Matcher {
  /// A matcher names everything in its value, but one that gives only the number of elements, or
  /// some of them, leaves the others open.
  fileprivate func names(_ path: ArraySlice<Path.Component>, of value: Value?) -> Bool {
    switch self {
    case .any, .absent, .that, .matches, .approx: return true
    case .contains, .containsEntries, .size: return false
    case .unordered(let patterns):
      guard let element = value?.value(at: path.prefix(1)), !path.isEmpty else { return true }
      let rest = path.dropFirst()
      return patterns.contains { $0.matches(element) && $0.names(rest, of: element) }
    }
  }
}
