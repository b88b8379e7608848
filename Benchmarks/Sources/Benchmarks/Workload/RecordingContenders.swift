import Dispatch
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

/// The same with a recorder that sends each line to a monitor, which reads and discards it.
final class MonitoredContender: IdleRecorderContender {
  required init(count: Int) {
    super.init(count: count)
    do {
      let monitor = DiscardingMonitor()
      let isSending = try recorder.start(
        on: store, sendingTo: "http://127.0.0.1:\(monitor.port)/feed?token=0", debugOnly: false)
      precondition(isSending, "nothing is sent")
    } catch {
      fatalError("the monitor cannot be reached: \(error)")
    }
  }
}

/// A socket on this machine whose one client is read on a thread of its own.
private struct DiscardingMonitor {
  let port: UInt16

  init() {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    precondition(isListening, "there is no port to listen at")
    port = UInt16(bigEndian: name.sin_port)
    DispatchQueue(label: "monitor").async {
      let client = accept(listener, nil, nil)
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while read(client, &bytes, bytes.count) > 0 {}
      close(client)
      close(listener)
    }
  }
}
