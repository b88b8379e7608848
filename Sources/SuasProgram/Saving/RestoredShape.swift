import CEL

/// The result of restoring, as the steps of a new store read it.
package enum RestoredShape {
  package static let shape = Shape(
    name: "what was restored",
    fields: [
      Shape.Field(name: "version", type: .int), Shape.Field(name: "lost", type: .list(.string)),
    ])

  /// - Parameters:
  ///   - version: The version that was read; 0 if there was none.
  ///   - lost: The state keys that are initial, although something was saved.
  package static func record(version: Int, lost: [String]) -> Record {
    Record(shape, .int(Int64(version)), .list(List(lost.map(Value.string))))
  }
}
