import CEL
import SuasSpec
import YAML

/// Reads paths into a store and finds the type at each.
struct PathReader {
  let store: StoreShape
  let types: TypeTable
  let sink: DiagnosticSink

  /// Reads a key of `changes`: its path, the type at the end of it, and true if the value there may
  /// be absent, as elements of lists and maps may; nil, once reported, if the path leads nowhere.
  func read(_ scalar: Scalar) -> (path: Path, type: FieldType, mayBeAbsent: Bool)? {
    guard let expr = try? CEL.Environment().parse(scalar.text),
      let steps = expr.pathSteps, case .name(let key)? = steps.first?.component
    else {
      sink.report(.notAPath(scalar))
      return nil
    }
    guard let slot = store.slot(of: key) else {
      sink.readings?.request(.stateKey, at: scalar.range(of: steps[0].range))
      let owners = store.reducers.filter { $0.state.shape.slot(of: key) != nil }
      sink.report(
        .unknownStateKey(
          key, among: store.stateKeys, at: scalar.range(of: steps[0].range),
          fieldOf: owners.count == 1 ? owners[0].stateKey : nil))
      return nil
    }
    sink.readings?.mention(
      .stateKey(key, of: store.reducers[slot].state.name), at: scalar.range(of: steps[0].range))
    var type = FieldType.record(store.reducers[slot].state.name)
    var mayBeAbsent = false
    for step in steps.dropFirst() {
      let range = scalar.range(of: step.range)
      guard let next = self.type(of: step.component, in: type, at: range) else { return nil }
      if case .record = type.unwrapped { mayBeAbsent = false } else { mayBeAbsent = true }
      type = next
    }
    return (Path(steps.map(\.component)), type, mayBeAbsent)
  }

  private func type(
    of component: Path.Component, in type: FieldType, at range: SourceRange
  ) -> FieldType? {
    switch (type, component) {
    case (.optional(let wrapped), _):
      return self.type(of: component, in: wrapped, at: range)
    case (.any, _):
      return .any
    case (.record(let name), .name(let field)):
      guard let record = types.records[name] else { return nil }
      if let slot = record.shape.slot(of: field) {
        sink.readings?.mention(Symbol(.field, field, in: record.name), at: range)
        return record.fields[slot].type
      }
      sink.readings?.request(.field(of: record), at: range)
      sink.report(
        .unknownField(field, of: name, among: record.fields.map(\.name), at: range))
    case (.list(let element), .number(let index)):
      if index >= 0 { return element }
      sink.report(.notInType(component, type, at: range))
    case (.map(.enumeration(let name), let value), .name(let key)):
      let cases = types.enums[name]?.cases ?? []
      if cases.contains(key) {
        sink.readings?.mention(Symbol(.enumCase, key, in: name), at: range)
        return value
      }
      sink.readings?.request(.value(.enumeration(name)), at: range)
      sink.report(.unknownCase(key, of: name, among: cases, at: range))
    case (.map(.string, let value), .name), (.map(.int, let value), .number),
      (.map(.bool, let value), .flag):
      return value
    default:
      sink.report(.notInType(component, type, at: range))
    }
    return nil
  }
}
