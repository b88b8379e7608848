/// Puts a record into a place without retaining it.
///
/// From `lend` until `end` something else has to keep the record; the value in the place may be
/// read and copied meanwhile, but not changed or moved away.
@usableFromInline
package struct RecordLoan: Sendable {
  // The bits of a value that mark it as a record; they follow the record itself.
  @usableFromInline let rest: UInt64
  @usableFromInline let kind: UInt8
  /// True if the layout of values is not the expected one, so that records are copied.
  @usableFromInline let copies: Bool

  package init() {
    copies = !LayoutAssumptions.present.recordsAreOneWord
    (rest, kind) = copies ? (0, 0) : Self.bitsOfRecords
  }

  private static let bitsOfRecords: (UInt64, UInt8) = LayoutAssumptions.bits(
    besides: Record(Shape(name: "", fields: []), []))

  @inlinable @inline(__always)
  package func lend(_ record: Borrow<Record>, to place: Inout<Value>) {
    if copies { return place.put(.record(record.pointee)) }
    let raw = UnsafeMutableRawPointer(place.address)
    raw.storeBytes(of: UnsafeRawPointer(record.address).load(as: UInt.self), as: UInt.self)
    raw.storeBytes(of: rest, toByteOffset: 8, as: UInt64.self)
    raw.storeBytes(of: kind, toByteOffset: 16, as: UInt8.self)
  }

  @inlinable @inline(__always)
  package func end(at place: Inout<Value>) {
    if copies { _ = place.take() }
    place.put(.null)
  }
}
