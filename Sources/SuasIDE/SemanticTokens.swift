import CEL
import SuasSpec
import YAML

/// A part of an expression, for highlighting.
package struct SemanticToken: Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    case variable, property, function, type, parameter, string, number, keyword
  }

  package let range: Range<Int>
  package let kind: Kind
}

extension Analysis {
  /// The parts of all expressions, in the order of the file; none overlap.
  package var semanticTokens: [SemanticToken] {
    var found: [Int: SemanticToken] = [:]
    let environment = CEL.Environment()
    for expression in journal.expressions where expression.syntax.scalar.range.source === source {
      let scalar = expression.syntax.scalar
      let code = expression.syntax.code
      guard
        let tree = try? environment.parse(
          scalar.text.utf8Part(code), offsetBy: code.lowerBound)
      else { continue }
      tree.collectTokens([]) { range, kind in
        let place = scalar.range(of: range).offsets
        if !place.isEmpty { found[place.lowerBound] = SemanticToken(range: place, kind: kind) }
      }
    }
    var end = 0
    return found.values.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { token in
      guard token.range.lowerBound >= end else { return false }
      end = token.range.upperBound
      return true
    }
  }
}

extension Expr {
  fileprivate func collectTokens(
    _ variables: Set<String>, _ add: (Range<Int>, SemanticToken.Kind) -> Void
  ) {
    switch kind {
    case .literal(let value):
      switch value {
      case .string, .bytes: add(range, .string)
      case .bool, .null: add(range, .keyword)
      default: add(range, .number)
      }
    case .ident(let name): add(range, variables.contains(name) ? .parameter : .variable)
    case .select(let operand, let name, _), .has(let operand, let name):
      operand.collectTokens(variables, add)
      add(name.range, .property)
    case .call(let name, let target, let arguments):
      for part in (target.map { [$0] } ?? []) + arguments { part.collectTokens(variables, add) }
      if name.text.utf8.first.map(\.isWordByte) == true, !name.text.hasPrefix("_") {
        add(name.range, .function)
      }
    case .record(let name, let fields):
      add(name.range, .type)
      for field in fields {
        add(field.name.range, .property)
        field.value.collectTokens(variables, add)
      }
    case .comprehension(let macro):
      let inner = variables.union(macro.variables.map(\.text))
      macro.range.collectTokens(variables, add)
      macro.start?.collectTokens(variables, add)
      for variable in macro.variables { add(variable.range, .parameter) }
      macro.filter?.collectTokens(inner, add)
      macro.body.collectTokens(inner, add)
    default:
      for child in children { child.collectTokens(variables, add) }
    }
  }
}
