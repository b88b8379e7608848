import Foundation
import Logging
public import Suas
import Synchronization

/// Shows each action and the state after it to the monitors that connect to the app.
///
/// The app is a TCP server that only writes. A client is sent UTF-8 JSON objects, each followed by
/// the ten characters `&&__&&__&&`:
///
/// ```
/// {"action":"AddTodo","actionData":{"text":"Buy milk"},"state":{"TodoList":{"todos":[…]}}}&&__&&__&&
/// ```
///
/// 1. On connecting it is sent one whose action is `ConnectedToMonitor`, with the state as it is;
///    after that, one for each action that went through, when the reducers are done with it.
/// 2. Any number of clients each get everything that happens while they are connected.
/// 3. A client that is slow or gone never holds the store back. One for which more than `backlog`
///    bytes wait to be read is dropped.
/// 4. While nobody is connected, nothing is encoded.
///
/// An action's data and each sub-state are made by the encoders that are given, where these answer
/// anything; else by ``SuasEncodable`` or `Encodable`; else of what Swift's reflection tells.
public final class MonitorMiddleware: Middleware {
  private let server: MonitorServer?
  private let feed: MonitorFeed

  /// Makes a monitor and starts its server; where the port is taken, swift-log is told and the
  /// monitor does nothing.
  ///
  /// - Parameters:
  ///   - debugOnly: Whether nothing is served in a release build.
  ///   - address: The IPv4 address to listen at; by default only programs on this device, a
  ///     simulator's host included, can connect. `0.0.0.0` lets everybody on the network.
  ///   - port: The TCP port to listen at; zero for any that is free, see ``port``.
  ///   - backlog: How many bytes may wait for a client, besides the message that exceeds them.
  ///   - stateEncoder: Makes a dictionary that JSON can say of a sub-state; `nil` leaves that to it.
  ///   - actionEncoder: Makes a dictionary that JSON can say of an action; `nil` leaves that to it.
  public init(
    debugOnly: Bool = true, address: String = "127.0.0.1", port: UInt16 = 8765,
    backlog: Int = 8_388_608, stateEncoder: EncodingCallback<Any>? = nil,
    actionEncoder: EncodingCallback<any Action>? = nil
  ) {
    feed = MonitorFeed(
      encoder: MonitorEncoder(stateEncoder: stateEncoder, actionEncoder: actionEncoder))
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

  deinit { server?.stop() }

  /// The port at which monitors can connect; `nil` if the monitor is off.
  public var port: UInt16? { server?.port }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    next(action)
    guard let server, server.hasClients else { return }
    server.send(feed.message(of: action, state: getState()))
  }
}

extension MonitorMiddleware: StoreMiddleware {
  package func join(getState: @escaping GetStateFunction) {
    feed.join(getState)
    server?.open()
  }
}

/// What clients are told, and whose state it is.
final class MonitorFeed: @unchecked Sendable {
  // Sendable: the encoders of an app run on the store's threads and on the server's, as documented;
  // the rest is guarded by the lock.

  private let encoder: MonitorEncoder
  private let lock = NSLock()
  private var getState: GetStateFunction?

  init(encoder: MonitorEncoder) { self.encoder = encoder }

  func join(_ getState: @escaping GetStateFunction) { lock.withLock { self.getState = getState } }

  func message(of action: any Action, state: State) -> [UInt8] {
    encoder.message(of: action, state: state)
  }

  /// What a client is told first.
  func greeting() -> [UInt8] {
    let getState = lock.withLock { self.getState }
    return encoder.greeting(state: getState?() ?? [:])
  }
}
