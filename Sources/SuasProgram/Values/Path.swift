import CEL

/// A path into a store, as an author writes it: `TodoList.todos[0].isCompleted`, `byId["a key"]`.
package struct Path: Hashable, Sendable {
  package enum Component: Sendable {
    /// A field, or the key of a map.
    case name(String)
    /// An index, or the key of a map.
    case number(Int64)
    case flag(Bool)
  }

  package private(set) var components: [Component]

  package init(_ components: [Component]) { self.components = components }

  package mutating func append(_ component: Component) { components.append(component) }

  package func field(_ name: String) -> Path { Path(components + [.name(name)]) }
  package func index(_ index: Int) -> Path { Path(components + [.number(Int64(index))]) }
  package func key(_ key: Value) -> Path { Path(components + [Component(key)]) }

  /// Returns true if the other path is this one or begins with it.
  package func leads(to other: Path) -> Bool { other.components.starts(with: components) }
}

extension Path.Component {
  package init(_ key: Value) {
    switch key {
    case .string(let text): self = .name(text)
    case .int(let number): self = .number(number)
    case .bool(let flag): self = .flag(flag)
    default: self = .name(key.interpolated)
    }
  }

  /// The component as the key of a map.
  package var key: Value {
    switch self {
    case .name(let text): .string(text)
    case .number(let number): .int(number)
    case .flag(let flag): .bool(flag)
    }
  }
}

extension Path.Component: Hashable {
  /// Compares names by their code points, not by canonical equivalence.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
    case (.number(let left), .number(let right)): left == right
    case (.flag(let left), .flag(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .name(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .number(let number): hasher.combine(number)
    case .flag(let flag): hasher.combine(flag)
    }
  }
}

extension Path: CustomStringConvertible {
  package var description: String {
    var text = ""
    for component in components {
      switch component {
      case .name(let name) where name.isPlainName && !Self.isWord(name):
        text += text.isEmpty ? name : ".\(name)"
      default:
        text += "[\(component.key)]"
      }
    }
    return text
  }

  /// Names that cannot follow a dot (CEL spec, "Syntax").
  private static func isWord(_ name: String) -> Bool {
    switch name {
    case "false", "in", "null", "true": true
    default: false
    }
  }
}

extension String {
  /// True if the text is `[A-Za-z_][A-Za-z0-9_]*`.
  package var isPlainName: Bool {
    guard let first = utf8.first, !(0x30...0x39 ~= first) else { return false }
    return utf8.allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_")
    }
  }
}

extension Value {
  /// Returns the value at a path inside this value; nil if there is none.
  package func value(at path: some Collection<Path.Component>) -> Value? {
    guard let component = path.first else { return self }
    return value(at: component)?.value(at: path.dropFirst())
  }

  /// Returns the value at a path inside this value, with `***` for sensitive fields; nil if there
  /// is none.
  package func shownValue(at path: some Collection<Path.Component>) -> Value? {
    partlyShownValue(at: path)?.hidingSensitiveFields
  }

  /// Returns the value at a path inside this value, or `***` if the path leads through a sensitive
  /// field; nil if there is none. Sensitive fields inside the value are not hidden.
  package func partlyShownValue(at path: some Collection<Path.Component>) -> Value? {
    guard let component = path.first else { return self }
    guard let inner = value(at: component) else { return nil }
    if case (.record(let record), .name(let name)) = (self, component),
      let slot = record.shape.slot(of: name), record.shape.fields[slot].isSensitive
    {
      return inner.value(at: path.dropFirst()).map { _ in Shape.Field.hiddenValue }
    }
    return inner.partlyShownValue(at: path.dropFirst())
  }

  private func value(at component: Path.Component) -> Value? {
    switch (self, component) {
    case (.record(let record), .name(let name)): record.shape.slot(of: name).map { record[$0] }
    case (.list(let list), .number(let index)):
      Int(exactly: index).flatMap { 0..<list.count ~= $0 ? list[$0] : nil }
    case (.map(let map), _): map[component.key]
    default: nil
    }
  }
}
