import Foundation
import Locking

/// Sends messages to all connected clients, on a thread of its own.
///
/// A sender adds its message to a queue and continues: only the thread waits.
final class MonitorServer: @unchecked Sendable {
  // Sendable: mutable state is guarded by the lock, or used by the thread alone.

  let port: UInt16
  private let backlog: Int
  private let feed: MonitorFeed
  private let listener: Socket
  private let wakeUp: (reading: Socket, writing: Socket)

  private let isOpen = Atomic<Bool>(false)
  private let clientCount = Atomic<Int>(0)
  private let lock = NSLock()
  // Guarded by the lock.
  private var clients: [Client] = []
  private var isStopped = false

  /// A connection and the data that is waiting to be sent over it.
  private final class Client {
    let socket: Socket
    var waiting: [ArraySlice<UInt8>] = []
    var waitingCount = 0
    var isDropped = false

    init(_ socket: Socket) { self.socket = socket }

    /// Sends as much as the socket accepts.
    func send() {
      var sent = 0
      for index in waiting.indices {
        guard let count = socket.send(waiting[index]) else {
          isDropped = true
          return
        }
        waitingCount -= count
        waiting[index] = waiting[index].dropFirst(count)
        if !waiting[index].isEmpty { break }
        sent += 1
      }
      waiting.removeFirst(sent)
    }
  }

  init(address: String, port: UInt16, backlog: Int, feed: MonitorFeed) throws(SocketError) {
    self.backlog = backlog
    self.feed = feed
    listener = try Socket.listening(address: address, port: port)
    self.port = listener.port
    do throws(SocketError) {
      wakeUp = try Socket.pipe()
    } catch {
      listener.close()
      throw error
    }
    let thread = Thread { [self] in serve() }
    thread.name = "SuasEffects.monitor"
    thread.start()
  }

  var hasClients: Bool { clientCount.load(ordering: .relaxed) > 0 }

  /// Queues a message for every client.
  func send(_ message: [UInt8]) {
    lock.withLock {
      for client in clients where !client.isDropped { add(message, for: client) }
    }
    wakeUp.writing.signal()
  }

  /// Admits clients, once there is a state to greet them with.
  func open() {
    isOpen.store(true, ordering: .relaxed)
    wakeUp.writing.signal()
  }

  /// Ends all connections and the thread.
  func stop() {
    // Signal inside the lock, since the thread closes the pipe once it has seen the flag.
    lock.withLock {
      isStopped = true
      wakeUp.writing.signal()
    }
  }

  private func add(_ message: [UInt8], for client: Client) {
    guard client.waitingCount <= backlog else {
      client.isDropped = true
      client.waiting = []
      return
    }
    client.waiting.append(message[...])
    client.waitingCount += message.count
  }

  private func serve() {
    while true {
      let (waits, present) = lock.withLock {
        (clients.map { Wait(socket: $0.socket, toSend: !$0.waiting.isEmpty) }, clients)
      }
      let isOpen = isOpen.load(ordering: .relaxed)
      let ready = Wait.any(
        of: [Wait(socket: wakeUp.reading), Wait(socket: listener, isPaused: !isOpen)] + waits)
      if ready[0] { _ = wakeUp.reading.drain() }
      // Input from clients is discarded; only its end matters.
      let gone = zip(present, ready.dropFirst(2)).filter { $1 && !$0.socket.drain() }.map(\.0)
      let goesOn = lock.withLock {
        for client in gone { client.isDropped = true }
        for client in clients where !client.isDropped { client.send() }
        dropClients { isStopped || $0.isDropped }
        return !isStopped
      }
      guard goesOn else { break }
      if ready[1] { accept() }
    }
    listener.close()
    wakeUp.reading.close()
    wakeUp.writing.close()
  }

  private func accept() {
    while let socket = listener.accepted() {
      let client = Client(socket)
      lock.withLock {
        clients.append(client)
        clientCount.store(clients.count, ordering: .relaxed)
      }
      // The state is read after the client was added, so that it misses nothing; nothing is sent to
      // it before this thread continues.
      let greeting = feed.greeting()
      lock.withLock {
        client.waiting.insert(greeting[...], at: 0)
        client.waitingCount += greeting.count
      }
    }
  }

  private func dropClients(where isGone: (Client) -> Bool) {
    for client in clients where isGone(client) { client.socket.close() }
    clients.removeAll(where: isGone)
    clientCount.store(clients.count, ordering: .relaxed)
  }
}
