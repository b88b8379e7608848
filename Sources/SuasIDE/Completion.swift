import YAML

/// A text that may stand at the cursor.
package struct Completion {
  package enum Kind {
    case key, verb, field, action, type, enumCase, function, method, constant, variable, word, file
    case selector, listener, rule
  }

  package let label: String
  package let kind: Kind
  /// The type, or the parameters.
  package var detail = ""
  package var documentation = ""
  /// The text that replaces the word at the cursor; with `$0` where the cursor is then, if it is a
  /// snippet.
  package var text: String
  package var isSnippet = false

  init(
    _ label: String, _ kind: Kind, _ detail: String = "", _ documentation: String = "",
    text: String? = nil, isSnippet: Bool = false
  ) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.text = text ?? label
    self.isSnippet = isSnippet
  }
}

/// The completions at a cursor.
package struct Completions {
  package var items: [Completion] = []
  /// The range of the word that they replace.
  package internal(set) var range: Range<Int>

  mutating func add(_ more: some Sequence<Completion>) {
    var seen = Set(items.map(\.label))
    for item in more where seen.insert(item.label).inserted { items.append(item) }
  }
}
