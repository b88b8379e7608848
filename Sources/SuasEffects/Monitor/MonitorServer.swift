import Foundation
import Synchronization

/// Sends messages to all clients that are connected, on a thread of its own.
///
/// Whoever has a message puts it down and goes on: all waiting is the thread's.
final class MonitorServer: @unchecked Sendable {
  // Sendable: what changes is guarded by the lock, or used by the thread alone.

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

  /// A connection and what waits to be sent over it.
  private final class Client {
    let socket: Socket
    var waiting: [ArraySlice<UInt8>] = []
    var waitingCount = 0
    var isDropped = false

    init(_ socket: Socket) { self.socket = socket }

    /// Sends what there is room for.
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

  /// Leaves a message to be sent to every client.
  func send(_ message: [UInt8]) {
    lock.withLock {
      for client in clients where !client.isDropped { add(message, for: client) }
    }
    wakeUp.writing.signal()
  }

  /// Lets clients in, as there is a state to greet them with.
  func open() {
    isOpen.store(true, ordering: .relaxed)
    wakeUp.writing.signal()
  }

  /// Ends all connections, and the thread.
  func stop() {
    // Within the lock, as the thread closes the pipe once it has seen this.
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
      // What a client says is not listened to; that it has ended is.
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
      // Read after the client was added: it misses nothing, and sends nothing before this thread
      // comes to it.
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
