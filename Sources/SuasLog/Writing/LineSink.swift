/// A destination of lines.
package protocol LineSink: AnyObject, Sendable {
  /// Takes one line, with its line break.
  func take(_ line: [UInt8])

  /// Takes no more lines.
  func end()
}
