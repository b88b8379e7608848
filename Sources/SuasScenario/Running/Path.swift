import CEL

/// A place in a store, as an author writes it: `TodoList.todos[0].isCompleted`, `byId["a key"]`.
struct Path: CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  func field(_ name: String) -> Path { Path(description.isEmpty ? name : "\(description).\(name)") }
  func index(_ index: Int) -> Path { Path("\(description)[\(index)]") }

  func key(_ key: Value) -> Path {
    if case .string(let text) = key, text.isPlainKey { return field(text) }
    return Path("\(description)[\(key)]")
  }
}

extension String {
  /// Whether the text can follow a dot.
  fileprivate var isPlainKey: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
    }
  }
}
