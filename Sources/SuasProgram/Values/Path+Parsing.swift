import CEL

extension Expr {
  /// The components of a path with their ranges; nil if the expression is not a path.
  package var pathSteps: [(component: Path.Component, range: Range<Int>)]? {
    var steps: [(Path.Component, Range<Int>)] = []
    var expr = self
    while true {
      switch expr.kind {
      case .ident(let name):
        steps.append((.name(name), expr.range))
        return steps.reversed()
      case .select(let operand, let name, optional: false):
        steps.append((.name(name.text), name.range))
        expr = operand
      case .index(let operand, let index, optional: false):
        guard let component = index.component else { return nil }
        steps.append((component, index.range))
        expr = operand
      default:
        return nil
      }
    }
  }

  private var component: Path.Component? {
    switch kind {
    case .literal(.string(let text)): .name(text)
    case .literal(.int(let number)): .number(number)
    case .literal(.bool(let flag)): .flag(flag)
    default: nil
    }
  }
}

extension Path {
  /// Reads a path as ``description`` writes it; nil if the text is none.
  package init?(parsing text: String) {
    guard let steps = try? CEL.Environment().parse(text).pathSteps else { return nil }
    self.init(steps.map(\.component))
  }
}
