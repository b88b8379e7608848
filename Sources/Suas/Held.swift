/// What an existential holds, looked at where it lies: taking it out makes a copy, and a cast takes
/// many times as long.
///
/// An existential is three words of room, the type of what it holds and its conformances; what is no
/// larger than the room and may be moved bit by bit lies in it (Swift ABI, "Type Layout", opaque
/// existential containers). `HeldTests` watches over that.
@usableFromInline
enum Held {
  @usableFromInline static let room = 3 * MemoryLayout<UnsafeRawPointer>.size

  /// Where the existential at `place` holds a `Value`; nil where it holds something else, or what
  /// has no room there.
  @inlinable @inline(__always)
  static func value<Value>(
    in place: UnsafeRawPointer, as type: Value.Type
  ) -> UnsafeMutablePointer<Value>? {
    guard
      MemoryLayout<Value>.size <= room,
      MemoryLayout<Value>.alignment <= MemoryLayout<UnsafeRawPointer>.alignment,
      _isBitwiseTakable(Value.self), self.type(in: place) == unsafeBitCast(type, to: TypeID.self)
    else { return nil }
    return UnsafeMutableRawPointer(mutating: place).assumingMemoryBound(to: Value.self)
  }

  /// Tells types apart, as `ObjectIdentifier` does.
  @usableFromInline typealias TypeID = UnsafeRawPointer

  /// The type of what the existential at `place` holds.
  @inlinable @inline(__always)
  static func type(in place: UnsafeRawPointer) -> TypeID {
    place.load(fromByteOffset: room, as: TypeID.self)
  }
}

extension UnsafePointer {
  /// Hands what lies at the place, which may be moved bit by bit, to `body` without counting it as
  /// held once more; it has to be held there until that is done.
  @inlinable @inline(__always)
  func lend<Result>(_ body: (Pointee) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Pointee.self, capacity: 1) { room in
      let room = room.baseAddress.unsafelyUnwrapped
      UnsafeMutableRawPointer(room).copyMemory(
        from: self, byteCount: MemoryLayout<Pointee>.size)
      let lent = room.move()
      let result = body(lent)
      // Nobody lets go of what is left in the room.
      room.initialize(to: consume lent)
      return result
    }
  }
}

extension UnsafePointer<any Action> {
  /// Where the action is, if it is an `A`; good as long as this place is.
  @inlinable @inline(__always)
  package func held<A: Action>(as type: A.Type) -> UnsafePointer<A>? {
    Held.value(in: self, as: type).map { UnsafePointer<A>($0) }
  }
}

extension UnsafePointer<Any> {
  /// Where the value is, if it is a `Value` that lies in the existential itself.
  @inlinable @inline(__always)
  func held<Value>(as type: Value.Type) -> UnsafePointer<Value>? {
    Held.value(in: self, as: type).map { UnsafePointer<Value>($0) }
  }
}

extension UnsafeMutablePointer<Any> {
  /// Where the value is, if it is a `Value` that lies in the existential itself; it may be changed
  /// there, and moved out and in again.
  @inlinable @inline(__always)
  package func held<Value>(as type: Value.Type) -> UnsafeMutablePointer<Value>? {
    Held.value(in: self, as: type)
  }
}
