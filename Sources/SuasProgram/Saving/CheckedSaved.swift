import CEL
import YAML

/// The part of a spec's state that outlives the store, and how what older versions saved is read.
package struct CheckedSaved: Sendable {
  /// The name that saved texts carry: that of the spec, or of its file.
  package let name: String
  /// The version of what is saved.
  package let version: Int
  /// The oldest version that can still be read.
  package let oldest: Int
  /// The quiet after which a changed state is written.
  package let delay: CEL.Duration
  /// The key `saved`.
  package let place: SourceRange
  /// The types of the spec and those of all versions, which have names of their own.
  package let types: TypeTable
  /// The sub-states that are saved, as fields of a record; see ``slots``.
  package let store: RecordType
  /// The slots of these sub-states in the whole store.
  package let slots: [Int]
  /// The places below ``store`` that are not saved.
  package let exceptions: PlaceTree
  /// The shape that each version saves, from the oldest version to the present one.
  package let shapes: [SavedShape]
  /// The migrations, in the order of the versions that they lead to, which follow the oldest one.
  package let migrations: [CheckedMigration]
  /// The steps of a new store.
  package let reactions: [CheckedReaction]
  /// The files of the frozen shapes, by their versions.
  package let frozen: [Int: Source]

  package init(
    name: String, version: Int, oldest: Int, delay: CEL.Duration, place: SourceRange,
    types: TypeTable, store: RecordType, slots: [Int], exceptions: PlaceTree,
    shapes: [SavedShape], migrations: [CheckedMigration], reactions: [CheckedReaction],
    frozen: [Int: Source]
  ) {
    self.name = name
    self.version = version
    self.oldest = oldest
    self.delay = delay
    self.place = place
    self.types = types
    self.store = store
    self.slots = slots
    self.exceptions = exceptions
    self.shapes = shapes
    self.migrations = migrations
    self.reactions = reactions
    self.frozen = frozen
  }

  /// The state keys that are saved, in the order of the reducers.
  package var stateKeys: [String] { store.fields.map(\.name) }

  /// The head of the texts that can be read.
  package var head: SavedHead.ExpectedHead {
    SavedHead.ExpectedHead(name: name, oldest: oldest, version: version)
  }

  /// The shape that a version saves; nil for a version that cannot be read.
  package func shape(of version: Int) -> SavedShape? {
    version >= oldest && version <= self.version ? shapes[version - oldest] : nil
  }

  /// The migration that leads to a version; nil for the oldest one.
  package func migration(to version: Int) -> CheckedMigration? {
    version > oldest && version <= self.version ? migrations[version - oldest - 1] : nil
  }

  /// The plans that carry what each version saves over to the next, from the oldest one on.
  package var carriedOver: [CarryOver] {
    zip(shapes, shapes.dropFirst()).map { CarryOver(from: $0.store, to: $1.store, types) }
  }

  /// The plan that carries the present version's shape over to the sub-states of the spec; nil if
  /// they are the same.
  package var carriedToPresent: CarryOver? {
    guard let shape = shape(of: version), shape.store !== store else { return nil }
    return CarryOver(from: shape.store, to: store, types)
  }

  /// The initial sub-states that are saved.
  package func initial(in store: Record) -> Record {
    Record(self.store.shape, slots.map { store[$0] })
  }
}

/// The shape that one version saves: sub-states by state key.
package struct SavedShape: Sendable {
  package let version: Int
  /// A record with a field for each state key.
  package let store: RecordType
  package let initial: Record

  package init(version: Int, store: RecordType, initial: Record) {
    self.version = version
    self.store = store
    self.initial = initial
  }
}

/// The rules that make what one version saves of what the version before it saved.
package struct CheckedMigration: Sendable {
  /// The version that the migration leads to.
  package let version: Int
  /// The state that the rules change: the sub-states of that version, initial.
  package let store: RecordType
  package let initial: Record
  /// The rules, whose payload is the store of the earlier version.
  package let rules: [CheckedRule]
  /// The places of the earlier version that the migration lets go, as written.
  package let dropped: [String]
  /// The places of the earlier version that are neither carried over, nor read, nor dropped.
  package let lost: [String]
  package let place: SourceRange

  package init(
    version: Int, store: RecordType, initial: Record, rules: [CheckedRule], dropped: [String],
    lost: [String], place: SourceRange
  ) {
    self.version = version
    self.store = store
    self.initial = initial
    self.rules = rules
    self.dropped = dropped
    self.lost = lost
    self.place = place
  }
}

/// Some places below a record, list or map: a tree of fields, and of the elements of lists and maps.
package struct PlaceTree: Sendable {
  /// The number of the outcome of the coverage that the place itself has; nil if it is none of them.
  package private(set) var point: Int?
  /// The places below the fields of a record, by their slots.
  package private(set) var fields: [Int: PlaceTree] = [:]
  /// The places below every element; empty or one.
  private var elementTrees: [PlaceTree] = []

  package init() {}

  package enum Step: Hashable, Sendable {
    case field(Int)
    /// Every element of a list, or every entry of a map.
    case elements
  }

  /// The places below every element or entry.
  package var elements: PlaceTree? { elementTrees.first }

  /// True if the place itself is one of them.
  package var isMarked: Bool { point != nil }

  package var isEmpty: Bool { !isMarked && fields.isEmpty && elementTrees.isEmpty }

  /// Marks a place.
  ///
  /// - Parameter point: The outcome of the coverage.
  package mutating func mark(_ path: ArraySlice<Step>, _ point: Int) {
    switch path.first {
    case nil: self.point = point
    case .field(let slot)?: fields[slot, default: PlaceTree()].mark(path.dropFirst(), point)
    case .elements?:
      if elementTrees.isEmpty { elementTrees = [PlaceTree()] }
      elementTrees[0].mark(path.dropFirst(), point)
    }
  }

  /// The paths of all places, in the order of their slots, with their outcomes.
  package var paths: [(path: [Step], point: Int)] {
    (point.map { [([], $0)] } ?? [])
      + fields.sorted { $0.key < $1.key }.flatMap { slot, tree in
        tree.paths.map { ([.field(slot)] + $0.path, $0.point) }
      } + elementTrees.flatMap { $0.paths.map { ([.elements] + $0.path, $0.point) } }
  }
}
