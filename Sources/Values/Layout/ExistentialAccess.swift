/// Accesses an existential's payload in place: extracting it makes a copy, and a cast takes many
/// times as long.
///
/// See ``LayoutAssumptions/existentialsHoldInPlace``; if that is false, or the payload does not fit
/// into the existential's inline buffer, this makes a copy with a cast.
@usableFromInline
package struct ExistentialAccess: Sendable {
  @usableFromInline let inPlace: Bool

  @usableFromInline package init() { inPlace = LayoutAssumptions.present.existentialsHoldInPlace }

  @usableFromInline static let room = 3 * MemoryLayout<UnsafeRawPointer>.size

  /// Returns the type of an existential's payload.
  @inlinable @inline(__always)
  package func type<Existential>(of existential: Borrow<Existential>) -> ObjectIdentifier {
    guard inPlace else { return Self.typeByAsking(existential.pointee) }
    return UnsafeRawPointer(existential.address)
      .load(fromByteOffset: Self.room, as: ObjectIdentifier.self)
  }

  @inlinable @inline(never)
  static func typeByAsking<Existential>(_ value: Existential) -> ObjectIdentifier {
    // Converted to `Any`, so that this is the type of the payload.
    ObjectIdentifier(Swift.type(of: value as Any))
  }

  /// True if an existential that holds a `Value` stores it inline.
  @inlinable @inline(__always)
  func isInPlace<Existential, Value>(
    _ existential: Borrow<Existential>, _ value: Value.Type
  ) -> Bool {
    inPlace && Self.hasRoom(for: value) && type(of: existential) == ObjectIdentifier(value)
  }

  @inlinable @inline(__always)
  static func hasRoom<Value>(for type: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= room
      && MemoryLayout<Value>.alignment <= MemoryLayout<UnsafeRawPointer>.alignment
      && _isBitwiseTakable(Value.self)
  }

  /// Returns the `Value` that an existential stores inline; nil if its payload has another type or
  /// is stored elsewhere.
  @inlinable @inline(__always)
  package func place<Existential, Value>(
    of existential: Borrow<Existential>, as type: Value.Type
  ) -> Borrow<Value>? {
    guard isInPlace(existential, type) else { return nil }
    return Borrow(UnsafeRawPointer(existential.address).assumingMemoryBound(to: Value.self))
  }

  /// Returns the `Value` that an existential stores inline, for changing it; nil as above.
  @inlinable @inline(__always)
  package func place<Value>(of existential: Inout<Any>, as type: Value.Type) -> Inout<Value>? {
    guard isInPlace(existential.borrow, type) else { return nil }
    return Inout(UnsafeMutableRawPointer(existential.address).assumingMemoryBound(to: Value.self))
  }

  /// Passes an existential's payload to `body` if it is a `Value`; returns nil for any other type.
  @inlinable
  package func read<Existential, Value, Result>(
    _ existential: Borrow<Existential>, as type: Value.Type, _ body: (Borrow<Value>) -> Result
  ) -> Result? {
    if let place = place(of: existential, as: type) { return body(place) }
    if inPlace, Self.hasRoom(for: type) { return nil }
    return Self.copy(existential, as: type).map { withBorrow(of: $0, body) }
  }

  @inlinable @inline(never)
  static func copy<Existential, Value>(
    _ existential: Borrow<Existential>, as type: Value.Type
  ) -> Value? {
    existential.pointee as? Value
  }

  /// Lets `body` change an existential's payload if it is a `Value`; returns nil for any other
  /// type.
  ///
  /// Meanwhile, no second reference to the payload is made.
  @inlinable
  package func modify<Value, Result>(
    _ existential: Inout<Any>, as type: Value.Type, _ body: (Inout<Value>) -> Result
  ) -> Result? {
    if let place = place(of: existential, as: type) { return body(place) }
    if inPlace, Self.hasRoom(for: type) { return nil }
    guard var value = existential.pointee as? Value else { return nil }
    existential.pointee = ()
    defer { existential.pointee = value }
    return withInout(to: &value, body)
  }

  /// Returns an existential's payload, which is known to be a `Value`.
  @inlinable @inline(__always)
  package func known<Existential, Value>(
    _ existential: Borrow<Existential>, as type: Value.Type
  ) -> Value {
    if let place = place(of: existential, as: type) { return place.pointee }
    return existential.pointee as! Value
  }

  /// Lets `body` change an existential's payload, which is known to be a `Value`.
  ///
  /// Meanwhile, no second reference to the payload is made.
  @inlinable @inline(__always)
  package func change<Value, Result, Failure: Error>(
    _ existential: Inout<Any>, as type: Value.Type,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let place = place(of: existential, as: type) { return try body(&place.pointee) }
    var value = known(existential.borrow, as: type)
    existential.pointee = ()
    defer { existential.pointee = value }
    return try body(&value)
  }

  /// Passes an existential's payload to `body` without retaining it, if it is a `Value` that the
  /// existential stores inline; the existential has to keep it until `body` returns. Returns false
  /// for any other payload.
  @inlinable @inline(__always)
  package func lend<Value>(
    _ existential: Borrow<Any>, as type: Value.Type, _ body: (Value) -> Void
  ) -> Bool {
    guard isInPlace(existential, type) else { return false }
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { room in
      let room = room.baseAddress.unsafelyUnwrapped
      UnsafeMutableRawPointer(room).copyMemory(
        from: existential.address, byteCount: MemoryLayout<Value>.size)
      let lent = room.move()
      body(lent)
      // The value is left in the room and never released from there.
      room.initialize(to: consume lent)
    }
    return true
  }

  /// Returns a copy of an existential's payload if its type is exactly `Value`.
  // Comparing types takes a third of the time of a cast.
  @inlinable @inline(__always)
  package static func copy<Value>(of held: Any, as type: Value.Type) -> Value? {
    func open<Actual>(_ actual: Actual) -> Value? {
      Actual.self == Value.self ? unsafeBitCast(actual, to: Value.self) : nil
    }
    return _openExistential(held, do: open)
  }
}
