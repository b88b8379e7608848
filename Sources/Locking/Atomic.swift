public import CAtomics

/// A value that threads read and change without a lock.
///
/// It has the interface of `Synchronization.Atomic`, which Apple's systems have only since iOS 18 and
/// macOS 15. The value has memory of its own, since a word within a Swift type has no stable address
/// without that module.
@usableFromInline
package struct Atomic<Value: AtomicValue>: ~Copyable {
  @usableFromInline let word: UnsafeMutablePointer<catomics_word>

  @inlinable
  package init(_ value: Value) {
    word = .allocate(capacity: 1)
    word.initialize(to: catomics_word(value: value.word))
  }

  @inlinable
  deinit { word.deallocate() }

  @inlinable @inline(__always)
  package func load(ordering: AtomicOrdering) -> Value {
    Value(word: catomics_load(word, ordering.rawValue))
  }

  @inlinable @inline(__always)
  package func store(_ value: Value, ordering: AtomicOrdering) {
    catomics_store(word, value.word, ordering.rawValue)
  }

  /// Stores a value and returns the former one.
  @inlinable @inline(__always)
  package func exchange(_ value: Value, ordering: AtomicOrdering) -> Value {
    Value(word: catomics_exchange(word, value.word, ordering.rawValue))
  }

  /// Stores a value if the present one is `expected`; returns true if it did, and the former value.
  @inlinable @inline(__always)
  package func compareExchange(
    expected: Value, desired: Value, ordering: AtomicOrdering
  ) -> (exchanged: Bool, original: Value) {
    var original = expected.word
    let exchanged = catomics_compare_exchange(
      word, &original, desired.word, ordering.rawValue)
    return (exchanged, Value(word: original))
  }
}

// Every access is atomic; the pointer never changes.
extension Atomic: @unchecked Sendable {}

extension Atomic<Int> {
  /// Adds to the number, which wraps around.
  @inlinable @inline(__always) @discardableResult
  package func add(_ operand: Int, ordering: AtomicOrdering) -> (oldValue: Int, newValue: Int) {
    let old = Int(word: catomics_add(word, operand.word, ordering.rawValue))
    return (old, old &+ operand)
  }

  /// Subtracts from the number, which wraps around.
  @inlinable @inline(__always) @discardableResult
  package func subtract(_ operand: Int, ordering: AtomicOrdering) -> (oldValue: Int, newValue: Int)
  {
    add(0 &- operand, ordering: ordering)
  }
}

/// The order in which other threads see the accesses of memory around an atomic one, as in C.
@usableFromInline
package enum AtomicOrdering: Int32, Sendable {
  case relaxed = 0
  case acquiring = 2
  case releasing = 3
  case acquiringAndReleasing = 4
  case sequentiallyConsistent = 5

  /// Orders the accesses of memory before and after the call.
  @inlinable @inline(__always)
  package func fence() { catomics_fence(rawValue) }
}

/// A value that fits into a word.
@usableFromInline
package protocol AtomicValue {
  init(word: UInt)
  var word: UInt { get }
}

extension Bool: AtomicValue {
  @inlinable @inline(__always)
  package init(word: UInt) { self = word != 0 }
  @inlinable @inline(__always)
  package var word: UInt { self ? 1 : 0 }
}

extension AtomicValue where Self: FixedWidthInteger {
  @inlinable @inline(__always)
  package init(word: UInt) { self.init(truncatingIfNeeded: word) }
  @inlinable @inline(__always)
  package var word: UInt { UInt(truncatingIfNeeded: self) }
}

extension Int: AtomicValue {}
extension UInt: AtomicValue {}
extension Int32: AtomicValue {}

extension UnsafeRawPointer: AtomicValue {
  @inlinable @inline(__always)
  package init(word: UInt) { self.init(bitPattern: word)! }
  @inlinable @inline(__always)
  package var word: UInt { UInt(bitPattern: self) }
}
