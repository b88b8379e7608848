extension CheckedExpr {
  /// True if the expression reads a sensitive field or variable.
  package var readsSensitiveValues: Bool { root.reads(environment.sensitivePlaces, types) }

  /// True if the value is sensitive or has a sensitive part, which a plain map that keeps it would
  /// not know.
  package var hasSensitiveValues: Bool { readsSensitiveValues || types.isSensitive(root) }
}

extension CheckedExpr.Node {
  fileprivate func reads(_ places: SensitivePlaces, _ types: Types) -> Bool {
    switch kind {
    case .place(let place): return places.contains(place)
    case .field(let operand, let shape, let slot):
      return shape.fields[slot].isSensitive || operand.reads(places, types)
    case .comprehension(let it): return it.parts.contains { $0.reads(places, types) }
    case .apply(let application) where application.arguments.contains(where: types.isSensitive):
      return true
    case .call("dyn", _, let arguments) where arguments.contains(where: types.isSensitive):
      return true
    default: return !allChildren { !$0.reads(places, types) }
    }
  }
}

extension Types {
  /// True if a value has a sensitive field, and goes to code that may take the value apart.
  fileprivate func isSensitive(_ node: CheckedExpr.Node) -> Bool {
    var seen: Set<String> = []
    var rest = [node.type]
    while let type = rest.popLast() {
      switch type {
      case .record(let name):
        guard seen.insert(name).inserted else { continue }
        for field in self[name]?.fields ?? [] {
          if field.isSensitive { return true }
          rest.append(field.type)
        }
      case .list(let inner), .nullable(let inner): rest.append(inner)
      case .map(let key, let value): rest += [key, value]
      default: continue
      }
    }
    return false
  }
}
