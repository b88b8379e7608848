import CEL
import SuasProgram
import YAML

extension Name {
  /// Reads the name of a declaration, which must be one that expressions can contain.
  ///
  /// - Parameter allowsDash: True if the name may contain `-`, since no expression refers to it.
  package init?(
    declaring scalar: Scalar, _ what: String, _ sink: DiagnosticSink, allowsDash: Bool = false
  ) {
    let written = allowsDash ? scalar.text.replacing("-", with: "_") : scalar.text
    guard Self.isPossible(written) else {
      sink.report(.invalidName(scalar, what))
      return nil
    }
    self.init(text: scalar.text, range: scalar.range)
  }

  /// True if a text can be the name of a declaration.
  package static func isPossible(_ text: String) -> Bool { text.isName && !Expr.isReserved(text) }

  init?(declaring node: Node, _ what: String, _ sink: DiagnosticSink) {
    guard case .scalar(let scalar) = node.content else {
      sink.report(.wrongKind(node, what))
      return nil
    }
    self.init(declaring: scalar, what, sink)
  }

  /// Reads a reference to a name that is declared elsewhere.
  init?(reference node: Node, _ what: String, _ sink: DiagnosticSink) {
    guard let scalar = node.scalar(what, sink) else { return nil }
    self.init(text: scalar.text, range: scalar.range)
  }
}

extension String {
  /// True if the text matches `[A-Za-z_][A-Za-z0-9_]*`.
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
  /// Reads the declarations of a section, each with its name, in the order of the file.
  mutating func declarations<Declaration>(
    _ section: String, _ what: String, isReference: Bool = false, allowsDash: Bool = false,
    decode: (Name, Node, Scalar) -> Declaration?
  ) -> [Declaration] {
    guard let node = value(section),
      let entries = node.entries(
        as: "'\(section)'", into: sink,
        help: node.sequence == nil ? nil : "an entry is 'NAME: …', without '-' and brackets")
    else { return [] }
    return entries.compactMap { entry in
      let name =
        isReference
        ? Name(text: entry.key.text, range: entry.key.range)
        : Name(declaring: entry.key, what, sink, allowsDash: allowsDash)
      return name.flatMap { decode($0, entry.value, entry.key) }
    }
  }

  /// Reads an optional text for people.
  package mutating func text(_ key: String) -> String? {
    guard let node = value(key) else { return nil }
    guard case .scalar(let scalar) = node.content else {
      sink.report(.wrongKind(node, "a text"))
      return nil
    }
    return scalar.text
  }
}

extension Node {
  /// Reads a list of names.
  func names(_ what: String, _ sink: DiagnosticSink) -> [Name] {
    guard case .sequence(let nodes) = content else {
      sink.report(.notAList(self, "the cases", help: "write them as [one, two]"))
      return []
    }
    return nodes.compactMap { Name(declaring: $0, what, sink) }
  }
}
