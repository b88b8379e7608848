extension UnsafeMutablePointer where Pointee: CellElement {
  /// The object that the element here is, or begins with; nil where it is none, or not known.
  @inline(__always)
  var object: UnsafeRawPointer? {
    Pointee.beginsWithObject(UnsafePointer(self))
      ? UnsafeRawPointer(self).load(as: UnsafeRawPointer?.self) : nil
  }
}

/// What cells may hold: types of whole words, each of a kind of its own.
protocol CellElement: Sendable {
  static var cellKind: CellKind { get }
  /// The kind of the versions of trees of such elements.
  static var versionKind: CellKind { get }
  /// Whether the first word of an element is a reference to an object.
  static func beginsWithObject(_ element: UnsafePointer<Self>) -> Bool
}

/// What a storage holds.
enum CellKind {
  case values, entries, versionOfValues, versionOfEntries
  /// Nothing any more.
  case ended
}

extension Value: CellElement {
  static var cellKind: CellKind { .values }
  static var versionKind: CellKind { .versionOfValues }
  static func beginsWithObject(_ element: UnsafePointer<Value>) -> Bool {
    switch element.pointee {
    case .record, .list, .map: true
    default: false
    }
  }
}

extension Map.Slot: CellElement {
  static var cellKind: CellKind { .entries }
  static var versionKind: CellKind { .versionOfEntries }
  static func beginsWithObject(_ element: UnsafePointer<Map.Slot>) -> Bool { false }
}
