import Foundation
import Testing

/// Expects a text to be the one that a file of the repository has recorded.
///
/// With RECORD_FIXTURES=1 in the environment, a file that holds another text is rewritten. The test
/// fails nevertheless, so that no run passes by what it has written itself.
public func expectRecorded(
  _ text: String, in file: URL, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let recorded = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
  if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
    guard recorded.map({ !$0.utf8.elementsEqual(text.utf8) }) ?? true else { return }
    try Data(text.utf8).write(to: file)
    Issue.record(
      "recorded \(file.path), run again without RECORD_FIXTURES", sourceLocation: sourceLocation)
    return
  }
  #expect(
    recorded == text, "RECORD_FIXTURES=1 rewrites \(file.path), if that is meant",
    sourceLocation: sourceLocation)
}
