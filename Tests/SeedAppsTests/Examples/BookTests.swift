import CEL
import Foundation
import Suas
import SuasLog
import SuasSpec
import Testing
import YAML

/// The examples in Swift on the pages of `docs`.
@Suite struct BookTests {
  /// The packing list as the tutorial leaves it.
  private static func packing() throws -> CompiledSpec {
    let page = DocumentationTests.root.appendingPathComponent("docs/tutorial/6-exploring.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(
      text.components(separatedBy: "<!-- file packing.yaml -->\n```yaml\n").last)
    let yaml = try #require(block.components(separatedBy: "\n```").first)
    return try CompiledSpec(Source(name: "packing.yaml", text: yaml))
  }

  @Test func `The tutorial's app is a store with a bundle`() throws {
    let bytes = try Self.packing().bundle
    let send: EffectPerformer = { _ in .failure("there is no network") }
    nonisolated(unsafe) var names: [String] = []

    let spec = try CompiledSpec(bundle: bytes)
    let runtime = SpecRuntime(spec, host: SpecHost(perform: send))
    let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
    runtime.attach(to: store)

    store.addListener(forStateType: Trip.self) { trip in
      names = trip.items.map(\.name)
    }
    store.dispatch(action: try spec.action("Add", ["name": "Towel"]))
    #expect(names == ["Towel"])
    store.dispatch(action: try spec.action("Undo"))
    #expect(names.isEmpty)
  }

  @Test func `An app records its session`() throws {
    let spec = try Self.packing()
    let runtime = SpecRuntime(spec)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("session.suaslog").path

    let recorder = SessionRecorder(runtime)
    let store = Suas.createStore(
      reducer: spec.reducer, middleware: recorder + runtime.middleware)
    runtime.attach(to: store)
    try recorder.start(on: store, writingTo: path)
    store.dispatch(action: try spec.action("Add", ["name": "Towel"]))
    recorder.stop()

    let log = try String(contentsOfFile: path, encoding: .utf8)
    #expect(log.contains(#""action":"Add""#))
  }
}

/// The sub-state of the packing list, whose key is the name of this type.
struct Trip: Decodable {
  struct Item: Decodable {
    var name: String
    var isPacked: Bool
  }

  var items: [Item]
  var isReady: Bool
}
