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
  /// The kind of the branches of trees of such elements.
  static var branchKind: CellKind { get }
  /// Whether the first word of an element is a reference to an object.
  static func beginsWithObject(_ element: UnsafePointer<Self>) -> Bool
}

enum CellKind {
  case values, entries, branchesOfValues, branchesOfEntries
}

extension Value: CellElement {
  static var cellKind: CellKind { .values }
  static var branchKind: CellKind { .branchesOfValues }
  static func beginsWithObject(_ element: UnsafePointer<Value>) -> Bool {
    switch element.pointee {
    case .record, .list, .map: true
    default: false
    }
  }
}

extension Map.Slot: CellElement {
  static var cellKind: CellKind { .entries }
  static var branchKind: CellKind { .branchesOfEntries }
  static func beginsWithObject(_ element: UnsafePointer<Map.Slot>) -> Bool { false }
}

extension Tree.Branch: CellElement {
  static var cellKind: CellKind { Element.branchKind }
  static var branchKind: CellKind { preconditionFailure("branches are in no tree of their own") }
  static func beginsWithObject(_ element: UnsafePointer<Self>) -> Bool { true }
}
