/// A problem in an author's text.
public struct Diagnostic: Sendable {
  public enum Severity: Sendable { case error, warning }

  /// A stable name for a kind of problem; each stage declares its own as static members.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The place that a diagnostic points at: in a text, or a file that could not be read as one.
  public enum Place: Sendable {
    case range(SourceRange)
    case file(String)
  }

  /// A second place that helps to understand, such as a name's first declaration.
  public struct Note: Sendable {
    public var message: String
    public var range: SourceRange

    public init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// A change of the text that removes the problem.
  public struct Fix: Sendable {
    /// The part of the text that is replaced.
    public var range: SourceRange
    public var replacement: String
    /// A short description for people, where the replacement does not say enough.
    public var title: String?

    public init(_ range: SourceRange, replacement: String, title: String? = nil) {
      self.range = range
      self.replacement = replacement
      self.title = title
    }
  }

  public var severity: Severity
  public var code: Code
  public var message: String
  public var place: Place
  public var notes: [Note]
  public var help: [String]
  /// The changes, each of which removes the problem, the likeliest first.
  public var fixes: [Fix] = []

  public init(
    _ code: Code, _ message: String, at place: Place, severity: Severity = .error,
    notes: [Note] = [], help: [String] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.place = place
    self.notes = notes
    self.help = help
  }

  public init(
    _ code: Code, _ message: String, at range: SourceRange, severity: Severity = .error,
    notes: [Note] = [], help: [String] = []
  ) {
    self.init(
      code, message, at: .range(range), severity: severity, notes: notes, help: help)
  }
}
