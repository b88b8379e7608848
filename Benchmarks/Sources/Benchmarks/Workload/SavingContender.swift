import Suas
import SuasSpec
import Synchronization
import YAML

/// The workload with prepared actions and a saver, which has nothing to write while it is measured.
final class SavingContender: PreparedContender {
  private var saver: StateSaver?

  override class var text: String { spec() + "\nsaved: { after: 1h }\n" }

  required init(count: Int) {
    do {
      let spec = try CompiledSpec(Source(name: "todo.yaml", text: Self.text))
      super.init(count: count, preparing: spec)
      saver = StateSaver(store, of: spec, to: MemoryPlace())
    } catch {
      fatalError("the benchmark's spec does not compile: \(error)")
    }
  }
}

/// A place in memory.
private final class MemoryPlace: SavedPlace {
  private let text = Mutex<[UInt8]?>(nil)

  func read() -> [UInt8]? { text.withLock(\.self) }
  func write(_ text: [UInt8]) { self.text.withLock { $0 = text } }
  func keep(_ text: [UInt8]?) {}
}
