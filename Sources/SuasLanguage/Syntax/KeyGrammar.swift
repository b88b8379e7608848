/// The places of a file whose keys the language gives, and those whose keys its author chooses: a
/// tree beside that of the file. The items of a list have the grammar of the list.
package indirect enum KeyGrammar: Sendable {
  /// No key in this place belongs to the language; its scalars have some content.
  case free(Content = .text)
  /// A mapping whose keys the author chooses, with a grammar for all values.
  case names(KeyGrammar)
  /// A mapping with the keys of one of some forms. A scalar in place of the mapping has some content.
  case forms(Forms, scalar: Content = .text)
  /// A grammar that contains itself, as rules contain rules.
  case later(@Sendable () -> KeyGrammar)

  /// The content of a scalar.
  package enum Content: Sendable {
    /// A text or name of the author's, in which `${ }` may mark CEL.
    case text
    /// A text for people, in which nothing is CEL.
    case prose
    case expression
    /// A value, read by the type that its place asks for.
    case value
    case type
    case flag
    /// The path of a file.
    case path
    /// One of some words.
    case words([String])
  }

  /// The keys of a mapping in their order, with the values under them.
  package struct Form: Sendable {
    package let keys: [Key]
    /// True if the keys are written in the order of the table.
    package let isOrdered: Bool
    private let places: [String: (index: Int, grammar: KeyGrammar)]

    /// A key that the language gives.
    package struct Key: Sendable {
      package let name: String
      /// A sentence for people.
      package let summary: String
      package let isRequired: Bool
    }

    package init<Kind>(
      _ keys: [KeyForm<Kind>], isOrdered: Bool = true, _ grammar: (Kind) -> KeyGrammar
    ) {
      self.keys = keys.map {
        Key(name: $0.name, summary: $0.summary, isRequired: $0.isRequired)
      }
      self.isOrdered = isOrdered
      places = Dictionary(
        keys.enumerated().map { ($1.name, ($0, grammar($1.kind))) },
        uniquingKeysWith: { first, _ in first })
    }

    /// The index of a key in the table; nil for any other text.
    package func index(of key: String) -> Int? { places[key]?.index }

    package func has(_ key: String) -> Bool { places[key] != nil }

    /// The grammar of the value under a key.
    package subscript(key: String) -> KeyGrammar { places[key]?.grammar ?? .free() }
  }

  /// The forms that a mapping can have, by their keys.
  package struct Forms: Sendable {
    package let all: [Form]
    private let withKey: [String: [Form]]

    init(_ all: [Form]) {
      self.all = all
      withKey = all.reduce(into: [:]) { withKey, form in
        for key in form.keys { withKey[key.name, default: []].append(form) }
      }
    }

    /// The first form that has some keys.
    func form(of keys: [String]) -> Form? {
      guard let first = keys.first else { return all.first }
      return withKey[first]?.first { form in keys.allSatisfy(form.has) }
    }
  }

  /// Creates the grammar of a mapping with the keys of one of some forms.
  ///
  /// - Parameter scalar: The content of a scalar in place of the mapping.
  package init(_ forms: [Form], scalar: Content = .text) {
    self = .forms(Forms(forms), scalar: scalar)
  }

  /// The form that has all of the keys of a mapping; nil if there is none, or if the keys are the
  /// author's.
  package func form(of keys: [String]) -> Form? {
    switch self {
    case .free, .names: nil
    case .forms(let forms, _): forms.form(of: keys)
    case .later(let grammar): grammar().form(of: keys)
    }
  }

  /// The forms that a mapping can have; none if its keys are the author's.
  package var forms: [Form] {
    switch self {
    case .free, .names: []
    case .forms(let forms, _): forms.all
    case .later(let grammar): grammar().forms
    }
  }

  /// The content of a scalar in this place.
  package var content: Content {
    switch self {
    case .free(let content), .forms(_, let content): content
    case .names: .text
    case .later(let grammar): grammar().content
    }
  }

  /// The grammar of the value under a key.
  ///
  /// - Parameter form: The form of the mapping.
  package func below(_ key: String, in form: Form?) -> KeyGrammar {
    switch self {
    case .free: self
    case .names(let grammar): grammar
    case .forms: form?[key] ?? .free()
    case .later(let grammar): grammar().below(key, in: form)
    }
  }
}
