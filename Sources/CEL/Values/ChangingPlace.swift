/// Changing a value where it lies: what leads to it is made the only holder of what it holds, and
/// nothing is copied that is not shared.
///
/// A place is good until what it was asked of is copied, given away or changed elsewhere.
extension Value {
  /// The place of a record's field; nil for another value.
  package mutating func changingField(_ slot: Int) -> UnsafeMutablePointer<Value>? {
    changingRecord()?.pointee.changingPlace(slot)
  }

  /// The record that the value is, where it lies; nil for another value.
  @inline(__always)
  package mutating func changingRecord() -> UnsafeMutablePointer<Record>? {
    guard case .record = self else { return nil }
    return payload(as: Record.self)
  }

  /// The place of a list's element; nil for another value.
  ///
  /// - Precondition: `index` is one of the list's.
  package mutating func changingElement(_ index: Int) -> UnsafeMutablePointer<Value>? {
    changingList()?.pointee.changingPlace(index)
  }

  /// The place of the value of a map's key; nil where there is none, and for another value.
  package mutating func changingEntry(_ key: Value) -> UnsafeMutablePointer<Value>? {
    guard case .map = self else { return nil }
    return payload(as: Map.self).pointee.changingPlace(key)
  }

  /// The list that the value is, where it lies; nil for another value.
  @inline(__always)
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

extension Record {
  /// The place of a field; nil where the record has fewer.
  @inline(__always)
  package mutating func changingField(_ slot: Int) -> UnsafeMutablePointer<Value>? {
    slot < fieldCount ? changingPlace(slot) : nil
  }

  /// The place of the list that a field holds; nil where it holds something else.
  @inline(__always)
  package mutating func changingList(inField field: Int) -> UnsafeMutablePointer<List>? {
    guard field < fieldCount else { return nil }
    return changingPlace(field).pointee.changingList()
  }

  /// The place of a field of the element at `index` of the list that a field holds; nil where any of
  /// these is not there.
  package mutating func changingField(
    _ slot: Int, ofElement index: Int64, inField field: Int
  ) -> UnsafeMutablePointer<Value>? {
    guard let list = changingList(inField: field), index >= 0, index < list.pointee.count,
      let record = list.pointee.changingPlace(Int(index)).pointee.changingRecord()
    else { return nil }
    return record.pointee.changingField(slot)
  }
}

/// Lets a record stand in a place without being counted as held once more.
///
/// From `lend` until `end` the record is held elsewhere; what stands in the place meanwhile may be
/// read and copied, but not changed or moved away.
@usableFromInline
package struct RecordLoan: Sendable {
  // What of a value's bits says that it is a record; the record itself comes before them.
  @usableFromInline let rest: UInt64
  @usableFromInline let kind: UInt8

  package init() {
    let value = Value.record(Record(Shape(name: "", fields: []), []))
    (rest, kind) = withUnsafeBytes(of: value) {
      ($0.load(fromByteOffset: 8, as: UInt64.self), $0[16])
    }
  }

  @inlinable @inline(__always)
  package func lend(_ record: UnsafePointer<Record>, to place: UnsafeMutablePointer<Value>) {
    let place = UnsafeMutableRawPointer(place)
    place.storeBytes(of: UnsafeRawPointer(record).load(as: UInt.self), as: UInt.self)
    place.storeBytes(of: rest, toByteOffset: 8, as: UInt64.self)
    place.storeBytes(of: kind, toByteOffset: 16, as: UInt8.self)
  }

  @inlinable @inline(__always)
  package func end(at place: UnsafeMutablePointer<Value>) { place.initialize(to: .null) }
}
