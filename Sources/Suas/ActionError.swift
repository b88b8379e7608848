/// The reason why a store refused an action.
public struct ActionError: Error, Sendable, Equatable {
  /// The kind of refusal, for programs; for example, `dispatch-depth-exceeded`.
  public var code: String

  /// A description of the problem, for people.
  public var message: String

  /// The place of the refusing rule, if it is written in a file.
  public var place: Place?

  /// The shared rules in which the error was met, each with the place of its use, innermost first.
  package var uses: [Use] = []

  /// The use of a shared rule.
  package struct Use: Sendable, Equatable {
    /// The rule's name.
    package var rule: String
    package var place: Place

    package init(rule: String, place: Place) {
      self.rule = rule
      self.place = place
    }
  }

  /// The message, with the shared rules in which the error was met and the places of their uses.
  package var messageWithUses: String {
    guard !uses.isEmpty else { return message }
    let words = uses.map { "in the rule '\($0.rule)', used at \($0.place)" }
    return "\(message) (\(words.joined(separator: ", ")))"
  }

  /// True if a rule refused the action on purpose, by `fail`, and not because of an error.
  package var isDeliberate = false

  /// True if the message may hold a value that should not leave the app.
  package var isSensitive = false

  /// Makes a refusal.
  public init(code: String, message: String, place: Place? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }

  /// The place of a character in a file.
  public struct Place: Sendable, Hashable {
    /// The file's path, as it was given to the program.
    public var file: String

    /// The line, from one.
    public var line: Int

    /// The column in Unicode scalars, from one.
    public var column: Int

    /// Makes the place of a character.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }
  }
}

extension ActionError: CustomStringConvertible {
  /// The refusal on one line: `todo.yaml:3:9: error[out-of-range]: index 7 of 3 items`.
  public var description: String {
    let refusal = "error[\(code)]: \(messageWithUses)"
    return place.map { "\($0): \(refusal)" } ?? refusal
  }
}

extension ActionError.Place: CustomStringConvertible {
  /// The place as compilers write it: `todo.yaml:3:9`.
  public var description: String { "\(file):\(line):\(column)" }
}
