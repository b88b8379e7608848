import Foundation
import Locking
import SuasMonitor
import Testing

/// Values of sensitive fields, which no message of the monitor has.
///
/// The steps of `Secrets` bring them to every place of a spec: each value is `SEKRET` or `73310` with
/// a number of its own.
@Suite struct SecretTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Secrets")
  private static let marks = ["SEKRET", "73310"]

  /// A page that keeps what it is sent.
  private final class Page: MonitorService.Client {
    private let events = Mutex<[String]>([])
    var text: String { events.withLock { $0.joined(separator: "\n") } }

    func send(_ event: [UInt8]) {
      events.withLock { $0.append(String(decoding: event, as: UTF8.self)) }
    }
  }

  /// The places of a text where a secret stands, with what is around.
  private static func leaks(in text: String) -> [String] {
    // Hashes have any digits, and so have the decimals of what stands for hidden durations.
    let text = text.replacing(/[0-9a-f]{16}|[0-9]+\.[0-9]+/, with: "")
    return marks.flatMap { mark in
      text.ranges(of: mark).map { range in
        let start = text.index(range.lowerBound, offsetBy: -80, limitedBy: text.startIndex)
        let end = text.index(range.upperBound, offsetBy: 20, limitedBy: text.endIndex)
        return String(text[(start ?? text.startIndex)..<(end ?? text.endIndex)])
      }
    }
  }

  /// Returns the request for a step of `Secrets`.
  private static func request(_ step: [String: Any]) throws -> (verb: String, [String: Any]) {
    let fields = try (step["with"] as? [String: Any] ?? [:]).mapValues {
      String(
        decoding: try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed),
        as: UTF8.self)
    }
    if let action = step["dispatch"] { return ("dispatch", ["name": action, "with": fields]) }
    if let time = step["advance"] { return ("advance", ["by": time]) }
    let effect = try #require(step["respond"])
    if let message = step["fail"] { return ("fail", ["effect": effect, "message": message]) }
    return ("respond", ["effect": effect, "with": fields])
  }

  /// All answers about a timeline, but those to what was done.
  private static func everything(_ played: AskedTimeline) throws -> String {
    var said = ""
    func ask(_ verb: String, _ members: [String: Any] = [:]) throws -> JSON {
      let members = members.merging(["source": played.number]) { $1 }
      let answer = try played.monitor.answer(verb, members)
      said += answer.description + "\n"
      return answer["is"]
    }
    _ = try ask("entries", ["count": 1000])
    _ = try ask("counts")
    _ = try ask("spec")
    for mark in marks {
      let found = try ask("entries", ["filter": ["text": mark.lowercased()]])
      #expect(found["matching"].number == 0, "a search finds what is hidden")
    }
    for entry in 0..<played.length {
      _ = try ask("entry", ["n": entry])
      _ = try ask("payload", ["n": entry])
      _ = try ask("compare", ["from": 0, "to": entry])
      for mark in marks {
        let found = try ask("find", ["n": entry, "text": mark])
        #expect(found["paths"].items.isEmpty, "a search finds what is hidden")
      }
      var paths = [""]
      while let path = paths.popLast() {
        let part = try ask("state", ["n": entry, "path": path, "count": 1000])
        _ = try ask("value", ["n": entry, "path": path])
        _ = try ask("trail", ["n": entry, "path": path])
        paths += part["children"].texts("path")
      }
    }
    for format in ["scenario", "log"] { _ = try ask("export", ["as": format]) }
    return said
  }

  @Test("No message has a value of a sensitive field", arguments: ["spec", "keys"])
  func secrets(name: String) throws {
    let spec = try String(contentsOf: Self.folder.appending(path: "\(name).yaml"), encoding: .utf8)
    let json = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
    let sessions = try #require(try JSONSerialization.jsonObject(with: json) as? [[[String: Any]]])
    let monitor = try AskedMonitor(text: spec)
    let page = Page()
    monitor.service.add(page)
    var done = 0
    for steps in sessions {
      let played = try monitor.play()
      var said = ""
      for step in steps {
        let (verb, members) = try Self.request(step)
        let answer = try monitor.answer(
          verb, members.merging(["source": played.number, "n": played.last]) { $1 })
        said += answer.description + "\n"
        if answer["error"].isNull { done += 1 }
      }
      said += try Self.everything(played)
      if played.last > 0 {
        let branch = try AskedTimeline(
          monitor, #require(try played.ask("branch", ["n": played.last - 1])["source"].number))
        said += try Self.everything(branch)
        _ = try branch.ask("close")
      }
      let leaks = Self.leaks(in: said)
      #expect(leaks.isEmpty, "\(steps): \(leaks.prefix(3))")
      _ = try played.ask("close")
    }
    #expect(done > sessions.count / 2)
    #expect(page.text.contains("sources"))
    #expect(Self.leaks(in: page.text) == [])
  }
}
