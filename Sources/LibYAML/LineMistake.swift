import YAML

/// A line on which a YAML indicator is missing or mistyped, found from the place of libyaml's
/// error, which is often on the next line.
struct LineMistake {
  enum Kind {
    /// `-name` for `- name`.
    case dashWithoutBlank
    /// `name:value` for `name: value`.
    case colonWithoutBlank
    /// `name value` for `name: value`.
    case missingColon
    /// An entry among list items, or before them, without a `- ` of its own.
    case missingDash
    /// An entry that has a value, although the next line is indented below it.
    case valueBeforeBlock
    /// A list item in the column of the keys above it, where it belongs to no key.
    case itemAmongKeys
  }

  let kind: Kind
  /// The line at fault.
  let line: ContentLine
  /// The place of libyaml's error, if that is on another line.
  let noticed: SourceRange?

  /// - Parameters:
  ///   - problem: The message from libyaml.
  ///   - place: The place of libyaml's error.
  ///   - context: The start of the construct that libyaml was reading.
  init?(problem: String, at place: SourceRange, in context: SourceRange?) {
    guard let line = ContentLine(around: place.lowerBound, in: place.source) else { return nil }
    switch problem {
    case "could not find expected ':'":
      guard let context, let first = ContentLine(around: context.lowerBound, in: place.source)
      else { return nil }
      self.init(first.mistakeWithoutKey, on: first)
    case "mapping values are not allowed in this context":
      guard line.endOfKey == place.lowerBound else { return nil }
      self.init(before: line)
    case "did not find expected '-' indicator":
      guard let context, line.start == place.lowerBound else { return nil }
      if line.hasTightDash {
        self.init(.dashWithoutBlank, on: line)
      } else {
        guard line.indentation == context.location.column else { return nil }
        self.init(.missingDash, on: line)
      }
    case "did not find expected key":
      guard let context, line.start == place.lowerBound else { return nil }
      if line.hasDash {
        self.init(item: line, amongKeysFrom: context)
      } else {
        self.init(before: line)
      }
    default: return nil
    }
  }

  private init(_ kind: Kind, on line: ContentLine, noticed: SourceRange? = nil) {
    self.kind = kind
    self.line = line
    self.noticed = noticed
  }

  /// Finds the mistake above a line whose key libyaml refuses.
  private init?(before line: ContentLine) {
    guard let above = line.above, line.column > above.column || above.endOfKey == nil else {
      return nil
    }
    if above.hasTightDash {
      self.init(.dashWithoutBlank, on: above)
    } else if above.endOfKey == nil {
      // A text of several lines is one value, which begins further up.
      if let start = above.above, start.column < above.column, start.hasValue { return nil }
      self.init(above.mistakeWithoutKey, on: above)
    } else if above.hasValue {
      self.init(.valueBeforeBlock, on: above, noticed: line.word)
    } else {
      return nil
    }
  }

  /// Finds the mistake for a list item that appears among keys.
  private init?(item: ContentLine, amongKeysFrom context: SourceRange) {
    guard let first = ContentLine(around: context.lowerBound, in: context.source),
      item.indentation == context.location.column
    else { return nil }
    if first.hasTightDash {
      self.init(.dashWithoutBlank, on: first)
    } else if item.indentation == 0 || item.above?.hasValue == false {
      self.init(.itemAmongKeys, on: item)
    } else if first.start == context.lowerBound {
      self.init(.missingDash, on: first, noticed: item.word)
    } else {
      return nil
    }
  }
}
