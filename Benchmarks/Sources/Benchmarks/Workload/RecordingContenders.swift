import Suas
import SuasLog
import SuasSpec
import YAML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The workload with prepared actions and a recorder that does not record.
class IdleRecorderContender: PreparedContender {
  let recorder: SessionRecorder

  required init(count: Int) {
    do {
      let spec = try CompiledSpec(Source(name: "todo.yaml", text: Self.text))
      recorder = SessionRecorder(SpecRuntime(spec))
      super.init(count: count, preparing: spec, recorder: recorder)
    } catch {
      fatalError("the benchmark's spec does not compile: \(error)")
    }
  }
}

/// The same with a recorder that writes each line to a file.
final class FileRecorderContender: IdleRecorderContender {
  required init(count: Int) {
    super.init(count: count)
    do {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/session.suaslog"
      try recorder.start(on: store, writingTo: path)
      // The file stays until the process ends.
      unlink(path)
      folder.remove()
    } catch {
      fatalError("the log cannot be written: \(error)")
    }
  }
}

/// The same with a recorder that keeps the last lines in memory.
final class RingRecorderContender: IdleRecorderContender {
  required init(count: Int) {
    super.init(count: count)
    recorder.start(on: store, keepingLast: 1 << 20)
  }
}
