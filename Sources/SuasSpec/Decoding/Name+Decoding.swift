import CEL
import YAML

extension Name {
  /// A name that is declared here, which must be one that expressions can write.
  ///
  /// - Parameter allowsDash: Whether `-` may stand in it, as no expression speaks of it.
  init?(
    declaring scalar: Scalar, _ what: String, _ findings: Findings, allowsDash: Bool = false
  ) {
    let written = allowsDash ? scalar.text.replacing("-", with: "_") : scalar.text
    guard written.isName, !Expr.isReserved(scalar.text) else {
      findings.report(.invalidName(scalar, what))
      return nil
    }
    self.init(text: scalar.text, range: scalar.range)
  }

  init?(declaring node: Node, _ what: String, _ findings: Findings) {
    guard case .scalar(let scalar) = node.content else {
      findings.report(.wrongKind(node, what))
      return nil
    }
    self.init(declaring: scalar, what, findings)
  }

  /// A name that is declared elsewhere.
  init?(reference node: Node, _ what: String, _ findings: Findings) {
    guard let scalar = node.scalar(what, findings) else { return nil }
    self.init(text: scalar.text, range: scalar.range)
  }
}

extension String {
  /// Whether the text is `[A-Za-z_][A-Za-z0-9_]*`.
  var isName: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return false
    }
    return allBytes { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

extension MappingReader {
  /// The declarations of a section: names with what they declare, in the order of the file.
  mutating func declarations<Declaration>(
    _ section: String, _ what: String, isReference: Bool = false, allowsDash: Bool = false,
    decode: (Name, Node, Scalar) -> Declaration?
  ) -> [Declaration] {
    guard let node = value(section),
      let entries = node.entries(as: "'\(section)'", into: findings)
    else { return [] }
    return entries.compactMap { entry in
      let name =
        isReference
        ? Name(text: entry.key.text, range: entry.key.range)
        : Name(declaring: entry.key, what, findings, allowsDash: allowsDash)
      return name.flatMap { decode($0, entry.value, entry.key) }
    }
  }

  /// A text for people, where one is there.
  package mutating func text(_ key: String) -> String? {
    guard let node = value(key) else { return nil }
    guard case .scalar(let scalar) = node.content else {
      findings.report(.wrongKind(node, "a text"))
      return nil
    }
    return scalar.text
  }
}

extension Node {
  /// The names in a list of names.
  func names(_ what: String, _ findings: Findings) -> [Name] {
    guard case .sequence(let nodes) = content else {
      findings.report(.notAList(self, "the cases", help: "write them as [one, two]"))
      return []
    }
    return nodes.compactMap { Name(declaring: $0, what, findings) }
  }
}
