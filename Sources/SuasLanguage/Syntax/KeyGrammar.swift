/// The places of a file whose keys the language gives, and those whose keys its author chooses: a
/// tree beside that of the file. The items of a list have the grammar of the list.
package indirect enum KeyGrammar: Sendable {
  /// Nothing in this place has keys that the language gives.
  case free
  /// A mapping whose keys the author chooses, with a grammar for all values.
  case names(KeyGrammar)
  /// A mapping with the keys of one of some forms; each is made only when it is looked at, as rules
  /// contain rules.
  case forms(@Sendable () -> [Form])

  /// The keys of a mapping in their order, and what stands under them.
  package struct Form: Sendable {
    package let names: [String]
    /// True if the keys are written in the order of the table.
    package let isOrdered: Bool
    private let grammars: [String: KeyGrammar]

    package init<Kind>(
      _ keys: [KeyForm<Kind>], isOrdered: Bool = true, _ grammar: (Kind) -> KeyGrammar
    ) {
      names = keys.map(\.name)
      self.isOrdered = isOrdered
      grammars = Dictionary(
        keys.map { ($0.name, grammar($0.kind)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The grammar of what stands under a key.
    package subscript(key: String) -> KeyGrammar { grammars[key] ?? .free }
  }

  /// The form that has all of the keys of a mapping; nil if there is none, or if the keys are the
  /// author's.
  package func form(of keys: [String]) -> Form? {
    guard case .forms(let make) = self else { return nil }
    return make().first { form in keys.allSatisfy(form.names.contains) }
  }

  /// The grammar of what stands under a key.
  ///
  /// - Parameter form: The form of the mapping.
  package func below(_ key: String, in form: Form?) -> KeyGrammar {
    if case .names(let grammar) = self { return grammar }
    return form?[key] ?? .free
  }
}
