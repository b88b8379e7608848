/// A part of a text that the scanner does not divide further; the pieces of a text are all of it.
package struct Piece: Sendable {
  package enum Kind: Sendable {
    /// Spaces and tabs.
    case blanks
    case lineBreak
    /// A `#` with all that follows on its line.
    case comment
    /// One of `-`, `?`, `:`, `,` and the brackets.
    case indicator
    /// A name with its `&`.
    case anchor
    /// A name with its `*`.
    case alias
    /// A scalar with its quotes, or from its block indicator to the end of its last line.
    case scalar
    /// A line that begins with `%`.
    case directive
    /// `---` or `...`.
    case marker
  }

  package let kind: Kind
  package let range: Range<Int>

  /// True for text between the parts of the tree.
  var isTrivia: Bool {
    switch kind {
    case .blanks, .lineBreak, .comment, .directive, .marker: true
    case .indicator, .anchor, .alias, .scalar: false
    }
  }
}

/// A text whose notation is not understood, although it can be parsed.
package struct UnknownNotation: Error {
  /// The offset in the text from which on it is not understood.
  package let offset: Int
}
