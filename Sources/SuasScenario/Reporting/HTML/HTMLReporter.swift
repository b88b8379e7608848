import CEL
import SuasSpec
import YAML

/// Writes a run as one page of HTML that needs nothing besides itself: scenarios, their steps and
/// what those changed, and the specs with what was seen of them.
///
/// The page holds the report as JSON, the states of each step besides, and a script that shows them.
struct HTMLReporter {
  let write: (String) -> Void

  func report(_ run: RunResult, _ coverage: CoverageReport?) {
    write(HTMLPage.head)
    embed("run") { write in JSONReporter(write: write).report(run) }
    embed("states") { write in
      writeAll(run.files, write) { file in
        writeAll(file.scenarios, write) { scenario in write(scenario.states.text) }
      }
    }
    embed("coverage") { write in write(coverage?.json.text ?? "null") }
    write(HTMLPage.tail)
  }

  /// Writes JSON where a script can read it: nothing in it can end the element.
  private func embed(_ name: String, _ report: (@escaping (String) -> Void) -> Void) {
    write("<script type=\"application/json\" id=\"\(name)\">")
    report { [write] part in
      guard part.utf8.contains(UInt8(ascii: "<")) else { return write(part) }
      var safe = ""
      for scalar in part.unicodeScalars {
        if scalar == "<" { safe += "\\u003c" } else { safe.unicodeScalars.append(scalar) }
      }
      write(safe)
    }
    write("</script>\n")
  }

  private func writeAll<Item>(
    _ items: [Item], _ write: (String) -> Void, _ report: (Item) -> Void
  ) {
    write("[")
    for (index, item) in items.enumerated() {
      if index > 0 { write(",\n") }
      report(item)
    }
    write("]")
  }
}

extension ScenarioResult {
  /// The whole store before the first step, then, for each step, the sub-states that are not as
  /// they were before it.
  fileprivate var states: JSONText {
    var json = JSONText()
    json.writeObject { json in
      json.writeKey("start")
      json.write(steps.first?.deed.map { .record($0.before) } ?? .null)
      json.writeKey("steps")
      json.writeArray(steps) { json, step in
        json.writeObject { json in
          guard let deed = step.deed else { return }
          for (slot, field) in deed.after.shape.fields.enumerated()
          where deed.before.fields[slot] != deed.after.fields[slot] {
            json.writeKey(field.name)
            json.write(deed.after.fields[slot])
          }
        }
      }
    }
    return json
  }
}

extension CoverageReport {
  fileprivate var json: JSONText {
    var json = JSONText()
    json.writeObject { json in
      json.writeKey("percent")
      json.write(string: tally.percentText)
      json.writeKey("files")
      json.writeArray(files) { json, file in json.writeObject { $0.write(fieldsOf: file) } }
    }
    return json
  }
}

extension JSONText {
  fileprivate mutating func write(fieldsOf file: CoveredFile) {
    let tally = file.tally
    writeKey("path")
    write(string: file.path)
    writeKey("percent")
    write(string: tally.percentText)
    writeKey("seen")
    write(.int(Int64(tally.seen)))
    writeKey("total")
    write(.int(Int64(tally.total)))
    writeKey("lines")
    writeArray(file.source.lines) { $0.write(string: $1) }
    writeKey("points")
    writeArray(file.points.filter { $0.tally.total > 0 }) { $0.write($1) }
  }

  fileprivate mutating func write(_ point: CoveredPoint) {
    let place = point.point.place
    let line = place.source.line(around: place.lowerBound)
    let end = place.source.location(of: min(place.upperBound, line.upperBound)).column
    writeObject { json in
      for (key, number) in [
        ("line", place.location.line), ("start", place.location.column), ("end", end),
        ("visits", point.visits),
      ] {
        json.writeKey(key)
        json.write(.int(Int64(number)))
      }
      json.writeKey("name")
      json.write(string: point.point.name)
      json.writeKey("missing")
      if let missing = point.missing { json.write(string: missing) } else { json.write(.null) }
    }
  }
}

extension Source {
  fileprivate var lines: [String] {
    var lines: [String] = []
    var offset = 0
    while offset < utf8.count {
      let line = line(around: offset)
      lines.append(String(decoding: utf8[line], as: UTF8.self))
      offset = line.upperBound + 1
      if offset < utf8.count, utf8[offset - 1] == 0x0D, utf8[offset] == 0x0A { offset += 1 }
    }
    return lines
  }
}
