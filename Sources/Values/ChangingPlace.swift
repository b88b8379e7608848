/// Changes to a value in place: everything on the path to it becomes uniquely referenced, and only
/// shared parts are copied.
///
/// A place is valid until the value on which the method was called is copied, moved or changed
/// elsewhere.
extension Value {
  /// Returns the place of a record's field; nil for any other value, and if the record has fewer
  /// fields.
  package mutating func changingField(_ slot: Int) -> Inout<Value>? {
    modifyIfRecord { $0.changingField(slot) } ?? nil
  }

  /// Returns the place of a list's element; nil for any other value.
  ///
  /// - Precondition: `index` is an index of the list.
  package mutating func changingElement(_ index: Int) -> Inout<Value>? {
    modifyIfList { $0.changingPlace(index) }
  }

  /// Returns the place of the value for a map's key; nil if the key is absent, and for any other
  /// value.
  package mutating func changingEntry(_ key: Value) -> Inout<Value>? {
    modifyIfMap { $0.changingPlace(key) } ?? nil
  }

  // Moved out and in again: a payload bound by a pattern from a value that stays in place would be
  // retained, and so copied when it is changed.

  /// Lets `body` change the value if it is a record; returns nil for any other value.
  @inlinable @inline(__always)
  package mutating func modifyIfRecord<Result, E: Error>(
    _ body: (inout Record) throws(E) -> Result
  ) throws(E) -> Result? {
    guard case .record = self else { return nil }
    return try withUnsafeMutablePointer(to: &self) { place throws(E) -> Result in
      guard case .record(var record) = place.move() else {
        preconditionFailure("a record is a record")
      }
      do throws(E) {
        let result = try body(&record)
        place.initialize(to: .record(record))
        return result
      } catch {
        place.initialize(to: .record(record))
        throw error
      }
    }
  }

  /// Lets `body` change the value if it is a list; returns nil for any other value.
  @inlinable @inline(__always)
  package mutating func modifyIfList<Result, E: Error>(
    _ body: (inout List) throws(E) -> Result
  ) throws(E) -> Result? {
    guard case .list = self else { return nil }
    return try withUnsafeMutablePointer(to: &self) { place throws(E) -> Result in
      guard case .list(var list) = place.move() else {
        preconditionFailure("a list is a list")
      }
      do throws(E) {
        let result = try body(&list)
        place.initialize(to: .list(list))
        return result
      } catch {
        place.initialize(to: .list(list))
        throw error
      }
    }
  }

  /// Lets `body` change the value if it is a map; returns nil for any other value.
  @inlinable @inline(__always)
  package mutating func modifyIfMap<Result, E: Error>(
    _ body: (inout Map) throws(E) -> Result
  ) throws(E) -> Result? {
    guard case .map = self else { return nil }
    return try withUnsafeMutablePointer(to: &self) { place throws(E) -> Result in
      guard case .map(var map) = place.move() else {
        preconditionFailure("a map is a map")
      }
      do throws(E) {
        let result = try body(&map)
        place.initialize(to: .map(map))
        return result
      } catch {
        place.initialize(to: .map(map))
        throw error
      }
    }
  }
}

// Variants without closures, for the most common rules.
extension Value {
  @inline(__always)
  fileprivate mutating func changingElement(at index: Int64) -> Inout<Value>? {
    guard case .list = self else { return nil }
    return withUnsafeMutablePointer(to: &self) { place in
      guard case .list(var list) = place.move() else { preconditionFailure("a list is a list") }
      let element = index >= 0 && index < list.count ? list.changingPlace(Int(index)) : nil
      place.initialize(to: .list(list))
      return element
    }
  }

  @inline(__always)
  fileprivate mutating func changingFieldHere(_ slot: Int) -> Inout<Value>? {
    guard case .record = self else { return nil }
    return withUnsafeMutablePointer(to: &self) { place in
      guard case .record(var record) = place.move() else {
        preconditionFailure("a record is a record")
      }
      let field = record.changingField(slot)
      place.initialize(to: .record(record))
      return field
    }
  }
}

extension Record {
  /// Returns the place of a field; nil if the record has fewer fields.
  @usableFromInline
  package mutating func changingField(_ slot: Int) -> Inout<Value>? {
    slot < fieldCount ? changingPlace(slot) : nil
  }

  /// Lets `body` change the list in a field; returns nil if the field holds another value.
  @inlinable @inline(__always)
  package mutating func modifyIfList<Result>(
    inField field: Int, _ body: (inout List) -> Result
  ) -> Result? {
    guard let place = changingField(field) else { return nil }
    return place.pointee.modifyIfList(body)
  }

  /// Returns the number of elements of the list in a field; nil if the field holds another value.
  @inlinable @inline(__always)
  package func listCount(inField field: Int) -> Int? {
    guard field < fieldCount, case .list(let list) = place(field).pointee else { return nil }
    return list.count
  }

  /// Returns the place of a field of the element at `index` of the list in another field; nil if
  /// the list, the element or the field does not exist.
  package mutating func changingField(
    _ slot: Int, ofElement index: Int64, inField field: Int
  ) -> Inout<Value>? {
    guard let list = changingField(field), let element = list.pointee.changingElement(at: index)
    else { return nil }
    return element.pointee.changingFieldHere(slot)
  }
}
