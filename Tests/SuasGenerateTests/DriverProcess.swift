import Foundation
import SuasProgram

/// A trace driver that runs, and answers one request a line.
final class DriverProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  struct Ended: Error {}

  init(_ executable: URL, _ arguments: [String] = []) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Sends a request and returns the answer.
  @discardableResult
  func ask(_ request: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(request)\n".utf8))
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Ended() }
      rest.append(more)
    }
  }

  /// Begins a new store with a state.
  func begin(_ state: String) throws {
    try ask(#"{"begin":{"clock":"2000-01-01T00:00:00Z","seed":0,"state":\#(state)}}"#)
  }

  /// Does the work of a step; the answer has no `handled`, runs and places of failures.
  func perform(_ step: RandomStep) throws -> String {
    let answer = try ask(step.request)
    guard let json = try? JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any],
      json["hindrance"] == nil || json["hindrance"] as? String == "nothing is pending"
    else { return answer }
    var text = answer.replacing(#/,"handled":(true|false)/#, with: "")
    text = text.replacing(#/,"hindrance":"nothing is pending"/#, with: "")
    text = text.replacing(#/,"at":[^}]*}(?=[^\[]*\]}$)/#, with: "}")
    return Self.withoutRuns(text)
  }

  /// The answer without what effects have asked for.
  private static func withoutRuns(_ text: String) -> String {
    guard let start = text.range(of: #","effects":["#, options: .backwards),
      let end = text.range(of: #"],"failures":["#, options: .backwards)
    else { return text }
    var rest = text[start.upperBound..<end.lowerBound]
    var kept = ""
    while let run = rest.range(of: #","run":"#) {
      kept += rest[..<run.lowerBound] + "}"
      var depth = 0
      var isText = false
      var index = run.upperBound
      while index < rest.endIndex {
        let character = rest[index]
        if isText, character == "\\" {
          index = rest.index(after: index)
        } else if character == "\"" {
          isText.toggle()
        } else if !isText, character == "{" || character == "[" {
          depth += 1
        } else if !isText, character == "}" || character == "]" {
          depth -= 1
          if depth < 0 { break }
        }
        index = rest.index(after: index)
      }
      rest = index < rest.endIndex ? rest[rest.index(after: index)...] : ""
    }
    return text[..<start.upperBound] + kept + rest + text[end.lowerBound...]
  }
}
