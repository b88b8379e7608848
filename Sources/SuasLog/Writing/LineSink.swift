import CEL

/// A destination of lines.
package protocol LineSink: AnyObject, Sendable {
  /// Takes one line, with its line break.
  func take(_ line: [UInt8])

  /// Takes a line with the changes of an action.
  ///
  /// - Parameter stores: Returns the store before the action and after it; valid during the call.
  func take(changes line: [UInt8], _ stores: () -> (before: Record, after: Record))

  /// Takes a line that takes long to make, and that may stand after lines that are taken later.
  ///
  /// - Parameters:
  ///   - id: The id of the action that the line belongs to.
  ///   - make: Makes the line; may be called on any thread.
  func takeLater(of id: Int, _ make: @escaping @Sendable () -> [UInt8])

  /// The number of lines that were lost, if a first line has to follow; 0 if a first line would
  /// allow older lines to be released; nil if none is needed.
  var linesBeforeBase: Int? { get }

  /// Takes a first line, made from the present state, with which the lines begin again.
  func takeBase(_ make: @escaping @Sendable () -> [UInt8])

  /// Takes no more lines.
  func end()
}

extension LineSink {
  package func take(changes line: [UInt8], _ stores: () -> (before: Record, after: Record)) {
    take(line)
  }

  package func takeLater(of id: Int, _ make: @escaping @Sendable () -> [UInt8]) { take(make()) }
  package var linesBeforeBase: Int? { nil }
  package func takeBase(_ make: @escaping @Sendable () -> [UInt8]) { take(make()) }
}
