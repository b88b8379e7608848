import Foundation
import SuasSaving
import Testing
import Trips

@testable import PackingApp

@Suite("An app with plugins")
@MainActor struct PackingTests {
  @Test func `Its Swift is generated from the spec and the files that this includes`() {
    let model = PackingModel.preview(adding: ["Socks", "Soap", "Socks", ""], packing: [1])
    model.remove(at: 0)
    #expect(model.items == [Item(name: "Soap", isPacked: true)])
    #expect(model.leftCount == 0)
  }

  @Test func `What the server suggests is added`() async {
    let model = PackingModel.preview(
      adding: ["Soap"], suggesting: true, from: FixedServer(body: #"["Soap", "Towel"]"#))
    #expect(model.isLoading)
    await expect { model.items.map(\.name) == ["Soap", "Towel"] && !model.isLoading }
    #expect(model.leftCount == 2)
  }

  @Test(arguments: [nil, "no JSON", "[1]"])
  func `Without suggestions, there is a problem`(body: String?) async {
    let model = PackingModel.preview(
      adding: ["Soap"], suggesting: true, from: FixedServer(body: body))
    await expect { model.problem != nil && !model.isLoading }
    #expect(model.items.map(\.name) == ["Soap"])
  }

  @Test func `The list is there again after a restart`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let place = StateFile(file.path)
    let first = PackingModel(at: place, suggestions: FixedServer(body: nil))
    first.add("Soap")
    first.toggle(at: 0)
    try first.save()
    let second = PackingModel(at: place, suggestions: FixedServer(body: nil))
    #expect(second.items == [Item(name: "Soap", isPacked: true)])
  }

  @Test func `Its views show a list`() {
    _ = PackingView(model: .preview(adding: ["Soap", "Socks"], packing: [0])).body
  }

  @Test func `Its bundle is a resource`() throws {
    let trips = try Trips()
    try trips.plan("Rome")
    #expect(trips.state.contains("Rome"))
  }

  /// Waits for what another thread does.
  private func expect(_ condition: () -> Bool) async {
    for _ in 0..<1_000 where !condition() { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(condition())
  }
}
