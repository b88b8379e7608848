import Locking

/// Returns the default key for a value of `type`: its name with those of the types that it is
/// nested in, without modules and unnamed contexts.
@usableFromInline
func stateKey(for type: Any.Type) -> String { typeNames.name(of: type) }

private let typeNames = TypeNames()

/// The names of types as keys; they are made once for each type.
private final class TypeNames: @unchecked Sendable {
  // Sendable: the dictionary is guarded by the lock.
  private let lock = Lock()
  private var names: [ObjectIdentifier: String] = [:]

  func name(of type: Any.Type) -> String {
    lock.lock()
    defer { lock.unlock() }
    if let name = names[ObjectIdentifier(type)] { return name }
    let name = shortened(typeName: String(reflecting: type))
    names[ObjectIdentifier(type)] = name
    return name
  }
}

/// Returns a type's full name without modules and unnamed contexts, also within generic arguments:
/// `Cart.Box<Item>` for `Shop.Cart.(unknown context at $7f).Box<Shop.Item>`.
func shortened(typeName: String) -> String {
  var result = ""
  /// The parts of the dotted name that is being read, beginning with the module.
  var path: [Substring] = []
  func endPath() {
    let isQualified = path.count > 1
    result += path.dropFirst(isQualified ? 1 : 0).joined(separator: ".")
    path = []
  }
  var rest = typeName[...]
  while let first = rest.first {
    if let context = unnamedContext(at: rest) {
      // `(Name in _HASH)` names a private type, `(extension in Module):` is followed by a full name.
      if let name = context.name {
        path.append(name)
      } else if context.isExtension {
        path = []
      } else if path.isEmpty {
        path.append("")
      }
      rest = context.rest
      if rest.first == "." { rest.removeFirst() }
    } else if first.isLetter || first == "_" {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      path.append(name)
      if rest.first == ".", rest.dropFirst().first != "." {
        rest.removeFirst()
      } else {
        endPath()
      }
    } else {
      endPath()
      result.append(first)
      rest.removeFirst()
      // The name goes on after generic arguments, as in `Outer<Item>.Inner`; it has no module then.
      if first == ">", rest.first == "." {
        result.append(rest.removeFirst())
        path = [""]
      }
    }
  }
  endPath()
  return result
}

private func unnamedContext(
  at text: Substring
) -> (name: Substring?, isExtension: Bool, rest: Substring)? {
  guard text.first == "(", let end = text.firstIndex(of: ")") else { return nil }
  let content = text[text.index(after: text.startIndex)..<end]
  let rest = text[text.index(after: end)...]
  if content.hasPrefix("unknown context at ") { return (nil, false, rest) }
  if content.hasPrefix("extension in ") {
    return (nil, true, rest.first == ":" ? rest.dropFirst() : rest)
  }
  let words = content.split(separator: " ")
  if words.count == 3, words[1] == "in", words[2].hasPrefix("_") { return (words[0], false, rest) }
  return nil
}
