import CEL

/// Which places an expectation speaks of, for `exhaustive`.
extension Pattern {
  /// Whether the pattern, which stands at the beginning of `path`, says what is to be at its end.
  func names(_ path: some Collection<Path.Component>) -> Bool {
    guard let component = path.first else { return true }
    switch (kind, component) {
    case (.record(let fields), .name(let name)):
      // Code points tell names apart, and fields are plain names.
      return fields.first { $0.name == name }?.pattern.names(path.dropFirst()) ?? false
    case (.variant(_, let caseName, let contents), .name(let name)):
      return caseName != name || contents.names(path.dropFirst())
    case (.list(let patterns), .number(let index)):
      guard let index = Int(exactly: index), patterns.indices.contains(index) else { return true }
      return patterns[index].names(path.dropFirst())
    case (.map(let entries), _):
      return entries.first { $0.key == component.key }?.pattern.names(path.dropFirst()) ?? true
    default:
      return true
    }
  }
}
