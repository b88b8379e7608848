/// The places of a file whose keys the language gives, and those whose keys its author chooses: a
/// tree beside that of the file. The items of a list have the grammar of the list.
package indirect enum KeyGrammar: Sendable {
  /// Nothing in this place has keys that the language gives, and no text of it is CEL.
  case free
  /// Expressions: one, several in a list, or by names that the author chooses.
  case expressions
  /// Values of the author, in whose texts `${ }` marks CEL.
  case values
  /// A mapping whose keys the author chooses, with a grammar for all values.
  case names(KeyGrammar)
  /// A mapping with the keys of one of some forms.
  case forms([Form])
  /// A grammar that contains itself, as rules contain rules.
  case later(@Sendable () -> KeyGrammar)

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

    func has(_ key: String) -> Bool { grammars[key] != nil }

    /// The grammar of what stands under a key.
    package subscript(key: String) -> KeyGrammar { grammars[key] ?? .free }
  }

  /// The form that has all of the keys of a mapping; nil if there is none, or if the keys are the
  /// author's.
  package func form(of keys: some Collection<String>) -> Form? {
    switch self {
    case .free, .expressions, .values, .names: nil
    case .forms(let forms): forms.first { form in keys.allSatisfy(form.has) }
    case .later(let grammar): grammar().form(of: keys)
    }
  }

  /// The grammar of what stands under a key.
  ///
  /// - Parameter form: The form of the mapping.
  package func below(_ key: String, in form: Form?) -> KeyGrammar {
    switch self {
    case .free, .expressions, .values: self
    case .names(let grammar): grammar
    case .forms: form?[key] ?? .free
    case .later(let grammar): grammar().below(key, in: form)
    }
  }
}
