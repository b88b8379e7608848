import Locking

/// Hands lines to a function on another thread, out of a buffer of a limited size.
///
/// While the function takes no more, lines are dropped; then their number follows, and a first line.
final class LineFeed: LineSink {
  private let deliver: @Sendable ([UInt8]) async -> Void
  private let capacity: Int
  private let state = Mutex(State())

  fileprivate struct State {
    var parts: [Part] = []
    /// The size of the parts, in bytes.
    var size = 0
    var lost = 0
    var isDelivering = false
    var hasEnded = false
  }

  fileprivate enum Part: Sendable {
    case lines([UInt8])
    /// Lines that are made when their turn has come.
    case later(@Sendable () -> [UInt8])
  }

  /// - Parameters:
  ///   - capacity: The size of the buffer, in bytes.
  ///   - deliver: Takes lines; it is not called again before it has returned.
  init(capacity: Int, _ deliver: @escaping @Sendable ([UInt8]) async -> Void) {
    self.capacity = capacity
    self.deliver = deliver
  }

  func take(_ line: [UInt8]) {
    let begins = state.withLock { state in
      guard !state.hasEnded else { return false }
      guard state.lost == 0, state.size + line.count <= capacity else {
        state.lost += 1
        return false
      }
      state.size += line.count
      state.add(line)
      return state.begin()
    }
    if begins { Task { await deliverAll() } }
  }

  func takeLater(of id: Int, _ make: @escaping @Sendable () -> [UInt8]) { add(make) }

  var linesBeforeBase: Int? {
    // A first line makes sense once there is room again.
    state.withLock { $0.lost > 0 && $0.size <= capacity / 2 ? $0.lost : nil }
  }

  func takeBase(_ make: @escaping @Sendable () -> [UInt8]) {
    state.withLock { $0.lost = 0 }
    add(make)
  }

  private func add(_ make: @escaping @Sendable () -> [UInt8]) {
    let begins = state.withLock { state in
      guard !state.hasEnded, state.lost == 0 else { return false }
      state.parts.append(.later(make))
      return state.begin()
    }
    if begins { Task { await deliverAll() } }
  }

  func end() { state.withLock { $0.hasEnded = true } }

  private func deliverAll() async {
    while let part = state.withLock({ $0.next() }) {
      switch part {
      case .lines(let lines): await deliver(lines)
      case .later(let make): await deliver(make())
      }
    }
  }
}

extension LineFeed.State {
  /// Returns true if the delivery has to begin.
  fileprivate mutating func begin() -> Bool {
    defer { isDelivering = true }
    return !isDelivering
  }

  fileprivate mutating func next() -> LineFeed.Part? {
    guard !parts.isEmpty else {
      isDelivering = false
      return nil
    }
    let part = parts.removeFirst()
    if case .lines(let lines) = part { size -= lines.count }
    return part
  }

  /// Adds a line to those that are delivered together.
  fileprivate mutating func add(_ line: [UInt8]) {
    guard case .lines(var lines)? = parts.last else { return parts.append(.lines(line)) }
    // The only reference to the lines, so that they are not copied.
    parts.removeLast()
    lines += line
    parts.append(.lines(lines))
  }
}
