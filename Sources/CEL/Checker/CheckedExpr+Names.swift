/// A path to a value that an expression can read: a name, or a field of a record with a name.
package struct ReadablePath: Sendable {
  package let text: String
  /// The slot of the value, or of the record that has it.
  package let slot: Int
}

extension CheckedExpr {
  /// Returns the paths in scope to values of a type, in the order of their declaration.
  ///
  /// Values that the host computes, the cases of variants and the variables of macros are not among
  /// them, nor the fields of a record whose fields are names themselves.
  package func paths(of type: Type) -> [ReadablePath] {
    typealias Named = (name: String, variable: Environment.Variable, slot: Int, field: Int)
    let named = environment.variables.names.compactMap { name -> Named? in
      // Names like '#payload' stand for things that no expression can name.
      guard name.utf8.allSatisfy(Self.isInName), let variable = environment.variables[name] else {
        return nil
      }
      switch variable.place {
      case .slot(let slot): return (name, variable, slot, -1)
      case .field(let field, let slot): return (name, variable, slot, field)
      case .variantCase, .host: return nil
      }
    }.sorted { ($0.slot, $0.field, $0.name) < ($1.slot, $1.field, $1.name) }
    let opened = Set(named.filter { $0.field >= 0 }.map(\.slot))
    return named.flatMap { item -> [ReadablePath] in
      if item.variable.type == type { return [ReadablePath(text: item.name, slot: item.slot)] }
      guard case .record(let name) = item.variable.type, let shape = environment.shape(name),
        item.field >= 0 || !opened.contains(item.slot)
      else { return [] }
      return shape.fields.filter { $0.type == type }.map {
        ReadablePath(text: "\(item.name).\($0.name)", slot: item.slot)
      }
    }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension CheckedExpr.Node {
  /// The slot of the variable that a path begins with; nil if the node is no path to a value in a
  /// variable.
  package var rootSlot: Int? {
    switch kind {
    case .place(.slot(let slot)), .place(.field(_, ofSlot: let slot)): slot
    case .field(let operand, _, _): operand.rootSlot
    default: nil
    }
  }
}
