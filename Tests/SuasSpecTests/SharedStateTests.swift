import CEL
import Dispatch
import Locking
import Suas
import SuasSpec
import Testing
import YAML

/// States are values: any number of them can be held, from any thread, and read back exactly.
@Suite struct SharedStateTests {
  static let text = """
    suas: 1
    types: { Item: { title: string, count: int = 0 } }
    states: { S: { items: "list(Item) = []", byName: "map(int) = {}" } }
    actions: { Add: { name: string }, Count: { index: int }, Drop: { index: int } }
    reducers:
      R:
        state: S
        on:
          Add:
            - append: items
              value: { title: "${action.name}" }
            - set: byName[action.name]
              value: "${size(items)}"
          Count: [{ increment: "items[action.index].count" }]
          Drop: [{ remove-at: items, index: action.index }]
    """

  @Test("States held by threads stay unchanged while the store continues")
  func readersAndAWriter() throws {
    let spec = try CompiledSpec(Source(name: "shared.yaml", text: Self.text))
    let store = createStore(reducer: spec.reducer)
    let differences = Atomic<Int>(0)
    let readers = DispatchGroup()
    for round in 0..<400 {
      try store.perform(try spec.action("Add", ["name": .string("name \(round)")]))
      try store.perform(try spec.action("Count", ["index": .int(Int64(round / 2))]))
      if round % 3 == 0, round > 0 {
        try store.perform(try spec.action("Drop", ["index": 0]))
        try store.perform(try spec.action("Add", ["name": .string("again \(round)")]))
      }
      guard round % 10 == 0 else { continue }
      let held = store.state
      let before = "\(try #require(held["S"] as? Record))"
      // Replaces the record that the thread reads. If it were changed in place as soon as the thread
      // drops it, only a reference count would order the two, which the thread sanitizer cannot see.
      try store.perform(try spec.action("Count", ["index": 0]))
      DispatchQueue.global().async(group: readers) {
        for _ in 0..<20 {
          if let record = held["S"] as? Record, "\(record)" == before { continue }
          differences.add(1, ordering: .relaxed)
        }
      }
    }
    readers.wait()
    #expect(differences.load(ordering: .relaxed) == 0)
  }
}
