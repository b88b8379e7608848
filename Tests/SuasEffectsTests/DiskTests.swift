import Foundation
import Suas
import SuasEffects
import Testing

@Suite("Actions that read and write files")
final class DiskTests {
  let folder: URL
  let told = Collector<String>()
  let store = createStore(reducer: NotesReducer(), middleware: AsyncMiddleware())

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func read(_ name: String) {
    store.dispatch(
      action: DiskReadAsyncAction(path: path(name)) { [told] data, _ in
        told.add(data.map { String(decoding: $0, as: UTF8.self) } ?? "nil")
      })
  }

  private func write(_ text: String, to name: String) {
    store.dispatch(
      action: DiskWriteAsyncAction(path: path(name), data: Data(text.utf8)) { [told] isWritten, _ in
        told.add("\(isWritten)")
      })
  }

  @Test func `What was written is read by the action that follows`() {
    write("Milk", to: "todo")
    read("todo")
    write("Tea", to: "todo")
    read("todo")
    #expect(told.wait(for: 4) == ["true", "Milk", "true", "Tea"])
  }

  @Test func `A file that is not there is read as nil`() {
    read("nothing")
    #expect(told.wait() == ["nil"])
  }

  @Test func `A file that cannot be written is told, and nothing is left of it`() throws {
    write("Milk", to: "no folder/todo")
    #expect(told.wait() == ["false"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `A file is replaced by a new one, never changed in place`() throws {
    write("Milk", to: "todo")
    _ = told.wait()
    // A hard link keeps the replaced file.
    try FileManager.default.linkItem(atPath: path("todo"), toPath: path("old"))
    write("Tea", to: "todo")
    read("old")
    #expect(told.wait(for: 2) == ["true", "true", "Milk"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func `The block dispatches to the store`() {
    store.addListener(forStateType: Notes.self) { [told] in told.add($0.texts.joined()) }
    store.dispatch(
      action: DiskReadAsyncAction(path: path("nothing")) { data, dispatch in
        if data == nil { dispatch(Note(text: "no file")) }
      })
    #expect(told.wait() == ["no file"])
  }
}
