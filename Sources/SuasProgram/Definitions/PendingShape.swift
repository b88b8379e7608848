import CEL

/// The numbers of effects under way as conditions see them, under `pending`: a record with an `int`
/// for each effect of a spec.
package struct PendingShape: Sendable {
  package let shape: Shape

  /// The name of its type, which authors cannot give to another type.
  package static let typeName = "the set of pending effects"
  package static let type = Type.record(typeName)

  /// - Parameter effects: The names of the effects, in the order of their declaration.
  package init(_ effects: some Sequence<String>) {
    shape = Shape(name: Self.typeName, fields: effects.map { Shape.Field(name: $0, type: .int) })
  }

  /// The record where no effect is under way.
  package var none: Record { record([:]) }

  /// The record for the numbers of effects by their names; those that are left out are zero.
  package func record(_ counts: [String: Int]) -> Record {
    Record(shape, ContiguousArray(shape.fields.map { .int(Int64(counts[$0.name] ?? 0)) }))
  }
}
