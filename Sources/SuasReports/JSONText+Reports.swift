import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// Parts that reports and traces have in common.
extension JSONText {
  mutating func write(_ failed: FailedEffect) {
    writeObject { json in
      json.write("effect", failed.effect)
      json.write("code", failed.code)
      json.write("message", failed.message)
      json.writeKey("at")
      if let place = failed.place { json.write(place) } else { json.write(.null) }
    }
  }

  /// Writes the attempts of effects, each with its request.
  mutating func write(requests: [StepResult.PerformedStep.Named]) {
    write("requests", requests) { json, request in
      json.writeObject { json in
        json.write("name", request.name)
        json.write("run", request.value)
      }
    }
  }

  /// Writes the number of items that the lists of a step leave out, if there are any.
  mutating func write(omitted count: Int) {
    if count > 0 { write("omitted", count) }
  }

  package mutating func write(_ place: ActionError.Place) {
    writeObject { $0.write(file: place.file, line: place.line, column: place.column) }
  }

  /// Writes the members of a place, line and column counted from 1.
  package mutating func write(file: String, line: Int, column: Int) {
    write("file", file)
    write("line", line)
    write("column", column)
  }

  /// Writes the lines of a file as texts.
  package mutating func write(_ key: String, of source: Source) {
    write(key, source.lines) { $0.write(string: String(decoding: source.utf8[$1], as: UTF8.self)) }
  }
}
