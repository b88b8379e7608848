import SuasProgram
import YAML

/// The keys that a mapping can have: the grammar of a declaration, a rule or a step.
///
/// It stands beside the thing that is declared; decoding, schemas and pitfalls read it.
package struct MappingForm<Kind: Sendable>: Sendable {
  /// The mapping with its article, for messages.
  package let what: String
  package let keys: [KeyForm<Kind>]
  package let names: [String]
  /// True if a mapping may have only some of the keys: those of one of several forms.
  package let isUnion: Bool

  package init(_ what: String, _ keys: [KeyForm<Kind>]) {
    self.init(what, keys, isUnion: false)
  }

  private init(_ what: String, _ keys: [KeyForm<Kind>], isUnion: Bool) {
    self.what = what
    self.keys = keys
    names = keys.map(\.name)
    self.isUnion = isUnion
  }

  /// Creates the form of a mapping that has the keys of one of some forms.
  package init(_ what: String, oneOf forms: [MappingForm]) {
    var keys: [KeyForm<Kind>] = []
    for key in forms.flatMap(\.keys) where !keys.contains(where: { $0.name == key.name }) {
      keys.append(key)
    }
    self.init(what, keys, isUnion: true)
  }
}

/// A key that a mapping can have.
package struct KeyForm<Kind: Sendable>: Sendable {
  package let name: String
  /// The kind of the value under the key.
  package let kind: Kind
  package let isRequired: Bool
  /// A sentence for people, which editors show.
  package let summary: String

  package static func required(_ name: String, _ kind: Kind, _ summary: String) -> Self {
    Self(name: name, kind: kind, isRequired: true, summary: summary)
  }

  package static func optional(_ name: String, _ kind: Kind, _ summary: String) -> Self {
    Self(name: name, kind: kind, isRequired: false, summary: summary)
  }
}

extension MappingForm {
  /// The mapping with a text under the only key that it needs, for an author who wrote the text alone; nil
  /// if this cannot be meant.
  fileprivate func mapping(of node: Node) -> String? {
    let required = keys.filter(\.isRequired)
    guard !isUnion, required.count == 1, let key = required.first, let text = node.scalar,
      (key.kind as? SpecValueKind)?.isWritten(as: text) == true, !node.range.text.contains("\n")
    else { return nil }
    let scalar = ScalarText(text.text)
    let written =
      text.style != .plain || scalar.isPlainInFlow ? node.range.text : scalar.readable
    return "{ \(key.name): \(written) }"
  }
}

extension MappingReader {
  /// Creates a reader for the keys of a form, and no others.
  ///
  /// A debug build asserts that decoding requests each of them, or of a union some.
  package init<Kind>(
    _ node: Node, _ form: MappingForm<Kind>, under key: Scalar? = nil,
    help: @autoclosure () -> String? = nil, into sink: DiagnosticSink
  ) {
    self.init(
      node, as: form.what, keys: form.names, requestsAll: !form.isUnion, under: key, help: help(),
      meant: form.mapping(of: node), into: sink)
  }
}
