extension String {
  /// The text with each run of white space replaced by one space.
  package var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
