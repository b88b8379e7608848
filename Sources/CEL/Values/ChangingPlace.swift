/// Changing a value where it lies: what leads to it is made the only holder of what it holds, and
/// nothing is copied that is not shared.
///
/// A place is good until what it was asked of is copied, given away or changed elsewhere.
extension Value {
  /// The place of a record's field; nil for another value.
  package mutating func changingField(_ slot: Int) -> UnsafeMutablePointer<Value>? {
    guard case .record = self else { return nil }
    return payload(as: Record.self).pointee.changingPlace(slot)
  }

  /// The place of a list's element; nil for another value.
  ///
  /// - Precondition: `index` is one of the list's.
  package mutating func changingElement(_ index: Int) -> UnsafeMutablePointer<Value>? {
    guard case .list = self else { return nil }
    return payload(as: List.self).pointee.changingPlace(index)
  }

  /// The place of the value of a map's key; nil where there is none, and for another value.
  package mutating func changingEntry(_ key: Value) -> UnsafeMutablePointer<Value>? {
    guard case .map = self else { return nil }
    return payload(as: Map.self).pointee.changingPlace(key)
  }

  /// The list that the value is, where it lies; nil for another value.
  package mutating func changingList() -> UnsafeMutablePointer<List>? {
    guard case .list = self else { return nil }
    return payload(as: List.self)
  }

  /// The payload of the present case where it lies: bound by a pattern it would be held twice, and
  /// copied when it is changed.
  ///
  /// Every case's payload lies at the value's start as it is, since the bits of an `int` say nothing
  /// about the case; `ChangingPlaceTests` watches over that.
  @inline(__always)
  private mutating func payload<Payload>(as type: Payload.Type) -> UnsafeMutablePointer<Payload> {
    withUnsafeMutablePointer(to: &self) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Payload.self)
    }
  }
}

extension Frame {
  /// The place of what a slot holds.
  package mutating func changingPlace(_ slot: Int) -> UnsafeMutablePointer<Value> {
    precondition(slot < slots.count)
    return slots.withUnsafeMutableBufferPointer { $0.baseAddress.unsafelyUnwrapped + slot }
  }
}
