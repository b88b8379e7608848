import Foundation
import Locking
import Logging
import MonitorClient
public import Suas

/// Shows each action and the state after it in a monitor.
///
/// It sends the lines of a session log to the page of `suas-run monitor`, whose address for apps is
/// in the variable `SUAS_MONITOR` of the environment; without one, it does nothing. An app with a
/// spec sees more with `SessionRecorder.start(on:sendingTo:)` of the module `SuasLog`: the rules,
/// the effects, and changes at a cost that does not grow with the state. For any other store, the
/// changed sub-states are encoded and sent as a whole.
///
/// ## The protocol of the Suas Monitor
///
/// With a port, the middleware listens instead, and speaks the protocol of the monitor that Suas had,
/// which `suas-run monitor --connect` understands, too. The app is then a TCP server that only writes. A client is sent UTF-8 JSON objects, each followed by
/// the ten characters `&&__&&__&&`:
///
/// ```
/// {"action":"AddTodo","actionData":{"text":"Buy milk"},"state":{"TodoList":{"todos":[…]}}}&&__&&__&&
/// ```
///
/// 1. When it connects, it is sent a message with the action `ConnectedToMonitor` and the current
///    state; after that, one for each action that passed through, when the reducers are done with
///    it.
/// 2. All clients, of any number, get everything that happens while they are connected.
/// 3. A client that is slow or gone never delays the store. A client for which more than `backlog`
///    bytes are waiting is dropped.
/// 4. Nothing is encoded while no client is connected.
///
/// The data of actions and sub-states come from the given encoders, if these return a dictionary;
/// else from ``SuasEncodable`` or `Encodable`; else from Swift's reflection.
public final class MonitorMiddleware: Middleware, Sendable {
  private let server: MonitorServer?
  private let lines: LogSender?
  private let feed: MonitorFeed

  /// Creates a monitor that sends a session log; if it cannot connect, a warning is logged with
  /// swift-log and the monitor does nothing.
  ///
  /// - Parameters:
  ///   - debugOnly: True if nothing is sent in a release build.
  ///   - address: `http://127.0.0.1:PORT/feed?token=TOKEN`, as `suas-run monitor` prints it; nil for
  ///     that in the variable `SUAS_MONITOR` of the environment.
  ///   - stateEncoder: Makes a JSON-compatible dictionary from a sub-state; `nil` selects the
  ///     default.
  ///   - actionEncoder: Makes a JSON-compatible dictionary from an action; `nil` selects the
  ///     default.
  public init(
    debugOnly: Bool = true, sendingTo address: String? = nil,
    stateEncoder: EncodingCallback<Any>? = nil, actionEncoder: EncodingCallback<any Action>? = nil
  ) {
    let encoder = MonitorEncoder(stateEncoder: stateEncoder, actionEncoder: actionEncoder)
    feed = MonitorFeed(encoder: encoder)
    server = nil
    guard !debugOnly || isDebugBuild, let text = address ?? MonitorAddress.inEnvironment else {
      lines = nil
      return
    }
    do throws(MonitorConnection.Failure) {
      guard let address = MonitorAddress(text) else {
        throw MonitorConnection.Failure(message: "its address is none of this machine")
      }
      let name = ProcessInfo.processInfo.processName
      lines = LogSender(
        try MonitorConnection(address, name: name, allowsControl: false), encoder)
    } catch {
      lines = nil
      Logger(label: "SuasEffects").warning("the monitor is off: \(error.message)")
    }
  }

  /// Creates a monitor for the protocol of Suas and starts its server; if the port is in use, a warning is logged with
  /// swift-log and the monitor does nothing.
  ///
  /// - Parameters:
  ///   - debugOnly: True if nothing is served in a release build.
  ///   - address: The IPv4 address to listen on; by default only programs on this device, including
  ///     a simulator's host, can connect. `0.0.0.0` admits everybody on the network.
  ///   - port: The TCP port to listen on; zero for any that is free, see ``port``.
  ///   - backlog: The number of bytes that may wait for a client, not counting the message that
  ///     exceeds it.
  ///   - stateEncoder: Makes a JSON-compatible dictionary from a sub-state; `nil` selects the
  ///     default.
  ///   - actionEncoder: Makes a JSON-compatible dictionary from an action; `nil` selects the
  ///     default.
  public init(
    debugOnly: Bool = true, address: String = "127.0.0.1", port: UInt16,
    backlog: Int = 8_388_608, stateEncoder: EncodingCallback<Any>? = nil,
    actionEncoder: EncodingCallback<any Action>? = nil
  ) {
    feed = MonitorFeed(
      encoder: MonitorEncoder(stateEncoder: stateEncoder, actionEncoder: actionEncoder))
    lines = nil
    guard !debugOnly || isDebugBuild else {
      server = nil
      return
    }
    do {
      server = try MonitorServer(address: address, port: port, backlog: backlog, feed: feed)
    } catch {
      server = nil
      Logger(label: "SuasEffects").warning("the monitor is off: \(error)")
    }
  }

  deinit {
    server?.stop()
    lines?.end()
  }

  /// The port at which monitors can connect; `nil` if the monitor is off.
  public var port: UInt16? { server?.port }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    if let lines { return lines.send(action, getState, next) }
    next(action)
    guard let server, server.hasClients else { return }
    server.send(feed.message(of: action, state: getState()))
  }
}

extension MonitorMiddleware: StoreMiddleware {
  package func join(getState: @escaping GetStateFunction) {
    feed.join(getState)
    lines?.begin(with: getState())
    server?.open()
  }
}

/// The source of the messages for clients, with access to the store's state.
final class MonitorFeed: @unchecked Sendable {
  // Sendable: the app's encoders run on the store's threads and on the server's, as documented; the
  // rest is guarded by the lock.

  private let encoder: MonitorEncoder
  private let lock = NSLock()
  private var getState: GetStateFunction?

  init(encoder: MonitorEncoder) { self.encoder = encoder }

  func join(_ getState: @escaping GetStateFunction) { lock.withLock { self.getState = getState } }

  func message(of action: any Action, state: Store.State) -> [UInt8] {
    encoder.message(of: action, state: state)
  }

  /// The first message for a client.
  func greeting() -> [UInt8] {
    let getState = lock.withLock { self.getState }
    return encoder.greeting(state: getState?() ?? [:])
  }
}
