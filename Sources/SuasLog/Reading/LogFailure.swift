/// The reason why a line of a log is not sound.
package struct LogFailure: Error, Sendable {
  /// The line, from one.
  package let line: Int
  package let message: String

  package init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}
