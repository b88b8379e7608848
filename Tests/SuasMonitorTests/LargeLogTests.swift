import Testing

@testable import SuasMonitor

/// 10,000 actions on a store of 100,000 elements.
@Suite struct LargeLogTests {
  @Test("A jump in a long log of a large store takes no longer than in a short one")
  func jumps() async throws {
    let monitor = try AskedMonitor("todo")
    var lines = AskedMonitor.log(of: try AskedMonitor.example("todo"), [])
    let items = (0..<100_000).map { #"{"title":"item \#($0)","isCompleted":false}"# }
    lines = [
      lines[0].replacing(#""todos":[]"#, with: #""todos":[\#(items.joined(separator: ","))]"#)
    ]
    for id in 1...10_000 {
      let index = id * 9
      lines.append(
        #"{"t":\#(id),"action":"ToggleTodo","with":{"index":\#(index)},"from":"app","id":\#(id)}"#)
      lines.append(
        #"{"t":\#(id),"changes":{"TodoList.todos[\#(index)].isCompleted":true},"of":\#(id)}"#)
    }
    let log = try await monitor.open(lines)
    #expect(log.problem == nil)
    #expect(log.length == 10_001)
    #expect(try log.entry(10_000)["rules"].items.isEmpty == false)
    var slowest = Duration.zero
    for number in [1, 5000, 9999, 3, 10_000] {
      let begin = ContinuousClock.now
      let changes = try log.entry(number)["changes"]
      #expect(changes.texts("path") == ["TodoList.todos[\(number * 9)].isCompleted"])
      _ = try log.ask("state", ["n": number, "count": 200])
      let part = try log.ask(
        "state", ["n": number, "path": "TodoList.todos", "from": number * 9, "count": 100])
      #expect(part["children"][0]["changed"].flag == true)
      #expect(part["size"].number == 100_000)
      _ = try log.ask("entries", ["from": number - 1, "count": 100])
      slowest = max(slowest, ContinuousClock.now - begin)
    }
    // A release build takes some milliseconds.
    #expect(slowest < .seconds(1), "\(slowest)")
    let found = try log.ask("find", ["n": 9999, "text": "item 99999"])
    #expect(found["paths"].texts == ["TodoList.todos[99999].title"])
  }
}
