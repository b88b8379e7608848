import CEL
import MonitorClient
public import Suas
import SuasEngine
import SuasProgram
import SuasRuntime

extension SessionRecorder {
  /// Begins to send the session to a monitor on this machine, each line as soon as it happens.
  ///
  /// `suas-run monitor` prints the address for apps. A simulator shares the machine's addresses; for
  /// a device, forward the port (`adb reverse tcp:PORT tcp:PORT`). A session that is being recorded
  /// ends. If the connection ends, the app goes on, and nothing more is sent.
  ///
  /// - Parameters:
  ///   - address: `http://127.0.0.1:PORT/feed?token=TOKEN`; nil for that in the variable
  ///     `SUAS_MONITOR` of the environment.
  ///   - debugOnly: True if a release build connects nowhere.
  ///   - allowsControl: True if the page controls the app: the app then shows the state of another
  ///     point in time, and dispatches actions. A release build never does.
  ///   - size: The size of the buffer for lines that are not sent yet, in bytes.
  /// - Returns: False if nothing is sent, since there is no address, or this is a release build.
  /// - Throws: an error if the address is of no monitor on this machine.
  @discardableResult
  public func start(
    on store: Store, sendingTo address: String? = nil, debugOnly: Bool = true,
    allowsControl: Bool = false, buffering size: Int = 8 << 20
  ) throws(Failure) -> Bool {
    guard !debugOnly || isDebugBuild, let text = address ?? MonitorAddress.inEnvironment else {
      return false
    }
    guard let address = MonitorAddress(text) else {
      throw Failure(description: "the address of the monitor is none of this machine")
    }
    let obeys = allowsControl && isDebugBuild
    let connection: MonitorConnection
    do throws(MonitorConnection.Failure) {
      connection = try MonitorConnection(
        address, name: spec.checked.name ?? "app", allowsControl: obeys)
    } catch {
      throw Failure(description: "the monitor cannot be reached: \(error.message)")
    }
    let control = MonitorControl(self, store)
    connection.receive { if obeys { control.perform($0) } }
    start(on: store, into: MonitorFeed(connection, capacity: size))
    return true
  }
}

/// Passes lines to a monitor, out of a buffer.
private final class MonitorFeed: LineSink {
  private let feed: LineFeed
  private let connection: MonitorConnection

  init(_ connection: MonitorConnection, capacity: Int) {
    self.connection = connection
    feed = LineFeed(capacity: capacity) { await connection.send($0) }
  }

  func take(_ line: [UInt8]) { feed.take(line) }

  func takeLater(of id: Int, _ make: @escaping @Sendable () -> [UInt8]) {
    feed.takeLater(of: id, make)
  }

  var linesBeforeBase: Int? { feed.linesBeforeBase }
  func takeBase(_ make: @escaping @Sendable () -> [UInt8]) { feed.takeBase(make) }

  func end() {
    feed.end()
    connection.end()
  }
}

/// Carries out the requests of a monitor in an app.
private final class MonitorControl: Sendable {
  private let recorder: SessionRecorder
  private let values: LogValueReader
  private let getStore: @Sendable () -> Store?

  init(_ recorder: SessionRecorder, _ store: Store) {
    self.recorder = recorder
    values = LogValueReader(recorder.spec)
    getStore = { [weak store] in store }
  }

  /// Performs a request, one JSON object; one that cannot be performed is passed over.
  func perform(_ line: [UInt8]) {
    var reader = JSONReader(line)
    guard let store = getStore(), case .map(let request)? = try? reader.readWhole() else { return }
    if case .map(let state)? = request["jump"], let subStates = try? values.subStates(state) {
      recorder.withoutNotingReset { store.reset(unjudged: Store.State(dictionary: subStates)) }
    }
    if case .string(let name)? = request["dispatch"] {
      var payload = Map()
      if case .map(let given)? = request["with"] { payload = given }
      if let action = try? values.action(named: name, payload) { store.dispatch(action: action) }
    }
  }
}
