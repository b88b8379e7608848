import CEL
import SuasEngine
import SuasProgram
import SuasSpec

extension CompiledSpec {
  /// The name under which a state has the values of selectors, as in expressions of the spec.
  private static let selected = "selected"

  /// Returns a store with the values of the spec's selectors as one more part, which is hidden where a
  /// value is computed from sensitive ones. A selector without a value on this store is left out.
  ///
  /// - Parameter path: The place that is asked for; a store is returned as it is if the place is not
  ///   among the values of selectors.
  func withSelected(_ store: Value, at path: String) -> Value {
    guard case .record(let record) = store, !checked.selectors.isEmpty,
      record.shape.slot(of: Self.selected) == nil,
      path.isEmpty || path.hasPrefix(Self.selected)
    else { return store }
    var fields: [Shape.Field] = []
    var values: [Value] = []
    for selector in checked.selectors {
      guard let value = selected(by: selector.name, on: record) else { continue }
      var field = Shape.Field(name: selector.name, type: .dyn)
      field.isSensitive = selector.value.readsSensitiveValues
      fields.append(field)
      values.append(value)
    }
    let selected = Shape(name: Self.selected, fields: fields)
    let shape = Shape(
      name: record.shape.name,
      fields: record.shape.fields + [Shape.Field(name: Self.selected, type: .dyn)])
    return .record(Record(shape, record.fields + [.record(Record(selected, values))]))
  }
}
