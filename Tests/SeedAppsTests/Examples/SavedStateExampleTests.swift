import Foundation
import Suas
import SuasSpec
import Testing
import YAML

/// The example of the guide about saved state.
@Suite struct SavedStateExampleTests {
  @Test func `A state is saved to a file, and is there again`() throws {
    let spec = try CompiledSpec(
      Source(
        name: "count.yaml",
        text: """
          suas: 1
          saved: {}
          states:
            Counter: { count: int = 0 }
          actions: { Add: {} }
          reducers:
            Counter: { state: Counter, on: { Add: [{ increment: count }] } }
          """))
    let folder = FileManager.default.temporaryDirectory.appending(path: "suas-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func start() throws -> (Store, StateSaver) {
      let place = StateFile(folder + "/state.json")
      let restoration = spec.restore(from: place)
      let store = spec.createStore(restoring: restoration)
      let saver = StateSaver(store, of: spec, to: place, after: restoration)
      return (store, saver)
    }
    let (store, saver) = try start()
    store.dispatch(action: try spec.action("Add"))
    try saver.flush()
    let (again, _) = try start()
    let text = String(decoding: spec.savedText(of: again.state) ?? [], as: UTF8.self)
    #expect(text.hasSuffix(#""state":{"Counter":{"count":1}}}"#))
  }
}
